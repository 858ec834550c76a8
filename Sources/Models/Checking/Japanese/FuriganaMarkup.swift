import RabbleDecks
import RabbleJudging
import RabbleQuestions

/// A bracket in furigana that is read as text.
struct FuriganaMarkup: QuestionRule {
  static let rule = Rule(
    "RW407", "furigana-markup", .warning, "A bracket in furigana is not read as a reading.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard let value = question.text(.furigana), let ruby = question.furigana else { return }
    guard ruby.hasBareMarkup else {
      if !ruby.hasReadings, !value.traits.isDisjoint(with: .kanji) {
        findings.add(
          Self.rule, in: value, "\"furigana\" has no reading over anything",
          "write one after its kanji, as in 食[た]べる")
      }
      return
    }
    let offset = Self.offsetOfText(in: value)
    findings.add(
      Self.rule, in: value, offset..<offset + 1,
      "what stands in this bracket is not read as furigana",
      "write kana in it, right after the kanji that they read: 食[た]べる")
  }

  /// The offset of the first bracket whose content is no kana or that follows no kanji.
  private static func offsetOfText(in value: TextValue) -> Int {
    var open: (offset: Int, isSound: Bool)?
    var previous: Unicode.Scalar?
    var found: Int?
    value.forEachScalar { offset, scalar in
      switch scalar {
      case "[", "《":
        open = (offset, previous.map { !Script(of: $0).isKana && $0 != " " } ?? false)
      case "]", "》":
        if open?.isSound != true, found == nil { found = open?.offset ?? offset }
        open = nil
      default:
        if open != nil, !Script(of: scalar).isKana { open?.isSound = false }
      }
      previous = scalar
    }
    return found ?? open?.offset ?? 0
  }
}
