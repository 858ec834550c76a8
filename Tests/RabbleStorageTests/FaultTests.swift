import Foundation
import GRDB
import GRDBSQLite
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// What the system refuses to do, and what becomes of the answer that needed it.
@Suite struct FaultTests {
  /// A log with a card, and an answer that was kept.
  private struct Bench {
    let folder: TemporaryFolder
    let path: String
    let log: StudyLog
    let card: Card

    init() throws {
      folder = try TemporaryFolder()
      path = folder.path + "/study.sqlite"
      log = try openLog(path)
      try log.store([kana])
      card = try log.cards()[0]
      try log.answer(card)
    }

    /// The number of answers that a program finds after this one was killed now.
    func answersAfterKill() throws -> Int {
      let image = try TemporaryFolder()
      for ending in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: path + ending, toPath: image.path + "/study.sqlite" + ending)
      }
      return try Self.answers(image.path + "/study.sqlite")
    }

    static func answers(_ path: String) throws -> Int {
      let log = try openLog(path)
      var count = 0
      try log.read { try $0.reviews.forEach { _ in count += 1 } }
      #expect(try log.check() == [])
      return count
    }
  }

  @Test func `an answer whose fsync failed is unsure, ends the session and is settled at the next`()
    throws
  {
    let path: String
    let folder: TemporaryFolder
    do {
      let bench = try Bench()
      (path, folder) = (bench.path, bench.folder)
      try bench.log.inspect { db in
        try Fault.inject(into: db) { $0.xSync = { _, _ in Fault.code(1034, EIO) } }
      }
      let error = try #require(
        #expect(throws: StorageError.self) { try bench.log.answer(bench.card) })
      #expect(
        error
          == .unsure(
            path: path,
            reason: "the system could not confirm that it is on disk (Input/output error)"))
      #expect(error.endsSession)
      #expect(error.description.contains("unsure whether the last answer was saved"))
      // Nothing is read or written any more.
      #expect(throws: error) { try bench.log.answer(bench.card) }
      #expect(throws: error) { try bench.log.read { try $0.reviews.last() } }
      #expect([1, 2].contains(try bench.answersAfterKill()))
      try bench.log.inspect { try Fault.remove(from: $0) }
    }
    // It is one or the other, and stays so.
    let settled = try Bench.answers(path)
    #expect([1, 2].contains(settled))
    #expect(try Bench.answers(path) == settled)
    withExtendedLifetime(folder) {}
  }

  @Test func `an answer that could not be written is not there, and the next one is`() throws {
    for (code, number) in [(778, EIO), (13, ENOSPC), (778, EDQUOT), (778, EFBIG)] as [(CInt, CInt)]
    {
      let bench = try Bench()
      try bench.log.inspect { db in
        Fault.refusal.withLock { $0 = (code, number) }
        try Fault.inject(into: db) {
          $0.xWrite = { _, _, _, _ in
            let (code, number) = Fault.refusal.withLock { $0 }
            return Fault.code(code, number)
          }
        }
      }
      let error = #expect(throws: StorageError.self) { try bench.log.answer(bench.card) }
      if [ENOSPC, EDQUOT].contains(number) {
        #expect(error == .diskFull(path: bench.path))
      } else if number == EFBIG {
        #expect(error == .tooLong(path: bench.path))
        #expect(error?.description.contains("ulimit -f") == true)
      } else {
        let reason = String(cString: strerror(number))
        #expect(
          error == .disk(path: bench.path, reason: "the file can't be written (\(reason))"))
      }
      #expect(error?.endsSession == false)
      #expect(try bench.answersAfterKill() == 1)
      try bench.log.inspect { try Fault.remove(from: $0) }
      try bench.log.answer(bench.card)
      #expect(try bench.answersAfterKill() == 2)
    }
  }

  @Test func `where too many files are open, no other folder is recommended`() {
    for number in [EMFILE, ENFILE, EACCES] {
      let reason = String(cString: strerror(number))
      let text = StorageError.cannotOpen(path: "/log", reason: reason).description
      #expect(text.hasPrefix("/log: cannot open the review database (\(reason))."))
      #expect(text.contains("--data-dir") == (number == EACCES))
    }
  }

  @Test func `what can't be read is told with its reason`() throws {
    let bench = try Bench()
    let error = DatabaseError(resultCode: ResultCode(rawValue: 266))
    #expect(
      StorageError(error, path: bench.path)
        == .disk(path: bench.path, reason: "a part of the file can't be read"))
    #expect(
      StorageError(DatabaseError(resultCode: ResultCode(rawValue: 4874)), path: bench.path)
        == .diskFull(path: bench.path))
    #expect(
      StorageError(DatabaseError(resultCode: ResultCode(rawValue: 1032)), path: bench.path)
        == .moved(path: bench.path))
    for code in [10, 266, 522, 778, 1034, 1290, 1546, 3850, 4618, 4874, 5130, 5386] as [CInt] {
      let text = StorageError(DatabaseError(resultCode: ResultCode(rawValue: code)), path: "/log")
        .description
      #expect(text.hasPrefix("/log: ") && text.hasSuffix("."), "\(text)")
      #expect(
        !text.contains("SQLITE") && (code == 10 || !text.contains("disk I/O error")), "\(text)")
    }
  }
}

/// Replaces what SQLite calls to reach the write-ahead log of a connection.
private enum Fault {
  typealias Methods = sqlite3_io_methods

  /// What a write is refused with: SQLite's code and the system's.
  static let refusal = Lock()

  final class Lock: @unchecked Sendable {
    private let lock = NSLock()
    private var value: (CInt, CInt) = (0, 0)

    func withLock<Value>(_ body: (inout (CInt, CInt)) -> Value) -> Value {
      lock.withLock { body(&value) }
    }
  }

  /// Fails as the system does.
  static func code(_ code: CInt, _ number: CInt) -> CInt {
    errno = number
    return code
  }

  private static func file(_ db: Database) throws -> UnsafeMutablePointer<sqlite3_file> {
    var file: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file)
    return try #require(file)
  }

  static func inject(into db: Database, _ change: (inout Methods) -> Void) throws {
    let file = try file(db)
    let own = UnsafeMutablePointer<(Methods, UnsafePointer<Methods>)>.allocate(capacity: 1)
    var methods = file.pointee.pMethods.pointee
    change(&methods)
    own.initialize(to: (methods, file.pointee.pMethods))
    file.pointee.pMethods = UnsafeRawPointer(own).assumingMemoryBound(to: Methods.self)
  }

  static func remove(from db: Database) throws {
    let file = try file(db)
    file.pointee.pMethods =
      UnsafeRawPointer(file.pointee.pMethods)
      .assumingMemoryBound(to: (Methods, UnsafePointer<Methods>).self).pointee.1
  }
}
