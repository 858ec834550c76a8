import GRDB
import GRDBSQLite
import RabbleScheduling

/// All events of the log as lines, for an export: what a union of logs takes in (``LogUnion``).
package struct EventStore {
  let tx: Transaction

  /// What of a log is exported under a name: kinds of events, and a condition for their rows `e`.
  private static let parts: [(name: String, kinds: [String], condition: String?)] = [
    ("review", [ReviewEvent.table], nil),
    ("wording", [WordingEvent.table], nil),
    ("undo", [UndoEvent.table], nil),
    ("redo", [RedoEvent.table], nil),
    ("acceptance", [AcceptanceEvent.table], nil),
    ("withdrawal", [WithdrawalEvent.table], nil),
    ("suspension", [SuspensionEvent.table], nil),
    ("adjustment", [AdjustmentEvent.table], nil),
    ("flag", [MarkEvent.table], "e.kind = 'flag'"),
    ("tag", [MarkEvent.table], "e.kind = 'tag'"),
    ("note", [MarkEvent.table], "e.kind = 'note'"),
    ("preset", [PresetEvent.table, PresetUseEvent.table], nil),
    ("rename", [GroupRenameEvent.table], nil),
    ("import", [ImportEvent.table], nil),
    ("foreign", [ForeignChangeEvent.table], nil),
    ("edit", [DeckEditEvent.table], nil),
    ("identity", [IdentityEvent.table], nil),
    ("device", [DeviceNameEvent.table], nil),
  ]

  /// The kinds of events that can be exported by themselves; `all` is all of them.
  package static let kinds = parts.map(\.name) + ["all"]

  /// Whether the log has an event, of whatever kind.
  func has(_ id: EventID) throws -> Bool {
    try EventForm.tables.contains { table in
      try Int.fetchOne(
        tx.db.cachedStatement(sql: "SELECT 1 FROM \(table) WHERE id = ?"), arguments: [id]) != nil
    }
  }

  /// The check value of the log's own event with the identity of another; `nil` where it has none.
  func check(of event: EventLine) throws -> Int64? {
    let form = event.form
    let statement = try tx.db.cachedStatement(sql: form.query(where: "e.id = ?", order: nil))
    let rows = try Row.fetchCursor(statement, arguments: [event.id])
    guard try rows.next() != nil else { return nil }
    var sum = EventCheck(form)
    return sum.value(form.values(statement.sqliteStatement))
  }

  /// How many events there are that logs exchange.
  package func count() throws -> Int {
    let counts = EventForm.tables.map { "SELECT count(*) AS n FROM \($0)" }
    return try Int.fetchOne(
      tx.db,
      sql: """
        SELECT sum(n) - (SELECT count(*) FROM \(LogUnionEvent.table))
        FROM (\(counts.joined(separator: " UNION ALL ")))
        """) ?? 0
  }

  /// Writes events of these kinds as lines, wordings before all others and the oldest first.
  ///
  /// - Parameters:
  ///   - kinds: names of ``kinds``; others have no events.
  ///   - write: is handed whole lines, many at once.
  /// - Throws: ``StorageError``, or what `write` throws.
  package func export(_ kinds: Set<String>, _ write: ([UInt8]) throws -> Void) throws {
    var conditions: [String: String] = [:]
    if kinds.contains("all") {
      for form in EventForm.shared { conditions[form.kind] = "1" }
    } else {
      for part in Self.parts where kinds.contains(part.name) {
        for kind in part.kinds {
          let condition = part.condition ?? "1"
          conditions[kind] = conditions[kind].map { "\($0) OR \(condition)" } ?? condition
        }
      }
    }
    let rows = try EventForm.shared.compactMap { form in
      try conditions[form.kind].flatMap { try EventCursor(form, where: $0, tx.db) }
    }
    try Self.export(rows, write)
  }

  /// Writes the events that came into the log between two positions, the oldest first.
  ///
  /// - Parameters:
  ///   - start: the position after which they come.
  ///   - end: the position of the last.
  ///   - known: the identities of those that are left out.
  ///   - write: is handed whole lines, many at once.
  /// - Returns: how many there were.
  /// - Throws: ``StorageError``, or what `write` throws.
  func export(
    after start: LogPosition, through end: LogPosition, besides known: Set<UInt128> = [],
    _ write: ([UInt8]) throws -> Void
  ) throws -> Int {
    let rows = try EventForm.shared.compactMap { form in
      let number = LogPosition.column(of: form.table)
      return try EventCursor(
        form,
        where: "e.id IN (SELECT id FROM \(form.table) WHERE \(number) > ? AND \(number) <= ?)",
        with: [start.number(in: form.table), end.number(in: form.table)], tx.db)
    }
    return try Self.export(rows, besides: known, write)
  }

  /// Writes all events but some, the oldest first.
  ///
  /// - Parameters:
  ///   - known: the identities of those that are left out.
  ///   - write: is handed whole lines, many at once.
  /// - Returns: how many there were.
  /// - Throws: ``StorageError``, or what `write` throws.
  func export(besides known: Set<UInt128>, _ write: ([UInt8]) throws -> Void) throws -> Int {
    let rows = try EventForm.shared.compactMap { try EventCursor($0, where: "1", tx.db) }
    return try Self.export(rows, besides: known, write)
  }

  /// Writes what cards showed, to which answers refer, and then all others, the oldest first: the answers
  /// that an import has brought are older than what they refer to, and would have to wait for it where they
  /// are taken in.
  @discardableResult
  private static func export(
    _ tables: [EventCursor], besides known: Set<UInt128> = [], _ write: ([UInt8]) throws -> Void
  ) throws -> Int {
    try [true, false].reduce(0) { count, isFirst in
      try count
        + export(inOrder: tables.filter { $0.areReferredTo == isFirst }, besides: known, write)
    }
  }

  private static func export(
    inOrder tables: [EventCursor], besides known: Set<UInt128>, _ write: ([UInt8]) throws -> Void
  ) throws -> Int {
    var rows = tables
    var lines: [UInt8] = []
    var count = 0
    lines.reserveCapacity(1 << 17)
    while let oldest = rows.indices.min(by: { rows[$0].id < rows[$1].id }) {
      let bound = rows.indices.filter { $0 != oldest }.map { rows[$0].id }.min() ?? .max
      var isOver = false
      while !isOver, rows[oldest].id <= bound {
        if known.isEmpty || !known.contains(rows[oldest].id) {
          rows[oldest].write(to: &lines)
          count += 1
        }
        if lines.count > 1 << 16 {
          try write(lines)
          lines.removeAll(keepingCapacity: true)
        }
        isOver = try !rows[oldest].next()
      }
      if isOver { rows.remove(at: oldest) }
    }
    if !lines.isEmpty { try write(lines) }
    return count
  }
}

