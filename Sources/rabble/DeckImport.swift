import ArgumentParser
import Foundation
import RabbleDecks
import RabbleExchange
import RabbleStorage

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
