import Foundation
import RabbleDecks

/// From the start of the process to the first prompt.
struct StartBenchmark {
  /// An empty program.
  let empty: String
  let bundled: Subject
  let logs: BigLogs
  let runs: Int
  /// A folder for what is written.
  let scratch: String

  /// How a session is shown.
  private struct Form {
    let name: String
    let streams: Child.Streams
    let prompt: String
    let command: [String]

    /// A session that asks at once although nobody has studied for a while, since it has a limit of its own.
    var atOnce: [String] { command + ["--reviews", "1000000"] }
    var end: String { streams == .terminal ? "\u{4}" : ":quit\n" }
  }

  private static let forms = [
    Form(name: "in a terminal", streams: .terminal, prompt: "›", command: ["study"]),
    Form(
      name: "JSON through pipes", streams: .pipes, prompt: "\"kind\":\"question\"",
      command: ["study", "--format", "json"]),
  ]

  func run(_ report: inout Report) throws {
    let big = try logs.answered().restored()
    report.section(
      "Process start to first prompt (medians of \(runs) runs, interleaved, after warm-up)")
    for form in Self.forms { try measure(form, big, &report) }
    try prompts(&report)
    try count(big, &report)
  }

  private func measure(_ form: Form, _ big: Subject, _ report: inout Report) throws {
    let (streams, command) = (form.streams, form.command)
    let starts: [() throws -> Child] = [
      { try Child([empty], environment: Subject.environment(home: "/"), streams: streams) },
      { try bundled.start(command, streams: streams) },
      { try big.start(form.atOnce, streams: streams) },
      { try big.start(command, streams: streams) },
    ]
    var times = starts.map { _ in Sample() }
    var memory = times
    for run in -3..<runs {
      for (index, start) in starts.enumerated() {
        let child = try start()
        let time = try child.wait(for: index == 0 ? "›" : form.prompt)
        if run >= 0 {
          times[index].add(time.inMilliseconds)
          if index > 0 { memory[index].add(try child.peakMemory()) }
        }
        if index > 0 { child.send(form.end) }
        _ = child.readToEnd()
        child.waitForExit()
      }
    }
    let floor = times[0].median
    func text(_ sample: Sample) -> String { "\(Report.number(sample.median)) ms" }
    report.line("an empty program, \(form.name)", text(times[0]))
    report.ratio("bundled decks", text(times[1]), times[1].median / floor, atMost: 2)
    report.ratio(
      "\(logs.size)", text(times[2]), times[2].median / floor, atMost: 3)
    if streams == .terminal {
      report.line(
        "  after a break, with shares of the backlog to choose", times[3].median, "ms", atMost: 100)
    }
    report.line("  resident memory, bundled decks", "\(Report.number(memory[1].median)) MiB")
    report.line("  resident memory, the big log", memory[2].quantile(1), "MiB", atMost: 60)
  }

  // MARK: - The logs

  /// The processor time until the first prompt with each log, beside an empty log with the same deck.
  private func prompts(_ report: inout Report) throws {
    report.section(
      "First prompt of a session"
        + " (processor time without the start; medians of \(runs), interleaved, after warm-up)")
    let all = try logs.all()
    report.columns(all.map(\.name))
    let subjects = try all.enumerated().map { index, log in
      let empty = Subject(
        path: logs.rabble, dataFolder: "\(scratch)/empty-\(index)", now: BigLogs.now)
      try FileManager.default.createDirectory(
        atPath: empty.dataFolder, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: log.decks, toPath: empty.dataFolder + "/decks")
      return (empty: empty, log: try log.restored())
    }
    // A file that has just been made is read again at the next start.
    usleep(2_500_000)
    for subject in subjects.flatMap({ [$0.empty, $0.log] }) {
      try subject.measure(["deck", "list"])
    }
    for form in Self.forms {
      var times = subjects.map { _ in (empty: Sample(), log: Sample()) }
      for run in -3..<runs {
        for (index, subject) in subjects.enumerated() {
          let (empty, log) = (try prompt(form, subject.empty), try prompt(form, subject.log))
          guard run >= 0 else { continue }
          times[index].empty.add(empty)
          times[index].log.add(log)
        }
      }
      func text(_ time: Sample) -> String { "\(Report.number(time.median * 1e3)) ms" }
      report.row("an empty log with the deck, \(form.name)", times.map { Cell(text($0.empty)) })
      report.row(
        "the log",
        times.map { Cell(text($0.log), ratio: $0.log.median / max($0.empty.median, 1e-9)) })
    }
  }

  /// The seconds of the processor until the first prompt, without the start.
  private func prompt(_ form: Form, _ subject: Subject) throws -> Double {
    let child = try subject.start(form.atOnce, streams: form.streams)
    try child.wait(for: form.prompt)
    let seconds = try child.processorTime() - logs.idle
    child.send(form.end)
    _ = child.readToEnd()
    child.waitForExit()
    return seconds
  }

  // MARK: - Counting

  /// What a shell's prompt waits for, beside a program that only says its version.
  private func count(_ big: Subject, _ report: inout Report) throws {
    report.section("`rabble today --count`, processor time (medians of \(runs) runs, interleaved)")
    let commands: [(subject: Subject, command: [String])] = [
      (bundled, ["--version"]), (bundled, ["today", "--count"]), (big, ["today", "--count"]),
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
    for (index, name) in [(1, "bundled decks"), (2, "\(logs.size)")] {
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
