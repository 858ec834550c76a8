import RabbleQuestions
import RabbleScheduling
import RabbleScreens

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
