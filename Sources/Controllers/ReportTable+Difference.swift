import RabbleQuestions
import RabbleScreens

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
