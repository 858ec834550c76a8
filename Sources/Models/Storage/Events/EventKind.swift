import GRDB
import RabbleScheduling

/// A kind of event: what its events have, how one is undone, and what is computed from them.
///
/// A new kind is one file with its store, an entry in ``EventKinds/all`` and its view in `schema.sql`.
protocol EventKind: Sendable {
  /// Its name, and that of the table or view of its events; it never changes.
  static var table: String { get }
  /// What its events have besides an identity, a device and a time, in the order of lines.
  static var fields: [EventField] { get }
  /// The SQL condition for an event of the table alias `event` that was not undone.
  static func counts(_ event: String) -> String
  /// Recomputes all that is kept in tables and follows from its events.
  static func rebuild(_ tx: Transaction) throws
  /// Compares what is kept in tables with what follows from its events.
  static func check(_ tx: Transaction) throws -> [LogFinding]
}

/// A kind of event that can be undone and redone.
protocol UndoableEventKind: EventKind {
  /// An event as it is read from the log.
  associatedtype Event
  /// The columns that ``event(_:)`` reads.
  static var columns: String { get }
  /// The table with the alias `e`, and what else ``columns`` are read from.
  static var source: String { get }
  /// Whether it has a field `cause`: the event with which an event was made, and is undone.
  static var hasCause: Bool { get }
  /// The SQL condition for an event `e` that is undone by itself and not with what caused it.
  static var isOwn: String { get }
  /// The SQL condition for an event `e` that the program made by itself. It is undone only by its
  /// number.
  static var isAutomatic: String { get }
  /// Reads a row of ``columns``.
  static func event(_ row: Row) throws -> Event
  /// The event as the learner's history names it.
  static func entry(_ event: Event) -> UndoableEvent
  /// Undoes an event, and what else goes with it.
  static func undo(_ id: EventID, _ tx: Transaction, at moment: Moment) throws
  /// Redoes an event, and what else was undone with it.
  static func redo(_ id: EventID, _ tx: Transaction, at moment: Moment) throws
  /// Brings what is computed up to date after events were undone or redone.
  ///
  /// - Returns: how many cards got another due date.
  static func replay(_ events: [Event], _ tx: Transaction) throws -> Int
  /// Brings what is computed up to date after an event was undone or redone, whatever its kind, with the events of this
  /// kind that it caused.
  ///
  /// - Returns: how many cards got another due date.
  static func replay(eventsOf id: EventID, _ tx: Transaction) throws -> Int
}

/// All kinds of events.
enum EventKinds {
  static let all: [any EventKind.Type] = [
    // What counts comes first: all else follows from it.
    UndoEvent.self, RedoEvent.self, ReviewEvent.self, WordingEvent.self, AcceptanceEvent.self,
    WithdrawalEvent.self,
    SuspensionEvent.self, AdjustmentEvent.self, MarkEvent.self,
    PresetEvent.self, PresetUseEvent.self, GroupRenameEvent.self, ImportEvent.self,
    ForeignChangeEvent.self,
    DeckEditEvent.self,
    IdentityEvent.self, LogUnionEvent.self, DeviceNameEvent.self,
  ]

  /// The newest event in the log; `nil` when there is none.
  static func newestEvent(_ db: Database) throws -> EventID? {
    let newest = EventForm.tables.map { "SELECT max(id) AS id FROM \($0)" }
      .joined(separator: " UNION ALL ")
    return try EventID.fetchOne(db, sql: "SELECT max(id) FROM (\(newest))")
  }
}

extension EventKind {
  static func counts(_ event: String) -> String { "1" }

  static func rebuild(_ tx: Transaction) throws {}

  static func check(_ tx: Transaction) throws -> [LogFinding] { [] }
}

extension UndoableEventKind {
  static var source: String { "\(table) e" }
  static var hasCause: Bool { false }
  static var isOwn: String { hasCause ? "e.cause IS NULL" : "1" }
  static var isAutomatic: String { "0" }

  static func counts(_ event: String) -> String {
    let isCounted = UndoneStore.isMissing("\(event).id")
    return hasCause ? "\(isCounted) AND \(UndoneStore.isMissing("\(event).cause"))" : isCounted
  }

  static func undo(_ id: EventID, _ tx: Transaction, at moment: Moment) throws {
    try tx.undone.undo(id, at: moment)
  }

  static func redo(_ id: EventID, _ tx: Transaction, at moment: Moment) throws {
    try tx.undone.redo(id, at: moment)
  }

  static func replay(_ events: [Event], _ tx: Transaction) throws -> Int { 0 }

  static func replay(eventsOf id: EventID, _ tx: Transaction) throws -> Int {
    var rows = try Row.fetchAll(
      tx.db, sql: "SELECT \(columns) FROM \(source) WHERE e.id = ?", arguments: [id])
    if hasCause {
      rows += try Row.fetchAll(
        tx.db, sql: "SELECT \(columns) FROM \(source) WHERE e.cause = ? ORDER BY e.id",
        arguments: [id])
    }
    return rows.isEmpty ? 0 : try replay(rows.map(event), tx)
  }

  /// A query of events that were not undone.
  static func query(where condition: String = "1", order: String = "e.id") -> String {
    "SELECT \(columns) FROM \(source) WHERE \(condition) AND \(counts("e")) ORDER BY \(order)"
  }

  /// The newest event that was not undone and that this condition holds for.
  static func newest(
    _ tx: Transaction, where condition: String = "1", _ arguments: StatementArguments = []
  ) throws -> Event? {
    try Row.fetchOne(
      tx.db.cachedStatement(sql: query(where: condition, order: "e.id DESC") + " LIMIT 1"),
      arguments: arguments
    ).map(event)
  }
}
