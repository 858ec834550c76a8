/// What keeps a library from doing what was asked, besides the errors of the review log.
public enum LibraryError: Error, Hashable, CustomStringConvertible {
  /// A folder or file can't be created.
  case notCreated(path: String, reason: String)
  /// There is no group at all.
  case nothingToStudy
  /// A file can't be written.
  case unwritable(path: String, reason: String)
  /// A file can't be read.
  case unreadable(path: String, reason: String)
  /// A file can't be imported; nothing was changed.
  case notImported(path: String, reason: String)
  /// Several deck files have a group of this title.
  case ambiguousGroup(title: String, paths: [String])
  /// A change of decks can't be undone or redone, and why.
  case notRestored(what: String, HistoryObstacle)
  /// No event has this number, or it can't be undone, and why.
  case notUndoable(number: Int, String)
  /// No row of a file of reviews can be used.
  case noReviews(path: String)
  /// The library is in memory and has no deck files.
  case noDeckFiles
  /// No folder to sync with was named.
  case noSyncFolder
  /// The folder to sync with holds the review log, which must not be synced.
  case logInSyncFolder(log: String, folder: String)
  /// Nothing has been synced through this folder yet.
  case notSynced(path: String)
  /// There is no review log, or it is empty, but backups of it are there, the newest of this time.
  case logGone(path: String, backups: String, newest: String)

  /// What happened, where, and what to do.
  public var description: String {
    switch self {
    case .notCreated(let path, let reason):
      "Cannot create \(path): \(reason). Make the parent folder writable, or use --data-dir DIR."
    case .nothingToStudy:
      "There is no deck to study. Fix the files named above, or add a deck with --decks DIR."
    case .unwritable(let path, let reason):
      "\(path): Cannot write the file: \(Self.clause(reason))."
    case .unreadable(let path, let reason):
      "\(path): Cannot read the file: \(Self.clause(reason))."
    case .notImported(let path, let reason):
      "\(path): Nothing was imported: \(Self.clause(reason))."
    case .ambiguousGroup(let title, let paths):
      "“\(title)” is a group of several files: \(paths.joined(separator: ", ")). "
        + "Choose one with --file."
    case .notRestored(let what, let obstacle):
      "Nothing was changed (\(what)): \(obstacle)"
    case .notUndoable(let number, let reason):
      "Event \(number) \(reason). `rabble history` lists all events."
    case .noReviews(let path):
      "\(path): No review in it can be used."
    case .noDeckFiles:
      "These cards are not in a deck file, so they can't be edited."
    case .noSyncFolder:
      "Which folder? Name it, as in `rabble sync DIR`, or set it with "
        + "`rabble config set sync.folder DIR`."
    case .logInSyncFolder(let log, let folder):
      "The review log \(log) is in \(folder). A program that carries the folder would damage the log: "
        + "choose a folder that does not hold it."
    case .notSynced(let path):
      "Nothing has been synced through \(path) yet. Run `rabble sync \(path)` first."
    case .logGone(let path, let backups, let newest):
      "\(path): The review log is missing or empty, but there are backups of it, the newest of "
        + "\(newest). Put the log back, or run `rabble log restore`. To start over, move "
        + "\(backups) away."
    }
  }

  /// A reason without its period: some are the system's sentences.
  private static func clause(_ reason: String) -> String {
    reason.hasSuffix(".") ? String(reason.dropLast()) : reason
  }
}

/// What keeps a preset from being used.
package enum PresetError: Error, Hashable, CustomStringConvertible {
  /// There is no preset of this name; `names` are those there are.
  case unknown(String, names: [String])
  /// A preset or a group's desired retention has a value that it can't have, for this reason.
  case impossible(reason: String)

  /// What happened and what to do.
  package var description: String {
    switch self {
    case .impossible(let reason): "No preset can have this: \(reason). Nothing was changed."
    case .unknown(let name, let names):
      "There is no preset “\(name)”; create it with `rabble preset set NAME`. Existing presets: "
        + names.map { "“\($0)”" }.joined(separator: ", ") + "."
    }
  }
}
