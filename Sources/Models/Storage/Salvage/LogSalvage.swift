import Foundation
import GRDB
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

/// Events of a table and a day that are gone.
package struct LostEvents: Hashable, Sendable {
  /// The table.
  package let table: String
  /// The day; `nil` where it is unknown.
  package let day: StudyDay?
  /// How many.
  package let count: Int
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
        try FileManager.default.copyItem(atPath: source + suffix, toPath: copy + suffix)
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
      let new = SalvagedLog(db: tx.db, tables: try EventTable.all(tx.db))
      try new.takeEvents(of: file)
      // Where SQLite can't open the copy at all, the events are all there is.
      let old = try? DatabaseQueue(path: copy)
      var lost = LostEvents.Search(isComplete: false)
      try old?.inDatabase { old in
        // Where the list can't be read, the events say what they are by their check values.
        let applied = (try? Schema.migrator.appliedIdentifiers(old)) ?? []
        if !applied.isSubset(of: Schema.migrator.migrations) {
          throw StorageError.newerVersion(path: source, version: Schema.version(applied))
        }
        lost = try LostEvents.Search(in: old, tables: new.tables) { try new.has($1, in: $0) }
        try new.takeCaches(of: old)
      }
      try new.addReferences(to: &lost)
      let reworded = try new.rewordAnswers()
      try new.settle()
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
private struct SalvagedLog {
  let db: Database
  let tables: [EventTable]

  /// Takes over the events that can be found in the file.
  func takeEvents(of file: DatabaseFile) throws {
    let carver = try EventCarver(tables, db)
    try carver.forEach(in: file, proven: true) { try insert($0, into: $0.tables[0]) }
    var ambiguous: [CarvedEvent] = []
    try carver.forEach(in: file, proven: false) { event in
      if event.tables.count == 1 {
        try insert(event, into: event.tables[0])
      } else {
        ambiguous.append(event)
      }
    }
    // Without a check value some tables look alike; what an event refers to tells them apart.
    for event in ambiguous {
      let referring = event.tables.filter { !$0.references.isEmpty }
      let plain = event.tables.filter { $0.references.isEmpty }
      let known = try referring.first { table in
        try table.references.allSatisfy { reference in
          try EventID.fromDatabaseValue(event.values[reference.column]).map {
            try has($0, in: reference.table)
          } ?? true
        }
      }
      if let table = known ?? (plain.count == 1 ? plain[0] : nil) { try insert(event, into: table) }
    }
  }

  private func insert(_ event: CarvedEvent, into table: EventTable) throws {
    let columns = table.columns.prefix(event.values.count).map(\.name)
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let statement = try db.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO \(table.name) (\(columns.joined(separator: ", "))) VALUES (\(places))
        """)
    do {
      try statement.execute(arguments: StatementArguments(event.values))
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      // No program has written it like that.
    }
  }

  /// Whether an event is in the new log.
  func has(_ id: EventID, in table: String) throws -> Bool {
    try Int.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM \(table) WHERE id = ?"), arguments: [id]) != nil
  }

  /// How many events the new log has.
  func count() throws -> Int {
    try tables.reduce(0) {
      try $0 + (Int.fetchOne(db, sql: "SELECT count(*) FROM \($1.name)") ?? 0)
    }
  }

  /// The offset from UTC of the last answer, in seconds.
  func utcOffset() throws -> Int {
    try Int.fetchOne(db, sql: "SELECT utc_offset FROM review ORDER BY id DESC LIMIT 1") ?? 0
  }

  /// Adds the events that others refer to and that are not here.
  func addReferences(to lost: inout LostEvents.Search) throws {
    for table in tables {
      for (column, other) in table.references {
        let name = table.columns[column].name
        let ids = try EventID.fetchAll(
          db,
          sql: """
            SELECT DISTINCT \(name) FROM \(table.name) WHERE \(name) IS NOT NULL
              AND \(name) NOT IN (SELECT id FROM \(other))
            """)
        for id in ids { lost.add(id, of: other) }
      }
    }
  }

  // MARK: - What is no event

  /// The decks as they were read last: all of it, or none.
  private static let decks = [
    "deck", "deck_group", "question", "card", "course", "course_step", "unclear",
  ]

  /// Takes over the decks as they were read last, so that questions keep what they are, and what else
  /// is kept beside the events. What can't be read is left out; the next start reads all decks anew.
  func takeCaches(of old: Database) throws {
    try db.inSavepoint {
      let isWhole = Self.decks.allSatisfy { takeAll(of: $0, from: old) }
      try db.execute(sql: "UPDATE deck SET signature = ''; UPDATE course SET signature = ''")
      return isWhole ? .commit : .rollback
    }
    let computed = Self.decks + ["schedule", "held", "marked", "event_check", "grdb_migrations"]
    let others = try String.fetchAll(
      db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ).filter { name in !computed.contains(name) && !tables.contains { $0.name == name } }
    for table in others where !takeAll(of: table, from: old) && table == LogUnion.items {
      // Which events a union brought is told twice: by the table, in the order of events, and by its
      // index, which SQLite reads where it may choose.
      _ = takeAll(of: table, from: old, "WHERE event >= x''")
      _ = takeAll(of: table, from: old, "INDEXED BY \(LogUnion.itemsIndex)")
    }
    // Where it can't be read, the newest event without a check value says it.
    let since = try? Data.fetchOne(old, sql: "SELECT since FROM event_check")
    if let since {
      try db.execute(sql: "UPDATE event_check SET since = ?", arguments: [since])
    } else {
      let newest = tables.map { "SELECT max(id) AS id FROM \($0.name) WHERE check_value IS NULL" }
      try db.execute(
        sql: """
          UPDATE event_check SET since = coalesce(
            (SELECT max(id) FROM (\(newest.joined(separator: " UNION ALL ")))), since)
          """)
    }
  }

  /// Copies the rows of a table, read as SQLite sees fit or as `way` says.
  ///
  /// - Returns: whether all were copied.
  private func takeAll(of table: String, from old: Database, _ way: String = "") -> Bool {
    do {
      let known = Set(try old.columns(in: table).map(\.name))
      let columns = try db.columns(in: table).map(\.name).filter(known.contains)
      let names = columns.joined(separator: ", ")
      let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
      let insert = try db.makeStatement(
        sql: "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(places))")
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
    let lost = try Row.fetchAll(
      db,
      sql: """
        SELECT wording, device, time, question, count(*)
        FROM (SELECT wording, device, time, question FROM review
          UNION ALL SELECT wording, device, time, question FROM adjustment)
        WHERE wording NOT IN (SELECT id FROM wording) GROUP BY wording
        """)
    for row in lost {
      let question: DatabaseValue = row[3]
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
            SELECT q.content, g.title, q.position, q.prompt, q.answer
            FROM question q JOIN deck_group g ON g.id = q.deck_group WHERE q.id = ? LIMIT 1
            """, arguments: [question])
      let unknown = "?".databaseValue
      var values: [DatabaseValue] = [question, "".databaseValue, 0.databaseValue, unknown, unknown]
      if let text { values = Array(text.databaseValues) }
      let names = ["content", "group_title", "position", "prompt", "answer"]
      var event: [(name: String, value: DatabaseValue)] = [
        ("id", row[0]), ("device", row[1]), ("time", row[2]), ("question", question),
      ]
      event += zip(names, values).map { ($0, $1) }
      let check = EventCheck.value(table: WordingEvent.table, event)
      try db.execute(
        sql: """
          INSERT INTO wording (\(event.map(\.name).joined(separator: ", ")), check_value)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """, arguments: StatementArguments(event.map(\.value) + [check.databaseValue]))
    }
    return (lost.count, lost.reduce(0) { $0 + ($1[4] as Int) })
  }

  /// Keeps the device that made the last event, if the one that was kept made none.
  func settle() throws {
    let devices = tables.map { "SELECT id, device FROM \($0.name)" }.joined(
      separator: " UNION ALL ")
    try db.execute(
      sql: """
        WITH event AS (\(devices))
        INSERT INTO device (id) SELECT device FROM event
        WHERE NOT EXISTS (SELECT 1 FROM device d JOIN event e ON e.device = d.id)
        ORDER BY id DESC LIMIT 1
        """)
    try db.execute(
      sql: """
        WITH event AS (\(devices))
        DELETE FROM device WHERE id NOT IN (SELECT device FROM event) AND EXISTS (SELECT 1 FROM event)
        """)
  }
}

