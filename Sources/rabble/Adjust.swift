import ArgumentParser
import RabbleControllers
import RabbleQuestions
import RabbleScheduling
import RabbleStudy

/// `rabble known`: takes the new cards of groups, or a card, as known.
struct Known: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "known",
    abstract: "Mark all new cards of groups as known.",
    discussion: """
      For what you have learned elsewhere. The cards are not asked as new cards; their first reviews \
      are between one week and two months from now, spread so that no day gets many. The first \
      answer shows what you really know: a card you have forgotten starts over. Groups that build on \
      these are unlocked. `rabble undo` makes all of them new again.

      A name that matches no group names a card, as for `rabble why`. With --where, only the new cards that \
      a filter selects are marked. `rabble place` finds out which groups you know. Exit status 1 if \
      there are no new cards.
      """)

  @OptionGroup var scope: CardScope
  @OptionGroup var options: CommonOptions
  @OptionGroup var filter: WhereOption

  @Argument(
    help: ArgumentHelp(
      "Group or course titles, or unambiguous prefixes; or one card.", valueName: "group"),
    completion: .groupsAndCards)
  var names: [String] = []

  func validate() throws {
    if names.isEmpty, filter.text == nil {
      throw ValidationError("Name a group or a card, or select cards with --where.")
    }
    if scope.isUsed, filter.text != nil || names.count != 1 {
      throw ValidationError("--direction and --group go with one named card.")
    }
  }

  func run() throws {
    let library = try options.openLibrary(for: .creating)
    let (known, cards) = try takeAsKnown(in: library)
    guard known.count > 0 else {
      Output.tell(known.description)
      throw ExitCode(1)
    }
    try Output.line(known.description)
    let today = options.surroundings.now().day
    for standing in cards where standing.schedule == nil && !standing.suspension.holds(on: today) {
      try Output.line("  " + CardName.text(standing.card))
    }
    try Output.line("Undo with `rabble undo`.")
  }

  /// Takes the cards as known that are meant; and those of a name that means no group, as they were before.
  private func takeAsKnown(in library: Library) throws -> (KnownCards, cards: [CardStanding]) {
    let seed = options.seed ?? 1
    if filter.text != nil {
      let selection = try filter.select(SelectionScope(names), of: library)
      return (try library.takeAsKnown(selection.cards, seed: seed), [])
    }
    func takeCards() throws -> (KnownCards, cards: [CardStanding]) {
      let cards = try library.cards(scope.query(names[0]))
      return (try library.takeAsKnown(cards.map(\.card.id), seed: seed), cards)
    }
    if scope.isUsed { return try takeCards() }
    do {
      return (try library.takeAsKnown(names, seed: seed), [])
    } catch let error as UnknownGroup where error.reason == .unknown && names.count == 1 {
      do { return try takeCards() } catch CardError.unknown { throw error }
    }
  }
}

