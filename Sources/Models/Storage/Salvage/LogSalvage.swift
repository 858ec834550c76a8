import Foundation
import GRDB
import RabbleQuestions
import RabbleScheduling

/// What came of reading a damaged log into a new one.
package struct SalvageReport: Hashable, Sendable {
  /// How many events the new log has.
  package let events: Int
  /// The events that are known to be gone, by kind.
  package let lost: [LostEvents]
  /// Whether more may be gone than ``lost`` tells: nothing that names them could be read.
  package let mayHaveLostMore: Bool
  /// How many answers show another wording of their question, because theirs is gone.
  package let rewordedAnswers: Int
  /// What came of ``RecoveryTool``.
  package let recovery: Recovery
  /// The backup that had events which the log did not tell any more.
  package let backup: Backup?

  package enum Recovery: Hashable, Sendable {
    /// The log could be read without it.
    case notNeeded
    /// There is no such program.
    case missing
    /// It failed; the reason is a clause.
    case failed(reason: String)
    case done
  }

  package struct Backup: Hashable, Sendable {
    package let path: String
    /// How many events it had.
    package let events: Int
  }
}

/// Reads every event that can be read of a damaged log into a new one, and computes there what follows
/// from them. The damaged log is copied and never written.
///
/// Each way of reading gives what the ones before it don't: SQL by ranges of keys (``KeyRangeRows``), the recovery of
/// the `sqlite3` program (``RecoveredRows``), the bytes of pages (``PageRows``), the newest backup. An event counts
/// where its check value proves it.
package enum LogSalvage {
  /// Reads the log at `source` into a new one at `target`.
  ///
  /// - Parameters:
  ///   - source: the damaged log, with its write-ahead log if it has one.
  ///   - target: where the new log will be; nothing may be there.
  ///   - tool: the program that recovers databases; `nil` where there is none.
  ///   - backups: the backups of the log, the newest first.
  ///   - random: a source of 128 random bits, for the identities of events.
  /// - Returns: what came of it.
  /// - Throws: ``StorageError``; then there is nothing at `target`.
  package static func run(
    from source: String, to target: String, with tool: RecoveryTool? = nil,
    backups: [String] = [], random: @escaping @Sendable () -> UInt128
  ) throws(StorageError) -> SalvageReport {
    let folder = "\(target).\(String(UInt64(truncatingIfNeeded: random()), radix: 16))"
    try LogFiles.expectNoFolder(at: source)
    guard access(target, F_OK) != 0 else {
      throw .notSalvaged(path: target, reason: "there is a file already")
    }
    guard mkdir(folder, 0o700) == 0 else {
      throw .notSalvaged(path: target, reason: String(cString: strerror(errno)))
    }
    // What stays behind is a copy beside the new log; neither log depends on it.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do {
      let copy = folder + "/damaged.sqlite"
      // The write-ahead log first: what another program moves from it meanwhile is in both.
      for suffix in ["-wal", ""] where access(source + suffix, F_OK) == 0 {
        try LogFiles.copyFile(source + suffix, to: copy + suffix, folder)
      }
      let log = try StudyLog(path: folder + "/new.sqlite", random: random)
      let damaged = DamagedLog(
        path: source, copy: copy, folder: folder, tool: tool, backups: backups)
      let report = try log.fill(from: damaged)
      try log.close()
      guard FileMove.toNew(log.path, target) else {
        throw StorageError.cannotOpen(path: target, reason: String(cString: strerror(errno)))
      }
      return report
    } catch {
      throw StorageError(error, path: target)
    }
  }
}

