/// What can be wrong with a course that is sound JSON.
public enum CourseFault: Hashable, Sendable {
  /// The file holds a deck.
  case isDeck
  /// The array of steps is empty, or nothing in it can be used.
  case noSteps
  /// No deck beside the course has this group; `similar` is one that is called almost so.
  case unknownGroup(String, similar: String?)
  /// The group is a step already, on `firstLine`.
  case repeatedGroup(String, firstLine: Int)
  /// A step builds on a group of which no earlier step is.
  case noEarlierStep(String)

  var wording: (reason: String, advice: String) {
    switch self {
    case .isDeck: ("this is a deck, not a course", "give the deck another name")
    case .noSteps: ("there are no steps", "write one, {\"group\": \"…\", \"after\": []}")
    case .unknownGroup(let title, let similar):
      (
        "no deck beside it has the group \(Excerpt.quoted(title))",
        similar.map { "perhaps \(Excerpt.quoted($0)) is meant" } ?? "remove the step, or add a deck"
      )
    case .repeatedGroup(let title, let line):
      ("the group \(Excerpt.quoted(title)) is the step of line \(line) already", "keep one of them")
    case .noEarlierStep(let title):
      (
        "no earlier step is the group \(Excerpt.quoted(title))",
        "name groups that come before, or move this step behind them"
      )
    }
  }
}
