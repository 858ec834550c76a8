import Foundation

/// The reviews of the logs out as rows, beside those of Anki's collection by SQLite alone; and all events back
/// into an empty log.
struct ExportBenchmark {
  let logs: BigLogs
  /// A folder for what is written.
  let scratch: String
  private static let runs = 3
  private static let exports: [[String]] = [
    [], ["--format", "jsonl"], ["--columns", "fsrs"], ["--layout", "benchmark"],
    ["--columns", "all"], ["--columns", "all", "--format", "jsonl"], ["--kind", "all"],
  ]

  /// A log, and the rows of Anki's reviews that SQLite writes in a second; `nil` without Anki.
  private struct Source {
    let log: BigLog
    let rabble: Subject
    let peer: Double?
  }

  func run(_ report: inout Report) throws {
    report.section(
      "log export, thousands of rows per second of the processor without the start"
        + " (the quickest of \(Self.runs))")
    let sources = try logs.all().map { log in
      Source(
        log: log, rabble: try log.restored(),
        peer: try log.collection.map { try rowsPerSecond(ofAnki: $0) })
    }
    report.columns(sources.map(\.log.name))
    report.row(
      "SQLite alone: Anki's reviews as CSV",
      sources.map { $0.peer.map { Cell(Report.number($0 / 1000)) } })
    for arguments in Self.exports {
      let cells = try sources.map { try measure(["log", "export"] + arguments, of: $0) }
      let isMet = cells.allSatisfy { $0.thousands >= 200 && $0.cell.memory ?? 0 <= 40 }
      report.row(
        (["log export"] + arguments).joined(separator: " "), cells.map(\.cell),
        "at least 200, 40 MiB", isMet: isMet)
    }
    for source in sources.prefix(2) { try importBack(source, &report) }
  }

  private func measure(_ command: [String], of source: Source) throws -> (
    cell: Cell, thousands: Double
  ) {
    let file = scratch + "/export"
    defer { unlink(file) }
    try source.rabble.measure(command, streams: .file(file))
    let rows = try Self.lines(of: file)
    let cost = try source.rabble.measure(command, runs: Self.runs, besides: logs.idle)
    let rate = Double(rows) / max(cost.seconds, 1e-9)
    let cell = Cell(
      Report.number(rate / 1000), ratio: source.peer.map { $0 / rate }, memory: cost.memory)
    return (cell, rate / 1000)
  }

  private static func lines(of path: String) throws -> Int {
    guard let file = FileHandle(forReadingAtPath: path) else { throw Failure("no \(path)") }
    var lines = 0
    while let bytes = try file.read(upToCount: 1 << 20), !bytes.isEmpty {
      lines += bytes.count { $0 == UInt8(ascii: "\n") }
    }
    return lines
  }

  /// How many of the reviews in Anki's collection SQLite alone makes lines of CSV in a second of the processor.
  private func rowsPerSecond(ofAnki collection: String) throws -> Double {
    let database = try BareDatabase(path: collection, isReadOnly: true)
    let columns = ["id", "cid", "usn", "ease", "ivl", "lastIvl", "factor", "time", "type"]
    let sql = "SELECT \(columns.joined(separator: " || ',' || ")) || char(10) FROM revlog"
    var best = Double.infinity
    var rows = 0
    for _ in 0..<Self.runs {
      rows = 0
      let (seconds, _) = try ProcessorTime.measure {
        guard let nowhere = fopen("/dev/null", "w") else { throw Failure("no /dev/null") }
        defer { fclose(nowhere) }
        let statement = try database.statement(sql)
        while try statement.step() {
          statement.write(0, to: nowhere)
          rows += 1
        }
      }
      best = min(best, seconds)
    }
    return Double(rows) / max(best, 1e-9)
  }

  /// Takes the events of a log into an empty one.
  private func importBack(_ source: Source, _ report: inout Report) throws {
    let folder = scratch + "/import"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let events = folder + "/events.jsonl"
    try source.rabble.measure(["log", "export", "--kind", "all"], streams: .file(events))
    let empty = Subject(path: logs.rabble, dataFolder: folder + "/data", now: BigLogs.now)
    let cost = try empty.measure(["log", "import", events], besides: logs.idle)
    report.line(
      "log import of all events into an empty log, \(source.log.name)",
      "\(Report.number(Double(source.log.reviews) / 1000 / cost.seconds)) thousand reviews/s, "
        + "\(Report.number(cost.memory)) MiB")
  }
}