extension LogSalvage {
  /// The events of a damaged log that can't be read where it is.
  ///
  /// - Parameters:
  ///   - db: the log.
  ///   - path: its file.
  /// - Returns: what is gone, by kind.
  /// - Throws: ``StorageError`` when the file can't be read.
  static func lostEvents(of db: Database, at path: String) throws -> [LostEvents] {
    let tables = try TableLayout.all(db)
    let bytes = (LogFiles.length(of: path) ?? 0) + (LogFiles.length(of: path + "-wal") ?? 0)
    let sources: [any RowSource] = [
      KeyRangeRows(db, tables, bytes: bytes), PageRows(try DatabaseFile(path: path), tables),
    ]
    var (names, found) = (FoundNames(), FoundKeys())
    var readable: [String: Set<EventID>] = [:]
    for source in sources { try source.forEachRow(of: FoundNames.tables) { names.add($0) } }
    for source in sources {
      try source.forEachRow(of: EventForm.tables) { row in
        guard let event = names.event(row) else { return }
        found.add(event.id, at: row.number, in: row.table)
        readable[row.table, default: []].insert(event.id)
      }
    }
    let lost = try LostEvents.Search(found, in: db) { readable[$0]?.contains($1) ?? false }
    // Only names the time; where it can't be read, times are those of UTC.
    let offset = (try? ReviewStore.lastOffset(db)) ?? 0
    return lost.counts(utcOffset: offset) { (readable[$0]?.count ?? 0) - found.count(in: $0) }
  }
}

/// A damaged log, and what helps to read it.
private struct DamagedLog {
  let path: String
  /// A copy of it, in a folder for all that is made.
  let copy: String
  let folder: String
  let tool: RecoveryTool?
  let backups: [String]

  /// The length of the copy and of its write-ahead log.
  var bytes: Int64 {
    (LogFiles.length(of: copy) ?? 0) + (LogFiles.length(of: copy + "-wal") ?? 0)
  }
}

extension StudyLog {
  /// Takes over all that can be read of a damaged log, and computes the rest.
  fileprivate func fill(from damaged: DamagedLog) throws -> SalvageReport {
    let file = try DatabaseFile(path: damaged.copy)
    // An event may refer to one that is gone.
    try database.inDatabase { try $0.execute(sql: "PRAGMA foreign_keys = OFF") }
    return try write { tx in
      let new = SalvagedLog(tx)
      // Where SQLite can't open the copy at all, the other ways are all there is.
      let old = try? DatabaseQueue(path: damaged.copy)
      // Where the list can't be read, the events say what they are by their check values.
      do {
        try old?.inDatabase { _ = try Schema.current.version(of: $0, path: damaged.path) }
      } catch let error as StorageError {
        throw error
      } catch {}
      let recovery = try new.takeEvents(of: damaged, readableAs: old, pages: file)
      var lost = try new.search(in: old)
      let backup = try new.isWhole(lost) ? nil : new.takeEvents(ofBackupsOf: damaged)
      if backup != nil { lost = try new.search(in: old) }
      try old?.inDatabase { old in
        try new.takeDecks(of: old) { try tx.cards.areDecksReadable() }
        try new.takeRest(of: old)
      }
      let counts = try new.counts(lost)
      let reworded = try new.rewordAnswers()
      if let old { try old.inDatabase(new.settle) } else { try new.settle(nil) }
      tx.afterCommit { $0 = Caches() }
      for kind in EventKinds.all { try kind.rebuild(tx) }
      try tx.cards.rebuild()
      return SalvageReport(
        events: try new.count() - reworded.wordings, lost: counts,
        mayHaveLostMore: !lost.isComplete, rewordedAnswers: reworded.answers, recovery: recovery,
        backup: backup)
    }
  }
}

/// The new log while it is filled.
private final class SalvagedLog {
  private let tx: Transaction
  private var db: Database { tx.db }
  /// The events that were found of the damaged log.
  private var found = FoundKeys()
  /// Whether there was a row of an event that is not what was written.
  private var hasUnproven = false
  /// The answers whose wording is not there.
  private var unworded: [FoundEvent] = []
  private var unwordedIDs: Set<EventID> = []

  init(_ tx: Transaction) { self.tx = tx }

  // MARK: - Events

