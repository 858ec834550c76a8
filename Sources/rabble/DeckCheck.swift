import ArgumentParser
import Foundation
import RabbleChecking
import RabbleControllers
import RabbleDecks
import RabbleJudging
import RabbleQuestions
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

/// `rabble deck format`: writes deck files anew, in one form.
struct DeckFormat: ParsableCommand {
  /// The forms a deck can have.
  enum Form: String, ExpressibleByArgument, CaseIterable {
    case json, markdown

    var deckForm: DeckForm { self == .json ? .json : .markdown }
    var ending: String { self == .json ? ".json" : ".md" }
  }

  static let configuration = CommandConfiguration(
    commandName: "format",
    abstract: "Write deck files in one form: the same values, the same order, the same layout.",
    discussion: """
      Nothing of a file is lost; the old one stays beside it as NAME~. With --to, FILE.json becomes \
      FILE.md or the other way round.
      """)

  @Flag(help: "Give every question without an id one, made of its words.")
  var ids = false

  @Option(help: ArgumentHelp("Change the form: json or markdown.", valueName: "form"))
  var to: Form?

  @Flag(help: "Write nothing; name the files that would change, and exit 1 if there are any.")
  var check = false

  @OptionGroup var options: CommonOptions

  @Argument(help: ArgumentHelp("The files.", valueName: "file"))
  var files: [String]

  func run() throws {
    let sources = files.map { DeckLoader(faultLimit: .max).loadSource(path: $0) }
    var slug = QuestionSlug(
      taken: Set(sources.flatMap { DeckRewriting($0).ids }), latin: Self.latin)
    var isUsable = true
    var isCanonical = true
    for source in sources {
      do {
        let text = try text(of: source, slug: &slug)
        let target = path(for: source)
        if target == source.file.path, source.bytes.elementsEqual(text.utf8) { continue }
        isCanonical = false
        if check {
          try OutputFile.write(target + "\n")
        } else {
          try write(text, over: source, to: target)
        }
      } catch let failure as DeckRewriting.Failure {
        isUsable = false
        for fault in failure.faults { Talk.say(fault.description) }
        Talk.say("\(source.file.path): not written. Mend what is named above first.")
      }
    }
    if !isUsable { throw ExitCode(3) }
    if check, !isCanonical { throw ExitCode(1) }
  }

  private func text(
    of source: DeckSource, slug: inout QuestionSlug
  ) throws(DeckRewriting.Failure) -> String {
    let rewriting = DeckRewriting(source)
    var new: [String] = []
    if ids {
      for (question, group) in rewriting.questionsWithoutID {
        new.append(slug.id(for: question, in: group))
      }
    }
    return try rewriting.text(as: to?.deckForm ?? source.form, newIDs: new)
  }

  /// Where a file's text goes: to its place, or beside it under the ending of its new form.
  private func path(for source: DeckSource) -> String {
    let path = source.file.path
    guard let to, to.deckForm != source.form else { return path }
    let stem =
      (path as NSString).pathExtension.isEmpty ? path : (path as NSString).deletingPathExtension
    return stem + to.ending
  }

  private func write(_ text: String, over source: DeckSource, to target: String) throws {
    let path = source.file.path
    let bytes = Array(text.utf8)
    if target == path {
      try AtomicFile.replace(path, with: bytes, ifStill: .content(source.bytes))
      Talk.say("\(path): written anew; as it was: \(path)~")
    } else {
      try AtomicFile.replace(target, with: bytes, ifStill: .nothing)
      try AtomicFile.setAside(path, ifStill: source.bytes)
      Talk.say("\(target): made of \(path); as it was: \(path)~")
    }
  }

  /// A text in Latin letters without accents, as far as it has kana and Latin letters.
  private static func latin(_ text: String) -> String {
    Romanization.hepburn.romanized(text).folding(options: .diacriticInsensitive, locale: nil)
  }
}

/// `rabble deck show`: the questions of a file or group as a table.
struct DeckShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the questions of a deck file or a group as a table.")

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  @Argument(
    help: ArgumentHelp(
      "A file, or the title of a group or the beginning of one.", valueName: "file|group"))
  var name: String

  func run() throws {
    let groups = try groups()
    if report.format == .text {
      try report.write(groups.map { ReportTable($0) })
    } else {
      try report.write([ReportTable(questionsOf: groups)])
    }
  }

  /// The groups of the file of this name if there is one, else those of this title.
  private func groups() throws -> [QuestionGroup] {
    guard access(name, F_OK) == 0 else {
      let groups = try DeckWriter(options).finder().groups
      let found = try GroupChoice.choose([name], among: groups.map(\.title)).get()
      return found.map { groups[$0] }
    }
    return try DeckFile.sound(name)
  }
}

extension DeckFile {
  /// The groups of a file; what is wrong with it is told on standard error.
  static func sound(_ path: String) throws -> [QuestionGroup] {
    let file = DeckLoader().load(path: path)
    for fault in file.faults { Talk.say(fault.description) }
    if !file.isUsable { throw ExitCode(3) }
    return file.groups
  }
}

/// `rabble deck diff`: what changed for learners between two versions of a deck.
struct DeckDiff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what changed for learners between two deck files; exit 1 if anything did.",
    discussion: """
      Questions are told apart as in your progress: by id, by text, by place. Layout, the order of \
      keys, the form and new ids are no change.
      """)

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  @Argument(help: "The file as it was.")
  var old: String

  @Argument(help: "The file as it is.")
  var new: String

  func run() throws {
    let difference = DeckDifference(from: try DeckFile.sound(old), to: try DeckFile.sound(new))
    if difference.changes.isEmpty, report.format == .text { return }
    try report.write([ReportTable(difference)])
    if !difference.changes.isEmpty { throw ExitCode(1) }
  }
}
