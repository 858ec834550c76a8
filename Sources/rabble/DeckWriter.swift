import Foundation
import RabbleDecks
import RabbleQuestions
import RabbleStorage

/// Writes changed decks: whole or not at all, never over what somebody else has written, and with
/// the history of every question that goes on under another text.
struct DeckWriter {
  let options: CommonOptions
  let workspace: Workspace

  init(_ options: CommonOptions) throws {
    self.options = options
    workspace = try Workspace(
      dataFolder: options.dataDir, environment: ProcessInfo.processInfo.environment)
    try workspace.prepare()
  }

  /// All decks there are.
  func finder() throws -> DeckFinder { try DeckFinder(options, workspace: workspace) }

  /// A deck that may be changed: itself, or the learner's own copy of a bundled one.
  func editable(_ deck: DeckFinder.Deck, copying: Bool) throws -> DeckSource {
    guard deck.isBundled else { return deck.source }
    let path = deck.source.file.path
    let folders = DeckFolders(
      chosen: [], own: workspace.ownDecks, bundled: try BundledDecks.folder().get())
    guard copying, let own = folders.ownPath(of: path) else {
      throw DeckEditError.bundled(
        title: deck.source.groups.first?.group.title ?? path, path: path)
    }
    try makeFolder(of: own)
    try AtomicFile.replace(own, with: deck.source.bytes, ifStill: .nothing)
    Talk.say("Copied to \(own), which is studied in place of the bundled deck.")
    return DeckLoader().parseSource(deck.source.bytes, path: own)
  }

  /// Makes the changes to a deck and writes it.
  ///
  /// - Returns: the deck as it is now.
  @discardableResult
  func write(_ changes: [DeckChange], to source: DeckSource) throws -> DeckSource {
    var edits: [DeckSource.Edit] = []
    var result = source
    for change in changes {
      let before = result
      result = try before.applying([change])
      edits += before.edits(by: change)
    }
    try write(result, over: source, edits: edits)
    return result
  }

  /// Puts a deck in place of what it was made from.
  func write(_ new: DeckSource, over old: DeckSource, edits: [DeckSource.Edit]) throws {
    try AtomicFile.replace(old.file.path, with: new.bytes, ifStill: .content(old.bytes))
    try remember(edits)
  }

  /// Tells the log which questions go on under another text.
  func remember(_ edits: [DeckSource.Edit]) throws {
    guard !edits.isEmpty else { return }
    try Library.openLog(options).reidentify(edits, at: options.clock.now())
  }

  /// Makes the folder that a file shall lie in.
  func makeFolder(of path: String) throws {
    let folder = (path as NSString).deletingLastPathComponent
    guard access(folder, F_OK) != 0 else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw CommandError.unwritable(path: folder, reason: error.localizedDescription)
    }
  }
}
