import RabbleScheduling

/// What came of an exchange of events, whatever the decks are.
package struct SyncOutcome {
  package var news = SyncNews.none
  package let folder: String
  /// How many events were written.
  package var written = 0
  /// Why what the folder does not have could not be written.
  package var unwritten: String?
  /// How many lines wait, by what they wait for.
  package let waiting: [SyncWait: Int]
  /// How many lines, files and folders could not be read.
  package var damaged = 0
  /// Whether files of this device had other content.
  package var changed = false
  /// Whether events were written again.
  package var rewritten = false
}

extension StudyLog {
  /// Exchanges events with a folder.
  ///
  /// - Parameters:
  ///   - folder: where.
  ///   - name: what other devices call this one; `nil` leaves it as it is.
  ///   - now: the present.
  /// - Returns: what came of it.
  /// - Throws: ``SyncFolderError``, or ``StorageError``.
  package func sync(with folder: SyncFolder, as name: String?, at now: Moment) throws -> SyncOutcome
  {
    if let waiting = try waitingWhenIdle(folder, as: name) {
      return SyncOutcome(folder: folder.path, waiting: waiting)
    }
    return try write(findsReferences: true) { tx in
      var run = try SyncRun(tx, folder, as: name, at: now)
      return try run.run()
    }
  }

  /// What waits, if nothing came and nothing is to be written; then nothing is written to the log either.
  /// `nil` where something is to be done.
  private func waitingWhenIdle(_ folder: SyncFolder, as name: String?) throws -> [SyncWait: Int]? {
    let listing = try folder.listing()
    guard listing.faults.isEmpty else { return nil }
    let files = listing.files
    return try read { tx in
      guard let record = try tx.syncs.folder(at: folder.path), try !tx.syncs.mayTakeWaiting(),
        try tx.devices.own() == record.device, try tx.syncs.owed(to: record) == 0
      else { return nil }
      if let name, try tx.devices.names()[record.device] != name { return nil }
      let known = try tx.syncs.files(of: record.number)
      let found = Set(files.map { SyncStore.FileKey($0) })
      let isIdle =
        known.keys.allSatisfy(found.contains)
        && files.allSatisfy { file in known[.init(file)]?.position.isOf(file) ?? false }
      return isIdle ? try tx.syncs.waiting() : nil
    }
  }
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
        if before?.position.isOf(file) ?? false { continue }
        guard let reading = try file.read(from: before?.position, { _ in }) else {
          continue
        }
        files[key] = SyncStore.File(position: reading.position, faults: before?.faults ?? 0)
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
          read[.init(device: former, name: $0)]?.position.offset
        }
      defer { writer = open }
      try open.append(lines)
    }
    try writer?.finish()
    return written
  }

  /// Why what is remembered of a folder is not right.
  private enum Doubt {
    /// Files that were read before are gone, or those of other devices have other content: the folder may lack what
    /// was in them.
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
      found.contains(where: { file in !(known[.init(file)]?.position.isOf(file) ?? false) }),
      exchange.forgetUnknown()
    {
      return .other
    }
    try exchange.expect(
      bytes: found.reduce(0) { bytes, file in
        // Lines are compressed to a fifth or less.
        let length = file.isClosed ? 5 * file.size : file.size
        return bytes + max(0, length - (files[.init(file)]?.position.offset ?? 0))
      })
    for file in found {
      let key = SyncStore.FileKey(file)
      let before = files[key]
      if let before, before.position.isOf(file) { continue }
      exchange.faults = 0
      let result: SyncReading?
      do {
        // A line that could not be read may be sound now, wherever it stands.
        result = try file.read(
          from: before?.position, again: (before?.faults ?? 0) > 0, exchange.take)
        try exchange.finishFile()
      } catch is SyncFolderError where file.device != exchange.device.bits {
        // It may be readable the next time; all others are read meanwhile.
        try exchange.finishFile()
        faults += 1
        continue
      }
      guard let reading = result else { continue }
      let isOwn = file.device == exchange.device.bits && file.number != nil && !file.isLeftover
      if isOwn, before.map({ $0.position.offset > 0 && reading.isWhole }) ?? false {
        return .changed
      }
      if reading.isReplaced { return .gone }
      // This log was put back to an earlier state, or a sync was cut off: it does not know what it wrote.
      if isOwn, record != nil, reading.position.offset > before?.position.offset ?? 0 {
        return .other
      }
      let faulty = exchange.faults + (reading.isDamaged ? 1 : 0)
      faults += faulty
      files[key] = SyncStore.File(
        position: reading.position, faults: faulty + (reading.isWhole ? 0 : before?.faults ?? 0))
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
          $0.size == file.position.size
            || key.device != own
              && ($0.isClosed != file.position.isClosed || $0.size > file.position.size)
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
  package init(_ file: SyncFile) {
    self.init(device: EventID(bits: file.device), name: file.key)
  }
}
