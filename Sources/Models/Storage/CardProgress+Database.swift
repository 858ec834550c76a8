import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

extension CardProgress {
  static let columns = """
    phase, step, stability, difficulty, due_day, due_time, interval, last_time, last_offset, \
    repetitions, lapses, introduced_day, correct, incorrect, wording, content
    """

  /// Reads a row of `schedule`.
  init(row: Row) {
    let dueDay: Int? = row["due_day"]
    self.init(
      schedule: Schedule(
        phase: Phase(code: row["phase"], step: row["step"]),
        memory: MemoryState(stability: row["stability"], difficulty: row["difficulty"]),
        due: dueDay.map { .on(StudyDay(number: $0)) } ?? .at(row["due_time"]),
        interval: row["interval"],
        lastReview: Moment(milliseconds: row["last_time"], utcOffset: row["last_offset"]),
        repetitions: row["repetitions"], lapses: row["lapses"]),
      introduced: StudyDay(number: row["introduced_day"]),
      score: Score(correct: row["correct"], incorrect: row["incorrect"]),
      wording: row["wording"], content: row["content"])
  }

  static func fetch(_ db: Database, card: CardID) throws -> CardProgress? {
    let statement = try db.cachedStatement(
      sql: "SELECT \(columns) FROM schedule WHERE question = ? AND direction = ?")
    return try Row.fetchOne(statement, arguments: [card.question, card.direction.rawValue])
      .map(CardProgress.init(row:))
  }

  /// Puts the row in place of the one there was.
  func save(_ db: Database, card: CardID) throws {
    let (dueDay, dueTime): (Int?, Int64?) =
      switch schedule.due {
      case .on(let day): (day.number, nil)
      case .at(let time): (nil, time)
      }
    let statement = try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO schedule (question, direction, \(Self.columns))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(
      arguments: [
        card.question, card.direction.rawValue, schedule.phase.code, schedule.phase.step,
        schedule.memory.stability, schedule.memory.difficulty, dueDay, dueTime, schedule.interval,
        schedule.lastReview.milliseconds, schedule.lastReview.utcOffset, schedule.repetitions,
        schedule.lapses, introduced.number, score.correct, score.incorrect, wording, content,
      ])
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
