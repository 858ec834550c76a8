import Foundation
import RabbleDecks
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// From the start of the process to the first prompt.
struct StartBenchmark {
  let empty: String
  let bundled: Subject
  let big: Subject
  let runs: Int

  func run(_ report: inout Report) throws {
    report.section(
      "Process start to first prompt (medians of \(runs) runs, interleaved, after warm-up)")
    try measure(&report, "in a terminal", .terminal, prompt: "›", [])
    try measure(&report, "JSON through pipes", .pipes, prompt: "\"kind\":\"question\"", ["json"])
    try count(&report)
  }

  private func measure(
    _ report: inout Report, _ name: String, _ streams: Child.Streams, prompt: String,
    _ format: [String]
  ) throws {
    let command = ["study"] + format.flatMap { ["--format", $0] }
    // Nobody has studied the big log for a while: with a limit of its own, a session asks at once.
    let atOnce = command + ["--reviews", "1000000"]
    let starts: [() throws -> Child] = [
      { try Child([empty], environment: Subject.environment(home: "/"), streams: streams) },
      { try bundled.start(command, streams: streams) },
      { try big.start(atOnce, streams: streams) }, { try big.start(command, streams: streams) },
    ]
    var times = starts.map { _ in Sample() }
    var memory = times
    for run in -3..<runs {
      for (index, start) in starts.enumerated() {
        let child = try start()
        let time = try child.wait(for: index == 0 ? "›" : prompt)
        if run >= 0 {
          times[index].add(time.inMilliseconds)
          if index > 0 { memory[index].add(try child.peakMemory()) }
        }
        if index > 0 { child.send(streams == .terminal ? "\u{4}" : ":quit\n") }
        _ = child.readToEnd()
        child.waitForExit()
      }
    }
    let floor = times[0].median
    func text(_ sample: Sample) -> String { "\(Report.number(sample.median)) ms" }
    report.line("an empty program, \(name)", text(times[0]))
    report.ratio("bundled decks", text(times[1]), times[1].median / floor, atMost: 2)
    report.ratio(
      "100,000 cards, 1,000,000 reviews", text(times[2]), times[2].median / floor, atMost: 3)
    if streams == .terminal {
      report.line(
        "  after a break, with shares of the backlog to choose", times[3].median, "ms", atMost: 100)
    }
    report.line("  resident memory, bundled decks", "\(Report.number(memory[1].median)) MiB")
    report.line("  resident memory, the big log", memory[2].quantile(1), "MiB", atMost: 60)
  }

  /// What a shell's prompt waits for, beside a program that only says its version.
  private func count(_ report: inout Report) throws {
    report.section("`rabble due --count`, processor time (medians of \(runs) runs, interleaved)")
    let commands: [(subject: Subject, command: [String])] = [
      (bundled, ["--version"]), (bundled, ["due", "--count"]), (big, ["due", "--count"]),
    ]
    var times = commands.map { _ in Sample() }
    for run in -3..<runs {
      for (index, (subject, command)) in commands.enumerated() {
        let child =
          index == 0
          ? try Child(
            [subject.path] + command, environment: Subject.environment(home: "/"), streams: .nowhere
          )
          : try subject.start(command, streams: .nowhere)
        child.waitForExit()
        if run >= 0 { times[index].add(child.processorTimeOfEnded * 1e3) }
      }
    }
    report.line("rabble --version", "\(Report.number(times[0].median)) ms")
    for (index, name) in [(1, "bundled decks"), (2, "100,000 cards, 1,000,000 reviews")] {
      let time = times[index].median
      report.ratio(name, "\(Report.number(time)) ms", time / times[0].median, atMost: 1.3)
    }
  }
}

/// How long it takes to read all bundled decks for the first time in a process, which only a start
/// after a change of them does.
struct DecksBenchmark {
  /// The folder of the bundled decks.
  let folder: String

  func run(_ report: inout Report) {
    report.section("Reading all bundled decks, the first time in a process")
    let clock = ContinuousClock()
    var groups = 0
    var questions = 0
    let listing = DeckFolder.files(in: folder)
    let time = clock.measure {
      for path in listing.files {
        let file = DeckLoader().load(path: path)
        groups += file.groups.count
        questions += file.groups.reduce(0) { $0 + $1.questions.count }
      }
    }
    report.line("\(groups) groups, \(questions) questions", time.inMilliseconds, "ms", atMost: 60)
  }
}

/// Rare work over everything there is: it has no targets.
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
  private func reschedule(_ report: inout Report) throws {
    for (factor, name, target) in [(1.03, "a fit", 1.8), (2, "other parameters", nil)] {
      let copy = scratch + "/rescheduled.sqlite"
      defer { try? FileManager.default.removeItem(atPath: copy) }
      try FileManager.default.copyItem(atPath: big.path, toPath: copy)
      let log = try BigLog.openLog(copy)
      var weights = MemoryModel().parameters
      for index in 0..<4 { weights[index] *= factor }
      let preset = Preset(model: try MemoryModel(parameters: weights))
      let now = Moment(iso8601: BigLog.now) ?? Moment(milliseconds: 0, utcOffset: 0)
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

  private func reports(_ report: inout Report) throws {
    report.section("Over 1,000,000 reviews")
    let subject = Subject(path: rabble, dataFolder: big.folder, now: BigLog.now)
    try reschedule(&report)
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
