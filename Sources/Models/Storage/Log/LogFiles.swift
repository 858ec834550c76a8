import CSQLite
import Foundation
import GRDB
import RabbleText
import Synchronization

/// The files of a log that a connection has open: the database, its write-ahead log `-wal` with the
/// newest answers, and the index of that, `-shm`.
///
/// It tells whether they are still those that the next program will open, and lets one program at a
/// time empty the write-ahead log while none writes
/// (`Documentation/sqlite-wal-reset.md`).
final class LogFiles: Sendable {
  /// What tells a file from any other as long as it is open.
  private struct Identity: Equatable {
    let device: UInt64
    let inode: UInt64

    init?(_ path: String) {
      var status = stat()
      // A link put in a file's place is another file: SQLite would look for the `-wal` beside its target.
      guard lstat(path, &status) == 0 else { return nil }
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }
  }

  /// How much the write-ahead log holds when it is emptied, in bytes: the next program to open the
  /// log after one that had no time to close it reads all of it.
  static let longWriteAheadLog: Int64 = 4 << 20
  /// The length in bytes up to which the emptied file stays as long as it is: writing it from its start
  /// again takes half the time of making it longer, since there is no length to be put on disk.
  private static let keptWriteAheadLog: Int64 = 8 << 20

  private let path: String
  private let identities: [(path: String, identity: Identity)]
  /// The write-ahead log, to lock it and to ask for its length; -1 where the database has none. SQLite
  /// locks other files, so that closing this descriptor releases nothing of its.
  private let writeAheadLog: Int32
  /// What it held after the connection's last commit, in pages. It is written and read only while the
  /// connection is held.
  private nonisolated(unsafe) let pages: UnsafeMutablePointer<CInt>
  /// How much it holds when emptying it is tried next, in bytes.
  private let nextEmptying = Mutex(LogFiles.longWriteAheadLog)

  /// Remembers the files of a connection that has just read the database.
  ///
  /// - Throws: ``StorageError/moved(path:)`` when they are no longer at their path.
  init(_ path: String, of db: Database) throws(StorageError) {
    self.path = path
    guard let database = Identity(path), !LogHeader.hasMoved(db) else {
      throw .moved(path: path)
    }
    identities =
      [(path, database)]
      + [path + "-wal", path + "-shm"].compactMap { file in Identity(file).map { (file, $0) } }
    writeAheadLog = open(path + "-wal", O_RDONLY | O_CLOEXEC)
    pages = .allocate(capacity: 1)
    pages.initialize(to: 0)
    csqlite_note_write_ahead_log(db.sqliteConnection, pages)
  }

  deinit {
    if writeAheadLog >= 0 { close(writeAheadLog) }
    pages.deallocate()
  }

  /// Makes sure that what is written now is what the next program will open.
  ///
  /// - Throws: ``StorageError/moved(path:)``.
  /// - Complexity: three system calls.
  func requireInPlace() throws(StorageError) {
    for (file, identity) in identities where Identity(file) != identity {
      throw .moved(path: path)
    }
  }

