import CSQLite
import Foundation
import GRDB

/// The first bytes of a database, which say whose it is and which write-ahead log belongs to it.
///
/// SQLite finds a write-ahead log by its name alone, and would put one that belongs to another
/// database into this one. So each time the write-ahead log starts over, the first transaction
/// changes the database's `user_version` to the one that follows (``follower(of:)``): the page with it
/// is in the write-ahead log, and the version before in the database.
struct LogHeader {
  /// What marks a database as a study log: “RbWb”.
  static let application: Int32 = 0x5262_5762
  /// The header's length in bytes.
  private static let length = 100
  private static let magic = Array("SQLite format 3\0".utf8)

  private let bytes: [UInt8]

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads the header of a file; `nil` where it has none.
  init?(fileAt path: String) {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    // It was only read: closing loses nothing. What can't be read is no header.
    defer { try? file.close() }
    guard let data = try? file.read(upToCount: Self.length), data.count == Self.length else {
      return nil
    }
    bytes = [UInt8](data)
  }

  /// Whether it is that of a log, in a file of so many bytes.
  func isOfLog(length: Int64) -> Bool {
    isDatabase && !isForeign && length == Int64(Self.number(bytes, at: 28)) * Int64(pageSize)
  }

  /// Whether it is that of a study log, and of nothing else.
  var isMarked: Bool { isDatabase && applicationID == Self.application }

  /// Reads the header of a connection's database, without a transaction.
  private init(_ db: Database) throws {
    var bytes = [UInt8](repeating: 0, count: Self.length)
    let code = csqlite_read_header(db.sqliteConnection, &bytes, CInt(Self.length))
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    self.bytes = bytes
  }

  private var isDatabase: Bool { bytes.starts(with: Self.magic) }
  private var version: Int32 { Self.number(bytes, at: 60) }
  private var applicationID: Int32 { Self.number(bytes, at: 68) }
  private var pageSize: Int {
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    return size == 1 ? 65_536 : size
  }

  /// Whether it is, by its application, neither ours nor anybody's.
  private var isForeign: Bool { ![0, Self.application].contains(applicationID) }

