import RabbleDecks
import RabbleQuestions

/// A blank of a cloze with a mark for a hint and none behind it.
struct BlankHints: QuestionRule {
  static let rule = Rule("RW511", "empty-blank-hint", .warning, "A blank has :: and no hint.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard let value = question.text(.cloze) else { return }
    let bytes = Array(value.text.utf8)
    let mark = Array("::".utf8)
    var index = 0
    while index + 3 < bytes.count {
      defer { index += 1 }
      guard bytes[index...].starts(with: mark) else { continue }
      var end = index + 2
      while end < bytes.count, bytes[end] == 0x20 { end += 1 }
      guard bytes[end...].starts(with: "}}".utf8) else { continue }
      findings.add(
        Self.rule, in: value, index..<end, "the blank has a :: with no hint behind it",
        "write the hint, or remove the ::", replacement: "")
    }
  }
}
