import GRDB
import RabbleQuestions
import RabbleScheduling

/// The days of study: what was answered on them, and what will be due.
package struct DayStore {
  let tx: Transaction
  private var db: Database { tx.db }

  /// Hands the answers of a day that were not undone to `body`, oldest first, each with whether its
  /// card was answered for the first time on that day.
  ///
  /// - Throws: what `body` throws; ``StorageError`` when the review log can't be read.
  package func forEachAnswer(
    on day: StudyDay, _ body: (_ review: Review, _ isNew: Bool) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT e.question, e.direction, e.grade, e.time, e.utc_offset, e.duration,
            coalesce(s.introduced_day >= ?2, 1) AND \(ReviewEvent.isScheduled) AS is_new, e.occasion
          FROM counted_review e
            LEFT JOIN schedule s ON s.question = e.question AND s.direction = e.direction
          WHERE e.id >= ?1 ORDER BY e.id
          """), arguments: [Self.firstID(of: day), day.number])
    while let row = try rows.next() {
      let review = Review(
        card: try CardID(row), grade: try row.decode(forColumn: "grade"), moment: try Moment(row),
        typed: nil, verdict: nil, hintUsed: false,
        duration: try row.decode("duration", in: LogBounds.duration),
        occasion: try row.decode(forColumn: "occasion"))
      if review.moment.day == day { try body(review, try row.decode(forColumn: "is_new")) }
    }
  }

  /// How many answers that were not undone there are on each day from `first` on; days without any
  /// are left out.
  package func answers(since first: StudyDay) throws -> [StudyDay: Int] {
    var counts: [StudyDay: Int] = [:]
    try RawRows(
      db,
      cached: """
        SELECT e.time, e.utc_offset FROM counted_review e WHERE e.id >= ?
        """, [Self.firstID(of: first)]
    ).forEach { row in
      let day = try row.moment(0).day
      if day >= first { counts[day, default: 0] += 1 }
    }
    return counts
  }

  /// How many answers that were not undone there are on each of some days, the last of which is that of the
  /// newest answer; days without any are left out.
  package func answers(inLast count: Int) throws -> [StudyDay: Int] {
    let last = try Row.fetchOne(
      db,
      sql: """
        SELECT e.time, e.utc_offset FROM counted_review e
        ORDER BY e.id DESC LIMIT 1
        """
    ).map { try Moment($0).day }
    return try last.map { try answers(since: $0.advanced(byDays: 1 - count)) } ?? [:]
  }

  /// The cards that were learned on earlier days and answered on this one.
  package func reviewedCards(on day: StudyDay) throws -> Set<CardID> {
    var cards: Set<CardID> = []
    try forEachAnswer(on: day) { review, isNew in if !isNew { cards.insert(review.card) } }
    return cards
  }

  /// On how many days in a row there was an answer, up to this day or, where it has none yet, up to
  /// the day before.
  ///
  /// An answer after a clock was ahead, or after a flight west, has an identity later than its day, so that no
  /// identity tells where a day ends: all answers from a day on are asked for theirs.
  ///
  /// - Complexity: O(*n*) for *n* answers, not many more than those of the days in a row.
  package func streak(on day: StudyDay) throws -> Int {
    var window = 32
    while true {
      let start = day.advanced(byDays: -window)
      var days: Set<Int> = []
      var recent = Int.min
      _ = try tx.statistics.forEach(since: start, []) { event, _ in
        if event.answer.day != recent { days.insert(event.answer.day) }
        recent = event.answer.day
      }
      let last = days.contains(day.number) ? day.number : day.number - 1
      var missing = last
      while missing >= start.number, days.contains(missing) { missing -= 1 }
      if missing >= start.number { return last - missing }
      window *= 4
    }
  }

  /// The earliest day of an answer that was not undone; `nil` without any. It may not be that of the first
  /// answer: who travels west has a day again, and a clock may have been ahead.
  ///
  /// - Complexity: O(*n*) for *n* answers.
  package func first() throws -> StudyDay? {
    try Row.fetchOne(
      db,
      sql: """
        SELECT e.time, e.utc_offset FROM counted_review e
        ORDER BY e.time + e.utc_offset * 1000 LIMIT 1
        """
    ).map { try Moment($0).day }
  }

  /// How many cards of these groups will be due on each of the days after this one, if no other is answered
  /// today: what is due already, or in its steps, comes tomorrow then, as does what is buried until then.
  ///
  /// - Parameters:
  ///   - groups: the groups.
  ///   - days: how many days, 1 or more.
  ///   - moment: the present.
  /// - Returns: the number of each day, the next one first, and how many of that one's are left from today.
  /// - Throws: ``StorageError`` when the review log can't be read.
  package func forecast(of groups: [StoredGroup], days: Int, at moment: Moment) throws -> (
    due: [Int], carriedOver: Int
  ) {
    let ids = groups.map { String($0.id) }.joined(separator: ",")
    let tomorrow = moment.day.advanced(byDays: 1)
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT s.due_day, s.due_time, count(*) AS count FROM schedule s
        WHERE (s.due_day <= ?2 OR s.due_time IS NOT NULL) AND EXISTS
          (SELECT 1 FROM question q
            JOIN deck_card c ON c.deck_group = q.deck_group AND c.position = q.position
              AND c.direction = s.direction
            WHERE q.id = s.question AND q.deck_group IN (\(ids))
              AND NOT \(SuspensionStore.isHeld(direction: "s.direction")))
        GROUP BY s.due_day, s.due_time
        """, arguments: [tomorrow.number, moment.day.advanced(byDays: days).number])
    var forecast = (due: Array(repeating: 0, count: days), carriedOver: 0)
    while let row = try rows.next() {
      guard let due = try Due(row) else { continue }
      let day =
        switch due {
        case .on(let day): day
        case .at(let time): Moment(milliseconds: time, utcOffset: moment.utcOffset).day
        }
      let count: Int = try row.decode(forColumn: "count")
      if day < tomorrow { forecast.carriedOver += count }
      let place = max(0, day.number - tomorrow.number)
      if place < days { forecast.due[place] += count }
    }
    return forecast
  }

  /// The identity before those of all answers of a day, in whatever zone they were given.
  static func firstID(of day: StudyDay) -> EventID {
    EventID(earliestAt: start(of: day, utcOffset: 86_400))
  }

  /// When a day begins on a clock, in Unix milliseconds.
  private static func start(of day: StudyDay, utcOffset: Int) -> Int64 {
    Int64(day.number * 86_400 + StudyDay.rolloverHour * 3600 - utcOffset) * 1000
  }
}

extension Transaction {
  /// The days of study.
  package var days: DayStore { DayStore(tx: self) }
}
