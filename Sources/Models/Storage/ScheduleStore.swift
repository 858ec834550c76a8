import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// Schedules of cards: what their reviews come to. Each is kept in one row and can be computed again
/// from the events (`Replay.swift`).
package struct ScheduleStore {
  let tx: Transaction
  var db: Database { tx.db }

  /// What is kept for a card; `nil` when it was never answered.
  func progress(of card: CardID) throws -> CardProgress? {
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: Self.fetching), arguments: [card.question, card.direction])
    return try rows.next().map { try CardProgress($0) }
  }

  /// How many cards were answered or taken as known.
  package func count() throws -> Int {
    try Int.fetchOne(tx.db, sql: "SELECT count(*) FROM schedule") ?? 0
  }

  /// When a card is due; `nil` when it was never answered.
  package func due(of card: CardID) throws -> Due? { try progress(of: card)?.schedule.due }

  /// When each card is due that was answered or taken as known.
  func dueDates() throws -> [CardID: Due] {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT question, direction, due_day, due_time FROM schedule")
    var dates: [CardID: Due] = [:]
    while let row = try rows.next() { dates[try CardID(row)] = try Due(row, at: 2) }
    return dates
  }

  /// The cards of these groups that have left their steps and are due on this day or before; without
  /// those that are suspended or buried.
  package func due(
    in groups: [StoredGroup], through day: StudyDay, at moment: Moment
  ) throws -> [Rescheduling.Candidate] {
    let book = try tx.presets.book()
    let ids = groups.map { String($0.id) }.joined(separator: ",")
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT \(CardProgress.columns), question, direction,
          (SELECT group_title FROM wording WHERE id = schedule.wording)
        FROM schedule
        WHERE due_day <= ? AND EXISTS (SELECT 1 FROM question q
            JOIN card c ON c.deck_group = q.deck_group AND c.position = q.position
              AND c.direction = schedule.direction
            WHERE q.id = schedule.question AND q.deck_group IN (\(ids)))
          AND NOT EXISTS (SELECT 1 FROM held h WHERE h.question = schedule.question
            AND h.direction = schedule.direction AND (h.until_day IS NULL OR h.until_day > ?))
        ORDER BY due_day, question, direction
        """, arguments: [day.number, moment.day.number])
    return try rows.compactMap { row in
      let progress = try CardProgress(row)
      let title = book.title(
        of: try row.decode(atIndex: CardProgress.columnCount + 2), since: progress.wording)
      return Rescheduling.Candidate(
        card: try CardID(row, at: CardProgress.columnCount), schedule: progress.schedule,
        preset: book.preset(forGroup: title))
    }
  }

  /// Puts the row of a card in place of the one there was.
  func save(_ progress: CardProgress, of card: CardID) throws {
    let key: [(any DatabaseValueConvertible)?] = [
      card.question, card.direction, progress.introduced.number,
    ]
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO schedule (\(Self.changing), question, direction, introduced_day)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: progress.changing + StatementArguments(key))
  }

  /// Changes the row of a card; the day of its introduction stays, and its index is left alone.
  func update(_ progress: CardProgress, of card: CardID) throws {
    try db.cachedStatement(sql: Self.updating)
      .execute(arguments: progress.changing + [card.question, card.direction])
  }

  /// Changes the row of a card that was introduced on the same day, as far as it differs, so that its
  /// indexes change no more than they must.
  ///
  /// - Returns: whether there is such a row.
  func replace(_ progress: CardProgress, of card: CardID) throws -> Bool {
    try db.cachedStatement(sql: Self.updating + " AND introduced_day = ?").execute(
      arguments: progress.changing + [card.question, card.direction, progress.introduced.number])
    return db.changesCount > 0
  }

  /// Removes the row of a card, which is new again.
  func remove(_ card: CardID) throws {
    try db.execute(
      sql: "DELETE FROM schedule WHERE question = ? AND direction = ?",
      arguments: [card.question, card.direction])
    try tx.cards.setNew(card, true)
  }

  /// Reschedules every answered card whose group this condition holds for; the title is that of the
  /// group it was last asked in, as it was when its wording was recorded.
  ///
  /// - Parameters:
  ///   - isConcerned: whether the cards of a group that had this title at this event are rescheduled.
  ///   - change: the new schedule of a card, from what is kept and from its events; `nil` leaves it as
  ///     it is.
  /// - Returns: how many cards got another due date.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  func reschedule(
    where isConcerned: (_ title: String, _ wording: EventID) -> Bool,
    _ change: (CardID, _ title: String, CardProgress, RescheduledEvents) throws -> Schedule?
  ) throws -> Int {
    var concerned: [(CardID, String, CardProgress)] = []
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(CardProgress.columns), question, direction,
          (SELECT group_title FROM wording WHERE id = schedule.wording)
        FROM schedule
        """)
    while let row = try rows.next() {
      let title: String = try row.decode(atIndex: CardProgress.columnCount + 2)
      let isMeant = isConcerned(title, try row.decode(atIndex: 14))
      if isMeant {
        let card = try CardID(row, at: CardProgress.columnCount)
        concerned.append((card, title, try CardProgress(row)))
      }
    }
    let events = try RescheduledEvents(of: concerned.map(\.0), self)
    let statement = try db.cachedStatement(sql: Self.remembering)
    var moved = 0
    for (card, title, before) in concerned {
      guard let after = try change(card, title, before, events), after != before.schedule else {
        continue
      }
      // Most cards keep their day. Then no index changes.
      let progress = before.with(after)
      if after.due == before.schedule.due, after.phase == before.schedule.phase {
        try statement.execute(arguments: [
          after.memory.stability, after.memory.difficulty, after.memory.fastStability,
          after.interval, after.lapses, card.question, card.direction,
        ])
      } else {
        try update(progress, of: card)
        if after.due != before.schedule.due { moved += 1 }
      }
    }
    return moved
  }

  // Put together once, as they run with every answer.
  private static let fetching =
    "SELECT \(CardProgress.columns) FROM schedule WHERE question = ? AND direction = ?"
  private static let updating = """
    UPDATE schedule SET (\(changing)) = (
      ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    WHERE question = ? AND direction = ?
    """
  private static let remembering = """
    UPDATE schedule SET (stability, difficulty, fast_stability, interval, lapses) = (?, ?, ?, ?, ?)
    WHERE question = ? AND direction = ?
    """
  private static let changing = """
    phase, step, stability, difficulty, due_day, due_time, interval, last_time, last_offset, \
    repetitions, lapses, correct, incorrect, wording, content, fast_stability, \
    again_time, hard_time, good_time, easy_time
    """
}

