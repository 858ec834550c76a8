import GRDB
import RabbleQuestions
import RabbleScheduling

/// How many cards are due on each of the coming days, for load balancing.
package struct DueLoadStore {
  let tx: Transaction

  /// Counts the cards due on each of the coming days, so that ``besides(_:at:)`` need not.
  package func count(at moment: Moment) throws { _ = try counts(after: moment.day) }

  /// What other cards ask of the coming days. The first call counts; the connection remembers it.
  ///
  /// - Parameters:
  ///   - card: the card a day is to be chosen for.
  ///   - moment: the present.
  /// - Returns: the cards due on each of the coming days without this one, and the days on which
  ///   others of its question are due.
  /// - Throws: ``StorageError`` when the review log can't be read.
  package func besides(_ card: CardID, at moment: Moment) throws -> DueLoad {
    var load = DueLoad(counts: try counts(after: moment.day))
    let rows = try Row.fetchCursor(
      tx.db.cachedStatement(
        sql: "SELECT direction, due_day FROM schedule WHERE question = ? AND due_day IS NOT NULL"),
      arguments: [card.question])
    while let row = try rows.next() {
      let day = try StudyDay(row, "due_day")
      if try Direction(row) != card.direction {
        load.siblings.insert(day)
      } else if let count = load.counts[day] {
        load.counts[day] = count - 1
      }
    }
    return load
  }

  /// How many cards are due on each of the coming days, after this one; days without any are left out.
  package func counts(after today: StudyDay) throws -> [StudyDay: Int] {
    if tx.isUnchanged, let load = try tx.caches(\.load), load.today == today { return load.counts }
    var load = DueLoadCounts(today: today)
    let rows = try Row.fetchCursor(
      tx.db.cachedStatement(
        sql: """
          SELECT due_day, count(*) AS count FROM schedule INDEXED BY schedule_by_day
          WHERE due_day > ?1 AND due_day <= ?1 + ?2 GROUP BY due_day
          """), arguments: [today.number, Scheduler.loadHorizon])
    while let row = try rows.next() {
      load.counts[try StudyDay(row, "due_day")] = try row.decode(forColumn: "count")
    }
    let counted = load
    tx.remember { $0.load = counted }
    return load.counts
  }
}

extension DueLoadStore {
  /// How much the schedules ask of today and of the days after.
  ///
  /// - Parameters:
  ///   - moment: the present.
  ///   - days: how many days after today are counted together.
  /// - Returns: the cards of the decks that are due, without those in steps and those that are suspended or buried.
  /// - Throws: ``StorageError``.
  package func outlook(at moment: Moment, days: Int) throws -> DueOutlook {
    let today = moment.day.number
    let row = try Row.fetchOne(
      tx.db,
      sql: """
        SELECT count(*) FILTER (WHERE due_day <= ?1) AS today,
          count(*) FILTER (WHERE due_day > ?1) AS after
        FROM schedule WHERE due_day <= ?1 + ?2 AND deck_group IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM held h WHERE h.question = schedule.question
            AND h.direction = schedule.direction AND (h.until_day IS NULL OR h.until_day > ?1))
        """, arguments: [today, days])
    return DueOutlook(
      today: try row?.decode(forColumn: "today") ?? 0,
      after: try row?.decode(forColumn: "after") ?? 0)
  }
}

/// How many cards are due today, overdue ones among them, and on some days after it.
package struct DueOutlook: Hashable, Sendable {
  package let today: Int
  package let after: Int

  package init(today: Int, after: Int) {
    self.today = today
    self.after = after
  }
}

extension Transaction {
  /// How many cards are due on each of the coming days.
  package var dueLoad: DueLoadStore { DueLoadStore(tx: self) }
}

/// How many cards are due on each of the coming days.
struct DueLoadCounts: Sendable {
  /// The day before the first that was counted.
  let today: StudyDay
  var counts: [StudyDay: Int] = [:]

  /// A card was due then and is due now.
  mutating func move(from before: Due?, to after: Due) {
    if case .on(let day) = before, let count = counts[day] { counts[day] = max(0, count - 1) }
    if case .on(let day) = after { counts[day, default: 0] += 1 }
  }
}
