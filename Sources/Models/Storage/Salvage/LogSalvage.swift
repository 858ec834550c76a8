import Foundation
import GRDB
import RabbleQuestions
import RabbleScheduling

/// What came of reading a damaged log into a new one.
package struct SalvageReport: Hashable, Sendable {
  /// How many events the new log has.
  package let events: Int
  /// The events that are known to be gone, by table and day; the day is `nil` where it is unknown.
  package let lost: [LostEvents]
  /// Whether more may be gone than ``lost`` tells: nothing that names them could be read.
  package let mayHaveLostMore: Bool
  /// How many answers show another wording of their question, because theirs is gone.
  package let rewordedAnswers: Int
}

/// Reads every event that can be read of a damaged log into a new one, and computes there what follows
/// from them. The damaged log is copied and never written.
package enum LogSalvage {
  /// Reads the log at `source` into a new one at `target`.
  ///
  /// - Parameters:
  ///   - source: the damaged log, with its write-ahead log if it has one.
  ///   - target: where the new log will be; nothing may be there.
  ///   - random: a source of 128 random bits, for the identities of events.
  /// - Returns: what came of it.
  /// - Throws: ``StorageError``; then there is nothing at `target`.
  package static func run(
    from source: String, to target: String, random: @escaping @Sendable () -> UInt128
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
      let report = try log.fill(fromCopy: copy, of: source)
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

extension StudyLog {
  /// Takes over all that can be read of a damaged log, and computes the rest.
  fileprivate func fill(fromCopy copy: String, of source: String) throws -> SalvageReport {
    let file = try DatabaseFile(path: copy)
    // An event may refer to one that is gone.
    try database.inDatabase { try $0.execute(sql: "PRAGMA foreign_keys = OFF") }
    return try write { tx in
      let new = SalvagedLog(tx)
      // Where SQLite can't open the copy at all, the events are all there is.
      let old = try? DatabaseQueue(path: copy)
      if let old {
        try old.inDatabase { try new.takeEvents(of: file, readableAs: $0) }
      } else {
        try new.takeEvents(of: file, readableAs: nil)
      }
      var lost = LostEvents.Search(isComplete: false)
      try old?.inDatabase { old in
        // Where the list can't be read, the events say what they are by their check values.
        do {
          _ = try Schema.current.version(of: old, path: source)
        } catch let error as StorageError {
          throw error
        } catch {}
        lost = try LostEvents.Search(in: old) { try new.has($1, in: $0) }
        try new.takeDecks(of: old) { try tx.cards.areDecksReadable() }
        try new.takeRest(of: old)
      }
      try new.addReferences(to: &lost)
      let reworded = try new.rewordAnswers()
      if let old { try old.inDatabase(new.settle) } else { try new.settle(nil) }
      tx.afterCommit { $0 = Caches() }
      for kind in EventKinds.all { try kind.rebuild(tx) }
      try tx.cards.rebuild()
      return SalvageReport(
        events: try new.count() - reworded.wordings,
        lost: lost.counts(utcOffset: try new.utcOffset()), mayHaveLostMore: !lost.isComplete,
        rewordedAnswers: reworded.answers)
    }
  }
}

/// The new log while it is filled.
private final class SalvagedLog {
  private let tx: Transaction
  private var db: Database { tx.db }
  /// The answers whose wording is not there.
  private var unworded: [CarvedEvent] = []
  private var unwordedIDs: Set<EventID> = []

  init(_ tx: Transaction) { self.tx = tx }

  /// Takes over the events that can be found in the file.
  func takeEvents(of file: DatabaseFile, readableAs old: Database?) throws {
    var reviews: [CarvedEvent] = []
    try EventCarver(db).forEach(in: file, readableAs: old) { event in
      if event.form.kind == ReviewEvent.table { reviews.append(event) } else { try insert(event) }
    }
    let wordings = try EventID.fetchSet(db, sql: "SELECT id FROM wording")
    let place = EventForm.of(ReviewEvent.table).place(of: "wording")
    for review in reviews {
      if let id = place.flatMap({ review.values[$0].eventID }), wordings.contains(id) {
        try insert(review)
      } else {
        if unwordedIDs.insert(review.id).inserted { unworded.append(review) }
      }
    }
  }

  /// Adds an event. One that is there already, or that no program has written like that, is left out.
  private func insert(_ event: CarvedEvent) throws {
    _ = try tx.rows(of: event.form).add(event.values, check: event.check)
  }

  /// Whether an event is in the new log, or will be.
  func has(_ id: EventID, in table: String) throws -> Bool {
    if table == ReviewEvent.table, unwordedIDs.contains(id) { return true }
    return try Int.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM \(table) WHERE id = ?"), arguments: [id]) != nil
  }

  /// How many events the new log has.
  func count() throws -> Int {
    try EventForm.tables.reduce(0) {
      try $0 + (Int.fetchOne(db, sql: "SELECT count(*) FROM \($1)") ?? 0)
    }
  }

  /// The offset from UTC of the last answer, in seconds.
  func utcOffset() throws -> Int { try ReviewStore.lastOffset(db) }

  /// Adds the events that others refer to and that are not here.
  func addReferences(to lost: inout LostEvents.Search) throws {
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
        for id in ids where !unwordedIDs.contains(id) { lost.add(id, of: other.table) }
      }
    }
    let wording = EventForm.of(ReviewEvent.table).place(of: "wording")
    for id in unworded.compactMap({ event in wording.flatMap { event.values[$0].eventID } }) {
      lost.add(id, of: WordingEvent.table)
    }
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
    var lost: [EventID: (event: CarvedEvent, question: QuestionID)] = [:]
    func add(_ event: CarvedEvent) {
      guard let wording = event.form.place(of: "wording").flatMap({ event.values[$0].eventID }),
        let question = event.form.place(of: "question").flatMap({ event.values[$0].eventID })
      else { return }
      lost[wording] = lost[wording] ?? (event, QuestionID(bits: question.bits))
    }
    unworded.forEach(add)
    let form = EventForm.of(AdjustmentEvent.table)
    let adjustments = try db.makeStatement(
      sql: form.query(
        where: "e.wording IS NOT NULL AND e.wording NOT IN (SELECT id FROM wording)"))
    let rows = try Row.fetchCursor(adjustments)
    var adjusted = 0
    while try rows.next() != nil {
      let values = form.values(adjustments.sqliteStatement)
      guard let id = values[EventForm.id].eventID else { continue }
      add(CarvedEvent(form: form, values: values, check: 0, id: id))
      adjusted += 1
    }
    for (wording, (event, question)) in lost.sorted(by: { $0.key < $1.key }) {
      try addWording(wording, for: event, question)
    }
    try unworded.forEach(insert)
    return (lost.count, unworded.count + adjusted)
  }

  /// Makes a wording with the identity that an answer or adjustment refers to.
  private func addWording(
    _ id: EventID, for event: CarvedEvent, _ question: QuestionID
  ) throws {
    let text =
      try Row.fetchOne(
        db,
        sql: """
          SELECT content, group_title, position, prompt, answer FROM wording
          WHERE question = ? ORDER BY id DESC LIMIT 1
          """, arguments: [question])
      ?? Row.fetchOne(
        db,
        sql: """
          SELECT q.content, g.title AS group_title, q.position, q.prompt, q.answer
          FROM question q JOIN deck_group g ON g.id = q.deck_group WHERE q.id = ? LIMIT 1
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
          .text(try row.decode(forColumn: "group_title")),
          .integer(try row.decode(forColumn: "position")),
          .text(try row.decode(forColumn: "prompt")), .text(try row.decode(forColumn: "answer")),
        ]
      } ?? [EventValue(question), .text(""), .integer(0), .text("?"), .text("?")]
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
