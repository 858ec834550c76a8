import Foundation
import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// A log of some 2,000 events of all kinds, in one file, and which of its pages belong to what.
private struct StudiedLog: Sendable {
  let bytes: [UInt8]
  /// The pages of tables of events.
  let eventPages: Set<Int>
  /// The pages of what answers refer to, which is in an index, too.
  let namePages: Set<Int>
  /// The identities of all events, by table.
  let events: [String: Set<EventID>]
  /// All events as text.
  let dump: Set<String>

  static let pageSize = 4096
  var pages: Int { bytes.count / Self.pageSize }
  var count: Int { events.values.reduce(0) { $0 + $1.count } }

  /// Made once.
  static let usual = Result { try StudiedLog(cards: 400, answers: 1300) }
  static let small = Result { try StudiedLog(cards: 20, answers: 40) }

  init(cards count: Int, answers: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    let log = try openLog(path)
    var random = SeededGenerator(seed: 12)
    let words = ["りんご", "みかん", "いぬ", "ねこ", "とても長い言葉ですね", "an apple a day"]
    try log.store(
      (0..<10).map { number in
        group(
          "Group \(number)",
          (0..<count / 10).map { ("\(random.element(of: words)) \(number).\($0)", "answer \($0)") })
      })
    let all = try log.cards()
    for number in 0..<answers {
      let moment = morning.advanced(byMilliseconds: Int64(number) * 1_800_000)
      let card = random.element(of: all)
      let id = try log.answer(card, random.element(of: Grade.allCases), at: moment).id
      switch Int.random(in: 0..<40, using: &random) {
      case 0..<3: _ = try log.undo(id, at: moment)
      case 3:
        _ = try log.write {
          try $0.reviews.revise(id, to: .good, accepting: true, at: moment)
        }
      case 4: try log.write { try $0.suspensions.suspend(card.id, .suspended, at: moment) }
      case 5:
        let use = try log.write {
          try $0.presets.apply(
            .use(preset: "own", retention: 0.8, groups: ["Group 1"]), at: moment)
        }
        if number.isMultiple(of: 2) { _ = try log.undo(use.id, at: moment) }
      case 6:
        try log.write {
          try $0.identities.reidentify(
            [(card.id.question, QuestionID(bits: UInt128(number)))], at: moment)
        }
      case 7 where number < 400:
        // It continues on other pages.
        let note = (0..<10_000).map { _ in UInt8.random(in: 32...126, using: &random) }
        try log.write {
          try $0.marks.put(
            .note(String(decoding: note, as: UTF8.self)), on: [card.id], at: moment)
        }
      default: break
      }
    }
    dump = try log.allEvents()
    events = try log.inspect { db in
      try Dictionary(
        uniqueKeysWithValues: EventForm.tables.map {
          ($0, try EventID.fetchSet(db, sql: "SELECT id FROM \($0)"))
        })
    }
    (eventPages, namePages) = try log.inspect { db in
      func pages(_ tables: [String]) throws -> Set<Int> {
        let names = tables.map { "'\($0)'" }.joined(separator: ", ")
        return try Int.fetchSet(db, sql: "SELECT pageno FROM dbstat WHERE name IN (\(names))")
      }
      return (try pages(EventForm.tables), try pages(["card", "device"]))
    }
    try log.close()
    bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// The bytes of the rows of events: cells of the pages of their tables.
  var rowBytes: [Range<Int>] {
    eventPages.union(namePages).sorted().flatMap { page -> [Range<Int>] in
      let start = (page - 1) * Self.pageSize
      func number(_ index: Int) -> Int {
        Int(bytes[start + index]) << 8 | Int(bytes[start + index + 1])
      }
      guard bytes[start] == 0x0d else { return [] }
      return (0..<number(3)).map { cell in
        var index = start + number(8 + cell * 2)
        let first = index
        var payload = 0
        repeat {
          payload = payload << 7 | Int(bytes[index] & 0x7f)
          index += 1
        } while bytes[index - 1] & 0x80 != 0
        while bytes[index] & 0x80 != 0 { index += 1 }
        return first..<min(index + 1 + payload, start + Self.pageSize)
      }
    }
  }
}

@Suite struct SalvageTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/study.sqlite" }
  private var target: String { folder.path + "/new.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  private func put(_ bytes: [UInt8], at path: String? = nil) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path ?? self.path))
  }

