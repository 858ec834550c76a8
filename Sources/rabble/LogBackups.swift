import ArgumentParser
import Foundation
import RabbleStudy
import RabbleTerminal

/// `rabble log backup`: a copy of the log as it is now.
struct LogBackup: ParsableCommand {
  static let configuration = CommandConfiguration(
    "backup", of: "log", "Back up the log now.",
    """
    Every event is verified and replayed in the backup before it counts as one. A backup is made \
    automatically once a day after a session, and before an import, `rabble preset optimize` and an \
    upgrade of the log. The last backup of each of 7 days, 4 weeks and 12 months is kept, up to 2 GB in \
    total; the two newest are always kept. The settings backup.folder and backup.keep change where and how \
    many.
    """,
    examples: [
      ("rabble log backup", "now"),
      ("rabble config set backup.folder /mnt/disk/rabble", "on another disk"),
    ])

  @OptionGroup var options: CommonOptions

  func run() throws {
    do {
      let backup = try options.openLog(for: .changing).backUp()
      try Output.line("Backed up: \(backup.path)")
    } catch BackupError.nothing(let path) {
      Output.tell("\(BackupError.nothing(path: path))")
      throw ExitCode(1)
    }
  }
}

/// `rabble log backups`: the backups there are.
struct LogBackups: ParsableCommand {
  static let configuration = CommandConfiguration(
    "backups", of: "log", "List the backups, newest first.",
    examples: [
      ("rabble log backups", "all there are")
    ])

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  func run() throws {
    let backups = try Backups(at: options.locations(), options.surroundings)
    if backups.isEmpty, report.format == .text { return Output.tell("There is no backup yet.") }
    try report.write("backups", backups.report)
  }
}

/// `rabble log restore`: puts a backup in the place of the review log.
struct LogRestore: ParsableCommand {
  static let configuration = CommandConfiguration(
    "restore", of: "log", "Replace the log with a backup.",
    """
    The log as it is now is kept beside it under another name, which is printed. Nothing is changed while \
    another program has the log open.
    """,
    examples: [
      ("rabble log restore", "the newest backup")
    ])

  @OptionGroup var options: CommonOptions

  @Argument(
    help: ArgumentHelp(
      "Backup by its name or the beginning of it, or a log by its path; the newest without it.",
      valueName: "name"))
  var name: String?

  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  var yes = false

  func run() throws {
    let backups = try Backups(at: options.locations(), options.surroundings)
    let backup = try backups.backup(name)
    guard try yes || confirms(backup) else {
      Output.tell("Nothing was restored.")
      throw ExitCode(1)
    }
    let kept = try backups.restore(backup)
    try Output.line("Restored the review log of \(backup.moment.minute).")
    if let kept { try Output.line("The log as it was is kept as \(kept).") }
  }

  /// Asks on a terminal; elsewhere only `--yes` agrees.
  private func confirms(_ backup: Backup) throws -> Bool {
    guard let form = try options.form() else {
      throw ValidationError("Would restore \(backup.path). Use --yes to confirm.")
    }
    try form.say([
      "The review log becomes what it was at \(backup.moment.minute). What you did since is set aside."
    ])
    return try form.confirms("Restore it?")
  }
}
