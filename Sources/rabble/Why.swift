import ArgumentParser
import Foundation
import RabbleControllers
import RabbleReports
import RabbleScreens
import RabbleStatistics
import RabbleTerminal

/// `rabble why`: where a card's interval comes from, in plain words.
struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Say why a card comes back when it does, and what each grade would do.",
    discussion: """
      A card is named by its prompt, its reading or its answer, in kana or romaji, or by the \
      beginning of one. If its question is asked in several directions, all are explained. `:why` \
      does the same in a session.
      """)

  /// The forms of an explanation.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @OptionGroup var scope: CardScope
  @OptionGroup var options: CommonOptions

  @Option(help: "text for people, json for programs.")
  var format: Format = .text

  @Argument(help: "A card: its prompt, reading or answer, or the beginning of one.")
  var card: String

  func run() throws {
    let library = try Library.open(options)
    let log = library.log
    let now = options.clock.now()
    let explanations = try scope.cards(card, in: library, at: now).map { standing in
      Explanation(
        standing, try log.history(of: standing.card),
        load: try log.dueLoad(besides: standing.card.id, at: now),
        localTime: options.clock.localTime, at: now)
    }
    switch format {
    case .text:
      try OutputFile.write(
        ExplanationText.text(
          explanations.map(\.screen), width: Terminal.columns(descriptor: STDOUT_FILENO),
          isColored: options.isColored(STDOUT_FILENO)))
    case .json: try OutputFile.write(JSONText.text(ReportTable.tables(of: explanations)))
    }
    for line in try HardUse(log).advice { Talk.say(line) }
  }
}
