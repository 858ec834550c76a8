import ArgumentParser
import RabbleQuestions
import RabbleScheduling
import RabbleStudy
import RabbleText

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
  package static var allValueStrings: [String] { allCases.map(\.name) }

  /// The color of a name.
  package init?(argument: String) { self.init(name: argument) }
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
