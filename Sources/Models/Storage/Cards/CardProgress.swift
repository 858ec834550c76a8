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

  fileprivate init(_ row: Row) throws {
    again = try row.decodeIfPresent("again_time", in: LogBounds.time)
    hard = try row.decodeIfPresent("hard_time", in: LogBounds.time)
    good = try row.decodeIfPresent("good_time", in: LogBounds.time)
    easy = try row.decodeIfPresent("easy_time", in: LogBounds.time)
  }

  init() {}
}

// MARK: - Rows

extension CardProgress {
  static let columns = """
    phase, step, stability, difficulty, due_day, due_time, interval, last_time, last_offset, \
    repetitions, lapses, introduced_day, correct, incorrect, wording, content, again_time, \
    hard_time, good_time, easy_time
    """

  /// Reads ``columns``.
  init(_ row: Row) throws {
    guard let due = try Due(row) else { throw LogFault("a schedule without a due date") }
    self.init(
      schedule: Schedule(
        phase: try Phase(
          code: row.decode(forColumn: "phase"), step: row.decode("step", in: LogBounds.position)),
        memory: try MemoryState(row), due: due,
        interval: try row.decode("interval", in: LogBounds.interval),
        lastReview: try Moment(row, "last_time", "last_offset"),
        repetitions: try row.decode("repetitions", in: LogBounds.count),
        lapses: try row.decode("lapses", in: LogBounds.count)),
      introduced: try StudyDay(row, "introduced_day"), score: try Score(row),
      answered: try LastAnswers(row), wording: try row.decode(forColumn: "wording"),
      content: try row.decode(forColumn: "content"))
  }

  /// The values of the columns that change with a review.
  var changing: StatementArguments {
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
      answered.again, answered.hard, answered.good, answered.easy,
    ]
  }
}

/// Reads schedules in passes over all of them.
enum SteppedSchedule {
  /// The names of the columns that ``read(_:)`` reads.
  static let names = [
    "phase", "step", "stability", "difficulty", "due_day", "due_time", "interval", "last_time",
    "last_offset", "repetitions", "lapses",
  ]
  /// How many there are of them.
  static let columnCount = CInt(names.count)

  /// The columns that ``read(_:)`` reads, of the table with an alias.
  static func columns(of alias: String) -> String {
    names.map { "\(alias).\($0)" }.joined(separator: ", ")
  }

  /// The schedule in a row whose first columns are ``columns(of:)``.
  static func read(_ row: RawRow) throws -> Schedule {
    let due: Due =
      if !row.isNull(4) {
        .on(StudyDay(number: try row.integer(4, in: LogBounds.day)))
      } else if !row.isNull(5) {
        .at(try row.integer(5, in: LogBounds.time))
      } else {
        throw LogFault("a schedule without a due date")
      }
    return Schedule(
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
