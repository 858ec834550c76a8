import Foundation
import RabbleDecks
import RabbleQuestions
import RabbleTerminal

/// Questions from standard input.
enum QuestionInput {
  /// Reads all of them: a JSON list, JSON objects one after the other, or Markdown.
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
    let deck: DeckFile
    switch start {
    case "[": deck = json(text)
    case "{": deck = json("[" + separated(text) + "]")
    default:
      // Below a heading that stands on no line of the input.
      deck = DeckLoader(faultLimit: 20).parse(
        Array(("## -\r" + text).utf8), path: "standard input.md")
    }
    guard deck.faults.isEmpty, let group = deck.groups.first else {
      throw DeckEditError.unfit(
        path: "standard input",
        reason: "nothing was added:\n"
          + deck.faults.map(\.description).joined(separator: "\n"))
    }
    return group.questions
  }

  private static func json(_ list: String) -> DeckFile {
    DeckLoader(faultLimit: 20).parse(
      Array((#"{"title": "-", "questions": "# + list + "}").utf8), path: "standard input")
  }

  /// Objects, each of which begins a line, with commas between.
  private static func separated(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var hasEnded = false
    return lines.map { line -> String in
      let begins = line.first { !$0.isWhitespace } == "{"
      defer { if let last = line.last(where: { !$0.isWhitespace }) { hasEnded = last == "}" } }
      return (begins && hasEnded ? "," : "") + line
    }.joined(separator: "\n")
  }
}
