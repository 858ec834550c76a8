import ArgumentParser
import Foundation
import RabbleFilters
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStudy
import RabbleTerminal
import RabbleText

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

/// `rabble forget`: makes cards new again.
struct Forget: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Make cards new again.",
    discussion: """
      The next answer to such a card begins its schedule anew, as if it had never been answered. Its \
      answers stay in the review log and in statistics. `rabble undo` gives the schedules back. Exit \
      status 1 if the cards are new already.
      """)

  @OptionGroup var meant: CardsMeant
  @OptionGroup var options: CommonOptions

  func run() throws {
    let library = try options.openLibrary(for: .changing)
    try library.forget(meant.cards(of: library)).tell()
  }
}

/// `rabble flag`: flags cards, to find them again.
struct FlagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flag",
    abstract: "Flag cards, or remove their flag (--off).",
    discussion: """
      `rabble cards --where is:flagged` lists them. Neither deck nor schedule changes. Exit status 1 \
      if nothing changed.
      """)

  @OptionGroup var meant: CardsMeant
  @OptionGroup var options: CommonOptions

  @Option(
    help: ArgumentHelp(
      "Color of the flag, as in Anki.", discussion: "Without it, red or the color it has.",
      valueName: "color"))
  var flagColor: FlagColor?

  @Flag(help: "Remove the flag.")
  var off = false

  func run() throws {
    let library = try options.openLibrary(for: .creating)
    try library.put(.flag(!off, flagColor), on: meant.cards(of: library)).tell()
  }
}

extension FlagColor: ExpressibleByArgument {
  /// The names of the colors.
  public static var allValueStrings: [String] { allCases.map(\.name) }

  /// The color of a name.
  public init?(argument: String) { self.init(name: argument) }
}

/// `rabble tag`: gives questions tags of the learner's own.
struct TagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "Give cards a tag of your own, or remove it (--off).",
    discussion: """
      A tag belongs to a question with all its cards; the deck is not changed. `tag:NAME` in a filter \
      finds your tags and the deck's. Without arguments, your tags are listed. Exit status 1 if \
      nothing changed.
      """)

  @OptionGroup var scope: CardScope
  @OptionGroup var filter: WhereOption
  @OptionGroup var options: CommonOptions

  @Flag(help: "Remove the tag.")
  var off = false

  @Argument(help: "The tag, without spaces.")
  var tag: String?

  @Argument(help: ArgumentHelp("A card. With --where, groups.", valueName: "card"))
  var names: [String] = []

  func validate() throws {
    if tag != nil, filter.text == nil, names.count != 1 {
      throw ValidationError("Name one card after the tag, or select cards with --where.")
    }
    if tag == nil, filter.text != nil || off { throw ValidationError("Name a tag.") }
  }

  func run() throws {
    guard let tag else {
      let tags = try options.openLog(for: .examining).ownTags()
      if tags.isEmpty { return Output.tell("No tags of your own.") }
      for (tag, questions) in tags {
        try Output.line("\(tag)  \(NumberText.count(questions, "question"))")
      }
      return
    }
    let change = try Mark.Change.tag(typed: (off ? "-" : "") + tag)
    let library = try options.openLibrary(for: .creating)
    let cards =
      filter.text == nil
      ? try library.cards(scope.query(names[0])).map(\.card.id)
      : try filter.select(SelectionScope(names), of: library).cards
    try library.put(change, on: cards).tell()
  }
}

/// `rabble note`: keeps a note or mnemonic of the learner's own with a question.
struct NoteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "note",
    abstract: "Show your own note or mnemonic on a card, or write one (--text).",
    discussion: """
      The note belongs to a question with all its cards and is shown with the answer; the deck is not \
      changed. `note:WORD` in a filter finds it. Exit status 1 if there is no note, or nothing \
      changed.
      """)

  @OptionGroup var meant: CardsMeant
  @OptionGroup var options: CommonOptions

  @Option(help: "The note; replaces any existing note.")
  var text: String?

  @Flag(help: "Remove the note.")
  var off = false

  func validate() throws {
    if off, text != nil { throw ValidationError("Use --text or --off.") }
  }

  func run() throws {
    if off || text != nil {
      let change = try Mark.Change.note(typed: off ? "" : text ?? "")
      let library = try options.openLibrary(for: .creating)
      return try library.put(change, on: meant.cards(of: library)).tell()
    }
    let library = try options.openLibrary(for: .looking)
    var notes: [String] = []
    for card in try meant.cards(of: library) {
      if let note = try library.marks(of: card).note, !notes.contains(note) { notes.append(note) }
    }
    if notes.isEmpty {
      Output.tell("No note. Write one with --text.")
      throw ExitCode(1)
    }
    for note in notes { try Output.line(note) }
  }
}
