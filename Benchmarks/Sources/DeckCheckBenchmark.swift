import Foundation
import RabbleChecking
import RabbleDecks
import RabbleTestSupport

/// How long `rabble deck check` takes, and how much memory.
struct DeckCheckBenchmark {
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

/// Very many broken decks through the reader, the checker and its fixes: none may take long, and
/// memory must not grow. A crash ends it.
struct CheckFuzz {
  let inputs: Int

  func run(_ report: inout Report) throws {
    report.section("\(inputs) broken decks through reader, checker and fixer")
    var json = MutatedDecks(try Self.samples(".json"), seed: 7)
    var markdown = MutatedDecks(try Self.samples(".md"), seed: 8)
    let loader = DeckLoader()
    var slowest = 0.0
    var findings = 0
    var early = 0.0
    let start = ContinuousClock.now
    for number in 0..<inputs {
      let isMarkdown = number % 4 == 3
      let bytes = isMarkdown ? markdown.next() : json.next()
      let begun = ContinuousClock.now
      let deck = loader.parseSource(bytes, path: isMarkdown ? "d.md" : "d.json")
      findings += DeckChecker().check([deck]).count
      if number % 16 == 0 {
        _ = DeckFixer(checker: DeckChecker(), loader: loader).fix([deck])
      }
      slowest = max(slowest, (ContinuousClock.now - begun).inMilliseconds)
      if number == inputs / 10 { early = try Self.memory() }
    }
    report.line("took", "\(Report.number((ContinuousClock.now - start).inSeconds)) s")
    report.line("findings", "\(findings)")
    report.line("the slowest deck", slowest, "ms", atMost: 1000)
    report.line(
      "memory that came after the first tenth", try Self.memory() - early, "MiB", atMost: 32)
  }

  /// The small decks of the checker's tests.
  private static func samples(_ ending: String) throws -> [[UInt8]] {
    let folder = "Tests/RabbleCheckingTests/Fixtures"
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    let files = names.filter { $0.hasSuffix(ending) }.sorted()
      .compactMap { FileManager.default.contents(atPath: folder + "/" + $0).map { Array($0) } }
      .filter { $0.count < 4_000 }
    guard !files.isEmpty else { throw Failure("no decks in \(folder)") }
    return files
  }

  /// The memory that is resident now, in MiB.
  private static func memory() throws -> Double {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    guard let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first else {
      throw Failure("the system does not report the resident memory")
    }
    return (Double(kibibytes) ?? 0) / 1024
  }
}
