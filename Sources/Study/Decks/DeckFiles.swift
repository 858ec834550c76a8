import RabbleDecks
import RabbleStorage

/// Deck files that are written together.
enum DeckFiles {
  /// Makes sure that files are what changes begin with.
  ///
  /// - Throws: `AtomicFileError` where another program has changed one.
  static func check(_ changes: [DeckFileChange]) throws(AtomicFileError) {
    for change in changes {
      guard let before = change.before else {
        if DeckCatalog.exists(change.path) { throw .alreadyThere(path: change.path) }
        continue
      }
      if (try? AtomicFile.read(change.path)) != before {
        throw .changedMeanwhile(path: change.path)
      }
    }
  }

  /// Makes changes of files, one after the other; where one fails, those before are reverted, and
  /// `revert` is called.
  ///
  /// - Throws: `AtomicFileError`, or what `revert` throws.
  static func write(_ changes: [DeckFileChange], orElse revert: () throws -> Void = {}) throws {
    for (index, change) in changes.enumerated() {
      do throws(AtomicFileError) { try write(change) } catch {
        // What can't be put back was changed by another program since, which is left alone.
        for done in changes[..<index].reversed() {
          try? write(DeckFileChange(path: done.path, before: done.after, after: done.before))
        }
        try revert()
        throw error
      }
    }
  }

  private static func write(_ change: DeckFileChange) throws(AtomicFileError) {
    switch (change.before, change.after) {
    case (nil, nil): break
    case (nil, let after?): try AtomicFile.replace(change.path, with: after, ifStill: .nothing)
    case (let before?, nil): try AtomicFile.remove(change.path, ifStill: before)
    case (let before?, let after?):
      try AtomicFile.replace(change.path, with: after, ifStill: .content(before))
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
}
