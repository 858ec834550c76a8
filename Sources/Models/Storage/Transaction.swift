import Foundation
import GRDB
import RabbleScheduling

/// One transaction of the study log. The stores are values over it; it gives events their identities
/// and keeps what the connection remembers in step with what is on disk.
package final class Transaction {
  let db: Database
  private let log: StudyLog
  private let changesBefore: Int
  private var hasCheckedCaches = false
  private var device: EventID?
  private var newestEvent: EventID?
  private var afterCommit: [() -> Void] = []

  init(_ db: Database, log: StudyLog) {
    self.db = db
    self.log = log
    changesBefore = db.totalChangesCount
  }

  // MARK: - Events

  /// Adds an event after all others in the log, with its check value.
  ///
  /// - Parameters:
  ///   - table: the table of its kind.
  ///   - moment: when it happened.
  ///   - columns: what its table has besides `id`, `device`, `time` and `check_value`.
  /// - Returns: its identity.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  @discardableResult
  func append(
    to table: String, at moment: Moment,
    _ columns: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) throws -> EventID {
    let id = try nextEvent(at: moment)
    var event: [(name: String, value: DatabaseValue)] = [
      ("id", id.databaseValue), ("device", try device(at: moment).databaseValue),
      ("time", moment.milliseconds.databaseValue),
    ]
    event += columns.map { ($0.key, LogBounds.cut($0.value?.databaseValue ?? .null)) }
    event.append((EventCheck.column, EventCheck.value(table: table, event).databaseValue))
    let names = event.map(\.name).joined(separator: ", ")
    let places = String(repeating: ", ?", count: event.count - 1)
    try db.cachedStatement(sql: "INSERT INTO \(table) (\(names)) VALUES (?\(places))")
      .execute(arguments: StatementArguments(event.map(\.value)))
    return id
  }

  /// This device's identity, created with the first event.
  func device(at moment: Moment) throws -> EventID {
    if let device { return device }
    let known =
      try caches(\.device) ?? EventID.fetchOne(db, sql: "SELECT id FROM device")
      ?? createDevice(at: moment)
    device = known
    return known
  }

  private func createDevice(at moment: Moment) throws -> EventID {
    let id = EventID(after: nil, milliseconds: moment.milliseconds, random: log.random())
    try db.execute(sql: "INSERT INTO device (id) VALUES (?)", arguments: [id])
    return id
  }

  /// The identity of the next event, after all that the log holds.
  func nextEvent(at moment: Moment) throws -> EventID {
    let newest = try newestEvent ?? caches(\.newestEvent) ?? EventKinds.newestEvent(db)
    let id = EventID(
      after: newest, milliseconds: moment.milliseconds, random: log.random())
    newestEvent = id
    return id
  }

  // MARK: - Caches

  /// Whether nothing was written yet: only then is what this transaction reads what is on disk, so
  /// that it may be remembered.
  var isUnchanged: Bool { db.totalChangesCount == changesBefore }

  /// What the connection remembers of the state this transaction began with.
  func caches<Value>(_ value: KeyPath<Caches, Value> & Sendable) throws -> Value
  where Value: Sendable {
    if !hasCheckedCaches {
      let version = try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
      log.caches.withLock { caches in
        if caches.version != version { caches = Caches(version: version, device: caches.device) }
      }
      hasCheckedCaches = true
    }
    return log.caches.withLock { $0[keyPath: value] }
  }

  /// Remembers what was read, if that is what is on disk.
  func remember(_ change: @escaping @Sendable (inout Caches) -> Void) {
    if isUnchanged { log.caches.withLock { change(&$0) } }
  }

  /// Changes what the connection remembers once this transaction is on disk. When it is rolled back,
  /// nothing happens.
  func afterCommit(_ change: @escaping @Sendable (inout Caches) -> Void) {
    afterCommit.append { [log] in log.caches.withLock { change(&$0) } }
  }

  /// Does something once this transaction is on disk.
  func afterCommit(perform action: @escaping () -> Void) { afterCommit.append(action) }

  func didCommit() {
    let (device, newestEvent) = (device, newestEvent)
    if device != nil || newestEvent != nil {
      log.caches.withLock { caches in
        caches.device = device ?? caches.device
        caches.newestEvent = newestEvent ?? caches.newestEvent
      }
    }
    for action in afterCommit { action() }
  }
}

/// What a connection remembers between transactions, so that it is not read again for every answer.
struct Caches: Sendable {
  /// SQLite's `data_version` when the rest was read: it changes when another connection commits.
  var version: Int64?
  /// This device's identity, once it is in the log.
  var device: EventID?
  /// The newest event in the log.
  var newestEvent: EventID?
  /// The presets, and which groups use them.
  var presets: PresetBook?
  /// The schedulers of groups, by title.
  var schedulers: [String: Scheduler] = [:]
  /// How many cards are due on each of the coming days.
  var load: DueLoadCounts?

  /// Has presets, schedulers and load read again.
  mutating func forgetSchedules() {
    presets = nil
    schedulers = [:]
    load = nil
  }
}