  private static func number(_ bytes: [UInt8], at index: Int) -> Int32 {
    Int32(bitPattern: bytes[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
  }

  // MARK: - Opening

  /// Makes a new connection treat the file as input, and makes sure that it is a log and that the
  /// write-ahead log beside it is its own. Nothing was read or written before.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - path: the database file.
  ///   - name: the path for messages.
  ///   - changes: whether the connection is there to change the log. Otherwise what a killed program
  ///     has left in the write-ahead log stays there.
  /// - Throws: ``StorageError`` when it is another program's database, or has another log's answers beside it.
  static func examine(_ db: Database, path: String, name: String, changes: Bool) throws {
    csqlite_distrust_file(db.sqliteConnection)
    // The write-ahead log is emptied by LogFiles alone.
    sqlite3_wal_autocheckpoint(db.sqliteConnection, 0)
    // No other setting: most of them read the tables, and with them the write-ahead log.
    try db.execute(sql: "PRAGMA cell_size_check = ON")
    let log = path + "-wal"
    guard (LogFiles.length(of: log) ?? 0) > 0 else {
      let header = try LogHeader(db)
      if header.isDatabase, header.isForeign { throw StorageError.foreign(path: name) }
      return
    }
    if !changes { csqlite_keep_write_ahead_log(db.sqliteConnection) }
    // Another program may begin a new write-ahead log between the two readings.
    for round in 0..<5 {
      if round > 0 { usleep(5000) }
      let header = try LogHeader(db)
      if header.isDatabase, header.isForeign { throw StorageError.foreign(path: name) }
      if LogFiles.length(of: path) == 0 { throw StorageError.answersAlone(path: name) }
      if !header.isDatabase || header.owns(writeAheadLog: log) { return }
    }
    throw StorageError.foreignAnswers(path: name)
  }

  /// Whether the database file has been renamed or deleted since the connection opened it.
  static func hasMoved(_ db: Database) -> Bool {
    csqlite_has_moved(db.sqliteConnection) != 0
  }

  /// Marks the beginning of a write-ahead log, in its first transaction; `random` gives the version
  /// where there was none.
  static func beginWriteAheadLog(_ db: Database, random: () -> UInt128) throws {
    let version = try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    let next = version == 0 ? Int32(truncatingIfNeeded: random()) | 1 : follower(of: version)
    try db.execute(
      sql: "PRAGMA user_version = \(next); PRAGMA application_id = \(application)")
  }

  /// The version that a write-ahead log begins with where the database has this one: the next of a
  /// sequence over all 32 bits, so that no two logs are in step.
  private static func follower(of version: Int32) -> Int32 {
    let next = UInt32(bitPattern: version) &* 0x9e37_79b1 &+ 0x7f4a_7c15
    return next == 0 ? 1 : Int32(bitPattern: next)
  }

  // MARK: - The write-ahead log

  /// Whether a write-ahead log belongs to this database, as far as can be told: where its first
  /// transaction does not contain the page with the version, or the database never had one, it may.
  private func owns(writeAheadLog path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return true }
    // It was only read: closing loses nothing.
    defer { try? file.close() }
    // What can't be read proves nothing, and SQLite judges it next.
    func read(_ count: Int, at offset: Int) -> [UInt8]? {
      try? file.seek(toOffset: UInt64(offset))
      guard let data = try? file.read(upToCount: count), data.count == count else { return nil }
      return [UInt8](data)
    }
    // The file format, section 4: a header of 32 bytes, then frames, each with a header of 24. What a
    // power cut has torn SQLite passes over, as its checksums say, and it proves nothing.
    guard let log = read(32, at: 0), [0x377f_0682, 0x377f_0683].contains(Self.number(log, at: 0))
    else { return true }
    var sum = WriteAheadChecksum(isBigEndian: log[3] == 0x83)
    sum.add(log[..<24])
    guard sum.is(log[24..<32]) else { return true }
    let size = Int(Self.number(log, at: 8))
    guard size == pageSize, size >= 512, size & (size - 1) == 0 else { return false }
    var offset = 32
    while let frame = read(24 + size, at: offset), frame[8..<16] == log[16..<24] {
      sum.add(frame[..<8])
      sum.add(frame[24...])
      guard sum.is(frame[16..<24]) else { return true }
      if Self.number(frame, at: 0) == 1 {
        let first = LogHeader(Array(frame[24..<24 + Self.length]))
        return !first.isForeign
          && (version == 0 || [version, Self.follower(of: version)].contains(first.version))
      }
      if Self.number(frame, at: 4) != 0 { return true }
      offset += 24 + size
    }
    return true
  }
}

/// The checksum of a write-ahead log, over all of it from its start (the file format, section 4.2).
private struct WriteAheadChecksum {
  private let isBigEndian: Bool
  private var sums: (UInt32, UInt32) = (0, 0)

  /// Begins one whose words are read in this order.
  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// Goes on over bytes, a multiple of eight.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 8) {
      sums.0 = sums.0 &+ word(bytes, at: start) &+ sums.1
      sums.1 = sums.1 &+ word(bytes, at: start + 4) &+ sums.0
    }
  }

  /// Whether these eight bytes are this checksum.
  func `is`(_ bytes: ArraySlice<UInt8>) -> Bool {
    let stored = WriteAheadChecksum(isBigEndian: true)
    return stored.word(bytes, at: bytes.startIndex) == sums.0
      && stored.word(bytes, at: bytes.startIndex + 4) == sums.1
  }

  private func word(_ bytes: ArraySlice<UInt8>, at index: Int) -> UInt32 {
    let word = bytes[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return isBigEndian ? word : word.byteSwapped
  }
}

extension StudyLog {
  /// Whether a file is a study log or a backup of one, by its first bytes.
  package static func isLog(at path: String) -> Bool { LogHeader(fileAt: path)?.isMarked == true }
}
