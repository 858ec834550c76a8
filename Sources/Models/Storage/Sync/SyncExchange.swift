import Foundation
import GRDB
import RabbleQuestions
import RabbleScheduling

/// One exchange of events with a folder, in one transaction: lines of files are taken in, then what the
/// folder does not have is handed out, then how far both went is kept.
///
/// It begins with what is remembered of the folder. Where that can't be trusted (there is nothing, a file
/// has gone or is shorter, or another log writes under this device's identity) the exchange is *whole*:
/// every file is read from its beginning, and every event is written that none of them has, whoever made it.
final class SyncExchange {
  /// How far ahead of this device's clock that of another may be, in milliseconds: a day. An event from
  /// further ahead waits.
  private static let tolerance: Int64 = 86_400_000
  /// The bytes of most lines.
  private static let usualLength: Int64 = 400
  /// The most bytes of a line that the log keeps until it can be taken in.
  private static let longestWaiting = LogBounds.text

  /// What is remembered of the folder; `nil` in a whole exchange.
  private(set) var record: SyncStore.Folder?
  /// The identity under which this device writes.
  private(set) var device: EventID
  /// Whether an event came that this device made and that its log did not have: another log writes under
  /// its identity, or this one was put back to an earlier state.
  private(set) var hasTwin = false
  /// How many lines of the file that is being read were no sound events.
  var faults = 0

  private let tx: Transaction
  private let path: String
  private let now: Moment
  private let join: EventJoin
  /// The events of the folder that were read, where the log had any.
  private var met: Set<UInt128> = []
  /// Whether the log had no events: all that are then in it came from the folder, or were made since.
  private let isFresh: Bool
  private var added: [EventID: [String: Int]] = [:]
  private var last = (device: EventID(bits: 0), kind: "", count: 0)
  private var presets: Set<String> = []
  /// How far the log went before anything was taken in.
  private let start: LogPosition
  /// The indexes that are made at the end.
  private var paused: PausedIndexes?
  /// Lines whose references have not come yet.
  private var dangling: [[UInt8]] = []
  private var waiting: [[UInt8]: SyncWait] = [:]
  /// Lines of files that have not been looked at yet.
  private var batch = LineBatch()

  /// Begins an exchange.
  ///
  /// - Parameters:
  ///   - tx: a transaction that changes the log.
  ///   - path: the folder's path, as ``SyncStore/Folder`` keeps it.
  ///   - record: what is remembered of it; `nil` for a whole exchange.
  ///   - name: what other devices call this one; `nil` leaves it as it is.
  ///   - now: the present.
  /// - Throws: ``StorageError``.
  init(
    _ tx: Transaction, _ path: String, record: SyncStore.Folder?, name: String?, at now: Moment
  ) throws {
    self.tx = tx
    self.path = path
    self.record = record
    self.now = now
    device = try tx.devices.own(at: now)
    join = try EventJoin(tx, at: now, tolerance: Self.tolerance)
    isFresh =
      try record == nil && EventKinds.newestEvent(tx.db) == nil && tx.syncs.waiting().isEmpty
    if let name { try tx.devices.name(name, at: now) }
    start = try LogPosition(tx.db)
    try takeWaiting()
  }

  /// Makes the exchange a whole one: all files are read again from their beginnings.
  func beginAnew() {
    record = nil
    met = []
  }

  /// Forgets the lines that wait for a version that knows them; those that are still in the folder come
  /// again when all files are read.
  ///
  /// - Returns: whether there were any.
  func forgetUnknown() -> Bool {
    let before = waiting.count
    waiting = waiting.filter { $0.value != .unknown }
    return waiting.count < before
  }

  // MARK: - Taking in

  /// Takes in the event of a line of a file; not before ``finishFile()``, or when there are enough lines.
  ///
  /// - Parameter line: a line without its end.
  /// - Throws: ``StorageError``. A line that is no event is counted in ``faults``, or waits.
  func take(_ line: UnsafeRawBufferPointer) throws {
    if line.isEmpty {
      faults += 1
    } else {
      batch.add(line)
      if batch.isFull { try finishFile() }
    }
  }

  /// Takes in all lines of a file that were handed over.
  ///
  /// - Throws: ``StorageError``.
  func finishFile() throws {
    if batch.isEmpty { return }
    try take(batch, areThere: true)
    batch.removeAll()
  }

