import Foundation
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import SystemPackage

/// A backup of the review log: one file.
package struct Backup: Hashable, Sendable {
  /// What it is called: when it was made, as in `2026-11-21T090000+0900`.
  package let name: String
  package let moment: Moment
  package let bytes: Int
  /// Its file.
  package let path: String

  /// Whether its first bytes and its length are those of a review log; only restoring verifies the rest.
  var looksSound: Bool { StudyLog.looksSound(at: path) }
}

/// What keeps a backup from being made or restored, besides the errors of the review log.
package enum BackupError: Error, Hashable, CustomStringConvertible {
  /// The folder of backups can't be used.
  case noFolder(path: String, reason: String)
  /// Another program is making a backup.
  case busy(path: String)
  /// The review log is empty.
  case nothing(path: String)
  /// There is no backup of this name, or none at all.
  case unknown(name: String?, folder: String)
  /// Several backups begin with this name.
  case ambiguous(name: String, names: [String])
  /// A backup is damaged, and why; the newest sound one that is older, if there is one.
  case damaged(path: String, reason: String, sound: String?)

  /// What happened, where, and what to do.
  package var description: String {
    switch self {
    case .noFolder(let path, let reason):
      "\(path): Cannot keep backups there: \(reason). Set backup.folder in the config file."
    case .busy(let path): "\(path): Another program is making a backup. Try again."
    case .nothing(let path): "\(path): There is nothing to back up yet."
    case .unknown(nil, let folder):
      "\(folder): There is no backup yet. `rabble log backup` makes one."
    case .unknown(let name?, let folder):
      "\(folder): There is no backup “\(name)”. `rabble log backups` lists them."
    case .ambiguous(let name, let names):
      "“\(name)” is ambiguous: \(names.joined(separator: ", ")). Type more of the name."
    case .damaged(let path, let reason, let sound):
      "\(path): The backup is damaged (\(reason)). Nothing was restored. "
        + (sound.map { "Try `rabble log restore \($0)`." } ?? "No older backup can be restored.")
    }
  }
}

extension LocalTime {
  /// When a file was changed; one of before 1970 or after 9999, as file systems can have them, counts as of
  /// the beginning or the end of these years.
  func moment(fileDate date: Date) -> Moment {
    let seconds = min(max(date.timeIntervalSince1970, 0), 253_402_300_799)
    return moment(milliseconds: Int64(seconds * 1000))
  }
}

extension Locations {
  /// Makes sure that the review log has not gone while its backups are there: it would start over without
  /// a word.
  func expectLog() throws(LibraryError) {
    var status = stat()
    guard stat(log, &status) != 0 || status.st_size == 0, stat(log + "-wal", &status) != 0 else {
      return
    }
    let folder = BackupFolder(self)
    // Several logs can have their backups in a folder that the config file names.
    if folder.path.hasPrefix(data.string + "/"), let newest = folder.backups.first {
      throw .logGone(path: log, backups: folder.path, newest: newest.moment.minute)
    }
  }
}

/// The folder of backups, and how many are kept there.
struct BackupFolder {
  private static let (start, end) = ("study-", ".sqlite")

  let path: String
  private let retention: BackupRetention

  /// The folder that the config file names, or `backups` beside the log.
  init(_ locations: Locations) {
    let settings = Settings(at: locations)
    path = settings.backupFolder ?? locations.data.appending("backups").string
    retention = settings.backups
  }