/// `rabble reschedule`: gives cards other due dates.
struct Reschedule: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reschedule",
    abstract: "Spread overdue cards over days, postpone or advance cards.",
    discussion: """
      --over spreads the overdue cards over the coming days, including today, and counts what is \
      due there already; the cards that would lose most by waiting come first. --postpone makes \
      all due and overdue cards due N days from now. --advance makes cards that are due in the next N \
      days due today.

      Only due dates change: at the next answer, the memory model counts all the time that has \
      passed. New and suspended cards and cards in learning steps are not changed. Without a \
      GROUP, all cards you study are included. `rabble undo` restores all due dates. Exit status 1 \
      if there is nothing to reschedule.

      --to makes one card that you name, as for `rabble why`, or the cards that --where selects, due \
      on a day; other cards of the same question stay where they are.
      """)

  @OptionGroup var scope: CardScope
  @OptionGroup var options: CommonOptions
  @OptionGroup var filter: WhereOption

  @Option(
    help: ArgumentHelp("Spread overdue cards over this time, e.g. 7d.", valueName: "time"))
  var over: DayCount?

  @Option(help: ArgumentHelp("Postpone due and overdue cards, e.g. by 3d.", valueName: "time"))
  var postpone: DayCount?

  @Option(
    help: ArgumentHelp("Make cards due in the coming days due today, e.g. 2d.", valueName: "time"))
  var advance: DayCount?

  @Option(
    help: ArgumentHelp(
      "Make a card, or those of --where, due on this day: 2026-12-01, or 3d from today.",
      valueName: "day"))
  var to: DueDay?

  @Flag(name: .shortAndLong, help: "Show what would be rescheduled, and change nothing.")
  var dryRun = false

  @Argument(
    help: ArgumentHelp(
      "Group or course titles, or unambiguous prefixes; with --to, a card.", valueName: "group"),
    completion: .groupsAndCards)
  var names: [String] = []

  func validate() throws {
    guard [over, postpone, advance].compactMap(\.self).count + (to == nil ? 0 : 1) == 1 else {
      throw ValidationError("Choose one of --over, --postpone, --advance and --to.")
    }
    if to != nil, dryRun { throw ValidationError("--to does not go with --dry-run.") }
    let isOfCard = to != nil && filter.text == nil
    if isOfCard, names.count != 1 {
      throw ValidationError("With --to, name a card, or select cards with --where.")
    }
    if scope.isUsed, !isOfCard {
      throw ValidationError("--direction and --group go with --to and a named card.")
    }
  }

  func run() throws {
    let library = try options.openLibrary(for: dryRun ? .looking : .changing)
    if let to, filter.text == nil { return try reschedule(names[0], to: to, in: library) }
    if filter.text != nil {
      let selection = try filter.select(SelectionScope(names), of: library)
      if let to {
        let day = to.day(from: options.surroundings.now().day)
        return try library.reschedule(selection.cards, to: day).tell()
      }
    }
    let command: Adjustment.Command =
      if let over { .spread(days: over.days) } else if let postpone {
        .postpone(days: postpone.days)
      } else { .advance(days: advance?.days ?? 1) }
    let cards = try library.reschedule(names, command, where: filter.filter(), isDry: dryRun)
    guard !cards.moves.isEmpty else {
      Output.tell("There is nothing to reschedule.")
      throw ExitCode(1)
    }
    try Output.line(cards.description(isDone: !dryRun))
    for line in cards.lines { try Output.line(line) }
    if !dryRun { try Output.line("Undo with `rabble undo`.") }
  }

  private func reschedule(_ card: String, to day: DueDay, in library: Library) throws {
    let cards = try library.cards(scope.query(card))
    let day = day.day(from: options.surroundings.now().day)
    try library.reschedule(cards.map(\.card.id), to: day).tell()
    for standing in cards {
      guard case .on(let before)? = standing.schedule?.due, before != day else { continue }
      try Output.line("  " + CardName.text(standing.card))
    }
  }
}

/// `rabble forget`: makes cards new again.
struct Forget: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Make cards new again.",
    discussion: """
      The next answer to such a card starts its schedule over, as if it had never been answered. Its \
      answers stay in the review log and in statistics. `rabble undo` restores the schedules. Exit \
      status 1 if the cards are new already.
      """)

  @OptionGroup var meant: CardsMeant
  @OptionGroup var options: CommonOptions

  func run() throws {
    let library = try options.openLibrary(for: .changing)
    try library.forget(meant.cards(of: library)).tell()
  }
}

/// A day on which cards are due: `2026-12-01`, or so many days from today, `3d`.
struct DueDay: ExpressibleByArgument {
  private let count: Int?
  private let date: StudyDay?

  init?(argument: String) {
    date = Moment(iso8601: argument + "T12:00:00Z")?.day
    count = argument == "today" ? 0 : DayCount(argument: argument)?.days
    if date == nil, count == nil { return nil }
  }

  func day(from today: StudyDay) -> StudyDay { date ?? today.advanced(byDays: count ?? 0) }
}

/// A number of days: `7d`, `2w` or `7`.
struct DayCount: ExpressibleByArgument {
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
