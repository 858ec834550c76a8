/// Text above or below the line, as in 10²³ and H₂O.
///
///     ShiftedText.above.text(of: "23")   // "²³"
///     ShiftedText.below.text(of: "max,1")   // "_(max,1)"
package enum ShiftedText {
  case above, below

  /// The characters with which a text is above or below the line where there is one for each of its own; else
  /// the text in parentheses behind `^` or `_`.
  package func text(of text: String) -> String {
    if text.isBlank { return text }
    let characters = self == .above ? Self.raised : Self.lowered
    let shifted = text.unicodeScalars.compactMap { characters[$0] }
    return shifted.count == text.unicodeScalars.count
      ? String(String.UnicodeScalarView(shifted)) : (self == .above ? "^(" : "_(") + text + ")"
  }

  /// A text with the characters that people type in place of these: H2O, 1er, and 10^23, which is not 1023.
  static func typed(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { usual[$0] != nil }) else { return text }
    var result = String.UnicodeScalarView()
    var isRaised = false
    for scalar in text.unicodeScalars {
      guard let onLine = usual[scalar] else {
        result.append(scalar)
        isRaised = false
        continue
      }
      let begins = !isRaised && raised[onLine] == scalar && !onLine.properties.isAlphabetic
      if begins, result.last?.properties.numericType == .decimal { result.append("^") }
      isRaised = raised[onLine] == scalar
      result.append(onLine)
    }
    return String(result)
  }

  // Source: the compatibility decompositions of Unicode, <super> and <sub>.
  private static let raised = characters(
    "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ")
  private static let lowered = characters(
    "0123456789+-−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ")
  /// What each of these is on the line.
  private static let usual: [Unicode.Scalar: Unicode.Scalar] = {
    var result: [Unicode.Scalar: Unicode.Scalar] = [:]
    for characters in [raised, lowered] {
      for (scalar, shifted) in characters where scalar != "−" { result[shifted] = scalar }
    }
    return result
  }()

  private static func characters(_ usual: String, _ shifted: String) -> [Unicode.Scalar: Unicode
    .Scalar]
  {
    Dictionary(uniqueKeysWithValues: zip(usual.unicodeScalars, shifted.unicodeScalars))
  }
}
