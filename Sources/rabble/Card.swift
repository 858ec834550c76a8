import ArgumentParser
import RabbleQuestions
import RabbleScreens
import RabbleStudy
import RabbleText

/// `rabble card`: what there is to know of cards, and what is done to them.
struct Card: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "card",
    abstract: "List cards, explain their schedules, and change them.",
    discussion: """
      CARDS are prompts or ids of questions, and names of groups, decks and courses, whole. Anything else is chosen with \
      --where; `rabble help filters` tells how. On a terminal a change of more than one card asks first; \
      elsewhere it needs --yes. `rabble undo` undoes it.
      """,
    subcommands: [
      CardList.self, CardWhy.self, CardSuspend.self, CardUnsuspend.self, CardBury.self,
      CardFlag.self, CardUnflag.self, CardTag.self, CardUntag.self, CardNote.self, CardForget.self,
      CardKnown.self, CardDue.self, CardAccept.self,
    ],
    defaultSubcommand: CardList.self)
}

/// The cards that a command is about.
struct CardArguments: ParsableArguments {
  static let help = ArgumentHelp(
    "Prompts, ids, groups, decks or courses.", valueName: "cards")

  @OptionGroup var filter: WhereOption

  @Argument(help: CardArguments.help, completion: .groupsAndCards)
  var cards: [String] = []

  /// The cards, and on standard error how many there are where a filter was given.
  ///
  /// - Throws: `ExitCode` 1 when no card matches; `CardError`, `UnknownGroup`, `FilterError`, or an error of the review
  ///   log.
  func selection(in library: Library) throws -> CardSelection {
    let selection = try library.cards(named: cards, where: filter.filter())
    return try filter.told(selection, isOfStudied: cards.isEmpty, in: library)
  }
}

/// The cards that a command changes: more than one only if the learner says so.
struct ChangedCards: ParsableArguments {
  @OptionGroup var meant: CardArguments

  @Flag(name: .shortAndLong, help: "Change more than one card without asking.")
  var yes = false

  func validate() throws {
    if meant.cards.isEmpty, meant.filter.text == nil {
      throw ValidationError("Name cards, groups or decks, or select cards with --where.")
    }
  }

  /// The cards, once the learner has agreed.
  ///
  /// - Parameters:
  ///   - library: where they are.
  ///   - options: how the learner is asked.
  ///   - ofQuestions: whether it is questions that change, with all their cards.
  ///   - change: what is done, to be answered with yes or no: `Suspend them?`
  /// - Returns: the cards.
  /// - Throws: `ExitCode` 1 where the learner does not want it; what ``CardArguments/selection(in:)`` throws.
  func agreed(
    in library: Library, _ options: CommonOptions, ofQuestions: Bool = false, _ change: String
  ) throws -> [CardID] {
    let cards = try meant.selection(in: library).cards
    let count = ofQuestions ? Set(cards.map(\.question)).count : cards.count
    guard !yes, count > 1 else { return cards }
    let number = NumberText.count(count, ofQuestions ? "question" : "card")
    guard let form = try options.form() else {
      throw ValidationError("\(number) would change. Use --yes to change them.")
    }
    try form.say(["\(number)."])
    guard try form.confirms(change) else {
      Output.tell("Nothing was changed.")
      throw ExitCode(1)
    }
    return cards
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
