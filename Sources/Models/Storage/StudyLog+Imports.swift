import Foundation
import GRDB
import RabbleScheduling

extension StudyLog {
  /// Adds an import to the log. Call it before the deck is written: what the deck was is on disk
  /// when this returns.
  ///
  /// - Returns: what the import is known by.
  /// - Throws: ``StorageError``; then nothing was recorded.
  public func record(_ record: ImportRecord) throws(StorageError) -> EventID {
    try write { db in
      let id = try nextEvent(db, at: record.moment)
      try db.execute(
        sql: """
          INSERT INTO import
            (id, device, time, utc_offset, source, deck, before, after_count, after_hash, taken,
             updated)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          id, try device(db, at: record.moment), record.moment.milliseconds,
          record.moment.utcOffset, record.source, record.deck, record.before.map { Data($0) },
          record.after.count, Int64(bitPattern: record.after.hash), record.taken, record.updated,
        ])
      return id
    }
  }

  /// Takes back an import by adding a retraction. The deck is the caller's to restore.
  ///
  /// - Returns: whether it counted until now.
  /// - Throws: ``StorageError``; then nothing was taken back.
  @discardableResult
  public func retractImport(_ id: EventID, at moment: Moment) throws(StorageError) -> Bool {
    try write { db in
      let counts = try Bool.fetchOne(
        db, sql: "SELECT \(Self.importCounts) FROM import i WHERE i.id = ?", arguments: [id])
      guard counts == true else { return false }
      try db.execute(
        sql: "INSERT INTO import_retraction (id, device, time, import) VALUES (?, ?, ?, ?)",
        arguments: [
          try nextEvent(db, at: moment), try device(db, at: moment), moment.milliseconds, id,
        ])
      return true
    }
  }

  /// The last import that still counts.
  func lastImport(_ db: Database) throws -> LastEvent? {
    try Row.fetchOne(
      db, sql: "SELECT * FROM import i WHERE \(Self.importCounts) ORDER BY i.id DESC LIMIT 1"
    ).map { .import($0["id"], ImportRecord(row: $0)) }
  }

  /// Whether an import `i` still counts.
  private static let importCounts =
    "NOT EXISTS (SELECT 1 FROM import_retraction t WHERE t.import = i.id)"
}

extension ImportRecord {
  /// Reads a row of `import`.
  fileprivate init(row: Row) {
    let before: Data? = row["before"]
    let hash: Int64 = row["after_hash"]
    self.init(
      source: row["source"], deck: row["deck"], before: before.map { [UInt8]($0) },
      after: ContentDigest(count: row["after_count"], hash: UInt64(bitPattern: hash)),
      taken: row["taken"], updated: row["updated"],
      moment: Moment(milliseconds: row["time"], utcOffset: row["utc_offset"]))
  }
}
