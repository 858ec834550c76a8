import ArgumentParser
import RabbleControllers
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStudy

/// `rabble suspend`: stops asking a card.
struct Suspend: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suspend",
    abstract: "Suspend a card, or bury it until tomorrow (--today).",
    discussion: """
      A card is named as for `rabble why`. If its question is asked in several directions, all its \
      cards are suspended unless --direction selects one; --where suspends all cards that a filter \
      selects. `rabble suspended` lists suspended and \
      buried cards; restore one with `rabble unsuspend`, or `rabble undo` right away. Its review \
      history is kept.
      """)

  @OptionGroup var meant: CardsMeant
  @OptionGroup var options: CommonOptions

  @Flag(help: "Bury the card until tomorrow.")
  var today = false

  func run() throws {
    let library = try options.openLibrary(for: .creating)
    let tomorrow = options.surroundings.now().day.advanced(byDays: 1)
    let state: Suspension = today ? .buried(until: tomorrow) : .suspended
    guard meant.filter.text == nil else {
      return try library.suspend(meant.cards(of: library), state).tell()
    }
    let cards = try library.cards(meant.scope.query(meant.names[0]))
    if !cards.isEmpty { _ = try library.suspend(cards.map(\.card.id), state) }
    for standing in cards {
      let name = CardName.text(standing.card)
      if standing.suspension == state || standing.suspension == .suspended {
        Output.tell(state.sentences.already(name))
      } else {
        try Output.line(state.sentences.done(name, state.lastDay?.iso8601))
      }
    }
  }
}

/// `rabble unsuspend`: asks a suspended or buried card again.
struct Unsuspend: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unsuspend",
    abstract: "Unsuspend or unbury a card.",
    discussion: """
      `rabble suspended` lists suspended and buried cards. Exit status 1 if the card was neither.
      """)

  @OptionGroup var scope: CardScope
  @OptionGroup var options: CommonOptions
  @OptionGroup var filter: WhereOption

  @Flag(help: "All suspended and buried cards.")
  var all = false

  @Argument(help: "A card: its prompt, reading or answer, or a prefix of one.", completion: .cards)
  var card: String?

  func validate() throws {
    guard [all, card != nil, filter.text != nil].count(where: \.self) == 1 else {
      throw ValidationError(
        "Name a card, select cards with --where, or use --all for all suspended and buried cards.")
    }
  }

  func run() throws {
    if filter.text != nil {
      let library = try options.openLibrary(for: .changing)
      return try library.suspend(filter.select(.all, of: library).cards, .active).tell()
    }
    let lines = try card.map(unsuspend) ?? options.openLog(for: .changing).unsuspendAll()
    guard !lines.isEmpty else {
      Output.tell(all ? "No suspended or buried cards." : Suspension.active.sentences.already())
      throw ExitCode(1)
    }
    for line in lines { try Output.line(line) }
  }

  private func unsuspend(_ card: String) throws -> [String] {
    let library = try options.openLibrary(for: .changing)
    let today = options.surroundings.now().day
    let cards = try library.cards(scope.query(card)).filter { $0.suspension.holds(on: today) }
    if !cards.isEmpty { _ = try library.suspend(cards.map(\.card.id), .active) }
    return cards.map {
      StudyCommand.unsuspend.sentences(isOn: $0.suspension == .suspended)
        .done(CardName.text($0.card))
    }
  }
}

/// `rabble suspended`: the suspended and buried cards.
struct Suspended: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suspended",
    abstract: "List suspended and buried cards, most recent first.",
    discussion: "Restore one with `rabble unsuspend CARD`, or all with `rabble unsuspend --all`.")

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  func run() throws {
    let suspended = try options.openLog(for: .examining).suspendedTable()
    if suspended.rows.isEmpty, report.format == .text {
      return Output.tell("No suspended or buried cards.")
    }
    try report.write([suspended])
  }
}
