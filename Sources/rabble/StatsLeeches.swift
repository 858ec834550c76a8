import ArgumentParser
import RabbleControllers
import RabbleScreens

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
