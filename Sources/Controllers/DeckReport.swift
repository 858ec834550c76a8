import RabbleQuestions
import RabbleScheduling
import RabbleScreens

extension ReportTable {
  /// The table of a group's questions, with a column for each value that one of them has.
  public init(_ group: QuestionGroup) {
    let fields = group.questions.map(\.fields)
    let keys = Self.keys(of: fields)
    self.init(
      key: "questions", title: group.title,
      columns: [Column("number", "#")] + keys.map { Column($0, Self.title(of: $0)) },
      rows: fields.enumerated().map { [.count($0 + 1)] + Self.values($1, keys) })
  }

  /// One table of all groups' questions, which says of each where it stands.
  public init(questionsOf groups: [QuestionGroup]) {
    let fields = groups.flatMap { $0.questions.map(\.fields) }
    let keys = Self.keys(of: fields)
    let rows = groups.flatMap { group in
      group.questions.enumerated().map { index, question in
        [.text(group.title), .count(index + 1)] + Self.values(question.fields, keys)
      }
    }
    self.init(
      key: "questions", title: "",
      columns: [Column("group", "Group"), Column("number", "#")]
        + keys.map { Column($0, Self.title(of: $0)) },
      rows: rows)
  }

  /// The keys that any question has, what is asked and answered first.
  private static func keys(of fields: [[Question.Field]]) -> [String] {
    let found = Set(fields.joined().map(\.key))
    let first = ["prompt", "cloze", "reading", "answer", "alternatives", "hint"]
    let rest = [
      "blocked", "furigana", "part_of_speech", "pitch", "example", "directions", "tags", "source",
      "note", "id",
    ]
    return (first + rest).filter(found.contains)
  }

  private static func values(_ fields: [Question.Field], _ keys: [String]) -> [Value] {
    let texts = Dictionary(uniqueKeysWithValues: fields.map { ($0.key, $0.text) })
    return keys.map { key in texts[key].map { .text($0) } ?? .missing }
  }

  private static func title(of key: String) -> String {
    let text = key.replacing("_", with: " ")
    return text.prefix(1).uppercased() + text.dropFirst()
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
