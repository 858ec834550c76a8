import Foundation
import RabbleStorage
import RabbleText

/// What came of reading a damaged review log into a new one.
package struct Salvaged: Hashable, Sendable {
  /// What was read and what is gone, a line each.
  package let lines: [String]
  /// Whether every event is there.
  package let isWhole: Bool

  init(_ report: SalvageReport, target: String) {
    var lines = ["Copied \(NumberText.count(report.events, "event")) to \(target)."]
    if let backup = report.backup {
      lines.append(
        "\(backup.events) of them \(backup.events == 1 ? "is" : "are") from the backup "
          + "\(backup.path).")
    }
    switch report.recovery {
    case .notNeeded, .done: break
    case .missing:
      lines.append(
        "The program \(RecoveryTool.name) is not installed; its `.recover` may find more. On Debian "
          + "it is in the package \(RecoveryTool.name).")
    case .failed(let reason):
      lines.append("The program \(RecoveryTool.name) could not help: \(reason).")
    }
    lines += report.lost.map { "Lost: \($0)." }
    if report.mayHaveLostMore {
      lines.append("More may be lost: the damage hides how many events there were.")
    } else if report.lost.isEmpty {
      lines.append("No events were lost.")
    }
    if report.rewordedAnswers > 0 {
      lines.append(
        "The wording of \(NumberText.count(report.rewordedAnswers, "answer")) was lost; the latest wording of "
          + "each question is used instead.")
    }
    self.lines = lines
    isWhole = report.lost.isEmpty && !report.mayHaveLostMore
  }
}

extension Library {
  /// Reads every event that can be read of the review log, or of its newest backup, into a new log, and recomputes
  /// there what follows from them. The review log is not changed.
  ///
  /// - Parameters:
  ///   - path: where the new log will be; nothing may be there.
  ///   - locations: where the review log is. It need not be one that can be opened.
  ///   - surroundings: chance.
  ///   - folders: where programs are looked for.
  /// - Returns: what came of it.
  /// - Throws: ``LibraryError`` where there is no review log, or an error of the review log; there is
  ///   nothing at `path` then.
  package static func salvage(
    to path: String, at locations: Locations, _ surroundings: Surroundings,
    programsIn folders: [String]
  ) throws -> Salvaged {
    // Answers may be in the write-ahead log alone.
    guard ["", "-wal"].contains(where: { access(locations.log + $0, F_OK) == 0 }) else {
      try locations.expectLog()
      throw LibraryError.unreadable(path: locations.log, reason: "there is no review log")
    }
    let target = locations.absolute(path)
    return Salvaged(
      try LogSalvage.run(
        from: locations.log, to: target, with: RecoveryTool(in: folders),
        backups: BackupFolder(locations).backups.map(\.path), random: surroundings.identityBits),
      target: target)
  }
}
