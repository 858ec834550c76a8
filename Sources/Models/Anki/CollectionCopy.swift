import Foundation
import RabbleExchange

/// A copy of somebody's collection, to which reviews and schedules are added. The file it was made of
/// stays as it is; what comes of it is a file of its own.
///
///     let copy = try CollectionCopy("Backup.colpkg", temporary: "/tmp", now: milliseconds)
///     try copy.add(review)
///     try copy.update(card)
///     try copy.finish(to: "New.colpkg")
package final class CollectionCopy {
  private let source: String
  private let file: CollectionFile
  private var database: OwnDatabase?
  private let now: Int64
  /// What the collection holds.
  package let collection: AnkiCollection

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
    collection = try AnkiReader.read(file)
    let database = try OwnDatabase(path: file.path)
    self.database = database
    try database.run("BEGIN")
  }

  private func open() throws(PackageFault) -> OwnDatabase {
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
      try packAlone(zip)
    } else {
      let archive = try ZipArchive(path: source) { _ in true }
      for entry in archive.entries.values.sorted(by: { $0.offset < $1.offset }) {
        if entry.name != file.name {
          try zip.add(entry, of: archive)
        } else if entry.name == CollectionFile.names[0] {
          try zip.addCompressed(entry.name, from: file.path)
        } else {
          try zip.addFile(entry.name, from: file.path)
        }
      }
    }
    try zip.finish()
  }

  /// Packs the file of a collection without media, which Anki keeps beside it.
  private func packAlone(_ zip: ZipWriter) throws(PackageFault) {
    let isNew = try ForeignDatabase(path: file.path).hasTables(["notetypes"])
    try zip.add("meta", [0x08, isNew ? 0x03 : 0x02])
    if isNew {
      try zip.addCompressed(CollectionFile.names[0], from: file.path)
      try zip.add("media", ZstandardPacker().pack([], isLast: true))
    } else {
      try zip.addFile(CollectionFile.names[1], from: file.path)
      try zip.add("media", Array("{}".utf8))
    }
  }
}
