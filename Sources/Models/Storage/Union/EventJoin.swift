import GRDB
import GRDBSQLite
import RabbleScheduling

/// Adds events of other logs to this one: an event is its identity, so that it is added once, whatever
/// the order and however often it comes.
final class EventJoin {
  /// What became of an event.
  enum Outcome: Hashable {
    /// It was new to the log.
    case added
    /// The log has it already.
    case known
    /// The log does not take it.
    case refused(EventLineFault)
  }

  /// What follows from the events that were added.
  private(set) var effects: EventEffects

  private let tx: Transaction
  private let now: Moment
  private let tolerance: Int64
  private let tables: [String: EventTable]
  /// The statements that add events, by table. The join owns them: those that GRDB caches are finalized
  /// when the schema changes, as ``PausedIndexes`` changes it in the middle of a sync.
  private var insertions: [String: Statement] = [:]

  /// The tables of which an event is read back before it is kept. Of reviews and wordings every value was
  /// looked at when the line was read.
  private static let readers: [String: any UndoableEventKind.Type] = Dictionary(
    uniqueKeysWithValues: EventKinds.all.compactMap { $0 as? any UndoableEventKind.Type }
      .filter { ![ReviewEvent.table, LogUnionEvent.table].contains($0.table) }
      .map { ($0.table, $0) })

  /// Begins to add events.
  ///
  /// - Parameters:
  ///   - tx: a transaction that changes the log.
  ///   - now: the present.
  ///   - tolerance: how many milliseconds ahead of it an event may be.
  /// - Throws: ``StorageError``.
  init(_ tx: Transaction, at now: Moment, tolerance: Int64) throws {
    self.tx = tx
    self.now = now
    self.tolerance = tolerance
    tables = Dictionary(uniqueKeysWithValues: try tx.sharedTables().map { ($0.name, $0) })
    effects = EventEffects(tables)
    scans = [ReviewEvent.table, WordingEvent.table].compactMap { name in
      tables[name].flatMap { EventScan($0, directions: tx.thresholds.scannedDirections) }
        .map { (name, $0) }
    }
  }

  // MARK: - Most lines

  /// An event that was added from a line in its usual form.
  struct Usual {
    let table: String
    let id: EventID
    let device: EventID
    let isNew: Bool
  }

  /// The readers of the tables that nearly all events are in.
  private var scans: [(table: String, scan: EventScan)] = []

  /// Adds the event of a line, if it is a review or wording in its usual form to which nothing is wrong,
  /// and notes what follows from it; `nil` for any other line.
  ///
  /// - Throws: ``StorageError``.
  func addUsual(_ line: UnsafeRawBufferPointer) throws -> Usual? {
    for index in scans.indices {
      guard scans[index].scan.read(line, until: now.milliseconds + tolerance) else { continue }
      let table = scans[index].table
      let statement = try insertion(into: table).sqliteStatement
      scans[index].scan.bind(to: statement)
      let code = sqlite3_step(statement)
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
      let scan = scans[index].scan
      let isNew = code == SQLITE_DONE
      if isNew {
        if table == ReviewEvent.table, let card = scan.card {
          effects.note(card, of: scan.event)
        }
      } else if try !isKnown(scan.event, scan.check, in: table) {
        return nil
      }
      if index > 0 { scans.swapAt(0, index) }
      return Usual(table: table, id: scan.event, device: scan.maker, isNew: isNew)
    }
    return nil
  }

  /// Whether the log has an event with this check value.
  private func isKnown(_ id: EventID, _ check: Int64, in table: String) throws -> Bool {
    try Int64.fetchOne(
      tx.db.cachedStatement(sql: "SELECT check_value FROM \(table) WHERE id = ?"), arguments: [id])
      == check
  }

  // MARK: - Any line

  /// Reads the event of a line.
  ///
  /// - Throws: ``EventLineFault``.
  func event(_ line: UnsafeRawBufferPointer) throws(EventLineFault) -> EventLine {
    try EventLine(line, in: tables, at: now, tolerance: tolerance)
  }

  /// Whether the log has the event of a line that is dated too far ahead: made here, when the clock was.
  ///
  /// - Returns: its identity; `nil` where the log does not have it.
  /// - Throws: ``StorageError``.
  func knownAhead(_ line: UnsafeRawBufferPointer) throws -> EventID? {
    let longest = LogBounds.time.upperBound / 2
    // A line that is no event of the log, whatever its time, is not known.
    guard let event = try? EventLine(line, in: tables, at: now, tolerance: longest) else {
      return nil
    }
    return try compare(event) == .known ? event.id : nil
  }

  /// Adds an event, unless the log has it.
  ///
  /// - Throws: GRDB's `DatabaseError`, which ``StudyLog`` turns into a ``StorageError``.
  func add(_ event: EventLine) throws -> Outcome {
    guard let reader = Self.readers[event.table] else { return try insert(event) }
    var outcome = Outcome.known
    try tx.db.inSavepoint {
      outcome = try insert(event)
      guard outcome == .added, try !reader.canRead(event.id, tx) else { return .commit }
      outcome = .refused(.value(event.table))
      return .rollback
    }
    return outcome
  }

