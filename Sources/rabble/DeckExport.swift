import ArgumentParser
import RabbleExchange
import RabbleStudy
import RabbleText
import SystemPackage

/// `rabble deck export`: writes groups for other programs.
struct DeckExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "export", of: "deck", "Export groups as CSV, TSV, Anki or Quizlet text, or as a deck.",
    """
    CSV and TSV have a column for every field, and Anki text what makes Anki and `rabble deck import` \
    update it; apkg is a package of Anki; rabble-wabble is the original app's file, with scores. --into \
    writes a new collection with what you studied here.
    """,
    examples: [
      ("rabble deck export Hiragana --output hiragana.csv", "a group"),
      ("rabble deck export --into old.colpkg --output new.colpkg", "for Anki"),
    ])

  @OptionGroup var options: CommonOptions

  @Argument(
    help: ArgumentHelp(
      "Groups, decks, courses or files; else what you study.",
      discussion:
        "Without any: your own decks and the courses you have started, else the Japanese course.",
      valueName: "group"),
    completion: .groups)
  var names: [String] = []

  @OptionGroup var filter: WhereOption

  @Option(help: "Output format.")
  var format = Format.text(.csv)

  @OptionGroup var file: OutputFile

  @Flag(help: "apkg: with schedules and reviews.")
  var progress = false

  @Option(
    help: ArgumentHelp(
      "Add your reviews to this copy of an Anki collection.",
      valueName: "copy"))
  var into: String?

  @Option(
    help: ArgumentHelp(
      "With --into: fields, if not as imported last.",
      valueName: "columns"))
  var columns: String?

  @Flag(
    inversion: .prefixedNo,
    help: "With --into: add questions as notes.")
  var newNotes = true

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Guard cells against formulas with a leading '.",
      discussion: "Only CSV and TSV cells that a spreadsheet would treat as formulas."))
  var guardFormulas = true

  /// What is written: a text, or a package of Anki.
  enum Format: ExpressibleByArgument {
    case apkg
    case text(ExchangeFormat)

    static let allValueStrings = ["apkg"] + ExchangeFormat.allValueStrings

    init?(argument: String) {
      if argument == "apkg" {
        self = .apkg
      } else if let format = ExchangeFormat(rawValue: argument) {
        self = .text(format)
      } else {
        return nil
      }
    }

    var defaultValueDescription: String {
      if case .text(let format) = self { format.rawValue } else { "apkg" }
    }
  }

  func validate() throws {
    if let into { return try validateMerge(into: into) }
    guard columns == nil, newNotes else {
      throw ValidationError("--columns and --no-new-notes go with --into.")
    }
    switch format {
    case .apkg:
      guard file.output != nil else {
        throw ValidationError("A package is a binary file; name it with --output.")
      }
    case .text:
      guard !progress else { throw ValidationError("--progress: only apkg has schedules.") }
      guard filter.text == nil else {
        throw ValidationError("--where: only apkg selects cards; name groups instead.")
      }
    }
  }

  func run() throws {
    if let into, let output = file.output { return try merge(into: into, writing: output) }
    var options = options
    let files = names.filter(Output.isFile)
    options.deckPaths += files
    guard case .text(let format) = format else { return try exportPackage(files, options) }
    let library = try options.openLibrary(for: .looking)
    if let path = file.output, library.hasDeck(at: path) {
      throw ValidationError(
        "\(path.printable) is one of your decks, which `rabble deck import` changes; choose another name."
      )
    }
    let export = try library.export(
      names.filter { !files.contains($0) }, files: files.map { FilePath($0) }, as: format,
      guardsFormulas: guardFormulas)
    guard let export else { throw ValidationError("\(format.rawValue) can only be imported.") }
    try file.write(export.text)
    for line in Self.lines(of: export.remarks, format) { Output.tell(line) }
    Self.tell(leftOut: export.remarks.leftOut)
  }

  /// Says which values are not exported, and how often each stands in the decks.
  private static func tell(leftOut: [String: Int]) {
    guard !leftOut.isEmpty else { return }
    let fields = leftOut.sorted { $0.key < $1.key }
      .map { "\(Quoting.visible($0.key)) (\($0.value))" }
    Output.tell("Not exported: \(fields.joined(separator: ", ")).")
  }

  /// Writes a package of Anki.
  private func exportPackage(_ files: [String], _ options: CommonOptions) throws {
    guard let path = file.output else { return }
    guard path.lowercased().hasSuffix(".apkg") else {
      throw ValidationError("--output: Anki imports a package only from an .apkg file.")
    }
    var chosen = AnkiExportOptions()
    chosen.names = names.filter { !files.contains($0) }
    chosen.files = files.map { FilePath($0) }
    chosen.filter = try filter.filter()
    chosen.takesProgress = progress
    let library = try options.openLibrary(for: .looking)
    let line = ProgressLine("Exporting")
    let report = try LongRunningWork.endsProgram {
      defer { line.end() }
      return try library.exportAnki(chosen, to: path) { line.update($0) }
    }
    if report.cards == 0, chosen.filter != nil {
      Output.tell("No card matches, so nothing was exported.")
      throw ExitCode(1)
    }
    for remark in report.remarks { Output.tell(remark) }
    Self.tell(leftOut: report.leftOut)
    let counts = [
      NumberText.count(report.notes, "note"), NumberText.count(report.cards, "card"),
      NumberText.count(report.reviews, "review"),
    ]
    let media = report.media > 0 ? [NumberText.count(report.media, "media file")] : []
    let what = (counts.prefix(progress ? 3 : 2) + media).joined(separator: ", ")
    Output.tell("Exported \(what) to \(path). Open it in Anki with File > Import.")
    if report.cards == 0 { throw ExitCode(1) }
  }

  private static func lines(of remarks: DeckExport.Remarks, _ format: ExchangeFormat) -> [String] {
    let lines: [(count: Int, text: String)] = [
      (
        remarks.guarded,
        "Cells guarded against formulas with a leading ', which `rabble deck import` removes "
          + "(--no-guard-formulas leaves them as they are)"
      ),
      (remarks.reduced, "Questions with fields that \(format.rawValue) can't hold, not exported"),
      (remarks.controls, "Control characters, replaced by signs such as ␛"),
      (remarks.flattened, "Fields with line breaks or tabs, replaced by spaces"),
      (remarks.headers, "Groups with a description, settings or the like, not exported"),
    ]
    return lines.filter { $0.count > 0 }.map { "\($0.text): \($0.count)." }
  }
}

extension ExchangeFormat: ExpressibleByArgument {
  /// The formats of an export.
  package static var allValueStrings: [String] { exportable.map(\.rawValue) }
}
