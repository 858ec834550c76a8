import Foundation
import GRDB

/// What can go wrong with the study log, and what to do about it.
///
///     do { try log.write { … } } catch let error as StorageError { show(error.description) }
package enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The log is of a version (``Schema/number``) that a newer program wrote; nothing was changed.
  case newerVersion(path: String, version: Int)
  /// The file is no study log or is damaged; nothing was changed.
  case corrupt(path: String, reason: String)
  /// A row of the log is not what this program can read; nothing was changed.
  case unreadable(path: String, reason: String)
  /// Another program holds the log and did not release it in time.
  case locked(path: String, by: LogHolder? = nil)
  /// The log, or the folder it is in, can't be written.
  case readOnly(path: String)
  /// The disk is full, or a quota is used up.
  case diskFull(path: String)
  /// A file would be longer than the program may make one, or than the file system can.
  case tooLong(path: String)
  /// The log can't be opened at all.
  case cannotOpen(path: String, reason: String)
  /// There is a folder where the log should be.
  case folder(path: String)
  /// A write-ahead log with answers stands alone: its database is missing or empty.
  case answersAlone(path: String)
  /// The write-ahead log beside the log holds the answers of another one.
  case foreignAnswers(path: String)
  /// The file is another program's database.
  case foreign(path: String)
  /// The database has something that no log has, such as a trigger of its own.
  case strange(path: String, object: String)
  /// The log's tables are older than this program, and it was opened only to be read.
  case needsUpdate(path: String)
  /// The log can only be read from a copy, and that can't be made.
  case notCopied(path: String, temporary: String, reason: String)
  /// The log was moved, replaced or deleted while it was open: what was committed before is in the
  /// files that were moved, what was being written may be.
  case moved(path: String)
  /// What was being written may be on disk or not; the log tells when it is opened again.
  case unsure(path: String, reason: String)
  /// The disk or the file system failed; the reason is a clause.
  case disk(path: String, reason: String)
  /// A new log can't be made at this path, into which a damaged one was to be read.
  case notSalvaged(path: String, reason: String)
  /// Anything else that SQLite or the system reports.
  case failed(path: String, reason: String)

  /// What happened, where, and what to do.
  package var description: String {
    switch self {
    case .newerVersion(let path, let version):
      "\(path): the review database was written by a newer rabble: its version is \(version), and "
        + "this one reads up to \(Schema.current.number). Nothing was changed. Install a rabble whose "
        + "`rabble --version` says log \(version) or more, or put the log from before the update in its "
        + "place with `rabble log restore`."
    case .corrupt(let path, let reason):
      "\(path): the review database is damaged (\(reason)). Nothing was changed. "
        + "`rabble log check --salvage NEW` reads what can be read into a new one; "
        + "`rabble log restore` restores a backup."
    case .unreadable(let path, let reason):
      "\(path): the review database has a row that can't be read (\(reason)). Nothing was changed. "
        + "`rabble log check --rebuild` recomputes what it can; if that does not help, update rabble, or make a copy "
        + "and restore a backup."
    case .locked(let path, let holder):
      holder.map {
        "\(path): \($0.words) is using the review database. Wait until it has ended, or end it, and try again."
      } ?? "\(path): another program is using the review database. Close it and try again."
    case .readOnly(let path):
      "\(path): cannot write the review database. Make the file and its folder writable, "
        + "or use --data-dir DIR."
    case .diskFull(let path):
      "\(path): the disk is full. Free some space and try again."
    case .tooLong(let path):
      "\(path): the review database can't be written: the file would be longer than this program may make one "
        + "(`ulimit -f`), or than the file system can hold. Nothing was changed. Raise the limit, or use "
        + "--data-dir DIR."
    case .cannotOpen(let path, let reason):
      "\(path): cannot open the review database (\(reason))."
        + (isOfLimit(reason) ? "" : " Make the folder writable, or use --data-dir DIR.")
    case .folder(let path):
      "\(path): this is a folder, but the review database is a file. Nothing was changed. Move the folder "
        + "away, and restore a backup with `rabble log restore` if you have one; or use --data-dir DIR."
    case .answersAlone(let path):
      "\(path): the review database is missing or empty, but \(path)-wal beside it holds answers that "
        + "belong to it. Nothing was changed. Move the database back to this place, or restore a "
        + "backup and move \(path)-wal away."
    case .foreignAnswers(let path):
      "\(path): the file \(path)-wal beside the review database holds answers of another one. "
        + "Nothing was changed. Put back the database that they belong to, or move \(path)-wal away "
        + "to go on without them."
    case .foreign(let path):
      "\(path): this is another program's database. Nothing was changed. Move it away, or use "
        + "--data-dir DIR."
    case .strange(let path, let object):
      "\(path): this is not a review database as rabble makes it: it has \(object). Nothing was "
        + "changed. `rabble log check --salvage NEW` copies its events into a new one; `rabble log restore` "
        + "restores a backup."
    case .needsUpdate(let path):
      "\(path): the review database is of an older version. Run `rabble study` to update it."
    case .notCopied(let path, let temporary, let reason):
      "\(path): the review database can't be written, and reading it needs a copy in \(temporary), "
        + "which could not be made: \(reason). Make room there, or set TMPDIR to another folder."
    case .moved(let path):
      "\(path): the review database was moved, replaced or deleted in the meantime. Answers up to "
        + "then are in the files that were moved; the last one may not be. Put them back, with those "
        + "that end in -wal and -shm, and start again."
    case .unsure(let path, let reason):
      "\(path): it is unsure whether the last answer was saved: \(reason). Check the disk, then start "
        + "again: what was not saved will be asked again."
    case .notSalvaged(let path, let reason):
      "\(path): cannot be made (\(reason)). Nothing was read. Name a new file in a folder that is there."
    case .disk(let path, let reason):
      "\(path): \(reason). Nothing was changed. Check the disk."
    case .failed(let path, let reason):
      "\(path): the review database reported: \(reason)."
    }
  }

  /// Whether an error is about the log, and not what the caller's own code threw.
  static func isOfDatabase(_ error: any Error) -> Bool {
    error is DatabaseError || isOfValue(error)
  }

  /// Whether an error is about a value that is not what it can be, in a row that could be read.
  static func isOfValue(_ error: any Error) -> Bool {
    error is RowDecodingError || error is LogFault || error is DecodingError
  }

  /// What `body` reads; `nil` where a value is not what it can be.
  ///
  /// - Throws: any other error of `body`.
  static func readable<Value>(_ body: () throws -> Value) throws -> Value? {
    do {
      return try body()
    } catch let error where isOfValue(error) {
      return nil
    }
  }

  /// Whether nothing more can be done with the open log.
  package var endsSession: Bool {
    switch self {
    case .moved, .unsure: true
    default: false
    }
  }

  /// Whether a copy in another place could be read.
  package var isOfSurroundings: Bool {
    switch self {
    case .readOnly, .diskFull, .tooLong, .cannotOpen, .needsUpdate, .disk: true
    default: false
    }
  }

  /// Why the file is not a log that can be read, as a clause; `nil` where that is not what is wrong.
  package var damage: String? {
    switch self {
    case .corrupt(_, let reason), .unreadable(_, let reason): reason
    case .foreign: "it is another program's database"
    case .strange(_, let object): "it has \(object)"
    default: nil
    }
  }

  /// Whether a commit that failed with this error may have put its transaction on disk: where writing
  /// itself failed, it has not.
  static func leavesUnsure(_ error: DatabaseError) -> Bool {
    error.resultCode == .SQLITE_IOERR && error.extendedResultCode != .SQLITE_IOERR_WRITE
  }

  /// What an error means for the log at a path; `number` is the system's `errno`, where it is known.
  init(_ error: any Error, path: String, system number: CInt? = nil) {
    switch error {
    case let error as StorageError:
      self = error
    case let error as DatabaseError:
      let reason = Self.reason(error, system: number)
      switch error.resultCode {
      case .SQLITE_IOERR where number == EFBIG: self = .tooLong(path: path)
      case .SQLITE_FULL,
        .SQLITE_IOERR where Self.isOfSpace(error, system: number):
        self = .diskFull(path: path)
      case .SQLITE_READONLY where error.extendedResultCode == .SQLITE_READONLY_DBMOVED:
        self = .moved(path: path)
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt(path: path, reason: reason)
      case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path, by: .writing(to: path))
      case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly(path: path)
      case .SQLITE_IOERR: self = .disk(path: path, reason: reason)
      case .SQLITE_CANTOPEN: self = .cannotOpen(path: path, reason: reason)
      case .SQLITE_CONSTRAINT:
        self = .unreadable(path: path, reason: "rows that contradict each other")
      case .SQLITE_ERROR where error.message == "integer overflow":
        self = .unreadable(path: path, reason: "a sum that is too large")
      case .SQLITE_ERROR where error.message == "malformed JSON":
        self = .unreadable(path: path, reason: "a text that is not JSON")
      default: self = .failed(path: path, reason: reason)
      }
    case let fault as LogFault:
      self = .unreadable(path: path, reason: fault.what)
    case let error as RowDecodingError:
      self = .unreadable(path: path, reason: Self.column(error))
    case is DecodingError:
      self = .unreadable(path: path, reason: "a text that is not the JSON it should be")
    default:
      self = .failed(path: path, reason: "\(error)")
    }
  }
}

