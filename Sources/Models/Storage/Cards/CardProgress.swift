import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

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
    _ progress: CardProgress?, _ grade: Grade, at moment: Moment, schedule: Schedule,
    wording: EventID, content: QuestionID
  ) -> CardProgress {
    var score = progress?.score ?? Score()
    score.count(correct: grade.isCorrect)
    return CardProgress(
      schedule: schedule, introduced: progress?.introduced ?? moment.day, score: score,
      answered: (progress?.answered ?? LastAnswers()).after(grade, at: moment), wording: wording,
      content: content)
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

  /// Reads the columns with one of each, which follow each other.
  fileprivate init(_ row: RawRow, at first: CInt) throws {
    func time(_ place: CInt) throws -> Int64? {
      row.isNull(first + place) ? nil : try row.integer(first + place, in: LogBounds.time)
    }
    (again, hard, good, easy) = (try time(0), try time(1), try time(2), try time(3))
  }

  init() {}
}

// MARK: - Rows

extension CardProgress {
  /// The columns that ``init(_:)`` reads.
  static let columns =
    Schedule.columns + [
      "introduced_day", "correct", "incorrect", "wording", "content", "again_time", "hard_time",
      "good_time", "easy_time",
    ]

  /// Reads a row whose first columns are ``columns``.
  init(_ row: RawRow) throws {
    let next = CInt(Schedule.columns.count)
    self.init(
      schedule: try Schedule(row),
      introduced: StudyDay(number: try row.integer(next, in: LogBounds.day)),
      score: Score(
        correct: try row.integer(next + 1, in: LogBounds.count),
        incorrect: try row.integer(next + 2, in: LogBounds.count)),
      answered: try LastAnswers(row, at: next + 5),
      wording: EventID(bits: try row.identity(next + 3)),
      content: QuestionID(bits: try row.identity(next + 4)))
  }

  /// The values of the columns that change with a review.
  var changing: [EventValue] {
    let (dueDay, dueTime): (EventValue, EventValue) =
      switch schedule.due {
      case .on(let day): (.init(day.number), .null)
      case .at(let time): (.null, .integer(time))
      }
    return [
      .init(schedule.phase.code), .init(schedule.phase.step), .real(schedule.memory.stability),
      .real(schedule.memory.difficulty), dueDay, dueTime, .init(schedule.interval),
      .integer(schedule.lastReview.milliseconds), .init(schedule.lastReview.utcOffset),
      .init(schedule.repetitions), .init(schedule.lapses), .init(score.correct),
      .init(score.incorrect), .init(wording), .init(content), .init(answered.again),
      .init(answered.hard), .init(answered.good), .init(answered.easy),
    ]
  }
}

extension Schedule {
  /// The columns that ``init(_:)`` reads.
  static let columns = [
    "phase", "step", "stability", "difficulty", "due_day", "due_time", "interval", "last_time",
    "last_offset", "repetitions", "lapses",
  ]

  /// Reads a row whose first columns are ``columns``. Each answer reads one, and reports read all: by names, reading
  /// one takes an eighth of the time that an answer does.
  init(_ row: RawRow) throws {
    let due: Due =
      if !row.isNull(4) {
        .on(StudyDay(number: try row.integer(4, in: LogBounds.day)))
      } else if !row.isNull(5) {
        .at(try row.integer(5, in: LogBounds.time))
      } else {
        throw LogFault("a schedule without a due date")
      }
    self.init(
      phase: try Phase(
        code: row.integer(0, in: 0...2), step: row.integer(1, in: LogBounds.position)),
      memory: MemoryState(
        stability: try row.number(2, in: LogBounds.stability),
        difficulty: try row.number(3, in: LogBounds.difficulty)),
      due: due, interval: try row.integer(6, in: LogBounds.interval),
      lastReview: try row.moment(7),
      repetitions: try row.integer(9, in: LogBounds.count),
      lapses: try row.integer(10, in: LogBounds.count))
  }
}

extension MemoryState {
  /// Reads the columns `stability` and `difficulty`.
  init(_ row: Row) throws {
    self.init(
      stability: try row.decode("stability", in: LogBounds.stability),
      difficulty: try row.decode("difficulty", in: LogBounds.difficulty))
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
