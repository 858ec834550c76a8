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
        [
          Column("group", "Group"), Column("prompt", "Prompt"), Column("answer", "Answer"),
          Column("direction", "Direction"),
        ],
        report.questions.map { row in
          (
            [
              .text(row.group), .text(row.prompt), .text(row.answer),
              .text(row.card.direction.fullName),
            ], row.score
          )
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

extension ReportTable {
  /// The tables of a confusion report: the pairs, and the mistakes by kind.
  ///
  /// - Parameters:
  ///   - report: what was counted.
  ///   - text: what a question asks and what answers it.
  /// - Returns: two tables.
  /// - Throws: what `text` throws.
  public static func tables(
    of report: ConfusionReport, text: (QuestionID) throws -> (prompt: String, answer: String)?
  ) rethrows -> [ReportTable] {
    func cells(_ id: QuestionID) throws -> [Value] {
      let found = try text(id)
      return [.text(found?.prompt ?? id.description), .text(found?.answer ?? "")]
    }
    return [
      ReportTable(
        key: "confusions", title: "Mixed up",
        columns: [
          Column("asked", "Asked"), Column("asked_answer", "Answer"), Column("given", "Given"),
          Column("given_answer", "Answer"), Column("times", "Times"),
          Column("told_apart", "Told apart"),
        ],
        rows: try report.confusions.map { confusion in
          try cells(confusion.pair.asked) + cells(confusion.pair.given) + [
            .count(confusion.count), .flag(confusion.isToldApart),
          ]
        }),
      ReportTable(
        key: "slips", title: "Slips", columns: [Column("slip", "Slip"), Column("times", "Times")],
        rows: report.mistakes.map { [.text($0.mistake), .count($0.count)] }),
    ]
  }
}

extension HardUse {
  /// What to tell the learner, a sentence or two a line; nothing when nothing is suspicious.
  public var advice: [String] {
    guard isSuspicious else { return [] }
    var lines: [String] = []
    if callsWrongHard {
      lines.append(
        "\(calledHard) of the \(judgedWrong) answers that were judged wrong count as hard.")
    }
    if gradesForgottenHard {
      lines.append(
        "Of \(selfGraded) answers you graded yourself, about \(Int(expected.rounded())) should have "
          + "been forgotten; you chose “again” for \(again) and “hard” for \(hard).")
    }
    return lines + [
      "“Hard” means remembered with effort: such a card comes back later, not sooner. If you had "
        + "forgotten it, choose “again”; if you had not, all is well."
    ]
  }
}
