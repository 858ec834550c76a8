import Foundation
import RabbleAnki
import RabbleExchange
import RabbleScheduling
import RabbleStorage
import RabbleText
import SystemPackage

/// A package or collection of Anki, as it was read.
package struct AnkiFile {
  /// Its path, for people.
  package let path: String
  let collection: AnkiCollection

  /// What it holds, in a sentence: its notes, cards and reviews.
  package var summary: String {
    [
      NumberText.count(collection.notes.count, "note"),
      NumberText.count(collection.cards.count, "card"),
      NumberText.count(collection.log.count { $0.grade > 0 }, "review"),
    ].joined(separator: ", ")
  }
}

extension DeckEditing {
  /// Whether a file is to be read as a package or collection of Anki.
  package func isAnki(_ path: String) -> Bool {
    let path = locations.absolute(path)
    return AnkiReader.recognizes(path) || Self.isCrowdAnki(path)
  }

  /// Makes sure that a file is a whole collection of Anki: what comes of merging another would replace the
  /// learner's collection.
  ///
  /// - Throws: ``LibraryError/unreadable(path:reason:)``.
  package func requireAnkiCollection(_ path: String) throws(LibraryError) {
    guard AnkiReader.isCollection(locations.absolute(path)) else {
      throw .unreadable(path: path, reason: "\(PackageFault.someDecks)")
    }
  }

  private static func isCrowdAnki(_ path: String) -> Bool {
    guard path.lowercased().hasSuffix(".json"), !DeckCatalog.isFolder(path) else { return false }
    // Whoever reads it next says why it can't be read.
    return (try? bytes(of: path)).map(CrowdAnki.recognizes) ?? false
  }

  /// Reads a package or a copy of a collection of Anki. Nothing in it is changed or run.
  ///
  /// - Throws: ``LibraryError/notImported(path:reason:)``.
  package func readAnki(_ path: String) throws -> AnkiFile {
    if Self.isCrowdAnki(locations.absolute(path)),
      let file = try readCrowdAnki(
        Self.bytes(of: locations.absolute(path)), named: path, from: path)
    {
      return file
    }
    do throws(PackageFault) {
      let collection = try AnkiReader.read(
        locations.absolute(path), temporary: locations.temporary.string)
      return AnkiFile(path: path, collection: collection)
    } catch { throw LibraryError.notImported(path: path, reason: "\(error)") }
  }

  /// Reads a deck of CrowdAnki; `nil` where the bytes are none.
  ///
  /// - Throws: ``LibraryError/notImported(path:reason:)``.
  package func readCrowdAnki(_ bytes: [UInt8], named name: String, from path: String) throws
    -> AnkiFile?
  {
    guard CrowdAnki.recognizes(bytes) else { return nil }
    guard let deck = CrowdAnki.collection(bytes) else {
      throw LibraryError.notImported(
        path: path, reason: "its JSON is broken. Export it with CrowdAnki again")
    }
    return AnkiFile(path: name, collection: deck)
  }

  /// Makes sure that the media of a package can be listed, before anything of it is imported.
  ///
  /// - Throws: ``LibraryError/notImported(path:reason:)``.
  package func requireMediaList(of path: String) throws(LibraryError) {
    do throws(PackageFault) {
      try AnkiReader.requireMediaList(of: locations.absolute(path))
    } catch { throw .notImported(path: path, reason: "\(error)") }
  }

  /// Unpacks the sounds and pictures of a package into a folder beside a deck, named after it. Undoing
  /// the import leaves them there.
  ///
  /// - Returns: what became of them, line by line; why none was unpacked, if so.
  package func unpackMedia(of path: String, beside deck: String) -> [String] {
    let folder = AnkiMedia.folder(ofDeck: deck)
    do {
      try Locations.makeFolder(folder)
      let media = try AnkiReader.unpackMedia(of: locations.absolute(path), into: folder)
      let counts: [(count: Int, text: String)] = [
        (media.written, "Media files unpacked into \(folder)"),
        (media.known, "Media files that are there already, left as they are"),
        (media.skipped, "Media files missing in the package, damaged or too large, skipped"),
      ]
      return counts.filter { $0.count > 0 }.map { "\($0.text): \($0.count)" }
    } catch {
      // Nothing is in it, unless some were unpacked before.
      rmdir(folder)
      return ["Media files not unpacked: \(error)"]
    }
  }

