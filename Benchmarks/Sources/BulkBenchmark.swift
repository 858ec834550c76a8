import Foundation
import RabbleDecks
import RabbleQuestions

/// What is done seldom, over everything there is: it has no targets.
struct BulkBenchmark {
  let rabble: String
  let big: BigLog
  /// A folder for what is written.
  let scratch: String

  func run(_ report: inout Report) throws {
    try decks(&report)
    try JudgingBenchmark(groups: Array(big.deck.groups.prefix(10))).run(&report)
    try reports(&report)
  }

  private func decks(_ report: inout Report) throws {
    report.section("A deck of 100,000 questions")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: big.deckPath)).count
    var times = Sample()
    for _ in 0..<5 {
      let time = ContinuousClock().measure { _ = DeckLoader().load(path: big.deckPath) }
      times.add(time.inMilliseconds)
    }
    let megabytes = Double(bytes) / 1e6
    report.line(
      "parsing \(Report.number(megabytes)) MB",
      "\(Report.number(times.median)) ms  \(Report.number(megabytes / times.median * 1e3)) MB/s")

    let subject = Subject(path: rabble, dataFolder: scratch + "/first", now: BigLog.now)
    let decks = subject.dataFolder + "/decks"
    try FileManager.default.createDirectory(atPath: decks, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: big.deckPath, toPath: decks + "/Words.json")
    usleep(2_500_000)
    var starts: [Double] = []
    for _ in 0..<4 {
      let child = try subject.start(["study"], streams: .terminal)
      starts.append(try child.wait(for: "›").inMilliseconds)
      child.send("\u{4}")
      _ = child.readToEnd()
    }
    report.line("the first start, which reads it", "\(Report.number(starts[0])) ms")
    report.line(
      "a later start",
      "\(Report.number(starts[3])) ms  \(Report.number(starts[0] / starts[3])) times less")
    let child = try subject.start(["study", "--format", "json"], streams: .pipes)
    try child.wait(for: "\"kind\":\"question\"")
    let asked = ContinuousClock.now
    child.send("something wrong\n")
    try child.wait(for: "\"kind\":\"verdict\"")
    let first = ContinuousClock.now
    child.send("something wrong\n")
    try child.wait(for: "\"kind\":\"verdict\"")
    let second = ContinuousClock.now
    child.kill()
    report.line(
      "the first answer of a session, and the second",
      "\(Report.number((first - asked).inMilliseconds)) ms and "
        + "\(Report.number((second - first).inMilliseconds)) ms")
  }

  private func reports(_ report: inout Report) throws {
    report.section("Over 1,000,000 reviews")
    let subject = Subject(path: rabble, dataFolder: big.folder, now: BigLog.now)
    let commands = [
      ["stats"], ["stats", "--format", "json"], ["log", "export"],
      ["log", "export", "--format", "jsonl"], ["decks"], ["due"], ["check"],
    ]
    for command in commands {
      let (code, time) = try subject.run(command)
      report.line(
        "rabble " + command.joined(separator: " "),
        "\(Report.number(time.inSeconds)) s" + (code == 0 ? "" : "  exit \(code)"))
    }
  }
}
