import RabbleDecks
import RabbleQuestions

/// A question that another file has, too.
struct RepeatedQuestions: LibraryRule {
  static let rule = Rule(
    "RW602", "question-in-two-decks", .warning, "Two files have the same prompt and answer.")

  func check(_ library: Library, _ lists: inout [FindingList]) {
    guard library.decks.count > 1 else { return }
    for places in library.promptTable.shared {
      for (index, place) in places.enumerated().dropFirst() {
        let question = library.question(place).question
        let other = places[..<index].first {
          $0.deck != place.deck && library.question($0).question.sharesAnswer(with: question)
        }
        guard let other, let field = library.question(place).field(.prompt) else { continue }
        lists[Int(place.deck)].add(
          Self.rule, at: field.span,
          "\(library.description(other, from: place)) asks the same",
          "keep it in one deck, so that it is learned once")
      }
    }
  }
}
