import Foundation
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleTestSupport

/// An answer made durable by the study log, against the same row committed by bare SQLite: on two
/// copies of one log, in turn.
///
/// The quickest tenth of the commits is compared, since the others wait for whatever else the machine
/// does; the medians are printed too.
struct AnswerBenchmark {
  let runs: Int
  let name: String
  let log: String
  /// Cards of the log that have been answered before.
  let cards: [Card]
  let moment: Moment
  private static let session = 25

  func run(_ report: inout Report) throws {
    let copies = (ours: try LogCopy(of: log, "ours"), bare: try LogCopy(of: log, "bare"))
    try measure(&report, copies, "short sessions", reopeningAfter: Self.session)
    let holders = [try copies.ours.fillWriteAheadLog(), try copies.bare.fillWriteAheadLog()]
    try measure(&report, copies, "one long session", reopeningAfter: runs)
    withExtendedLifetime(holders) {}
    try measureLooking(&report, copies.ours)
  }

  /// Every answer looks twice whether the files are still at their path: before it is written and
  /// before its verdict is drawn.
  private func measureLooking(_ report: inout Report, _ copy: LogCopy) throws {
    let log = try BigLog.openLog(copy.path)
    var times = Sample()
    for _ in 0..<10_000 {
      times.add(
        try ContinuousClock().measure {
          try log.requireInPlace()
          try log.requireInPlace()
        }.inMicroseconds)
    }
    report.line(
      "\(name): looking whether the log was moved", times.median, "µs", atMost: 20)
  }

  private func measure(
    _ report: inout Report, _ copies: (ours: LogCopy, bare: LogCopy), _ kind: String,
    reopeningAfter session: Int
  ) throws {
    var times = (ours: Sample(), bare: Sample())
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<(runs / session) {
      let log = try BigLog.openLog(copies.ours.path)
      let peer = try BarePeer(path: copies.bare.path)
      for run in -5..<session {
        let card = generator.element(of: cards)
        let review = review(of: card, number: times.ours.count, isRight: run % 8 != 0)
        let row = try peer.row(for: review)
        func measureOurs() throws -> Duration {
          try ContinuousClock().measure {
            _ = try log.write { try $0.reviews.record(review, of: card) }
          }
        }
        func measureBare() throws -> Duration {
          try ContinuousClock().measure { try peer.commit(row) }
        }
        let isOursFirst = run.isMultiple(of: 2)
        let first = try isOursFirst ? measureOurs() : measureBare()
        let second = try isOursFirst ? measureBare() : measureOurs()
        if run >= 0 {
          times.ours.add((isOursFirst ? first : second).inMicroseconds)
          times.bare.add((isOursFirst ? second : first).inMicroseconds)
        }
      }
    }
    show(&report, times.ours, times.bare, kind)
  }

  private func review(of card: Card, number: Int, isRight: Bool) -> Review {
    Review(
      card: card.id, grade: isRight ? .good : .again,
      moment: moment.advanced(byMilliseconds: Int64(number) * 5_000),
      typed: card.question.answer, verdict: isRight ? "correct" : "wrong", hintUsed: false,
      duration: 3_000)
  }

  private func show(_ report: inout Report, _ ours: Sample, _ bare: Sample, _ kind: String) {
    let quick = (ours: ours.quantile(0.1), bare: bare.quantile(0.1))
    report.line("\(name), \(kind): bare SQLite", "\(Report.number(quick.bare)) µs")
    report.ratio(
      "\(name), \(kind): the study log", "\(Report.number(quick.ours)) µs",
      quick.ours / quick.bare, atMost: 2)
    report.line(
      "  medians, bare and ours",
      "\(Report.number(bare.median)) and \(Report.number(ours.median)) µs")
  }
}

/// Commits rows of the table of reviews with SQLite alone, with the pragmas of the study log.
final class BarePeer {
  private let database: BareDatabase
  private let insertion: BareStatement
  private let wording: BareStatement
  private var last: EventID

  init(path: String) throws {
    database = try BareDatabase(path: path)
    try database.execute(
      "PRAGMA foreign_keys = ON; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    insertion = try database.statement(ReviewRow.insertion)
    wording = try database.statement("SELECT id FROM wording WHERE question = ?")
    let newest = try database.statement("SELECT max(id) FROM review")
    _ = try newest.step()
    last = EventID(bits: newest.bits(0))
  }

  /// The row of this review, after all others.
  func row(for review: Review) throws -> ReviewRow {
    wording.bind(1, review.card.question.bits)
    guard try wording.step() else { throw Failure("the card has not been answered before") }
    let id = EventID(bits: wording.bits(0))
    wording.reset()
    last = EventID(
      after: last, milliseconds: review.moment.milliseconds, random: .random(in: .min ... .max))
    return ReviewRow(id: last, device: id, wording: id, review: review)
  }

  /// Inserts the row; it is on disk when this returns.
  func commit(_ row: ReviewRow) throws { try row.insert(with: insertion) }

  /// Inserts the rows in one transaction.
  func commit(_ rows: [ReviewRow]) throws {
    try database.execute("BEGIN")
    for row in rows { try row.insert(with: insertion) }
    try database.execute("COMMIT")
  }
}

/// A row of the log's table of reviews.
struct ReviewRow {
  let id: EventID
  let device: EventID
  let wording: EventID
  let review: Review

  static let insertion = """
    INSERT INTO review
      (id, device, time, utc_offset, question, direction, wording, grade, typed, verdict,
       hint_used, duration)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  /// Inserts the row with a statement prepared for ``insertion``.
  func insert(with statement: BareStatement) throws {
    statement.bind(1, id.bits)
    statement.bind(2, device.bits)
    statement.bind(3, Int(review.moment.milliseconds))
    statement.bind(4, review.moment.utcOffset)
    statement.bind(5, review.card.question.bits)
    statement.bind(6, review.card.direction.rawValue)
    statement.bind(7, wording.bits)
    statement.bind(8, review.grade.rawValue)
    statement.bind(9, review.typed)
    statement.bind(10, review.verdict)
    statement.bind(11, review.hintUsed ? 1 : 0)
    statement.bind(12, review.duration)
    try statement.run()
  }
}

/// A copy of a log that is removed with this value.
final class LogCopy {
  let path: String

  init(of log: String, _ name: String) throws {
    path = "\(log)-\(name)"
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: log, toPath: path)
    sync()
  }

  deinit {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  /// Makes the write-ahead log as long as it gets before SQLite writes it from its start again, so that
  /// no later commit makes the file longer.
  ///
  /// - Returns: what keeps the write-ahead log from being removed.
  /// - Throws: ``Failure``.
  func fillWriteAheadLog() throws -> BareDatabase {
    let holder = try BareDatabase(path: path)
    try holder.execute("PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0")
    while writeAheadBytes < 1_200 * 4_096 {
      try holder.execute("UPDATE schedule SET correct = correct + 1")
    }
    _ = try holder.number("PRAGMA wal_checkpoint(RESTART)")
    sync()
    return holder
  }

  private var writeAheadBytes: Int {
    var status = stat()
    return stat(path + "-wal", &status) == 0 ? Int(status.st_size) : .max
  }
}