extension Transaction {
  /// Schedules of cards.
  package var schedules: ScheduleStore { ScheduleStore(tx: self) }
}

/// What the reviews of one card come to.
struct CardProgress: Hashable {
  let schedule: Schedule
  let introduced: StudyDay
  let score: Score
  let answered: LastAnswers
  let wording: EventID
  let content: QuestionID

  /// The progress after one more review, which led to this schedule.
  static func after(
    _ progress: CardProgress?, _ review: Review, schedule: Schedule, wording: EventID,
    content: QuestionID
  ) -> CardProgress {
    var score = progress?.score ?? Score()
    score.count(correct: review.grade.isCorrect)
    return CardProgress(
      schedule: schedule, introduced: progress?.introduced ?? review.moment.day, score: score,
      answered: (progress?.answered ?? LastAnswers()).after(review.grade, at: review.moment),
      wording: wording, content: content)
  }

  /// The same progress with another schedule.
  func with(_ schedule: Schedule) -> CardProgress {
    CardProgress(
      schedule: schedule, introduced: introduced, score: score, answered: answered,
      wording: wording, content: content)
  }
}

/// When a card was last answered with each grade, in Unix milliseconds; `nil` for never.
struct LastAnswers: Hashable {
  var again, hard, good, easy: Int64?

  /// After one more answer. A clock that was put back does not make an answer older.
  func after(_ grade: Grade, at moment: Moment) -> LastAnswers {
    var answers = self
    func latest(_ time: Int64?) -> Int64 { max(time ?? .min, moment.milliseconds) }
    switch grade {
    case .again: answers.again = latest(again)
    case .hard: answers.hard = latest(hard)
    case .good: answers.good = latest(good)
    case .easy: answers.easy = latest(easy)
    }
    return answers
  }

  fileprivate init(_ row: Row, at first: Int) throws {
    again = try row.decodeIfPresent(atIndex: first, in: LogBounds.time)
    hard = try row.decodeIfPresent(atIndex: first + 1, in: LogBounds.time)
    good = try row.decodeIfPresent(atIndex: first + 2, in: LogBounds.time)
    easy = try row.decodeIfPresent(atIndex: first + 3, in: LogBounds.time)
  }

  init() {}
}

// MARK: - Rows

extension CardProgress {
  /// How many there are of ``columns``.
  static let columnCount = 21

