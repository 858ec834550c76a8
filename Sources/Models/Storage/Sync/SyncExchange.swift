import Foundation
import GRDB
import RabbleQuestions
import RabbleScheduling

/// One exchange of events with a folder, in one transaction: lines of files are taken in, then what the
/// folder does not have is handed out, then how far both went is kept.
///
/// It begins with what is remembered of the folder. Where that can't be trusted (there is nothing, a file
/// of this device has gone or is shorter, or another log writes under its identity) the exchange is
/// *whole*: every file is read from its beginning, and every event is written that none of them has.
package final class SyncExchange {
  /// How far ahead of this device's clock that of another may be, in milliseconds: a day. An event from
  /// further ahead waits.
  private static let tolerance: Int64 = 86_400_000

  /// What is remembered of the folder; `nil` in a whole exchange.
  package private(set) var record: SyncStore.Folder?
  /// The identity under which this device writes.
  package private(set) var device: EventID
  /// Whether an event came that this device made and that its log did not have: another log writes under
  /// its identity, or this one was put back to an earlier state.
  package private(set) var hasTwin = false
  /// How many lines of the file that is being read were no sound events.
  package var faults = 0

  private let tx: Transaction
  private let path: String
  private let now: Moment
  private let join: EventJoin
  /// The events of the folder, in a whole exchange.
  private var met: Set<UInt128> = []
  private var added: [EventID: [String: Int]] = [:]
  private var last = (device: EventID(bits: 0), table: "", count: 0)
  private var presets: Set<String> = []
  /// Whether other folders get what this one brings.
  private let owes: Bool
  /// The indexes that are made at the end.
  private var dropped: [String] = []
  /// Lines whose references have not come yet.
  private var dangling: [[UInt8]] = []
  private var waiting: [[UInt8]: SyncWait] = [:]

  /// Begins an exchange.
  ///
  /// - Parameters:
  ///   - tx: a transaction that changes the log.
  ///   - path: the folder's path, as ``SyncStore/Folder`` keeps it.
  ///   - record: what is remembered of it; `nil` for a whole exchange.
  ///   - name: what other devices call this one; `nil` leaves it as it is.
  ///   - now: the present.
  /// - Throws: ``StorageError``.
  package init(
    _ tx: Transaction, _ path: String, record: SyncStore.Folder?, name: String?, at now: Moment
  ) throws {
    self.tx = tx
    self.path = path
    self.record = record
    self.now = now
    device = try tx.devices.own(at: now)
    owes = try tx.syncs.folders().contains { $0.path != path }
    join = try EventJoin(tx, at: now, tolerance: Self.tolerance)
    if let name { try tx.devices.name(name, at: now) }
    try takeWaiting()
  }

  /// Makes the exchange a whole one: all files are read again from their beginnings.
  package func beginAnew() {
    record = nil
    met = []
  }

  // MARK: - Taking in

  /// Takes in the event of a line.
  ///
  /// - Parameter line: a line without its end.
  /// - Throws: ``StorageError``. A line that is no event is counted in ``faults``, or waits.
  package func take(_ line: UnsafeRawBufferPointer) throws { try take(line, isThere: true) }

  /// Takes in the event of a line, which is in a file of the folder, or waits since an earlier exchange.
  private func take(_ line: UnsafeRawBufferPointer, isThere: Bool) throws {
    if let usual = try join.addUsual(line) {
      if record == nil, isThere { met.insert(usual.id.bits) }
      if usual.isNew { try count(usual.id, of: usual.table, by: usual.device) }
      return
    }
    let event: EventLine
    do throws(EventLineFault) {
      event = try join.event(line)
    } catch {
      switch error {
      case .unknownKind(let kind) where !kind.isEmpty: wait(line, .unknown)
      case .unknownKey, .value: wait(line, .unknown)
      case .ahead:
        guard let known = try join.knownAhead(line) else { return wait(line, .time) }
        if record == nil, isThere { met.insert(known.bits) }
      default: faults += 1
      }
      return
    }
    if record == nil, isThere { met.insert(event.id.bits) }
    switch try join.add(event) {
    case .known: break
    case .refused(.dangling): dangling.append(Array(line))
    case .refused(.conflict): faults += 1
    case .refused: wait(line, .unknown)
    case .added:
      try join.note(event)
      if event.table == PresetEvent.table { presets.insert(try preset(event.id)) }
      try count(event.id, of: event.table, by: event.device)
    }
  }

  private func count(_ id: EventID, of table: String, by maker: EventID) throws {
    if last.device != maker || last.table != table {
      addUp()
      last = (maker, table, 0)
    }
    last.count += 1
    if maker == device { hasTwin = true }
    if owes { try tx.syncs.owe(id, of: table, besides: record?.number) }
  }

  /// Adds the last run of events of one device and table to their number.
  private func addUp() {
    guard last.count > 0 else { return }
    added[last.device, default: [:]][last.table, default: 0] += last.count
    last.count = 0
  }

  /// Prepares for so many bytes of lines. Where they are many times what the log has, its indexes of
  /// answers are made once at the end, which is several times as fast as to add to them.
  ///
  /// - Throws: ``StorageError``.
  package func expect(bytes: Int64) throws {
    guard dropped.isEmpty, bytes > 4 << 20 else { return }
    let few = try Int.fetchOne(
      tx.db, sql: "SELECT count(*) FROM (SELECT 1 FROM review LIMIT 10000)")
    guard few ?? 0 < 10_000 else { return }
    let rows = try Row.fetchAll(
      tx.db,
      sql: """
        SELECT name, sql FROM sqlite_schema
        WHERE type = 'index' AND tbl_name IN ('review', 'wording') AND sql IS NOT NULL
        """)
    for row in rows {
      let name: String = try row.decode(atIndex: 0)
      dropped.append(try row.decode(atIndex: 1))
      try tx.db.execute(sql: "DROP INDEX \(name)")
    }
    // In kibibytes: what a sorter keeps in memory, too.
    try tx.db.execute(sql: "PRAGMA cache_size = -48000")
  }

  private func makeIndexes() throws {
    guard !dropped.isEmpty else { return }
    for sql in dropped { try tx.db.execute(sql: sql) }
    dropped = []
    try tx.db.execute(sql: "PRAGMA cache_size = -8000")
  }

  private func wait(_ line: UnsafeRawBufferPointer, _ reason: SyncWait) {
    waiting[Array(line)] = reason
  }

  /// Tries again the lines that waited.
  private func takeWaiting() throws {
    let rows = try Row.fetchAll(tx.db, sql: "SELECT line, reason, version FROM sync_waiting")
    for row in rows {
      let line: [UInt8] = Array(try row.decode(Data.self, atIndex: 0))
      let name: String = try row.decode(atIndex: 1)
      let reason = SyncWait(rawValue: name) ?? .unknown
      // What this version does not know it knew no better before.
      if reason == .unknown, try row.decode(Int.self, atIndex: 2) == StudyLog.version {
        waiting[line] = reason
      } else {
        try line.withUnsafeBytes { try take($0, isThere: false) }
      }
    }
    faults = 0
  }

  /// Ends the taking in, and brings up to date what follows from the new events. Where the log has a
  /// twin, this device has another identity from now on.
  ///
  /// - Returns: what is new.
  /// - Throws: ``StorageError``.
  package func finishTaking() throws -> SyncNews {
    // In rounds, until nothing more fits: an event may refer to one that waits.
    var before = Int.max
    while dangling.count < before {
      before = dangling.count
      let again = dangling
      dangling = []
      for line in again { try line.withUnsafeBytes { try take($0, isThere: false) } }
    }
    for line in dangling { waiting[line] = .reference }
    addUp()
    try keepWaiting()
    try makeIndexes()
    let moved = added.isEmpty ? 0 : try join.effects.apply(tx)
    let former = device
    if hasTwin {
      device = try tx.devices.renew(at: now)
      if let name = try tx.devices.names()[former] { try tx.devices.name(name, at: now) }
    }
    return try SyncNews(
      added: added, cards: join.effects.cards, moved: moved, presets: presets,
      former: hasTwin ? former : nil, own: device, tx)
  }

  private func keepWaiting() throws {
    let known = try Set(
      Data.fetchAll(tx.db, sql: "SELECT line FROM sync_waiting").map { Array($0) })
    for line in known where waiting[line] == nil {
      try tx.db.execute(sql: "DELETE FROM sync_waiting WHERE line = ?", arguments: [Data(line)])
    }
    for (line, reason) in waiting {
      try tx.db.execute(
        sql: "INSERT OR REPLACE INTO sync_waiting (line, reason, version) VALUES (?, ?, ?)",
        arguments: [Data(line), reason.rawValue, StudyLog.version])
    }
  }

  private func preset(_ id: EventID) throws -> String {
    try String.fetchOne(tx.db, sql: "SELECT name FROM preset WHERE id = ?", arguments: [id]) ?? ""
  }

  // MARK: - Handing out

  /// Hands out the events that the folder does not have, as lines, the oldest first.
  ///
  /// - Parameter write: is handed whole lines, many at once.
  /// - Returns: how many there were.
  /// - Throws: ``StorageError``, or what `write` throws.
  package func handOut(_ write: ([UInt8]) throws -> Void) throws -> Int {
    guard let record, !hasTwin else { return try tx.events.export(besides: met, write) }
    return try tx.events.export(
      of: device, after: record.newest, andOwedTo: record.number, write)
  }

  /// Keeps how far the exchange went.
  ///
  /// - Parameter files: how far each file of the folder was read, and how long this device's are.
  /// - Throws: ``StorageError``.
  package func keep(_ files: [SyncStore.FileKey: SyncStore.File]) throws {
    let newest = try EventKinds.newestEvent(tx.db) ?? EventID(bits: 0)
    try tx.syncs.keep(path, device: device, newest: newest, files: files, at: now)
  }
}

