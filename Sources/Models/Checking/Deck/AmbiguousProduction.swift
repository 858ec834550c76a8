import RabbleDecks
import RabbleJudging
import RabbleQuestions

/// One answer of two prompts, where the prompt is asked for.
struct AmbiguousProduction: LibraryRule {
  static let rule = Rule(
    "RW607", "ambiguous-production", .warning,
    "Two prompts of one language have one answer, and the prompt is asked for without a hint.")

  func check(_ library: Library, _ lists: inout [FindingList]) {
    var first: [String: Library.Place] = [:]
    library.forEachQuestion { place, source in
      let question = source.question
      let directions = question.directions ?? library.group(place).group.directions
      guard directions?.contains(.production) == true, question.cloze == nil,
        !question.answer.isEmpty, let field = source.field(.answer)
      else { return }
      let language = library.group(place).group.language ?? ""
      let key = language + "\n" + TextFold.plain(question.answer)
      guard let other = first[key] else {
        first[key] = place
        return
      }
      let found = library.question(other).question
      guard found.prompt != question.prompt,
        found.hint == nil || question.hint == nil || found.hint == question.hint,
        !found.alternatives.contains(question.prompt)
      else { return }
      lists[Int(place.deck)].add(
        Self.rule, at: field.span,
        "the question of \(library.description(other, from: place)) has this answer too, "
          + "so nobody can tell which prompt is asked for",
        "give both a \"hint\" that tells them apart")
    }
  }
}