// MARK: - What SQLite reports

extension StorageError {
  /// The column with a value of another type. GRDB names it within its own text alone, which has the row, too.
  private static func column(_ error: RowDecodingError) -> String {
    let found = "\(error)".firstMatch(of: /\s-\scolumn:\s"([a-z0-9_(). ]+)",\scolumn\sindex:/)
    return found.map { "the column \($0.1)" } ?? "a value"
  }

  /// What went wrong, as a clause; with what the system said, where that is known.
  static func reason(_ error: DatabaseError, system number: CInt?) -> String {
    let clause: String? =
      switch error.extendedResultCode {
      case .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS:
        "a part of the file can't be read"
      case .SQLITE_IOERR_WRITE, .SQLITE_IOERR_TRUNCATE: "the file can't be written"
      case .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC:
        "the system could not confirm that it is on disk"
      case .SQLITE_IOERR_LOCK, .SQLITE_IOERR_RDLOCK, .SQLITE_IOERR_UNLOCK,
        .SQLITE_IOERR_CHECKRESERVEDLOCK, .SQLITE_IOERR_SHMLOCK:
        "the file can't be locked on this file system"
      case .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMMAP:
        "the index of the newest answers, which ends in -shm, can't be made"
      case .SQLITE_IOERR_NOMEM, .SQLITE_NOMEM: "there is not enough memory"
      default: nil
      }
    guard let clause else { return error.message ?? "\(error.resultCode)" }
    guard error.resultCode == .SQLITE_IOERR, let number, number != 0 else { return clause }
    return "\(clause) (\(String(cString: strerror(number))))"
  }

  /// Whether a reason is that too many files are open, which no other folder helps against.
  private func isOfLimit(_ reason: String) -> Bool {
    [EMFILE, ENFILE].contains { reason == String(cString: strerror($0)) }
  }

  /// Whether there was no room: SQLite says so only where it writes the database itself.
  private static func isOfSpace(_ error: DatabaseError, system number: CInt?) -> Bool {
    error.resultCode == .SQLITE_FULL
      || error.extendedResultCode == .SQLITE_IOERR_SHMSIZE
      || number == ENOSPC || number == EDQUOT
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
