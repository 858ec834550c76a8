import GRDB
import GRDBSQLite
import RabbleScheduling

/// The rows that SQL reads of a damaged database, by ranges of their keys: from the first on and from the last back, each
/// until a page can't be read; what lies between is halved, and both halves are read in the same way.
final class KeyRangeRows: RowSource {
  private let db: Database
  private let tables: [TableLayout]
  /// No table has more rows than would fit into the database and its write-ahead log.
  private let mostRows: Int64
  /// Whether some of a table could not be read.
  private(set) var hasFailed = false

  /// The bytes of the smallest row of an event, a card or a device.
  private static let smallestRow: Int64 = 20

  /// - Parameters:
  ///   - db: the damaged database.
  ///   - tables: the tables that it may have.
  ///   - bytes: the length of the database and its write-ahead log.
  init(_ db: Database, _ tables: [TableLayout], bytes: Int64) {
    self.db = db
    self.tables = tables
    mostRows = bytes / Self.smallestRow
  }

  func forEachRow(of names: [String], _ body: (FoundRow) throws -> Void) throws {
    for table in tables where names.contains(table.name) {
      let isWhole = try TableReading(db, table, mostRows: mostRows)?.forEachRow(body)
      hasFailed = hasFailed || isWhole != true
      guard FoundNames.tables.contains(table.name) else { continue }
      try forEachEntry(of: table, body)
    }
  }

  /// Passes on what the indexes have of a table that tells what numbers are: the same as its rows.
  private func forEachEntry(of table: TableLayout, _ body: (FoundRow) throws -> Void) throws {
    let columns = table.name == "card" ? ["question", "direction"] : ["id"]
    for order in ["", " DESC"] {
      let names = ([table.key] + columns).joined(separator: ", ")
      let statement = try? db.makeStatement(
        sql: """
          SELECT \(names) FROM \(table.name) INDEXED BY sqlite_autoindex_\(table.name)_1
          ORDER BY \(columns.map { $0 + order }.joined(separator: ", "))
          """)
      guard let statement, let rows = try? Row.fetchCursor(statement) else { return }
      while (try? rows.next()) != nil {
        try body(
          FoundRow(statement.sqliteStatement, of: table.name, [table.key] + columns))
      }
    }
  }
}

extension FoundRow {
  /// Reads a row with these columns, the first of which is its key.
  init(_ row: SQLiteStatement, of table: String, _ columns: [String]) {
    let values = columns.indices.map { EventValue(row, CInt($0), as: Self.kept) }
    self.init(
      table: table, number: values[0].number,
      values: Dictionary(
        zip(columns, values.map(\.asIdentity)), uniquingKeysWith: { $1 }))
  }

  /// As what a column is read: as what it has.
  private static let kept = EventField.Kind.text(atMost: LogBounds.text)
}

extension EventValue {
  /// The value, with any 16 bytes as an identity.
  fileprivate var asIdentity: EventValue {
    guard case .bytes(let data) = self, let id = EventID.fromDatabaseValue(data.databaseValue)
    else { return self }
    return .identity(id.bits)
  }
}

/// One table while it is read.
private struct TableReading {
  private let table: TableLayout
  private let mostRows: Int64
  private let forward: Statement
  private let backward: Statement

  /// Prepares to read a table; `nil` where the database has none that SQLite can find.
  init?(_ db: Database, _ table: TableLayout, mostRows: Int64) throws {
    self.table = table
    self.mostRows = mostRows
    let query =
      "SELECT \(table.columns.map(\.name).joined(separator: ", ")) FROM \(table.name) NOT INDEXED "
      + "WHERE \(table.key) > ? AND \(table.key) < ? ORDER BY \(table.key)"
    guard let forward = try? db.makeStatement(sql: query),
      let backward = try? db.makeStatement(sql: query + " DESC")
    else { return nil }
    (self.forward, self.backward) = (forward, backward)
  }

  /// - Returns: whether all could be read.
  func forEachRow(_ body: (FoundRow) throws -> Void) throws -> Bool {
    let first = try read(forward, 0, .max, body)
    if first.isWhole { return true }
    let last = try read(backward, first.key, .max, body)
    if last.isWhole { return false }
    // Where not even the last row can be read, keys are tried as far as there can be any.
    let end = last.key == .max ? first.key.addingReportingOverflow(mostRows).partialValue : last.key
    try halve(first.key, end, body)
    return false
  }

  /// Reads what can be read between two keys, both of which are next to a page that can't be.
  private func halve(_ low: Int64, _ high: Int64, _ body: (FoundRow) throws -> Void) throws {
    guard high - low > 2 else { return }
    let middle = low + (high - low) / 2
    let down = try read(backward, low, middle + 1, body)
    if !down.isWhole { try halve(low, down.key, body) }
    let up = try read(forward, middle, high, body)
    if !up.isWhole { try halve(up.key, high, body) }
  }

  /// Reads the rows between two keys until one can't be read.
  ///
  /// - Returns: the key of the last row that was read, or the one to begin after; whether all were read.
  private func read(
    _ statement: Statement, _ low: Int64, _ high: Int64, _ body: (FoundRow) throws -> Void
  ) throws -> (key: Int64, isWhole: Bool) {
    let isForward = statement === forward
    var last = isForward ? low : high
    let handle = statement.sqliteStatement
    defer { sqlite3_reset(handle) }
    try statement.setArguments([low, high])
    let columns = table.columns.map(\.name)
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_DONE: return (last, true)
      case SQLITE_ROW:
        let row = FoundRow(handle, of: table.name, columns)
        // In a damaged tree keys may come in any order, even without end.
        guard let key = row.number, isForward ? key > last : key < last else {
          return (last, false)
        }
        last = key
        try body(row)
      default: return (last, false)
      }
    }
  }
}