// MARK: - What is lost

extension LostEvents {
  /// Finds out which events a damaged log had, where anything names them: the table, or one of its
  /// indexes.
  struct Search {
    private var lost: [String: Set<EventID>] = [:]
    /// Whether the events of every table could be named.
    private(set) var isComplete: Bool

    /// Knows of no event yet.
    init(isComplete: Bool) { self.isComplete = isComplete }

    /// Looks through a damaged log for events that `isKept` does not have.
    init(
      in db: Database, tables: [EventTable], isKept: (String, EventID) throws -> Bool
    ) throws {
      isComplete = true
      for table in tables {
        let rows = Self.identities(db, "\(table.name) NOT INDEXED", by: ["id"])
        var missing = try rows.all.filter { try !isKept(table.name, $0) }
        if rows.isComplete, missing.isEmpty { continue }
        // An identity that was read in a damaged row may be no event's: an index knows better.
        let indexes = Self.indexes(of: table, db).map { index in
          Self.identities(db, "\(table.name) INDEXED BY \(index.name)", by: index.columns)
        }
        if let whole = indexes.first(where: \.isComplete) {
          missing = try whole.all.filter { try !isKept(table.name, $0) }
        } else {
          isComplete = isComplete && rows.isComplete
          for index in indexes {
            missing.formUnion(try index.all.filter { try !isKept(table.name, $0) })
          }
        }
        lost[table.name] = missing
      }
    }