  /// Takes in the events of lines, which are in a file of the folder, or have waited for others.
  private func take(_ batch: LineBatch, areThere: Bool) throws {
    try join.add(batch) { _, line, usual in
      guard let usual else { return try take(line, isThere: areThere) }
      if areThere { meet(usual.id) }
      if usual.isNew { count(usual.kind, by: usual.device) }
    }
  }

  /// Takes in the event of a line of any form.
  private func take(_ line: UnsafeRawBufferPointer, isThere: Bool) throws {
    let event: EventLine
    do throws(EventLineFault) {
      event = try join.event(line)
    } catch {
      switch error {
      case .unknownKind(let kind) where !kind.isEmpty: wait(line, .unknown)
      case .unknownKey, .value: wait(line, .unknown)
      case .ahead:
        guard let known = try join.knownAhead(line) else { return wait(line, .time) }
        if isThere { meet(known) }
      default: faults += 1
      }
      return
    }
    // Whoever writes events here writes their check values, too.
    guard event.isChecked else {
      faults += 1
      return
    }
    if isThere { meet(event.id) }
    switch try join.add(event) {
    case .known: break
    case .refused(.dangling): dangling.append(Array(line))
    case .refused(.conflict): faults += 1
    case .refused: wait(line, .unknown)
    case .added:
      try join.note(event)
      // What this device set itself comes back to it after an earlier state was restored.
      if event.form.kind == PresetEvent.table, event.device != device {
        presets.insert(try preset(event.id))
      }
      count(event.form.kind, by: event.device)
    }
  }

  /// Notes that the folder has an event.
  private func meet(_ id: EventID) {
    if !isFresh { met.insert(id.bits) }
  }

  private func count(_ kind: String, by maker: EventID) {
    if last.device != maker || last.kind != kind {
      addUp()
      last = (maker, kind, 0)
    }
    last.count += 1
    if maker == device { hasTwin = true }
  }

  /// Adds the last run of events of one device and kind to their number.
  private func addUp() {
    guard last.count > 0 else { return }
    added[last.device, default: [:]][last.kind, default: 0] += last.count
    last.count = 0
  }

  /// Prepares for so many bytes of lines. Where they are many times what the log has, its indexes of
  /// answers are made once at the end, which is several times as fast as to add to them.
  ///
  /// - Throws: ``StorageError``.
  func expect(bytes: Int64) throws {
    if paused == nil {
      let count = Int(bytes / Self.usualLength)
      paused = try PausedIndexes(tx, of: [ReviewEvent.table, WordingEvent.table], adding: count)
      if paused != nil { try join.deferReviews(expecting: count) }
    }
  }

  private func wait(_ line: UnsafeRawBufferPointer, _ reason: SyncWait) {
    if line.count > Self.longestWaiting { faults += 1 } else { waiting[Array(line)] = reason }
  }

