import ArgumentParser
import Foundation
import RabbleExchange
import RabbleScreens
import RabbleStudy
import RabbleTerminal
import SystemPackage

/// `rabble deck import`: imports a file of another program into an own deck.
struct DeckImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import Anki, CSV, TSV, Quizlet or Mochi, or another deck.",
    discussion: """
      Also read: CrowdAnki's JSON, hashcards, Obsidian's spaced repetition, org-fc, and JSON with an \
      array of objects. \
      Anki's .apkg, .colpkg and a copy of collection.anki2 come with cards, tags and progress; \
      importing a newer one adds what is new. \
      Format, encoding and columns are detected and shown; on a terminal the columns can be \
      changed, and are remembered for the next file of that shape. `rabble undo` undoes the \
      import. Exit status 1 if there was nothing to import.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(
    help: ArgumentHelp(
      "File to import, or - for standard input; for Mochi's Markdown also a folder of cards.",
      valueName: "file"))
  var source: String

  @Option(
    help: ArgumentHelp("Put all questions into this group.", valueName: "group"),
    completion: .groups)
  var into: String?

  @Option(
    name: .customLong("file"),
    help: ArgumentHelp("Import into this deck file.", valueName: "path"))
  var target: String?

  @OptionGroup var form: ImportFormOptions

  @Option(
    help: ArgumentHelp(
      "Columns, e.g. prompt,reading,answer,-,tags (- skips one).",
      discussion: """
        Where columns or fields have names, also prompt=Character,answer=German. Of several note types of \
        Anki, name those you mean: 'Vocab: prompt=Word,answer=Meaning; Basic: prompt=Front,answer=Back'.
        """,
      valueName: "columns"))
  var columns: String?

  @Option(
    help: ArgumentHelp(
      "What to do with duplicates: skip, update or add.",
      discussion: """
        Without it they are skipped. Notes of Anki are updated then, but not those that you edited here and that \
        did not change in Anki since.
        """))
  var duplicates: DuplicatePolicy?

  @Flag(
    help: ArgumentHelp(
      "Unpack sounds and pictures of a package of Anki beside the deck.",
      discussion: "Nothing plays or shows them; `rabble undo` leaves them there."))
  var media = false

  @Flag(help: "Show what would be imported without writing anything.")
  var dryRun = false

  @Flag(help: "Do not prompt, and import what looks wrong as it is.")
  var yes = false

  func run() throws {
    let editing = try options.editing()
    let dialog = try ImportDialog(isSilent: yes || dryRun)
    let isPiped = source == "-"
    if form.format.format == nil, !isPiped, editing.isAnki(source) {
      if media { try requireMedia(editing) }
      return try finish(proposeAnki(editing.readAnki(source), editing, dialog), dialog)
    }
    if media { throw Self.noMedia }
    let piped = isPiped ? try Self.standardInput() : nil
    if form.format.format == nil, let piped,
      let file = try editing.readCrowdAnki(piped, named: "Imported", from: "standard input")
    {
      return try finish(proposeAnki(file, editing, dialog), dialog)
    }
    let file =
      try piped.map {
        try editing.readImport($0, named: "Imported", from: "standard input", form.options)
      } ?? editing.readImport(source, form.options)
    let columns = try dialog.settle(
      detected(file, editing), of: file, named: isPiped ? "standard input" : source)
    let proposal = try editing.prepareImport(
      file, from: source, columns: columns, into: into, deck: target.map { FilePath($0) },
      duplicates: duplicates ?? .skip)
    if !file.isOwn { proposal.preview.forEach(Output.tell) }
    try finish(proposal, dialog)
  }

  private static let noMedia = ValidationError("--media: only an .apkg or .colpkg has media.")

  /// Makes sure that there are media to unpack, before anything is imported.
  private func requireMedia(_ editing: DeckEditing) throws {
    let name = source.lowercased()
    guard name.hasSuffix(".apkg") || name.hasSuffix(".colpkg") else { throw Self.noMedia }
    try editing.requireMediaList(of: source)
  }

  /// All of standard input, up to what no list of questions has.
  private static func standardInput() throws -> [UInt8] {
    let most = 1 << 30
    let data = try FileHandle.standardInput.read(upToCount: most) ?? Data()
    guard data.count < most else {
      throw LibraryError.notImported(path: "standard input", reason: "it has more than 1 GB")
    }
    return Array(data)
  }

  /// Shows what a package of Anki holds, and lets the learner change what its fields are for.
  private func proposeAnki(_ file: AnkiFile, _ editing: DeckEditing, _ dialog: ImportDialog) throws
    -> ImportProposal
  {
    if duplicates == .add {
      throw ValidationError("--duplicates add: each note of Anki is one question, and never two.")
    }
    Output.tell("\(source == "-" ? "standard input" : source): Anki, \(file.summary)")
    func propose(_ columns: String?) throws -> ImportProposal {
      try editing.prepareImport(
        file, columns: columns, into: into, deck: target.map { FilePath($0) },
        duplicates: duplicates)
    }
    do {
      return try dialog.settle(propose(columns), isGiven: columns != nil, propose)
    } catch let failure as ColumnMapping.Failure { throw ValidationError("--columns: \(failure)") }
  }

  private func finish(_ proposal: consuming ImportProposal, _ dialog: ImportDialog) throws {
    for doubt in proposal.doubts { Output.tell(doubt) }
    if !proposal.doubts.isEmpty, !yes, !dryRun, !proposal.changesNothing, !dialog.asks {
      throw proposal.refusal
    }
    guard try dryRun || proposal.changesNothing || dialog.confirms(proposal) else {
      Output.tell("Nothing was imported.")
      throw ExitCode(1)
    }
    let isEmpty = proposal.isEmpty
    let bar = ProgressLine("Importing")
    defer { bar.end() }
    let news = dryRun ? [] : try LongRunningWork.endsProgram { try apply(proposal, bar) }
    let lines = proposal.report(isDryRun: dryRun) + news
    // Its memory is given back before the deck is read.
    _ = consume proposal
    // Reviews that came along belong to questions that the review log has not read yet.
    if !news.isEmpty { _ = try options.openLibrary(for: .looking) }
    bar.end()
    try Output.write(LinesText.text(lines, width: Output.columns))
    if isEmpty { throw ExitCode(1) }
  }

  /// Imports; returns what was new, line by line.
  private func apply(_ proposal: ImportProposal, _ bar: ProgressLine) throws -> [String] {
    let news = try proposal.apply { bar.update($0 * 0.8) }
    return media
      ? news + (try options.editing()).unpackMedia(of: source, beside: proposal.deck) : news
  }

  /// What the columns are for: as the learner says, as they said before, or as detected.
  private func detected(_ file: ImportFile, _ editing: DeckEditing) throws -> ImportDialog.Columns {
    guard file.format.isTable else { return .init(mapping: file.mapping, origin: .detected) }
    if let columns {
      do throws(ColumnMapping.Failure) {
        return .init(mapping: try file.mapping(columns), origin: .given)
      } catch { throw ValidationError("--columns: \(error)") }
    }
    if let mapping = editing.rememberedColumns(for: file) {
      return .init(mapping: mapping, origin: .remembered)
    }
    return .init(mapping: file.mapping, origin: .detected)
  }
}

extension DuplicatePolicy: ExpressibleByArgument {}

/// What a learner says of a file they import.
struct ImportFormOptions: ParsableArguments {
  /// A format, or `auto` to detect it.
  struct Format: ExpressibleByArgument {
    static let auto = Format(nil)
    static let allValueStrings = ["auto"] + ExchangeFormat.allCases.map(\.rawValue)

    let format: ExchangeFormat?

    private init(_ format: ExchangeFormat?) {
      self.format = format
    }

    init?(argument: String) {
      let format = ExchangeFormat(rawValue: argument)
      if format == nil, argument != "auto" { return nil }
      self.init(format)
    }

    var defaultValueDescription: String { format?.rawValue ?? "auto" }
  }

  /// Yes or no, and `auto` to detect it.
  enum Choice: String, ExpressibleByArgument, CaseIterable {
    case auto, yes, no

    var flag: Bool? { self == .auto ? nil : self == .yes }
  }

  @Option(help: "The file's format.")
  var format: Format = .auto

  @Option(
    help: ArgumentHelp(
      "Encoding.",
      discussion: "UTF-8, UTF-16LE, UTF-16BE, Shift_JIS, EUC-JP, ISO-2022-JP or Latin-1.",
      valueName: "name"))
  var encoding: TextEncoding?

  @Option(
    help: ArgumentHelp(
      "Column separator: tab, comma, semicolon, pipe, or any text.", valueName: "separator"))
  var separator: String?

  @Option(help: "Whether the first line names the columns.")
  var header: Choice = .auto

  @Option(help: "Whether fields are written in HTML.")
  var html: Choice = .auto

  func validate() throws {
    if separator?.isEmpty == true { throw ValidationError("--separator must not be empty.") }
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

/// Shows what was detected in a file, and on a terminal lets the learner change it.
private struct ImportDialog {
  /// Columns and where they are from.
  struct Columns {
    let mapping: ColumnMapping
    let origin: Origin
  }

  /// Where columns are from.
  enum Origin: String {
    case given = "as you say"
    case remembered = "as for the last file of this shape"
    case detected = "detected"
  }

  /// The editor of the terminal; `nil` when nobody is asked.
  private let editor: LineEditor?

  init(isSilent: Bool) throws {
    editor = Terminal.isInteractive && !isSilent ? try LineEditor(completions: []) : nil
  }

  /// Whether the learner is asked.
  var asks: Bool { editor != nil }

  /// The columns the learner agrees to.
  func settle(_ found: Columns, of file: ImportFile, named path: String) throws -> ColumnMapping {
    Output.tell("\(path): \(Self.description(of: file))")
    guard file.format.isTable else { return found.mapping }
    if let line = file.headerLine {
      Output.tell(
        "Line \(line) names the columns: \(file.header.joined(separator: ", ")). `--header no` "
          + "imports it as a question.")
    }
    var mapping = found.mapping
    show(mapping, of: file)
    Output.tell("Columns (\(found.origin.rawValue)): \(mapping.text)")
    if let editor, found.origin != .given {
      while true {
        let line = try read(editor, "Other columns, or Enter › ")
        if line.isEmpty {
          if mapping.isComplete { break }
          Output.tell("\(ColumnMapping.Failure.incomplete)")
          continue
        }
        do throws(ColumnMapping.Failure) {
          mapping = try file.mapping(line)
          show(mapping, of: file)
        } catch { Output.tell("\(error)") }
      }
    } else if !mapping.isComplete {
      throw LibraryError.notImported(
        path: path, reason: "\(ImportError.unclearColumns(header: file.header))")
    }
    let skipped = zip(file.header, mapping.roles).filter { $0.1 == .ignored && $0.0.count > 1 }
      .map(\.0)
    if !skipped.isEmpty {
      Output.tell(
        "Columns not imported: \(skipped.joined(separator: ", ")). Import them with --columns.")
    }
    return mapping
  }

  /// The import from Anki that the learner agrees to: they see two finished cards of each note type, and
  /// may say what the fields are for.
  func settle(
    _ proposal: ImportProposal, isGiven: Bool, _ propose: (String) throws -> ImportProposal
  ) throws -> ImportProposal {
    var proposal = proposal
    proposal.preview.forEach(Output.tell)
    guard let editor, !isGiven else { return proposal }
    while true {
      Output.tell("Other columns, such as prompt=Word,answer=Meaning, or Enter:")
      let line = try read(editor, "› ")
      if line.isEmpty { return proposal }
      do {
        proposal = try propose(line)
        proposal.preview.forEach(Output.tell)
      } catch let failure as ColumnMapping.Failure { Output.tell("\(failure)") }
    }
  }

  /// Whether the learner agrees to an import; yes where nobody is asked.
  func confirms(_ proposal: ImportProposal) throws -> Bool {
    guard let editor else { return true }
    Output.tell(proposal.question)
    // What looks wrong takes more than Enter.
    let isDoubtful = !proposal.doubts.isEmpty
    while true {
      switch try read(editor, isDoubtful ? "[y/N] › " : "[Y/n] › ").lowercased() {
      case "": return !isDoubtful
      case "y", "yes": return true
      case "n", "no": return false
      default: Output.tell("Answer y or n.")
      }
    }
  }

  private func read(_ editor: LineEditor, _ prompt: String) throws -> String {
    switch editor.readLine(prompt: prompt) {
    case .line(let line): return line.trimmingCharacters(in: .whitespaces)
    case .endOfInput, .interrupted, .hangUp, .terminated:
      Output.tell("Nothing was imported.")
      throw ExitCode(130)
    default: return ""
    }
  }

  /// The first records, each column under what it is for, or of very many columns each on a line; a column in
  /// which they have nothing is not shown. Notes of several types have no columns in common.
  private func show(_ mapping: ColumnMapping, of file: ImportFile) {
    if !mapping.noteTypes.isEmpty { return }
    let records = file.preview(records: 5)
    let shown = mapping.roles.indices.filter { index in
      records.contains { index < $0.count && !$0[index].isEmpty }
    }
    func cell(_ index: Int, _ fields: [String]) -> ReportTable.Value {
      index < fields.count ? .text(Self.short(fields[index])) : .missing
    }
    let width = Terminal.columns(descriptor: STDERR_FILENO)
    let isWide = shown.count * Self.narrowest > width ?? .max
    let table =
      isWide
      ? ReportTable("preview", "", of: shown) {
        [
          ReportTable.Column("column", "column") { .text("\($0 + 1)") },
          ReportTable.Column("role", "for") { .text(mapping.roles[$0].name) },
        ]
          + records.prefix(2).enumerated().map { number, fields in
            ReportTable.Column("row\(number)", "row \(number + 1)") { cell($0, fields) }
          }
      }
      : ReportTable("preview", "", of: records) {
        shown.map { index in
          ReportTable.Column("\(index)", mapping.roles[index].name) { cell(index, $0) }
        }
      }
    Output.tell(String(TableText.text([table], width: width).dropLast()))
  }

  /// The columns of a terminal that a column of the file takes at least, with the space beside it.
  private static let narrowest = 12

  private static func short(_ text: String) -> String {
    text.count > 24 ? text.prefix(23) + "…" : text
  }

  private static func description(of file: ImportFile) -> String {
    var parts = [file.format.name, file.encoding.rawValue]
    if file.format.isTable {
      let count = file.mapping.roles.count
      parts.append(count == 1 ? "1 column" : "\(count) columns")
      if let separator = file.separatorName { parts[0] += " with \(separator)" }
      if file.isHTML { parts.append("HTML in fields") }
    }
    return parts.joined(separator: ", ")
  }
}
