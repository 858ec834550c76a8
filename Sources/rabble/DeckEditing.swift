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

/// What keeps a deck from being changed as the learner asked.
enum DeckEditError: Error, CustomStringConvertible {
  case noGroup(UnknownGroup)
  case severalGroups(name: String, places: [String])
  case noQuestion(prompt: String, near: [String])
  case severalQuestions(prompt: String, places: [String])
  case bundled(title: String, path: String)
  case noFile(path: String)
  case unfit(path: String, reason: String)
  case incomplete(String)
  case noEditor
  case editorFailed(String)
  case unfinished(draft: String)
  case changedMeanwhile(path: String, draft: String)

  /// 2 for what was asked wrongly, 3 for a file that can't be changed.
  var exitCode: Int32 {
    switch self {
    case .noGroup, .severalGroups, .noQuestion, .severalQuestions, .incomplete: 2
    default: 3
    }
  }

  var description: String {
    switch self {
    case .noGroup(let error):
      return "\(error)"
    case .severalGroups(let name, let places):
      return "several groups are called “\(name)”: \(places.joined(separator: ", ")). "
        + "Say which with --file FILE."
    case .noQuestion(let prompt, let near):
      let list = near.isEmpty ? "" : " There are \(near.joined(separator: ", "))."
      return "no question asks “\(prompt)”.\(list)"
    case .severalQuestions(let prompt, let places):
      return "several questions ask “\(prompt)”:\n  \(places.joined(separator: "\n  "))\n"
        + "Say which with --group GROUP or --file FILE."
    case .bundled(let title, let path):
      return "“\(title)” is a bundled deck (\(path)), where the next version of rabble would undo "
        + "the change. Add --copy, as in `rabble deck edit --copy \(DeckFileName.quoted(title))`: "
        + "your own copy then takes its place, and every history stays."
    case .noFile(let path):
      return "\(path): there is no such deck. `rabble deck new TITLE` makes one."
    case .unfit(let path, let reason):
      return "\(path): \(reason)"
    case .incomplete(let reason):
      return reason
    case .noEditor:
      return "There is no editor to open. Set VISUAL or EDITOR, as in: export EDITOR=nano"
    case .editorFailed(let reason):
      return reason
    case .unfinished(let draft):
      return "The deck was left as it was. What you wrote is kept in \(draft)"
    case .changedMeanwhile(let path, let draft):
      return "\(path): another program changed it meanwhile, so it was left as it is. What you "
        + "wrote is kept in \(draft)"
    }
  }
}

/// Names of deck files.
enum DeckFileName {
  /// A file name, without its ending, that a title can have on every file system.
  static func of(_ title: String) -> String {
    var result = ""
    for character in title where result.utf8.count + character.utf8.count <= 120 {
      let isPlain = character.isLetter || character.isNumber || "-_+,()' ".contains(character)
      result.append(isPlain ? character : "-")
    }
    let name = result.drop { $0 == " " || $0 == "-" }
    let end = name.lastIndex { $0 != " " }
    return end.map { String(name[...$0]) } ?? "deck"
  }

  /// A text as a shell takes it.
  static func quoted(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "-_./:".contains($0) }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
