import Foundation
import GRDB
import RabbleDecks
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleTestSupport
import SystemPackage
import Testing

@testable import RabbleStorage
@testable import RabbleStudy

/// A log is input: whatever its bytes and values are, no command crashes or hangs.
///
/// The long form writes the number of the round that it begins to `rabble-mutated-log` in the
/// folder for temporary files, so that a crash can be repeated: `RABBLE_FUZZ_FROM` begins there.
@Suite(.serialized) struct MutatedLogTests {
  private let bench: MutatedLogBench

  init() throws { bench = try MutatedLogBench() }

  private static let first =
    ProcessInfo.processInfo.environment["RABBLE_FUZZ_FROM"].flatMap(Int.init) ?? 0

  @Test func `with bytes and values replaced, every command ends in time, with a sentence at most`()
    throws
  {
    let note = FileManager.default.temporaryDirectory.path + "/rabble-mutated-log"
    for round in Self.first..<LongForm.rounds(usually: 120) {
      try Data("\(round)\n".utf8).write(to: URL(fileURLWithPath: note))
      var generator = SeededGenerator(seed: UInt64(round))
      try bench.restore()
      let change =
        round % 3 == 0
        ? try bench.replaceBytes(using: &generator) : try bench.replaceValues(using: &generator)
      bench.runAll { command, duration, error in
        #expect(duration.isInTime, "\(round), \(change): \(command), \(duration)")
        if let error {
          #expect(
            error is StorageError || error is LibraryError,
            "\(round), \(change): \(command): \(error)")
        }
      }
    }
    try? FileManager.default.removeItem(atPath: note)
  }

  /// What has crashed or hung once.
  @Test(arguments: [
    "UPDATE event SET id = X'01' WHERE kind = 'preset'",
    "UPDATE event SET id = X'' WHERE kind = 'preset'",
    "UPDATE event SET id = X'01' WHERE kind = 'preset_use'",
    "UPDATE review SET place = 1e308", "UPDATE review SET place = -1e308",
    "UPDATE review SET place = 9e999", "UPDATE review SET time = -9223372036854775808",
    "UPDATE review SET time = 9223372036854775807",
    "UPDATE review SET utc_offset = 9223372036854775807",
    "UPDATE review SET utc_offset = -9223372036854775808",
    "UPDATE event SET utc_offset = -9223372036854775808 WHERE kind = 'suspension'",
    "UPDATE card SET direction = 'cloze ' || hex(zeroblob(3000000)) || n",
    "UPDATE card SET direction = hex(zeroblob(3000000)) || n",
    "UPDATE deck_card SET direction = 'cloze ' || hex(zeroblob(3000000))",
    "UPDATE schedule SET direction = 'cloze ' || hex(zeroblob(3000000))",
    "UPDATE event SET direction = 'cloze ' || hex(zeroblob(3000000)) WHERE kind = 'suspension'",
    "UPDATE wording SET prompt = hex(zeroblob(3000000))",
    "UPDATE wording SET group_title = hex(zeroblob(3000000))",
    "UPDATE review SET typed = hex(zeroblob(3000000))",
    "UPDATE review SET verdict = hex(zeroblob(3000000))",
    "UPDATE event SET body = json_set(body, '$.answer', hex(zeroblob(3000000))) WHERE kind = 'acceptance'",
    "UPDATE question SET prompt = hex(zeroblob(3000000))",
    "UPDATE question SET answer = hex(zeroblob(3000000))",
    "UPDATE schedule SET due_day = 9223372036854775807, due_time = NULL",
    "UPDATE schedule SET due_time = -9223372036854775808, due_day = NULL",
    "UPDATE schedule SET correct = 9223372036854775807, incorrect = 9223372036854775807",
    "UPDATE schedule SET stability = 9e999", "UPDATE schedule SET stability = -1",
    "UPDATE schedule SET difficulty = 9e999", "UPDATE schedule SET interval = -9223372036854775808",
    "UPDATE schedule SET step = -9223372036854775808",
    "UPDATE schedule SET lapses = 9223372036854775807",
    "UPDATE review SET duration = 9223372036854775807", "UPDATE card SET question = X'01' || n",
    "UPDATE review SET wording = 9223372036854775807",
    "UPDATE wording SET id = X'01' || n", "UPDATE review SET card = -1",
    "UPDATE review SET device = 7",
    "UPDATE event SET body = '{'",
    "UPDATE event SET body = replace(hex(zeroblob(100000)), '0', '[')",
    "UPDATE event SET kind = 'dream'", "UPDATE event SET target = X'01' WHERE kind = 'undo'",
    "UPDATE event SET body = json_set(body, '$.learning_steps', '9223372036854775807 9223372036854775807') WHERE kind = 'preset'",
    "UPDATE event SET body = json_set(body, '$.retention', '9e999') WHERE kind = 'preset'",
    "UPDATE event SET body = json_set(body, '$.retention', '0') WHERE kind = 'preset'",
    "UPDATE event SET body = json_set(body, '$.maximum_interval', -1) WHERE kind = 'preset'",
    "UPDATE event SET body = json_set(body, '$.maximum_interval', 9223372036854775807) WHERE kind = 'preset'",
    "UPDATE event SET body = json_set(body, '$.weights', replace(body->>'weights', '0.', 'nan 0.')) WHERE kind = 'preset'",
    "UPDATE event SET body = json_set(body, '$.weights', 'inf') WHERE kind = 'preset'",
    "UPDATE event SET body = json_set(body, '$.week', 'half') WHERE kind = 'preset'",
    "UPDATE event SET body = json_set(body, '$.leech_threshold', -9223372036854775808) WHERE kind = 'preset'",
    "UPDATE event SET body = json_set(body, '$.retention', '-1e308') WHERE kind = 'preset_use'",
    "UPDATE event SET body = json_set(body, '$.until_day', 9223372036854775807) WHERE kind = 'suspension'",
    "UPDATE held SET until_day = -9223372036854775808",
    "UPDATE question SET more = replace(hex(zeroblob(100000)), '0', '[')",
    "UPDATE question SET position = position + 4294967296", "UPDATE question SET id = X'01'",
    "UPDATE deck_card SET position = -1", "UPDATE deck_card SET siblings = -9223372036854775808",
    "UPDATE deck_group SET questions = 9223372036854775807", "UPDATE deck_group SET questions = -1",
    "UPDATE device SET id = X'01' || n",
    "UPDATE event SET body = json_set(body, '$.taken', -9223372036854775808, '$.updated', -1) WHERE kind = 'import'",
    "UPDATE review SET id = X'ffffffffffffffffffffffffffffffff' WHERE id = (SELECT max(id) FROM review)",
  ])
  func `with a value that no learner has, every command ends in time`(change: String) throws {
    try bench.restore()
    try bench.execute(change)
    bench.runAll { command, duration, error in
      #expect(duration.isInTime, "\(change): \(command), \(duration)")
      if let error {
        #expect(error is StorageError || error is LibraryError, "\(change): \(command): \(error)")
      }
    }
  }
}

