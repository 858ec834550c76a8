import ArgumentParser
import Foundation
import RabbleExchange
import RabbleStudy
import RabbleTerminal
import SystemPackage

/// `rabble deck import`: imports a file of another program into an own deck.
struct DeckImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    "import", of: "deck", "Import Anki, CSV, TSV, Quizlet, Mochi and more, or another deck.",
    """
    Format and columns are detected and shown; on a terminal they can be changed. Anki's packages and \
    collections come with tags and progress; a newer one adds what is new. `rabble undo` undoes an import. \
    Exit status 1 if there was nothing to import.
    """,
    examples: [
      ("rabble deck import Kaishi.apkg --dry-run", "what would be imported"),
      ("rabble deck import words.csv --columns prompt=Word,answer=Meaning", "a table"),
    ])

  @OptionGroup var options: CommonOptions

  @Argument(
    help: ArgumentHelp(
      "A file, - for standard input, or a folder of Mochi's.",
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
      "E.g. prompt,reading,answer,-,tags (- skips one).",
      discussion: """
        Where columns or fields have names, also prompt=Character,answer=German. Of several note types of \
        Anki, name those you mean: 'Vocab: prompt=Word,answer=Meaning; Basic: prompt=Front,answer=Back'.
        """,
      valueName: "columns"))
  var columns: String?

  @Option(
    help: ArgumentHelp(
      "skip, update or add duplicates.",
      discussion: """
        Without it they are skipped. Notes of Anki are updated then, but not those that you edited here and that \
        did not change in Anki since.
        """))
  var duplicates: DuplicatePolicy?

  @Flag(
    help: ArgumentHelp(
      "Unpack sounds and pictures of Anki beside the deck.",
      discussion: "Nothing plays or shows them; `rabble undo` leaves them there."))
  var media = false

  @Flag(help: "Show what would be imported; write nothing.")
  var dryRun = false

  @Flag(help: "Don't ask, and import what looks wrong as it is.")
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
    if let caution = proposal.caution {
      Output.tell(caution + " `--duplicates skip` leaves them as they are.")
    }
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
      "tab, comma, semicolon, pipe, or any text.", valueName: "separator"))
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
  package init?(argument: String) {
    self.init(name: argument)
  }
}