  /// Notes what follows from an event that was added.
  func note(_ event: EventLine) throws { try effects.note(event, tx) }

  private func insert(_ event: EventLine) throws -> Outcome {
    let statement = try insertion(into: event.table).sqliteStatement
    for (index, value) in event.values.enumerated() {
      Self.bind(value, statement, CInt(index + 1))
    }
    sqlite3_bind_int64(statement, CInt(event.values.count + 1), event.check)
    let code = sqlite3_step(statement)
    sqlite3_reset(statement)
    switch (code, code & 0xff) {
    case (SQLITE_DONE, _):
      try noteWhatCounts(event)
      return .added
    // The extended codes of a constraint (sqlite.org/rescode.html): of a primary key, and of a reference.
    case (1555, _), (2067, _): return try compare(event)
    case (787, _): return .refused(.dangling(column: try missingReference(of: event) ?? "event"))
    case (_, SQLITE_CONSTRAINT): return .refused(.value(event.table))
    case (_, let plain):
      throw DatabaseError(
        resultCode: ResultCode(rawValue: plain), message: tx.db.lastErrorMessage)
    }
  }

  /// Finds out which events count now that this one is in the log.
  private func noteWhatCounts(_ event: EventLine) throws {
    func identity(_ name: String) -> EventID? {
      let columns = tables[event.table]?.columns.filter { $0.name != EventCheck.column }
      return columns?.firstIndex { $0.name == name }.flatMap {
        EventID.fromDatabaseValue(event.values[$0])
      }
    }
    switch event.table {
    case UndoEvent.table: try identity("target").map(tx.undone.refresh)
    case RedoEvent.table: try identity("target").map(tx.undone.note(redoOf:))
    case ReviewEvent.table: try identity("revises").map(tx.undone.refresh)
    default: break
    }
  }

  /// The statement that adds an event to a table.
  private func insertion(into name: String) throws -> Statement {
    if let known = insertions[name] { return known }
    let columns = tables[name]?.columns.map(\.name).filter { $0 != EventCheck.column } ?? []
    let names = columns + [EventCheck.column]
    let places = Array(repeating: "?", count: names.count).joined(separator: ", ")
    let statement = try tx.db.makeStatement(
      sql: "INSERT INTO \(name) (\(names.joined(separator: ", "))) VALUES (\(places))")
    insertions[name] = statement
    return statement
  }

  /// Memory that SQLite copies.
  static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  private static func bind(_ value: DatabaseValue, _ statement: SQLiteStatement, _ index: CInt) {
    switch value.storage {
    case .null: sqlite3_bind_null(statement, index)
    case .int64(let number): sqlite3_bind_int64(statement, index, number)
    case .double(let number): sqlite3_bind_double(statement, index, number)
    case .string(let text):
      sqlite3_bind_text(statement, index, text, CInt(text.utf8.count), transient)
    case .blob(let data):
      _ = data.withUnsafeBytes { bytes in
        bytes.isEmpty
          ? sqlite3_bind_zeroblob(statement, index, 0)
          : sqlite3_bind_blob(statement, index, bytes.baseAddress, CInt(bytes.count), transient)
      }
    }
  }

  /// Whether the log's own event with the same identity is the same.
  private func compare(_ event: EventLine) throws -> Outcome {
    let statement = try tx.db.cachedStatement(sql: "SELECT * FROM \(event.table) WHERE id = ?")
    let check = try Row.fetchOne(statement, arguments: [event.id]).map { row in
      EventCheck.value(
        table: event.table, zip(row.columnNames, row.databaseValues).map { ($0, $1) })
    }
    return check == event.check ? .known : .refused(.conflict(event.id))
  }

  /// The column by which an event refers to one that the log does not have.
  private func missingReference(of event: EventLine) throws -> String? {
    guard let table = tables[event.table] else { return nil }
    for (column, other) in table.references {
      guard event.values.indices.contains(column), !event.values[column].isNull else { continue }
      let statement = try tx.db.cachedStatement(sql: "SELECT 1 FROM \(other) WHERE id = ?")
      let found = try Int.fetchOne(statement, arguments: [event.values[column]])
      if found == nil { return table.columns[column].name }
    }
    return nil
  }
}

extension UndoableEventKind {
  /// Whether an event can be read: a value of it may be beyond all that this program makes.
  fileprivate static func canRead(_ id: EventID, _ tx: Transaction) throws -> Bool {
    do {
      let row = try Row.fetchOne(
        tx.db.cachedStatement(sql: "SELECT \(columns) FROM \(source) WHERE e.id = ?"),
        arguments: [id])
      return try row.map { _ = try event($0) } != nil
    } catch let error where StorageError.isOfValue(error) {
      return false
    }
  }
}
