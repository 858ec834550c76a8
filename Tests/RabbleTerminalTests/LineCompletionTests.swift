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
