import Foundation
import GRDBSQLite
import RabbleScheduling

/// SQLite through its C interface, with nothing of ours around it.
final class BareDatabase {
  private var handle: OpaquePointer?

  /// Opens a database file; read-only, it and its write-ahead log are left as they are.
  init(path: String, isReadOnly: Bool = false) throws {
    let flags = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK else {
      throw Failure("\(path) can't be opened: \(message)")
    }
    sqlite3_busy_timeout(handle, 10_000)
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  var message: String { String(cString: sqlite3_errmsg(handle)) }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure("\(sql): \(message)")
    }
  }

  func statement(_ sql: String) throws -> BareStatement {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure("\(sql): \(message)")
    }
    return BareStatement(statement)
  }
}

/// A prepared statement of SQLite's C interface; columns count from 0, parameters from 1.
final class BareStatement {
  private let handle: OpaquePointer?
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  init(_ handle: OpaquePointer?) {
    self.handle = handle
  }

  deinit {
    sqlite3_finalize(handle)
  }

  func bind(_ parameter: Int32, _ value: Int) {
    sqlite3_bind_int64(handle, parameter, Int64(value))
  }

  func bind(_ parameter: Int32, _ value: String?) {
    guard let value else {
      sqlite3_bind_null(handle, parameter)
      return
    }
    sqlite3_bind_text(handle, parameter, value, -1, Self.copied)
  }

  /// Goes to the next row; `false` when there is none.
  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw Failure(String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))))
    }
  }

  /// Runs the statement to its end, ready to be run again.
  func run() throws {
    while try step() {}
    sqlite3_reset(handle)
  }

  /// Writes a text to a file.
  func write(_ column: Int32, to file: UnsafeMutablePointer<FILE>) {
    guard let text = sqlite3_column_text(handle, column) else { return }
    fwrite(text, 1, Int(sqlite3_column_bytes(handle, column)), file)
  }
}

/// A table of answers as SQLite alone keeps it: with an index by card and the pragmas of the study log.
struct BareAnswers {
  private let database: BareDatabase
  private let insertion: BareStatement

  /// Opens a database that ``make(_:answers:cards:)`` has made.
  init(path: String) throws {
    database = try BareDatabase(path: path)
    try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    insertion = try database.statement(
      """
      INSERT INTO answer (card, time, utc_offset, grade, duration, hint_used, verdict, typed)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """)
  }

  /// Makes a database that has so many answers to so many cards.
  static func make(_ path: String, answers: Int, cards: Int) throws {
    let database = try BareDatabase(path: path)
    try database.execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = OFF;
      CREATE TABLE answer (
        id INTEGER PRIMARY KEY, card INTEGER NOT NULL, time INTEGER NOT NULL,
        utc_offset INTEGER NOT NULL, grade INTEGER NOT NULL, duration INTEGER NOT NULL,
        hint_used INTEGER NOT NULL, verdict TEXT, typed TEXT) STRICT;
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(answers))
        INSERT INTO answer SELECT n, abs(random()) % \(cards), 1700000000000 + n * 60000, 32400, 3,
          5000, 0, 'correct', 'the answer to ' || n FROM number;
      CREATE INDEX answer_of_card ON answer(card, id);
      PRAGMA wal_checkpoint(TRUNCATE);
      """)
  }

  /// Adds answers to cards of these numbers in one transaction, which is on disk when this returns.
  func commit(_ answers: [(card: Int, review: Review)]) throws {
    if answers.count > 1 { try database.execute("BEGIN") }
    for (card, review) in answers {
      insertion.bind(1, card)
      insertion.bind(2, Int(review.moment.milliseconds))
      insertion.bind(3, review.moment.utcOffset)
      insertion.bind(4, review.grade.rawValue)
      insertion.bind(5, review.duration)
      insertion.bind(6, review.hintUsed ? 1 : 0)
      insertion.bind(7, review.verdict)
      insertion.bind(8, review.typed)
      try insertion.run()
    }
    if answers.count > 1 { try database.execute("COMMIT") }
  }
}
