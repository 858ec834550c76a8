import RabbleStorage

/// A course whose groups were found on the shelf.
struct StudyCourse {
  /// A group of the course, with those it builds on.
  struct Step {
    let group: StoredGroup
    let after: [StoredGroup]
  }

  let title: String
  /// Whether it came with the program.
  let isBundled: Bool
  /// The groups in the order in which they are learned.
  let steps: [Step]

  var groups: [StoredGroup] { steps.map(\.group) }

  /// Finds the groups of a course among those of the decks beside it. A title that several decks have
  /// stands for all their groups.
  init(
    _ title: String, steps: [StoredCourse.Step], groups: [StoredGroup], isBundled: Bool
  ) {
    let byTitle = Dictionary(grouping: groups, by: \.title)
    self.title = title
    self.isBundled = isBundled
    self.steps = steps.flatMap { step in
      let after = step.after.flatMap { byTitle[$0] ?? [] }
      return (byTitle[step.group] ?? []).map { Step(group: $0, after: after) }
    }
  }
}
