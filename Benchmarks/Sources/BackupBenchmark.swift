import Foundation
import RabbleStorage

/// A backup, beside SQLite's own `VACUUM INTO` and the verification of every event in the same run.
struct BackupBenchmark {
  let log: BigLog
  /// A folder for what is written.
  let scratch: String

  func run(_ report: inout Report) throws {
    report.section("A backup of \(Report.count(log.reviews)) reviews (the best of 3)")
    let copy = scratch + "/backup.sqlite"
    try log.copy(to: copy)
    defer { for ending in ["", "-wal", "-shm"] { unlink(copy + ending) } }
    let study = try BigLog.open(copy)
    var times = (vacuum: Sample(), replay: Sample(), backup: Sample())
    let (bare, ours) = (scratch + "/bare.sqlite", scratch + "/ours.sqlite")
    for _ in 0..<3 {
      for path in [bare, ours] { unlink(path) }
      let clock = ContinuousClock()
      times.vacuum.add(
        try clock.measure { try BareDatabase(path: copy).execute("VACUUM INTO '\(bare)'") }
          .inSeconds)
      times.replay.add(
        try clock.measure {
          let log = try BigLog.open(bare)
          _ = try log.check()
          try log.close()
        }.inSeconds)
      times.backup.add(try clock.measure { try study.snapshot()?.backUp(to: ours) }.inSeconds)
    }
    let (vacuum, replay) = (times.vacuum.quantile(0), times.replay.quantile(0))
    report.line("SQLite's own VACUUM INTO", "\(Report.number(vacuum)) s")
    report.line("every event verified and replayed", "\(Report.number(replay)) s")
    let backup = times.backup.quantile(0)
    report.ratio(
      "a backup, without the replay", "\(Report.number(backup)) s in all",
      max(0, backup - replay) / vacuum, atMost: 2)
  }
}