  static let columns = """
    phase, step, stability, difficulty, due_day, due_time, interval, last_time, last_offset, \
    repetitions, lapses, introduced_day, correct, incorrect, wording, content, fast_stability, \
    again_time, hard_time, good_time, easy_time
    """

  /// The same columns of the table with an alias.
  static func columns(of alias: String) -> String {
    columns.split(separator: ", ").map { "\(alias).\($0)" }.joined(separator: ", ")
  }

  /// Reads ``columns``.
  init(_ row: Row) throws {
    guard let due = try Due(row, at: 4) else { throw LogFault("a schedule without a due date") }
    self.init(
      schedule: Schedule(
        phase: try Phase(
          code: row.decode(atIndex: 0), step: row.decode(atIndex: 1, in: LogBounds.position)),
        memory: try MemoryState(row, at: 2, fast: 16), due: due,
        interval: try row.decode(atIndex: 6, in: LogBounds.interval),
        lastReview: try Moment(row, at: 7),
        repetitions: try row.decode(atIndex: 9, in: LogBounds.count),
        lapses: try row.decode(atIndex: 10, in: LogBounds.count)),
      introduced: try StudyDay(row, at: 11), score: try Score(row, at: 12),
      answered: try LastAnswers(row, at: 17), wording: try row.decode(atIndex: 14),
      content: try row.decode(atIndex: 15))
  }

  /// The values of the columns that change with a review.
  fileprivate var changing: StatementArguments {
    let (dueDay, dueTime): (Int?, Int64?) =
      switch schedule.due {
      case .on(let day): (day.number, nil)
      case .at(let time): (nil, time)
      }
    return [
      schedule.phase.code, schedule.phase.step, schedule.memory.stability,
      schedule.memory.difficulty, dueDay, dueTime, schedule.interval,
      schedule.lastReview.milliseconds, schedule.lastReview.utcOffset, schedule.repetitions,
      schedule.lapses, score.correct, score.incorrect, wording, content,
      schedule.memory.fastStability, answered.again, answered.hard, answered.good, answered.easy,
    ]
  }
}

/// Reads schedules in passes over all of them.
enum SteppedSchedule {
  /// How many there are of ``columns(of:)``.
  static let columnCount: CInt = 12

  /// The columns that ``read(_:)`` reads, of the table with an alias.
  static func columns(of alias: String) -> String {
    [
      "phase", "step", "stability", "difficulty", "due_day", "due_time", "interval", "last_time",
      "last_offset", "repetitions", "lapses", "fast_stability",
    ].map { "\(alias).\($0)" }.joined(separator: ", ")
  }

  /// The schedule in a row whose first columns are ``columns(of:)``.
  static func read(_ row: SteppedRow) throws -> Schedule {
    func integer<Bound: BinaryInteger>(
      _ column: CInt, in bounds: ClosedRange<Bound>
    ) throws -> Bound {
      let number = row.integer(column)
      guard let value = Bound(exactly: number), bounds.contains(value) else {
        throw LogFault("\(number) in a schedule")
      }
      return value
    }
    func number(_ column: CInt, in bounds: ClosedRange<Double>) throws -> Double {
      let number = row.number(column)
      guard bounds.contains(number) else { throw LogFault("\(number) in a schedule") }
      return number
    }
    let due: Due =
      if !row.isNull(4) {
        .on(StudyDay(number: try integer(4, in: LogBounds.day)))
      } else if !row.isNull(5) {
        .at(try integer(5, in: LogBounds.time))
      } else {
        throw LogFault("a schedule without a due date")
      }
    return Schedule(
      phase: try Phase(
        code: integer(0, in: 0...2), step: integer(1, in: LogBounds.position)),
      memory: MemoryState(
        stability: try number(2, in: LogBounds.stability),
        difficulty: try number(3, in: LogBounds.difficulty),
        fastStability: row.isNull(11) ? nil : try number(11, in: LogBounds.stability)),
      due: due, interval: try integer(6, in: LogBounds.interval),
      lastReview: Moment(
        milliseconds: try integer(7, in: LogBounds.time),
        utcOffset: try integer(8, in: LogBounds.utcOffset)),
      repetitions: try integer(9, in: LogBounds.count),
      lapses: try integer(10, in: LogBounds.count))
  }
}

extension MemoryState {
  /// Reads stability and difficulty, which follow each other from `first` on, and the column `fast`
  /// with the fast stability.
  init(_ row: Row, at first: Int, fast: Int) throws {
    self.init(
      stability: try row.decode(atIndex: first, in: LogBounds.stability),
      difficulty: try row.decode(atIndex: first + 1, in: LogBounds.difficulty),
      fastStability: try row.decodeIfPresent(atIndex: fast, in: LogBounds.stability))
  }
}

