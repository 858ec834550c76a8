import RabbleControllers
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleSync
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
    let now = surroundings.now()
    if let waiting = try waitingWhenIdle(folder, as: name) {
      return SyncOutcome(folder: folder.path, waiting: waiting)
    }
    return try log.write(findsReferences: true) { tx in
      var run = try SyncRun(tx, folder, as: name.map(Self.deviceName), at: now)
      return try run.run()
    }
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
          unread: files.count { file in !(known[.init(file)].map(file.isAsRead) ?? false) })
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

  /// What waits, if nothing came and nothing is to be written; then nothing is written to the log either.
  /// `nil` where something is to be done.
  private func waitingWhenIdle(_ folder: SyncFolder, as name: String?) throws -> [SyncWait: Int]? {
    let listing = try folder.listing()
    guard listing.faults.isEmpty else { return nil }
    let files = listing.files
    return try log.read { tx in
      guard let record = try tx.syncs.folder(at: folder.path), try !tx.syncs.mayTakeWaiting(),
        try tx.devices.own() == record.device, try tx.syncs.owed(to: record) == 0
      else { return nil }
      if let name, try tx.devices.names()[record.device] != Self.deviceName(name) { return nil }
      let known = try tx.syncs.files(of: record.number)
      let found = Set(files.map { SyncStore.FileKey($0) })
      let isIdle =
        known.keys.allSatisfy(found.contains)
        && files.allSatisfy { file in known[.init(file)].map(file.isAsRead) ?? false }
      return isIdle ? try tx.syncs.waiting() : nil
    }
  }
}

/// What came of an exchange of events, whatever the decks are.
private struct SyncOutcome {
  var news = SyncNews.none
  let folder: String
  /// How many events were written.
  var written = 0
  /// Why what the folder does not have could not be written.
  var unwritten: String?
  /// How many lines wait, by what they wait for.
  let waiting: [SyncWait: Int]
  /// How many lines, files and folders could not be read.
  var damaged = 0
  /// Whether files of this device had other content.
  var changed = false
  /// Whether events were written again.
  var rewritten = false
}

/// One sync, in one transaction of the log.
private struct SyncRun {
  private let tx: Transaction
  private let folder: SyncFolder
  private let exchange: SyncExchange
  private var files: [SyncStore.FileKey: SyncStore.File] = [:]
  private var faults = 0

  init(_ tx: Transaction, _ folder: SyncFolder, as name: String?, at now: Moment) throws {
    self.tx = tx
    self.folder = folder
    let record = try tx.record(of: folder, at: now)
    exchange = try SyncExchange(tx, folder.path, record: record, name: name, at: now)
  }

  mutating func run() throws -> SyncOutcome {
    let listing = try folder.listing()
    if let fault = listing.faults[exchange.device.bits] { throw fault }
    var found = listing.files
    let doubt = try read(listing)
    var owed = 0
    if doubt != nil {
      owed = try exchange.record.map { try tx.syncs.owed(to: $0) } ?? 0
      exchange.beginAnew()
      _ = try read(listing)
    }
    let own = exchange.device
    let news = try exchange.finishTaking()
    let written: Int
    do {
      written = try write(to: found, of: own)
    } catch let error as SyncFolderError {
      // What came counts even if the disk is full, or can't be written.
      try exchange.keepTaken(files)
      return SyncOutcome(
        news: news, folder: folder.path, unwritten: error.description,
        waiting: try tx.syncs.waiting(), damaged: faults + listing.faults.count)
    }
    if written > 0 {
      found = try folder.files()
      // Leftovers that were removed, once all their lines were elsewhere.
      let keys = Set(found.map { SyncStore.FileKey($0) })
      files = files.filter {
        $0.key.device != exchange.device || !SyncFile.isLeftover($0.key.name)
          || keys.contains($0.key)
      }
      for file in found where file.device == exchange.device.bits && file.number != nil {
        // What was just written need not be read to be known.
        let key = SyncStore.FileKey(file)
        let before = files[key]
        if before.map(file.isAsRead) ?? false { continue }
        guard let reading = try file.read(from: before.map { SyncPosition($0) }, { _ in }) else {
          continue
        }
        files[key] = SyncStore.File(reading.position, faults: before?.faults ?? 0)
      }
    }
    try exchange.keep(files)
    return SyncOutcome(
      news: news, folder: folder.path, written: written, waiting: try tx.syncs.waiting(),
      damaged: faults + listing.faults.count, changed: doubt == .changed,
      rewritten: (doubt == .changed || doubt == .gone) && news.former == nil && written > owed)
  }

  /// Writes what the folder does not have.
  ///
  /// - Parameters:
  ///   - found: the files that are there.
  ///   - former: the identity that this device had when they were read.
  /// - Returns: how many events were written.
  /// - Throws: `SyncFolderError`, or an error of the review log.
  private func write(to found: [SyncFile], of former: EventID) throws -> Int {
    var writer: SyncWriter?
    let (exchange, folder, read) = (exchange, folder, files)
    let written = try exchange.handOut { lines in
      var open =
        try writer
        ?? SyncWriter(folder, device: exchange.device.bits, files: found) {
          read[.init(device: former, name: $0)]?.offset
        }
      defer { writer = open }
      try open.append(lines)
    }
    try writer?.finish()
    return written
  }

