/// How many columns a terminal gives to a text.
///
/// Kana, kanji, hangul, full-width forms and emoji take two, half-width katakana one, combining
/// marks and control characters none.
///
///     DisplayWidth.columns(of: "かな kana")  // 9
public enum DisplayWidth {
  /// The columns of a text in one line, 0 or more.
  ///
  /// Takes time linear in the text.
  public static func columns(of text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ 0x20...0x7e ~= $0 }) { return text.utf8.count }
    return text.reduce(into: 0) { $0 += columns(of: $1) }
  }

  /// The columns of a character, with all its marks and joined parts.
  static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count == 1 { return columns(of: first) }
    var total = columns(of: first)
    var previous = first
    var isJoined = false
    var isSyllable = false
    for scalar in scalars.dropFirst() {
      let isAfterJoiner = previous.value == zeroWidthJoiner
      switch scalar {
      case _ where scalar.value == variationSelector16:
        let isNarrowEmoji = previous.properties.isEmoji && columns(of: previous) == 1
        total += isNarrowEmoji && !isJoined ? 1 : 0
      case _ where isAfterJoiner && scalar.properties.isEmoji:
        isJoined = true
      case _ where scalar.properties.isEmojiModifier || isRegionalIndicator(scalar):
        // A skin tone colours what stands before it; a second letter completes a flag.
        break
      case _ where scalar.properties.generalCategory == .spacingMark || isVirama(previous):
        isSyllable = true
      default:
        total += columns(of: scalar)
      }
      previous = scalar
    }
    // What an Indic syllable adds to its first letter shares one more column.
    return isSyllable ? total + 1 : total
  }

  /// The columns of a scalar that stands alone.
  static func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || 0x7f...0x9f ~= value ? 0 : 1 }
    if DisplayWidthTable.contains(value, in: DisplayWidthTable.zero) { return 0 }
    return DisplayWidthTable.contains(value, in: DisplayWidthTable.wide) ? 2 : 1
  }

  private static let zeroWidthJoiner: UInt32 = 0x200d
  private static let variationSelector16: UInt32 = 0xfe0f

  private static func isVirama(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.canonicalCombiningClass.rawValue == 9
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    0x1f1e6...0x1f1ff ~= scalar.value
  }
}
