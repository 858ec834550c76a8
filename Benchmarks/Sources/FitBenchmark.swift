import Foundation
import RabbleExchange
import RabbleMemory
import RabbleTestSupport

/// Fitting parameters to a log, compared with fsrs-rs on the same log in the same run.
struct FitBenchmark {
  let python: Python
  let subject: Subject
  /// Where a big log is made.
  let folder: String

  func run(_ report: inout Report) throws {
    report.section("A real log: fits and their predictions")
    if let path = SharedFiles.path("vectors/real_reviews.csv") {
      try fit(path, runs: 9, &report)
      let histories = try Self.read(path)
      let optimizer = Optimizer(histories)
      let fitted = histories.evaluate(optimizer.fit().model)
      report.loss("log loss as fsrs-rs counts", fitted.recentLogLoss, atMost: 0.4410)
      report.line("defaults", Self.digits(histories.evaluate(MemoryModel()).logLoss))
      let predicted = optimizer.prequential { _ in }
      report.loss(
        "each review predicted by those before it", predicted.evaluation.logLoss, atMost: 0.4535)
    } else {
      report.line("skipped", "the real log is not on this machine")
    }
    report.section("Learners whose memory is the defaults: what fitting costs them")
    for (count, learners) in [(300, 12), (1000, 12), (4000, 6)] {
      try harm(count, learners, &report)
    }
    report.section("Learners drawn at random: what fitting gains them")
    for gain in Self.gainsBefore { try measure(gain, &report) }
    for count in [1000, 20_000, 200_000] {
      report.section("A synthetic log of \(count) reviews")
      if let path = try synthetic(count) { try fit(path, runs: 5, &report) }
    }
    report.section("A synthetic log of a million reviews")
    guard let path = try synthetic(1_000_000) else {
      return report.line("skipped", "Python or the tool that makes it is not on this machine")
    }
    try fit(path, runs: 3, &report)
    let histories = try Self.read(path)
    var times = (processor: Sample(), clock: Sample())
    for _ in 0..<7 {
      let start = ContinuousClock.now
      times.processor.add(ProcessorTime.measure { histories.evaluate(MemoryModel()) }.0)
      times.clock.add((ContinuousClock.now - start).inSeconds)
    }
    report.line("evaluated (processor time)", times.processor.median, "s", atMost: 0.3)
    report.line("  by the clock, on all cores", "\(Report.number(times.clock.median)) s")
    let memory = try subject.measure(["preset", "optimize", "--reviews", path]).memory
    report.line("memory of rabble preset optimize", memory * 1.048576, "MB", atMost: 100)
  }

  /// Measures fits against five epochs of fsrs-rs, which must not predict better.
  private func fit(_ path: String, runs: Int, _ report: inout Report) throws {
    let histories = try Self.read(path)
    var times = Sample()
    var (log, share) = (Evaluation?.none, 0.0)
    for _ in 0..<runs {
      let (time, fit) = ProcessorTime.measure { Optimizer(histories).fit() }
      times.add(time)
      (log, share) = (histories.evaluate(fit.model), fit.share)
    }
    let value = "\(Report.number(times.median)) s"
    try refit(path, runs, full: times.median, &report)
    guard let log, let words = try python.words(Self.script, [path]), words.count >= 22,
      let peer = Double(words[words.count - 22])
    else {
      return report.line("processor time of a fit", value + ", without the peer fsrs-rs")
    }
    let parameters = try MemoryModel(parameters: words.suffix(21).compactMap(Double.init))
    let loss = histories.evaluate(parameters).recentLogLoss
    report.line("fsrs-rs, 5 epochs", "\(Report.number(peer)) s  log loss \(Self.digits(loss))")
    report.ratio(
      "processor time of a fit", value, times.median / peer, atMost: 1)
    // Where reviews are few, the fit is shrunk, and it is not these reviews that it is to predict.
    guard share > 0.9 else { return }
    report.verdict(
      "log loss", Self.digits(log.recentLogLoss), "less than \(Self.digits(loss))",
      isMet: log.recentLogLoss < loss)
  }

  /// Measures a fit that begins where one to all but the last 3% of the reviews ended, as an automatic one
  /// does.
  private func refit(
    _ path: String, _ runs: Int, full: Double, _ report: inout Report
  ) throws {
    let histories = try Self.read(path)
    let before = Optimizer(try Self.read(path, share: 1 - RefitRule.growth)).fit().model
    var times = Sample()
    for _ in 0..<runs {
      times.add(ProcessorTime.measure { Optimizer(histories).fit(from: before) }.0)
    }
    report.line(
      "a fit that begins at the one before",
      "\(Report.number(times.median)) s  \(Report.number(times.median / full)) × a full one")
  }