  /// Why what is remembered of a folder is not right.
  private enum Doubt {
    /// Files that were read before, whoever wrote them, are gone, or those of others have other content: the
    /// folder may lack what was in them.
    case gone
    /// Files that this device wrote have other content.
    case changed
    /// Lines may be sound that were not, or another log writes under this one's identity.
    case other
  }

  /// Reads what is new in all files.
  ///
  /// - Returns: why all must be read again; `nil` where what is remembered of the folder is right.
  private mutating func read(_ listing: SyncFolder.Listing) throws -> Doubt? {
    let found = listing.files
    let record = exchange.record
    let known = try record.map { try tx.syncs.files(of: $0.number) } ?? [:]
    files = known
    let keys = Set(found.map { SyncStore.FileKey($0) })
    if known.keys.contains(where: {
      !keys.contains($0) && listing.faults[$0.device.bits] == nil
    }) {
      return .gone
    }
    faults = 0
    // What was taken for an event of a newer version may be a damaged line that is sound now.
    if record != nil,
      found.contains(where: { file in !(known[.init(file)].map(file.isAsRead) ?? false) }),
      exchange.forgetUnknown()
    {
      return .other
    }
    try exchange.expect(
      bytes: found.reduce(0) { bytes, file in
        // Lines are compressed to a fifth or less.
        let length = file.isClosed ? 5 * file.size : file.size
        return bytes + max(0, length - (files[.init(file)]?.offset ?? 0))
      })
    for file in found {
      let key = SyncStore.FileKey(file)
      let before = files[key]
      if let before, file.isAsRead(before) { continue }
      exchange.faults = 0
      let result: SyncReading?
      do {
        // A line that could not be read may be sound now, wherever it stands.
        result = try file.read(
          from: before.map { SyncPosition($0) }, again: (before?.faults ?? 0) > 0, exchange.take)
        try exchange.finishFile()
      } catch is SyncFolderError where file.device != exchange.device.bits {
        // It may be readable the next time; all others are read meanwhile.
        try exchange.finishFile()
        faults += 1
        continue
      }
      guard let reading = result else { continue }
      let isOwn = file.device == exchange.device.bits && file.number != nil && !file.isLeftover
      if isOwn, before.map({ $0.offset > 0 && reading.isWhole }) ?? false { return .changed }
      if reading.isReplaced { return .gone }
      // This log was put back to an earlier state, or a sync was cut off: it does not know what it wrote.
      if isOwn, record != nil, reading.position.offset > before?.offset ?? 0 { return .other }
      let faulty = exchange.faults + (reading.isDamaged ? 1 : 0)
      faults += faulty
      files[key] = SyncStore.File(
        reading.position, faults: faulty + (reading.isWhole ? 0 : before?.faults ?? 0))
    }
    return record != nil && exchange.hasTwin ? .other : nil
  }
}

extension Transaction {
  /// What is remembered of a folder. One that is found elsewhere, such as a disk that is mounted under
  /// another name, is known by this device's own files.
  fileprivate func record(of folder: SyncFolder, at now: Moment) throws -> SyncStore.Folder? {
    let own = try devices.own(at: now)
    if let record = try syncs.folder(at: folder.path) {
      // Who has another identity now starts over.
      return record.device == own ? record : nil
    }
    // A copy of it that lacks what others wrote is another one: it has to get that, too.
    let found = try folder.files()
    let filesByKey = Dictionary(found.map { (SyncStore.FileKey($0), $0) }, uniquingKeysWith: { $1 })
    for record in try syncs.folders() where record.device == own {
      let known = try syncs.files(of: record.number)
      let isThere = known.allSatisfy { key, file in
        filesByKey[key].map {
          $0.size == file.size
            || key.device != own && ($0.isClosed != file.isClosed || $0.size > file.size)
        } ?? false
      }
      if known.keys.contains(where: { $0.device == own }), isThere {
        return try syncs.move(record, to: folder.path)
      }
    }
    return nil
  }
}

extension SyncStore.FileKey {
  fileprivate init(_ file: SyncFile) {
    self.init(device: EventID(bits: file.device), name: file.key)
  }
}

extension SyncStore.File {
  fileprivate init(_ position: SyncPosition, faults: Int) {
    self.init(
      offset: position.offset, tail: position.tail, size: position.size,
      modified: position.modified, isClosed: position.isClosed, faults: faults)
  }
}

extension SyncPosition {
  fileprivate init(_ file: SyncStore.File) {
    self.init(
      offset: file.offset, tail: file.tail, size: file.size, modified: file.modified,
      isClosed: file.isClosed)
  }
}

extension SyncFile {
  fileprivate func isAsRead(_ file: SyncStore.File) -> Bool { SyncPosition(file).isOf(self) }
}
