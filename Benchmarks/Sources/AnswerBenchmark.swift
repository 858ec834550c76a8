import Foundation
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleTestSupport

/// An answer made durable by the study log, against the same row committed by bare SQLite: on two
/// copies of one log, in turn.
///
/// The quickest tenth of the commits is compared, as the others wait for whatever else the machine
/// does; the medians are printed beside it.
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
          try ContinuousClock().measure { _ = try log.record(review, of: card) }
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
      quick.ours / quick.bare, atMost: 1.5)
    report.line(
      "  medians, bare and ours",
      "\(Report.number(bare.median)) and \(Report.number(ours.median)) µs")
  }
}
