import ArgumentParser
import RabbleControllers
import RabbleScreens

/// `rabble suspended`: the cards that are left out.
struct Suspended: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suspended",
    abstract: "List the cards that are suspended or buried, the latest first.",
    discussion: "`rabble unsuspend CARD` has one asked again, `rabble unsuspend --all` all.")

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  func run() throws {
    let log = try Library.openLog(options)
    let held = try log.suspendedCards(at: options.clock.now())
    if held.isEmpty, report.format == .text { return Talk.say("No card is left out.") }
    let rows = try held.map { card -> [ReportTable.Value] in
      let text = try log.text(of: card.card.question)
      return [
        .text(text?.prompt ?? card.card.question.description), .text(text?.answer ?? ""),
        report.format.direction(card.card.direction), .text(card.since.day.iso8601),
        card.until.map { .text($0.iso8601) } ?? .missing,
        .text(card.isLeech ? "leech" : card.until == nil ? "suspended" : "buried"),
      ]
    }
    try report.write([
      ReportTable(
        key: "suspended", title: "",
        columns: [
          .init("prompt", "Prompt"), .init("answer", "Answer"), .init("direction", "Asks for"),
          .init("since", "Since"), .init("until", "Until"), .init("reason", "Why"),
        ], rows: rows)
    ])
  }
}
