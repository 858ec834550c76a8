import Foundation
import RabbleDecks
import RabbleScheduling
import RabbleStorage

/// The study log with the decks to study: what most commands begin with.
struct Library {
  let log: StudyLog
  let scheduler: Scheduler
  let settings: Settings
  /// The groups that were chosen.
  let groups: [StoredGroup]
  /// All groups there are.
  let loaded: [StoredGroup]

  /// Opens the log alone.
  static func openLog(_ options: CommonOptions) throws -> StudyLog {
    let workspace = try Workspace(
      dataFolder: options.dataDir, environment: ProcessInfo.processInfo.environment)
    try workspace.prepare()
    return try StudyLog(path: workspace.log, scheduler: Scheduler()) {
      var generator = SystemRandomNumberGenerator()
      return UInt128(generator.next()) << 64 | UInt128(generator.next())
    }
  }

  /// Opens the log, brings its decks up to date, tells on standard error what is wrong with them, and
  /// chooses the groups of these names, by title or the beginning of one; all when there are none.
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
    return Library(
      log: log, scheduler: log.scheduler, settings: settings,
      groups: try choose(names, among: content.groups), loaded: content.groups)
  }

  /// The library once decks have changed: the same groups, and those that are new in their files.
  func reloaded(_ options: CommonOptions) throws -> Library {
    let workspace = try Workspace(
      dataFolder: options.dataDir, environment: ProcessInfo.processInfo.environment)
    let content = try DeckShelf(log: log, clock: options.clock).content(
      DeckFolders(
        chosen: options.deckPaths, own: workspace.ownDecks,
        bundled: try? BundledDecks.folder().get()))
    func place(_ group: StoredGroup) -> [String] { [group.deck, group.title] }
    let chosen = Set(groups.map(place))
    let known = Set(loaded.map(place))
    let files = Set(groups.map(\.deck))
    return Library(
      log: log, scheduler: scheduler, settings: settings,
      groups: content.groups.filter {
        chosen.contains(place($0)) || files.contains($0.deck) && !known.contains(place($0))
      }, loaded: content.groups)
  }

  private static func choose(_ names: [String], among groups: [StoredGroup]) throws
    -> [StoredGroup]
  {
    if names.isEmpty { return groups }
    return try GroupChoice.choose(names, among: groups.map(\.title)).get().map { groups[$0] }
  }
}
