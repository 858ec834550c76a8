import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

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
