import GRDB

/// The indexes of tables, taken away while many rows are added and made again afterwards: that is several
/// times as fast as to add to each of them row by row, in an order that isn't theirs. So are the triggers
/// that give schedules the places of their questions, which ``ScheduleStore/renewPlaces()`` does for all.
///
/// Whatever reads by the indexes has to wait until they are made, and statements that are kept have to be
/// made after this. A transaction that is rolled back brings all of it back by itself.
struct PausedIndexes {
  private let tx: Transaction
  /// What makes them.
  private let statements: [String]

  /// Drops the indexes; `nil` for few rows, and for a table so large that rebuilding its indexes would take
  /// longer than updating them (``Thresholds/rowsWithoutIndexes``, ``Thresholds/growthWithoutIndexes``).
  ///
  /// - Parameters:
  ///   - tx: a transaction.
  ///   - tables: the tables that rows are added to, the one that gets most of them first.
  ///   - count: how many rows that one gets.
  /// - Throws: ``StorageError``.
  init?(_ tx: Transaction, of tables: [String], adding count: Int) throws {
    let growth = tx.thresholds.growthWithoutIndexes
    guard count > tx.thresholds.rowsWithoutIndexes, let largest = tables.first else { return nil }
    if growth > 0 {
      let most = count / growth
      let before = try Int.fetchOne(
        tx.db, sql: "SELECT count(*) FROM (SELECT 1 FROM \(largest) LIMIT ?)", arguments: [most])
      guard before ?? 0 < most else { return nil }
    }
    let names = tables.map { "'\($0)'" }.joined(separator: ", ")
    let rows = try Row.fetchAll(
      tx.db,
      sql: """
        SELECT type, name, sql FROM sqlite_schema
        WHERE tbl_name IN (\(names)) AND sql IS NOT NULL
          AND (type = 'index' OR type = 'trigger' AND name LIKE 'place_when_%')
        """)
    var statements: [String] = []
    for row in rows {
      let (type, name): (String, String) = (
        try row.decode(forColumn: "type"), try row.decode(forColumn: "name")
      )
      statements.append(try row.decode(forColumn: "sql"))
      try tx.db.execute(sql: "DROP \(type) \(name)")
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