  /// Takes over the events that can be found in a damaged log.
  func takeEvents(of damaged: DamagedLog, readableAs old: DatabaseQueue?, pages: DatabaseFile)
    throws -> SalvageReport.Recovery
  {
    let tables = try TableLayout.all(db)
    let bytes = damaged.bytes
    var names = FoundNames()
    var isWhole = false
    try old?.inDatabase { old in
      let rows = KeyRangeRows(old, tables, bytes: bytes)
      try takeEvents(of: [rows], &names)
      isWhole = !rows.hasFailed && !hasUnproven && found.isWithoutGap
    }
    let bytesOfPages = PageRows(pages, tables)
    guard !isWhole else {
      try takeEvents(of: [bytesOfPages], &names)
      return .notNeeded
    }
    let target = damaged.folder + "/recovered.sqlite"
    let failure = damaged.tool?.recover(damaged.copy, into: target)
    if let recovered = try? DatabaseQueue(path: target) {
      try recovered.inDatabase {
        try takeEvents(of: [RecoveredRows($0, tables), bytesOfPages], &names)
      }
    } else {
      try takeEvents(of: [bytesOfPages], &names)
    }
    return damaged.tool == nil ? .missing : failure.map { .failed(reason: $0) } ?? .done
  }

  /// Takes over the events of the newest backup that is of this log, as far as they are not there.
  func takeEvents(ofBackupsOf damaged: DamagedLog) throws -> SalvageReport.Backup? {
    let tables = try TableLayout.all(db)
    for path in damaged.backups {
      let copy = damaged.folder + "/backup.sqlite"
      try? FileManager.default.removeItem(atPath: copy)
      guard (try? LogFiles.copyFile(path, to: copy, damaged.folder)) != nil,
        let backup = try? DatabaseQueue(path: copy)
      else { continue }
      let events = try backup.inDatabase { old -> Int? in
        let rows = KeyRangeRows(old, tables, bytes: LogFiles.length(of: copy) ?? 0)
        guard try isOfThisLog(rows) else { return nil }
        let before = try count()
        var names = FoundNames()
        try takeEvents(of: [rows], &names)
        return try count() - before
      }
      if let events { return events > 0 ? SalvageReport.Backup(path: path, events: events) : nil }
    }
    return nil
  }

  /// Whether a log has no other event where this one has one: it is not of before a backup was restored.
  private func isOfThisLog(_ rows: KeyRangeRows) throws -> Bool {
    var differs = false
    try rows.forEachRow(of: EventForm.tables) { row in
      guard let key = row.number, let known = found.ids[row.table]?[key] else { return }
      differs = differs || row.values["id"]?.eventID != known
    }
    return !differs
  }

  private func takeEvents(of sources: [any RowSource], _ names: inout FoundNames) throws {
    for source in sources { try source.forEachRow(of: FoundNames.tables) { names.add($0) } }
    // Answers refer to wordings.
    for table in EventForm.tables.sorted(by: >) {
      for source in sources { try source.forEachRow(of: [table]) { try take($0, names) } }
    }
  }

  /// Takes over the event that a row is, unless it is there.
  private func take(_ row: FoundRow, _ names: FoundNames) throws {
    if let id = row.values["id"]?.eventID, found.has(id, at: row.number, in: row.table) { return }
    guard let event = names.event(row) else {
      hasUnproven = true
      return
    }
    let isKnown = try has(event.id, in: row.table)
    found.add(event.id, at: row.number, in: row.table)
    if isKnown { return }
    if row.table == ReviewEvent.table, let id = Self.wording(of: event),
      try !has(id, in: WordingEvent.table)
    {
      unworded.append(event)
      unwordedIDs.insert(event.id)
    } else {
      try insert(event)
    }
  }

  /// Adds an event. One that is there already, or that no program has written like that, is left out.
  private func insert(_ event: FoundEvent) throws {
    _ = try tx.rows(of: event.form).add(event.values, check: event.check)
  }

  /// Whether an event is in the new log, or will be.
  func has(_ id: EventID, in table: String) throws -> Bool {
    if table == ReviewEvent.table, unwordedIDs.contains(id) { return true }
    return try Int.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM \(table) WHERE id = ?"), arguments: [id]) != nil
  }

  /// How many events the new log has, and will have.
  func count() throws -> Int { try EventForm.tables.reduce(0) { try $0 + count(of: $1) } }

  private func count(of table: String) throws -> Int {
    try (Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0)
      + (table == ReviewEvent.table ? unworded.count : 0)
  }

  // MARK: - What is gone

