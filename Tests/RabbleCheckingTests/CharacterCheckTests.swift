import RabbleChecking
import RabbleDecks
import RabbleText
import Testing

/// The rules about characters look at each character that the table of characters names.
struct CharacterCheckTests {
  /// The codes of what is found in questions that have these scalars in their answers, one each.
  private func codes(_ scalars: [Unicode.Scalar]) -> [String] {
    let lines = scalars.enumerated().map { number, scalar in
      "{\"prompt\": \"p\(number)\", \"answer\": \"a\(number) b\(scalar)b\"}"
    }
    let text = "{\"title\": \"T\", \"questions\": [\n\(lines.joined(separator: ",\n"))\n]}"
    let deck = DeckLoader(faultLimit: .max).parseSource(Array(text.utf8), path: "a.json")
    let found = Dictionary(
      grouping: DeckChecker().check([deck]), by: { deck.position(of: $0.span?.start ?? 0).line })
    return scalars.indices.map { (found[$0 + 2] ?? []).map(\.rule.code).joined(separator: " ") }
  }

  private static func isMeant(_ scalar: Unicode.Scalar, by code: String) -> Bool {
    switch code {
    case "RW305": scalar.isBidiControl
    // Two fillers of hangul are letters, too.
    case "RW306": scalar.isInvisible && scalar != "\u{115F}" && scalar != "\u{1160}"
    case "RW307": scalar.isFullWidthLetter
    case "RW308": scalar.isHalfWidthKana
    case "RW309": scalar.bracket != nil
    case "RW311": scalar.isBroken && scalar.value < 0x10000
    case "RW312": scalar.isRadical
    default: false
    }
  }

  @Test(arguments: ["RW305", "RW306", "RW307", "RW308", "RW309", "RW311", "RW312"])
  func `each character that a rule is about is found`(code: String) {
    let scalars = (UInt32(0x21)...0x10FFFF).compactMap(Unicode.Scalar.init)
    let some = Array(scalars.filter { Self.isMeant($0, by: code) }.prefix(3000))
    #expect(!some.isEmpty)
    for (scalar, found) in zip(some, codes(some)) {
      #expect(found.contains(code), "\(Quoting.codePoint(of: scalar)): \(found)")
    }
  }

  @Test func `joiners, variation selectors and the tags of a flag are part of a text`() {
    let deck = DeckLoader().parseSource(
      Array("## T\n\n👨‍👩‍👧 ❤️ :: 🏴󠁧󠁢󠁥󠁮󠁧󠁿\n\nمی‌خواهم :: I want\n".utf8), path: "a.md")
    #expect(DeckChecker().check([deck]).isEmpty)
  }
}
