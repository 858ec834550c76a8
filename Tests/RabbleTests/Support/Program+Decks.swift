extension Program {
  /// A moment in the morning of the first day.
  static let morning = "2026-11-21T09:00:00+09:00"

  /// Three words with English answers; the first two have hints.
  static let words = """
    [{"title": "Words", "questions": [
      {"prompt": "ねこ", "hint": "it purrs", "answer": "cat"},
      {"prompt": "いぬ", "hint": "it barks", "answer": "dog"},
      {"prompt": "とり", "answer": "bird"}
    ]}]
    """

  /// Gives the learner an own deck, among the files of the program.
  @discardableResult
  func addDeck(_ text: String, named name: String = "words.json") throws -> String {
    try home.write(".local/share/rabble/decks/" + name, text)
  }
}
