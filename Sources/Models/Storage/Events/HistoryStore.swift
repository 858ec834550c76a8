import GRDB
import RabbleQuestions
import RabbleScheduling

/// Something in the log that can be undone.
package enum UndoableEvent: Hashable, Sendable {
  /// An answer, or one with another grade (``RecordedReview/revises``).
  case review(RecordedReview)
  /// An import into a deck, with the event's identity.
  case `import`(EventID, ImportRecord)
  /// A change of presets.
  case presetChange(PresetHistory.Entry)
  /// The learner suspended, buried or restored a card; with the event's identity.
  case suspension(EventID, CardID, Suspension, Moment)
  /// A change of deck files.
  case deckEdit(DeckEdit)
  /// Cards were taken as known or are due on other days: the first of those of one command.
  case adjustment(EventID, Adjustment)
  /// Cards were flagged, or questions got tags or notes of the learner's: the first of those of one
  /// command.
  case mark(EventID, Mark)
  /// A text was found to be a question that is known, or another one.
  case identity(RecordedIdentity)
  /// An answer that was accepted for a card is not any more.
  case withdrawal(RecordedWithdrawal)
  /// Events of another log were joined with this one.
  case union(EventID, LogUnionRecord)

  /// The event's identity.
  package var id: EventID {
    switch self {
    case .review(let review): review.id
    case .import(let id, _), .suspension(let id, _, _, _), .adjustment(let id, _),
      .mark(let id, _), .union(let id, _):
      id
    case .presetChange(let entry): entry.id
    case .deckEdit(let edit): edit.id
    case .identity(let identity): identity.id
    case .withdrawal(let withdrawal): withdrawal.id
    }
  }

  /// When it was done.
  package var moment: Moment {
    switch self {
    case .review(let review): review.done
    case .import(_, let record): record.moment
    case .presetChange(let entry): entry.moment
    case .suspension(_, _, _, let moment): moment
    case .adjustment(_, let adjustment): adjustment.moment
    case .mark(_, let mark): mark.moment
    case .deckEdit(let edit): edit.moment
    case .identity(let identity): identity.moment
    case .withdrawal(let withdrawal): withdrawal.moment
    case .union(_, let record): record.moment
    }
  }
}

/// An event in the learner's history.
package struct HistoryEntry: Hashable, Sendable {
  /// Whether an event counts.
  package enum State: Hashable, Sendable {
    /// It counts.
    case counts
    /// It was undone.
    case undone
    /// An answer was given another grade, which is an event of its own.
    case replaced
  }

  /// Its number, counted from 1 for the first event in the log; another one once earlier events come from
  /// elsewhere.
  package let number: Int
  /// The event.
  package let event: UndoableEvent
  /// Whether it counts.
  package let state: State
  /// Whether the program did it by itself.
  package let isAutomatic: Bool
}

/// What was done, to list, undo and redo it.
package struct HistoryStore {
  let tx: Transaction
  private var db: Database { tx.db }

  private static let kinds = EventKinds.all.compactMap { $0 as? any UndoableEventKind.Type }

  /// The last event that was not undone and that the program did not make by itself; `nil` when there
  /// is none.
  package func last() throws -> UndoableEvent? {
    try Self.kinds.compactMap { try $0.last(tx) }.max { $0.id < $1.id }
  }

  /// Undoes an event; its cards get the schedules they would have without it.
  /// The deck files that it changed are the caller's to restore, before.
  ///
  /// - Returns: what was undone, and how many cards got another due date; `nil` when there is no such
  ///   event or it was undone already.
  package func undo(_ id: EventID, at moment: Moment) throws -> (
    event: UndoableEvent, moved: Int
  )? {
    for kind in Self.kinds {
      if let event = try kind.undo(entry: id, tx, at: moment) { return (event, try replay(id)) }
    }
    return nil
  }

  /// The entry of an event that is undone by itself; `nil` when there is none.
  package func entry(of id: EventID) throws -> HistoryEntry? {
    for kind in Self.kinds {
      if let entry = try kind.entry(id, number: number(of: id), tx) { return entry }
    }
    return nil
  }

  /// The newest event that the learner made, whether or not it was undone; what was undone before it stays
  /// undone.
  func newest() throws -> EventID? { try Self.kinds.compactMap { try $0.newestOwn(tx) }.max() }

  /// The event that was undone last and not redone since; `nil` when there is none, or when the
  /// learner has done something else since.
  package func lastUndone() throws -> EventID? {
    let newest = try newest()
    return try Self.kinds.compactMap { try $0.lastUndone(tx, after: newest) }
      .max { $0.undo < $1.undo }?.event
  }

  /// Redoes an event that was undone. The deck files that it changed are the caller's to write, before.
  ///
  /// - Returns: what was redone, and how many cards got another due date; `nil` when there is no such
  ///   event or it counts.
  package func redo(_ id: EventID, at moment: Moment) throws -> (
    event: UndoableEvent, moved: Int
  )? {
    for kind in Self.kinds {
      if let event = try kind.redo(entry: id, tx, at: moment) { return (event, try replay(id)) }
    }
    return nil
  }

  /// Brings everything up to date that follows from an event and from those that it caused.
  private func replay(_ id: EventID) throws -> Int {
    tx.afterCommit { $0.forgetSchedules() }
    return try Self.kinds.reduce(0) { try $0 + $1.replay(eventsOf: id, tx) }
  }

  // MARK: - Listing

  /// What was done, the newest first, with what was undone.
  ///
  /// - Parameter limit: the most entries; `nil` for all.
  /// - Returns: the entries.
  /// - Throws: ``StorageError``.
  package func entries(limit: Int? = nil) throws -> [HistoryEntry] {
    let count = try count()
    let rows = try Row.fetchAll(
      db, sql: "\(Self.own) ORDER BY id DESC LIMIT ?", arguments: [limit ?? -1])
    return try rows.enumerated().compactMap { index, row in
      try entry(row, number: count - index)
    }
  }

  /// The entry of a number; `nil` when there is none.
  package func entry(number: Int) throws -> HistoryEntry? {
    guard number > 0 else { return nil }
    let row = try Row.fetchOne(
      db, sql: "\(Self.own) ORDER BY id LIMIT 1 OFFSET ?", arguments: [number - 1])
    return try row.flatMap { try entry($0, number: number) }
  }

  /// The number of an event, whether or not it was undone.
  package func number(of id: EventID) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM (\(Self.own)) WHERE id <= ?", arguments: [id])
      ?? 0
  }

  /// The number of the newest entry.
  private func count() throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM (\(Self.own))") ?? 0
  }

  private func entry(_ row: Row, number: Int) throws -> HistoryEntry? {
    let table: String = try row.decode(forColumn: "kind")
    let id: EventID = try row.decode(forColumn: "id")
    return try Self.kinds.first { $0.table == table }?.entry(id, number: number, tx)
  }

  /// The identities and kinds of all events that are undone by themselves.
  private static let own = kinds.map {
    "SELECT e.id AS id, '\($0.table)' AS kind FROM \($0.table) e WHERE \($0.isOwn)"
  }.joined(separator: " UNION ALL ")
}

