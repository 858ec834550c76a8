import GRDB
import RabbleScheduling

/// Joins events of another log with this one: a union, in which an event is its identity. What the log
/// has is not added again; what is no event, or not the one it says, is left out and named.
///
///     let report = try log.write { tx in
///       var union = try LogUnion(tx, of: "laptop.jsonl", at: now)
///       try forEachLine { try union.add($0) }
///       return try union.finish()
///     }
///
/// All that is new is one event of the learner's history, and is undone at once.
package struct LogUnion {
  /// A line that was left out.
  package struct Fault: Hashable, Sendable {
    /// Its number, from 1.
    package let line: Int
    /// Why.
    package let reason: EventLineFault
  }

  /// What came of it.
  package struct Report: Hashable, Sendable {
    /// How many events were new to the log.
    package let added: Int
    /// How many events the log had already.
    package let known: Int
    /// How many lines were left out.
    package let leftOut: Int
    /// The first lines that were left out, a thousand at most.
    package let faults: [Fault]
    /// How many of the known events were undone here, of which the other log says nothing.
    package fileprivate(set) var undone = 0
    /// Whether redoing brings some of those back.
    package fileprivate(set) var canRedo = false
  }

  /// The most faults that are kept.
  private static let faultLimit = 1000

  /// How far ahead of this device's clock that of another may be, in milliseconds: five minutes.
  private static let tolerance: Int64 = 5 * 60_000

  private let tx: Transaction
  private let source: String
  private let now: Moment
  private let join: EventJoin
  /// The new events.
  private var brought: [EventID] = []
  /// The bytes of most lines.
  private static let usualLength: Int64 = 400
  /// Lines that have not been looked at yet.
  private var batch = LineBatch()
  /// The indexes that are made at the end.
  private var paused: PausedIndexes?
  private var line = 0
  private var added = 0
  private var known = 0
  private var faults: [Fault] = []
  private var faultCount = 0
  /// What was undone here, by the undo.
  private let undos: [EventID: EventID]
  private let undone: Set<EventID>
  /// Those of the known events that are in ``undos``, undone or undoing.
  private var met: Set<EventID> = []
  /// Events whose references have not come yet.
  private var waiting: [(line: Int, event: EventLine)] = []

  /// Begins a union.
  ///
  /// - Parameters:
  ///   - tx: a transaction that changes the log.
  ///   - source: where the events come from, for people: the file's name.
  ///   - now: the present.
  /// - Throws: ``StorageError``.
  package init(_ tx: Transaction, of source: String, at now: Moment) throws {
    self.tx = tx
    self.source = source
    self.now = now
    join = try EventJoin(tx, at: now, tolerance: Self.tolerance)
    undos = try LogUnionEvent.undone(tx)
    undone = Set(undos.values)
  }

  /// Prepares for so many bytes of lines.
  ///
  /// - Throws: ``StorageError``.
  package mutating func expect(bytes: Int64) throws {
    let count = Int(bytes / Self.usualLength)
    paused = try PausedIndexes(tx, of: [ReviewEvent.table, WordingEvent.table], adding: count)
    if paused != nil { try join.deferReviews(expecting: count) }
  }

  /// Takes in the event of the next line.
  ///
  /// - Parameter bytes: the line, without its end. An empty one counts as a line and says nothing.
  /// - Throws: ``StorageError``; what is wrong with a line is in the report.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) throws {
    line += 1
    var bytes = bytes
    if line == 1, bytes.starts(with: [0xef, 0xbb, 0xbf]) {
      bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(3))
    }
    if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0d || $0 == 0x09 }) { return }
    batch.add(bytes, number: line)
    if batch.isFull { try takeBatch() }
  }

  /// Takes in the events of the lines so far.
  private mutating func takeBatch() throws {
    let lines = batch
    batch.removeAll()
    try join.add(lines) { number, line, usual in
      if let usual { return note(usual.id, isNew: usual.isNew) }
      do {
        try add(join.event(line), at: number, isLast: false)
      } catch let fault as EventLineFault {
        report(fault, at: number)
      }
    }
  }

  /// Notes an event that was added, or that the log has already.
  private mutating func note(_ id: EventID, isNew: Bool) {
    if isNew {
      added += 1
      brought.append(id)
    } else {
      known += 1
      if undone.contains(id) || undos[id] != nil { met.insert(id) }
    }
  }

  /// Ends the union, and brings up to date what follows from the new events.
  ///
  /// - Throws: ``StorageError``.
  package mutating func finish() throws -> Report {
    try takeBatch()
    try join.writeDeferred()
    // In rounds, until nothing more fits: an event may wait for one that waits.
    var before = Int.max
    while waiting.count < before {
      before = waiting.count
      let again = waiting
      waiting = []
      for (line, event) in again { try add(event, at: line, isLast: false) }
    }
    let rest = waiting
    waiting = []
    for (line, event) in rest { try add(event, at: line, isLast: true) }
    try paused?.make()
    paused = nil
    if added > 0 {
      // After all that came in, which may be dated ahead of this clock: it is what is undone first.
      try tx.findNewestEvent()
      let union = try tx.append(
        to: LogUnionEvent.table, at: now, ["utc_offset": now.utcOffset, "source": source])
      try LogUnionEvent.note(brought, of: union, tx)
      _ = try join.effects.apply(tx)
      try tx.decks.findDecks(ofGroupsBroughtBy: union, at: now)
    }
    var report = Report(
      added: added, known: known, leftOut: faultCount, faults: faults.sorted { $0.line < $1.line })
    // What the other log has undone as well is no news.
    let agreed = Set(undos.filter { met.contains($0.key) }.values)
    let apart = met.intersection(undone).subtracting(agreed)
    report.undone = apart.count
    if !apart.isEmpty {
      let newest = try tx.history.newest() ?? EventID(bits: 0)
      report.canRedo = undos.contains { $0.key > newest && apart.contains($0.value) }
    }
    return report
  }

  private mutating func report(_ fault: EventLineFault, at line: Int) {
    faultCount += 1
    if faults.count < Self.faultLimit { faults.append(Fault(line: line, reason: fault)) }
  }

  private mutating func add(_ new: EventLine, at line: Int, isLast: Bool) throws {
    switch try join.add(new) {
    case .known: note(new.id, isNew: false)
    case .refused(.dangling) where !isLast: waiting.append((line, new))
    case .refused(let fault): report(fault, at: line)
    case .added:
      note(new.id, isNew: true)
      try join.note(new)
    }
  }
}

