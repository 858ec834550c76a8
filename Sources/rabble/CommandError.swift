import RabbleDecks

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
    }
  }
}
