import RabbleDecks
import RabbleQuestions

/// One prompt with two answers and nothing that tells which is meant.
struct AmbiguousPrompts: LibraryRule {
  static let rule = Rule(
    "RW603", "ambiguous-prompt", .warning,
    "One prompt has two answers, and no hint tells them apart.")

  func check(_ library: Library, _ lists: inout [FindingList]) {
    for places in library.promptTable.shared {
      for (index, place) in places.enumerated().dropFirst() {
        let question = library.question(place).question
        let other = places[..<index].first { other in
          let found = library.question(other).question
          return !found.sharesAnswer(with: question)
            && (found.hint == nil || question.hint == nil || found.hint == question.hint)
        }
        guard let other, !question.answer.isEmpty,
          let field = library.question(place).field(.prompt)
        else { continue }
        let answer = library.question(other).question.answer
        guard !answer.isEmpty else { continue }
        lists[Int(place.deck)].add(
          Self.rule, at: field.span,
          "the prompt of \(library.description(other, from: place)) is the same, "
            + "and its answer is \(Quoted.text(answer))",
          "give both a \"hint\" that tells them apart, or put the answers together")
      }
    }
  }
}
