import Foundation
import RabbleDecks
import RabbleMemory
import RabbleScheduling

/// Rare work over everything there is: it has no targets.
struct BulkBenchmark {
  let logs: BigLogs
  /// A folder for what is written.
  let scratch: String

  func run(_ report: inout Report) throws {
    try decks(&report)
    try JudgingBenchmark(groups: Array(logs.deck.groups.prefix(10))).run(&report)
    try log(&report)
  }

  private func decks(_ report: inout Report) throws {
    report.section("A deck of \(Report.count(logs.size.cards)) questions")
    let deck = scratch + "/Words.json"
    let json = Data(logs.deck.json.utf8)
    try json.write(to: URL(fileURLWithPath: deck))
    var times = Sample()
    for _ in 0..<5 {
      let time = ContinuousClock().measure { _ = DeckLoader().load(path: deck) }
      times.add(time.inMilliseconds)
    }
    let megabytes = Double(json.count) / 1e6
    report.line(
      "parsing \(Report.number(megabytes)) MB",
      "\(Report.number(times.median)) ms  \(Report.number(megabytes / times.median * 1e3)) MB/s")

    let subject = Subject(path: logs.rabble, dataFolder: scratch + "/first", now: BigLogs.now)
    let decks = subject.dataFolder + "/decks"
    try FileManager.default.createDirectory(atPath: decks, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: deck, toPath: decks + "/Words.json")
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
    var later = Sample()
    for _ in 0..<50 {
      let start = ContinuousClock.now
      child.send("something wrong\n")
      try child.wait(for: "\"kind\":\"question\"")
      later.add((ContinuousClock.now - start).inMilliseconds)
    }
    let memory = try child.peakMemory()
    child.kill()
    report.line(
      "the first answer of a session, typed at once", (first - asked).inMilliseconds, "ms",
      atMost: 100)
    report.line("a later answer, until the next card", later.median, "ms", atMost: 2)
    report.line("  peak memory of the session", memory, "MiB", atMost: 150)
  }

  /// All cards are rescheduled by parameters that differ a little, as after a fit, and by others.
  private func reschedule(_ answered: BigLog, _ report: inout Report) throws {
    for (factor, name, target) in [(1.03, "a fit", 1.8), (2, "other parameters", nil)] {
      let copy = scratch + "/rescheduled.sqlite"
      defer { try? FileManager.default.removeItem(atPath: copy) }
      try answered.copy(to: copy)
      let log = try BigLog.open(copy)
      var weights = MemoryModel().parameters
      for index in 0..<4 { weights[index] *= factor }
      let preset = Preset(model: try MemoryModel(parameters: weights))
      let now = try BigLogs.moment(BigLogs.now)
      var moved = 0
      let start = ContinuousClock.now
      let (time, _) = try ProcessorTime.measure {
        moved = try log.write { try $0.presets.apply(.set(preset, .optimize), at: now) }.moved
      }
      let clock = (ContinuousClock.now - start).inSeconds
      let line = "rescheduled after \(name); \(moved) cards moved"
      if let target {
        report.line(line + " (processor time)", time, "s", atMost: target)
      } else {
        report.line(line + " (processor time)", "\(Report.number(time)) s")
      }
      report.line("  by the clock, with the disk", "\(Report.number(clock)) s")
    }
  }

  private func log(_ report: inout Report) throws {
    report.section("Over \(logs.size)")
    let answered = try logs.answered()
    try reschedule(answered, &report)
    let subject = try answered.restored()
    for command in [["deck", "list"], ["today"]] {
      let (code, time) = try subject.run(command)
      report.line(
        "rabble " + command.joined(separator: " "),
        "\(Report.number(time.inSeconds)) s" + (code == 0 ? "" : "  exit \(code)"))
    }
  }
}
