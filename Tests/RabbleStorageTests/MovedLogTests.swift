import Foundation
import GRDB
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// A log that is moved, replaced or deleted while it is open.
@Suite struct MovedLogTests {
  /// What happens to the files of an open log.
  enum Move: CaseIterable {
    /// All of them go to another folder.
    case all
    /// The database alone goes to another folder.
    case database
    /// The write-ahead log alone goes to another folder.
    case answers
    /// The index of the write-ahead log is deleted.
    case index
    /// All of them go away, and another log comes in their place.
    case replaced
    /// All of them go away, and a copy of them comes in their place.
    case copied
    /// The folder gets another name.
    case folder
    /// All of them are deleted.
    case deleted
  }

  /// The number of moves; more in the long form.
  static let rounds = LongForm.rounds(usually: 40)

  /// The log with its folder, and what was answered.
  private struct Bench {
    let root: TemporaryFolder
    let folder: String
    let log: StudyLog
    let cards: [Card]

    init() throws {
      root = try TemporaryFolder()
      folder = root.path + "/data"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      log = try openLog(folder + "/study.sqlite")
      try log.store([kana])
      cards = try log.cards()
    }

    private static let endings = ["", "-wal", "-shm"]

    /// Moves the files; gives the database that must have what was answered before.
    func perform(_ move: Move) throws -> String? {
      let manager = FileManager.default
      let (here, away) = (folder + "/study.sqlite", root.path + "/away")
      try manager.createDirectory(atPath: away, withIntermediateDirectories: true)
      func take(_ endings: [String]) throws {
        for ending in endings {
          try manager.moveItem(atPath: here + ending, toPath: away + "/study.sqlite" + ending)
        }
      }
      switch move {
      case .all: try take(Self.endings)
      case .database, .answers:
        try take(move == .database ? [""] : ["-wal"])
        // To read it, what belongs together comes together.
        return nil
      case .index: try manager.removeItem(atPath: here + "-shm")
      case .replaced:
        try take(Self.endings)
        try openLog(here).store([kana])
      case .copied:
        try take(Self.endings)
        for ending in Self.endings {
          try manager.copyItem(atPath: away + "/study.sqlite" + ending, toPath: here + ending)
        }
      case .folder:
        try manager.moveItem(atPath: folder, toPath: root.path + "/renamed")
        return root.path + "/renamed/study.sqlite"
      case .deleted:
        for ending in Self.endings { try manager.removeItem(atPath: here + ending) }
        return nil
      }
      return move == .index ? here : away + "/study.sqlite"
    }
  }

  @Test func `no verdict is told for an answer after a move, and earlier ones are where it moved`()
    throws
  {
    var generator = SeededGenerator(seed: 20_261_122)
    for round in 0..<Self.rounds {
      let bench = try Bench()
      var told: [EventID] = []
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        let card = bench.cards.randomElement(using: &generator) ?? bench.cards[0]
        told.append(try bench.log.answer(card).id)
      }
      let move = Move.allCases.randomElement(using: &generator) ?? .all
      let moved = try bench.perform(move)
      for _ in 0..<3 {
        #expect(
          throws: StorageError.moved(path: bench.folder + "/study.sqlite"), "\(round): \(move)"
        ) { try bench.log.answer(bench.cards[0]) }
        #expect(throws: StorageError.self) { try bench.log.read { try $0.reviews.last() } }
      }
      guard let moved else { continue }
      var kept: [EventID] = []
      try openLog(moved).read { try $0.reviews.forEach { kept.append($0.id) } }
      #expect(kept == told, "\(round): \(move)")
    }
  }

  @Test func `a move between a commit and its verdict is noticed`() throws {
    for move in Move.allCases {
      let bench = try Bench()
      try bench.log.answer(bench.cards[0])
      #expect(throws: StorageError.moved(path: bench.folder + "/study.sqlite"), "\(move)") {
        try bench.log.write { tx in
          try tx.suspensions.suspend(bench.cards[0].id, .suspended, at: morning)
          _ = try bench.perform(move)
        }
      }
    }
  }

  @Test func `a log that is moved away and back goes on`() throws {
    let bench = try Bench()
    try bench.log.answer(bench.cards[0])
    let renamed = bench.root.path + "/renamed"
    try FileManager.default.moveItem(atPath: bench.folder, toPath: renamed)
    #expect(throws: StorageError.self) { try bench.log.answer(bench.cards[1]) }
    try FileManager.default.moveItem(atPath: renamed, toPath: bench.folder)
    try bench.log.answer(bench.cards[1])
    #expect(try bench.log.check() == [])
  }
}

/// Answers that stand in a write-ahead log beside a database that is not theirs.
@Suite struct ForeignAnswersTests {
  private let root: TemporaryFolder

  init() throws { root = try TemporaryFolder() }