/// What an exchange brought.
package struct SyncNews: Hashable, Sendable {
  /// What came from one device.
  package struct Share: Hashable, Sendable {
    /// The device.
    package let device: EventID
    /// What it is called; `nil` where that is not known.
    package let name: String?
    /// How many answers came.
    package let reviews: Int
    /// How many events came in all.
    package let events: Int
  }

  /// A preset that was changed on another device.
  package struct PresetChange: Hashable, Sendable {
    /// The preset.
    package let name: String
    /// The device whose change holds, because it is the latest; `nil` where none counts any more.
    package let device: EventID?
    /// What that device is called.
    package let deviceName: String?
    /// Whether that is this device.
    package let isOwn: Bool
  }

  /// What came from each device, the most first.
  package let shares: [Share]
  /// How many cards have another due date than before.
  package let moved: Int
  /// Of the cards that events came for, how many questions no deck here has; they wait for their decks.
  package let missing: Int
  /// How many questions were asked elsewhere with another text than the decks have here.
  package let differing: Int
  /// The presets that were changed elsewhere.
  package let presets: [PresetChange]
  /// The identity that this device had before, where it has a new one because two used it.
  package let former: EventID?

  /// Nothing.
  package static let none = SyncNews()

  private init() {
    (shares, presets) = ([], [])
    (moved, missing, differing, former) = (0, 0, 0, nil)
  }

  /// Whether nothing came.
  package var isEmpty: Bool { shares.isEmpty && former == nil }

  /// Beyond this many questions all are looked at.
  private static let many = 2000

  /// How many questions with a history no deck has, and how many were shown last by another device than
  /// `?1` with other texts than any deck has here.
  private static let counting = """
    SELECT count(DISTINCT s.question) FILTER (
        WHERE NOT EXISTS (SELECT 1 FROM question q WHERE q.id = s.question)),
      count(DISTINCT s.question) FILTER (
        WHERE w.device <> ?1 AND EXISTS (SELECT 1 FROM question q WHERE q.id = s.question)
          AND NOT EXISTS (SELECT 1 FROM question q
            WHERE q.id = s.question AND q.prompt = w.prompt AND q.answer = w.answer))
    FROM schedule s JOIN wording w ON w.id = s.wording
    """

  fileprivate init(
    added: [EventID: [String: Int]], cards: Set<CardID>, moved: Int, presets: Set<String>,
    former: EventID?, own: EventID, _ tx: Transaction
  ) throws {
    let names = try tx.devices.names()
    shares = added.map { device, tables in
      Share(
        device: device, name: names[device], reviews: tables[ReviewEvent.table] ?? 0,
        events: tables.values.reduce(0, +))
    }.sorted { ($1.reviews, $1.events, $0.device) < ($0.reviews, $0.events, $1.device) }
    self.moved = moved
    self.former = former
    self.presets = try presets.sorted().map { name in
      let device = try EventID.fetchOne(
        tx.db,
        sql: """
          SELECT e.device FROM preset e WHERE e.name = ? AND \(PresetEvent.counts("e"))
          ORDER BY e.id DESC LIMIT 1
          """, arguments: [name])
      return PresetChange(
        name: name, device: device, deviceName: device.flatMap { names[$0] },
        isOwn: device == own || device == former)
    }
    let questions = Set(cards.map(\.question))
    var (missing, differing) = (0, 0)
    if questions.count > Self.many {
      // One reading of all schedules; those that nothing came for count as before.
      let row = try Row.fetchOne(tx.db, sql: Self.counting, arguments: [own])
      (missing, differing) =
        try row.map { (try $0.decode(atIndex: 0), try $0.decode(atIndex: 1)) } ?? (0, 0)
    } else {
      let statement = try tx.db.cachedStatement(sql: Self.counting + " WHERE s.question = ?2")
      for question in questions {
        guard let row = try Row.fetchOne(statement, arguments: [own, question]) else { continue }
        missing += try row.decode(Int.self, atIndex: 0)
        differing += try row.decode(Int.self, atIndex: 1)
      }
    }
    self.missing = missing
    self.differing = differing
  }
}