  /// The backups, newest first.
  var backups: [Backup] {
    // A folder that is not there yet, or can't be listed, has no backups to choose from.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.compactMap { file in
      guard file.hasPrefix(Self.start), file.hasSuffix(Self.end) else { return nil }
      let name = String(file.dropFirst(Self.start.count).dropLast(Self.end.count))
      var status = stat()
      guard let moment = Self.moment(name), lstat(self.file(name), &status) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { return nil }
      return Backup(
        name: name, moment: moment, bytes: Int(status.st_size), path: self.file(name))
    }.sorted { ($0.moment.milliseconds, $0.name) > ($1.moment.milliseconds, $1.name) }
  }

  /// The backup of a name, or of the beginning of one, also of its file's; the newest without a name.
  func backup(_ name: String?) throws(BackupError) -> Backup {
    let all = backups
    guard let name else {
      guard let newest = all.first else { throw .unknown(name: nil, folder: path) }
      return newest
    }
    // All names are equally long: none is the beginning of another.
    let found = all.filter {
      ($0.name + Self.end).hasPrefix(name) || Self.fileName($0.name).hasPrefix(name)
    }
    guard let first = found.first else { throw .unknown(name: name, folder: path) }
    guard found.count == 1 else {
      throw .ambiguous(name: name, names: found.map(\.name))
    }
    return first
  }

  /// Makes a backup, and removes those that are not kept any longer.
  ///
  /// - Throws: ``BackupError``, or an error of the review log; everything is as it was then.
  func add(_ log: LogSnapshot, at moment: Moment) throws -> Backup {
    do {
      try Locations.makeFolder(path)
    } catch { throw BackupError.noFolder(path: path, reason: Self.reason(error)) }
    let lock = open(path + "/.lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard lock >= 0 else {
      throw BackupError.noFolder(path: path, reason: String(cString: strerror(errno)))
    }
    defer { close(lock) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { throw BackupError.busy(path: path) }
    removeUnfinished()
    // Two backups of one second have names a second apart.
    var time = moment
    while access(file(Self.name(time)), F_OK) == 0 { time = time.advanced(byMilliseconds: 1000) }
    let name = Self.name(time)
    try log.backUp(to: file(name))
    let all = backups
    // A damaged one takes no sound one's place.
    let sound = all.filter(\.looksSound)
    let kept = Set(retention.kept(of: sound.map { ($0.moment, $0.bytes) }))
    for (index, backup) in sound.enumerated() where !kept.contains(index) { unlink(backup.path) }
    guard let made = all.first(where: { $0.name == name }) else {
      throw BackupError.noFolder(path: path, reason: "the backup is gone")
    }
    return made
  }

  /// Removes what a program has left that was killed.
  private func removeUnfinished() {
    // What can't be listed stays; a backup that can't be made says why.
    for file in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    where file.hasPrefix(Self.start) && file.contains(StudyLog.unfinished) {
      unlink(path + "/" + file)
    }
  }

  private func file(_ name: String) -> String { path + "/" + Self.fileName(name) }

  private static func fileName(_ name: String) -> String { start + name + end }

  /// The time without colons, which some file systems don't allow.
  private static func name(_ moment: Moment) -> String { moment.iso8601.replacing(":", with: "") }

  private static func moment(_ name: String) -> Moment? {
    guard name.utf8.count == 22, name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var text = Array(name)
    for index in [20, 15, 13] { text.insert(":", at: index) }
    return Moment(iso8601: String(text))
  }

  private static func reason(_ error: any Error) -> String {
    if case LibraryError.notCreated(_, let reason) = error { reason } else { "\(error)" }
  }
}

extension Library {
  /// Makes a backup of the review log now.
  ///
  /// - Throws: ``BackupError``, or an error of the review log; everything is as it was then.
  package func backUp() throws -> Backup {
    guard let locations else { throw LibraryError.noDeckFiles }
    guard let snapshot = try log.snapshot() else { throw BackupError.nothing(path: log.path) }
    return try BackupFolder(locations).add(snapshot, at: surroundings.now())
  }

  /// Makes a backup before something changes much of the review log. What keeps it from being made
  /// keeps nobody from going on.
  ///
  /// - Parameter change: what follows, as in “the import”.
  /// - Returns: why there is none, in a sentence; `nil` when it was made.
  package func backUp(before change: String) -> String? {
    guard let locations else { return nil }
    return Self.backUp(try log.snapshot(), locations, surroundings, before: change)
  }

