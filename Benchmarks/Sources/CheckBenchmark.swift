import Foundation

/// How long `rabble deck check` takes, and how much memory.
struct CheckBenchmark {
  let rabble: String
  /// A folder for what is written.
  let scratch: String

  func run(_ report: inout Report) throws {
    report.section("rabble deck check, 100,000 questions (the best of 5)")
    let folder = scratch + "/check"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // The second deck has twenty texts a question, far more than anybody writes: it has no targets.
    let decks = [
      ("plain words", BigDeck().json, true), ("with every key", RichDeck().json, false),
    ]
    for (name, json, hasTargets) in decks {
      let path = folder + "/deck.json"
      try Data(json.utf8).write(to: URL(fileURLWithPath: path))
      let megabytes = Report.number(Double(json.utf8.count) / 1e6)
      for flags in [[], ["--typos"]] {
        var times = Sample()
        var peak = 0.0
        for _ in 0..<5 {
          let child = try Subject(path: rabble, dataFolder: folder)
            .start(["deck", "check", path] + flags, streams: .nowhere)
          let code = child.waitForExit()
          guard code == 0 || code == 1 else { throw Failure("deck check ended with \(code)") }
          times.add((ContinuousClock.now - child.start).inSeconds)
          peak = max(peak, child.peakOfEnded)
        }
        let title = (["\(megabytes) MB, \(name)"] + flags).joined(separator: ", ")
        if hasTargets {
          report.line(title, times.quantile(0), "s", atMost: 1.5)
          report.line("  its peak memory", peak, "MiB", atMost: 300)
        } else {
          report.line(title, "\(Report.number(times.quantile(0))) s, \(Report.number(peak)) MiB")
        }
      }
    }
  }
}
