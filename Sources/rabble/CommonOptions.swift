import ArgumentParser
import Foundation
import RabbleJudging
import RabbleMemory
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleStudy
import RabbleTerminal
import SystemPackage

/// The options every command takes.
struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep the review log, decks and config file in this folder.", valueName: "dir"))
  var dataDir: String?

  @Option(
    name: .customLong("decks"),
    help: ArgumentHelp(
      "Also load decks from this file or folder (may be repeated).", valueName: "path"))
  var deckPaths: [String] = []

  @Option(
    help: ArgumentHelp(
      "Pretend it is this time. For testing.",
      discussion: "ISO 8601 with a UTC offset, e.g. 2026-11-21T09:00:00+09:00.",
      valueName: "time"))
  var now: Moment?

  @Option(help: ArgumentHelp("Random seed, for reproducible sessions.", valueName: "n"))
  var seed: UInt64?

  @Option(help: "When to use color.")
  var color: ColorChoice = .auto

  @Flag(
    help: ArgumentHelp(
      "Write for a screen reader: one item per line, in words (default: display.plain)."))
  var plain = false

  @Option(
    help: ArgumentHelp("Columns of a line of output (default: the terminal's).", valueName: "n"))
  var width: Int?

  func validate() throws {
    if let width, !(20...1000).contains(width) {
      throw ValidationError("--width must be 20 to 1000, not \(width).")
    }
  }

  /// The common options of a command, which every command has.
  static func of(_ command: any ParsableCommand) -> CommonOptions? {
    Mirror(reflecting: command).children.lazy
      .compactMap { ($0.value as? OptionGroup<CommonOptions>)?.wrappedValue }.first
  }

  /// How screens are drawn: as the options say, or else the config file.
  var displayStyle: DisplayStyle {
    // Where there is no home, the command says so itself.
    var style = (try? locations()).map { Settings(at: $0).display } ?? DisplayStyle()
    if plain { style.isPlain = true }
    style.columns = width
    return style
  }

  /// The time and chance that commands work with.
  var surroundings: Surroundings {
    let clock = SystemClock(heldAt: now)
    return Surroundings(
      now: clock.now, localTime: clock.localTime,
      random: { UInt64.random(in: .min ... .max) }, fileTime: SystemClock.seconds)
  }

  /// Where the files are.
  func locations() throws -> Locations {
    try Locations(
      dataFolder: dataDir, decks: deckPaths, environment: ProcessInfo.processInfo.environment)
  }

  /// Opens the library with its decks, and says what is wrong with them.
  func openLibrary(for access: StudyLog.Access) throws -> Library {
    let locations = try locations()
    warnOfMissingDecks(locations)
    let library = try Library(at: locations, surroundings, for: access, tell: Output.tell)
    for message in library.messages { Output.tell(message) }
    if library.titles.isEmpty { throw LibraryError.nothingToStudy }
    return library
  }

  /// Opens the library with the settings of its config file, before its decks are read.
  func openUnread(for access: StudyLog.Access) throws -> Library {
    let locations = try locations()
    warnOfMissingDecks(locations)
    var library = try openLog(for: access)
    library.settings = Settings(at: locations)
    return library
  }

  private func warnOfMissingDecks(_ locations: Locations) {
    if locations.bundled == nil, case .failure(let error) = BundledDecks.folder() {
      Output.tell("rabble: warning: \(error)")
    }
  }

  /// Opens the library's review log alone.
  func openLog(for access: StudyLog.Access) throws -> Library {
    let library = try Library(
      at: locations(), surroundings, for: access, readsDecks: false, tell: Output.tell)
    for message in library.messages { Output.tell(message) }
    return library
  }

  /// What changes decks.
  func editing() throws -> DeckEditing {
    try DeckEditing(at: locations(), surroundings, tell: Output.tell)
  }

  /// Whether text written to this file may be colored.
  func isColored(_ file: Int32) -> Bool {
    guard !DisplayStyle.current.isPlain else { return false }
    let environment = ProcessInfo.processInfo.environment
    return ColorChoice.isColored(
      choice: color, noColor: environment["NO_COLOR"], term: environment["TERM"],
      isTerminal: isatty(file) == 1)
  }

  /// A form on the terminal; `nil` when standard input and output are not both one.
  func form() throws -> (any FormView)? {
    guard Terminal.isInteractive else { return nil }
    return FieldPrompter(
      editor: try LineEditor(completions: []), isColored: isColored(STDOUT_FILENO),
      liveInput: { LiveKana() })
  }
}

extension FormView {
  /// Asks a question that is answered yes or no.
  ///
  /// - Throws: `ExitCode` 130 on Ctrl-C.
  func confirms(_ question: String) throws -> Bool {
    guard let letter = try choose(question, among: ["y", "n"]) else { throw ExitCode(130) }
    return letter == "y"
  }
}

extension Terminal {
  /// Whether standard input and standard output are both terminals.
  static var isInteractive: Bool {
    isTerminal(descriptor: STDIN_FILENO) && isTerminal(descriptor: STDOUT_FILENO)
  }
}

extension SessionOptions {
  /// - Throws: `ValidationError` for a number of an option that is no limit.
  static func require(_ number: Int, _ option: String) throws {
    guard !counts.contains(number) else { return }
    throw ValidationError(
      "--\(option) must be from \(counts.lowerBound) to \(counts.upperBound), not \(number).")
  }
}

/// The groups and courses that a command is about.
struct GroupArguments: ParsableArguments {
  static let help = ArgumentHelp(
    "Groups, decks or courses, by name or a prefix of it.", valueName: "group")

  @Argument(help: GroupArguments.help, completion: .groups)
  var groups: [String] = []
}

/// How much a day may bring.
struct Limits: ParsableArguments {
  static let newPerDayHelp = ArgumentHelp(
    "New cards per day (default: study.new, else \(SimulatedLimits.usualNewCards)).",
    valueName: "n")

  @Option(name: .customLong("new"), help: Limits.newPerDayHelp)
  var newPerDay: Int?

  func validate() throws {
    try newPerDay.map { try SessionOptions.require($0, "new") }
  }
}

extension Moment: ExpressibleByArgument {
  /// Reads ISO 8601 with an offset.
  public init?(argument: String) {
    self.init(iso8601: argument)
  }
}

extension ColorChoice: ExpressibleByArgument {}
