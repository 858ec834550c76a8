import Foundation

/// The file of each log: its size, and how long it takes to check; beside Anki's collection of the same reviews.
struct LogBenchmark {
  let logs: BigLogs
  /// A folder for what is written.
  let scratch: String
  private static let runs = 3

  func run(_ report: inout Report) throws {
    let all = try logs.all()
    try size(of: all, &report)
    try check(all, &report)
  }

  private func size(of all: [BigLog], _ report: inout Report) throws {
    report.section("The size of a log with \(logs.size)")
    report.columns(all.map(\.name))
    func perReview(_ bytes: Int, _ reviews: Int) -> Double { Double(bytes) / Double(reviews) }
    func cell(_ bytes: Double, peer: Double? = nil) -> Cell {
      Cell("\(Report.number(bytes)) bytes", ratio: peer.map { bytes / $0 })
    }
    let peers = try all.map { log in
      try log.collection.map { perReview(try Self.bytes(of: $0), logs.size.reviews) }
    }
    report.row("Anki's collection, per review", peers.map { $0.map { cell($0) } })
    report.row(
      "the log, per review that counts",
      zip(all, peers).map { cell(perReview($0.bytes, logs.size.reviews), peer: $1) })
    report.row(
      "  after the first report",
      try zip(all, peers).map { log, peer in
        try log.restored(now: BigLogs.evening).measure(["stats"])
        return cell(perReview(log.bytesNow, logs.size.reviews), peer: peer)
      })
    report.row(
      "  as it was made, per review, undone ones included",
      all.map { cell(perReview($0.bytes, $0.reviews)) })
  }

  private static func bytes(of path: String) throws -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { throw Failure("no \(path)") }
    return Int(status.st_size)
  }

  private func check(_ all: [BigLog], _ report: inout Report) throws {
    report.section(
      "Checking a log with \(logs.size)"
        + " (processor time without the start; the quickest of \(Self.runs))")
    report.columns(all.map(\.name))
    let peers = try all.map { try peer($0) }
    report.row("Anki's “Check Database”", peers.map { $0.map { Cell($0) } })
    report.row(
      "rabble log check",
      try zip(all, peers).map { log, peer in
        let cost = try log.restored().measure(
          ["log", "check"], runs: Self.runs, besides: logs.idle)
        return Cell(cost, peer: peer?.seconds)
      })
  }

  /// Checks a copy of the collection, as Anki changes what it checks.
  private func peer(_ log: BigLog) throws -> Cost? {
    guard let anki = logs.anki, let collection = log.collection else { return nil }
    let folder = scratch + "/check"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let copy = folder + "/copy.anki2"
    try FileManager.default.copyItem(atPath: collection, toPath: copy)
    return try anki.check(copy)
  }
}
