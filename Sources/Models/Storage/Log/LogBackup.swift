import Foundation
import GRDB

/// A log as it is now, to make a backup of: one that is open, or whose tables are about to be updated.
package struct LogSnapshot {
  private let database: DatabaseQueue
  private let source: String
  private let isCurrent: Bool

  /// Takes the connection to a log; `isCurrent` is whether its tables are those of this version.
  init(_ database: DatabaseQueue, path: String, isCurrent: Bool) {
    self.database = database
    self.isCurrent = isCurrent
    source = path
  }

  /// Copies the log into one file, and has every event verified and replayed there. Other programs may
  /// study meanwhile.
  ///
  /// - Parameter path: where the copy will be; nothing may be there. It is whole, and on disk, or not
  ///   there.
  /// - Throws: ``StorageError``; nothing was changed then.
  package func backUp(to path: String) throws(StorageError) {
    let draft = path + StudyLog.unfinished
    do {
      // SQLite takes an empty file for its copy, which is for the learner's eyes only.
      let file = open(draft, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
      guard file >= 0 else {
        throw StorageError.cannotOpen(path: draft, reason: String(cString: strerror(errno)))
      }
      defer {
        Foundation.close(file)
        unlink(draft)
      }
      try database.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [draft]) }
      if isCurrent {
        try StudyLog.verify(draft, for: .examining)
      } else {
        // Its tables have to be updated to be replayed.
        let replayed = draft + ".replayed"
        defer { StudyLog.remove(replayed) }
        try StudyLog.copy(draft, to: replayed)
      }
      // SQLite leaves it to the system when its copy is on disk.
      guard fsync(file) == 0, FileMove.toNew(draft, path) else {
        throw StorageError.cannotOpen(path: path, reason: String(cString: strerror(errno)))
      }
    } catch StorageError.corrupt(_, let reason) {
      // The copy is what the log is, and gone.
      throw .corrupt(path: source, reason: reason)
    } catch StorageError.unreadable(_, let reason) {
      throw .unreadable(path: source, reason: reason)
    } catch let error as StorageError {
      throw error
    } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
      throw .diskFull(path: path)
    } catch {
      throw StorageError(error, path: source)
    }
  }
}

extension StudyLog {
  /// What there is to back up; `nil` while nothing was ever done.
  ///
  /// - Throws: ``StorageError``.
  package func snapshot() throws -> LogSnapshot? {
    try read { try EventKinds.newestEvent($0.db) }.map { _ in
      LogSnapshot(database, path: path, isCurrent: true)
    }
  }

  /// What a name ends with as long as a backup is not finished.
  package static let unfinished = ".unfinished"

  /// Copies a log that is not in use, with its write-ahead log, into one file, and makes sure that its
  /// events are as they were written and come to what is kept of them.
  ///
  /// - Throws: ``StorageError``, also for what `rabble log check --rebuild` can't fix.
  fileprivate static func copy(_ path: String, to copy: String) throws(StorageError) {
    remove(copy)
    try LogFiles.expectNoFolder(at: path)
    if LogFiles.length(of: path) == 0 { throw .corrupt(path: path, reason: "the file is empty") }
    do {
      for ending in ["", "-wal"] where access(path + ending, F_OK) == 0 {
        try FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending)
        chmod(copy + ending, 0o600)
      }
      try verify(copy, for: .creating)
    } catch {
      remove(copy)
      switch StorageError(error, path: path) {
      case .corrupt(_, let reason): throw .corrupt(path: path, reason: reason)
      case let error: throw error
      }
    }
  }

  /// Makes sure that the events of a log are as they were written and come to what is kept of them.
  ///
  /// - Throws: ``StorageError``, also for what `rabble log check --rebuild` can't fix.
  fileprivate static func verify(_ path: String, for access: Access) throws {
    let log = try StudyLog(path: path, for: access) { 0 }
    let finding = try log.checkEvents().first { !$0.isFixable && !$0.isRemark }
    try log.close()
    guard let finding else { return }
    let report = if case .damaged(let text) = finding { text } else { finding.description }
    throw StorageError.corrupt(
      path: path, reason: report.hasSuffix(".") ? String(report.dropLast()) : report)
  }

  fileprivate static func remove(_ copy: String) {
    for ending in ["", "-wal", "-shm", "-journal"] { unlink(copy + ending) }
  }
}

