import RabbleControllers
import RabbleQuestions
import RabbleScreens
import Testing

@Suite struct FormControllerTests {
  private let fields = [
    FormField("a", label: "A", isRequired: { _ in true }),
    FormField("b", label: "B", isAsked: { $0["a"] == "more" }),
    FormField(
      "c", label: "C", completions: ["x"], problem: { $0 == "bad" ? "That is bad." : nil },
      remarks: { ["You said \($0)."] }),
    FormField("d", label: "D", isRequired: { $0["c"] == nil }),
  ]

  private func label(_ step: FormController.Step) -> String? {
    guard case .ask(let field) = step else { return nil }
    return field.label
  }

  @Test func `fields are asked for in order, those that do not matter left out`() {
    var form = FormController(fields)
    #expect(form.screen.label == "A" && form.isUntouched)
    #expect(form.submit("  one ") == .ask(FieldScreen(label: "C", completions: ["x"])))
    #expect(!form.isUntouched)
    #expect(label(form.submit("two")) == "D")
    #expect(form.submit("") == .done(["a": "one", "c": "two"]))
  }

  @Test func `a way back shows what was there, and another answer opens other fields`() {
    var form = FormController(fields)
    _ = form.submit("one")
    #expect(form.submit("<") == .ask(FieldScreen(label: "A", text: "one")))
    #expect(label(form.submit("more")) == "B")
    #expect(label(form.submit("b")) == "C")
    #expect(form.submit("＜") == .ask(FieldScreen(label: "B", text: "b")))
    _ = form.submit("<")
    #expect(label(form.submit("one")) == "C")
    #expect(form.submit("c") == .ask(FieldScreen(notices: ["You said c."], label: "D")))
    #expect(form.submit("d") == .done(["a": "one", "c": "c", "d": "d"]), "b does not matter now")
  }

  @Test func `what is needed is insisted on, and what is wrong can be mended`() {
    var form = FormController(fields)
    #expect(
      form.submit(" ")
        == .ask(
          FieldScreen(notices: ["A is required (< to go back, Ctrl-C to cancel)."], label: "A")))
    #expect(
      form.submit("<")
        == .ask(
          FieldScreen(notices: ["This is the first field."], label: "A")))
    _ = form.submit("one")
    #expect(
      form.submit("bad")
        == .ask(
          FieldScreen(notices: ["That is bad."], label: "C", text: "bad", completions: ["x"])))
    #expect(form.submit(">") == .ask(FieldScreen(notices: ["D is required first."], label: "D")))
    #expect(form.submit("\\>") == .done(["a": "one", "d": ">"]))
  }

  @Test func `a way back or out is typed behind the text that a field was shown with`() {
    var form = FormController(fields)
    _ = form.submit("one")
    _ = form.submit("two")
    #expect(
      form.submit("<") == .ask(FieldScreen(label: "C", text: "two", completions: ["x"])))
    #expect(form.submit("two<") == .ask(FieldScreen(label: "A", text: "one")))
    #expect(form.submit("one＞") == .done(["a": "one", "c": "two"]))
    #expect(label(form.submit("one\\<")) == "C")
    #expect(form.submit("three>") == .ask(FieldScreen(notices: ["You said three>."], label: "D")))
    #expect(form.submit("") == .done(["a": "one<", "c": "three>"]))
  }

  @Test func `a text that was refused is left with the same signs`() {
    var form = FormController(fields)
    _ = form.submit("one")
    _ = form.submit("bad")
    #expect(form.submit("bad<") == .ask(FieldScreen(label: "A", text: "one")))
  }

  @Test func `a prompt with blanks makes a cloze, which needs no answer`() {
    let values = [
      "prompt": "私は{{学生::job}}です", "tags": "#n5, noun　x", "example": "犬",
      "example_meaning": "a dog", "alternatives": "a; b ;",
    ]
    let question = QuestionForm.question(values)
    #expect(question.cloze == "私は{{学生::job}}です")
    #expect(question.answer == "私は学生です")
    #expect(question.tags == ["n5", "noun", "x"])
    #expect(question.alternatives == ["a", "b"])
    #expect(question.example == Example(text: "犬", meaning: "a dog"))
    var form = FormController(QuestionForm(addingTo: [], decks: []).fields)
    guard case .ask(let field) = form.submit("私は{{学生です") else { return }
    #expect(field.notices.first?.contains("blanks") == true && field.label == "Prompt")
  }

  @Test func `a field may begin with a text to keep, change or remove`() {
    func form() -> FormController { FormController(fields, values: ["c": "x"]) }
    for (line, value) in [("x", "x"), ("y", "y"), ("", nil)] {
      var form = form()
      #expect(
        form.submit("one") == .ask(FieldScreen(label: "C", text: "x", completions: ["x"])))
      _ = form.submit(line)
      #expect(
        form.submit("d") == .done(["a": "one", "c": value, "d": "d"].compactMapValues(\.self)))
    }
    var saved = form()
    _ = saved.submit("one")
    #expect(saved.submit(">") == .done(["a": "one", "c": "x"]))
  }

  @Test func `an answer of another language's cards is none that exists already`() {
    let groups = [
      QuestionGroup(
        title: "Spanish", language: "es", questions: [Question(prompt: "perro", answer: "dog")]),
      QuestionGroup(
        title: "Japanese", language: "ja", questions: [Question(prompt: "犬", answer: "dog")]),
      // In kana, whatever it says.
      QuestionGroup(title: "Mine", questions: [Question(prompt: "いぬ", answer: "dog")]),
      QuestionGroup(title: "Other", questions: [Question(prompt: "Hund", answer: "dog")]),
    ]
    func told(in group: QuestionGroup) -> [String] {
      var form = FormController(QuestionForm(addingTo: [group], decks: groups).fields)
      _ = form.submit("x")
      guard case .ask(let field) = form.submit("dog") else { return [] }
      return field.notices
    }
    let japanese = ["Japanese: 犬", "Mine: いぬ"].map { "Note: “dog” is already an answer in \($0)" }
    #expect(told(in: groups[0]) == ["Note: “dog” is already an answer in Spanish: perro"])
    #expect(told(in: groups[1]) == japanese)
    #expect(told(in: groups[2]) == japanese)
    #expect(told(in: groups[3]) == ["Note: “dog” is already an answer in Other: Hund"])
    #expect(told(in: QuestionGroup(title: "New", language: "JP", questions: [])) == japanese)
  }
}
