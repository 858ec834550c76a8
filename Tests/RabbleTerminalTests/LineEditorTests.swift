import Testing

@testable import RabbleTerminal

@Suite struct LineCompletionTests {
  let words = [":hint", ":help", ":undo"]

  @Test(arguments: [
    (":", [":hint", ":help", ":undo"]), (":h", [":hint", ":help"]), (":U", [":undo"]),
    ("：hi", [":hint"]), (":x", []), ("h", []), ("", []), ("/etc", []),
  ])
  func `only commands are offered`(text: String, expected: [String]) {
    #expect(LineCompletion.matches(for: text, from: words) == expected)
  }

  @Test(arguments: [
    ([":hint", ":help"], ":h"), ([":undo"], ":undo"), ([":hint", ":undo"], ":"), ([], ""),
  ])
  func `a line is completed as far as the matches agree`(matches: [String], expected: String) {
    #expect(LineCompletion.commonPrefix(of: matches) == expected)
  }
}

struct FieldCompletionTests {
  @Test func `a value is completed from where the line has begun it`() {
    let field = FieldCompletion(values: ["noun", "noun, suru", "verb"], isList: false)
    #expect(field.matches(before: "", word: "n") == ["noun", "noun, suru"])
    #expect(field.matches(before: "noun, ", word: "s") == ["suru"])
    #expect(field.matches(before: "  ", word: "V") == ["verb"])
    #expect(field.matches(before: "a ", word: "v") == [])
    #expect(field.matches(before: "", word: "").count == 3)
  }

  @Test func `in a list every value is completed by itself`() {
    let field = FieldCompletion(values: ["n5", "noun", "動物"], isList: true)
    #expect(field.matches(before: "x ", word: "n") == ["n5", "noun"])
    #expect(field.matches(before: "", word: "x,no") == ["x,noun"])
    #expect(field.matches(before: "x ", word: "#n5、動") == ["#n5、動物"])
  }
}