extension Transaction {
  /// What was done, to list, undo and redo it.
  package var history: HistoryStore { HistoryStore(tx: self) }
}

extension UndoableEventKind {
  fileprivate static func last(_ tx: Transaction) throws -> UndoableEvent? {
    try newest(tx, where: "\(isOwn) AND NOT (\(isAutomatic))").map(entry)
  }

  /// The newest event that the learner made, whether or not it was undone.
  fileprivate static func newestOwn(_ tx: Transaction) throws -> EventID? {
    try EventID.fetchOne(
      tx.db,
      sql: """
        SELECT e.id FROM \(table) e WHERE \(isOwn) AND NOT (\(isAutomatic)) ORDER BY e.id DESC LIMIT 1
        """)
  }

  /// The last undo that counts, of an event of this kind, after an event.
  fileprivate static func lastUndone(_ tx: Transaction, after newest: EventID?) throws -> (
    undo: EventID, event: EventID
  )? {
    try Row.fetchOne(
      tx.db,
      sql: """
        SELECT u.id AS undo, e.id AS event FROM undo u JOIN \(table) e ON e.id = u.target
        WHERE u.id > ? AND \(isOwn) AND \(UndoneStore.counts("u"))
        ORDER BY u.id DESC LIMIT 1
        """, arguments: [newest ?? EventID(bits: 0)]
    ).map { (try $0.decode(forColumn: "undo"), try $0.decode(forColumn: "event")) }
  }

  fileprivate static func entry(_ id: EventID, number: Int, _ tx: Transaction) throws
    -> HistoryEntry?
  {
    try state(id, tx).map {
      HistoryEntry(
        number: number, event: entry($0.event), state: $0.state, isAutomatic: $0.isAutomatic)
    }
  }

  /// An event that is undone by itself, and whether it counts.
  private static func state(_ id: EventID, _ tx: Transaction) throws -> (
    event: Event, state: HistoryEntry.State, isAutomatic: Bool
  )? {
    let row = try Row.fetchOne(
      tx.db,
      sql: """
        SELECT \(columns), \(counts("e")) AS counts, \(UndoneStore.isUndone("e.id")) AS is_undone,
          \(isAutomatic) AS is_automatic
        FROM \(source) WHERE e.id = ? AND \(isOwn)
        """, arguments: [id])
    guard let row else { return nil }
    let counts: Bool = try row.decode(forColumn: "counts")
    let isUndone: Bool = try row.decode(forColumn: "is_undone")
    return (
      try event(row), counts ? .counts : isUndone ? .undone : .replaced,
      try row.decode(forColumn: "is_automatic")
    )
  }

  fileprivate static func undo(entry id: EventID, _ tx: Transaction, at moment: Moment) throws
    -> UndoableEvent?
  {
    guard let found = try state(id, tx), found.state == .counts else { return nil }
    try undo(id, tx, at: moment)
    return entry(found.event)
  }

  fileprivate static func redo(entry id: EventID, _ tx: Transaction, at moment: Moment) throws
    -> UndoableEvent?
  {
    guard let found = try state(id, tx), found.state == .undone else { return nil }
    try redo(id, tx, at: moment)
    return entry(found.event)
  }
}
