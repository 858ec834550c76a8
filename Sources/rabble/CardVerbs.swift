import ArgumentParser
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStudy

/// Something that is done to cards, with no argument of its own; what it does stands in the table of ``StudyCommand``.
protocol CardVerb {
  static var configuration: CommandConfiguration { get }
  /// Asks whether to do it to several cards: `Suspend them?`
  static var question: String { get }

  static func change(_ cards: [CardID], in library: Library, _ options: CommonOptions) throws
    -> CardChange
}

/// `rabble card VERB CARDS`.
struct CardCommand<Verb: CardVerb>: ParsableCommand {
  static var configuration: CommandConfiguration { Verb.configuration }

  @OptionGroup var changed: ChangedCards
  @OptionGroup var options: CommonOptions

  func run() throws {
    let library = try options.openLibrary(for: .creating)
    let cards = try changed.agreed(in: library, options, Verb.question)
    try Verb.change(cards, in: library, options).tell()
  }
}

typealias CardSuspend = CardCommand<Suspending>
typealias CardUnsuspend = CardCommand<Unsuspending>
typealias CardBury = CardCommand<Burying>
typealias CardUnflag = CardCommand<Unflagging>
typealias CardForget = CardCommand<Forgetting>
typealias CardKnown = CardCommand<Knowing>

enum Suspending: CardVerb {
  static let configuration = CommandConfiguration(
    "suspend", of: "card", StudyCommand.suspend.row.summary,
    "They are not asked until you unsuspend them; their history is kept. Exit status 1 if they are suspended already.",
    examples: [
      ("rabble card suspend 犬", "all cards of 犬"),
      ("rabble card suspend Korean/Food --yes", "a group"),
    ])
  static let question = "Suspend them?"

  static func change(_ cards: [CardID], in library: Library, _: CommonOptions) throws -> CardChange
  {
    try library.suspend(cards, .suspended)
  }
}

enum Unsuspending: CardVerb {
  static let configuration = CommandConfiguration(
    "unsuspend", of: "card", StudyCommand.unsuspend.row.summary,
    "Exit status 1 if none of them is suspended or buried.",
    examples: [
      ("rabble card unsuspend 犬", "ask 犬 again"),
      ("rabble card unsuspend --where 'is:suspended or is:buried'", "all there are"),
    ])
  static let question = "Unsuspend them?"

  static func change(_ cards: [CardID], in library: Library, _: CommonOptions) throws -> CardChange
  {
    try library.suspend(cards, .active)
  }
}

enum Burying: CardVerb {
  static let configuration = CommandConfiguration(
    "bury", of: "card", StudyCommand.bury.row.summary,
    "`rabble card unsuspend` brings them back today. Exit status 1 if they are suspended or buried already.",
    examples: [("rabble card bury Food", "not today")])
  static let question = "Bury them?"

  static func change(
    _ cards: [CardID], in library: Library, _ options: CommonOptions
  ) throws -> CardChange {
    let tomorrow = options.surroundings.now().day.advanced(byDays: 1)
    return try library.suspend(cards, .buried(until: tomorrow))
  }
}

enum Unflagging: CardVerb {
  static let configuration = CommandConfiguration(
    "unflag", of: "card", StudyCommand.flag.row.reverseSummary ?? "",
    "Exit status 1 if none of them is flagged.",
    examples: [("rabble card unflag --where is:flagged --yes", "remove all flags")])
  static let question = "Remove their flags?"

  static func change(_ cards: [CardID], in library: Library, _: CommonOptions) throws -> CardChange
  {
    try library.put(.flag(false, nil), on: cards)
  }
}

enum Forgetting: CardVerb {
  static let configuration = CommandConfiguration(
    "forget", of: "card", StudyCommand.forget.row.summary,
    """
    The next answer to such a card starts its schedule over, as if it had never been answered. Its answers stay in \
    the log and in statistics. Exit status 1 if the cards are new already.
    """,
    examples: [("rabble card forget 犬", "learn 犬 anew")])
  static let question = "Make them new again?"

  static func change(_ cards: [CardID], in library: Library, _: CommonOptions) throws -> CardChange
  {
    try library.forget(cards)
  }
}

enum Knowing: CardVerb {
  static let configuration = CommandConfiguration(
    "known", of: "card", StudyCommand.known.row.summary,
    """
    For what you have learned elsewhere. The new ones among the cards are not asked as new cards; their first reviews \
    are between one week and two months from now, spread so that no day gets many. The first answer shows what you \
    really know: a card you have forgotten starts over. Groups that build on these are unlocked. `rabble place` \
    finds out which groups you know. Exit status 1 if none of the cards is new.
    """,
    examples: [("rabble card known Hiragana", "all new cards of a group")])
  static let question = "Mark the new ones as known?"

