import ArgumentParser
import RabbleControllers
import RabbleScreens
import RabbleStatistics

/// `rabble stats`: correct and incorrect answers by question, group and day.
struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show correct and incorrect answers by question, group and day.",
    subcommands: [StatsConfusions.self, StatsLeeches.self])

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  func run() throws {
    let log = try Library.openLog(options)
    var tally = ScoreTally()
    var hard = HardUseTally()
    try log.forEachReview { recorded in
      if recorded.isRetracted { return }
      tally.add(
        recorded.review, group: recorded.group, prompt: recorded.prompt, answer: recorded.answer)
      hard.add(recorded.review)
    }
    try report.write(ReportTable.tables(of: tally.report))
    for line in hard.use.advice { Talk.say(line) }
  }
}