  /// Finds out which events are not here, as far as the damaged log or other events tell it.
  func search(in old: DatabaseQueue?) throws -> LostEvents.Search {
    var lost = LostEvents.Search(found)
    try old?.inDatabase { old in
      lost = try LostEvents.Search(found, in: old) { try has($1, in: $0) }
    }
    for form in EventForm.all.values {
      for field in form.fields {
        guard let kind = field.reference else { continue }
        let other = EventForm.of(kind)
        let ids = try EventID.fetchAll(
          db,
          sql: """
            SELECT DISTINCT e.\(field.name) FROM \(form.source) e WHERE e.\(field.name) IS NOT NULL
              AND e.\(field.name) NOT IN (SELECT id FROM \(other.table))
            """)
        for id in ids where !unwordedIDs.contains(id) { lost.add(id, of: other.table, kind: kind) }
      }
    }
    for event in unworded {
      guard let id = Self.wording(of: event), try !has(id, in: WordingEvent.table) else { continue }
      lost.add(id, of: WordingEvent.table)
    }
    return lost
  }

  /// Whether nothing is gone.
  func isWhole(_ lost: LostEvents.Search) throws -> Bool {
    try lost.isComplete && counts(lost).isEmpty
  }

  /// The events that are gone, by kind.
  func counts(_ lost: LostEvents.Search) throws -> [LostEvents] {
    try lost.counts(utcOffset: ReviewStore.lastOffset(db)) {
      try count(of: $0) - found.count(in: $0)
    }
  }

  private static func wording(of event: FoundEvent) -> EventID? {
    event.form.place(of: "wording").flatMap { event.values[$0].eventID }
  }

  // MARK: - What is no event

  /// The decks as they were read last: all of it, or none.
  private static let decks = [
    "deck", "deck_group", "question", "deck_card", "course", "course_step", "unclear",
  ]

  /// What is computed again, here or when it is needed.
  private static let computed = [
    "schedule", "held", "marked", "answer_index", "review_block", "grdb_migrations",
  ]

  /// Takes over the decks as they were read last, so that questions keep what they are: all of them, as
  /// `areReadable` says of what was copied, or none. The next start reads all decks again.
  func takeDecks(of old: Database, areReadable: () throws -> Bool) throws {
    try db.inSavepoint {
      let isWhole =
        try Self.decks.allSatisfy { takeAll(of: $0, from: old, skipsUnfit: false) }
        && Self.decks.allSatisfy {
          try Row.fetchOne(db, sql: "PRAGMA foreign_key_check(\($0))") == nil
        } && areReadable()
      try db.execute(sql: "UPDATE deck SET signature = ''; UPDATE course SET signature = ''")
      return isWhole ? .commit : .rollback
    }
  }

  /// Takes over what else is kept beside the events, and can't be computed. What can't be read is left
  /// out.
  func takeRest(of old: Database) throws {
    // What folders have is told by the numbers of rows, which are others here.
    let computed =
      Self.decks + Self.computed + EventForm.tables
      + ["device", "card", "sync_folder", "sync_file"]
    let others = try String.fetchAll(
      db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ).filter { !computed.contains($0) }
    for table in others where !takeAll(of: table, from: old) && table == LogUnion.items {
      // Which events a union brought is told twice: by the table, in the order of events, and by its
      // index, which SQLite reads where it may choose.
      _ = takeAll(of: table, from: old, "WHERE event >= x''")
      _ = takeAll(of: table, from: old, "INDEXED BY \(LogUnion.itemsIndex)")
    }
  }

  /// Copies the rows of a table, read as SQLite sees fit or as `way` says.
  ///
  /// - Returns: whether all were copied; with `skipsUnfit`, all that can be a row of this table.
  private func takeAll(
    of table: String, from old: Database, _ way: String = "", skipsUnfit: Bool = true
  ) -> Bool {
    do {
      let known = Set(try old.columns(in: table).map(\.name))
      let columns = try db.columns(in: table).map(\.name).filter(known.contains)
      let names = columns.joined(separator: ", ")
      let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
      let insert = try db.makeStatement(
        sql: """
          INSERT \(skipsUnfit ? "OR IGNORE" : "") INTO \(table) (\(names)) VALUES (\(places))
          """)
      let rows = try Row.fetchCursor(old, sql: "SELECT \(names) FROM \(table) \(way)")
      while let row = try rows.next() {
        try insert.execute(arguments: StatementArguments(row.databaseValues))
      }
      return true
    } catch {
      return false
    }
  }

