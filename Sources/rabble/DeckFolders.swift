import Foundation
import RabbleDecks

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
