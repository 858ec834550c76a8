import Foundation

/// A copy of a log that is gone with this value.
final class LogCopy {
  let path: String

  init(of log: String, _ name: String) throws {
    path = "\(log)-\(name)"
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: log, toPath: path)
    sync()
  }

  deinit {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  /// Makes the write-ahead log as long as it gets before SQLite begins to write it from its start
  /// again, so that no later commit makes the file longer.
  ///
  /// - Returns: what keeps the write-ahead log from being removed.
  /// - Throws: ``Failure``.
  func fillWriteAheadLog() throws -> BareDatabase {
    let holder = try BareDatabase(path: path)
    try holder.execute("PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0")
    while writeAheadBytes < 1_200 * 4_096 {
      try holder.execute("UPDATE schedule SET correct = correct + 1")
    }
    _ = try holder.number("PRAGMA wal_checkpoint(RESTART)")
    sync()
    return holder
  }

  private var writeAheadBytes: Int {
    var status = stat()
    return stat(path + "-wal", &status) == 0 ? Int(status.st_size) : .max
  }
}
