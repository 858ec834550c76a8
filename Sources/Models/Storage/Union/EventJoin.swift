import GRDB
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
  private(set) var effects = EventEffects()

  private let tx: Transaction
  private let now: Moment
  private let tolerance: Int64
  /// The kinds of which an event is read back before it is kept. Of reviews and wordings every value was
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
    scans = [ReviewEvent.table, WordingEvent.table].map {
      EventScan(.of($0), directions: tx.thresholds.scannedDirections)
    }
  }

  // MARK: - Most lines

  /// An event that was added from a line in its usual form.
  struct Usual {
    let kind: String
    let id: EventID
    let device: EventID
    let isNew: Bool
  }

  /// The readers of the kinds of nearly all events.
  private var scans: [EventScan]

  /// Adds the event of a line, if it is a review or wording in its usual form to which nothing is wrong,
  /// and notes what follows from it; `nil` for any other line.
  ///
  /// - Throws: ``StorageError``.
  func addUsual(_ line: UnsafeRawBufferPointer) throws -> Usual? {
    for index in scans.indices {
      guard scans[index].read(line, until: now.milliseconds + tolerance) else { continue }
      let scan = scans[index]
      let isNew: Bool
      switch try tx.rows(of: scan.form).add(scan.values, check: scan.check) {
      case .added:
        isNew = true
        if scan.form.kind == ReviewEvent.table, let card = scan.card {
          effects.note(card)
        }
      case .known where try isKnown(scan.event, scan.check, in: scan.form): isNew = false
      case .known, .refused: return nil
      }
      if index > 0 { scans.swapAt(0, index) }
      return Usual(kind: scan.form.kind, id: scan.event, device: scan.maker, isNew: isNew)
    }
    return nil
  }

  /// Whether the log has an event with this check value.
  private func isKnown(_ id: EventID, _ check: Int64, in form: EventForm) throws -> Bool {
    try Int64.fetchOne(
      tx.db.cachedStatement(sql: "SELECT check_value FROM \(form.table) WHERE id = ?"),
      arguments: [id]) == check
  }

  // MARK: - Any line

  /// Reads the event of a line.
  ///
  /// - Throws: ``EventLineFault``.
  func event(_ line: UnsafeRawBufferPointer) throws(EventLineFault) -> EventLine {
    try EventLine(line, at: now, tolerance: tolerance)
  }

  /// Whether the log has the event of a line that is dated too far ahead: made here, when the clock was.
  ///
  /// - Returns: its identity; `nil` where the log does not have it.
  /// - Throws: ``StorageError``.
  func knownAhead(_ line: UnsafeRawBufferPointer) throws -> EventID? {
    let longest = LogBounds.time.upperBound / 2
    // A line that is no event of the log, whatever its time, is not known.
    guard let event = try? EventLine(line, at: now, tolerance: longest) else {
      return nil
    }
    return try compare(event) == .known ? event.id : nil
  }

  /// Adds an event, unless the log has it.
  ///
  /// - Throws: GRDB's `DatabaseError`, which ``StudyLog`` turns into a ``StorageError``.
  func add(_ event: EventLine) throws -> Outcome {
    guard let reader = Self.readers[event.form.kind] else { return try insert(event) }
    var outcome = Outcome.known
    try tx.db.inSavepoint {
      outcome = try insert(event)
      guard outcome == .added, try !reader.canRead(event.id, tx) else { return .commit }
      outcome = .refused(.value(event.form.kind))
      return .rollback
    }
    return outcome
  }

  /// Notes what follows from an event that was added.
  func note(_ event: EventLine) throws { try effects.note(event, tx) }

  private func insert(_ event: EventLine) throws -> Outcome {
    if let missing = try missingReference(of: event) {
      return .refused(.dangling(field: missing))
    }
    switch try tx.rows(of: event.form).add(event.values, check: event.check) {
    case .added:
      try noteWhatCounts(event)
      return .added
    case .known: return try compare(event)
    case .refused: return .refused(.value(event.form.kind))
    }
  }

  /// Finds out which events count now that this one is in the log.
  private func noteWhatCounts(_ event: EventLine) throws {
    func identity(_ name: String) -> EventID? { event.value(name)?.eventID }
    switch event.form.kind {
    case UndoEvent.table: try identity("target").map(tx.undone.refresh)
    case RedoEvent.table: try identity("target").map(tx.undone.note(redoOf:))
    case ReviewEvent.table: try identity("revises").map(tx.undone.refresh)
    default: break
    }
  }

  /// Whether the log's own event with the same identity is the same.
  private func compare(_ event: EventLine) throws -> Outcome {
    try tx.events.check(of: event) == event.check ? .known : .refused(.conflict(event.id))
  }

  /// The field by which an event refers to one that the log does not have.
  private func missingReference(of event: EventLine) throws -> String? {
    for (field, value) in zip(event.form.fields, event.values) {
      guard let kind = field.reference, let id = value.eventID else { continue }
      let statement = try tx.db.cachedStatement(
        sql: "SELECT 1 FROM \(EventForm.of(kind).table) WHERE id = ?")
      if try Int.fetchOne(statement, arguments: [id]) == nil { return field.name }
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
