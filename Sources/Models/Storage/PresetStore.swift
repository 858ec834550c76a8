import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

extension StudyLog {
  /// Whether a change `e` of presets or suspensions still counts.
  static let changeCounts = "NOT EXISTS (SELECT 1 FROM change_retraction t WHERE t.change = e.id)"
  /// What stands between the titles of groups in a row.
  static let titleSeparator: Character = "\u{1f}"

  /// The presets there are, and which groups use them.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func presets() throws(StorageError) -> PresetBook { try read { try presets($0) } }

  /// All changes of presets that count.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func presetHistory() throws(StorageError) -> PresetHistory {
    try read { try PresetHistory.fetch($0) }
  }

  /// Changes presets, and schedules all cards anew that this concerns: as the new preset would have
  /// it from their first review on, but nothing moves into the past (``Schedule/replacing(_:at:)``).
  ///
  /// - Returns: the event's identity, and how many cards come back at another time.
  /// - Throws: ``StorageError``; then nothing was changed.
  public func change(_ change: PresetChange, at moment: Moment) throws(StorageError)
    -> (id: EventID, moved: Int)
  {
    defer { forgetSchedulers() }
    return try write { db in
      let before = try presets(db)
      var after = before
      after.apply(change)
      let id = try insert(db, change, at: moment)
      var moved = 0
      try forEachStudied(db) { card, title, progress in
        let preset = after.preset(forGroup: title)
        guard preset != before.preset(forGroup: title),
          let replayed = try replay(db, card: card, under: Scheduler(preset))
        else { return }
        let schedule = replayed.schedule.replacing(progress.schedule, at: moment)
        try replayed.with(schedule).update(db, card: card)
        if schedule.due != progress.schedule.due { moved += 1 }
      }
      return (id, moved)
    }
  }

  /// Lets a group that has another title now go on with the preset it was given, if it was given one.
  ///
  /// - Throws: ``StorageError``; then nothing was changed.
  public func carryPreset(ofGroup old: String, to new: String, at moment: Moment)
    throws(StorageError)
  {
    let book = try presets()
    guard let name = book.name(forGroup: old), book.name(forGroup: new) == nil else { return }
    _ = try change(
      .use(preset: name, retention: book.retention(ofGroup: old), groups: [new]), at: moment)
  }

  /// Takes back a change of presets by adding a retraction, and gives all cards the schedules they
  /// would have without it.
  ///
  /// - Returns: how many cards come back at another time; `nil` when the change did not count.
  /// - Throws: ``StorageError``; then nothing was taken back.
  public func retractPresetChange(_ id: EventID, at moment: Moment) throws(StorageError) -> Int? {
    defer { forgetSchedulers() }
    return try write { db -> Int? in
      let before = try PresetHistory.fetch(db)
      guard before.entries.contains(where: { $0.id == id }) else { return nil }
      try insertChangeRetraction(db, of: id, at: moment)
      let after = ReplayRules(PresetHistory(before.entries.filter { $0.id != id }))
      let (bookBefore, bookAfter) = (before.book, after.history.book)
      var moved = 0
      try forEachStudied(db) { card, title, progress in
        guard bookBefore.preset(forGroup: title) != bookAfter.preset(forGroup: title),
          let replayed = try replay(db, card: card, by: after)
        else { return }
        try replayed.update(db, card: card)
        if replayed.schedule.due != progress.schedule.due { moved += 1 }
      }
      return moved
    }
  }

  func presets(_ db: Database) throws -> PresetBook {
    let version = try dataVersion(db)
    if let book = known.withLock({ $0.presets.version == version ? $0.presets.book : nil }) {
      return book
    }
    let book = try PresetBook.fetch(db)
    known.withLock { $0.presets = KnownPresets(version: version, book: book) }
    return book
  }

  /// What schedules the cards of the group of this title.
  func scheduler(_ db: Database, forGroup title: String) throws -> Scheduler {
    let book = try presets(db)
    return known.withLock { known in
      if let scheduler = known.presets.schedulers[title] { return scheduler }
      let scheduler = Scheduler(book.preset(forGroup: title))
      known.presets.schedulers[title] = scheduler
      return scheduler
    }
  }

  /// Has presets and loads read anew, since a change may have been rolled back.
  func forgetSchedulers() {
    known.withLock {
      $0.presets = KnownPresets()
      $0.load = KnownLoad()
    }
  }

  func insertChangeRetraction(_ db: Database, of change: EventID, at moment: Moment) throws {
    try db.execute(
      sql: "INSERT INTO change_retraction (id, device, time, change) VALUES (?, ?, ?, ?)",
      arguments: [
        try nextEvent(db, at: moment), try device(db, at: moment), moment.milliseconds, change,
      ])
  }

  private func insert(_ db: Database, _ change: PresetChange, at moment: Moment) throws -> EventID {
    let id = try nextEvent(db, at: moment)
    let event: StatementArguments = [
      id, try device(db, at: moment), moment.milliseconds, moment.utcOffset,
    ]
    switch change {
    case .set(let preset, let reason):
      func text(_ list: [some CustomStringConvertible]) -> String {
        list.map(\.description).joined(separator: " ")
      }
      try db.execute(
        sql: """
          INSERT INTO preset
            (id, device, time, utc_offset, name, reason, weights, learned_from, retention,
             maximum_interval, learning_steps, relearning_steps, week, balances, leech_threshold,
             leech_action)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: event + [
          preset.name, reason.rawValue, text(preset.model.parameters), preset.learnedFrom,
          preset.desiredRetention, preset.maximumInterval, text(preset.learningSteps),
          text(preset.relearningSteps), text(preset.week.loads.map(\.rawValue)),
          preset.balancesLoad, preset.leech.threshold, preset.leech.action.rawValue,
        ])
    case .use(let preset, let retention, let groups):
      try db.execute(
        sql: """
          INSERT INTO preset_use (id, device, time, utc_offset, preset, retention, group_titles)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: event + [
          preset, retention, groups.joined(separator: String(Self.titleSeparator)),
        ])
    }
    return id
  }
}

