import Foundation
import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// Events of one log in another.
@Suite struct LogUnionTests {
  private static let computed = ["schedule", "held", "marked"]

  private func caches(_ log: StudyLog) throws -> [[String]] {
    try Self.computed.map { try log.dump($0).sorted() }
  }

  /// A log with the same deck in which nothing was done.
  private func fresh() throws -> StudyLog {
    let log = try openLog()
    try log.store([kana])
    return log
  }

  private let later = morning.advanced(byMilliseconds: 3_600_000)

  @Test func `an empty log has the same events and caches afterwards, byte for byte`() throws {
    let log = try eventfulLog()
    let copy = try fresh()
    let lines = try log.lines()
    let report = try copy.join(lines, at: morning)
    let count = lines.split(separator: "\n").count
    #expect(report == LogUnion.Report(added: count, known: 0, leftOut: 0, faults: []))
    #expect(try copy.lines() == lines)
    #expect(try caches(copy) == caches(log))
    #expect(try copy.check() == [])
  }

  /// The facts of the answers that count, by identity.
  private func facts(_ log: StudyLog) throws -> [String] {
    let columns = AnswerFacts.columns.map { "coalesce(\($0), 'NULL')" }
      .joined(separator: " || ' ' || ")
    return try log.inspect {
      try String.fetchAll(
        $0, sql: "SELECT hex(id) || ' ' || \(columns) FROM counted_review ORDER BY id")
    }
  }

  @Test(arguments: 0..<6)
  func `answers written when all have come are those written one by one`(seed: Int) throws {
    let log = try eventfulLog()
    let copy = try openLog(thresholds: .always)
    try copy.store([kana])
    var generator = SeededGenerator(seed: UInt64(seed))
    let lines = try log.lines().split(separator: "\n")
    // Some lines come twice, and what an answer refers to may come after it.
    var all = lines + lines.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
    if seed > 0 { all.shuffle(using: &generator) }
    let report = try copy.join(all.joined(separator: "\n"), at: morning)
    #expect(report.added == lines.count && report.known == all.count - lines.count)
    #expect(report.leftOut == 0)
    #expect(try copy.lines() == log.lines())
    #expect(try facts(copy) == facts(log))
    #expect(try caches(copy) == caches(log))
    let blocks = try copy.inspect { try Int.fetchOne($0, sql: "SELECT count(*) FROM review_block") }
    #expect(blocks ?? 0 > 0)
    #expect(try copy.check() == [])
    #expect(try copy.inspect { try Int.fetchOne($0, sql: "PRAGMA foreign_keys") } == 1)
  }

