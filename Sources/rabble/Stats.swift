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

/// `rabble stats confusions`: which questions are mixed up, and the mistakes by kind.
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

/// `rabble stats leeches`: the cards that are forgotten again and again.
struct StatsLeeches: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leeches",
    abstract: "Show the cards that are forgotten again and again.",
    discussion: """
      What helps against a leech: a mnemonic or an example in its note, or splitting it into easier \
      questions (`rabble deck edit`). From how many lapses on a card is a leech, and whether it is \
      suspended then, its preset says (`rabble preset`).
      """)

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  func run() throws {
    let log = try Library.openLog(options)
    let leeches = try log.leeches()
    if leeches.isEmpty, report.format == .text { return Talk.say("There are no leeches.") }
    let held = Set(try log.suspendedCards(at: options.clock.now()).map(\.card))
    try report.write([
      ReportTable(
        key: "leeches", title: "",
        columns: [
          .init("prompt", "Prompt"), .init("answer", "Answer"), .init("direction", "Asks for"),
          .init("group", "Group"), .init("lapses", "Forgotten"), .init("suspended", "Left out"),
        ],
        rows: leeches.map { leech in
          [
            .text(leech.prompt), .text(leech.answer), report.format.direction(leech.card.direction),
            .text(leech.group), .count(leech.lapses), .flag(held.contains(leech.card)),
          ]
        })
    ])
  }
}