extension Phase {
  fileprivate init(code: Int, step: Int) throws {
    switch code {
    case 0: self = .learning(step: step)
    case 1: self = .review
    case 2: self = .relearning(step: step)
    default: throw LogFault("the phase \(code) of a schedule")
    }
  }

  fileprivate var code: Int {
    switch self {
    case .learning: 0
    case .review: 1
    case .relearning: 2
    }
  }

  fileprivate var step: Int {
    switch self {
    case .learning(let step), .relearning(let step): step
    case .review: 0
    }
  }
}

// MARK: - Tables

extension ScheduleStore {
  static let migration1 = """
    CREATE TABLE schedule (
      question BLOB NOT NULL,
      direction TEXT NOT NULL,
      phase INTEGER NOT NULL,
      step INTEGER NOT NULL,
      stability REAL NOT NULL,
      difficulty REAL NOT NULL,
      due_day INTEGER,
      due_time INTEGER,
      interval INTEGER NOT NULL,
      last_time INTEGER NOT NULL,
      last_offset INTEGER NOT NULL,
      repetitions INTEGER NOT NULL,
      lapses INTEGER NOT NULL,
      introduced_day INTEGER NOT NULL,
      correct INTEGER NOT NULL,
      incorrect INTEGER NOT NULL,
      wording BLOB NOT NULL,
      content BLOB NOT NULL,
      PRIMARY KEY (question, direction)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX schedule_by_day ON schedule(due_day) WHERE due_day IS NOT NULL;
    CREATE INDEX schedule_by_time ON schedule(due_time) WHERE due_time IS NOT NULL;
    CREATE INDEX schedule_by_introduction ON schedule(introduced_day);
    """

  /// When each card was last answered with each grade, from the answers its schedule follows from.
  static let migration13 =
    Grade.allCases.map { "ALTER TABLE schedule ADD COLUMN \($0.name)_time INTEGER;\n" }.joined()
      + """
      UPDATE schedule AS s SET (again_time, hard_time, good_time, easy_time) = (
        SELECT max(e.time) FILTER (WHERE e.grade = 1), max(e.time) FILTER (WHERE e.grade = 2),
          max(e.time) FILTER (WHERE e.grade = 3), max(e.time) FILTER (WHERE e.grade = 4)
        FROM review e WHERE e.question = s.question AND e.direction = s.direction
          AND \(ReviewEvent.isScheduled) AND \(ReviewEvent.countsBeforeImports("e")));

      """

  static let migration5 = "ALTER TABLE schedule ADD COLUMN fast_stability REAL;"

  /// Where the decks have the question of a row of `schedule`, if that card is all they have of it:
  /// its group and its position there. No row if no deck has it, or several cards or decks do.
  static let onlyPlace = """
    SELECT max(q.deck_group), max(q.position) FROM question q WHERE q.id = schedule.question
    GROUP BY q.id HAVING count(*) = 1 AND max(q.sole) = schedule.direction
    """

  /// A card that was answered has its place in the decks in its row, and the index by due day
  /// includes it, so that the queue need not look up thousands of questions. NULL where it is not one
  /// place; then it is looked up in the tables of the decks. Triggers keep it up to date.
  static let migration6 =
    """
    ALTER TABLE schedule ADD COLUMN deck_group INTEGER;
    ALTER TABLE schedule ADD COLUMN position INTEGER;
    DROP INDEX schedule_by_day;
    UPDATE schedule SET (deck_group, position) = (\(onlyPlace));
    CREATE INDEX schedule_by_day ON schedule(due_day, deck_group, position)
      WHERE due_day IS NOT NULL;
    """
    + placeTrigger(
      "scheduled", "INSERT ON schedule", "question = NEW.question AND direction = NEW.direction")
    + placeTrigger("shelved", "INSERT ON question", "question = NEW.id")
    + placeTrigger("removed", "DELETE ON question", "question = OLD.id")
    + placeTrigger(
      "renamed", "UPDATE OF deck_group, position, id, sole ON question",
      "question IN (OLD.id, NEW.id)")

  private static func placeTrigger(_ name: String, _ change: String, _ cards: String) -> String {
    """

    CREATE TRIGGER place_when_\(name) AFTER \(change)
    BEGIN UPDATE schedule SET (deck_group, position) = (\(onlyPlace)) WHERE \(cards); END;
    """
  }
}