  static func backUp(
    _ log: @autoclosure () throws -> LogSnapshot?, _ locations: Locations,
    _ surroundings: Surroundings, before change: String
  ) -> String? {
    do {
      if let log = try log() { _ = try BackupFolder(locations).add(log, at: surroundings.now()) }
      return nil
    } catch {
      return "There is no backup of the review log from before \(change): \(error)"
    }
  }

  /// Makes the backup of the day after a session in which something was answered, if there is none of
  /// this day.
  ///
  /// - Returns: why it could not be made, in a sentence; `nil` otherwise.
  package func backUp(after session: StudySession) -> String? {
    guard let locations, !session.answeredGroups.isEmpty else { return nil }
    let folder = BackupFolder(locations)
    let today = surroundings.now().day
    if folder.backups.contains(where: { $0.moment.day == today }) { return nil }
    do {
      if let snapshot = try log.snapshot() {
        _ = try folder.add(snapshot, at: surroundings.now())
      }
      return nil
    } catch BackupError.busy {
      return nil
    } catch {
      return "The review log was not backed up: \(error)"
    }
  }
}

// MARK: - Listing and restoring

/// Backups of a review log, which need not be in order to restore one.
package struct Backups {
  private let locations: Locations
  private let surroundings: Surroundings
  private let folder: BackupFolder

  /// Knows where they are.
  package init(at locations: Locations, _ surroundings: Surroundings) {
    self.locations = locations
    self.surroundings = surroundings
    folder = BackupFolder(locations)
  }

  /// The backups, newest first.
  package var report: ReportTable {
    ReportTable("backups", "", of: folder.backups) {
      ReportTable.Column("name", "Name") { .text($0.name) }
      ReportTable.Column("made", "Made") { .time($0.moment) }
      ReportTable.Column("bytes", "Bytes") { .count($0.bytes) }
      ReportTable.Column("state", "State") { .text($0.looksSound ? "ok" : "damaged") }
      ReportTable.Column("path", "File") { .text($0.path) }
    }
  }

  package var isEmpty: Bool { folder.backups.isEmpty }

  /// Finds a backup.
  ///
  /// - Parameter name: its name or the beginning of it, or the path of a review log, such as one that
  ///   was salvaged; the newest backup without it.
  /// - Returns: the backup.
  /// - Throws: ``BackupError``.
  package func backup(_ name: String?) throws -> Backup {
    if let name, name.contains("/") || name.hasSuffix(".sqlite") {
      let path = Locations.followingLinks(locations.absolute(name))
      var status = stat()
      if stat(path, &status) == 0 {
        // Where its time can't be read, it counts as old.
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let modified = attributes?[.modificationDate] as? Date ?? Date(timeIntervalSince1970: 0)
        let time = surroundings.localTime.moment(fileDate: modified)
        return Backup(name: path, moment: time, bytes: Int(status.st_size), path: path)
      }
    }
    return try folder.backup(name)
  }

  /// Puts a copy of a backup in the place of the review log, which is kept under another name with all
  /// that belongs to it.
  ///
  /// - Returns: where the log is now that was there; `nil` if there was none.
  /// - Throws: ``BackupError``, also when the backup is damaged, or an error of the review log; everything
  ///   is as it was then.
  package func restore(_ backup: Backup) throws -> String? {
    try locations.prepare()
    let stamp = surroundings.now().iso8601.replacing(":", with: "")
    do throws(StorageError) {
      return try StudyLog.replace(locations.log, with: backup.path, keeping: stamp)
    } catch {
      guard let reason = error.damage else { throw error }
      let sound = folder.backups.first {
        $0.moment.milliseconds < backup.moment.milliseconds
          && StudyLog.canReplace(locations.log, with: $0.path)
      }
      throw BackupError.damaged(path: backup.path, reason: reason, sound: sound?.name)
    }
  }
}
