import GRDB
import RabbleQuestions
import RabbleScheduling

/// A kind of event: which table holds its events, how one is undone, and what is computed from them.
///
/// A new kind is one file with its store, an entry in ``EventKinds/all`` and a migration.
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

/// A kind of event that the learner can undo.
protocol UndoableEventKind: EventKind {
  /// An event as it is read from the log.
  associatedtype Event
  /// The columns that ``event(_:)`` reads, in this order.
  static var columns: String { get }
  /// The table with the alias `e`, and what else ``columns`` are read from.
  static var source: String { get }
  /// The SQL condition for an event `e` that is undone by itself and not with what caused it.
  static var isOwn: String { get }
  /// Reads a row of ``columns``.
  static func event(_ row: Row) throws -> Event
  /// The event as the learner's history names it.
  static func entry(_ event: Event) -> UndoableEvent
  /// Brings what is computed up to date after an event was undone.
  ///
  /// - Returns: how many cards got another due date.
  static func replay(without event: Event, _ tx: Transaction) throws -> Int
}

/// All kinds of events.
enum EventKinds {
  static let all: [any EventKind.Type] = [
    ReviewEvent.self, WordingEvent.self, AcceptanceEvent.self, SuspensionEvent.self,
    PresetEvent.self, PresetUseEvent.self, ImportEvent.self, IdentityEvent.self,
  ]

  /// The tables of all events, those of undoings too, by name.
  static let tables = Set(all.map { $0.table } + all.compactMap { $0.retraction?.table }).sorted()

  /// The newest event in the log; `nil` when there is none.
  static func newestEvent(_ db: Database) throws -> EventID? {
    let newest = tables.map { "SELECT max(id) AS id FROM \($0)" }.joined(separator: " UNION ALL ")
    return try EventID.fetchOne(db, sql: "SELECT max(id) FROM (\(newest))")
  }
}

/// Where the undoing of events is recorded: one row in a table of its own, itself an event.
struct Retraction {
  /// The table.
  let table: String
  /// Its column with the event that was undone.
  let column: String

  /// Changes of presets and suspensions.
  static let ofChange = Retraction(table: "change_retraction", column: "change")

  static let migration5 = """
    CREATE TABLE change_retraction (
      id BLOB PRIMARY KEY NOT NULL,
      device BLOB NOT NULL,
      time INTEGER NOT NULL,
      change BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX retraction_of_change ON change_retraction(change);
    """
}

extension EventKind {
  static var retraction: Retraction? { nil }

  static func counts(_ event: String) -> String {
    retraction.map {
      "NOT EXISTS (SELECT 1 FROM \($0.table) t WHERE t.\($0.column) = \(event).id)"
    } ?? "1"
  }

  static func rebuild(_ tx: Transaction) throws {}

  static func check(_ tx: Transaction) throws -> [LogFinding] { [] }
}

extension UndoableEventKind {
  static var source: String { "\(table) e" }
  static var isOwn: String { "1" }

  static func replay(without event: Event, _ tx: Transaction) throws -> Int { 0 }

  /// A query of events that were not undone.
  static func query(where condition: String = "1", order: String = "e.id") -> String {
    "SELECT \(columns) FROM \(source) WHERE \(condition) AND \(counts("e")) ORDER BY \(order)"
  }

  /// The newest event that was not undone and that this condition holds for.
  static func newest(
    _ tx: Transaction, where condition: String = "1", _ arguments: StatementArguments = []
  ) throws -> Event? {
    try Row.fetchOne(
      tx.db, sql: query(where: condition, order: "e.id DESC") + " LIMIT 1", arguments: arguments
    ).map(event)
  }

  fileprivate static func last(_ tx: Transaction) throws -> UndoableEvent? {
    try newest(tx, where: isOwn).map(entry)
  }

  fileprivate static func undo(_ id: EventID, _ tx: Transaction, at moment: Moment) throws
    -> (event: UndoableEvent, moved: Int)?
  {
    guard let retraction, let event = try newest(tx, where: "e.id = ?", [id]) else { return nil }
    try tx.append(to: retraction.table, at: moment, [retraction.column: id])
    tx.afterCommit { $0.forgetSchedules() }
    return (entry(event), try replay(without: event, tx))
  }
}

// MARK: - What the learner can undo

/// Something in the log that the learner can undo.
package enum UndoableEvent: Hashable, Sendable {
  /// An answer.
  case review(RecordedReview)
  /// An import into a deck, with the event's identity.
  case `import`(EventID, ImportRecord)
  /// A change of presets.
  case presetChange(PresetHistory.Entry)
  /// The learner suspended, buried or restored a card; with the event's identity.
  case suspension(EventID, CardID, Suspension, Moment)

  /// The event's identity.
  package var id: EventID {
    switch self {
    case .review(let review): review.id
    case .import(let id, _), .suspension(let id, _, _, _): id
    case .presetChange(let entry): entry.id
    }
  }
}

/// What the learner did, to undo it.
package struct HistoryStore {
  let tx: Transaction

  /// The last event that was not undone; `nil` when there is none.
  package func last() throws -> UndoableEvent? {
    try undoable.compactMap { try $0.last(tx) }.max { $0.id < $1.id }
  }

  /// Undoes an event by adding a retraction; its cards get the schedules they would have without it.
  /// The deck that an import changed is the caller's to restore, before.
  ///
  /// - Returns: what was undone, and how many cards got another due date; `nil` when there is no such
  ///   event or it was undone already.
  package func undo(_ id: EventID, at moment: Moment) throws -> (
    event: UndoableEvent, moved: Int
  )? {
    for kind in undoable {
      if let undone = try kind.undo(id, tx, at: moment) { return undone }
    }
    return nil
  }

  private var undoable: [any UndoableEventKind.Type] {
    EventKinds.all.compactMap { $0 as? any UndoableEventKind.Type }
  }
}

extension Transaction {
  /// What the learner did, to undo it.
  package var history: HistoryStore { HistoryStore(tx: self) }
}