  /// Works out what an import from Anki would do. Nothing is changed before
  /// ``ImportProposal/apply(report:)``.
  ///
  /// - Parameters:
  ///   - file: the package or collection.
  ///   - columns: what fields of notes are for, such as `prompt=Word,answer=Meaning`, or a role for each
  ///     field of the commonest note type; of other note types what was said for the last import of them, and as
  ///     they are detected where nothing was.
  ///   - group: the group all questions go to; without it each deck is one.
  ///   - deck: the deck file that takes them.
  ///   - duplicates: what to do with notes that the deck has already; without it those are updated that read
  ///     otherwise in Anki than at the last import.
  /// - Returns: the import, which is not written yet.
  /// - Throws: ``LibraryError``, ``DeckEditError``, `UnknownGroup` or `ColumnMapping.Failure`.
  package func prepareImport(
    _ file: AnkiFile, columns: String? = nil, into group: String? = nil,
    deck: FilePath? = nil, duplicates: DuplicatePolicy? = nil
  ) throws -> ImportProposal {
    var made = AnkiImport(
      file.collection, columns: try memory.columns(columns, for: file.collection))
    let name = FilePath(file.path).lastComponent?.stem ?? "Anki"
    let (book, marked) =
      DeckCatalog.exists(locations.log)
      ? try log().read { (try $0.presets.book(), try $0.imports.markedCards()) }
      : (PresetBook(), [])
    return try propose(
      made.content, from: file.path, title: name, into: group, deck: deck,
      duplicates: duplicates ?? .update, keepsEdits: duplicates == nil,
      mayBeBundled: made.hasOwnNotes
    ) { group, titles, deck in
      let progress = AnkiProgress(
        made, file.collection, into: group, titles: titles, deck: deck, book: book, marked: marked,
        localTime: surroundings.localTime, now: surroundings.now())
      made.forgetCards()
      return (made, progress)
    }
  }
}

extension ImportMemory {
  /// What the fields of notes are for: as the learner says, and of other note types as they said for the last import.
  ///
  /// - Throws: `ColumnMapping.Failure`.
  func columns(_ text: String?, for collection: AnkiCollection) throws -> AnkiColumns {
    var columns = try text.map { try AnkiColumns($0) } ?? AnkiColumns()
    try columns.check(collection)
    columns.remember(self.columns)
    return columns
  }
}

extension AnkiRemark {
  /// What is not as it was in Anki, and why.
  var text: String {
    switch self {
    case .media: "Sounds and pictures in fields, kept as the names of their files"
    case .online: "Sounds and pictures on the web, kept as their addresses"
    case .mediaFiles: "Media files in the package, which --media unpacks"
    case .noType: "Cards not imported: their note type is missing"
    case .occlusion: "Cards not imported: image occlusion, which a terminal can't show"
    case .noText: "Cards not imported: no text on the front or on the back"
    case .noBlank: "Cards not imported: no blank of the note has their number"
    case .semicolons:
      "Notes with “;” in a blank, followed by an invisible U+FE0E so that it separates no answers"
    case .latex: "Fields with LaTeX, imported as it is written"
    case .scripts: "Templates with scripts, which are not run"
    case .pitch: "Pitch accents that are not numbers, not imported"
    case .decks: "Notes with cards in several decks; new ones go into the deck of the first card"
    case .unreadable: "Cards and reviews not imported: their rows are not valid"
    case .field(let name): "Notes whose field “\(name)” is not imported"
    }
  }
}