  /// The bytes of the write-ahead log.
  private var writeAheadLength: Int64 {
    var status = stat()
    return writeAheadLog >= 0 && fstat(writeAheadLog, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Whether the next transaction is the first since the write-ahead log was emptied.
  var isWriteAheadLogEmpty: Bool { writeAheadLog >= 0 && writeAheadLength == 0 }

  // MARK: - Writing and emptying

  /// Runs what writes to the log. Nobody empties the write-ahead log meanwhile; `patience` is the seconds
  /// to wait for a program that is emptying it, and `whenWaiting` is called once where that takes long.
  func whileWriting<Value>(
    patience: Double, whenWaiting: (LogHolder?) -> Void = { _ in }, _ body: () throws -> Value
  ) throws -> Value {
    guard writeAheadLog >= 0 else { return try body() }
    let rounds = Int(patience * 1000)
    var round = 0
    while flock(writeAheadLog, LOCK_SH | LOCK_NB) != 0 {
      guard round < rounds else { throw StorageError.locked(path: path, by: .emptying(path)) }
      round += 1
      if round == Int(StudyLog.silentWait * 1000) { whenWaiting(.emptying(path)) }
      usleep(1000)
    }
    defer { flock(writeAheadLog, LOCK_UN) }
    return try body()
  }

  /// Moves what the write-ahead log holds into the database if that has become much. Everything is on
  /// disk already: where another program is reading or writing, it stays as it is. Where it is emptied,
  /// `begin` writes its first transaction.
  func emptyWriteAheadLog(
    _ db: Database, patience: Double, begin: (Database) throws -> Void
  ) {
    let held = Int64(pages.pointee) * Self.frameLength
    guard held >= nextEmptying.withLock({ $0 }) else { return }
    let length = writeAheadLength
    guard length <= Self.keptWriteAheadLog else {
      return emptyWriteAheadLog(db, patience: patience)
    }
    emptyWriteAheadLog(db, "RESTART", patience: patience) {
      // Where it can't be written now, the next transaction begins the write-ahead log, without the mark.
      try? begin(db)
    }
  }

  /// Moves all that the write-ahead log holds into the database, and gives its room back, unless another
  /// program is reading or writing.
  func emptyWriteAheadLog(_ db: Database, patience: Double) {
    emptyWriteAheadLog(db, "TRUNCATE", patience: patience)
  }

  /// What a page of the usual size takes in the write-ahead log, in bytes.
  private static let frameLength: Int64 = 4096 + 24

  private func emptyWriteAheadLog(
    _ db: Database, _ kind: String, patience: Double, then begin: () -> Void = {}
  ) {
    guard writeAheadLength > 0, flock(writeAheadLog, LOCK_EX | LOCK_NB) == 0 else { return }
    defer { flock(writeAheadLog, LOCK_UN) }
    sqlite3_busy_timeout(db.sqliteConnection, 0)
    // What keeps it from being emptied keeps nobody from going on.
    let isBusy = try? Bool.fetchOne(db, sql: "PRAGMA wal_checkpoint(\(kind))")
    sqlite3_busy_timeout(db.sqliteConnection, CInt(patience * 1000))
    if isBusy == false {
      pages.pointee = 0
      nextEmptying.withLock { $0 = Self.longWriteAheadLog }
      begin()
    } else {
      nextEmptying.withLock {
        $0 = Int64(pages.pointee) * Self.frameLength + Self.longWriteAheadLog
      }
    }
  }
}

// MARK: - Before opening

extension LogFiles {
  /// The bytes of a file; `nil` when there is none.
  static func length(of path: String) -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }

  /// Makes sure that there is no folder in the place of a log.
  ///
  /// - Throws: ``StorageError/folder(path:)``.
  static func expectNoFolder(at path: String) throws(StorageError) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw .folder(path: path)
    default: throw .cannotOpen(path: path, reason: "it is a device or a pipe, not a file")
    }
  }

  /// Whether there is no file, in a folder that could have one.
  static func isMissing(_ path: String) -> Bool {
    access(path, F_OK) != 0 && errno == ENOENT
  }

  /// Whether a file and its folder can be written.
  static func isWritable(_ path: String) -> Bool {
    access(path, W_OK) == 0 && access(folder(of: path), W_OK) == 0
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// Makes an empty file for the learner's eyes only; SQLite's own files get its permissions.
  static func create(_ path: String) throws(StorageError) {
    let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if file >= 0 {
      close(file)
    } else if errno != EEXIST {
      throw errno == ENOSPC || errno == EDQUOT
        ? .diskFull(path: path) : .cannotOpen(path: path, reason: String(cString: strerror(errno)))
    }
  }

  /// Copies a log into a new folder in `temporary`, with what its write-ahead log holds.
  ///
  /// - Returns: the path of the copy; its folder is the caller's to remove.
  static func copy(_ path: String, into temporary: String) throws(StorageError) -> String {
    var template = Array((temporary + "/rabble-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .copyFailed(path, temporary) }
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let copy = folder + "/study.sqlite"
    // Another program may be writing: then what was copied is of two moments, and is copied again.
    for _ in 0..<20 {
      let before = [path, path + "-wal"].map(version)
      do throws(StorageError) {
        try copyFile(path, to: copy, temporary)
        unlink(copy + "-wal")
        if length(of: path + "-wal") != nil {
          try copyFile(path + "-wal", to: copy + "-wal", temporary)
        }
      } catch {
        removeCopy(copy)
        throw error
      }
      if [path, path + "-wal"].map(version) == before { return copy }
      usleep(5000)
    }
    removeCopy(copy)
    throw .locked(path: path)
  }

  /// Removes a copy with its folder. One that is open stays readable until it is closed.
  static func removeCopy(_ copy: String) {
    for ending in ["", "-wal", "-shm", "-journal"] { unlink(copy + ending) }
    rmdir(folder(of: copy))
  }

  /// What changes whenever a file is written.
  private static func version(_ path: String) -> [Int64] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    #if os(Linux)
      let modified = status.st_mtim
    #else
      let modified = status.st_mtimespec
    #endif
    return [
      Int64(status.st_size), Int64(modified.tv_sec), Int64(modified.tv_nsec),
      Int64(status.st_ino),
    ]
  }

  static func copyFile(_ path: String, to copy: String, _ temporary: String)
    throws(StorageError)
  {
    // A pipe in its place has nothing to read, and must not be waited for.
    let source = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard source >= 0 else {
      throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
    }
    defer { close(source) }
    let target = open(copy, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw .copyFailed(path, temporary) }
    defer { close(target) }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(source, &buffer, buffer.count)
      if count == 0 { return }
      guard count > 0 else {
        throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
      }
      var written = 0
      while written < count {
        let more = buffer[written..<count].withUnsafeBytes {
          write(target, $0.baseAddress, $0.count)
        }
        guard more > 0 else { throw .copyFailed(path, temporary) }
        written += more
      }
    }
  }
}

extension StorageError {
  /// What kept a log from being copied, by `errno`.
  fileprivate static func copyFailed(_ path: String, _ temporary: String) -> StorageError {
    .notCopied(path: path, temporary: temporary, reason: String(cString: strerror(errno)))
  }
}

/// Moves files so that they are at their new place after a power cut as well.
enum FileMove {
  /// Moves a file to a place where nothing is.
  ///
  /// - Returns: whether it was moved; `errno` says why not.
  static func toNew(_ path: String, _ target: String) -> Bool {
    if link(path, target) == 0 {
      unlink(path)
    } else if errno == EEXIST || rename(path, target) != 0 {
      // A file system without links has no other way than to rename.
      return false
    }
    synchronize(folderOf: target)
    return true
  }

  /// Moves a file, in place of one that may be there.
  ///
  /// - Returns: whether it was moved; `errno` says why not.
  static func replacing(_ path: String, _ target: String) -> Bool {
    guard rename(path, target) == 0 else { return false }
    synchronize(folderOf: target)
    return true
  }

  /// Waits until the name of a file, or that it is gone, is on disk.
  static func synchronize(folderOf path: String) {
    let folder = (path as NSString).deletingLastPathComponent
    DirectoryEntries.synchronize(at: folder.isEmpty ? "." : folder)
  }
}
