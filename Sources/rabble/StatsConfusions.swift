import ArgumentParser
import RabbleControllers
import RabbleScreens
import RabbleStatistics

/// `rabble stats confusions`: which questions are mixed up, and the slips by kind.
struct StatsConfusions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "confusions",
    abstract: "Show which questions are mixed up, and the slips by kind.",
    discussion: "`rabble study --confusions` drills the pairs that are not told apart yet.")

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  func run() throws {
    let log = try Library.openLog(options)
    var tally = ConfusionTally()
    try log.forEachReview { tally.add($0) }
    try report.write(ReportTable.tables(of: tally.report) { try log.text(of: $0) })
  }
}
