import RabbleQuestions
import RabbleScheduling
import RabbleScreens

extension ReportTable {
  /// The table of a group's questions, with a column for each value that one of them has.
  public init(_ group: QuestionGroup) {
    let fields = Self.fields(of: group.questions)
    self.init(
      key: "questions", title: group.title,
      columns: [Column("number", "#")] + fields.map { Column($0.key, $0.label) },
      rows: group.questions.enumerated().map { [.count($0 + 1)] + Self.values($1, fields) })
  }

  /// One table of all groups' questions, which says of each where it stands.
  public init(questionsOf groups: [QuestionGroup]) {
    let fields = Self.fields(of: groups.flatMap(\.questions))
    let rows = groups.flatMap { group in
      group.questions.enumerated().map { index, question in
        [.text(group.title), .count(index + 1)] + Self.values(question, fields)
      }
    }
    self.init(
      key: "questions", title: "",
      columns: [Column("group", "Group"), Column("number", "#")]
        + fields.map { Column($0.key, $0.label) },
      rows: rows)
  }

  /// The fields that any question has, what is asked and answered first, and last what says where it
  /// is from.
  private static func fields(of questions: [Question]) -> [Question.Field] {
    let first: [Question.Field] = [
      .prompt, .cloze, .reading, .answer, .alternatives, .hint, .blocked, .furigana,
    ]
    let last: [Question.Field] = [.directions, .tags, .source, .note, .id]
    let rest = Question.Field.allCases.filter { !first.contains($0) && !last.contains($0) }
    return (first + rest + last).filter { field in
      questions.contains { $0.summary(field) != nil }
    }
  }

  private static func values(_ question: Question, _ fields: [Question.Field]) -> [Value] {
    fields.map { field in question.summary(field).map { .text($0) } ?? .missing }
  }
}

extension ReportTable {
  /// The table of what changed between two versions of a deck.
  public init(_ difference: DeckDifference) {
    self.init(
      key: "changes", title: "",
      columns: [
        Column("change", "Change"), Column("group", "Group"), Column("prompt", "Prompt"),
        Column("field", "Field"), Column("before", "Before"), Column("after", "After"),
      ],
      rows: difference.changes.map { change in
        [
          .text(change.kind.rawValue), .text(change.group), Self.value(change.prompt),
          .text(change.field), Self.value(change.before), Self.value(change.after),
        ]
      })
  }

  private static func value(_ text: String?) -> Value { text.map { .text($0) } ?? .missing }
}

extension ReportTable {
  /// The steps of a course, with what there is to study in each, how much of it is known, and what it
  /// waits for.
  public init(course title: String, steps: [StepStanding]) {
    let counts = ReportTable(steps.map(\.counts))
    self.init(
      key: "course", title: title,
      columns: counts.columns + [Column("known", "Known"), Column("path", "Path")],
      rows: zip(counts.rows, steps).map { row, step in
        row + [.share(step.knowledge.share), .text(Self.path(of: step))]
      })
  }

  private static func path(of step: StepStanding) -> String {
    guard let first = step.waitsFor.first else { return step.knowledge.isKnown ? "known" : "open" }
    let others = step.waitsFor.count - 1
    return "after \(first)" + (others > 0 ? " and \(others) more" : "")
  }
}
