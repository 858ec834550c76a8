import ArgumentParser
import Foundation
import RabbleDecks
import RabbleExchange
import RabbleQuestions
import RabbleScreens
import RabbleStorage
import RabbleTerminal

/// `rabble deck import`: takes a file of another program into an own deck.
struct DeckImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take CSV, TSV, Anki's, Quizlet's or Mochi's text, or a deck into an own deck.",
    discussion: """
      What a file is, how it is encoded and what its columns are for is found out and shown; in a \
      terminal the columns can be changed, and are remembered for the next file of that shape. \
      `rabble undo` takes the import back. Exit 1 when there was nothing to take.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(
    help: ArgumentHelp(
      "The file; of Mochi's Markdown also a folder with a file a card.", valueName: "file"))
  var source: String

  @Option(help: ArgumentHelp("Put all questions into this group.", valueName: "group"))
  var into: String?

  @Option(
    name: .customLong("file"),
    help: ArgumentHelp(
      "Write into this deck file instead of one among the own decks.", valueName: "path"))
  var target: String?

  @OptionGroup var form: ImportFormOptions

  @Option(
    help: ArgumentHelp(
      "What the columns are for: prompt,reading,answer,-,tags. A - leaves one out.",
      valueName: "columns"))
  var columns: String?

  @Option(help: "What becomes of questions the deck has already: skip, update or add.")
  var duplicates: DuplicatePolicy = .skip

  @Flag(help: "Only tell what would be done.")
  var dryRun = false

  @Flag(help: "Ask nothing.")
  var yes = false

  func run() throws {
    let workspace = try Workspace(
      dataFolder: options.dataDir, environment: ProcessInfo.processInfo.environment)
    try workspace.prepare()
    let file = try ImportSource.read(source, form: form)
    let memory = ColumnMemory(path: workspace.columnMemory)
    let dialog = try ImportDialog(isSilent: yes || dryRun)
    let found = try mapping(of: file, memory)
    let mapping = try dialog.settle(found, of: file, named: source)
    let content = file.content(mapping)
    let target = try ImportTarget(
      workspace: workspace, deckPaths: options.deckPaths, group: into, path: target,
      content: content, title: file.title)
    let before = try target.read()
    let deck = before.map { DeckLoader(faultLimit: .max).parseSource($0, path: target.path) }
    let merge = DeckMerge(
      content, into: deck, path: target.path, group: target.group, duplicates: duplicates)
    let report = ImportReport(
      file: file, content: content, merge: merge, deck: target.path, isDryRun: dryRun)
    if !merge.changesNothing {
      let after = try bytes(of: merge)
      guard try dryRun || dialog.confirms(report) else {
        Talk.say("Nothing was imported.")
        throw ExitCode(1)
      }
      if !dryRun { try write(after, before: before, to: target, merge) }
    }
    if !dryRun, mapping != file.mapping { memory.remember(mapping, for: file) }
    try OutputFile.write(report.text)
    if merge.changesNothing, merge.unchangedCount == 0 { throw ExitCode(1) }
  }

  /// What the columns are for: as the learner says, as they said before, or as was found.
  private func mapping(of file: ImportFile, _ memory: ColumnMemory) throws -> ImportDialog.Found {
    guard file.format.isTable else { return .init(mapping: file.mapping, origin: .found) }
    if let columns {
      do throws(ColumnMapping.Failure) {
        let mapping = try ColumnMapping(columns, columns: file.mapping.roles.count)
        return .init(mapping: mapping, origin: .told)
      } catch { throw ValidationError("--columns: \(error)") }
    }
    if let mapping = memory.mapping(for: file) {
      return .init(mapping: mapping, origin: .remembered)
    }
    return .init(mapping: file.mapping, origin: .found)
  }

  private func bytes(of merge: DeckMerge) throws -> [UInt8] {
    do throws(DeckMergeError) { return try merge.bytes() } catch {
      throw CommandError.notImported(path: source, reason: "\(error)")
    }
  }

  /// Records the import and then writes the deck, so that there is no moment at which a deck is
  /// changed and can't be put back.
  private func write(
    _ after: [UInt8], before: [UInt8]?, to target: ImportTarget, _ merge: DeckMerge
  ) throws {
    let log = try Library.openLog(options)
    let event = try log.record(
      ImportRecord(
        source: source.split(separator: "/").last.map(String.init) ?? source, deck: target.path,
        before: before, after: ContentDigest(after), taken: merge.takenCount,
        updated: merge.updatedCount, moment: options.clock.now()))
    do throws(AtomicFileError) {
      try AtomicFile.replace(
        target.path, with: after, ifStill: before.map { .content($0) } ?? .nothing)
    } catch {
      try log.retractImport(event, at: options.clock.now())
      throw CommandError.notImported(path: source, reason: "\(error)")
    }
  }
}

extension DuplicatePolicy: ExpressibleByArgument {}

/// `rabble deck export`: writes groups for other programs.
struct DeckExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write groups as CSV, TSV, Anki's or Quizlet's text, or as a deck.",
    discussion: """
      CSV and TSV have a column for every field, and Anki's text besides what makes Anki and \
      `rabble deck import` update it; rabble-wabble is the original app's file, with the scores \
      that the study log knows.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(
    help: ArgumentHelp(
      "Groups, by title or its beginning, or a deck file; all without any.", valueName: "group"))
  var names: [String] = []

  @Option(help: "The form.")
  var format: ExportFormat = .csv

  @Option(help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"))
  var output: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Put a ' before cells of CSV and TSV that a spreadsheet would take for a formula.")
  var guardFormulas = true

  func run() throws {
    var options = options
    let files = names.filter(Self.isFile)
    options.deckPaths += files
    let titles = names.filter { !files.contains($0) }
    let library = try Library.open(options, choosing: titles)
    let paths = Set(files.map(Self.absolute))
    let stored =
      files.isEmpty
      ? library.plan.groups
      : library.loaded.filter { paths.contains($0.deck) }
        + (titles.isEmpty ? [] : library.plan.groups.filter { !paths.contains($0.deck) })
    let export = DeckExport(
      try groups(stored, library.log), as: format, guardsFormulas: guardFormulas)
    try OutputFile.write(export.text, to: output)
    for line in Self.lines(of: export.remarks, format) { Talk.say(line) }
  }

  /// The groups as their files have them, each with the score the log knows.
  private func groups(_ stored: [StoredGroup], _ log: StudyLog) throws -> [QuestionGroup] {
    let counts = try log.counts(of: stored, at: options.clock.now())
    var decks: [String: [QuestionGroup]] = [:]
    return zip(stored, counts).compactMap { group, count in
      let deck = decks[group.deck] ?? DeckLoader().load(path: group.deck).groups
      // Groups of one title stand for different ones, in the order of the file.
      guard let index = deck.firstIndex(where: { $0.title == group.title }) else { return nil }
      var rest = deck
      let found = rest.remove(at: index)
      decks[group.deck] = rest
      return found.scored(count.score)
    }
  }

  private static func lines(of remarks: DeckExport.Remarks, _ format: ExportFormat) -> [String] {
    let lines: [(count: Int, text: String)] = [
      (
        remarks.guarded,
        "Cells that begin like a formula, with a ' before them that `rabble deck import` takes "
          + "off (--no-guard-formulas leaves it out)"
      ),
      (remarks.reduced, "Questions with more than \(format.rawValue) can say, which stays behind"),
      (remarks.flattened, "Fields with line breaks or tabs, which are spaces now"),
      (remarks.headers, "Groups with a description, settings or the like, which stay behind"),
    ]
    return lines.filter { $0.count > 0 }.map { "\($0.text): \($0.count)." }
  }

  private static func isFile(_ name: String) -> Bool {
    var status = stat()
    return stat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}

extension ExportFormat: ExpressibleByArgument {}

/// Shows what was found out of a file, and in a terminal lets the learner change it.
struct ImportDialog {
  /// A mapping and where it is from.
  struct Found {
    var mapping: ColumnMapping
    let origin: Origin
  }

  /// Where a mapping is from.
  enum Origin: String {
    case told = "as you say"
    case remembered = "as for the last file of this shape"
    case found = "as far as can be told"
  }

  /// The editor of the terminal; `nil` when nobody is asked.
  private let editor: LineEditor?

  init(isSilent: Bool) throws {
    let isInteractive =
      Terminal.isTerminal(descriptor: STDIN_FILENO)
      && Terminal.isTerminal(descriptor: STDOUT_FILENO)
    editor = isInteractive && !isSilent ? try LineEditor(completions: []) : nil
  }

  /// The mapping the learner agrees to.
  func settle(_ found: Found, of file: ImportFile, named path: String) throws -> ColumnMapping {
    Talk.say("\(path): \(Self.description(of: file))")
    guard file.format.isTable else { return found.mapping }
    var mapping = found.mapping
    show(mapping, of: file)
    Talk.say("Columns (\(found.origin.rawValue)): \(mapping.text)")
    if let editor, found.origin != .told {
      while true {
        let line = try read(editor, "Other columns, or Enter › ")
        if line.isEmpty {
          if mapping.isComplete { break }
          Talk.say("\(ColumnMapping.Failure.incomplete)")
          continue
        }
        do throws(ColumnMapping.Failure) {
          mapping = try ColumnMapping(line, columns: file.mapping.roles.count)
          show(mapping, of: file)
        } catch { Talk.say("\(error)") }
      }
    } else if !mapping.isComplete {
      throw CommandError.notImported(
        path: path, reason: "\(ImportError.unclearColumns(header: file.header))")
    }
    let left = zip(file.header, mapping.roles).filter { $0.1 == .ignored && $0.0.count > 1 }
      .map(\.0)
    if !left.isEmpty {
      Talk.say("Not taken: \(left.joined(separator: ", ")). Take them with --columns.")
    }
    return mapping
  }

  /// Whether the learner wants what a report says; yes where nobody is asked.
  func confirms(_ report: ImportReport) throws -> Bool {
    guard let editor else { return true }
    Talk.say(report.question)
    while true {
      switch try read(editor, "[Y/n] › ").lowercased() {
      case "", "y", "yes": return true
      case "n", "no": return false
      default: Talk.say("Answer y or n.")
      }
    }
  }

  private func read(_ editor: LineEditor, _ prompt: String) throws -> String {
    switch editor.readLine(prompt: prompt) {
    case .line(let line): return line.trimmingCharacters(in: .whitespaces)
    case .endOfInput, .interrupted, .hangUp, .terminated:
      Talk.say("Nothing was imported.")
      throw ExitCode(130)
    default: return ""
    }
  }

  /// The first records, each column under what it is for; a column in which they have nothing is not
  /// shown.
  private func show(_ mapping: ColumnMapping, of file: ImportFile) {
    let records = file.preview(records: 5)
    let shown = mapping.roles.indices.filter { index in
      records.contains { index < $0.count && !$0[index].isEmpty }
    }
    let columns = shown.map { ReportTable.Column("\($0)", mapping.roles[$0].rawValue) }
    let rows = records.map { fields in
      shown.map { index in
        index < fields.count ? ReportTable.Value.text(Self.short(fields[index])) : .missing
      }
    }
    let table = TableText.text([
      ReportTable(key: "preview", title: "", columns: columns, rows: rows)
    ])
    Talk.say(String(table.dropLast()))
  }

  private static func short(_ text: String) -> String {
    text.count > 24 ? text.prefix(23) + "…" : text
  }

  private static func description(of file: ImportFile) -> String {
    var parts = [name(of: file.format), file.encoding.rawValue]
    if file.format.isTable {
      parts.append("\(file.mapping.roles.count) columns")
      if let separator = file.separatorName { parts[0] += " with \(separator)" }
      if file.isHTML { parts.append("HTML in fields") }
    }
    return parts.joined(separator: ", ")
  }

  private static func name(of format: ExchangeFormat) -> String {
    switch format {
    case .csv: "CSV"
    case .tsv: "TSV"
    case .anki: "Anki's text export"
    case .quizlet: "Quizlet's export"
    case .mochi: "Mochi's Markdown"
    case .markdown: "a deck in Markdown"
    case .json: "a deck"
    case .rabbleWabble: "a file of the original Rabble Wabble"
    }
  }
}

/// What a learner says of a file they import.
struct ImportFormOptions: ParsableArguments {
  /// The forms, and `auto` for finding out.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case auto, csv, tsv, anki, quizlet, mochi, markdown, json
    case rabbleWabble = "rabble-wabble"

    var format: ExchangeFormat? { ExchangeFormat(rawValue: rawValue) }
  }

  /// Yes or no, and `auto` for finding out.
  enum Choice: String, ExpressibleByArgument, CaseIterable {
    case auto, yes, no

    var flag: Bool? { self == .auto ? nil : self == .yes }
  }

  @Option(help: "The file's form.")
  var format: Format = .auto

  @Option(
    help: ArgumentHelp(
      "How it is encoded: UTF-8, UTF-16LE, UTF-16BE, Shift_JIS, EUC-JP or Latin-1.",
      valueName: "name"))
  var encoding: TextEncoding?

  @Option(
    help: ArgumentHelp(
      "What stands between columns: tab, comma, semicolon, pipe, or any text.",
      valueName: "separator"))
  var separator: String?

  @Option(help: "Whether the first line names the columns.")
  var header: Choice = .auto

  @Option(help: "Whether fields are written in HTML.")
  var html: Choice = .auto

  func validate() throws {
    if separator?.isEmpty == true { throw ValidationError("--separator is empty.") }
  }

  var options: ImportOptions {
    let names = ["tab": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "\\t": "\t"]
    var options = ImportOptions()
    options.format = format.format
    options.encoding = encoding
    options.separator = separator.map { names[$0.lowercased()] ?? $0 }
    options.hasHeader = header.flag
    options.isHTML = html.flag
    return options
  }
}

extension TextEncoding: ExpressibleByArgument {
  /// Reads a name as people write it.
  public init?(argument: String) {
    self.init(name: argument)
  }
}
