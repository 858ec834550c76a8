import RabbleDecks
import RabbleQuestions

/// Everything that is checked together.
final class Library {
  /// The files.
  let decks: [DeckSource]

  /// A question's place among all.
  struct Place: Hashable {
    let deck: Int32
    let group: Int32
    let question: Int32
  }

  /// Calls `body` with every question.
  func forEachQuestion(_ body: (Place, QuestionSource) -> Void) {
    for (deck, source) in decks.enumerated() {
      for (group, entry) in source.groups.enumerated() {
        for (question, entry) in entry.questions.enumerated() {
          body(
            Place(deck: Int32(deck), group: Int32(group), question: Int32(question)), entry)
        }
      }
    }
  }

  /// The question at a place.
  func question(_ place: Place) -> QuestionSource {
    group(place).questions[Int(place.question)]
  }

  /// The group at a place.
  func group(_ place: Place) -> GroupSource {
    decks[Int(place.deck)].groups[Int(place.group)]
  }

  /// How a question is told to an author who reads about another one: `line 12`, or with its file if
  /// that is another.
  func description(_ place: Place, from other: Place) -> String {
    let deck = decks[Int(place.deck)]
    let line = lines(place.deck).position(of: question(place).span.start).line
    return place.deck == other.deck ? "line \(line)" : "line \(line) of \(deck.file.path)"
  }

  /// The questions that share a prompt.
  private(set) lazy var promptTable = PromptTable(self)

  private func lines(_ deck: Int32) -> SourceLines { lineTable[Int(deck)] }
  private let lineTable: [SourceLines]

  /// Makes a library.
  init(_ decks: [DeckSource], lines: [SourceLines]) {
    self.decks = decks
    lineTable = lines
  }
}
