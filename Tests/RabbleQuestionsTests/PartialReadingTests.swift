import RabbleQuestions
import Testing

/// What a deck has while its file can't be read in full.
@Suite struct PartialReadingTests {
  private func group(_ title: String, _ questions: String...) -> QuestionGroup {
    QuestionGroup(
      title: title,
      questions: questions.map { text in
        let sides = text.split(separator: "=").map(String.init)
        return Question(prompt: sides[0], answer: sides[1])
      })
  }

  private func texts(_ groups: [QuestionGroup]) -> [String] {
    groups.map { group in
      group.title + ": "
        + group.questions.map { "\($0.prompt)=\($0.answer)" }.joined(separator: " ")
    }
  }

  @Test func `what is missing stays at its place`() {
    let old = [group("A", "a=1", "b=2", "c=3", "d=4"), group("B", "e=5")]
    let partial = PartialReading([group("A", "b=2", "n=9", "d=4")], keepingMissingOf: old)
    #expect(texts(partial.groups) == ["A: a=1 b=2 c=3 n=9 d=4", "B: e=5"])
    #expect(partial.keptCount == 3)
  }

  @Test func `what was edited or moved is there once, as it reads now`() {
    let old = [group("A", "one=eins", "two=zwie", "six=sechs"), group("B", "ten=zehn")]
    let partial = PartialReading(
      [group("A", "one=eins", "two=zwei"), group("C", "ten=zehn")], keepingMissingOf: old)
    #expect(texts(partial.groups) == ["A: one=eins two=zwei six=sechs", "C: ten=zehn"])
    #expect(partial.keptCount == 1)
  }

  @Test func `of nothing that could be read all stays, and of all that could nothing`() {
    let old = [group("A", "a=1", "b=2"), group("B", "c=3")]
    #expect(PartialReading([], keepingMissingOf: old).groups == old)
    let whole = PartialReading(old, keepingMissingOf: old)
    #expect(whole.groups == old && whole.keptCount == 0)
  }

  @Test func `what went into another deck, corrected or not, is missing nowhere`() {
    let old = [group("A", "one=eins", "two=zwie", "six=sechs", "ten=zehn")]
    let before = [group("B", "six=sechs", "dog=Hund")]
    let now = [group("B", "six=sechs", "dog=Hund", "one=eins", "two=zwei")]
    let partial = PartialReading(
      [], keepingMissingOf: old, besides: PartialReading.arrivals(in: now, since: before))
    #expect(texts(partial.groups) == ["A: six=sechs ten=zehn"])
    #expect(partial.keptCount == 2)
  }

  @Test func `texts that are longer than any author's are one question only if they are the same`()
  {
    // With a cost that grows with the square this would take minutes.
    let long = String(repeating: "ein Satz, der nicht endet ", count: 8_000)
    let old = [group("A", "\(long)a=1", "b=2")]
    let partial = PartialReading([group("A", "\(long)c=9", "b=2")], keepingMissingOf: old)
    #expect(partial.groups[0].questions.count == 3 && partial.keptCount == 1)
    let same = PartialReading(old, keepingMissingOf: old)
    #expect(same.keptCount == 0)
  }
}
