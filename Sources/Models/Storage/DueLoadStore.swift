import GRDB
import RabbleQuestions
import RabbleScheduling

extension StudyLog {
  /// Counts the cards due on each of the days to come, so that ``dueLoad(besides:at:)`` knows it.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func countLoad(at moment: Moment) throws(StorageError) {
    try read { _ = try counts($0, after: moment.day) }
  }

  /// What other cards ask of the days to come. The first call counts; later ones know it.
  ///
  /// - Parameters:
  ///   - card: the card a day is to be chosen for.
  ///   - moment: the present.
  /// - Returns: the cards due on each day to come, this one left out, and the days on which others of
  ///   its question are due.
  /// - Throws: ``StorageError`` when the log can't be read.
  public func dueLoad(besides card: CardID, at moment: Moment) throws(StorageError) -> DueLoad {
    try read { try dueLoad($0, besides: card, at: moment) }
  }

  func dueLoad(_ db: Database, besides card: CardID, at moment: Moment) throws -> DueLoad {
    var load = DueLoad(counts: try counts(db, after: moment.day))
    try db.cachedStatement(
      sql: "SELECT direction, due_day FROM schedule WHERE question = ? AND due_day IS NOT NULL"
    ).forEach(db) {
      $0.add(card.question)
    } _: { row in
      let day = StudyDay(number: row.number(1))
      if row.text(0) != card.direction.rawValue {
        load.siblings.insert(day)
      } else if let count = load.counts[day] {
        load.counts[day] = count - 1
      }
    }
    return load
  }

  private func counts(_ db: Database, after today: StudyDay) throws -> [StudyDay: Int] {
    let version = try dataVersion(db)
    let isKnown = known.withLock { $0.load.version == version && $0.load.today == today }
    if !isKnown {
      var load = KnownLoad(version: version, today: today)
      try db.cachedStatement(
        sql: """
          SELECT due_day, count(*) FROM schedule INDEXED BY schedule_by_day
          WHERE due_day > ?1 AND due_day <= ?1 + ?2 GROUP BY due_day
          """
      ).forEach(db) {
        $0.add(today.number)
        $0.add(Scheduler.loadHorizon)
      } _: { row in
        load.counts[StudyDay(number: row.number(0))] = row.number(1)
      }
      known.withLock { $0.load = load }
    }
    return known.withLock { $0.load.counts }
  }
}

/// How many cards are due on each of the days to come, as long as no other connection has changed the
/// log.
struct KnownLoad {
  /// SQLite's `data_version` when the rest was known.
  var version: Int64?
  /// The day before the first that was counted.
  var today: StudyDay?
  var counts: [StudyDay: Int] = [:]

  /// A card was due then and is due now.
  mutating func move(from before: Due?, to after: Due) {
    if case .on(let day) = before, let count = counts[day] { counts[day] = max(0, count - 1) }
    if case .on(let day) = after { counts[day, default: 0] += 1 }
  }
}