extension PresetHistory {
  /// Reads all changes that count.
  static func fetch(_ db: Database) throws -> PresetHistory {
    let sets = try Entry.sets(db, where: StudyLog.changeCounts)
    let uses = try Entry.uses(db)
    return PresetHistory((sets + uses).sorted { $0.id < $1.id })
  }
}

extension PresetBook {
  /// Reads what all changes come to: of each preset the newest.
  static func fetch(_ db: Database) throws -> PresetBook {
    let newest = """
      \(StudyLog.changeCounts) AND NOT EXISTS (SELECT 1 FROM preset n WHERE n.name = e.name
        AND n.id > e.id AND NOT EXISTS (SELECT 1 FROM change_retraction t WHERE t.change = n.id))
      """
    let changes = try PresetHistory.Entry.sets(db, where: newest) + PresetHistory.Entry.uses(db)
    return PresetBook(changes.sorted { $0.id < $1.id }.map(\.change))
  }
}

extension PresetHistory.Entry {
  fileprivate static func sets(_ db: Database, where condition: String) throws
    -> [PresetHistory.Entry]
  {
    try Row.fetchAll(db, sql: "SELECT * FROM preset e WHERE \(condition) ORDER BY id").map { row in
      let reason = PresetChange.Reason(rawValue: row["reason"]) ?? .learner
      return PresetHistory.Entry(row, .set(Preset(row: row), reason))
    }
  }

  fileprivate static func uses(_ db: Database) throws -> [PresetHistory.Entry] {
    try Row.fetchAll(
      db, sql: "SELECT * FROM preset_use e WHERE \(StudyLog.changeCounts) ORDER BY id"
    ).map { row in
      let titles: String = row["group_titles"]
      let groups = titles.split(separator: StudyLog.titleSeparator).map(String.init)
      return PresetHistory.Entry(
        row, .use(preset: row["preset"], retention: row["retention"], groups: groups))
    }
  }

  private init(_ row: Row, _ change: PresetChange) {
    self.init(
      id: row["id"], moment: Moment(milliseconds: row["time"], utcOffset: row["utc_offset"]),
      change: change)
  }
}

