import Foundation

/// Every report over the logs as text and as JSON, beside Anki's graphs of the same reviews.
struct StatisticsBenchmark {
  let logs: BigLogs
  /// A folder for what is written.
  let scratch: String

  /// A report, with how many days it is about and what share of the time of Anki's graphs it may take.
  private struct Asked {
    let arguments: [String]
    var days = 0
    var share = StatisticsBenchmark.scan
  }

  /// The spans of Anki's graphs, in days; 0 is all.
  private static let spans = [30, 365, 0]
  /// What a scan can answer may take this share of the time of Anki's graphs.
  private static let scan = 0.15
  /// What follows from a replay or a simulation may take this share.
  private static let replay = 0.5
  private static let reports = [
    Asked(arguments: ["answers", "-p", "365d"], days: 365),
    Asked(arguments: ["calendar"], days: 365),
    Asked(arguments: ["answers", "--by", "hour", "-p", "365d"], days: 365),
    Asked(arguments: ["words", "-p", "365d"], days: 365),
    Asked(arguments: ["answers", "--by", "session"], days: 30),
    Asked(arguments: ["answers", "--by", "session", "-p", "all"]),
    Asked(arguments: ["answers", "-p", "all"]), Asked(arguments: ["answers", "--by", "card"]),
    Asked(arguments: ["answers", "--by", "deck"]), Asked(arguments: ["answers", "--by", "group"]),
    Asked(arguments: ["answers", "-p", "all", "--where", "たち"]),
    Asked(arguments: ["answers", "--by", "hour"]), Asked(arguments: ["answers", "--by", "state"]),
    Asked(arguments: ["cards"]), Asked(arguments: ["cards", "--by", "interval"]),
    Asked(arguments: ["trouble"]), Asked(arguments: ["retention"]), Asked(arguments: ["compare"]),
    Asked(arguments: ["course"]), Asked(arguments: ["words"]),
    Asked(arguments: ["overview"]), Asked(arguments: []),
    Asked(arguments: ["forecast", "--value", "due_week"]),
    Asked(arguments: ["forecast"], share: replay), Asked(arguments: ["memory"], share: replay),
    Asked(arguments: ["calibration"], share: replay),
  ]
  private static let runs = 3

  /// A log with what it is compared with.
  private struct Subjects {
    let rabble: Subject
    /// Anki's graphs, by the days of their span; none without Anki.
    let peers: [Int: AnkiPeer.Graphs]
  }

  func run(_ report: inout Report) throws {
    let all = try logs.all()
    report.section(
      "Reports over \(logs.size) (processor time without the start; the quickest of \(Self.runs))")
    report.columns(all.map(\.name))
    let subjects = try all.map { log in
      let subject = try log.restored(now: BigLogs.evening)
      return Subjects(rabble: subject, peers: try peers(log))
    }
    for days in Self.spans {
      let span = days == 0 ? "all" : "\(days) days"
      let peers = subjects.map { $0.peers[days] }
      report.row("Anki's graphs, \(span), once they are warm", peers.map { $0.map(\.warmCell) })
      report.row("  the first time", peers.map { $0.map { Cell(seconds: $0.cold) } })
    }
    report.row(
      "stats, the very first after the log was made",
      try subjects.map { subject in
        Cell(
          try subject.rabble.measure(["stats"], besides: logs.idle), peer: subject.peers[0]?.cold)
      })
    for asked in Self.reports {
      try measure(asked, [], of: subjects, &report)
      if !asked.arguments.contains("--value") {
        try measure(asked, ["--format", "json"], of: subjects, &report)
      }
    }
  }

  private func measure(
    _ asked: Asked, _ format: [String], of subjects: [Subjects], _ report: inout Report
  ) throws {
    let command = ["stats"] + asked.arguments + format
    report.row(
      command.joined(separator: " "),
      try subjects.map { subject in
        let cost = try subject.rabble.measure(
          command, runs: Self.runs, besides: logs.idle)
        return Cell(cost, peer: subject.peers[asked.days]?.warm)
      }, Cell.Target(ratio: asked.share, memory: 80))
  }

  /// Measures Anki's graphs of each span of the same reviews, in a process of its own.
  private func peers(_ log: BigLog) throws -> [Int: AnkiPeer.Graphs] {
    guard let anki = logs.anki, let collection = log.collection else { return [:] }
    let folder = scratch + "/graphs"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let present = folder + "/present.anki2"
    try anki.shift(collection, to: present, last: BigLogs.evening)
    return Dictionary(
      uniqueKeysWithValues: try Self.spans.map { ($0, try anki.graphs(of: present, days: $0)) })
  }
}

extension AnkiPeer.Graphs {
  fileprivate var warmCell: Cell { Cell(seconds: warm, memory: memory) }
}
