import Foundation
import GRDB
import GRDBSQLite
import RabbleQuestions
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
  /// The numbers by which answers refer to devices, cards and wordings.
  let numbers: LogNumbers
  private var rows: [String: EventRows] = [:]
  private var hasNewReviews = false
  /// The answers whose facts changed.
  private var changedReviews: [Int64] = []

  /// Which way of computing is taken for how much.
  var thresholds: Thresholds { log.thresholds }

  init(_ db: Database, log: StudyLog) {
    self.db = db
    self.log = log
    numbers = LogNumbers(db)
    changesBefore = db.totalChangesCount
  }

  // MARK: - Events

  /// Adds an event after all others in the log, with its check value.
  ///
  /// - Parameters:
  ///   - kind: its kind.
  ///   - moment: when it happened.
  ///   - known: its identity where another program has made it: it belongs where its time is.
  ///   - facts: the facts of an answer, where they are known.
  ///   - fields: what events of its kind have besides `id`, `device` and `time`.
  /// - Returns: its identity.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  @discardableResult
  func append(
    to kind: String, at moment: Moment, as known: EventID? = nil,
    facts: AnswerFacts = .pending,
    _ fields: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) throws -> EventID {
    let form = EventForm.of(kind)
    var writer = try EventWriter(self, of: kind, fields.map(\.key), at: moment)
    return try writer.add(
      known, at: moment,
      fields.map { name, value in
        let type = form.place(of: name).map { form.fields[$0].type } ?? .identity
        return EventValue(value?.databaseValue ?? .null, as: type)
      }, facts: facts)
  }

  /// The table of a kind of events, to add to it.
  func rows(of form: EventForm) throws -> EventRows {
    if let known = rows[form.kind] { return known }
    let made = try EventRows(db, form, numbers) { [unowned self] in noteNewReviews() }
    rows[form.kind] = made
    return made
  }

  /// This device's identity, created with the first event.
  func device(at moment: Moment) throws -> EventID {
    if let device { return device }
    let known =
      try caches(\.device) ?? EventID.fetchOne(db, sql: DeviceStore.own)
      ?? createDevice(at: moment)
    device = known
    return known
  }

  /// Gives this device another identity; its events keep the one they have.
  func renewDevice(at moment: Moment) throws -> EventID {
    try db.execute(sql: "UPDATE device SET is_own = 0")
    let id = try createDevice(at: moment)
    device = id
    return id
  }

  private func createDevice(at moment: Moment) throws -> EventID {
    let id = EventID(after: nil, milliseconds: moment.milliseconds, random: log.random())
    try db.execute(sql: "INSERT INTO device (id, is_own) VALUES (?, 1)", arguments: [id])
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

  /// Has the next event follow those that were not appended, but came from another log.
  func findNewestEvent() throws { newestEvent = try EventKinds.newestEvent(db) }

  // MARK: - Caches

  /// Whether nothing was written yet: only then is what this transaction reads what is on disk, so
  /// that it may be remembered.
  var isUnchanged: Bool { db.totalChangesCount == changesBefore }

  /// What the connection remembers of the state this transaction began with.
  func caches<Value>(_ value: (Caches) -> Value) throws -> Value where Value: Sendable {
    if !hasCheckedCaches {
      let version = try dataVersion()
      log.caches.withLock { caches in
        if caches.version != version { caches = Caches(version: version) }
      }
      hasCheckedCaches = true
    }
    return log.caches.withLock { value($0) }
  }

  /// SQLite's `data_version`, which changes when another connection commits. Every transaction asks for
  /// it, and of one number the way through GRDB takes longer than SQLite.
  private func dataVersion() throws -> Int64 {
    let statement = try db.cachedStatement(sql: "PRAGMA data_version").sqliteStatement
    defer { sqlite3_reset(statement) }
    let code = sqlite3_step(statement)
    guard code == SQLITE_ROW else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    return sqlite3_column_int64(statement, 0)
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

  /// Notes that answers were added.
  func noteNewReviews() { hasNewReviews = true }

  /// Notes that the facts of an answer have changed.
  func noteChange(ofReview seq: Int64) { changedReviews.append(seq) }

  /// Brings up to date what follows from all that was written.
  func willCommit() throws {
    let blocks = ReviewBlocks(self)
    if !changedReviews.isEmpty { try blocks.remake(changedReviews) }
    if hasNewReviews { try blocks.extend() }
  }

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

/// What an answer to a card of a group needs of its preset.
struct GroupRules: Sendable {
  let scheduler: Scheduler
  let leech: LeechRule
  /// The change of presets that it follows from; `nil` for the first.
  let since: EventID?

  init(_ preset: Preset, since: EventID?) {
    self.since = since
    scheduler = Scheduler(preset)
    leech = preset.leech
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
  /// All changes of presets that were not undone.
  var history: PresetHistory?
  /// What answers to cards of groups need of their presets, by title.
  var rules: [GroupName: GroupRules] = [:]
  /// How many cards are due on each of the coming days.
  var load: DueLoadCounts?

  /// Forgets presets, schedulers and load, so that they are read again.
  mutating func forgetSchedules() {
    history = nil
    rules = [:]
    load = nil
  }
}
