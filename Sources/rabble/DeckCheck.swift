import ArgumentParser
import Foundation
import RabbleControllers
import RabbleDecks
import RabbleExchange
import RabbleQuestions
import RabbleReports
import RabbleScreens
import RabbleStudy
import RabbleTerminal
import RabbleText

/// `rabble deck check`: lists everything that is wrong with deck files, or looks like it.
struct DeckCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    "check", of: "deck", "Check deck files for problems.",
    """
    Each finding has the code of its rule. Where a rule is wrong about a question or group, suppress it in \
    the file: "silence": {"RW501": "the hint is meant to say it"}. Errors can't be suppressed. Exit status \
    1 if any problems are found, 3 if a file cannot be read.
    """,
    examples: [
      ("rabble deck check", "your own decks"),
      ("rabble deck check --fix mine.json", "fix what changes no question's meaning"),
      ("rabble deck check --explain RW509", "a rule with an example"),
    ])

  @Flag(
    help: "Fix what can be fixed without changing a question's meaning; `rabble undo` undoes it.")
  var fix = false

  @Flag(help: "Also fix what is probably meant, which may change a question's meaning.")
  var unsafeFixes = false

  @Option(help: ArgumentHelp("Explain a rule by an example.", valueName: "rule"))
  var explain: String?

  @Option(
    help: ArgumentHelp(
      "With --fix, convert whole files from this encoding.",
      discussion:
        "Shift_JIS, EUC-JP, ISO-2022-JP, UTF-16LE, UTF-16BE, Latin-1, or double-UTF-8 for UTF-8 encoded twice.",
      valueName: "name"))
  var encoding: TextConversion?

  @Option(help: "Output format; sarif is version 2.1.0.")
  var format: FindingFormat = .text

  @OptionGroup var options: CommonOptions

  @Argument(
    help: ArgumentHelp(
      "Files, or folders of them; without any, all decks there are.", valueName: "file"))
  var files: [String] = []

  func run() throws {
    if let explain { return try tell(DeckProofreading.explanation(of: explain)) }
    let checking = DeckProofreading(fixing: unsafeFixes ? .unsafe : .safe, conversion: encoding)
    let result =
      files.isEmpty ? try checkAll(checking) : try checking.check(files, fixing: editing())
    try Output.write(
      format.text(
        result.findings, summary: result.summary, columns: columns,
        isColored: options.isColored(STDOUT_FILENO)))
    for line in result.emptyFolders { Output.tell(line) }
    if !result.isUsable { throw ExitCode(3) }
    if result.hasProblems { throw ExitCode(1) }
  }

  private func tell(_ rule: RuleScreen) throws {
    try Output.write(
      format == .text
        ? FindingText.text(
          rule, columns: columns, isColored: options.isColored(STDOUT_FILENO))
        : JSONText.text("rule", rule))
  }

  private func checkAll(_ checking: DeckProofreading) throws -> DeckProofreading.Result {
    let locations = try options.locations()
    if locations.bundled == nil { _ = try BundledDecks.folder().get() }
    return try checking.check(locations, fixing: editing())
  }

  /// What fixes the files, if that is asked for.
  private func editing() throws -> DeckEditing? { isFixing ? try options.editing() : nil }

  private var isFixing: Bool { fix || unsafeFixes }

  func validate() throws {
    guard encoding == nil || isFixing else {
      throw ValidationError("--encoding converts files, which only --fix does.")
    }
    if let explain {
      do throws(DeckProofreading.UnknownRule) {
        _ = try DeckProofreading.explanation(of: explain)
      } catch {
        throw ValidationError("\(error)")
      }
    }
    guard explain == nil || (!isFixing && files.isEmpty && format != .sarif) else {
      throw ValidationError("--explain goes with no file and no other option but --format json.")
    }
    // A conversion is a decision about a file.
    guard encoding == nil || !files.isEmpty else {
      throw ValidationError("--encoding needs the files to convert.")
    }
  }

  /// How wide the excerpts may be: the terminal, or 100 columns elsewhere.
  private var columns: Int { Output.columns ?? 100 }
}

extension TextConversion: ExpressibleByArgument {
  /// Reads a name as people write it.
  package init?(argument: String) {
    self.init(name: argument)
  }
}

