import ArgumentParser
import Foundation
import RabbleControllers
import RabbleQuestions
import RabbleReports
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleStudy
import RabbleTerminal

/// `rabble cards`: the cards with all that is known of each.
struct Cards: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cards",
    abstract: "List cards with state, due date, memory state and last answer.",
    discussion: """
      Without a GROUP, the cards of everything you study are listed. “Due in”, “Intvl” and “Stab.” \
      (interval and stability) are days; “Recall” is the probability of recall now; a * marks \
      flagged cards. --format json and csv have more columns. Exit status 1 if no card matches.

      Filters: terms side by side must all hold; `or` joins alternatives; - negates; parentheses group. \
      A word by itself is a text of the card, whatever its kana, width or case; * stands for any \
      characters.

      \(FilterKey.allCases.map(line).joined(separator: "\n"))
      """)

  /// A row of the table of filters: what it means in lines of its own column, so that none is wider than
  /// a terminal of 80 columns, which would break it at the margin.
  private static func line(_ key: FilterKey) -> String {
    let (example, meaning) = key.explanation
    let margin = "\n" + String(repeating: " ", count: 24)
    return "  " + example.padded(to: 20) + "  "
      + meaning.wrapped(to: 54).joined(separator: margin)
  }

  @OptionGroup var options: CommonOptions
  @OptionGroup var filter: WhereOption
  @OptionGroup var report: ReportOptions

  @OptionGroup var named: GroupArguments

  func run() throws {
    let library = try options.openLibrary(for: .looking)
    let selection = try filter.select(SelectionScope(named.groups), of: library)
    if filter.text == nil, report.format == .text { Output.tell(selection.description) }
    let cards = try library.list(selection)
    switch report.format {
    case .text: try report.write([ReportTable(cards)])
    case .json, .csv: try report.write([ReportTable(cards: cards)])
    }
  }
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
