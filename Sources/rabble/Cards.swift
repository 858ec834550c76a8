import ArgumentParser
import Foundation
import RabbleControllers
import RabbleQuestions
import RabbleReports
import RabbleScheduling
import RabbleScreens
import RabbleStudy
import RabbleTerminal

/// Where a card that is named is looked for.
struct CardScope: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only this card of the question.",
      discussion: "\(Direction.names), or the text of a blank.",
      valueName: "direction"))
  var direction: String?

  @Option(help: ArgumentHelp("Look only in this group.", valueName: "group"), completion: .groups)
  var group: String?

  /// Whether a direction or a group is named.
  var isUsed: Bool { direction != nil || group != nil }

  func query(_ card: String) -> CardQuery { CardQuery(card, direction: direction, group: group) }
}

/// `rabble why`: where a card's interval comes from.
struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain a card's schedule and preview what each grade would do.",
    discussion: """
      A card is named by its prompt, reading or answer, in kana or romaji, or by a prefix of one. \
      If its question is asked in several directions, all are explained. `:why` does the same in a \
      session, and `rabble stats card` shows a card's history and forgetting curve.
      """)

  /// The formats of an explanation.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @OptionGroup var scope: CardScope
  @OptionGroup var options: CommonOptions

  @Option(help: "Output format.")
  var format: Format = .text

  @Argument(help: "A card: its prompt, reading or answer, or a prefix of one.", completion: .cards)
  var card: String

  func run() throws {
    let library = try options.openLibrary(for: .looking)
    let explanations = try library.explanations(scope.query(card))
    switch format {
    case .text:
      try Output.write(
        ExplanationText.text(
          explanations.map(\.screen), width: Terminal.columns(descriptor: STDOUT_FILENO),
          isColored: options.isColored(STDOUT_FILENO)))
      if explanations.contains(where: \.hasAnswers) {
        Output.tell("`rabble stats card` shows a card's history and forgetting curve.")
      }
    case .json: try Output.write(JSONText.text(ReportTable.tables(of: explanations)))
    }
    for line in try library.gradingAdvice() { Output.tell(line) }
  }
}

/// Which cards a command is about: one that is named, or those that a filter selects.
struct CardsMeant: ParsableArguments {
  @OptionGroup var scope: CardScope
  @OptionGroup var filter: WhereOption

  @Argument(
    help: ArgumentHelp(
      "A card: its prompt, reading or answer, or a prefix of one. With --where, groups.",
      valueName: "card"), completion: .cards)
  var names: [String] = []

  func validate() throws {
    if filter.text == nil {
      guard names.count == 1 else {
        throw ValidationError(
          names.isEmpty
            ? "Name a card, or select cards with --where."
            : "Name one card (in quotation marks if it has spaces), or select cards with --where.")
      }
    } else if scope.isUsed {
      throw ValidationError(
        "--direction and --group go with a named card; a filter has direction: and deck:.")
    }
  }

  /// The cards. Where a filter selects them, their number is said on standard error.
  ///
  /// - Throws: `CardError`, `ExitCode` 1 when no card matches, or what ``WhereOption`` throws.
  func cards(of library: Library) throws -> [CardID] {
    filter.text == nil
      ? try library.cards(scope.query(names[0])).map(\.card.id)
      : try filter.select(SelectionScope(names), of: library).cards
  }
}

extension CardChange {
  /// Says what was done and how to undo it, or why nothing was.
  ///
  /// - Throws: `ExitCode` 1 when nothing was.
  func tell() throws {
    guard count > 0 else {
      Output.tell(description)
      throw ExitCode(1)
    }
    try Output.line(description)
    if count > 1 { try Output.line("Undo with `rabble undo`.") }
  }
}

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
        Output.tell("Already suspended or buried: \(name).")
      } else {
        try Output.line("\(today ? "Buried until tomorrow" : "Suspended"): \(name).")
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
      Output.tell(all ? "No suspended or buried cards." : "Not suspended or buried.")
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
      ($0.suspension == .suspended ? "Unsuspended" : "Unburied") + ": \(CardName.text($0.card))."
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
