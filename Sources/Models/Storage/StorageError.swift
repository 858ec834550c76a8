import Foundation
import GRDB

/// What can go wrong with the study log, and what to do about it.
///
///     do { try log.record(review) } catch let error as StorageError { show(error.description) }
public enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The log was written by a newer version of this program; nothing was touched.
  case newerVersion(path: String)
  /// The file is no study log or is damaged; nothing was touched.
  case corrupt(path: String, reason: String)
  /// Another program holds the log and did not let go in time.
  case locked(path: String)
  /// The log, or the folder it lives in, can't be written.
  case readOnly(path: String)
  /// The disk is full, or a quota is used up.
  case diskFull(path: String)
  /// The log can't be opened at all.
  case cannotOpen(path: String, reason: String)
  /// Anything else that SQLite or the system reports.
  case failed(path: String, reason: String)

  /// What happened, where, and what to do.
  public var description: String {
    switch self {
    case .newerVersion(let path):
      "\(path): the study log was written by a newer version of rabble. "
        + "Update rabble; nothing was changed."
    case .corrupt(let path, let reason):
      "\(path): not a sound study log (\(reason)). Nothing was overwritten: "
        + "copy the file away, then try `rabble check`, or put a backup in its place."
    case .locked(let path):
      "\(path): another program holds the study log. Close it and try again."
    case .readOnly(let path):
      "\(path): the study log can't be written. Make the file and its folder writable, "
        + "or choose another folder with --data-dir."
    case .diskFull(let path):
      "\(path): the disk is full. Free some space and answer again."
    case .cannotOpen(let path, let reason):
      "\(path): the study log can't be opened (\(reason)). "
        + "Make the folder writable, or choose another with --data-dir."
    case .failed(let path, let reason):
      "\(path): the study log reported: \(reason)"
    }
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
    default:
      self = .failed(path: path, reason: "\(error)")
    }
  }
}