    /// Adds an event that is known to be gone.
    mutating func add(_ id: EventID, of table: String) { lost[table, default: []].insert(id) }

    /// The events by table and day, where the clock was so many seconds ahead of UTC.
    func counts(utcOffset: Int) -> [LostEvents] {
      lost.sorted { $0.key < $1.key }.flatMap { table, ids in
        Dictionary(grouping: ids) { $0.day(utcOffset: utcOffset) }.sorted { $0.key < $1.key }.map {
          LostEvents(table: table, day: $0.key, count: $0.value.count)
        }
      }
    }

    /// The indexes that have an entry for each row.
    private static func indexes(of table: EventTable, _ db: Database) -> [(
      name: String, columns: [String]
    )] {
      let own = table.isKeptByNumber ? "" : "AND origin <> 'pk'"
      // An index that can't be read proves nothing; the others are asked.
      let names = try? String.fetchAll(
        db, sql: "SELECT name FROM pragma_index_list(?) WHERE partial = 0 \(own)",
        arguments: [table.name])
      return (names ?? []).compactMap { name in
        (try? String.fetchAll(
          db, sql: "SELECT name FROM pragma_index_info(?) ORDER BY seqno", arguments: [name]))
          .map { (name, $0) }
      }
    }

    /// The identities that can be read from a table or an index: from its beginning, and from its end.
    private static func identities(_ db: Database, _ source: String, by columns: [String]) -> (
      all: Set<EventID>, isComplete: Bool
    ) {
      var all: Set<EventID> = []
      for order in ["", " DESC"] {
        do {
          let ids = try EventID.fetchCursor(
            db,
            sql:
              "SELECT id FROM \(source) ORDER BY \(columns.map { $0 + order }.joined(separator: ", "))"
          )
          while let id = try ids.next() { all.insert(id) }
          return (all, true)
        } catch {}
      }
      return (all, false)
    }
  }
}
