import GRDB
import RabbleScheduling

/// A kind of event: which table holds its events, how one is undone, and what is computed from them.
///
/// A new kind is one file with its store, an entry in ``EventKinds/all`` and its table in `schema.sql`.
protocol EventKind: Sendable {
  /// The table of its events; the name never changes.
  static var table: String { get }
  /// Where its events are marked as undone; `nil` when they never are.
  static var retraction: Retraction? { get }
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
  /// The columns that ``event(_:)`` reads, in this order.
  static var columns: String { get }
  /// The table with the alias `e`, and what else ``columns`` are read from.
  static var source: String { get }
  /// Whether its table has a column `cause`: the event with which an event was made, and is undone.
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
  /// Adds a retraction of an event, and what else undoes it.
  static func retract(_ event: Event, _ id: EventID, _ tx: Transaction, at moment: Moment) throws
  /// Restores an event: its retractions no longer count. Adds what else redoes it.
  static func restore(_ event: Event, _ id: EventID, _ tx: Transaction, at moment: Moment) throws
  /// Brings what is computed up to date after events were undone or redone.
  ///
  /// - Returns: how many cards got another due date.
  static func replay(_ events: [Event], _ tx: Transaction) throws -> Int
}

/// All kinds of events.
enum EventKinds {
  static let all: [any EventKind.Type] = [
    ReviewEvent.self, WordingEvent.self, AcceptanceEvent.self, WithdrawalEvent.self,
    SuspensionEvent.self, AdjustmentEvent.self, MarkEvent.self,
    PresetEvent.self, PresetUseEvent.self, GroupRenameEvent.self, ImportEvent.self,
    ForeignChangeEvent.self,
    DeckEditEvent.self,
    IdentityEvent.self, RestorationEvent.self, LogUnionEvent.self, DeviceNameEvent.self,
  ]

  /// The tables of all events, those of undoings too, by name.
  static let tables = Set(all.map { $0.table } + all.compactMap { $0.retraction?.table }).sorted()

  /// The newest event in the log; `nil` when there is none.
  static func newestEvent(_ db: Database) throws -> EventID? {
    let newest = tables.map { "SELECT max(id) AS id FROM \($0)" }.joined(separator: " UNION ALL ")
    return try EventID.fetchOne(db, sql: "SELECT max(id) FROM (\(newest))")
  }
}

/// Where the undoing of events is recorded: one row in a table of its own, itself an event. A retraction
/// counts until a ``RestorationEvent`` names it.
struct Retraction {
  /// The table.
  let table: String
  /// Its column with the event that was undone.
  let column: String
  /// The SQL condition for a retraction `t` by which the event was undone, and not replaced.
  let isUndoing: String

  /// Makes the description of a table of retractions.
  init(table: String, column: String, isUndoing: String = "1") {
    self.table = table
    self.column = column
    self.isUndoing = isUndoing
  }

  /// Changes of presets, suspensions, schedules, accepted answers, deck edits and identities.
  static let ofChange = Retraction(table: "change_retraction", column: "change")

  /// The SQL condition that no retraction counts of the events that `condition` compares with, such as
  /// `= e.id`.
  func isMissing(_ condition: String) -> String {
    """
    NOT EXISTS (SELECT 1 FROM \(table) t WHERE t.\(column) \(condition) AND \(Self.counts("t")))
    """
  }

  /// The retractions of an event that count, the oldest first; without a condition, those that undo
  /// it.
  func counting(
    of event: EventID, where condition: String? = nil, _ tx: Transaction
  ) throws -> [EventID] {
    try EventID.fetchAll(
      tx.db,
      sql: """
        SELECT t.id FROM \(table) t WHERE t.\(column) = ?
          AND \(condition ?? isUndoing) AND \(Self.counts("t")) ORDER BY t.id
        """, arguments: [event])
  }

  /// The SQL condition for a retraction that counts.
  static func counts(_ retraction: String) -> String {
    "NOT EXISTS (SELECT 1 FROM restoration r WHERE r.retraction = \(retraction).id)"
  }
}

/// Something that was undone was redone: a retraction does not count any more.
enum RestorationEvent: EventKind {
  static let table = "restoration"

  /// Records that these retractions no longer count.
  static func append(_ retractions: [EventID], _ tx: Transaction, at moment: Moment) throws {
    for id in retractions { try tx.append(to: table, at: moment, ["retraction": id]) }
  }
}

extension EventKind {
  static var retraction: Retraction? { nil }

  static func counts(_ event: String) -> String { retraction?.isMissing("= \(event).id") ?? "1" }

  static func rebuild(_ tx: Transaction) throws {}

  static func check(_ tx: Transaction) throws -> [LogFinding] { [] }
}

extension UndoableEventKind {
  static var source: String { "\(table) e" }
  static var hasCause: Bool { false }
  static var isOwn: String { hasCause ? "e.cause IS NULL" : "1" }
  static var isAutomatic: String { "0" }

  static func counts(_ event: String) -> String {
    retraction?.isMissing(hasCause ? "IN (\(event).id, \(event).cause)" : "= \(event).id") ?? "1"
  }

  static func retract(_ event: Event, _ id: EventID, _ tx: Transaction, at moment: Moment) throws {
    guard let retraction else { return }
    try tx.append(to: retraction.table, at: moment, [retraction.column: id])
  }

  static func restore(_ event: Event, _ id: EventID, _ tx: Transaction, at moment: Moment) throws {
    try RestorationEvent.append(retraction?.counting(of: id, tx) ?? [], tx, at: moment)
  }

  static func replay(_ events: [Event], _ tx: Transaction) throws -> Int { 0 }

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
