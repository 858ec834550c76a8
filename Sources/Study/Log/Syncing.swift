import RabbleControllers
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleText

extension Library {
  /// Exchanges events with a folder: takes in what other devices wrote there, and writes what they don't
  /// have. Several devices may do so at once.
  ///
  /// - Parameters:
  ///   - path: the folder; `nil` for the one of the config file.
  ///   - name: what other devices call this one; `nil` leaves it as it is.
  /// - Returns: what came of it.
  /// - Throws: ``LibraryError/noSyncFolder`` without a folder, ``LibraryError/logInSyncFolder(log:folder:)``,
  ///   `SyncFolderError` when it can't be read, or an error of the review log. Nothing is lost then; the
  ///   next sync goes on from there. Where it can only not be written, what came counts, and the screen
  ///   says so.
  package func sync(with path: String? = nil, as name: String? = nil) throws -> SyncScreen {
    try screen(of: exchange(with: path, as: name))
  }

  /// Exchanges events as ``sync(with:as:)`` does, and then reads the decks: what another device decided
  /// about an edited question is known before this one decides, and its history has come.
  ///
  /// - Parameters:
  ///   - path: the folder; `nil` for the one of the config file.
  ///   - name: what other devices call this one; `nil` leaves it as it is.
  /// - Returns: what came of it.
  /// - Throws: as ``sync(with:as:)``.
  package mutating func syncThenRefresh(with path: String? = nil, as name: String? = nil) throws
    -> SyncScreen
  {
    let exchange = try exchange(with: path, as: name)
    try refresh()
    return try screen(of: exchange)
  }

  private func exchange(with path: String?, as name: String?) throws -> SyncOutcome {
    let folder = try syncFolder(path)
    return try log.sync(with: folder, as: name.map(Self.deviceName), at: surroundings.now())
  }

  private func screen(of outcome: SyncOutcome) throws -> SyncScreen {
    let questions = outcome.news.questions
    return SyncScreen(
      outcome.news,
      apart: try questions.isEmpty ? (0, 0) : log.read { try $0.syncs.apart(questions) },
      folder: outcome.folder, written: outcome.written, unwritten: outcome.unwritten,
      waiting: outcome.waiting, damaged: outcome.damaged, changed: outcome.changed,
      rewritten: outcome.rewritten)
  }

  /// Shows what devices have written to a folder, and what this log knows of it.
  ///
  /// - Parameter path: the folder; `nil` for the one of the config file.
  /// - Returns: the screen.
  /// - Throws: as ``sync(with:as:)``.
  package func syncStatus(of path: String? = nil) throws -> SyncStatusScreen {
    let folder = try syncFolder(path)
    let listing = try folder.listing()
    let found = listing.files
    return try log.read { tx in
      let record = try tx.syncs.folder(at: folder.path)
      let known = try record.map { try tx.syncs.files(of: $0.number) } ?? [:]
      let names = try tx.devices.names()
      let own = try tx.devices.own()
      let devices = Dictionary(grouping: found, by: \.device).map { device, files in
        SyncStatusScreen.Device(
          id: SyncFolder.name(of: device), name: names[EventID(bits: device)],
          own: own?.bits == device, files: files.count,
          bytes: files.reduce(0) { $0 + Int($1.size) },
          unread: files.count { file in !(known[.init(file)]?.position.isOf(file) ?? false) })
      }
      return SyncStatusScreen(
        folder: folder.path, synced: record?.moment,
        owed: try record.map { try tx.syncs.owed(to: $0) } ?? tx.events.count(),
        devices: devices, waiting: try tx.syncs.waiting(),
        damaged: known.values.reduce(listing.faults.count) { $0 + $1.faults })
    }
  }

  /// Compares a folder with the log. What the folder has not is written by the next sync.
  ///
  /// - Parameter path: the folder; `nil` for the one of the config file.
  /// - Returns: the screen.
  /// - Throws: as ``sync(with:as:)``, and ``LibraryError/notSynced(path:)``.
  package func verifySync(with path: String? = nil) throws -> SyncVerificationScreen {
    let folder = try syncFolder(path)
    let now = surroundings.now()
    return try log.write { tx in
      guard let record = try tx.syncs.folder(at: folder.path) else {
        throw LibraryError.notSynced(path: folder.path)
      }
      let verification = try SyncVerification(tx, at: now)
      let listing = try folder.listing()
      var damaged = listing.faults.count
      for file in listing.files {
        do {
          let reading = try file.read(from: nil, verification.take)
          if reading?.isDamaged == true { damaged += 1 }
        } catch is SyncFolderError {
          damaged += 1
        }
      }
      let report = try verification.finish()
      if report.missingInFolder > 0 { try tx.syncs.forget(record) }
      return SyncVerificationScreen(
        folder: folder.path, inFolder: report.folder, inLog: report.log,
        missingInLog: report.missingInLog, missingInFolder: report.missingInFolder,
        waiting: report.waiting, damaged: report.faults + damaged)
    }
  }

  /// Makes sure that there is a folder to sync with, before a library is opened, which makes a log.
  ///
  /// - Parameters:
  ///   - path: the folder; `nil` for the one of the config file.
  ///   - locations: where the library's files are or will be.
  /// - Throws: as ``sync(with:as:)`` where there is none.
  package static func requireSyncFolder(_ path: String?, at locations: Locations) throws {
    _ = try syncFolder(
      (path ?? Settings(at: locations).syncFolder).map { locations.absolute($0) },
      besides: locations.log)
  }

  /// The folder that events are exchanged by.
  private func syncFolder(_ path: String?) throws -> SyncFolder {
    try Self.syncFolder(
      (path ?? settings.syncFolder).map { locations?.absolute($0) ?? $0 }, besides: log.path)
  }

  private static func syncFolder(_ path: String?, besides log: String) throws -> SyncFolder {
    guard let path, !path.isEmpty else { throw LibraryError.noSyncFolder }
    let folder = try SyncFolder(path)
    // Whatever carries the folder would carry the log, too, and damage it.
    if folder.holds(log) { throw LibraryError.logInSyncFolder(log: log, folder: folder.path) }
    return folder
  }

  /// A name that every log takes: printable, on one line, and not long.
  private static func deviceName(_ name: String) -> String {
    let text = String(name.printable.prefix(60)).trimmed
    return text.isEmpty ? "device" : String(text)
  }
}
