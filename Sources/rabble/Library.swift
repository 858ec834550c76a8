import Foundation
import RabbleDecks
import RabbleScheduling
import RabbleStorage

/// The study log with the decks to study: what most commands begin with.
struct Library {
  let log: StudyLog
  let settings: Settings
  /// What is studied.
  let plan: StudyPlan
  /// All groups there are.
  let loaded: [StoredGroup]
  /// The courses they stand in.
  let courses: [StudyCourse]

  /// Opens the log alone.
  static func openLog(_ options: CommonOptions) throws -> StudyLog {
    let workspace = try Workspace(
      dataFolder: options.dataDir, environment: ProcessInfo.processInfo.environment)
    try workspace.prepare()
    return try StudyLog(path: workspace.log) {
      var generator = SystemRandomNumberGenerator()
      return UInt128(generator.next()) << 64 | UInt128(generator.next())
    }
  }

  /// Opens the log, brings its decks up to date, tells on standard error what is wrong with them, and
  /// chooses the groups and courses of these names, by title or the beginning of one; when there are
  /// none, what is studied every day.
  static func open(_ options: CommonOptions, choosing names: [String] = []) throws -> Library {
    let workspace = try Workspace(
      dataFolder: options.dataDir, environment: ProcessInfo.processInfo.environment)
    let log = try openLog(options)
    let shelf = DeckShelf(log: log, clock: options.clock)
    var bundled: String?
    switch BundledDecks.folder() {
    case .success(let folder): bundled = folder
    case .failure(let error): Talk.say("rabble: \(error)")
    }
    let content = try shelf.content(
      DeckFolders(chosen: options.deckPaths, own: workspace.ownDecks, bundled: bundled))
    let settings = Settings(path: workspace.settings)
    for message in content.messages + settings.faults { Talk.say(message) }
    guard !content.groups.isEmpty else { throw CommandError.nothingToStudy }
    let plan =
      names.isEmpty
      ? try StudyPlan(own: content.groups, courses: content.courses, hasBegun: log.hasBegun)
      : try StudyPlan(names, among: content.groups, courses: content.courses)
    return Library(
      log: log, settings: settings, plan: plan, loaded: content.groups,
      courses: content.courses)
  }

  /// The library once decks have changed: the same groups, and those that are new in their files.
  func reloaded(_ options: CommonOptions) throws -> Library {
    let workspace = try Workspace(
      dataFolder: options.dataDir, environment: ProcessInfo.processInfo.environment)
    let content = try DeckShelf(log: log, clock: options.clock).content(
      DeckFolders(
        chosen: options.deckPaths, own: workspace.ownDecks,
        bundled: try? BundledDecks.folder().get()))
    return Library(
      log: log, settings: settings,
      plan: plan.renewed(loaded, as: content.groups), loaded: content.groups,
      courses: content.courses)
  }
}

/// What keeps a command from doing its work, besides the study log's own errors.
enum CommandError: Error, CustomStringConvertible {
  case noHome
  case noFolder(path: String, reason: String)
  case noBundledDecks(searched: [String])
  case nothingToStudy
  case unwritable(path: String, reason: String)
  case unreadable(DeckFault)
  case notImported(path: String, reason: String)
  case ambiguousGroup(title: String, paths: [String])
  case editedSinceImport(path: String, source: String)
  case notRestored(reason: String)
  case unreadableFile(path: String, reason: String)
  case noReviews(path: String)

  var description: String {
    switch self {
    case .noHome:
      "There is no home folder (HOME is not set). Choose a folder with --data-dir DIR."
    case .noFolder(let path, let reason):
      "\(path): can't be made (\(reason)). "
        + "Make its folder writable, or choose another with --data-dir DIR."
    case .noBundledDecks(let searched):
      "The bundled decks were not found. They are looked for in \(searched.joined(separator: ", "))."
    case .nothingToStudy:
      "No deck can be studied. Mend the files named above, or add a deck with --decks DIR."
    case .unwritable(let path, let reason):
      "\(path): can't be written (\(reason))."
    case .unreadable(let fault):
      "\(fault)."
    case .notImported(let path, let reason):
      "\(path): nothing was imported: \(reason)."
    case .ambiguousGroup(let title, let paths):
      "“\(title)” is a group of several files: \(paths.joined(separator: ", ")). "
        + "Say which with --file."
    case .editedSinceImport(let path, let source):
      "\(path) has changed since \(source) was imported, so the import can't be taken back; "
        + "everything is as it was. `rabble undo --answer` takes back the last answer."
    case .notRestored(let reason):
      "The import is not taken back: \(reason)"
    case .unreadableFile(let path, let reason):
      "\(path): can't be read (\(reason))."
    case .noReviews(let path):
      "\(path): there is no review in it that can be used."
    }
  }
}
