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

/// `rabble card list`: the cards with all that is known of each.
struct CardList: ParsableCommand {
  static let configuration = CommandConfiguration(
    "list", of: "card", "List cards with state, due date, memory state and last answer.",
    """
    Without CARDS, the cards of everything you study are listed. “Due in”, “Intvl” and “Stab.” (interval and \
    stability) are days; “Recall” is the probability of recall now; a * marks flagged cards. JSON and CSV have more \
    columns. Exit status 1 if no card matches.
    """,
    examples: [
      ("rabble card list --where 'lapses>3'", "cards forgotten more than three times"),
      ("rabble card list Hiragana --format csv", "a group for a spreadsheet"),
    ])

  @OptionGroup var meant: CardArguments
  @OptionGroup var report: ReportOptions
  @OptionGroup var options: CommonOptions

  func run() throws {
    let library = try options.openLibrary(for: .looking)
    let selection = try meant.selection(in: library)
    if meant.filter.text == nil, report.format == .text { Output.tell(selection.description) }
    let cards = try library.list(selection)
    switch report.format {
    case .text: try report.write("cards", ReportTable(cards))
    case .json, .csv: try report.write("cards", ReportTable(cards: cards))
    }
  }
}

/// `rabble card why`: where a card's interval comes from.
struct CardWhy: ParsableCommand {
  static let configuration = CommandConfiguration(
    "why", of: "card", "Explain the schedule of cards and preview what each grade would do.",
    "`:why` does the same in a session. Of a single card, its answers and forgetting curve follow.",
    examples: [
      ("rabble card why 犬", "all cards of 犬"),
      ("rabble card why --where 'prompt:犬 direction:reading'", "one of them"),
    ])

  /// The formats of an explanation.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @OptionGroup var meant: CardArguments
  @OptionGroup var options: CommonOptions

  @Option(help: "Output format.")
  var format: Format = .text

  func validate() throws {
    if meant.cards.isEmpty, meant.filter.text == nil {
      throw ValidationError("Name a card, or select cards with --where.")
    }
  }

  func run() throws {
    let library = try options.openLibrary(for: .looking)
    let explanations = try library.explanations(of: meant.selection(in: library).cards)
    switch format {
    case .text:
      let isColored = options.isColored(STDOUT_FILENO)
      let text = ExplanationText.text(
        explanations.map(\.screen), width: Output.columns, isColored: isColored)
      let isOne = explanations.count == 1 && explanations[0].hasAnswers
      try Output.page(
        text
          + (isOne
            ? try "\n"
              + ReportPageText.text(
                library.page(of: explanations).ofOneCard(answers: ReportPageText.usualRows),
                .init(
                  width: Output.columns, isColored: isColored,
                  isPlain: options.displayStyle.isPlain)) : ""))
    case .json: try Output.write(JSONText.text(library.page(of: explanations)))
    }
    for line in try library.gradingAdvice() { Output.tell(line) }
  }
}
