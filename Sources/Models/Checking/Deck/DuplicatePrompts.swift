import RabbleDecks
import RabbleQuestions

/// A question that stands twice in one file, in the same words but for case and punctuation.
struct DuplicatePrompts: LibraryRule {
  static let rule = Rule(
    "RW601", "duplicate-prompt", .warning, "A prompt stands twice in a file with the same answer.")

  func check(_ library: Library, _ lists: inout [FindingList]) {
    for places in library.promptTable.shared {
      for (index, place) in places.enumerated().dropFirst() {
        let question = library.question(place).question
        let other = places[..<index].first { other in
          let found = library.question(other).question
          return other.deck == place.deck && found.sharesAnswer(with: question)
            && !(found.prompt == question.prompt && found.answer == question.answer
              && other.group == place.group)
        }
        guard let other, let field = library.question(place).field(.prompt) else { continue }
        lists[Int(place.deck)].add(
          Self.rule, at: field.span,
          "the question of \(library.description(other, from: place)) asks the same",
          "remove one of them")
      }
    }
  }
}
