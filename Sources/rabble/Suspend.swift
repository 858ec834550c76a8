import ArgumentParser
import RabbleControllers
import RabbleScheduling
import RabbleScreens

/// `rabble suspend`: has a card asked no more.
struct Suspend: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suspend",
    abstract: "Ask a card no more, or not today.",
    discussion: """
      A card is named as for `rabble why`. If its question is asked in several directions, all are \
      left out unless --direction says which. `rabble suspended` lists what is left out, `rabble \
      unsuspend` has it asked again, and so does `rabble undo` at once. Its history stays.
      """)

  @OptionGroup var scope: CardScope
  @OptionGroup var options: CommonOptions

  @Flag(help: "Only until tomorrow.")
  var today = false

  @Argument(help: "A card: its prompt, reading or answer, or the beginning of one.")
  var card: String

  func run() throws {
    let library = try Library.open(options)
    let now = options.clock.now()
    let state: Suspension = today ? .buried(until: now.day.advanced(byDays: 1)) : .suspended
    for standing in try scope.cards(card, in: library, at: now) {
      let name = CardName.text(standing.card)
      if standing.suspension == state || standing.suspension == .suspended {
        Talk.say("Left out already: \(name).")
        continue
      }
      try library.log.suspend(standing.card.id, state, at: now)
      try OutputFile.write(
        "\(today ? "Not before tomorrow" : "Suspended"): \(name).".printable + "\n")
    }
  }
}
