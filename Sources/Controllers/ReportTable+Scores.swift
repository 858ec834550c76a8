import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics

extension ReportTable {
  /// The groups with what there is to study in each.
  public init(_ counts: [GroupCounts]) {
    self.init(
      key: "groups", title: "",
      columns: [
        Column("group", "Group"), Column("questions", "Questions"),
        Column("cards", "Cards"), Column("new", "New"), Column("learning", "Learning"),
        Column("due", "Due"), Column("accuracy", "Accuracy"),
      ],
      rows: counts.map { count in
        [
          .text(count.title), .count(count.questions), .count(count.cards), .count(count.new),
          .count(count.learning), .count(count.due), count.score.share,
        ]
      })
  }

  /// The tables of a score report: all answers, by day, by group and by question.
  public static func tables(of report: ScoreReport) -> [ReportTable] {
    [
      scores("total", "All answers", [], [([], report.total)]),
      scores(
        "days", "By day", [Column("day", "Day")],
        report.days.map { ([.text($0.day.iso8601)], $0.score) }),
      scores(
        "groups", "By group", [Column("group", "Group")],
        report.groups.map { ([.text($0.group)], $0.score) }),
      scores(
        "questions", "By question",
        [Column("group", "Group"), Column("prompt", "Prompt"), Column("answer", "Answer")],
        report.questions.map { row in
          ([.text(row.group), .text(row.prompt), .text(row.answer)], row.score)
        }),
    ]
  }

  private static func scores(
    _ key: String, _ title: String, _ names: [Column], _ rows: [(names: [Value], score: Score)]
  ) -> ReportTable {
    ReportTable(
      key: key, title: title,
      columns: names + [
        Column("correct", "Correct"), Column("incorrect", "Incorrect"),
        Column("percentage", "Percentage"),
      ],
      rows: rows.map { row in
        row.names + [.count(row.score.correct), .count(row.score.incorrect), row.score.share]
      })
  }
}

extension Score {
  /// The running percentage as a value of a table.
  fileprivate var share: ReportTable.Value {
    runningPercentage.map { .share($0) } ?? .missing
  }
}
