import Foundation

/// Measures the program against its targets, in one run.
@main
enum RabbleBench {
  static func main() {
    do {
      let options = try BenchOptions(Array(CommandLine.arguments.dropFirst()))
      let missed = try measure(options)
      print(missed == 0 ? "\nEvery target is met." : "\nTargets missed: \(missed).")
      exit(missed == 0 ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("rabble-bench: \(error)\n".utf8))
      exit(2)
    }
  }

  private static func measure(_ options: BenchOptions) throws -> Int {
    var report = Report()
    let scratch = options.folder + "/scratch"
    try? FileManager.default.removeItem(atPath: scratch)
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    let python = Python(path: options.python)
    let bundled = Subject(path: options.rabble, dataFolder: scratch + "/bundled")

    // Before anything else has read a deck.
    if options.includes("decks") { DecksBenchmark(folder: "Decks").run(&report) }
    if options.includes("scheduler") {
      try SchedulerBenchmark(python: options.python).run(&report)
    }
    if options.includes("memory") { try MemoryBenchmark(python: python).run(&report) }
    if options.includes("fit") {
      try FitBenchmark(python: python, subject: bundled, folder: options.folder).run(&report)
    }
    if options.includes("kill") {
      try KillBenchmark(
        subject: Subject(path: options.rabble, dataFolder: scratch + "/kill", now: BigLogs.now),
        kills: options.kills
      ).run(&report)
    }
    if options.includes("deck-check") {
      try DeckCheckBenchmark(rabble: options.rabble, scratch: scratch).run(&report)
    }
    if options.includes("hostile") { HostileDeckBenchmark().run(&report) }
    if options.includes("million") {
      try MillionBenchmark(rabble: options.rabble, scratch: scratch).run(&report)
    }
    if options.includes("slope") { SlopeBenchmark().run(&report) }
    if options.includes("fuzz") { try CheckFuzz(inputs: options.inputs).run(&report) }
    if options.includesLogs {
      let logs = try BigLogs(
        in: options.folder, key: options.key, size: options.size, rabble: options.rabble,
        anki: AnkiPeer(python: python))
      if logs.anki == nil {
        report.line("Anki", "not measured: Python or the package anki is missing")
      }
      try measure(logs, options, python, bundled, scratch, &report)
    }
    return report.missed
  }

  /// What is measured with the logs.
  private static func measure(
    _ logs: BigLogs, _ options: BenchOptions, _ python: Python, _ bundled: Subject,
    _ scratch: String, _ report: inout Report
  ) throws {
    if options.includes("log") { try LogBenchmark(logs: logs, scratch: scratch).run(&report) }
    if options.includes("package") {
      try PackageBenchmark(logs: logs, scratch: scratch).run(&report)
    }
    if options.includes("start") {
      _ = try bundled.run(["deck", "list"])
      try StartBenchmark(
        empty: options.empty, bundled: bundled, logs: logs, runs: options.runs, scratch: scratch
      ).run(&report)
    }
    if options.includes("answer") {
      try AnswerBenchmark(logs: logs, runs: options.runs * 10, scratch: scratch).run(&report)
    }
    if options.includes("statistics") {
      try StatisticsBenchmark(logs: logs, scratch: scratch).run(&report)
    }
    if options.includes("export") { try ExportBenchmark(logs: logs, scratch: scratch).run(&report) }
    if options.includes("filter") {
      try FilterBenchmark(logs: logs, python: python).run(&report)
    }
    if options.includes("backup") {
      try BackupBenchmark(log: logs.answered(), scratch: scratch).run(&report)
    }
    if options.includes("sync") { try SyncBenchmark(logs: logs, scratch: scratch).run(&report) }
    if options.includes("bulk") { try BulkBenchmark(logs: logs, scratch: scratch).run(&report) }
  }
}

/// The options that `Benchmarks/run` passes: where everything is, and what to measure.
struct BenchOptions {
  private var values: [String: String] = [:]
  private var names: [String] = []
  private static let benchmarks = [
    "decks", "scheduler", "memory", "fit", "kill", "deck-check", "hostile", "million",
  ]
  /// Those with the logs of a size.
  private static let ofLogs = [
    "log", "package", "start", "answer", "statistics", "export", "filter", "backup", "sync", "bulk",
  ]
  /// Benchmarks that run only when named.
  private static let onDemand = ["fuzz", "slope"]

  var rabble: String { values["rabble"] ?? "" }
  var empty: String { values["empty"] ?? "" }
  var folder: String { values["folder"] ?? "" }
  var key: String { values["key"] ?? "" }
  var python: String? { values["python"] }
  /// How often a start is measured; an answer, ten times as often.
  var runs: Int { number("runs") ?? 40 }
  var kills: Int { number("kills") ?? 1_000 }
  /// How many decks are made for the fuzz.
  var inputs: Int { number("inputs") ?? 1_000_000 }

  /// How much is in the logs.
  var size: LogSize {
    var size = LogSize()
    size.cards = number("cards") ?? size.cards
    size.reviews = number("reviews") ?? size.reviews
    size.undone = number("undone") ?? size.undone
    return size
  }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    let all = Self.benchmarks + Self.ofLogs
    while let argument = rest.popFirst() {
      if argument.hasPrefix("--") {
        guard let value = rest.popFirst() else { throw Failure("\(argument) takes a value") }
        values[String(argument.dropFirst(2))] = value
      } else if (all + Self.onDemand).contains(argument) {
        names.append(argument)
      } else {
        throw Failure("\(argument) is not a benchmark; there are \(all.joined(separator: ", "))")
      }
    }
    for name in ["rabble", "empty", "folder", "key"] where values[name] == nil {
      throw Failure("--\(name) is missing: start this by Benchmarks/run")
    }
  }

  private func number(_ name: String) -> Int? { values[name].flatMap { Int($0) } }

  /// Whether a benchmark should run: those that were named, or all.
  func includes(_ name: String) -> Bool {
    (names.isEmpty && !Self.onDemand.contains(name)) || names.contains(name)
  }

  /// Whether one of those with the logs should.
  var includesLogs: Bool { Self.ofLogs.contains(where: includes) }
}

/// Logs and tools that are beside the repository and not in it: in `$RABBLE_SHARED` or `../shared`.
enum SharedFiles {
  /// The file of this name, or `nil` when it is not on this machine.
  static func path(_ name: String) -> String? {
    let folder = ProcessInfo.processInfo.environment["RABBLE_SHARED"] ?? "../shared"
    let path = folder + "/" + name
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }
}

/// Why a benchmark can't be run, in a sentence.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