  @Test func `another answer with the identity of one before is named, whenever that is written`()
    throws
  {
    let log = try eventfulLog()
    let line = try #require(
      try log.lines().split(separator: "\n").map { String($0) }.first {
        $0.hasPrefix(#"{"event":"review""#) && !$0.contains("revises")
      })
    let other = line.replacing(/"duration":\d+/, with: #""duration":77"#)
      .replacing(/,"check":"[0-9a-f]+"/, with: "")
    for thresholds in [Thresholds.shipped, .always] {
      let copy = try openLog(thresholds: thresholds)
      let report = try copy.join(
        log.lines(["wording"]) + line + "\n" + other, at: morning)
      #expect(report.faults.count == 1 && report.leftOut == 1)
      guard case .conflict? = report.faults.first?.reason else {
        Issue.record("\(report.faults)")
        continue
      }
    }
  }

  @Test func `twice is once, in whatever order the lines come`() throws {
    let log = try eventfulLog()
    let copy = try fresh()
    var generator = SeededGenerator(seed: 16)
    let lines = try log.lines().split(separator: "\n").shuffled(using: &generator)
    #expect(try copy.join(lines.joined(separator: "\n"), at: morning).leftOut == 0)
    #expect(try copy.lines() == log.lines())
    let again = try copy.join(try log.lines(), at: morning)
    #expect(again.added == 0 && again.known == lines.count)
    #expect(try copy.inspect { try Int.fetchOne($0, sql: "SELECT count(*) FROM log_union") } == 1)
  }

  @Test(arguments: [Thresholds.shipped, .always])
  func `a corrected blank takes the history that comes later, and gives it back with its undo`(
    thresholds: Thresholds
  ) throws {
    func sentence(_ cloze: String) -> QuestionGroup {
      QuestionGroup(
        title: "G", questions: [Question(id: "x", prompt: "p", answer: "a", cloze: cloze)])
    }
    let (log, copy) = (try openLog(), try openLog(thresholds: thresholds))
    try log.store([sentence("You {{recieve}} it.")])
    try copy.store([sentence("You {{receive}} it.")])
    #expect(try copy.cards().map(\.id.direction) == [.cloze("receive")])
    let answer = try log.answer(log.cards()[0]).id
    _ = try copy.join(try log.lines(), at: later)
    #expect(try copy.cards().map(\.id.direction) == [.cloze("recieve")])
    #expect(try copy.dump("deck_card") == log.dump("deck_card"))
    #expect(try copy.check() == [])
    _ = try log.undo(answer, at: later)
    _ = try copy.join(try log.lines(), at: later)
    #expect(try copy.cards().map(\.id.direction) == [.cloze("receive")])
    #expect(try copy.check() == [])
  }

  @Test func `two logs that take in each other's events come to the same`() throws {
    var generator = SeededGenerator(seed: 17)
    for _ in 0..<5 {
      let logs = [try fresh(), try fresh()]
      for log in logs {
        let cards = try log.cards()
        for hour in 0..<12 {
          let moment = morning.advanced(
            byMilliseconds: Int64(hour) * 7_200_000
              + Int64.random(in: 0..<60_000, using: &generator))
          let card = generator.element(of: cards)
          switch Int.random(in: 0..<6, using: &generator) {
          case 0: try log.write { try $0.suspensions.suspend(card.id, .suspended, at: moment) }
          case 1: try log.write { try $0.marks.put(.flag(true), on: [card.id], at: moment) }
          case 2:
            if let last = try log.read({ try $0.history.last() }) {
              _ = try log.undo(last.id, at: moment)
            }
          default: try log.answer(card, generator.element(of: Grade.allCases), at: moment)
          }
        }
      }
      let end = morning.advanced(byMilliseconds: 30 * 3_600_000)
      let lines = try logs.map { try $0.lines() }
      try logs[0].join(lines[1], at: end)
      try logs[1].join(lines[0], at: end)
      #expect(try logs[0].lines() == logs[1].lines())
      #expect(try caches(logs[0]) == caches(logs[1]))
      #expect(try logs[0].check() == [] && logs[1].check() == [])
    }
  }

  @Test func `undo of a union leaves what was before, and redo what was after`() throws {
    let log = try fresh()
    let cards = try log.cards()
    let own = try log.answer(cards[0], .again).id
    try log.answer(cards[1])
    let other = try fresh()
    try other.join(try log.lines(), at: morning)
    // The other device undoes an answer of this one, regrades another, and has answers of its own.
    _ = try other.undo(own, at: later)
    let second = try #require(try other.read { try $0.history.last() }).id
    _ = try other.write {
      try $0.reviews.revise(second, to: .hard, accepting: false, at: later)
    }
    try other.answer(cards[2], at: later)
    try other.write { try $0.suspensions.suspend(cards[3].id, .suspended, at: later) }
    let before = try caches(log)
    let evening = later.advanced(byMilliseconds: 3_600_000)
    #expect(try log.join(try other.lines(), at: evening).added > 0)
    let after = try caches(log)
    #expect(after != before)
    for _ in 0..<2 {
      let union = try #require(try log.read { try $0.history.last() })
      guard case .union(_, let record) = union else {
        Issue.record("The union is not what was done last.")
        return
      }
      #expect(record.source == "other.jsonl")
      _ = try log.undo(union.id, at: evening)
      #expect(try caches(log) == before)
      #expect(try log.check() == [])
      #expect(try log.read { try $0.history.lastUndone() } == union.id)
      _ = try log.write { try $0.history.redo(union.id, at: evening) }
      #expect(try caches(log) == after)
      #expect(try log.check() == [])
    }
  }

  @Test func `undo of a union undoes what came with an import in it, and redo brings it back`()
    throws
  {
    let (log, other) = (try fresh(), try fresh())
    try log.answer(log.cards()[0])
    let card = try other.cards()[1]
    let answer = ImportedProgress.Answer(
      moment: morning.advanced(byMilliseconds: -90_000_000), grade: .good, duration: 1000,
      kind: .review)
    let progress = ImportedProgress.OfCard(
      card: card, answers: [answer], changes: [], standing: nil, flag: .red,
      suspension: .suspended)
    let change = DeckFileChange(path: "/kana.json", before: [1], after: [2])
    try other.write { tx in
      let event = try tx.imports.record("x.apkg", into: change, taken: 1, updated: 0, at: morning)
      _ = try tx.imports.add(
        ImportedProgress(cards: [progress], presets: [(Preset(name: "own"), ["Kana"])]),
        because: event, at: morning)
    }
    let before = try caches(log)
    try log.join(try other.lines(), at: later)
    let after = try caches(log)
    #expect(after != before)
    let union = try #require(try log.read { try $0.history.last() }).id
    for _ in 0..<2 {
      _ = try log.undo(union, at: later)
      #expect(try caches(log) == before)
      #expect(try log.read { try $0.presets.book() } == PresetBook())
      #expect(try log.check() == [])
      _ = try log.write { try $0.history.redo(union, at: later) }
      #expect(try caches(log) == after)
      #expect(try log.read { try $0.presets.book() }.name(forGroup: "Kana") == "own")
      #expect(try log.check() == [])
    }
  }

  @Test func `a union with events of a clock that is ahead is what is undone first`() throws {
    let (log, other) = (try fresh(), try fresh())
    try log.answer(log.cards()[0])
    let before = try caches(log)
    // By three minutes, which are allowed.
    try other.answer(other.cards()[1], at: morning.advanced(byMilliseconds: 180_000))
    #expect(try log.join(try other.lines(), at: morning).added == 2)
    let last = try #require(try log.read { try $0.history.last() })
    guard case .union(_, let record) = last else {
      Issue.record("The union is not what was done last.")
      return
    }
    #expect(record.events == 2)
    _ = try log.undo(last.id, at: morning)
    #expect(try caches(log) == before)
    #expect(try log.check() == [])
  }

  private func faults(_ lines: String, into log: StudyLog? = nil) throws -> [EventLineFault] {
    let report = try (log ?? fresh()).join(lines, at: morning)
    #expect(report.leftOut == report.faults.count)
    return report.faults.map(\.reason)
  }

  @Test func `a line that is no event of the log's is named and left out`() throws {
    let log = try fresh()
    try log.answer(try log.cards()[0])
    let lines = try log.lines().split(separator: "\n").map(String.init)
    let (wording, review) = (lines[0], lines[1])
    #expect(
      try faults("[1]\n{\"event\":1}\n\(review.dropLast())\n") == [
        .noObject, .unknownKind(""), .noObject,
      ])
    #expect(
      try faults(review.replacing("\"review\"", with: "\"dream\"")) == [.unknownKind("dream")])
    #expect(
      try faults(review.replacing("{", with: "{\"mood\":\"good\",")) == [.unknownKey("mood")])
    #expect(try faults(review.replacing("\"grade\":3", with: "\"grade\":9")) == [.value("grade")])
    #expect(try faults(review.replacing("\"grade\":3", with: "\"grade\":4")) == [.damaged])
    #expect(try faults(review) == [.dangling(field: "wording")])
    // Without its check value it is another event under the same identity.
    let end = try #require(review.range(of: ",\"check\""))
    let other = String(review[..<end.lowerBound] + "}").replacing(
      "\"grade\":3", with: "\"grade\":4")
    let newest = try #require(try log.newestReview())
    #expect(try faults(other, into: log) == [.conflict(newest)])
    #expect(try faults("{\"question\":\"x\",\"grade\":\"good\"}") == [.plainReview])
    let whole = try fresh().join("\n\(wording)\r\n\n\(review)\n", at: morning)
    #expect(whole.added == 2 && whole.leftOut == 0)
  }

  @Test func `an event from ahead of the clock is left out with its line`() throws {
    let log = try fresh()
    try log.answer(try log.cards()[0], at: morning.advanced(byMilliseconds: 86_400_000))
    let report = try fresh().join(try log.lines(), at: morning)
    // What the card showed is of no time.
    #expect(report.faults.map(\.line) == [2] && report.added == 1)
    #expect(report.faults[0].reason.description.contains("2026-11-22T09:00:00"))
  }

  /// The columns that say what an event is.
  private static let names = ["event", "id", "device"]

  /// Values that a column may not be made for.
  private static func extremes(besides value: Any) -> [Any] {
    guard value is String else {
      return [
        0, -1, 1 << 31, 1 << 40, 1 << 62, Int.max, Int.min, 0.5, 1e308, -1e308,
        Double.leastNonzeroMagnitude,
      ]
    }
    return [
      "", " ", "\u{1b}[31m", "on", "{}", "[1]", "NaN", "99999999999999999999", "answer", "cram",
      "cloze ",
      "cloze " + String(repeating: "あ", count: 4_000), String(repeating: "x", count: 1 << 20),
      "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
    ]
  }

  @Test func `whatever is taken in can be read again`() throws {
    let eventful = try eventfulLog()
    let copy = try fresh()
    try copy.join(try eventful.lines(), at: later)
    var lines: [String] = []
    for line in try eventful.lines().split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      var event = try #require(object as? [String: Any])
      event["check"] = nil
      let id = try #require(event["id"] as? String)
      for key in event.keys.sorted() where !Self.names.contains(key) {
        for value in try Self.extremes(besides: #require(event[key])) {
          var changed = event
          changed[key] = value
          changed["id"] = id.dropLast(6) + String(lines.count + 0x10_0000, radix: 16)
          let bytes = try JSONSerialization.data(withJSONObject: changed)
          lines.append(String(decoding: bytes, as: UTF8.self))
        }
      }
    }
    let report = try copy.join(lines.joined(separator: "\n"), at: later)
    #expect(report.added > 200 && report.leftOut > 200)
    #expect(try copy.check() == [])
    _ = try copy.rebuild()
    try copy.read { tx in
      var reviews: [EventID] = []
      try tx.reviews.forEach { reviews.append($0.id) }
      for id in reviews { _ = try tx.reviews.review(id) }
      _ = try tx.history.entries()
      _ = try tx.optimizerInput.histories()
    }
    #expect(try fresh().join(try copy.lines(), at: later).leftOut == 0)
  }

  @Test func `texts come back as they were, whatever is in them`() throws {
    let log = try fresh()
    let texts = ["\u{1b}[31m", "\"\\/\n\t", "\u{202e}文字", "😀 e\u{301}", "", " "]
    let card = try log.cards()[0]
    for text in texts {
      try log.write { try $0.marks.put(.tag("a" + text, true), on: [card.id], at: morning) }
    }
    let lines = try log.lines(["tag"])
    #expect(!lines.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202e}" })
    let copy = try fresh()
    try copy.join(lines, at: morning)
    #expect(try copy.dump("marked").sorted() == log.dump("marked").sorted())
  }

  @Test func `kinds are exported by themselves`() throws {
    let log = try eventfulLog()
    var sum = 0
    for kind in EventStore.kinds where kind != "all" {
      let lines = try log.lines([kind]).split(separator: "\n")
      #expect(!lines.isEmpty, "\(kind)")
      sum += lines.count
    }
    #expect(try sum == log.lines().split(separator: "\n").count)
  }
}

extension StudyLog {
  fileprivate func newestReview() throws -> EventID? {
    try inspect { try EventID.fetchOne($0, sql: "SELECT max(id) FROM review") }
  }
}
