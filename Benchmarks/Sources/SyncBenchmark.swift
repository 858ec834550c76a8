import Foundation
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleTestSupport

/// A log of a million events through a folder into an empty one, and then a day's answers; beside what SQLite
/// alone does with as many rows.
struct SyncBenchmark {
  let logs: BigLogs
  /// A folder for what is written.
  let scratch: String
  private static let answers = 300

  func run(_ report: inout Report) throws {
    report.section("rabble sync, \(Report.count(logs.size.reviews)) events and more")
    let folder = scratch + "/sync"
    let desk = Subject(path: logs.rabble, dataFolder: scratch + "/desk", now: BigLogs.now)
    let laptop = Subject(path: logs.rabble, dataFolder: scratch + "/laptop", now: BigLogs.now)
    defer {
      for path in [folder, desk.dataFolder, laptop.dataFolder] {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let answered = try logs.answered()
    _ = try answered.restored()
    try FileManager.default.copyItem(atPath: answered.folder, toPath: desk.dataFolder)
    let first = try sync(desk, folder)
    report.line(
      "written by one device",
      "\(Report.number(first.seconds)) s, \(Report.number(first.memory)) MiB")
    let second = try sync(laptop, folder)
    report.line("into an empty log", second.seconds, "s", atMost: 10)
    report.line("  its peak memory", second.memory, "MiB", atMost: 200)
    try dump(desk, second.seconds, &report)
    // The own deck comes as a file.
    try FileManager.default.removeItem(atPath: laptop.dataFolder + "/decks")
    try FileManager.default.copyItem(
      atPath: answered.decks, toPath: laptop.dataFolder + "/decks")
    usleep(2_500_000)
    _ = try laptop.run(["deck", "list"])
    _ = try desk.run(["deck", "list"])
    var (idle, day) = (Sample(), Sample())
    for round in 0..<5 {
      try study(laptop, round)
      _ = try sync(laptop, folder)
      try sync(desk, folder, into: &day)
      try sync(desk, folder, into: &idle)
    }
    let without = idle.quantile(0.5)
    report.line("nothing came: the whole run", "\(Report.number(without * 1000)) ms")
    let (added, bare) = (day.quantile(0.5) - without, try bareDay())
    report.line(
      "a day's \(Self.answers) answers, beyond that", added * 1000, "ms", atMost: 50)
    report.line(
      "  the rows alone, committed by SQLite",
      "\(Report.number(bare * 1000)) ms, \(Report.number(added / bare)) ×")
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

  /// Reads the answers from a dump that SQLite's own shell has made, into a file without an index.
  private func dump(_ desk: Subject, _ seconds: Double, _ report: inout Report) throws {
    let copy = scratch + "/restored"
    defer { for name in [copy, copy + ".csv", copy + ".sql", copy + ".dumped"] { unlink(name) } }
    func shell(_ script: String) throws -> Double? {
      let child = try Child(
        ["/bin/sh", "-c", script, "sh", copy], environment: Subject.environment(home: scratch),
        streams: .nowhere)
      guard child.waitForExit() == 0 else { return nil }
      return (ContinuousClock.now - child.start).inSeconds
    }
    let columns = "id,device,time,question,direction,grade,verdict,typed,milliseconds"
    try desk.measure(["log", "export", "--columns", columns], streams: .file(copy + ".csv"))
    let dumping = """
      sqlite3 "$1.dumped" ".import --csv $1.csv answer" .dump > "$1.sql"
      """
    guard try shell(dumping) != nil, let peer = try shell("sqlite3 \"$1\" < \"$1.sql\"") else {
      report.line("  beside a dump read by SQLite", "sqlite3 is not installed")
      return
    }
    report.ratio(
      "  beside a dump read by SQLite", "\(Report.number(peer)) s", seconds / peer, atMost: 1)
  }

  /// The seconds that SQLite alone takes to open a table of answers, commit as many in one transaction, and close it,
  /// which empties the write-ahead log.
  private func bareDay() throws -> Double {
    let path = scratch + "/bare.sqlite"
    defer { unlink(path) }
    try BareAnswers.make(path, answers: logs.size.reviews, cards: logs.size.cards)
    var sample = Sample()
    for round in 0..<5 {
      let answers = try answers(of: round)
        .map { (card: $0.number, review: $0.review) }
      sample.add(
        try ContinuousClock().measure { try BareAnswers(path: path).commit(answers) }.inSeconds)
    }
    return sample.median
  }

  /// A day's answers to cards that have been answered for years.
  private func answers(of round: Int) throws -> [(number: Int, card: Card, review: Review)] {
    let now = try BigLogs.moment(BigLogs.now)
    let cards = logs.deck.cards
    return (round * Self.answers..<(round + 1) * Self.answers).map { count in
      let number = count % cards.count
      let card = cards[number]
      let review = Review(
        card: card.id, grade: .good, moment: now.advanced(byMilliseconds: Int64(count) * 1000),
        typed: card.question.answer, verdict: "correct", hintUsed: false, duration: 3000)
      return (number, card, review)
    }
  }

  private func study(_ subject: Subject, _ round: Int) throws {
    let answers = try answers(of: round)
    let log = try BigLog.open(subject.log)
    try log.write { transaction in
      for (_, card, review) in answers { try transaction.reviews.record(review, of: card) }
    }
    try log.close()
  }
}