/// How long a command takes: in all, and on the processor for its thread, which does not depend on what
/// else the machine does.
private struct CommandTime {
  let all: Duration
  let processor: Duration

  init(of command: () -> Void) {
    let (start, startOnProcessor) = (ContinuousClock.now, ProcessorTime.now)
    command()
    all = ContinuousClock.now - start
    processor = ProcessorTime.now - startOnProcessor
  }

  /// Whether it does not take more than 5 seconds, nor does it wait for anything.
  var isInTime: Bool { processor < .seconds(5) && all < .seconds(60) }
}

/// A small log with every kind of event, which is changed and used over and over.
private final class MutatedLogBench {
  private let folder: TemporaryFolder
  private let path: String
  private let original: Data
  private let tables: [(name: String, columns: [(name: String, type: String)])]
  private let clock = TestClock(Lesson.start)

  init() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    (self.folder, self.path) = (folder, path)
    let clock = clock
    try folder.write(
      "decks/kana.json",
      """
      [{"title": "Kana", "questions": [
        {"prompt": "あ", "answer": "a"}, {"prompt": "い", "answer": "i"},
        {"prompt": "犬", "answer": "dog", "reading": "いぬ",
         "directions": ["recognition", "production", "reading"]}]},
       {"title": "Sentences", "questions": [
        {"prompt": "I eat rice.", "answer": "", "cloze": "ご飯{{を}}食べ{{ます}}。"},
        {"prompt": "う", "answer": "u"}, {"prompt": "え", "answer": "e"}]}]
      """)
    let library = try Library(
      at: .folder(FilePath(folder.path)), clock.surroundings, for: .creating)
    let groups = try library.log.read {
      try $0.decks.groups(of: [folder.path + "/decks/kana.json"])
    }
    let cards = try library.log.read { tx in
      try tx.queue.entries(of: groups, newPerDay: 100, at: Lesson.start).compactMap {
        try tx.cards.standing(of: $0.card, in: groups, at: Lesson.start)?.card
      }
    }
    for day in 0..<6 {
      let moment = Lesson.start.advanced(byMilliseconds: Int64(day - 8) * 86_400_000)
      for (number, card) in cards.enumerated() {
        try library.log.write { tx in
          let review = Review(
            card: card.id, grade: Grade.allCases[(number + day) % 4], moment: moment,
            typed: "typed \(number)", verdict: "correct", hintUsed: number == 1, duration: 2000)
          let other = day == 3 && number == 1 ? cards[0].question : nil
          try tx.reviews.record(review, of: card, mistakenFor: other)
        }
      }
      if day == 2 {
        var preset = Preset()
        preset.name = "own"
        preset.learnedFrom = 10
        try library.log.write { tx in
          try tx.presets.apply(.set(preset, .learner), at: moment)
          try tx.presets.apply(.use(preset: "own", retention: 0.8, groups: ["Kana"]), at: moment)
          try tx.presets.apply(.set(Preset(), .automatic), at: moment)
        }
      }
    }
    try library.log.write { tx in
      try tx.suspensions.suspend(cards[0].id, .suspended, at: Lesson.start)
      try tx.suspensions.suspend(
        cards[1].id, .buried(until: Lesson.start.day.advanced(byDays: 3)), at: Lesson.start)
      _ = try tx.imports.record(
        "words.csv",
        into: DeckFileChange(
          path: folder.path + "/decks/none.json", before: nil, after: [1, 2, 3]),
        taken: 1, updated: 0, at: Lesson.start)
      _ = try tx.reviews.last().map { try tx.history.undo($0.id, at: Lesson.start) }
    }
    if let last = try library.log.read({ try $0.reviews.last() }) {
      _ = try library.log.write {
        try $0.reviews.revise(last.id, to: .good, accepting: true, at: Lesson.start)
      }
    }
    try library.log.database.close()
    original = try Data(contentsOf: URL(fileURLWithPath: path))
    let raw = try DatabaseQueue(path: path)
    tables = try raw.read { db in
      try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
      )
      .map { table in
        (
          table,
          try Row.fetchAll(db, sql: "PRAGMA table_info(\"\(table)\")").map {
            ($0["name"] as String, $0["type"] as String)
          }
        )
      }
    }
    try raw.close()
  }

  /// Puts the log back as it was.
  func restore() throws {
    for ending in ["-wal", "-shm", "-journal"] { unlink(path + ending) }
    try original.write(to: URL(fileURLWithPath: path))
  }

  // MARK: - Changes

  /// Replaces bytes of the file.
  func replaceBytes(using generator: inout SeededGenerator) throws -> String {
    var bytes = [UInt8](original)
    let count = Int.random(in: 1...12, using: &generator)
    var places: [Int] = []
    for _ in 0..<count {
      // Half of them in the first bytes of a page, where its structure is.
      let page = Int.random(in: 0..<bytes.count / 4096, using: &generator) * 4096
      let place =
        page + Int.random(in: 0..<(Bool.random(using: &generator) ? 120 : 4096), using: &generator)
      bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
      places.append(place)
    }
    if Int.random(in: 0..<10, using: &generator) == 0 {
      bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return "bytes \(places)"
  }

  /// Replaces values by SQL, past every trigger and check.
  func replaceValues(using generator: inout SeededGenerator) throws -> String {
    var statements: [String] = []
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      guard let table = tables.randomElement(using: &generator),
        let column = table.columns.randomElement(using: &generator)
      else { continue }
      let one = Bool.random(using: &generator)
      let key = table.columns[0].name
      statements.append(
        "UPDATE OR IGNORE \"\(table.name)\" SET \"\(column.name)\" = "
          + Self.value(column.type, using: &generator)
          + (one ? " WHERE \"\(key)\" = (SELECT max(\"\(key)\") FROM \"\(table.name)\")" : ""))
    }
    for statement in statements { try? execute(statement) }
    return statements.joined(separator: "; ")
  }

  private static func value(_ type: String, using generator: inout SeededGenerator) -> String {
    let values =
      switch type {
      case "INTEGER":
        [
          "-9223372036854775808", "9223372036854775807", "-1", "0", "1", "4294967296", "2147483648",
          "1000000000000000", "-1000000000000000", "253402300799999", "3000001", "7",
        ]
      case "REAL": ["9e999", "-9e999", "1e308", "-1e308", "5e-324", "0.0", "-1.0", "1e19", "0.5"]
      case "BLOB":
        [
          "X''", "X'00'", "randomblob(15)", "randomblob(17)", "randomblob(16)", "zeroblob(16)",
          "X'ffffffffffffffffffffffffffffffff'", "zeroblob(100000)",
        ]
      default:
        [
          "''", "CAST(X'ff00fe' AS TEXT)", "hex(zeroblob(200000))", "'cloze '",
          "'cloze ' || hex(zeroblob(100000))", "'production'", "'9223372036854775807 -1'",
          "'nan inf'",
          "'1e999'", "replace(hex(zeroblob(50000)), '0', '[')", "'{\"id\": 7}'",
          "'🏳️‍🌈' || char(0) || 'x'",
          "char(8238) || char(27) || '[2J'", "replace(hex(zeroblob(20000)), '0', '1 ')",
        ]
      }
    return values.randomElement(using: &generator) ?? "NULL"
  }

  /// Executes a change of values, past every trigger and check.
  func execute(_ change: String) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let raw = try DatabaseQueue(path: path, configuration: configuration)
    try raw.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
      let triggers = try Row.fetchAll(
        db, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
      for trigger in triggers {
        try db.execute(sql: "DROP TRIGGER \"\(trigger["name"] as String)\"")
      }
      try? db.execute(sql: change)
      for trigger in triggers { try db.execute(sql: trigger["sql"] as String) }
    }
    try raw.close()
  }

  // MARK: - Commands

  private func report(_ name: String, by rows: String? = nil) throws {
    _ = try library(.examining, readsDecks: false).report(name, by: rows)
  }

  /// Runs each command on the log as it is then, and tells how long it took and how it failed.
  func runAll(_ report: (String, CommandTime, (any Error)?) -> Void) {
    let commands: [(String, () throws -> Void)] = [
      ("check", { _ = try self.library(.examining, readsDecks: false).checkLog() }),
      ("stats answers", { try self.report("answers", by: "card") }),
      ("stats overview", { try self.report("overview") }),
      ("stats memory", { try self.report("memory") }),
      ("stats trouble", { try self.report("trouble") }),
      (
        "preset",
        {
          let library = try self.library(.examining, readsDecks: false)
          _ = try library.gradingAdvice()
          _ = try library.presetTable()
          _ = try library.presetDescriptions()
        }
      ),
      (
        "log export",
        {
          let library = try self.library(.examining, readsDecks: false)
          for replays in [false, true] {
            try library.export(replays: replays, readsDecks: false) { _ in }
          }
        }
      ),
      (
        "due",
        {
          let library = try self.library(.looking)
          _ = try library.due(library.plan())
          _ = try library.deckMap()
        }
      ),
      ("study", { try self.study() }),
      (
        "undo",
        {
          let library = try self.library(.changing, readsDecks: false)
          for _ in 0..<4 { _ = try library.undo() }
          _ = try library.undo(.lastAnswer)
        }
      ),
      (
        "optimize",
        {
          _ = try self.library(.changing, readsDecks: false).refit()
        }
      ),
      (
        "check --rebuild",
        { _ = try self.library(.changing, readsDecks: false).checkLog(rebuilds: true) }
      ),
    ]
    for (name, command) in commands {
      var failure: (any Error)?
      let time = CommandTime { do { try command() } catch { failure = error } }
      report(name, time, failure)
    }
  }

  private func library(_ access: StudyLog.Access, readsDecks: Bool = true) throws -> Library {
    try Library(
      at: .folder(FilePath(folder.path)), clock.surroundings, for: access, readsDecks: readsDecks,
      patience: 0)
  }

  private func study() throws {
    let library = try library(.creating)
    var options = SessionOptions()
    options.newPerDay = 20
    var session = try library.session(library.plan(), options)
    _ = session.start()
    for line in ["a", "", "3", "dog", ":why", ":undo", "い", "", "4"] where !session.isOver {
      _ = session.send(StudyAction(line: line))
    }
    _ = session.send(.end)
  }
}
