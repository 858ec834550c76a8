import CSQLite

/// A database that somebody else made: opened read-only, and nothing that its schema asks for is done.
final class ForeignDatabase {
  private let connection: OpaquePointer

  /// The most bytes of one text: more than any note has.
  static let longestText = 16 << 20
  /// Steps of SQLite's machine, in millions, after which a query is ended: reading ten million rows
  /// takes a few hundred.
  private static let patience: Int32 = 4_000

  /// Opens a file that nothing else changes.
  ///
  /// - Throws: ``PackageFault``.
  init(path: String) throws(PackageFault) {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE, nil)
    guard code == SQLITE_OK, let handle else {
      sqlite3_close(handle)
      throw .database(String(cString: sqlite3_errstr(code)))
    }
    connection = handle
    _ = csqlite_distrust_file(handle)
    _ = csqlite_run_no_schema(handle)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(Self.longestText))
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
    ForeignDatabase.addUnicase(to: handle)
    sqlite3_progress_handler(
      handle, 1_000_000,
      { counter in
        guard let counter = counter?.assumingMemoryBound(to: Int32.self) else { return 1 }
        counter.pointee += 1
        return counter.pointee > ForeignDatabase.patience ? 1 : 0
      }, steps)
    for pragma in ["query_only = ON", "cell_size_check = ON", "temp_store = MEMORY"] {
      try rows("PRAGMA \(pragma)") { _ in }
    }
  }

  private let steps: UnsafeMutablePointer<Int32> = {
    let pointer = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    pointer.initialize(to: 0)
    return pointer
  }()

  deinit {
    sqlite3_close(connection)
    steps.deallocate()
  }

  /// Adds the collation that Anki's tables name, by which the case of letters makes no difference.
  static func addUnicase(to handle: OpaquePointer) {
    sqlite3_create_collation_v2(
      handle, "unicase", SQLITE_UTF8, nil,
      { _, leftCount, left, rightCount, right in
        ForeignDatabase.compare(
          UnsafeRawBufferPointer(start: left, count: Int(leftCount)),
          UnsafeRawBufferPointer(start: right, count: Int(rightCount)))
      }, nil)
  }

  /// Compares texts without regard to the case of their letters.
  private static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer)
    -> Int32
  {
    // `ß` and `ς` are the same as `ss` and `σ` only in capitals.
    let (left, right) = (
      String(decoding: left, as: UTF8.self).uppercased().lowercased().unicodeScalars,
      String(decoding: right, as: UTF8.self).uppercased().lowercased().unicodeScalars
    )
    return left.elementsEqual(right) ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  /// Whether each of these is an ordinary table, and neither a view nor anything that runs code.
  func hasTables(_ names: Set<String>) throws(PackageFault) -> Bool {
    var found: Set<String> = []
    try rows("SELECT name, type, sql FROM sqlite_schema") { row in
      let isTable = row.text(1) == "table"
      let isVirtual = row.text(2).uppercased().contains("CREATE VIRTUAL")
      if isTable, !isVirtual { found.insert(row.text(0)) }
    }
    return found.isSuperset(of: names)
  }

  /// Makes sure that SQLite finds nothing damaged in it.
  ///
  /// - Throws: ``PackageFault``.
  func requireSound() throws(PackageFault) {
    var finding = "ok"
    try rows("PRAGMA quick_check(1)") { finding = $0.text(0) }
    if finding != "ok" { throw .database("it is damaged: \(finding)") }
  }

  /// Hands each row of a query to `body`.
  ///
  /// - Throws: ``PackageFault``, or what `body` throws.
  func rows(_ sql: String, _ body: (ForeignRow) throws(PackageFault) -> Void) throws(PackageFault) {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement
    else {
      throw fault
    }
    defer { sqlite3_finalize(statement) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try body(ForeignRow(statement: statement))
      case SQLITE_DONE: return
      case SQLITE_TOOBIG:
        throw .tooLarge("a text in it has more than \(Self.longestText >> 20) MB")
      default: throw fault
      }
    }
  }

  private var fault: PackageFault {
    .database(String(cString: sqlite3_errmsg(connection)))
  }
}

/// A row of a query: values of another type than is asked for become what is nearest.
struct ForeignRow {
  let statement: OpaquePointer

  /// A whole number; 0 for what is none.
  func number(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// A text; empty for what is none.
  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Bytes; none for what is none.
  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }
}
