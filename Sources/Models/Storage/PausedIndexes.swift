import GRDB

/// The indexes of answers, taken away while many answers are added and made again afterwards: that is
/// several times as fast as to add to each of them answer by answer, in an order that isn't theirs.
///
/// Whatever reads the answers of a card has to wait until they are made. A transaction that is rolled back
/// brings them back by itself.
struct PausedIndexes {
  /// From this many answers on, to make the indexes of all takes longer than to add to them.
  private static let few = 10_000

  private let tx: Transaction
  /// What makes them.
  private let statements: [String]

  /// Drops the indexes; `nil` in a log so large that rebuilding them would take longer than
  /// updating them.
  ///
  /// - Parameter tx: a transaction that is about to add many times as many answers as ``few``.
  /// - Throws: ``StorageError``.
  init?(_ tx: Transaction) throws {
    let count = try Int.fetchOne(
      tx.db, sql: "SELECT count(*) FROM (SELECT 1 FROM review LIMIT ?)", arguments: [Self.few])
    guard count ?? 0 < Self.few else { return nil }
    let rows = try Row.fetchAll(
      tx.db,
      sql: """
        SELECT name, sql FROM sqlite_schema
        WHERE type = 'index' AND tbl_name IN ('review', 'wording') AND sql IS NOT NULL
        """)
    var statements: [String] = []
    for row in rows {
      let name: String = try row.decode(atIndex: 0)
      statements.append(try row.decode(atIndex: 1))
      try tx.db.execute(sql: "DROP INDEX \(name)")
    }
    self.tx = tx
    self.statements = statements
    // In kibibytes.
    try tx.db.execute(sql: "PRAGMA cache_size = -48000")
  }

  /// Makes the indexes again.
  ///
  /// - Throws: ``StorageError``.
  func make() throws {
    // Each thread that sorts, and the one that reads, keeps as much in memory as the cache may have.
    try tx.db.execute(sql: "PRAGMA cache_size = -16000")
    try tx.db.execute(sql: "PRAGMA threads = 2")
    for sql in statements { try tx.db.execute(sql: sql) }
    try tx.db.execute(sql: "PRAGMA cache_size = -8000")
    try tx.db.execute(sql: "PRAGMA threads = 0")
  }
}
