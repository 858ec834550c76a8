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
  }

  private func measure(
    _ report: inout Report, _ name: String, _ streams: Child.Streams, prompt: String,
    _ format: [String]
  ) throws {
    var times = [Sample(), Sample(), Sample()]
    var memory = [Sample(), Sample(), Sample()]
    let command = ["study"] + format.flatMap { ["--format", $0] }
    for run in -3..<runs {
      let children: [() throws -> Child] = [
        { try Child([empty], environment: Subject.environment(home: "/"), streams: streams) },
        { try bundled.start(command, streams: streams) },
        { try big.start(command, streams: streams) },
      ]
      for (index, start) in children.enumerated() {
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
    report.line("  resident memory, bundled decks", "\(Report.number(memory[1].median)) MiB")
    report.line("  resident memory, the big log", memory[2].quantile(1), "MiB", atMost: 60)
  }
}
