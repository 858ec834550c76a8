import Foundation
import RabbleDecks
import RabbleQuestions
import RabbleScheduling
import RabbleStorage

/// Keeps the decks in the log up to date with their files: a file is read again only when it has
/// changed.
struct DeckShelf {
  let log: StudyLog
  let clock: Clock

  /// What is on the shelf.
  struct Content {
    var groups: [StoredGroup]
    /// The courses, those of the learner before those that came with the program.
    var courses: [StudyCourse]
    /// What is wrong with deck files, and what became of edited questions: a line each.
    var messages: [String]
  }

  /// Brings the log up to date with the folders and files the learner named, which must exist, and
  /// the standing folders, which may be missing.
  func content(_ folders: DeckFolders) throws -> Content {
    var messages: [String] = []
    var paths: [String] = []
    var coursePaths: [String] = []
    for path in folders.chosen {
      if Self.isFolder(path) {
        let listing = DeckFolder.files(in: path)
        paths += listing.files
        coursePaths += listing.courses
        messages += listing.faults.map(\.description)
      } else {
        paths.append(path)
      }
    }
    for folder in [folders.own] + (folders.bundled.map { [$0] } ?? []) {
      let listing = DeckFolder.files(in: folder)
      paths += listing.files.filter { !folders.isReplaced($0) }
      coursePaths += listing.courses.filter { !folders.isReplaced($0) }
      messages += listing.faults.filter { $0.kind != .notFound }.map(\.description)
    }
    var seen: Set<String> = []
    paths = paths.filter { seen.insert($0).inserted }

    let known = try log.decks()
    var changed: [(deck: StoredDeck, groups: [QuestionGroup])] = []
    for path in paths {
      let reading = FileReading(path: path)
      if let deck = known[path], deck.signature == reading.signature, !reading.isFresh {
        messages += deck.faults
        continue
      }
      let file = DeckLoader().load(path: path)
      let faults = file.faults.map(\.description)
      messages += faults
      changed.append(
        (StoredDeck(path: path, signature: reading.signature, faults: faults), file.groups))
    }
    if !changed.isEmpty {
      let removed = known.keys.filter { !FileReading.isThere($0) || folders.isReplaced($0) }
      messages += try store(changed, removed: removed)
    }
    let groups = try log.groups(of: paths)
    let courses = try CourseShelf(log: log, folders: folders).content(coursePaths, of: groups)
    return Content(
      groups: groups, courses: courses.courses, messages: messages + courses.messages)
  }

  private func store(
    _ changed: [(deck: StoredDeck, groups: [QuestionGroup])], removed: [String]
  ) throws -> [String] {
    let match = try log.store(changed, removed: removed, at: clock.now())
    var messages = match.unclear.map {
      "\($0.known.group): “\($0.known.prompt)” is gone, and none of the new questions is clearly "
        + "it; `rabble study` asks, and its history is kept."
    }
    messages += try log.sharedIdentities().map { first, second in
      "\(second.deck): warning: “\(second.prompt)” has the \"id\" of “\(first.prompt)” in "
        + "\(first.deck), so the two share one history; give it another."
    }
    if !match.decisions.isEmpty {
      messages.append(
        match.decisions.count == 1
          ? "1 edited question keeps its history."
          : "\(match.decisions.count) edited questions keep their history.")
    }
    return messages
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// The deck files there are: those the learner named, their own, and the bundled ones, of which an
/// own file of the same name in the same subfolder takes the place.
struct DeckFolders {
  /// The files named with `--decks`, and those in the folders named so.
  let chosen: [String]
  /// The folder of own decks.
  let own: String
  /// The folder of bundled decks, if there is one.
  let bundled: String?

  init(chosen: [String], own: String, bundled: String?) {
    self.chosen = chosen.map(Self.absolute)
    self.own = Self.absolute(own)
    self.bundled = bundled.map(Self.absolute)
  }

  /// All deck files, each once, and whether it is a bundled one.
  var files: [(path: String, isBundled: Bool)] {
    var seen: Set<String> = []
    let mine = (chosen + [own]).flatMap { path in
      let listing = DeckFolder.files(in: path)
      // A file is no folder to look into.
      return listing.faults.contains { $0.path == path && $0.kind == .notDirectory }
        ? [path] : listing.files
    }
    let others = bundled.map { DeckFolder.files(in: $0).files } ?? []
    let paths = mine.map { ($0, false) } + others.filter { !isReplaced($0) }.map { ($0, true) }
    return paths.filter { seen.insert($0.0).inserted }
  }

  /// Where the learner's own copy of a bundled deck lies.
  func ownPath(of path: String) -> String? {
    guard let bundled, path.hasPrefix(bundled + "/") else { return nil }
    return own + path.dropFirst(bundled.count)
  }

  /// Whether an own deck stands in the place of a bundled one.
  func isReplaced(_ path: String) -> Bool {
    ownPath(of: path).map { access($0, F_OK) == 0 } ?? false
  }

  /// Whether any own deck stands in the place of a bundled one.
  var replacesBundled: Bool {
    bundled.map { DeckFolder.files(in: $0).files.contains(where: isReplaced) } ?? false
  }

  /// The folders whose decks a file may speak of, each with a slash at its end: its own, and where an
  /// own deck stands in the place of a bundled one, or the other way round, the other's as well.
  func foldersBeside(_ path: String) -> [String] {
    let folder = String(path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex))
    guard let bundled else { return [folder] }
    if folder.hasPrefix(bundled + "/") { return [folder, own + folder.dropFirst(bundled.count)] }
    if folder.hasPrefix(own + "/") { return [folder, bundled + folder.dropFirst(own.count)] }
    return [folder]
  }

  /// A path from the root.
  static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}

/// What a file's content is recognised by when it is read, so that it need not be read again.
struct FileReading {
  /// What tells this content of the file from any other.
  let signature: String
  /// Whether the file changed in the last two seconds: it could change again without a trace, so it
  /// is read again next time.
  let isFresh: Bool

  /// Looks at the file without reading it.
  init(path: String) {
    guard let file = FileSignature.of(path: path) else {
      signature = "unknown"
      isFresh = false
      return
    }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    isFresh = Int64(time.tv_sec) - file.changedNanoseconds / 1_000_000_000 < 2
    signature =
      "\(file.size) \(file.modifiedNanoseconds) \(file.changedNanoseconds) "
      + "\(file.device) \(file.inode)" + (isFresh ? " fresh" : "")
  }

  /// Whether there is such a file.
  static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
