import Foundation
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleTestSupport

/// An answer made durable by the study log, against the same row committed by bare SQLite.
struct AnswerBenchmark {
  let runs: Int

  /// Measures on two copies of a log, in alternating order. The cards must have been answered
  /// before.
  func run(
    _ report: inout Report, _ name: String, log path: String, cards: [Card], at start: Moment
  ) throws {
    let (ours, bare) = (path + "-ours", path + "-bare")
    for copy in [ours, bare] {
      try? FileManager.default.removeItem(atPath: copy)
      try FileManager.default.copyItem(atPath: path, toPath: copy)
    }
    defer {
      for copy in [ours, bare] {
        for suffix in ["", "-wal", "-shm"] {
          try? FileManager.default.removeItem(atPath: copy + suffix)
        }
      }
    }
    sync()
    let log = try BigLog.openLog(ours)
    let peer = try BarePeer(path: bare)
    var times = (ours: Sample(), bare: Sample())
    var generator = SeededGenerator(seed: 4)
    for run in -20..<runs {
      let card = generator.element(of: cards)
      let moment = start.advanced(byMilliseconds: Int64(run + 20) * 5_000)
      let review = Review(
        card: card.id, grade: run % 8 == 0 ? .again : .good, moment: moment,
        typed: card.question.answer, verdict: "correct", hintUsed: false, duration: 3_000)
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
    let floor = times.bare.median
    report.line("bare SQLite, \(name)", "\(Report.number(floor)) µs")
    report.ratio(
      "the study log, \(name)", "\(Report.number(times.ours.median)) µs",
      times.ours.median / floor, atMost: 1.5)
    report.line(
      "  99 of 100 within, ours and bare",
      "\(Report.number(times.ours.quantile(0.99))) and "
        + "\(Report.number(times.bare.quantile(0.99))) µs")
  }
}