  private func salvage() throws -> SalvageReport {
    try? FileManager.default.removeItem(atPath: target)
    return try LogSalvage.run(from: path, to: target) { .random(in: .min ... .max) }
  }

  @Test func `a union is taken over with what it brought, whichever of its pages is damaged`()
    throws
  {
    let other = try openLog()
    try other.store([kana])
    let theirs = try other.cards()
    // So many that the list of them takes several pages.
    for number in 0..<600 {
      try other.answer(
        theirs[number % theirs.count],
        at: morning.advanced(byMilliseconds: Int64(number) * 3_600_000))
    }
    let lines = try other.lines()
    let log = try openLog(path)
    try log.store([kana])
    try log.answer(try log.cards()[0], at: morning)
    let before = try log.lines()
    let end = morning.advanced(byMilliseconds: 700 * 3_600_000)
    try log.join(lines, at: end)
    let joined = try log.lines()
    let union = try #require(try log.read { try $0.history.last() })
    let pages = try log.inspect {
      try Int.fetchAll(
        $0, sql: "SELECT pageno FROM dbstat WHERE name LIKE 'log_union_item%' ORDER BY pageno")
    }
    try log.close()
    #expect(pages.count > 8)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    for page in [nil] + pages.map(Optional.some) {
      var damaged = bytes
      if let page {
        let start = (page - 1) * StudiedLog.pageSize
        damaged.replaceSubrange(
          start..<start + StudiedLog.pageSize,
          with: repeatElement(0xa5, count: StudiedLog.pageSize))
      }
      try put(damaged)
      let report = try salvage()
      #expect(report.lost.isEmpty && !report.mayHaveLostMore, "page \(page ?? 0)")
      let new = try openLog(target)
      #expect(try new.lines() == joined, "page \(page ?? 0)")
      _ = try new.undo(union.id, at: end)
      #expect(try new.check() == [])
      // What counts is what there was before the union.
      let counted = try new.inspect {
        try Int.fetchOne($0, sql: "SELECT sum(repetitions) FROM schedule")
      }
      #expect(counted == 1, "page \(page ?? 0)")
      try new.close()
    }
    #expect(before.split(separator: "\n").count < joined.split(separator: "\n").count)
  }

  @Test func `every flipped bit that changes an event is found`() throws {
    let log = try StudiedLog.small.get()
    let rows = log.rowBytes
    var random = SeededGenerator(seed: 7)
    var missed: [Int] = []
    for _ in 0..<LongForm.rounds(usually: 60) {
      var bytes = log.bytes
      let index = Int.random(in: random.element(of: rows), using: &random)
      bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try put(bytes)
      do {
        let flipped = try openLog(path)
        // In the header of a row a bit may change how a NULL is written, and no value.
        if try flipped.check().isEmpty, try flipped.allEvents() != log.dump {
          missed.append(index)
        }
      } catch is StorageError {}
      for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    }
    #expect(missed == [])
  }

  @Test func `a sound log is salvaged whole, and the old one is not touched`() throws {
    let log = try StudiedLog.usual.get()
    try put(log.bytes)
    let report = try salvage()
    #expect(report.lost == [])
    #expect(!report.mayHaveLostMore)
    #expect(report.events == log.count)
    #expect(log.count > 1_800)
    #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) == log.bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    let new = try openLog(target)
    #expect(try new.allEvents() == log.dump)
    #expect(try new.check() == [])
  }

  /// What may become of a page: zeros, the bytes of another page, random bytes, or some of it.
  private static func damage(
    _ bytes: inout [UInt8], page: Int, _ kind: Int, using random: inout SeededGenerator
  ) {
    let range = page * StudiedLog.pageSize..<(page + 1) * StudiedLog.pageSize
    switch kind {
    case 0: bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
    case 1: for index in range { bytes[index] = UInt8.random(in: 0...255, using: &random) }
    case 2: for index in range.prefix(512) { bytes[index] = 0xaa }
    default:
      for _ in 0..<8 {
        bytes[Int.random(in: range, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    }
  }

  @Test func `a damaged page costs only events whose own bytes are damaged`() throws {
    let log = try StudiedLog.usual.get()
    var random = SeededGenerator(seed: 8)
    let pages = min(LongForm.rounds(usually: 4), log.pages)
    var (cases, good) = (0, 0)
    for number in 0..<pages {
      // At least one of the cards, which are kept twice.
      let cards = log.namePages.sorted()[0] - 1
      let page =
        pages == log.pages
        ? number : number == 0 ? cards : Int.random(in: 0..<log.pages, using: &random)
      for kind in 0..<4 {
        var bytes = log.bytes
        Self.damage(&bytes, page: page, kind, using: &random)
        try put(bytes)
        _ = try salvage()
        let found = try openLog(target).inspect { db in
          try Dictionary(
            uniqueKeysWithValues: EventForm.tables.map {
              ($0, try EventID.fetchSet(db, sql: "SELECT id FROM \($0)"))
            })
        }
        let lost = log.events.reduce(0) { $0 + $1.value.subtracting(found[$1.key] ?? []).count }
        for (table, ids) in found { #expect(ids.isSubset(of: log.events[table] ?? [])) }
        if !log.eventPages.contains(page + 1) { #expect(lost == 0, "page \(page + 1)") }
        cases += 1
        if lost * 100 <= log.count { good += 1 }
      }
    }
    // A few pages say nothing of the share of all.
    if pages == log.pages { #expect(good * 100 >= cases * 95, "\(good) of \(cases)") }
  }

  @Test func `what is lost is counted by table and day, and the rest is a sound log`() throws {
    let log = try StudiedLog.usual.get()
    let wordings = try pages(of: "wording", in: log)
    var bytes = log.bytes
    var random = SeededGenerator(seed: 9)
    Self.damage(&bytes, page: wordings[wordings.count / 2] - 1, 1, using: &random)
    try put(bytes)
    let report = try salvage()
    let lost = report.lost.reduce(0) { $0 + $1.count }
    #expect(lost > 0 && report.lost.allSatisfy { $0.kind == "wording" && $0.times != nil })
    #expect(report.events == log.count - lost)
    #expect(!report.mayHaveLostMore)
    #expect(report.rewordedAnswers > 0)
    let new = try openLog(target)
    #expect(try new.check() == [])
    let answers = log.dump.filter { $0.hasPrefix("review ") }
    #expect(Set(try new.events(of: "review").map { "review \($0)" }) == answers)
    var shown = 0
    try new.read { try $0.reviews.forEach { _ in shown += 1 } }
    #expect(shown == log.events["review"]?.count)
  }

  @Test func `what is computed from decks is not taken over in part`() throws {
    let log = try openLog(path)
    let groups = (0..<10).map { number in
      group("Group \(number)", (0..<40).map { ("word \(number).\($0)", "answer \($0)") })
    }
    try log.store(groups)
    try log.answer(try log.cards()[0])
    try log.write { tx in
      for group in try tx.decks.groups(of: ["/kana.json"]) {
        try tx.answerIndexes.keep(
          Data(repeating: 7, count: 3000), of: group, .recognition, part: 0)
      }
    }
    let leaves = try ["question", "answer_index"].map { table in
      try log.inspect {
        try Int.fetchAll(
          $0,
          sql: "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno",
          arguments: [table])
      }
    }
    try log.close()
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let pages = leaves.map { ($0[1] - 1) * StudiedLog.pageSize }
    func page(_ start: Int) -> ArraySlice<UInt8> { bytes[start..<start + StudiedLog.pageSize] }
    var swapped = bytes
    for (here, there) in [(pages[0], pages[1]), (pages[1], pages[0])] {
      swapped.replaceSubrange(here..<here + StudiedLog.pageSize, with: page(there))
    }
    try put(swapped)
    let report = try salvage()
    #expect(report.lost == [] && !report.mayHaveLostMore)
    let new = try openLog(target)
    #expect(try new.check() == [])
    for table in ["question", "deck_card", "answer_index"] { #expect(try new.dump(table) == []) }
  }

  @Test func `a log whose first page is gone is salvaged whole`() throws {
    let log = try StudiedLog.small.get()
    var bytes = log.bytes
    bytes.replaceSubrange(0..<StudiedLog.pageSize, with: repeatElement(0, count: 4096))
    try put(bytes)
    let report = try salvage()
    #expect(report.events == log.count)
    #expect(report.mayHaveLostMore)
    #expect(try openLog(target).check() == [])
  }

  @Test
  func `what only the write-ahead log has is salvaged, but nothing of a commit that was cut off`()
    throws
  {
    let log = try openLog(path)
    try log.store([kana])
    let cards = try log.cards()
    for number in 0..<40 { try log.answer(cards[number % 5]) }
    let events = try log.inspect { try EventID.fetchSet($0, sql: "SELECT id FROM review") }
    let wal = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "-wal")))
    let alone = folder.path + "/alone.sqlite"
    // A frame in the middle is damaged, and the last transaction has lost its end.
    var damaged = wal
    let frame = 32 + (wal.count - 32) / (24 + 4096) / 2 * (24 + 4096)
    for index in frame + 24..<frame + 24 + 64 { damaged[index] ^= 0x55 }
    try put(damaged.dropLast(24 + 4096), at: alone + "-wal")
    let report = try LogSalvage.run(from: alone, to: target) { .random(in: .min ... .max) }
    let found = try openLog(target).inspect {
      try EventID.fetchSet($0, sql: "SELECT id FROM review")
    }
    #expect(found == events.subtracting([events.max()].compactMap { $0 }))
    #expect(report.mayHaveLostMore)
  }

  @Test func `records that all continue on the same page are read only so often`() throws {
    // 256 pages full of the number 2: as the one where a record continues, and where that one does.
    var bytes = [UInt8]()
    for _ in 0..<256 * StudiedLog.pageSize / 4 { bytes += [0, 0, 0, 2] }
    bytes.replaceSubrange(16..<24, with: [0x10, 0, 1, 1, 0, 64, 32, 32])
    try put(bytes)
    let file = try DatabaseFile(path: path)
    for _ in 0..<2 {
      var whole = 0
      file.forEachPage { page in
        for _ in 0..<4 {
          let payload = file.payload(in: page, at: 8, count: bytes.count, isTable: true)
          whole += payload == nil ? 0 : 1
        }
      }
      // 1,024 bytes of a record are on its own page, and 4,092 on each of 256 others.
      #expect(whole == 64 * 1024 / 256)
    }
  }

  @Test func `nothing is written over, and a log of a newer version is left alone`() throws {
    try put([1], at: target)
    #expect(throws: StorageError.self) {
      try LogSalvage.run(from: path, to: target) { 7 }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == Data([1]))
    unlink(target)
    let log = try openLog(path)
    try log.inspect {
      try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('99')")
    }
    #expect(throws: StorageError.newerVersion(path: path, version: 99)) {
      try LogSalvage.run(from: path, to: target) { 7 }
    }
    #expect(access(target, F_OK) != 0)
  }

  private func pages(of table: String, in log: StudiedLog) throws -> [Int] {
    try put(log.bytes)
    let database = try DatabaseQueue(path: path)
    defer { try? database.close() }
    return try database.inDatabase {
      try Int.fetchAll(
        $0, sql: "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno",
        arguments: [table])
    }
  }
}