  // MARK: - Putting right

  /// Gives answers whose wording is gone the question's last wording, or what its deck has.
  ///
  /// - Returns: how many wordings were made, and for how many answers.
  func rewordAnswers() throws -> (wordings: Int, answers: Int) {
    var lost: [EventID: (event: FoundEvent, question: QuestionID)] = [:]
    func add(_ event: FoundEvent) {
      guard let wording = Self.wording(of: event),
        let question = event.form.place(of: "question").flatMap({ event.values[$0].eventID })
      else { return }
      lost[wording] = lost[wording] ?? (event, QuestionID(bits: question.bits))
    }
    // A backup may have had some of the wordings.
    var answers = 0
    for event in unworded {
      guard let id = Self.wording(of: event), try !has(id, in: WordingEvent.table) else { continue }
      add(event)
      answers += 1
    }
    let form = EventForm.of(AdjustmentEvent.table)
    let adjustments = try db.makeStatement(
      sql: form.query(
        where: "e.wording IS NOT NULL AND e.wording NOT IN (SELECT id FROM wording)"))
    let rows = try Row.fetchCursor(adjustments)
    var adjusted = 0
    while try rows.next() != nil {
      let values = form.values(adjustments.sqliteStatement)
      guard let id = values[EventForm.id].eventID else { continue }
      add(FoundEvent(form: form, values: values, check: 0, id: id))
      adjusted += 1
    }
    for (wording, (event, question)) in lost.sorted(by: { $0.key < $1.key }) {
      try addWording(wording, for: event, question)
    }
    try unworded.forEach(insert)
    unworded = []
    return (lost.count, answers + adjusted)
  }

  /// Makes a wording with the identity that an answer or adjustment refers to.
  private func addWording(
    _ id: EventID, for event: FoundEvent, _ question: QuestionID
  ) throws {
    let text =
      try Row.fetchOne(
        db,
        sql: """
          SELECT content, deck, group_title, position, prompt, answer FROM wording
          WHERE question = ? ORDER BY id DESC LIMIT 1
          """, arguments: [question])
      ?? Row.fetchOne(
        db,
        sql: """
          SELECT q.content, d.name AS deck, g.title AS group_title, q.position, q.prompt, q.answer
          FROM question q JOIN deck_group g ON g.id = q.deck_group JOIN deck d ON d.id = g.deck
          WHERE q.id = ? LIMIT 1
          """, arguments: [question])
    let form = EventForm.of(WordingEvent.table)
    var values: [EventValue] = [
      EventValue(id), event.values[EventForm.device], event.values[EventForm.time],
      EventValue(question),
    ]
    values +=
      try text.map { row in
        [
          EventValue(try row.decode(QuestionID.self, forColumn: "content")),
          .text(try row.decode(forColumn: "deck")),
          .text(try row.decode(forColumn: "group_title")),
          .integer(try row.decode(forColumn: "position")),
          .text(try row.decode(forColumn: "prompt")), .text(try row.decode(forColumn: "answer")),
        ]
      } ?? [EventValue(question), .text(""), .text(""), .integer(0), .text("?"), .text("?")]
    var sum = EventCheck(form)
    _ = try tx.rows(of: form).add(values, check: sum.value(values))
  }

  /// Has this log go on as the device that made the last event.
  func settle(_ old: Database?) throws {
    let own = try? old.flatMap { try EventID.fetchOne($0, sql: DeviceStore.own) }
    let events = EventForm.all.values.map { "SELECT id, device FROM \($0.source)" }
      .joined(separator: " UNION ALL ")
    let makers = try EventID.fetchAll(
      db, sql: "SELECT device FROM (\(events)) GROUP BY device ORDER BY max(id) DESC")
    guard let device = makers.first(where: { $0 == own }) ?? makers.first ?? own else { return }
    try db.execute(
      sql: """
        INSERT INTO device (id, is_own) VALUES (?, 1) ON CONFLICT (id) DO UPDATE SET is_own = 1
        """, arguments: [device])
  }
}
