import RabbleQuestions
import RabbleText
import Testing

@testable import RabbleDecks

/// Lines above the first question that were meant as one, and lines that were not.
struct MarkdownDescriptionTests {
  private func parse(_ text: String) -> DeckFile {
    DeckLoader().parse(Array(text.utf8), path: "d.md")
  }

  @Test(arguments: [
    ("犬 : dog", "RW143"), ("犬 = dog", "RW143"), ("- 犬 : dog", "RW143"), ("犬::dog", "RW151"),
    ("dog::犬", "RW151"), ("犬：：dog", "RW152"), ("Q：犬", "RW152"), ("A：dog", "RW152"),
    ("私==は学生です。", "RW153"), ("私====学生です。", "RW153"),
  ])
  func `a mistyped first question is an error, as further down`(line: String, code: String) {
    for space in ["\n", ""] {
      let file = parse("## One\nlanguage: ja\n\n\(line)\n\(space)猫 :: cat\n")
      #expect(file.faults.map(\.code.rawValue) == [code])
      #expect(file.faults.map(\.severity) == [.error])
      #expect(file.groups.map(\.description) == [nil])
      #expect(file.groups.map { $0.questions.map(\.prompt) } == [["猫"]])
    }
  }

  @Test(arguments: ["perro = dog", "Lección : verbs", "a ==b", "| 犬 | dog |"])
  func `a line that may be a question is part of the description, with a warning`(line: String) {
    let file = parse("## One\n\n\(line)\n\n猫 :: cat\n")
    #expect(file.faults.map(\.severity) == [.warning])
    #expect(file.groups.map(\.description) == [line])
  }

  @Test func `a line right above a question needs a blank line below it`() {
    let text = "## One\nlanguage: ja\n\nThe first\nwords.\n"
    for question in ["猫 :: cat", "- 猫 :: cat", "私==は==", "Q: 猫\nA: cat"] {
      #expect(
        parse(text + question).faults.map(\.description) == [
          "d.md:5:1: warning: in \"One\": this line is read as the description, but looks like a "
            + "question; write prompt :: answer if it is one, otherwise leave a blank line below it"
        ])
      #expect(parse(text + "\n" + question).faults.isEmpty)
    }
    #expect(parse("## One\nlanguage: ja\n猫 :: cat\n").faults.isEmpty)
  }

  @Test(arguments: [
    "The numbers: one to ten.", "See std::vector.", "2 == 2", "a \\: b", "注意：これは大切です。",
    "A whole sentence about the language : and what is to be learned of it in this lesson.",
  ])
  func `an ordinary description has no fault`(line: String) {
    #expect(parse("## One\n\n\(line)\n\n猫 :: cat\n").faults.isEmpty)
  }

  @Test func `a group whose only question is mistyped has one fault`() {
    #expect(parse("## One\n\n犬 : dog\n  hint: it barks\n").faults.map(\.code) == [.noSeparator])
  }

  @Test func `a key with a full-width colon is named`() {
    let file = parse("## One\nlanguage：ja\n\n犬 :: dog\n  hint：woof\n  注意：大きい\n")
    #expect(
      file.faults.map(\.description) == [
        "d.md:2:1: warning: in \"One\": \"language：\" is full-width and read as text; "
          + "write language:",
        "d.md:5:3: warning: in \"One\", question 1: \"hint：\" is full-width and read as text; "
          + "write hint:",
      ])
  }

  @Test func `a description or note that looks like more is written so that it is read as it is`() {
    let group = QuestionGroup(
      title: "T", description: "犬 : dog\na = b\nQ：x\n- A：y\nlanguage：ja\n注意：z",
      questions: [Question(prompt: "a", answer: "b", note: "hint：x\nHint : y")])
    let file = parse(DeckMarkdown.text(of: [group]))
    #expect(file.faults.isEmpty)
    #expect(file.groups == [group])
  }

  @Test func `the advice for a blank speaks of Markdown`() {
    let advice = parse("## T\n\n==::x== a\n").faults.map(\.advice)
    #expect(advice == ["write its answer, as in ==answer::hint=="])
  }
}
