import Foundation
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleTestSupport

/// A log of a million events through a folder into an empty one, and then a day's answers.
struct SyncBenchmark {
  let rabble: String
  let big: BigLog
  /// A folder for what is written.
  let scratch: String
  private static let answers = 300

  func run(_ report: inout Report) throws {
    report.section("rabble sync, 1,000,000 events and more")
    let folder = scratch + "/sync"
    let desk = Subject(path: rabble, dataFolder: scratch + "/desk", now: BigLog.now)
    let laptop = Subject(path: rabble, dataFolder: scratch + "/laptop", now: BigLog.now)
    defer {
      for path in [folder, desk.dataFolder, laptop.dataFolder] {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: big.folder, toPath: desk.dataFolder)
    let first = try sync(desk, folder)
    report.line(
      "written by one device",
      "\(Report.number(first.seconds)) s, \(Report.number(first.memory)) MiB")
    let second = try sync(laptop, folder)
    report.line("into an empty log", second.seconds, "s", atMost: 10)
    report.line("  its peak memory", second.memory, "MiB", atMost: 200)
    // The own deck comes as a file.
    try FileManager.default.removeItem(atPath: laptop.dataFolder + "/decks")
    try FileManager.default.copyItem(
      atPath: big.folder + "/decks", toPath: laptop.dataFolder + "/decks")
    usleep(2_500_000)
    _ = try laptop.run(["decks"])
    _ = try desk.run(["decks"])
    var (idle, day) = (Sample(), Sample())
    for round in 0..<5 {
      try study(laptop, round)
      _ = try sync(laptop, folder)
      try sync(desk, folder, into: &day)
      try sync(desk, folder, into: &idle)
    }
    let without = idle.quantile(0.5)
    report.line("nothing came: the whole run", "\(Report.number(without * 1000)) ms")
    report.line(
      "a day's \(Self.answers) answers, beyond that", (day.quantile(0.5) - without) * 1000, "ms",
      atMost: 50)
    try starts(desk, folder, &report)
  }

  /// A start with `sync.automatic` when nothing came, beside one without.
  private func starts(_ desk: Subject, _ folder: String, _ report: inout Report) throws {
    var (plain, synced) = (Sample(), Sample())
    for _ in 0..<15 {
      for automatic in [false, true] {
        let settings = "[sync]\nfolder = \"\(folder)\"\nautomatic = \(automatic)\n"
        try Data(settings.utf8).write(
          to: URL(fileURLWithPath: desk.dataFolder + "/config.toml"))
        let child = try desk.start(["study", "--format", "json"], streams: .pipes)
        let seconds = try child.wait(for: "\"kind\":\"question\"").inSeconds
        child.kill()
        if automatic { synced.add(seconds) } else { plain.add(seconds) }
      }
    }
    report.ratio(
      "the first prompt with sync.automatic, when nothing came",
      "\(Report.number(synced.quantile(0.5) * 1000)) ms",
      synced.quantile(0.5) / plain.quantile(0.5), atMost: 1.1)
  }

  private func sync(_ subject: Subject, _ folder: String) throws -> (
    seconds: Double, memory: Double
  ) {
    let child = try subject.start(["sync", folder], streams: .nowhere)
    let code = child.waitForExit()
    guard code == 0 else { throw Failure("rabble sync ended with \(code)") }
    return ((ContinuousClock.now - child.start).inSeconds, child.peakOfEnded)
  }

  private func sync(_ subject: Subject, _ folder: String, into sample: inout Sample) throws {
    sample.add(try sync(subject, folder).seconds)
  }

  /// Answers cards that have been answered for years.
  private func study(_ subject: Subject, _ round: Int) throws {
    guard let now = Moment(iso8601: BigLog.now) else { throw Failure("\(BigLog.now) is no time") }
    let log = try BigLog.openLog(subject.log)
    let cards = big.cards
    try log.write { tx in
      for number in 0..<Self.answers {
        let card = cards[round * Self.answers + number]
        let review = Review(
          card: card.id, grade: .good,
          moment: now.advanced(byMilliseconds: Int64(round * Self.answers + number) * 1000),
          typed: card.question.answer, verdict: "correct", hintUsed: false, duration: 3000)
        _ = try tx.reviews.record(review, of: card)
      }
    }
    try log.close()
  }
}
