import Foundation
import RabbleScheduling

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
    let bundled = Subject(path: options.rabble, dataFolder: scratch + "/bundled")

    // Before anything else has read a deck.
    if options.includes("decks") { DecksBenchmark(folder: "Decks").run(&report) }
    if options.includes("scheduler") {
      try SchedulerBenchmark(python: options.python).run(&report)
    }
    let python = Python(path: options.python)
    if options.includes("memory") { try MemoryBenchmark(python: python).run(&report) }
    if options.includes("fit") {
      try FitBenchmark(python: python, subject: bundled, folder: options.folder).run(&report)
    }
    if options.includes("kill") {
      try KillBenchmark(
        subject: Subject(path: options.rabble, dataFolder: scratch + "/kill", now: BigLog.now),
        kills: options.kills
      ).run(&report)
    }
    if options.includes("check") {
      try CheckBenchmark(rabble: options.rabble, scratch: scratch).run(&report)
    }
    if options.includes("million") {
      try MillionBenchmark(rabble: options.rabble, scratch: scratch).run(&report)
    }
    if options.includes("anki") {
      try AnkiBenchmark(rabble: options.rabble, python: python, scratch: scratch).run(&report)
    }
    if options.includes("fuzz") { try CheckFuzz(inputs: options.inputs).run(&report) }
    guard
      ["start", "answer", "bulk", "backup", "filter", "statistics", "sync"].contains(
        where: options.includes)
    else {
      return report.missed
    }
    report.section("100,000 cards and 1,000,000 reviews")
    let big = try BigLog(in: options.folder, key: options.key) { folder in
      let code = try Subject(path: options.rabble, dataFolder: folder, now: BigLog.now)
        .run(["decks"]).code
      guard code == 0 else { throw Failure("rabble decks ended with \(code)") }
    }
    report.line(
      "made in", big.making.map { "\(Report.number($0.inSeconds)) s" } ?? "an earlier run")
    let subject = Subject(path: options.rabble, dataFolder: big.folder, now: BigLog.now)
    let status = try LogReader(path: subject.log).status(day: try now().day.number)
    report.line("reviews; cards answered; cards due", status)

    if options.includes("start") {
      _ = try bundled.run(["decks"])
      try StartBenchmark(
        empty: options.empty, bundled: bundled, big: subject, runs: options.runs
      ).run(&report)
    }
    if options.includes("answer") { try answer(options, big, scratch, &report) }
    if options.includes("filter") {
      try FilterBenchmark(
        big: big, python: python, now: try now(), rabble: options.rabble, scratch: scratch
      ).run(&report)
    }
    if options.includes("statistics") {
      try StatisticsBenchmark(big: big, subject: subject, python: python, scratch: scratch)
        .run(&report)
    }
    if options.includes("backup") {
      try BackupBenchmark(log: big.path, scratch: scratch).run(&report)
    }
    if options.includes("sync") {
      try SyncBenchmark(rabble: options.rabble, big: big, scratch: scratch).run(&report)
    }
    if options.includes("bulk") {
      try BulkBenchmark(rabble: options.rabble, big: big, scratch: scratch).run(&report)
    }
    return report.missed
  }

  private static func answer(
    _ options: BenchOptions, _ big: BigLog, _ scratch: String, _ report: inout Report
  ) throws {
    let runs = options.runs * 10
    report.section("An answer, durable (the quickest tenth of \(runs), interleaved, after warm-up)")
    let path = scratch + "/small.sqlite"
    let cards = Array(big.cards.prefix(500))
    let log = try BigLog.openLog(path)
    for card in cards {
      let review = Review(
        card: card.id, grade: .good, moment: try now(), typed: nil, verdict: nil, hintUsed: false,
        duration: 0)
      _ = try log.write { try $0.reviews.record(review, of: card) }
    }
    try BareDatabase(path: path).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try AnswerBenchmark(
      runs: runs, name: "500 cards", log: path, cards: cards, moment: try now()
    ).run(&report)
    let copy = scratch + "/big.sqlite"
    try FileManager.default.copyItem(atPath: big.path, toPath: copy)
    try AnswerBenchmark(
      runs: runs, name: "1,000,000 reviews", log: copy, cards: Array(big.cards.prefix(50_000)),
      moment: try now()
    ).run(&report)
  }

  private static func now() throws -> Moment {
    guard let moment = Moment(iso8601: BigLog.now) else {
      throw Failure("\(BigLog.now) is not a time")
    }
    return moment
  }
}

/// The options that `Benchmarks/run` passes: where everything is, and what to measure.
struct BenchOptions {
  private var values: [String: String] = [:]
  private var names: [String] = []
  private static let benchmarks = [
    "decks", "scheduler", "memory", "fit", "kill", "start", "answer", "filter", "statistics",
    "backup", "sync", "bulk", "check", "million", "anki",
  ]
  /// Benchmarks that run only when named.
  private static let onDemand = ["fuzz"]

  var rabble: String { values["rabble"] ?? "" }
  var empty: String { values["empty"] ?? "" }
  var folder: String { values["folder"] ?? "" }
  var key: String { values["key"] ?? "" }
  var python: String? { values["python"] }
  /// How often a start is measured; an answer, ten times as often.
  var runs: Int { values["runs"].flatMap { Int($0) } ?? 40 }
  var kills: Int { values["kills"].flatMap { Int($0) } ?? 1_000 }

  /// How many decks are made for the fuzz.
  var inputs: Int { values["inputs"].flatMap { Int($0) } ?? 1_000_000 }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument.hasPrefix("--") {
        guard let value = rest.popFirst() else { throw Failure("\(argument) takes a value") }
        values[String(argument.dropFirst(2))] = value
      } else if (Self.benchmarks + Self.onDemand).contains(argument) {
        names.append(argument)
      } else {
        throw Failure(
          "\(argument) is not a benchmark; there are \(Self.benchmarks.joined(separator: ", "))")
      }
    }
    for name in ["rabble", "empty", "folder", "key"] where values[name] == nil {
      throw Failure("--\(name) is missing: start this by Benchmarks/run")
    }
  }

  /// Whether a benchmark should run: those that were named, or all.
  func includes(_ name: String) -> Bool {
    (names.isEmpty && !Self.onDemand.contains(name)) || names.contains(name)
  }
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
