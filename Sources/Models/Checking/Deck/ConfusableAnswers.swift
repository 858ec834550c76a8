import RabbleDecks
import RabbleJudging
import RabbleQuestions

/// Answers of two questions that a typo could turn into one another.
struct ConfusableAnswers: LibraryRule {
  static let rule = Rule(
    "RW608", "confusable-answers", .note,
    "Two answers are a typo apart; the judge accepts neither for the other.")

  func check(_ library: Library, _ lists: inout [FindingList]) {
    let groups = library.decks.flatMap(\.file.groups)
    var places: [Question: Library.Place] = [:]
    let pairs = Vocabulary.confusablePairs(in: groups)
    guard !pairs.isEmpty else { return }
    let wanted = Set(pairs.flatMap { [$0.first, $0.second] })
    library.forEachQuestion { place, source in
      if wanted.contains(source.question), places[source.question] == nil {
        places[source.question] = place
      }
    }
    for pair in pairs {
      guard let place = places[pair.second], let other = places[pair.first] else { continue }
      let source = library.question(place)
      let span = source.field(.answer)?.span ?? source.span
      lists[Int(place.deck)].add(
        Self.rule, at: span,
        "\(Quoted.text(pair.secondAnswer)) is a typo away from \(Quoted.text(pair.firstAnswer)) "
          + "(\(Quoted.text(pair.first.prompt)), \(library.description(other, from: place)))",
        "nothing need be done: neither passes for the other")
    }
  }
}
