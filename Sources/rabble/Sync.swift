import ArgumentParser
import Foundation
import RabbleReports
import RabbleScreens
import RabbleStudy
import RabbleTerminal

/// `rabble sync`: exchanges what was done with the learner's other devices, by a folder.
struct Sync: ParsableCommand {
  static let configuration = CommandConfiguration(
    "sync", "Sync your review history with other devices through a shared folder.",
    """
    The folder is one that git, Syncthing, rclone or a USB stick carries from device to device. Each \
    device only adds to files of its own there, and takes in those of the others, so nothing conflicts. \
    Never put the review log itself there. Documentation/sync.md shows how to set up two devices in five \
    minutes.

    With `sync.folder` in the config file DIR is not needed; with `sync.automatic = true` every session \
    begins and ends with a sync. Exit status 1 if --verify finds that folder and log differ.
    """,
    examples: [
      ("rabble sync /media/stick/rabble", "through a USB stick"),
      ("rabble config set sync.folder ~/Sync/rabble", "the folder of `rabble sync`"),
      ("rabble sync --verify", "whether folder and log have the same events"),
    ])

  @OptionGroup var options: CommonOptions

  @Flag(help: "Show what is in the folder; change nothing.")
  var status = false

  @Flag(help: "Verify that folder and log have the same events.")
  var verify = false

  @Option(help: "Output format.")
  var format: SessionFormat = .text

  @Argument(
    help: ArgumentHelp("The folder (default: sync.folder in the config file).", valueName: "dir"),
    completion: .directory)
  var folder: String?

  func validate() throws {
    if let folder, folder.isEmpty {
      throw ValidationError("The folder has no name. Name one, such as /media/stick/rabble.")
    }
    if status, verify {
      throw ValidationError("--status and --verify show different things; use one of them.")
    }
  }

  func run() throws {
    if status {
      let screen = try options.openLibrary(for: .looking).syncStatus(of: folder)
      return try show("sync_status", screen, SyncText.text)
    }
    if verify {
      let screen = try options.openLibrary(for: .changing).verifySync(with: folder)
      try show("sync_verification", screen, SyncText.text)
      if !screen.isSame { throw ExitCode(1) }
      return
    }
    try Library.requireSyncFolder(folder, at: options.locations())
    var library = try options.openUnread(for: .creating)
    let screen = try library.syncThenRefresh(with: folder, as: Self.deviceName(library))
    for message in library.messages { Output.tell(message) }
    try show("sync", screen, SyncText.text)
    if let reason = screen.unwritten {
      Output.error(reason)
      throw ExitCode(3)
    }
  }

  private func show<Screen: Encodable>(
    _ report: String, _ screen: Screen, _ text: (Screen, _ width: Int?) -> String
  ) throws {
    switch format {
    case .json: try Output.write(JSONText.text(report, screen))
    case .text: try Output.write(text(screen, Output.columns))
    }
  }

  /// Opens the library for a session, and exchanges events before its decks are read, where the config
  /// file says so. Nothing that goes wrong keeps the learner from studying.
  static func openLibrary(_ options: CommonOptions) throws -> Library {
    var library = try options.openUnread(for: .creating)
    automatically(library) { try library.syncThenRefresh(as: $0) }
    // Without a sync, or after one that failed.
    if library.titles.isEmpty { try library.refresh() }
    for message in library.messages { Output.tell(message) }
    if library.titles.isEmpty { throw LibraryError.nothingToStudy }
    return library
  }

  /// Exchanges events after a session, where the config file says so.
  static func automatically(_ library: Library) {
    automatically(library) { try library.sync(as: $0) }
  }

  private static func automatically(
    _ library: Library, _ sync: (_ name: String?) throws -> SyncScreen
  ) {
    guard library.settings.syncsAutomatically, library.settings.syncFolder != nil else { return }
    do {
      let screen = try sync(deviceName(library))
      if !screen.shares.isEmpty || screen.renewed || screen.changed || screen.rewritten
        || screen.rest.damaged > 0
      {
        for line in SyncText.lines(screen) { Output.tell(line) }
      }
      if let reason = screen.unwritten { Output.tell("Not written: \(reason)") }
    } catch {
      Output.tell("Not synced: \(error)")
    }
  }

  /// What other devices call this one.
  private static func deviceName(_ library: Library) -> String? {
    if let name = library.settings.deviceName { return name }
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
    let name = String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return name.isEmpty ? nil : name
  }
}
