import ArgumentParser
import Foundation
import RabbleDecks
import RabbleExchange
import RabbleQuestions
import RabbleStorage

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
      ? library.groups
      : library.loaded.filter { paths.contains($0.deck) }
        + (titles.isEmpty ? [] : library.groups.filter { !paths.contains($0.deck) })
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