/// A union with another log, in the learner's history.
package struct LogUnionRecord: Hashable, Sendable {
  /// Where the events came from, for people: the file's name.
  package let source: String
  /// How many events were new.
  package let events: Int
  /// When it was.
  package let moment: Moment
}

// MARK: - Events

/// Events of another log were joined with this one. It says what came into this log by it, so that it is
/// undone as one; other logs never see it.
enum LogUnionEvent: UndoableEventKind {
  static let table = "log_union"
  static let fields: [EventField] = [.utcOffset, .text("source")]
  static let columns = """
    e.id, e.source, e.time, e.utc_offset, \
    (SELECT count(*) FROM log_union_item i WHERE i.log_union = e.id) AS events
    """

  static func event(_ row: Row) throws -> (id: EventID, record: LogUnionRecord) {
    (
      try row.decode(forColumn: "id"),
      LogUnionRecord(
        source: try row.decodeText("source"), events: try row.decode(forColumn: "events"),
        moment: try Moment(row))
    )
  }

  static func entry(_ event: (id: EventID, record: LogUnionRecord)) -> UndoableEvent {
    .union(event.id, event.record)
  }

  static func replay(_ events: [(id: EventID, record: LogUnionRecord)], _ tx: Transaction) throws
    -> Int
  {
    if !events.isEmpty { try recompute(tx) }
    return 0
  }

  /// Recomputes all that follows from events.
  static func recompute(_ tx: Transaction) throws {
    tx.afterCommit { $0 = Caches() }
    for kind in EventKinds.all { try kind.rebuild(tx) }
    try tx.cards.rebuild()
    try tx.answerIndexes.forget()
  }

  // MARK: Undoing

  /// The kinds of the events of a union that are undone by themselves.
  private static let undoable = EventKinds.all.compactMap { $0 as? any UndoableEventKind.Type }
    .filter { $0.table != table }

