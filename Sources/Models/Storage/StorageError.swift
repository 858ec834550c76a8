import Foundation
import GRDB

/// What can go wrong with the study log, and what to do about it.
///
///     do { try log.write { … } } catch let error as StorageError { show(error.description) }
package enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The log was written by a newer version of this program; nothing was changed.
  case newerVersion(path: String)
  /// The file is no study log or is damaged; nothing was changed.
  case corrupt(path: String, reason: String)
  /// A row of the log is not what this program can read; nothing was changed.
  case unreadable(path: String, reason: String)
  /// Another program holds the log and did not release it in time.
  case locked(path: String)
  /// The log, or the folder it is in, can't be written.
  case readOnly(path: String)
  /// The disk is full, or a quota is used up.
  case diskFull(path: String)
  /// The log can't be opened at all.
  case cannotOpen(path: String, reason: String)
  /// Anything else that SQLite or the system reports.
  case failed(path: String, reason: String)

  /// What happened, where, and what to do.
  package var description: String {
    switch self {
    case .newerVersion(let path):
      "\(path): the review database was written by a newer version of rabble. "
        + "Update rabble; nothing was changed."
    case .corrupt(let path, let reason):
      "\(path): the review database is damaged (\(reason)). Nothing was changed. "
        + "`rabble check --salvage NEW` reads what can be read into a new one; "
        + "`rabble backup restore` restores a backup."
    case .unreadable(let path, let reason):
      "\(path): the review database has a row that can't be read (\(reason)). Nothing was changed. "
        + "Update rabble, or make a copy and restore a backup."
    case .locked(let path):
      "\(path): another program is using the review database. Close it and try again."
    case .readOnly(let path):
      "\(path): cannot write the review database. Make the file and its folder writable, "
        + "or use --data-dir DIR."
    case .diskFull(let path):
      "\(path): the disk is full. Free some space and answer again."
    case .cannotOpen(let path, let reason):
      "\(path): cannot open the review database (\(reason)). "
        + "Make the folder writable, or use --data-dir DIR."
    case .failed(let path, let reason):
      "\(path): the review database reported: \(reason)."
    }
  }

  /// Whether an error is about the log, and not what the caller's own code threw.
  static func isOfDatabase(_ error: any Error) -> Bool {
    error is DatabaseError || error is RowDecodingError || error is LogFault
      || error is DecodingError
  }

  init(_ error: any Error, path: String) {
    switch error {
    case let error as StorageError:
      self = error
    case let error as DatabaseError:
      let reason = error.message ?? "\(error.resultCode)"
      switch error.resultCode {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt(path: path, reason: reason)
      case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
      case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly(path: path)
      case .SQLITE_FULL: self = .diskFull(path: path)
      case .SQLITE_CANTOPEN: self = .cannotOpen(path: path, reason: reason)
      default: self = .failed(path: path, reason: reason)
      }
    case let fault as LogFault:
      self = .unreadable(path: path, reason: fault.what)
    case is RowDecodingError, is DecodingError:
      self = .unreadable(path: path, reason: "\(error)")
    default:
      self = .failed(path: path, reason: "\(error)")
    }
  }
}

/// A value in the log that this program can't make sense of.
struct LogFault: Error {
  /// Which value.
  let what: String

  init(_ what: String) {
    self.what = what
  }
}
