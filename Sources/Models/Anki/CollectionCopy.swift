import Foundation
import RabbleExchange

/// A copy of somebody's collection, to which notes, reviews and schedules are added. The file it was made of
/// stays as it is; what comes of it is a file of its own.
///
///     let copy = try CollectionCopy("Backup.colpkg", temporary: "/tmp", now: milliseconds)
///     try copy.add(review)
///     try copy.update(card)
///     try copy.finish(to: "New.colpkg")
package final class CollectionCopy: AnkiTarget {
  private let source: String
  private let file: CollectionFile
  private var database: OwnDatabase?
  let now: Int64
  /// What the collection holds.
  package let collection: AnkiCollection
  /// Whether note types, decks and tags have tables of their own, and are no JSON.
  let hasTables: Bool
  /// The note types of the collection by the identities of ours that they stand for.
  var ownTypes: [Int64: AnkiCollection.NoteType] = [:]
  private var media: [AnkiMediaFile] = []

  /// Copies a collection.
  ///
  /// - Parameters:
  ///   - source: a package, or the file of a collection that Anki doesn't have open.
  ///   - temporary: the folder for the copy.
  ///   - now: the present in milliseconds since 1970.
  /// - Throws: ``PackageFault``.
  package init(_ source: String, temporary: String, now: Int64) throws(PackageFault) {
    self.source = source
    self.now = now
    guard AnkiReader.isCollection(source) else {
      throw AnkiReader.recognizes(source) ? .someDecks : .notAPackage
    }
    file = try CollectionFile(source, in: temporary)
    // Anki refuses to import what comes of a damaged one.
    try ForeignDatabase(path: file.path).requireSound()
    collection = try AnkiReader.read(file)
    hasTables = try ForeignDatabase(path: file.path).hasTables(["notetypes"])
    let database = try OwnDatabase(path: file.path)
    self.database = database
    try database.run("BEGIN")
  }

  func open() throws(PackageFault) -> OwnDatabase {
    guard let database else { throw .unwritable(reason: "the copy is finished") }
    return database
  }

  /// Adds a row of the review log, where its time is taken some milliseconds later.
  ///
  /// - Throws: ``PackageFault``.
  package func add(_ entry: AnkiCollection.LogEntry) throws(PackageFault) {
    let sql = "INSERT OR IGNORE INTO revlog VALUES (?, ?, -1, ?, ?, ?, ?, ?, ?)"
    for later in 0..<1000 {
      var values = AnkiRow.entry(entry)
      values[0] = .init(entry.id + Int64(later))
      if try open().run(sql, values) > 0 { return }
    }
    throw .database("its review log has a thousand rows for one second")
  }

  /// Gives a card its schedule; out of a filtered deck it goes back to its own.
  ///
  /// - Throws: ``PackageFault``.
  package func update(_ card: AnkiCollection.Card) throws(PackageFault) {
    let row = AnkiRow.card(card, modified: now / 1000)
    // A card that is new again loses the memory that it had: a patch removes what is null (RFC 7396).
    let none = "{\"s\":null,\"d\":null,\"dr\":null,\"decay\":null,\"lrt\":null}"
    let data = card.phase == .new ? .init(none) : row[14]
    // In the order of `AnkiRow.card`: type, queue, due, ivl, factor, reps, lapses, left, flags, data.
    try open().run(
      """
      UPDATE cards SET mod = ?, usn = -1, type = ?, queue = ?, due = ?, ivl = ?,
        reps = ?, lapses = ?, left = ?, did = CASE WHEN odid <> 0 THEN odid ELSE did END,
        odid = 0, odue = 0, flags = (flags & ~7) | ?,
        factor = CASE WHEN factor = 0 THEN 2500 ELSE factor END,
        data = json_patch(CASE WHEN json_valid(data) THEN data ELSE '{}' END, ?)
      WHERE id = ?
      """, [4, 5, 6, 7, 8, 10, 11, 12, 13].map { row[$0] } + [data, row[0]])
  }

  /// Suspends or restores a card, and gives it a flag. Where it stands stays as it is, filtered deck and all.
  ///
  /// - Throws: ``PackageFault``.
  package func mark(
    _ card: AnkiCollection.Card, hold: AnkiCollection.Card.Hold, flag: Int
  ) throws(PackageFault) {
    // As Anki restores a card: in a step of a day or more it has a day as its due date, and no time.
    let restored =
      switch card.phase {
      case .new: 0
      case .review: 2
      case .learning, .relearning: card.due > 1_000_000_000 ? 1 : 3
      }
    let queue = hold == card.hold ? "queue" : hold == .suspended ? "-1" : "\(restored)"
    try open().run(
      """
      UPDATE cards SET mod = ?, usn = -1, queue = \(queue), flags = (flags & ~7) | ? WHERE id = ?
      """, [.init(now / 1000), .init(flag), .init(card.id)])
  }

  /// Adds the sounds and pictures of notes, but for those whose names the collection has.
  package func add(media: [AnkiMediaFile]) { self.media += media }

  /// Packs the copy as the source is packed, with its media.
  ///
  /// - Throws: ``PackageFault``; there is no file then, or the one from before.
  package func finish(to target: String) throws(PackageFault) {
    let database = try open()
    try database.run("UPDATE col SET mod = ?", [.init(now)])
    try database.run("COMMIT")
    self.database = nil
    let zip = try ZipWriter(path: target)
    if file.name.isEmpty {
      // Anki keeps the media of a collection beside its file.
      try zip.add("meta", [0x08, hasTables ? 0x03 : 0x02])
      try addDatabase(CollectionFile.names[hasTables ? 0 : 1], to: zip)
      try addMedia(to: zip, after: nil)
    } else {
      let archive = try ZipArchive(path: source) { _ in true }
      let isListed = media.isEmpty
      for entry in archive.entries.values.sorted(by: { $0.offset < $1.offset }) {
        if entry.name == file.name {
          try addDatabase(entry.name, to: zip)
        } else if isListed || entry.name != "media" {
          try zip.add(entry, of: archive)
        }
      }
      if !isListed { try addMedia(to: zip, after: archive) }
    }
    try zip.finish()
  }

  private func addDatabase(_ name: String, to zip: ZipWriter) throws(PackageFault) {
    if name == CollectionFile.names[0] {
      try zip.addCompressed(name, from: file.path)
    } else {
      try zip.addFile(name, from: file.path)
    }
  }

  /// Packs the media that were added, and the list of all.
  private func addMedia(to zip: ZipWriter, after archive: ZipArchive?) throws(PackageFault) {
    let isPacked = file.name.isEmpty ? hasTables : file.name == CollectionFile.names[0]
    var list = MediaList(isPacked: isPacked)
    if let archive { try list.read(archive) }
    for item in media {
      guard let number = try list.add(item) else { continue }
      if list.isPacked {
        try zip.addCompressed(number, from: item.path)
      } else {
        try zip.addStored(number, from: item.path)
      }
    }
    try zip.add("media", list.bytes())
  }
}