  /// What was undone and counts as such, by the undo.
  fileprivate static func undone(_ tx: Transaction) throws -> [EventID: EventID] {
    let rows = try Row.fetchAll(
      tx.db, sql: "SELECT u.id, u.target FROM undo u WHERE \(UndoneStore.counts("u"))")
    return Dictionary(
      uniqueKeysWithValues: try rows.map {
        (try $0.decode(forColumn: "id"), try $0.decode(forColumn: "target"))
      })
  }

  private static func isItem(_ id: String) -> String {
    "EXISTS (SELECT 1 FROM log_union_item i WHERE i.event = \(id) AND i.log_union = ?1)"
  }

  /// What it brought does not count any more: neither what was done, nor what was undone or redone.
  static func undo(_ id: EventID, _ tx: Transaction, at moment: Moment) throws {
    try tx.undone.undo(id, at: moment)
    for kind in undoable {
      let items = try EventID.fetchAll(
        tx.db,
        sql: """
          SELECT e.id FROM \(kind.table) e
          WHERE \(isItem("e.id")) AND \(kind.isOwn) AND \(kind.counts("e")) ORDER BY e.id
          """, arguments: [id])
      for item in items { try tx.undone.undo(item, at: moment) }
    }
    let brought = try EventID.fetchAll(
      tx.db,
      sql: """
        SELECT u.id FROM undo u
        WHERE \(isItem("u.id")) AND NOT \(isItem("u.target")) AND \(UndoneStore.counts("u"))
        ORDER BY u.id
        """, arguments: [id])
    try tx.undone.lift(brought, at: moment)
    let redone = try EventID.fetchAll(
      tx.db,
      sql: """
        SELECT DISTINCT u.target FROM undo u JOIN redo r ON r.target = u.id
        WHERE \(isItem("r.id")) AND NOT \(isItem("u.id")) ORDER BY u.id
        """, arguments: [id])
    for target in redone { try tx.undone.undo(target, at: moment) }
    // All that was made for it is between this and the first: it is what was undone last.
    try tx.undone.undo(id, at: moment)
  }

  static func redo(_ id: EventID, _ tx: Transaction, at moment: Moment) throws {
    let own = try tx.undone.undos(of: id)
    guard let since = own.first else { return }
    // What it brought was undone with it, and so was what it had redone.
    let made = try EventID.fetchAll(
      tx.db,
      sql: """
        SELECT u.id FROM undo u
        WHERE u.id > ?2 AND \(UndoneStore.counts("u")) AND (\(isItem("u.target"))
          OR EXISTS (SELECT 1 FROM undo o JOIN redo r ON r.target = o.id
            WHERE o.target = u.target AND \(isItem("r.id"))))
        ORDER BY u.id
        """, arguments: [id, since])
    let lifted = try EventID.fetchAll(
      tx.db,
      sql: """
        SELECT DISTINCT u.target FROM undo u JOIN redo r ON r.target = u.id AND r.id > ?2
        WHERE \(isItem("u.id")) AND NOT \(isItem("u.target")) ORDER BY u.id
        """, arguments: [id, since])
    try tx.undone.lift(made, at: moment)
    // The new undo stands for what the union brought, so that it is lifted with it again.
    for target in lifted { try note(tx.undone.undo(target, at: moment), of: id, tx) }
    try tx.undone.lift(own, at: moment)
  }

  private static let noting =
    "INSERT OR IGNORE INTO log_union_item (event, log_union) VALUES (?, ?)"

  /// Notes that events came with a union.
  fileprivate static func note(_ events: [EventID], of union: EventID, _ tx: Transaction) throws {
    let paused = try PausedIndexes(tx, of: [LogUnion.items], adding: events.count)
    let statement = try tx.db.cachedStatement(sql: noting)
    // In their order, as they are kept.
    for event in events.sorted() {
      try statement.run([.identity(event.bits), .identity(union.bits)], tx.db)
    }
    try paused?.make()
  }

  /// Notes that an event came with a union.
  static func note(_ event: EventID, of union: EventID, _ tx: Transaction) throws {
    try tx.db.cachedStatement(sql: noting).execute(arguments: [event, union])
  }
}

// MARK: - Tables

extension LogUnion {
  /// The table of the events that each union brought.
  static let items = "log_union_item"
  /// Its index by union, which has the same columns.
  static let itemsIndex = "log_union_item_by_union"
}