  /// A folder as a killed program leaves it: with a write-ahead log that holds `answers` answers.
  private func killed(_ answers: Int, sessions: Int = 0) throws -> String {
    let place = root.path + "/" + UUID().uuidString
    let (live, dead) = (place + "/live", place + "/dead")
    for folder in [live, dead] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    for _ in 0..<sessions {
      let log = try openLog(live + "/study.sqlite")
      try log.store([kana])
      try log.answer(try log.cards()[0])
    }
    let log = try openLog(live + "/study.sqlite")
    try log.store([kana])
    for _ in 0..<answers { try log.answer(try log.cards()[1]) }
    for ending in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: live + "/study.sqlite" + ending, toPath: dead + "/study.sqlite" + ending)
    }
    return dead
  }

  private func bytes(_ folder: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      files[name] = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
    }
    return files
  }

  private static let accesses = [
    StudyLog.Access.creating, .changing, .looking, .examining, .copying,
  ]

  /// Expects that no access opens the log of this folder or changes a file in it.
  private func expectRefusal(_ folder: String, _ error: (String) -> StorageError) throws {
    let before = try bytes(folder)
    for access in Self.accesses {
      #expect(throws: error(folder + "/study.sqlite"), "\(access)") {
        try openLog(folder + "/study.sqlite", for: access)
      }
      #expect(try bytes(folder) == before, "\(access)")
    }
  }

  @Test func `without their database they are kept, and nothing is made`() throws {
    let folder = try killed(3)
    try FileManager.default.removeItem(atPath: folder + "/study.sqlite")
    try expectRefusal(folder) { .answersAlone(path: $0) }
  }

  @Test func `beside an empty file they are kept`() throws {
    let folder = try killed(3)
    try Data().write(to: URL(fileURLWithPath: folder + "/study.sqlite"))
    try expectRefusal(folder) { .answersAlone(path: $0) }
  }

  @Test func `beside another program's database they are kept`() throws {
    let folder = try killed(3)
    let other = try TemporaryFolder()
    let raw = try DatabaseQueue(path: other.path + "/notes.sqlite")
    try raw.writeWithoutTransaction { try $0.execute(sql: "PRAGMA application_id = 7") }
    try raw.close()
    try FileManager.default.removeItem(atPath: folder + "/study.sqlite")
    try FileManager.default.copyItem(
      atPath: other.path + "/notes.sqlite", toPath: folder + "/study.sqlite")
    try expectRefusal(folder) { .foreign(path: $0) }
  }

  @Test func `beside another learner's log they are kept`() throws {
    let folder = try killed(3, sessions: 2)
    let other = try killed(1, sessions: 3)
    let database = folder + "/study.sqlite"
    try FileManager.default.removeItem(atPath: database)
    try FileManager.default.copyItem(atPath: other + "/study.sqlite", toPath: database)
    try expectRefusal(folder) { .foreignAnswers(path: $0) }
  }

  @Test func `beside an older copy of their own log they are kept`() throws {
    let path = root.path + "/study.sqlite"
    for _ in 0..<2 {
      let log = try openLog(path)
      try log.store([kana])
      try log.answer(try log.cards()[0])
    }
    let old = try Data(contentsOf: URL(fileURLWithPath: path))
    do { try openLog(path).answer(try openLog(path).cards()[1]) }
    let log = try openLog(path)
    try log.answer(try log.cards()[2])
    let folder = root.path + "/dead"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: path + "-wal", toPath: folder + "/study.sqlite-wal")
    try old.write(to: URL(fileURLWithPath: folder + "/study.sqlite"))
    try expectRefusal(folder) { .foreignAnswers(path: $0) }
  }

  @Test(arguments: 0...3) func `beside their own log they are read, whoever reads`(sessions: Int)
    throws
  {
    let folder = try killed(4, sessions: sessions)
    let before = try bytes(folder)
    for access in Self.accesses.reversed() {
      let log = try openLog(folder + "/study.sqlite", for: access)
      var count = 0
      try log.read { try $0.reviews.forEach { _ in count += 1 } }
      #expect(count == 4 + sessions, "\(access)")
      if access == .examining || access == .copying {
        #expect(try bytes(folder).filter { !$0.key.hasSuffix("-shm") } == before, "\(access)")
      }
    }
    #expect(try openLog(folder + "/study.sqlite").check() == [])
  }

  @Test func `what only examines a log writes nothing into it, and makes none`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    for access in [StudyLog.Access.changing, .looking, .examining, .copying] {
      let log = try openLog(path, for: access)
      #expect(try log.read { try $0.reviews.last() } == nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
    do { try openLog(path).store([kana]) }
    let before = try bytes(folder.path)
    do {
      let log = try openLog(path, for: .examining)
      #expect(try log.check() == [])
      #expect(throws: StorageError.readOnly(path: path)) { try log.store([kana]) }
    }
    #expect(try bytes(folder.path) == before)
  }

  @Test func `a copy is gone when it is closed`() throws {
    let folder = try killed(4)
    let temporary = try TemporaryFolder()
    let log = try openLog(folder + "/study.sqlite", for: .copying, temporary: temporary.path)
    try log.answer(try log.cards()[0])
    #expect(try log.check() == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [])
    let missing = temporary.path + "/none"
    #expect(
      throws: StorageError.notCopied(
        path: folder + "/study.sqlite", temporary: missing, reason: "No such file or directory")
    ) { try openLog(folder + "/study.sqlite", for: .copying, temporary: missing) }
  }
}
