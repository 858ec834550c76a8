import GRDB
import RabbleScheduling
import Testing

@testable import RabbleStorage

/// Exchanges that bring so much that the indexes of answers are dropped meanwhile and made at the end.
@Suite struct SyncExchangeTests {
  private static let later = morning.advanced(byMilliseconds: 86_400_000)

  private func fresh() throws -> StudyLog {
    let log = try openLog()
    try log.store([kana])
    return log
  }

  /// The lines of a log with answers to five cards and a flag.
  private func studied() throws -> (log: StudyLog, lines: [String]) {
    let log = try fresh()
    let cards = try log.cards()
    for card in cards { try log.answer(card) }
    try log.write { try $0.marks.put(.flag(true), on: [cards[0].id], at: morning) }
    return (log, try log.lines().split(separator: "\n").map(String.init))
  }

  /// Takes in lines, and is told before some of them that many bytes follow.
  private func exchange(_ log: StudyLog, _ before: [String], thenMany after: [String]) throws
    -> SyncNews
  {
    try log.write { tx in
      let exchange = try SyncExchange(tx, "/sync", record: nil, name: nil, at: Self.later)
      func take(_ line: String) throws {
        try Array(line.utf8).withUnsafeBytes { try exchange.take($0) }
      }
      for line in before { try take(line) }
      try exchange.expect(bytes: 5 << 20)
      for line in after { try take(line) }
      let news = try exchange.finishTaking()
      try exchange.keep([:])
      return news
    }
  }

  private func indexes(_ log: StudyLog) throws -> [String] {
    try log.inspect {
      try String.fetchAll(
        $0, sql: "SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
      ).sorted()
    }
  }

  private func expectSame(_ log: StudyLog, _ other: StudyLog) throws {
    #expect(try log.events(of: "review") == other.events(of: "review"))
    #expect(try log.dump("schedule").sorted() == other.dump("schedule").sorted())
    #expect(try log.dump("marked").sorted() == other.dump("marked").sorted())
    #expect(try indexes(log) == indexes(other))
  }

  @Test(arguments: 1...11)
  func `much comes after a few lines were taken in already`(count: Int) throws {
    let (laptop, lines) = try studied()
    // An answer and a wording for each of five cards, and a flag.
    #expect(lines.count == 11)
    let desk = try fresh()
    let news = try exchange(
      desk, Array(lines.prefix(count)), thenMany: Array(lines.dropFirst(count)) + lines)
    #expect(news.shares.map(\.reviews) == [5] && news.shares.map(\.events) == [11])
    try expectSame(desk, laptop)
  }

  @Test func `much comes to a log in which a line waits for another`() throws {
    let (laptop, lines) = try studied()
    let review = try #require(lines.first { $0.contains("\"event\":\"review\"") })
    let desk = try fresh()
    #expect(try exchange(desk, [review], thenMany: []).shares == [])
    #expect(try desk.read { try $0.syncs.waiting() } == [.reference: 1])
    let news = try exchange(desk, [], thenMany: lines)
    #expect(news.shares.map(\.reviews) == [5])
    #expect(try desk.read { try $0.syncs.waiting() } == [:])
    try expectSame(desk, laptop)
  }
}