extension Preset {
  /// Reads a row of `preset`. Parameters that a later version of the program may have written and this
  /// one does not know read as the defaults.
  fileprivate init(row: Row) {
    func words(_ column: String) -> [Substring] {
      let text: String = row[column]
      return text.split(separator: " ")
    }
    let parameters = words("weights").compactMap { Double($0) }
    self.init(
      name: row["name"],
      model: (try? MemoryModel(parameters: parameters)) ?? MemoryModel(.fsrs6),
      desiredRetention: row["retention"], maximumInterval: row["maximum_interval"],
      learningSteps: words("learning_steps").compactMap { Int($0) },
      relearningSteps: words("relearning_steps").compactMap { Int($0) },
      week: StudyWeek(words("week").map { StudyWeek.Load(rawValue: String($0)) ?? .normal }),
      balancesLoad: row["balances"],
      leech: LeechRule(
        threshold: row["leech_threshold"],
        action: LeechRule.Action(rawValue: row["leech_action"]) ?? .tag),
      learnedFrom: row["learned_from"])
  }
}

/// How cards are scheduled, as long as no other connection has changed the log.
struct KnownPresets {
  /// SQLite's `data_version` when the rest was known.
  var version: Int64?
  var book: PresetBook?
  /// The schedulers of groups met so far, by title.
  var schedulers: [String: Scheduler] = [:]
}

extension StudyLog {
  /// The tables of migration 5: presets, which groups use them, cards that are not asked, and what
  /// was taken back of all this; with the second stability of FSRS-7, and where a review's day was
  /// chosen. `held` is computed: the cards that are suspended or buried now.
  static func createPresets(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE preset (
          id BLOB PRIMARY KEY NOT NULL,
          device BLOB NOT NULL,
          time INTEGER NOT NULL,
          utc_offset INTEGER NOT NULL,
          name TEXT NOT NULL,
          reason TEXT NOT NULL,
          weights TEXT NOT NULL,
          learned_from INTEGER,
          retention REAL NOT NULL,
          maximum_interval INTEGER NOT NULL,
          learning_steps TEXT NOT NULL,
          relearning_steps TEXT NOT NULL,
          week TEXT NOT NULL,
          balances INTEGER NOT NULL,
          leech_threshold INTEGER NOT NULL,
          leech_action TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX preset_by_name ON preset(name, id);

        CREATE TABLE preset_use (
          id BLOB PRIMARY KEY NOT NULL,
          device BLOB NOT NULL,
          time INTEGER NOT NULL,
          utc_offset INTEGER NOT NULL,
          preset TEXT NOT NULL,
          retention REAL,
          group_titles TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE suspension (
          id BLOB PRIMARY KEY NOT NULL,
          device BLOB NOT NULL,
          time INTEGER NOT NULL,
          utc_offset INTEGER NOT NULL,
          question BLOB NOT NULL,
          direction TEXT NOT NULL,
          state TEXT NOT NULL,
          until_day INTEGER,
          review BLOB REFERENCES review(id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX suspension_of_card ON suspension(question, direction);

        CREATE TABLE change_retraction (
          id BLOB PRIMARY KEY NOT NULL,
          device BLOB NOT NULL,
          time INTEGER NOT NULL,
          change BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX retraction_of_change ON change_retraction(change);

        CREATE TABLE held (
          question BLOB NOT NULL,
          direction TEXT NOT NULL,
          until_day INTEGER,
          PRIMARY KEY (question, direction)
        ) STRICT, WITHOUT ROWID;

        ALTER TABLE schedule ADD COLUMN fast_stability REAL;
        ALTER TABLE review ADD COLUMN place REAL;
        """)
    for table in ["preset", "preset_use", "suspension", "change_retraction"] {
      try forbidChanges(db, of: table)
    }
  }

  /// Makes a table of events that are never changed.
  static func forbidChanges(_ db: Database, of table: String) throws {
    for change in ["UPDATE", "DELETE"] {
      try db.execute(
        sql: """
          CREATE TRIGGER \(table)_never_\(change) BEFORE \(change) ON \(table)
          BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END
          """)
    }
  }
}
