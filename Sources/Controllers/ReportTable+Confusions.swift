import RabbleQuestions
import RabbleScreens
import RabbleStatistics

extension ReportTable {
  /// The tables of a confusion report: the pairs, and the slips by kind.
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
        rows: report.slips.map { [.text($0.slip), .count($0.count)] }),
    ]
  }
}