  static func change(
    _ cards: [CardID], in library: Library, _ options: CommonOptions
  ) throws -> CardChange {
    try library.takeAsKnown(cards, seed: options.seed ?? 1).change
  }
}

// MARK: - Verbs with an argument

/// `rabble card flag`: flags cards, to find them again.
struct CardFlag: ParsableCommand {
  static let configuration = CommandConfiguration(
    "flag", of: "card", StudyCommand.flag.row.summary,
    "`rabble card list --where is:flagged` lists them. Exit status 1 if nothing changed.",
    examples: [
      ("rabble card flag 犬", "a red flag"), ("rabble card flag 犬 --flag-color blue", "a blue one"),
    ])

  @OptionGroup var changed: ChangedCards
  @OptionGroup var options: CommonOptions

  @Option(help: ArgumentHelp("Without it red, or the color that it has.", valueName: "color"))
  var flagColor: FlagColor?

  func run() throws {
    let library = try options.openLibrary(for: .creating)
    let cards = try changed.agreed(in: library, options, "Flag them?")
    try library.put(.flag(true, flagColor), on: cards).tell()
  }
}

extension FlagColor: ExpressibleByArgument {
  /// The names of the colors.
  package static var allValueStrings: [String] { allCases.map(\.name) }

  /// The color of a name.
  package init?(argument: String) { self.init(name: argument) }
}

/// `rabble card tag`: gives questions tags of the learner's own.
struct CardTag: ParsableCommand {
  static let configuration = CommandConfiguration(
    "tag", of: "card", StudyCommand.tag.row.summary,
    """
    A tag belongs to a question with all its cards; the deck is not changed. The filter `tag:NAME` finds your tags and \
    the deck's. Exit status 1 if nothing changed.
    """,
    examples: [
      ("rabble card tag hard 犬", "tag a card"),
      ("rabble card tag menu Food --yes", "tag all cards of a group"),
    ])

  @OptionGroup var options: CommonOptions

  @Argument(help: "The tag, without spaces.")
  var tag: String

  @OptionGroup var changed: ChangedCards

  func run() throws {
    let change = try Mark.Change.tag(typed: tag)
    try put(change, on: changed, ofQuestions: true, "Tag them?", options)
  }
}

/// `rabble card untag`: removes a tag of the learner's own.
struct CardUntag: ParsableCommand {
  static let configuration = CommandConfiguration(
    "untag", of: "card", StudyCommand.tag.row.reverseSummary ?? "",
    "Tags of the deck stay. Exit status 1 if none of them has the tag.",
    examples: [("rabble card untag hard --where tag:hard --yes", "remove a tag everywhere")])

  @OptionGroup var options: CommonOptions

  @Argument(help: "The tag.")
  var tag: String

  @OptionGroup var changed: ChangedCards

  func run() throws {
    let change = try Mark.Change.tag(typed: "-" + tag)
    try put(change, on: changed, ofQuestions: true, "Remove the tag from them?", options)
  }
}

/// `rabble card note`: keeps a note or mnemonic of the learner's own with a question.
struct CardNote: ParsableCommand {
  static let configuration = CommandConfiguration(
    "note", of: "card", StudyCommand.note.row.summary,
    """
    The note belongs to a question with all its cards and is shown with the answer; the deck is not changed. It \
    replaces the note that was there; an empty one ("") removes it. `rabble card why` shows it, and the filter \
    `note:WORD` finds it. Exit status 1 if nothing changed.
    """,
    examples: [("rabble card note 'barks: inu' 犬", "write a mnemonic")])

  @OptionGroup var options: CommonOptions

  @Argument(help: "The note, or \"\" for none.")
  var text: String

  @OptionGroup var changed: ChangedCards

  func run() throws {
    let change = try Mark.Change.note(typed: text)
    try put(change, on: changed, ofQuestions: true, "Write the note on them?", options)
  }
}

private func put(
  _ change: Mark.Change, on changed: ChangedCards, ofQuestions: Bool, _ question: String,
  _ options: CommonOptions
) throws {
  let library = try options.openLibrary(for: .creating)
  let cards = try changed.agreed(in: library, options, ofQuestions: ofQuestions, question)
  try library.put(change, on: cards).tell()
}
