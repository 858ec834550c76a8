import ArgumentParser
import Foundation
import RabbleStudy
import RabbleTerminal

/// `rabble backup`: copies of the review log, made, listed and put back.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Back up the review log, list backups, or restore one.",
    discussion: """
      A backup is made automatically once a day after a session, and before an import, `rabble \
      optimize` and an upgrade of the log. The last backup of each of 7 days, 4 weeks and 12 months is \
      kept, up to 2 GB in total; the two newest are always kept. `rabble config set backup.folder \
      /path` keeps them elsewhere, on another disk if you have one, and `rabble config set \
      backup.keep 7 4 12` sets how many daily, weekly and monthly backups to keep.
      """,
    subcommands: [BackupNow.self, BackupList.self, BackupRestore.self],
    defaultSubcommand: BackupNow.self)
}

/// `rabble backup now`, which is what `rabble backup` alone does.
struct BackupNow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "now",
    abstract: "Back up the review log now.",
    discussion: "Every event is verified and replayed in the backup before it counts as one.")

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

/// `rabble backup list`: the backups there are.
struct BackupList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the backups, newest first.")

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  func run() throws {
    let backups = try Backups(at: options.locations(), options.surroundings)
    if backups.isEmpty, report.format == .text { return Output.tell("There is no backup yet.") }
    try report.write([backups.report])
  }
}

/// `rabble backup restore`: puts a backup in the place of the review log.
struct BackupRestore: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Replace the review log with a backup.",
    discussion: """
      The review log as it is now is kept beside it under another name, which is printed. Nothing is \
      changed while another program has the log open.
      """)

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
