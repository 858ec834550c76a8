import Testing

@testable import RabbleQuestions

/// What changed for learners between two versions of a deck.
struct DeckDifferenceTests {
  private func group(_ title: String, _ questions: [Question]) -> QuestionGroup {
    QuestionGroup(title: title, questions: questions)
  }

  private func report(_ old: [QuestionGroup], _ new: [QuestionGroup]) -> [String] {
    DeckDifference(from: old, to: new).changes.map {
      "\($0.kind.rawValue) \($0.group)/\($0.prompt ?? "–") \($0.field): "
        + "\($0.before ?? "–") → \($0.after ?? "–")"
    }
  }

  private let one = Question(prompt: "一", answer: "one")
  private let two = Question(prompt: "二", answer: "two", note: "n")
  private let three = Question(prompt: "三", answer: "three")

  @Test func `the same groups, or only new ids, are no change`() {
    let named = Question(id: "x", prompt: "一", answer: "one")
    #expect(report([group("N", [one, two])], [group("N", [named, two])]) == [])
    #expect(report([], []) == [])
  }

  @Test func `what was added, removed, reworded and said otherwise is told`() {
    let mended = Question(prompt: "二", answer: "two; 2", note: "m", tags: ["a", "b"])
    let four = Question(prompt: "四", answer: "four")
    let old = [group("N", [one, two, three])]
    let new = [QuestionGroup(title: "N", language: "ja", questions: [one, mended, four])]
    #expect(
      report(old, new) == [
        "changed N/– language: – → ja", "reworded N/二 answer: two → two; 2",
        "changed N/二 note: n → m", "changed N/二 tags: – → a | b",
        "added N/四 answer: – → four", "removed N/三 answer: three → –",
      ])
  }

  @Test func `a question that moved is told, and not those it passed`() {
    #expect(
      report([group("N", [one, two, three])], [group("N", [three, one, two])])
        == ["moved N/三 place: 3 → 1"])
    #expect(
      report([group("N", [one, two])], [group("N", [one]), group("M", [two])])
        == ["moved M/二 group: N → M"])
  }

  @Test func `a sentence that changed is told once, not with what it asks and answers`() {
    let old = Question(id: "s", prompt: "私＿＿", answer: "私は", cloze: "私{{は}}")
    let new = Question(id: "s", prompt: "私＿＿", answer: "私が", cloze: "私{{が}}")
    #expect(
      report([group("N", [old])], [group("N", [new])])
        == ["reworded N/私＿＿ cloze: 私{{は}} → 私{{が}}"])
  }
}
