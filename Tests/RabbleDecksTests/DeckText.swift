import RabbleDecks

/// Decks as text, for tests.
enum DeckText {
  /// A file of five lines; `question` is line 4, the second of the group "Numbers".
  static func withSecondQuestion(_ question: String) -> String {
    """
    [
    {"title": "Numbers", "questions": [
    {"prompt": "一", "answer": "ichi"},
    \(question)
    ]}]
    """
  }

  static func parse(_ text: String) -> DeckFile {
    DeckLoader().parse(Array(text.utf8), path: "d.json")
  }

  /// What is said about a text, a fault a line.
  static func report(_ text: String) -> String {
    parse(text).faults.map(\.description).joined(separator: "\n")
  }
}