// MARK: - Restoring

extension StudyLog {
  /// Whether a backup could take the place of the log at `path`: all in it is verified in a copy.
  package static func canReplace(_ path: String, with backup: String) -> Bool {
    let draft = path + unfinished
    defer { remove(draft) }
    do { try copy(backup, to: draft) } catch { return false }
    return true
  }

  /// Whether the first bytes and the length of a file are those of a log, without reading the rest.
  package static func looksSound(at path: String) -> Bool {
    LogHeader(fileAt: path)?.isOfLog(length: LogFiles.length(of: path) ?? 0) == true
  }

  /// What stands between the path of a log and the stamp in the name of one that a backup replaced.
  private static let replacedInfix = ".before-restore-"

  /// The paths of the logs that backups have replaced at a path, the newest stamp first.
  package static func replaced(at path: String) -> [String] {
    let (folder, name) = (
      (path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent
    )
    // A folder that can't be listed has none to offer.
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { file in
      file.hasPrefix(name + replacedInfix)
        && !["-wal", "-shm", "-journal"].contains { file.hasSuffix($0) }
    }.sorted(by: >).map { folder + "/" + $0 }
  }

  /// Puts a copy of a backup in the place of a log. The log is kept beside it, with its write-ahead log.
  ///
  /// At no moment is there no log, nor one with another's write-ahead log.
  ///
  /// - Parameters:
  ///   - path: the log; there may be none.
  ///   - backup: what takes its place, once all in it has been verified. It stays as it is.
  ///   - stamp: what tells the log that was there from others, in its new name.
  /// - Returns: where the log is that was there; `nil` if there was none.
  /// - Throws: ``StorageError``; the log is where it was then.
  package static func replace(_ path: String, with backup: String, keeping stamp: String)
    throws(StorageError) -> String?
  {
    func failure(_ path: String) -> StorageError {
      .cannotOpen(path: path, reason: String(cString: strerror(errno)))
    }
    try LogFiles.expectNoFolder(at: path)
    let draft = path + unfinished
    defer { remove(draft) }
    try copy(backup, to: draft)
    guard FileMove.synchronize(draft) else { throw failure(draft) }
    let use = FileUse(path)
    defer { use.end() }
    guard use.isExclusive else { throw .locked(path: path) }
    var kept: String?
    if access(path, F_OK) == 0 || access(path + "-wal", F_OK) == 0 {
      var name = path + replacedInfix + stamp
      while access(name, F_OK) == 0 || access(name + "-wal", F_OK) == 0 { name += "-2" }
      kept = name
      if access(path, F_OK) == 0, link(path, name) != 0 {
        do { try FileManager.default.copyItem(atPath: path, toPath: name) } catch {
          throw StorageError.cannotOpen(path: name, reason: error.localizedDescription)
        }
      }
      if access(path + "-wal", F_OK) == 0, rename(path + "-wal", name + "-wal") != 0 {
        unlink(name)
        throw failure(name)
      }
      unlink(path + "-shm")
      FileMove.synchronize(folderOf: path)
    }
    guard FileMove.replacing(draft, path) else {
      if let kept { rename(kept + "-wal", path + "-wal") }
      throw failure(path)
    }
    return kept
  }
}

/// Whether other programs have a database open: each holds a lock on some of the bytes that SQLite
/// reserves for that (<https://sqlite.org/src/file/src/os.h>), as long as it is connected.
private struct FileUse {
  private let file: Int32
  /// Whether no other program has it open, nor can open it before ``end()``.
  let isExclusive: Bool

  init(_ path: String) {
    file = open(path, O_RDWR | O_CLOEXEC)
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = 0x4000_0002
    lock.l_len = 510
    isExclusive = file < 0 || fcntl(file, F_SETLK, &lock) == 0
  }

  func end() { if file >= 0 { close(file) } }
}

extension FileMove {
  /// Waits until a file is on disk.
  ///
  /// - Returns: whether it is; `errno` says why not.
  fileprivate static func synchronize(_ path: String) -> Bool {
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return fsync(file) == 0
  }
}
