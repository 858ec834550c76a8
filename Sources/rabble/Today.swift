import ArgumentParser
import Foundation
import RabbleReports
import RabbleScreens
import RabbleStudy
import RabbleTerminal

/// `rabble today`: what was done today and what is left, the days ahead and the weeks behind.
struct Today: ParsableCommand {
  static let configuration = CommandConfiguration(
    "today", "Show what you did today, what is left, and what is due next.",
    """
    Retention is the share of cards learned on earlier days that you remembered when they were first asked today. \
    Days begin at 4:00. An answer that took over a minute counts as one minute. New cards count only up to what is \
    left of the day's limit; while you catch up on a backlog in shares, only the day's share counts. Exit status 1 \
    with --count if there is nothing to study.
    """,
    examples: [
      ("rabble today", "one screen"),
      ("rabble today --count", "only how many cards are ready, for a status bar"),
    ])

  @OptionGroup var options: CommonOptions
  @OptionGroup var limits: Limits

  @Flag(help: "Print only the number of cards that are ready.")
  var count = false

  @Option(help: "Output format.")
  var format: SessionFormat = .text

  @OptionGroup var named: GroupArguments

  func run() throws {
    let library = try options.openLibrary(for: .looking)
    let plan = try library.plan(named.groups)
    if count {
      let due = try library.dueToday(plan, newPerDay: limits.newPerDay)
      try Output.write(format == .json ? JSONText.text("ready", due) : "\(due.today)\n")
      if due.today == 0 { throw ExitCode(1) }
      return
    }
    let today = try library.today(plan, newPerDay: limits.newPerDay)
    switch format {
    case .json: try Output.write(JSONText.text("today", today))
    case .text:
      try Output.write(
        TodayText.text(
          today, width: Output.columns,
          isColored: options.isColored(STDOUT_FILENO)))
    }
  }
}