  /// Tries again the lines that waited.
  private func takeWaiting() throws {
    let rows = try Row.fetchAll(tx.db, sql: "SELECT line, reason, version FROM sync_waiting")
    for row in rows {
      let line: [UInt8] = Array(try row.decode(Data.self, forColumn: "line"))
      let name: String = try row.decode(forColumn: "reason")
      let reason = SyncWait(rawValue: name) ?? .unknown
      // What this version does not know it knew no better before.
      if reason == .unknown,
        try row.decode(Int.self, forColumn: "version") == Schema.current.number
      {
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
  func finishTaking() throws -> SyncNews {
    try finishFile()
    try join.writeDeferred()
    // In rounds, until nothing more fits: an event may refer to one that waits.
    var before = Int.max
    while dangling.count < before {
      before = dangling.count
      var again = LineBatch()
      for line in dangling { line.withUnsafeBytes { again.add($0) } }
      dangling = []
      try take(again, areThere: false)
    }
    for line in dangling { waiting[line] = .reference }
    addUp()
    try keepWaiting()
    try paused?.make()
    paused = nil
    let moved = added.isEmpty ? 0 : try join.effects.apply(tx)
    if !added.isEmpty { try tx.decks.findDecks(at: now) }
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
    // A damaged line, whose event came otherwise.
    waiting = try waiting.filter { line, reason in
      guard reason == .unknown, let id = EventLine.identity(in: line) else { return true }
      return try !tx.events.has(id)
    }
    let known = try Set(
      Data.fetchAll(tx.db, sql: "SELECT line FROM sync_waiting").map { Array($0) })
    for line in known where waiting[line] == nil {
      try tx.db.execute(sql: "DELETE FROM sync_waiting WHERE line = ?", arguments: [Data(line)])
    }
    for (line, reason) in waiting {
      try tx.db.execute(
        sql: "INSERT OR REPLACE INTO sync_waiting (line, reason, version) VALUES (?, ?, ?)",
        arguments: [Data(line), reason.rawValue, Schema.current.number])
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
  func handOut(_ write: ([UInt8]) throws -> Void) throws -> Int {
    // Only what was made in this transaction, before anything came.
    if isFresh, !hasTwin { return try tx.events.export(after: .start, through: start, write) }
    guard let record, !hasTwin else { return try tx.events.export(besides: met, write) }
    // A line that waited may have come by another folder, or from a file that is gone since.
    return try tx.events.export(
      after: record.position, through: LogPosition(tx.db), besides: met, write)
  }

  /// Keeps how far the exchange went.
  ///
  /// - Parameter files: how far each file of the folder was read, and how long this device's are.
  /// - Throws: ``StorageError``.
  func keep(_ files: [SyncStore.FileKey: SyncStore.File]) throws {
    let end = try LogPosition(tx.db)
    try tx.syncs.keep(path, device: device, position: end, files: files, at: now)
  }

  /// Keeps how far the files of the others were read where nothing could be handed out, which stays owed.
  ///
  /// - Parameter files: how far each file of the folder was read.
  /// - Throws: ``StorageError``.
  func keepTaken(_ files: [SyncStore.FileKey: SyncStore.File]) throws {
    guard let record, !hasTwin else { return }
    let own = try tx.syncs.files(of: record.number).filter { $0.key.device == device }
    try tx.syncs.keep(
      files.filter { $0.key.device != device }.merging(own) { $1 }, of: record.number)
  }
}

// MARK: - News

extension SyncNews {
  /// Sums up what was added.
  fileprivate init(
    added: [EventID: [String: Int]], cards: Set<CardID>, moved: Int, presets: Set<String>,
    former: EventID?, own: EventID, _ tx: Transaction
  ) throws {
    let names = try tx.devices.names()
    let shares = added.map { device, tables in
      Share(
        device: device, name: names[device], reviews: tables[ReviewEvent.table] ?? 0,
        events: tables.values.reduce(0, +))
    }.sorted { ($1.reviews, $1.events, $0.device) < ($0.reviews, $0.events, $1.device) }
    let changes = try presets.sorted().map { name in
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
    self.init(
      shares: shares, moved: moved, questions: Set(cards.map(\.question)), presets: changes,
      former: former)
  }
}

extension SyncStore {
  /// The questions with a history: whether no deck has it, and whether another device than `?1` showed it
  /// last with other texts than any deck has here.
  private static func comparing(where condition: String = "1") -> String {
    """
    SELECT s.question, max(q.id IS NULL) AS missing,
      coalesce(max(w.device <> ?1 AND (q.prompt, q.answer) <> (w.prompt, w.answer)
        AND NOT EXISTS (SELECT 1 FROM question o
          WHERE o.id = q.id AND o.prompt = w.prompt AND o.answer = w.answer)), 0) AS differing
    FROM schedule s JOIN wording w ON w.id = s.wording LEFT JOIN question q ON q.id = s.question
    WHERE \(condition) GROUP BY s.question
    """
  }

  /// Compares questions that events came for with the decks.
  ///
  /// - Parameter questions: as in ``SyncNews/questions``.
  /// - Returns: how many of them no deck here has, so that their history waits for it, and how many were
  ///   asked elsewhere with another text than the decks have here.
  /// - Throws: ``StorageError``.
  package func apart(_ questions: Set<QuestionID>) throws -> (missing: Int, differing: Int) {
    var apart = (missing: 0, differing: 0)
    guard !questions.isEmpty else { return apart }
    let own = try tx.devices.own()
    func add(_ row: Row) throws {
      apart.missing += try row.decode(Int.self, forColumn: "missing")
      apart.differing += try row.decode(Int.self, forColumn: "differing")
    }
    if questions.count > tx.thresholds.comparedQuestions {
      let rows = try Row.fetchCursor(db, sql: Self.comparing(), arguments: [own])
      while let row = try rows.next() {
        if questions.contains(try row.decode(forColumn: "question")) { try add(row) }
      }
    } else {
      let statement = try db.cachedStatement(sql: Self.comparing(where: "s.question = ?2"))
      for question in questions {
        if let row = try Row.fetchOne(statement, arguments: [own, question]) { try add(row) }
      }
    }
    return apart
  }
}
