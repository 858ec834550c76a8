import RabbleQuestions
import Testing

/// Which blank of an edited sentence is which.
@Suite struct BlankNamesTests {
  private func names(_ cloze: String, _ known: String...) -> [String: String] {
    Question(prompt: "p", answer: "a", cloze: cloze).continuingBlanks(among: Set(known))
  }

  @Test(arguments: [
    ("recieve", "receive"), ("the", "The"), ("have", "have a"), ("学生", "学生[がくせい]"),
    ("Ａ組", "A組"),
  ])
  func `a corrected blank is the same card`(old: String, new: String) {
    #expect(names("You {{\(new)}} and {{go}}.", old, "go") == [new: old])
  }

  @Test(arguments: [
    ("わ", "は"), ("he", "she"), ("can", "can't"), ("Monday", "Sunday"), ("暑い", "熱い"),
    ("dog", "elephant"),
  ])
  func `another word is another card`(old: String, new: String) {
    #expect(names("You {{\(new)}} and {{go}}.", old, "go") == [:])
  }

  @Test func `where two blanks could be it, neither is`() {
    #expect(names("{{colour}} or {{colours}}", "color") == [:])
    #expect(names("{{color}}", "colour", "colors") == [:])
    #expect(names("{{colour}} and {{number}}", "color", "numbre").count == 2)
  }

  @Test func `a blank that stays keeps its card, and one that gets a number goes on`() {
    #expect(names("{{receive}}", "receive", "recieve") == [:])
    #expect(names("{{c1::receive}}", "receive") == ["c1": "receive"])
  }

  @Test func `a blank that loses its number goes on where what was right in it is known`() {
    let question = Question(prompt: "p", answer: "a", cloze: "You {{receive}} and {{go}}.")
    func names(_ texts: [String: String]) -> [String: String] {
      question.continuingBlanks(among: ["c1", "c2"], texts: texts)
    }
    #expect(names(["c1": "go", "c2": "recieve"]) == ["go": "c1", "receive": "c2"])
    #expect(names(["c1": "go"]) == ["go": "c1"])
    #expect(names(["c1": "go", "c2": "go"]) == [:])
    #expect(names([:]) == [:])
    #expect(names(["c1": "come"]) == [:])
  }

  @Test func `a blank that goes on is asked under the name that it had`() {
    var question = Question(prompt: "p", answer: "a", cloze: "You {{receive}} {{it::pronoun}}.")
    question.blankNames = ["receive": "recieve"]
    #expect(question.askedDirections(byDefault: nil) == [.cloze("recieve"), .cloze("it")])
    #expect(question.clozeText?.answers(to: "recieve") == ["receive"])
    #expect(question.clozeText?.sentence(open: "recieve").base == "You ＿＿ it.")
  }
}
