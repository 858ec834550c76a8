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
    let dueDay: Int? = row[4]
    self.init(
      schedule: Schedule(
        phase: Phase(code: row[0], step: row[1]),
        memory: MemoryState(stability: row[2], difficulty: row[3]),
        due: dueDay.map { .on(StudyDay(number: $0)) } ?? .at(row[5]),
        interval: row[6],
        lastReview: Moment(milliseconds: row[7], utcOffset: row[8]),
        repetitions: row[9], lapses: row[10]),
      introduced: StudyDay(number: row[11]),
      score: Score(correct: row[12], incorrect: row[13]),
      wording: row[14], content: row[15])
  }

  static func fetch(_ db: Database, card: CardID) throws -> CardProgress? {
    let statement = try db.cachedStatement(
      sql: "SELECT \(columns) FROM schedule WHERE question = ? AND direction = ?")
    return try Row.fetchOne(statement, arguments: [card.question, card.direction.rawValue])
      .map(CardProgress.init(row:))
  }

  /// Puts the row in place of the one there was.
  func save(_ db: Database, card: CardID) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO schedule (\(Self.changing), introduced_day, question, direction)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(
      arguments: values + [introduced.number, card.question, card.direction.rawValue])
  }

  /// Changes the row there is; the day of introduction stays, and its index is left alone.
  func update(_ db: Database, card: CardID) throws {
    let statement = try db.cachedStatement(
      sql: """
        UPDATE schedule SET (\(Self.changing)) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        WHERE question = ? AND direction = ?
        """)
    try statement.execute(arguments: values + [card.question, card.direction.rawValue])
  }

  private static let changing = """
    phase, step, stability, difficulty, due_day, due_time, interval, last_time, last_offset, \
    repetitions, lapses, correct, incorrect, wording, content
    """

  /// The values of ``changing``.
  private var values: StatementArguments {
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
    ]
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
