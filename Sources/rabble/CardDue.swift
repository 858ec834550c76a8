import ArgumentParser
import RabbleScheduling
import RabbleScreens
import RabbleStudy
import RabbleText

/// `rabble card due`: gives cards other due dates.
struct CardDue: ParsableCommand {
  static let configuration = CommandConfiguration(
    "due", of: "card", StudyCommand.due.row.summary,
    """
    WHEN is a date (2026-12-01), or a number of days from today (3d); later:3d postpones what is due or overdue by so many days, \
    sooner:2d makes due today what is due within them, and over:7d spreads what is overdue over the coming days, \
    today included, those first that would lose most by waiting.

    Only due dates change: at the next answer, the memory model counts all the time that has passed. New and suspended \
    cards, cards in learning steps and other cards of the same questions stay as they are. Exit status 1 if there \
    is nothing to change.
    """,
    examples: [
      ("rabble card due 3d 犬", "ask 犬 in three days"),
      ("rabble card due over:7d --where is:overdue", "spread a backlog over a week"),
      ("rabble card due later:3d Spanish --dry-run", "what three days off would change"),
    ])

  @OptionGroup var options: CommonOptions

  @Argument(help: "A date, 3d, later:3d, sooner:2d or over:7d.")
  var when: DueChange

  @OptionGroup var changed: ChangedCards

  @Flag(name: .shortAndLong, help: "Show what would be rescheduled, and change nothing.")
  var dryRun = false

  func validate() throws {
    if dryRun, case .day = when {
      throw ValidationError("--dry-run goes with later:, sooner: and over:.")
    }
  }

  func run() throws {
    let library = try options.openLibrary(for: dryRun ? .looking : .changing)
    let cards =
      try dryRun
      ? changed.meant.selection(in: library).cards
      : changed.agreed(in: library, options, "Reschedule them?")
    guard case .command(let command) = when else {
      return try library.reschedule(cards, to: when.day(from: options.surroundings.now().day))
        .tell()
    }
    let moved = try library.reschedule(cards, command, isDry: dryRun)
    guard !moved.moves.isEmpty else {
      Output.tell("There is nothing to reschedule.")
      throw ExitCode(1)
    }
    try Output.line(moved.description(isDone: !dryRun))
    for line in moved.lines { try Output.line(line) }
    if !dryRun { try Output.line("Undo with `rabble undo`.") }
  }
}

/// What becomes of due dates.
enum DueChange: ExpressibleByArgument {
  /// A date, or so many days from today.
  case day(date: StudyDay?, count: Int)
  /// Days that are chosen for each card.
  case command(Adjustment.Command)

  init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
    if let date = Moment(iso8601: argument + "T12:00:00Z")?.day {
      self = .day(date: date, count: 0)
    } else if argument == "today" {
      self = .day(date: nil, count: 0)
    } else if parts.count == 2, let days = DayCount(argument: parts[1])?.days {
      switch parts[0] {
      case "later": self = .command(.postpone(days: days))
      case "sooner": self = .command(.advance(days: days))
      case "over": self = .command(.spread(days: days))
      default: return nil
      }
    } else if let count = DayCount(argument: argument)?.days {
      self = .day(date: nil, count: count)
    } else {
      return nil
    }
  }

  /// The day, seen from today.
  func day(from today: StudyDay) -> StudyDay {
    guard case .day(let date, let count) = self else { return today }
    return date ?? today.advanced(byDays: count)
  }
}

/// A number of days: `7d`, `2w` or `7`.
private struct DayCount {
  let days: Int

  init?(argument: String) {
    let unit = argument.last.flatMap { ["d": 1, "w": 7][$0] }
    guard let number = Int(unit == nil ? argument[...] : argument.dropLast()),
      case let (days, overflow) = number.multipliedReportingOverflow(by: unit ?? 1), !overflow,
      (1...365).contains(days)
    else { return nil }
    self.days = days
  }
}