  /// How much worse the reviews of learners whose memory has the default parameters are
  /// predicted by what is fitted to them, each before it is learned from.
  private func harm(_ count: Int, _ learners: Int, _ report: inout Report) throws {
    let losses = (1...learners).map { seed in
      var learner = SimulatedLearner(MemoryModel(), seed: UInt64(seed))
      let optimizer = Optimizer(ReviewHistories(learner.reviews(count)))
      let predicted = optimizer.prequential { _ in }
      return predicted.evaluation.logLoss
        - optimizer.histories.evaluate(MemoryModel()).logLoss
    }
    report.loss(
      "\(count) reviews, log loss more, mean of \(learners)",
      losses.reduce(0, +) / Double(learners), atMost: count < 4000 ? 0.001 : 0.000_05)
    report.loss("  the worst of them", losses.max() ?? 0, atMost: 0.004)
  }

  /// By how much the log loss of some learners with so many reviews changes on average.
  private struct Gain {
    let reviews: Int
    let learners: Int
    let change: Double
  }

  /// What builds from before November 22, 2026 gained, which compared fits with what was in use.
  private static let gainsBefore = [
    Gain(reviews: 300, learners: 64, change: -0.00929),
    Gain(reviews: 1000, learners: 64, change: -0.02174),
    Gain(reviews: 4000, learners: 16, change: -0.02143),
  ]

  /// How much better the reviews of learners with parameters of their own are predicted by what is fitted
  /// to them, each before it is learned from, than by the defaults.
  private func measure(_ before: Gain, _ report: inout Report) throws {
    let changes = try (1...before.learners).map { seed in
      var learner = try SimulatedLearner.drawn(seed: UInt64(seed))
      let optimizer = Optimizer(ReviewHistories(learner.reviews(before.reviews)))
      let predicted = optimizer.prequential { _ in }
      return predicted.evaluation.logLoss
        - optimizer.histories.evaluate(MemoryModel()).logLoss
    }
    report.loss(
      "\(before.reviews) reviews, log loss more, mean of \(before.learners)",
      changes.reduce(0, +) / Double(before.learners), atMost: before.change)
    report.loss("  the worst of them", changes.max() ?? 0, atMost: 0.004)
  }

  /// A synthetic log, made if it is not there yet; `nil` when it can't be.
  private func synthetic(_ count: Int) throws -> String? {
    let path = folder + "/synthetic-\(count).csv"
    if FileManager.default.fileExists(atPath: path) { return path }
    guard let tool = SharedFiles.path("tools/simulate_reviews.py") else { return nil }
    let script = "import runpy, sys; runpy.run_path(sys.argv.pop(1), run_name='__main__')"
    return try python.words(script, [tool, path, "\(count)", "42"]) == nil ? nil : path
  }

  /// Reads a log, or about this share of it from the beginning.
  private static func read(_ path: String, share: Double = 1) throws -> ReviewHistories {
    guard let file = FileHandle(forReadingAtPath: path) else { throw Failure("no \(path)") }
    var reader = ReviewCSVReader()
    var rest = Int(Double(try file.seekToEnd()) * share)
    try file.seek(toOffset: 0)
    while rest > 0, let bytes = try file.read(upToCount: min(1 << 18, rest)), !bytes.isEmpty {
      bytes.withUnsafeBytes { reader.read($0) }
      rest -= bytes.count
    }
    return reader.finish().histories
  }

  private static func digits(_ loss: Double) -> String { String(format: "%.6f", loss) }

  /// Prints seconds and parameters. The dots show that it is alive.
  private static let script = """
    import csv, sys, time, datetime
    import fsrs_rs_python as f
    cards = {}
    for row in csv.DictReader(open(sys.argv[1])):
        moment = datetime.datetime.fromisoformat(row["review_time"]).timestamp()
        cards.setdefault(row["card_id"], []).append((moment, int(row["review_rating"])))
    found = []
    for card in cards.values():
        card.sort()
        last, reviews = None, []
        for moment, rating in card:
            day = int((moment - 14400) // 86400)
            wait = 0 if last is None else day - last
            last = day
            reviews.append(f.FSRSReview(rating, wait))
            if wait > 0:
                found.append((moment, f.FSRSItem(list(reviews))))
                if len(found) % 50000 == 0:
                    print(".", flush=True)
    found.sort(key=lambda item: item[0])
    items = [item for _, item in found]
    before = time.process_time()
    config = f.TrainingConfig(num_epochs=5)
    weights = f.FSRS(f.DEFAULT_PARAMETERS).compute_parameters(items, training_config=config)
    print(time.process_time() - before, *weights)
    """
}
