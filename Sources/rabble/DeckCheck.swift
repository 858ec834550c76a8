import ArgumentParser
import Foundation
import RabbleChecking
import RabbleControllers
import RabbleDecks
import RabbleScreens

/// `rabble deck check`: names everything that is wrong with deck files, or looks like it.
struct DeckCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      "Name every slip of deck files; exit 1 for findings, 3 for a file that can't be used.",
    discussion: """
      Each finding has the code of its rule. Where a rule is wrong about a question or group, say so \
      in the file: "silence": {"RW501": "the hint is meant to say it"}. Errors can't be silenced.
      """)

  @Flag(help: "Mend what can be mended without a doubt; the old file stays beside it as NAME~.")
  var fix = false

  @Option(help: "How to list what is found: text, json or sarif (2.1.0).")
  var format: FindingFormat = .text

  @Flag(help: "List also the answers that a typo could turn into one another; none are accepted.")
  var typos = false

  @OptionGroup var options: CommonOptions

  @Argument(
    help: ArgumentHelp(
      "The files, or folders of them; without any, all decks there are to study.",
      valueName: "file"))
  var files: [String] = []

  func run() throws {
    let loader = DeckLoader(faultLimit: .max)
    let checker = DeckChecker(listsConfusables: typos)
    let found = try paths()
    var decks = found.paths.map { loader.loadSource(path: $0) }
    let courses = found.courses.map { path in
      CourseLoader(titles: titles(beside: path, in: decks)).loadSource(path: path)
    }
    var findings: [Finding]
    var closing: [String] = []
    if fix {
      let result = DeckFixer(checker: checker, loader: loader).fix(decks)
      closing = try write(result, over: decks)
      decks = result.decks
      findings = result.findings
    } else {
      findings = checker.check(decks)
    }
    findings = found.faults.map { Finding(fault: $0) } + findings + checker.check(courses)
    try OutputFile.write(
      format.text(
        screens(findings, decks + courses), closing: closing + summary(findings, decks),
        columns: columns,
        isColored: options.isColored(STDOUT_FILENO)))
    if !(decks + courses).allSatisfy(\.file.isUsable) { throw ExitCode(3) }
    if findings.contains(where: { $0.rule.severity != .note }) { throw ExitCode(1) }
  }

  /// The titles of the groups in the decks beside a course.
  private func titles(beside path: String, in decks: [DeckSource]) -> [String] {
    let folder = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
    return decks.map(\.file).filter { $0.path.hasPrefix(folder) }
      .flatMap { $0.groups.map(\.title) }
  }

  /// The files to check, each once, and the folders that cannot be looked into.
  private func paths() throws -> (paths: [String], courses: [String], faults: [DeckFault]) {
    var paths: [String] = []
    var courses: [String] = []
    var faults: [DeckFault] = []
    for path in files.isEmpty ? try allDecks() : files {
      let listing = DeckFolder.files(in: path)
      let isFile = listing.faults.contains { $0.path == path }
      if !isFile { faults += listing.faults }
      paths += isFile ? [path] : listing.files
      courses += listing.courses
    }
    var seen: Set<String> = []
    return (
      paths.filter { seen.insert($0).inserted }, courses.filter { seen.insert($0).inserted }, faults
    )
  }

  private func allDecks() throws -> [String] {
    let workspace = try Workspace(
      dataFolder: options.dataDir, environment: ProcessInfo.processInfo.environment)
    try workspace.prepare()
    // What two decks share is named in the later one, which should be the one that can be changed.
    return [try BundledDecks.folder().get()] + options.deckPaths + [workspace.ownDecks]
  }

  /// Writes the mended files over those that were read, unless somebody changed one meanwhile.
  private func write(_ result: DeckFixer.Result, over decks: [DeckSource]) throws -> [String] {
    var lines: [String] = []
    for (index, deck) in decks.enumerated() where result.mended[index] > 0 {
      try AtomicFile.replace(
        deck.file.path, with: result.decks[index].bytes, ifStill: .content(deck.bytes))
      let count = result.mended[index]
      lines.append(
        "\(deck.file.path): \(count) \(count == 1 ? "finding" : "findings") mended; the old file is "
          + "\(deck.file.path)~")
    }
    return lines
  }

  private func screens(_ findings: [Finding], _ decks: [DeckSource]) -> [FindingScreen] {
    var sources: [String: (deck: DeckSource, lines: SourceLines)] = [:]
    for deck in decks { sources[deck.file.path] = (deck, SourceLines(deck.bytes)) }
    let none = DeckSource(
      file: DeckFile(path: "", groups: [], faults: []), bytes: [], form: .json, groups: [],
      faults: [])
    return findings.map { finding in
      let source = sources[finding.path] ?? (none, SourceLines([]))
      return FindingScreen(finding, in: source.deck, lines: source.lines)
    }
  }

  private func summary(_ findings: [Finding], _ decks: [DeckSource]) -> [String] {
    let faulty = Set(findings.filter { $0.rule.severity != .note }.map(\.path))
    var lines = decks.filter { !faulty.contains($0.file.path) }.map { deck in
      let questions = deck.file.groups.reduce(0) { $0 + $1.questions.count }
      return "\(deck.file.path): sound, \(deck.file.groups.count) groups, \(questions) questions"
    }
    let errors = findings.count { $0.rule.severity == .error }
    let warnings = findings.count { $0.rule.severity == .warning }
    guard errors + warnings > 0 else { return lines }
    let mendable = findings.count { !$0.edits.isEmpty }
    var line =
      "\(errors) \(errors == 1 ? "error" : "errors"), "
      + "\(warnings) \(warnings == 1 ? "warning" : "warnings")"
    if mendable > 0 { line += "; --fix mends \(mendable)" }
    lines.append(line)
    return lines
  }

  /// How wide the excerpts may be: the terminal, or 100 columns elsewhere.
  private var columns: Int {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 100
  }
}