/// `rabble deck format`: rewrites deck files in the canonical layout.
struct DeckFormat: ParsableCommand {
  /// The forms a deck can have.
  enum Form: String, ExpressibleByArgument, CaseIterable {
    case json, markdown

    var form: DeckForm { self == .json ? .json : .markdown }
  }

  static let configuration = CommandConfiguration(
    "format", of: "deck", "Normalize the formatting of deck files.",
    """
    Values and their order stay the same. With --to, FILE.json becomes FILE.md or the reverse. `rabble \
    undo` undoes it.
    """,
    examples: [
      ("rabble deck format --to markdown mine.json", "convert a deck")
    ])

  @Flag(help: "Give every question without an id one, made of its words.")
  var ids = false

  @Option(help: ArgumentHelp("Convert to this format.", valueName: "format"))
  var to: Form?

  @Flag(help: "Write nothing; list files that would change, with exit status 1.")
  var check = false

  @OptionGroup var options: CommonOptions

  @Argument(help: ArgumentHelp("Deck files.", valueName: "file"))
  var files: [String]

  func run() throws {
    var isUsable = true
    var isCanonical = true
    let editing = check ? nil : try options.editing()
    try DeckFormatting(form: to?.form, addsIDs: ids, editing: editing).format(files) { outcome in
      switch outcome {
      case .unchanged: break
      case .changed(let path, let message):
        isCanonical = false
        if check { try Output.write(path + "\n") } else { Output.tell(message) }
      case .unusable(let faults):
        isUsable = false
        for fault in faults { Output.tell(fault) }
      }
    }
    if !isUsable { throw ExitCode(3) }
    if check, !isCanonical { throw ExitCode(1) }
  }
}

/// `rabble deck show`: the questions of a file or group as a table.
struct DeckShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    "show", of: "deck", "Show the questions of a deck file or group as a table.",
    examples: [
      ("rabble deck show Hiragana", "a group")
    ])

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  @Argument(
    help: ArgumentHelp(
      "Deck file, group title, or an unambiguous prefix.", valueName: "file|group"))
  var name: String

  func run() throws {
    let groups = try groups()
    if report.format == .text {
      try report.file.page(
        TableText.text(groups.map { ReportTable($0) }, width: report.file.columns))
    } else {
      try report.write("deck", ReportTable(questionsOf: groups))
    }
  }

  /// The groups of the file of this name if there is one, else those of this title.
  private func groups() throws -> [QuestionGroup] {
    if access(name, F_OK) == 0 || errno == ELOOP { return try DeckReading.groups(name) }
    return try options.editing().lookup().groups(named: name)
  }
}

/// `rabble deck diff`: what changed for learners between two versions of a deck.
struct DeckDiff: ParsableCommand {
  static let configuration = CommandConfiguration(
    "diff", of: "deck", "Show what changed for learners between two deck files.",
    """
    Questions are matched as in your review log: by id, by text, by position. Layout, the order of keys, \
    the file format and new ids are no change. Either may be a pipe, or - for standard input: rabble deck \
    diff <(git show HEAD:Words.md) Words.md. Exit status 1 if anything changed.
    """,
    examples: [
      ("rabble deck diff old.json new.json", "before you publish an edition")
    ])

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  @Argument(help: "Old version.")
  var old: String

  @Argument(help: "New version.")
  var new: String

  func run() throws {
    let difference = DeckDifference(
      from: try DeckReading.groups(old), to: try DeckReading.groups(new))
    if difference.changes.isEmpty, report.format == .text { return }
    try report.write("changes", ReportTable(difference))
    if !difference.changes.isEmpty { throw ExitCode(1) }
  }
}

extension DeckReading {
  /// The groups of a deck file; what is wrong with it is told on standard error.
  fileprivate static func groups(_ path: String) throws -> [QuestionGroup] {
    let reading =
      try Output.isPipe(path) ? DeckReading(piped(path), named: path) : DeckReading(path)
    for message in reading.messages { Output.tell(message) }
    if !reading.isUsable { throw ExitCode(3) }
    return reading.groups
  }

  /// What comes through a pipe, up to more than any deck has.
  private static func piped(_ path: String) throws -> [UInt8] {
    let file = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
    guard let data = try file?.read(upToCount: 1 << 30) else {
      throw LibraryError.unreadable(path: path, reason: "nothing can be read from it")
    }
    return Array(data)
  }
}
