import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// What the reviews of one card come to: the row that is kept beside them, and made again from them.
struct CardProgress: Hashable {
  let schedule: Schedule
  let introduced: StudyDay
  let score: Score
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
      wording: wording, content: content)
  }

  /// The progress after all reviews of a card; `nil` when there are none.
  static func after(
    _ answers: [LoggedAnswer], of card: CardID, scheduler: Scheduler
  ) -> CardProgress? {
    var progress: CardProgress?
    for answer in answers {
      let schedule = scheduler.schedule(
        progress?.schedule, grade: answer.grade, at: answer.moment, card: card,
        fuzzPosition: answer.fuzzPosition)
      progress = after(
        progress, answer.review(of: card), schedule: schedule, wording: answer.wording,
        content: answer.content)
    }
    return progress
  }

  /// The same progress with another schedule.
  func with(_ schedule: Schedule) -> CardProgress {
    CardProgress(
      schedule: schedule, introduced: introduced, score: score, wording: wording, content: content)
  }
}

extension CardProgress {
  static let columns = """
    phase, step, stability, difficulty, due_day, due_time, interval, last_time, last_offset, \
    repetitions, lapses, introduced_day, correct, incorrect, wording, content, fast_stability
    """

  /// Reads ``columns``.
  init(columns row: Columns) {
    self.init(
      schedule: Schedule(
        phase: Phase(code: row.number(0), step: row.number(1)),
        memory: MemoryState(
          stability: row.real(2), difficulty: row.real(3),
          fastStability: row.isNull(16) ? nil : row.real(16)),
        due: row.isNull(4) ? .at(row.integer(5)) : .on(StudyDay(number: row.number(4))),
        interval: row.number(6),
        lastReview: Moment(milliseconds: row.integer(7), utcOffset: row.number(8)),
        repetitions: row.number(9), lapses: row.number(10)),
      introduced: StudyDay(number: row.number(11)),
      score: Score(correct: row.number(12), incorrect: row.number(13)),
      wording: EventID(bits: row.bits(14)), content: QuestionID(bits: row.bits(15)))
  }

  static func fetch(_ db: Database, card: CardID) throws -> CardProgress? {
    try db.cachedStatement(sql: fetching).first(db) {
      $0.add(card.question)
      $0.add(card.direction.rawValue)
    } _: {
      CardProgress(columns: $0)
    }
  }

  /// Puts the row in place of the one there was.
  func save(_ db: Database, card: CardID) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO schedule (\(Self.changing), question, direction, introduced_day)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).run(db) {
      bindChanging(to: &$0)
      $0.add(card.question)
      $0.add(card.direction.rawValue)
      $0.add(introduced.number)
    }
  }

  /// Changes the row there is; the day of introduction stays, and its index is left alone.
  func update(_ db: Database, card: CardID) throws {
    try db.cachedStatement(sql: Self.updating).run(db) {
      bindChanging(to: &$0)
      $0.add(card.question)
      $0.add(card.direction.rawValue)
    }
  }

  private static let changing = """
    phase, step, stability, difficulty, due_day, due_time, interval, last_time, last_offset, \
    repetitions, lapses, correct, incorrect, wording, content, fast_stability
    """

  // Put together once, as they run at every answer.
  private static let fetching =
    "SELECT \(columns) FROM schedule WHERE question = ? AND direction = ?"
  private static let updating = """
    UPDATE schedule SET (\(changing)) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    WHERE question = ? AND direction = ?
    """

  /// Binds the values of ``changing``.
  private func bindChanging(to parameters: inout Binding) {
    let (dueDay, dueTime): (Int?, Int64?) =
      switch schedule.due {
      case .on(let day): (day.number, nil)
      case .at(let time): (nil, time)
      }
    parameters.add(schedule.phase.code)
    parameters.add(schedule.phase.step)
    parameters.add(schedule.memory.stability)
    parameters.add(schedule.memory.difficulty)
    parameters.add(dueDay)
    parameters.add(dueTime)
    parameters.add(schedule.interval)
    parameters.add(schedule.lastReview.milliseconds)
    parameters.add(schedule.lastReview.utcOffset)
    parameters.add(schedule.repetitions)
    parameters.add(schedule.lapses)
    parameters.add(score.correct)
    parameters.add(score.incorrect)
    parameters.add(wording)
    parameters.add(content)
    parameters.add(schedule.memory.fastStability)
  }
}

extension Phase {
  fileprivate init(code: Int, step: Int) {
    switch code {
    case 0: self = .learning(step: step)
    case 1: self = .review
    default: self = .relearning(step: step)
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

extension StudyLog {
  /// Where the decks have the question of a row of `schedule`, if that card is all they have of it:
  /// its group and its position there. No row where no deck has it, or several cards or decks do.
  static let onlyPlace = """
    SELECT max(q.deck_group), max(q.position) FROM question q WHERE q.id = schedule.question
    GROUP BY q.id HAVING count(*) = 1 AND max(q.sole) = schedule.direction
    """

  /// What migration 6 adds: a card that has been answered knows its place in the decks, and the index
  /// of due cards tells it, so that the queue need not look for thousands of questions. NULL where
  /// that is not one place; then the tables of the decks tell. Triggers keep it, whoever writes.
  static func createPlaces(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE schedule ADD COLUMN deck_group INTEGER;
        ALTER TABLE schedule ADD COLUMN position INTEGER;
        DROP INDEX schedule_by_day;
        UPDATE schedule SET (deck_group, position) = (\(onlyPlace));
        CREATE INDEX schedule_by_day ON schedule(due_day, deck_group, position)
          WHERE due_day IS NOT NULL;
        """)
    let changes = [
      ("scheduled", "INSERT ON schedule", "question = NEW.question AND direction = NEW.direction"),
      ("shelved", "INSERT ON question", "question = NEW.id"),
      ("removed", "DELETE ON question", "question = OLD.id"),
      (
        "renamed", "UPDATE OF deck_group, position, id, sole ON question",
        "question IN (OLD.id, NEW.id)"
      ),
    ]
    for (name, change, cards) in changes {
      try db.execute(
        sql: """
          CREATE TRIGGER place_when_\(name) AFTER \(change)
          BEGIN UPDATE schedule SET (deck_group, position) = (\(onlyPlace)) WHERE \(cards); END
          """)
    }
  }
}
