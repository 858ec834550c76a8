import GRDB
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
          preset.name, reason.rawValue, text(preset.model.weights), preset.learnedFrom,
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
