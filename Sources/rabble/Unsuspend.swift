import ArgumentParser
import RabbleControllers
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage

/// `rabble unsuspend`: has a card that was left out asked again.
struct Unsuspend: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unsuspend",
    abstract: "Ask a card again that was suspended or buried; exit 1 when it was not.",
    discussion: "`rabble suspended` lists what is left out.")

  @OptionGroup var scope: CardScope
  @OptionGroup var options: CommonOptions

  @Flag(help: "All cards that are left out.")
  var all = false

  @Argument(help: "A card: its prompt, reading or answer, or the beginning of one.")
  var card: String?

  func validate() throws {
    guard all != (card != nil) else {
      throw ValidationError("Name a card, or say --all for all that are left out.")
    }
  }

  func run() throws {
    let now = options.clock.now()
    var names: [String] = []
    if let card {
      let library = try Library.open(options)
      for standing in try scope.cards(card, in: library, at: now)
      where standing.suspension.holds(on: now.day) {
        try library.log.suspend(standing.card.id, .active, at: now)
        names.append(CardName.text(standing.card))
      }
    } else {
      let log = try Library.openLog(options)
      for held in try log.suspendedCards(at: now).reversed() {
        try log.suspend(held.card, .active, at: now)
        names.append(try log.name(of: held.card))
      }
    }
    guard !names.isEmpty else {
      Talk.say(all ? "No card is left out." : "It is not left out.")
      throw ExitCode(1)
    }
    try OutputFile.write(names.map { "Asked again: \($0).".printable + "\n" }.joined())
  }
}

extension StudyLog {
  /// What a card is called, whether or not a deck still has it.
  func name(of card: CardID) throws -> String {
    guard let text = try text(of: card.question) else { return card.description }
    return CardName.text(Question(prompt: text.prompt, answer: text.answer)) + ": "
      + card.direction.asked
  }
}
