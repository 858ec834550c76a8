import Foundation
import RabbleDecks
import RabbleQuestions
import RabbleTerminal

/// Questions from standard input.
enum QuestionInput {
  /// Reads all of them: a JSON list, or JSON objects one after the other.
  ///
  /// - Throws: `DeckEditError` when anything is wrong with one.
  static func read() throws -> [Question] {
    let text = String(
      decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
    let start = text.first { !$0.isWhitespace }
    guard let start else {
      throw DeckEditError.incomplete(
        "There is no question: give --prompt and --answer, or questions on standard input.")
    }
    let list: String
    switch start {
    case "[": list = text
    case "{":
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let separated = lines.enumerated().map { index, line -> String in
        let begins = line.first { !$0.isWhitespace } == "{"
        let follows = lines[..<index].last { !$0.allSatisfy(\.isWhitespace) }?
          .last { !$0.isWhitespace } == "}"
        return (begins && follows ? "," : "") + line
      }
      list = "[" + separated.joined(separator: "\n") + "]"
    default:
      throw DeckEditError.unfit(
        path: "standard input", reason: "questions come as JSON, in a list or one object a line")
    }
    let deck = DeckLoader(faultLimit: 20).parse(
      Array((#"{"title": "-", "questions": "# + list + "}").utf8), path: "standard input")
    guard deck.faults.isEmpty, let group = deck.groups.first else {
      throw DeckEditError.unfit(
        path: "standard input",
        reason: "nothing was added:\n"
          + deck.faults.map(\.description).joined(separator: "\n"))
    }
    return group.questions
  }
}
