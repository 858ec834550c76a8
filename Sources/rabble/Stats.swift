import ArgumentParser
import RabbleStudy

/// `rabble stats`: correct and incorrect answers by question, group and day.
struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show answer statistics in total and by day, group and card.",
    subcommands: [StatsConfusions.self, StatsLeeches.self])

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  func run() throws {
    let answers = try options.openLog(for: .examining).report(.answers)
    try report.write(answers.tables)
    for line in answers.remarks { Output.tell(line) }
  }
}

/// `rabble stats confusions`: which cards are confused, and the kinds of mistakes.
struct StatsConfusions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "confusions",
    abstract: "List cards you confuse with each other, and error counts by type.",
    discussion: "`rabble study --confusions` practices the pairs you still confuse.")

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  func run() throws {
    let confusions = try options.openLog(for: .examining).report(.confusions)
    try report.write(confusions.tables)
    if report.format == .text { for line in confusions.remarks { Output.tell(line) } }
  }
}

/// `rabble stats leeches`: the cards that are forgotten again and again.
struct StatsLeeches: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leeches",
    abstract: "List leeches: cards you keep forgetting.",
    discussion: """
      What helps against a leech: a mnemonic or an example in its note, or splitting it into easier \
      questions (`rabble deck edit`). The preset sets the leech threshold and whether leeches are \
      suspended (`rabble preset`).
      """)

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  func run() throws {
    let leeches = try options.openLog(for: .examining).report(.leeches)
    if leeches.isEmpty, report.format == .text { return Output.tell("No leeches.") }
    try report.write(leeches.tables)
  }
}
