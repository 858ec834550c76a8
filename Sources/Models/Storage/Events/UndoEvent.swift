import GRDB
import RabbleScheduling

/// An event does not count any more, with all that it caused, until a ``RedoEvent`` names the undo.
enum UndoEvent: EventKind {
  static let table = "undo"
  static let fields: [EventField] = [.identity("target")]

  static func rebuild(_ tx: Transaction) throws { try tx.undone.rebuild() }

  static func check(_ tx: Transaction) throws -> [LogFinding] {
    let events = try tx.undone.countDifferences()
    return events > 0 ? [.undoneDiffer(events: events)] : []
  }
}

/// An undo does not count any more.
enum RedoEvent: EventKind {
  static let table = "redo"
  static let fields: [EventField] = [.identity("target")]
}

/// The one place that says which events count: the table `undone` has those that don't, each with the undo
/// that says so, or with the answer of another grade that replaced it. It follows from `undo`, `redo` and
/// `review.revises`, whatever the order in which they came; the view `counted_review` reads it.
struct UndoneStore {
  let tx: Transaction
  private var db: Database { tx.db }

  /// Undoes an event.
  ///
  /// - Returns: the identity of the undo.
  @discardableResult
  func undo(_ target: EventID, at moment: Moment) throws -> EventID {
    let id = try tx.append(to: UndoEvent.table, at: moment, ["target": target])
    try refresh(target)
    return id
  }

  /// Redoes an event: none of its undos counts any more.
  func redo(_ target: EventID, at moment: Moment) throws {
    try lift(undos(of: target), at: moment)
  }

  /// Records that undos don't count any more.
  func lift(_ undos: [EventID], at moment: Moment) throws {
    for undo in undos {
      try tx.append(to: RedoEvent.table, at: moment, ["target": undo])
      try note(redoOf: undo)
    }
  }

  /// The undos of an event that count, the oldest first.
  func undos(of target: EventID) throws -> [EventID] {
    try EventID.fetchAll(
      db,
      sql: "SELECT u.id FROM undo u WHERE u.target = ? AND \(Self.counts("u")) ORDER BY u.id",
      arguments: [target])
  }

  /// Finds out again whether an event counts, of which this undo was redone. The undo may still have to come.
  func note(redoOf undo: EventID) throws {
    let target = try EventID.fetchOne(
      db.cachedStatement(sql: "SELECT target FROM undo WHERE id = ?"), arguments: [undo])
    if let target { try refresh(target) }
  }

  /// Finds out again whether an event counts, and whether the answers do that it replaced. Answers of another log may
  /// replace each other in a circle.
  func refresh(_ target: EventID) throws {
    var next: EventID? = target
    var seen: Set<EventID> = []
    while let target = next, seen.insert(target).inserted {
      try db.cachedStatement(sql: "DELETE FROM undone WHERE target = ?")
        .execute(arguments: [target])
      try db.cachedStatement(
        sql:
          "INSERT INTO undone \(Self.undoing("u.target = ?1")) UNION \(Self.replacing("v.revises = ?1"))"
      ).execute(arguments: [target])
      next = try EventID.fetchOne(
        db.cachedStatement(sql: "SELECT revises FROM review WHERE id = ? AND revises IS NOT NULL"),
        arguments: [target])
    }
  }

  /// Computes the table from the events.
  func rebuild() throws {
    try db.execute(sql: "DELETE FROM undone; INSERT INTO undone \(Self.all)")
  }

  /// How many rows the table has that do not follow from the events, and the reverse.
  func countDifferences() throws -> Int {
    try db.countDifferences("SELECT target, id FROM undone", Self.all)
  }

  // MARK: - SQL

  /// The SQL condition that an event counts, and what caused it.
  static func isMissing(_ ids: String...) -> String {
    ids.map { "NOT EXISTS (SELECT 1 FROM undone WHERE undone.target = \($0))" }
      .joined(separator: " AND ")
  }

  /// The SQL condition that an undo counts.
  static func counts(_ undo: String) -> String {
    "NOT EXISTS (SELECT 1 FROM redo r WHERE r.target = \(undo).id)"
  }

  /// The SQL condition that an event was undone, not only replaced by an answer of another grade.
  static func isUndone(_ id: String) -> String {
    "EXISTS (SELECT 1 FROM undo u WHERE u.target = \(id) AND \(counts("u")))"
  }

  /// Each event that was undone, with the undo.
  private static func undoing(_ condition: String) -> String {
    "SELECT u.target, u.id FROM undo u WHERE \(condition) AND \(counts("u"))"
  }

  /// Each answer that got another grade, with the answer that replaced it and was not undone itself. Where
  /// that one got another grade in turn, the first stays replaced.
  private static func replacing(_ condition: String) -> String {
    """
    SELECT v.revises, v.id FROM review v
    WHERE v.revises IS NOT NULL AND \(condition) AND NOT \(isUndone("v.id"))
    """
  }

  private static let all = "SELECT * FROM (\(undoing("1")) UNION \(replacing("1")))"
}

/// The rule of the view `counted_review`, for passes over all answers: what is undone is looked up in memory.
struct CountedReviews {
  private let undone: Set<EventID>

  init(_ db: Database) throws {
    undone = try EventID.fetchSet(db, sql: "SELECT target FROM undone")
  }

  @inline(__always)
  func contains(_ id: UInt128, _ cause: UInt128?) -> Bool {
    undone.isEmpty
      || !undone.contains(EventID(bits: id))
        && !(cause.map { undone.contains(EventID(bits: $0)) } ?? false)
  }
}

extension Transaction {
  /// Which events count.
  var undone: UndoneStore { UndoneStore(tx: self) }
}
