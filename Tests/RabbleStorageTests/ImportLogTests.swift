import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// Imports as events of the log.
struct ImportLogTests {
  private let log: StudyLog

  init() throws {
    log = try StudyLog(path: nil) { UInt128.random(in: .min ... .max) }
  }

  private func moment(_ seconds: Int64) -> Moment {
    Moment(milliseconds: 1_790_000_000_000 + seconds * 1000, utcOffset: 32_400)
  }

  @discardableResult
  private func record(_ seconds: Int64, before: [UInt8]? = [1, 0, 255]) throws -> EventID {
    let change = DeckFileChange(path: "/decks/words.json", before: before, after: [1, 2, 3])
    return try log.write {
      try $0.imports.record("words.csv", into: change, taken: 2, updated: 1, at: moment(seconds))
    }
  }

  private func answer(_ seconds: Int64) throws -> EventID {
    let question = Question(prompt: "a", answer: "b")
    let id = CardID(question: QuestionID(of: question, inGroup: "G"))
    let review = Review(
      card: id, grade: .good, moment: moment(seconds), typed: "b", verdict: "correct",
      hintUsed: false, duration: 10)
    return try log.write {
      try $0.reviews.record(
        review, of: Card(id: id, question: question, group: "G", position: 0)
      )
    }.id
  }

  @Test(arguments: [nil, [], [1, 0, 255]] as [[UInt8]?])
  func `an import is kept with what the deck was before, to the byte`(before: [UInt8]?) throws {
    let id = try record(0, before: before)
    guard case .import(id, let record) = try log.read({ try $0.history.last() }) else {
      Issue.record("not the import")
      return
    }
    #expect(record.deck == "/decks/words.json" && record.taken == 2 && record.updated == 1)
    let edits = try log.read { try $0.deckEdits.edits(of: id) }
    #expect(edits.map(\.path) == ["/decks/words.json"])
    let kept = try log.read { tx in
      try edits.map { edit in try edit.before.flatMap { try tx.deckEdits.content($0) } }
    }
    #expect(kept == [before])
  }

  @Test func `the last event is an answer or an import, whichever was later and still counts`()
    throws
  {
    #expect(try log.read { try $0.history.last() } == nil)
    let first = try record(0)
    let answer = try answer(1)
    // The clock was set back: order is that of the log.
    let second = try record(-100)
    guard case .import(second, _) = try log.read({ try $0.history.last() }) else {
      Issue.record("not the second import")
      return
    }
    #expect(try log.undo(second, at: moment(3)) != nil)
    guard case .review(let review) = try log.read({ try $0.history.last() }), review.id == answer
    else {
      Issue.record("not the answer")
      return
    }
    #expect(try log.write { try $0.reviews.undo(at: moment(4)) }?.id == answer)
    guard case .import(first, _) = try log.read({ try $0.history.last() }) else {
      Issue.record("not the first import")
      return
    }
    #expect(try log.undo(first, at: moment(5)) != nil)
    #expect(try log.read { try $0.history.last() } == nil)
  }

  @Test func `an import is taken back once`() throws {
    let id = try record(0)
    #expect(try log.undo(id, at: moment(1)) != nil)
    #expect(try log.undo(id, at: moment(2)) == nil)
    #expect(try log.undo(EventID(bits: 7), at: moment(2)) == nil)
  }

  @Test(arguments: ["import", "undo", "deck_edit", "redo"])
  func `the events of an import are never changed or deleted`(table: String) throws {
    let id = try record(0)
    _ = try log.undo(id, at: moment(1))
    #expect(try log.write { try $0.history.redo(id, at: moment(2)) } != nil)
    for sql in ["UPDATE \(table) SET time = 0", "DELETE FROM \(table)"] {
      #expect(throws: StorageError.self) { try log.write { try $0.db.execute(sql: sql) } }
    }
    #expect(try log.check() == [])
  }

  @Test func `a digest tells contents apart`() {
    var seen: Set<ContentDigest> = []
    for content in [[], [0], [0, 0], [1], Array("words".utf8), Array("wordt".utf8)] as [[UInt8]] {
      #expect(seen.insert(ContentDigest(content)).inserted)
    }
    // FNV-1a of 64 bits of "foobar" in draft-eastlake-fnv.
    #expect(ContentDigest(Array("foobar".utf8)).hash == 0x85944171f73967e8)
  }
}