extension Transaction {
  /// All events as lines.
  package var events: EventStore { EventStore(tx: self) }
}

/// The events of a kind, one after the other.
private struct EventCursor {
  /// The identity of the event it stands at.
  private(set) var id: UInt128 = 0
  /// Whether answers refer to them.
  let areReferredTo: Bool
  private let form: EventForm
  private let statement: Statement
  private let handle: SQLiteStatement
  private let writer: EventLineWriter

  /// Stands at the first event; `nil` where there is none.
  init?(
    _ form: EventForm, where condition: String, with arguments: StatementArguments = [],
    _ db: Database
  ) throws {
    self.form = form
    areReferredTo = form.kind == WordingEvent.table
    statement = try db.makeStatement(sql: form.query(where: condition))
    try statement.setArguments(arguments)
    handle = statement.sqliteStatement
    writer = EventLineWriter(form)
    guard try next() else { return nil }
  }

  func write(to lines: inout [UInt8]) {
    writer.write(form.values(handle), check: form.check(handle), to: &lines)
  }

  /// Goes to the next event.
  ///
  /// - Returns: whether there is one.
  mutating func next() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_DONE:
      sqlite3_reset(handle)
      return false
    case SQLITE_ROW:
      guard let id = EventID(sqliteStatement: handle, index: CInt(EventForm.id)) else {
        throw LogFault("an identity of an event")
      }
      self.id = id.bits
      return true
    case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
  }
}
