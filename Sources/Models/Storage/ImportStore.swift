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

/// An import into a deck: an event of the study log.
public struct ImportRecord: Hashable, Sendable {
  /// What was imported, for people: the file's name.
  public let source: String
  /// The deck file that took it.
  public let deck: String
  /// The deck file's bytes before; `nil` if there was none.
  public let before: [UInt8]?
  /// What tells the deck file's bytes afterwards from any others.
  public let after: ContentDigest
  /// How many questions came.
  public let taken: Int
  /// How many questions changed.
  public let updated: Int
  /// When it was.
  public let moment: Moment

  /// Makes a record.
  public init(
    source: String, deck: String, before: [UInt8]?, after: ContentDigest, taken: Int,
    updated: Int, moment: Moment
  ) {
    self.source = source
    self.deck = deck
    self.before = before
    self.after = after
    self.taken = taken
    self.updated = updated
    self.moment = moment
  }
}

/// What tells the bytes of a file from others: their number, and FNV-1a of 64 bits over them
/// (draft-eastlake-fnv). It guards against edits, not against anybody's intent.
public struct ContentDigest: Hashable, Sendable {
  /// The number of bytes.
  public let count: Int
  /// The hash.
  public let hash: UInt64

  /// The digest of bytes.
  public init(_ bytes: [UInt8]) {
    count = bytes.count
    hash = bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  init(count: Int, hash: UInt64) {
    self.count = count
    self.hash = hash
  }
}

extension StudyLog {
  /// The tables of migration 4: imports into decks, and what was taken back of them.
  static func createImports(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE import (
          id BLOB PRIMARY KEY NOT NULL,
          device BLOB NOT NULL,
          time INTEGER NOT NULL,
          utc_offset INTEGER NOT NULL,
          source TEXT NOT NULL,
          deck TEXT NOT NULL,
          after_count INTEGER NOT NULL,
          after_hash INTEGER NOT NULL,
          taken INTEGER NOT NULL,
          updated INTEGER NOT NULL,
          before BLOB
        ) STRICT;

        CREATE TABLE import_retraction (
          id BLOB PRIMARY KEY NOT NULL,
          device BLOB NOT NULL,
          time INTEGER NOT NULL,
          import BLOB NOT NULL REFERENCES import(id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX retraction_of_import ON import_retraction(import);
        """)
    for table in ["import", "import_retraction"] { try forbidChanges(db, of: table) }
  }
}
