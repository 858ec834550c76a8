import Foundation
import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import Testing

@testable import RabbleStorage

let morning = Moment(iso8601: "2026-11-21T09:00:00+09:00") ?? Moment(milliseconds: 0, utcOffset: 0)

func openLog(
  _ path: String? = nil, for access: StudyLog.Access = .creating, temporary: String = "/tmp",
  patience: Double = 10
) throws -> StudyLog {
  try StudyLog(path: path, for: access, temporary: temporary, patience: patience) {
    UInt128.random(in: .min ... .max)
  }
}

func group(_ title: String, _ pairs: [(String, String)]) -> QuestionGroup {
  QuestionGroup(
    title: title, questions: pairs.map { Question(prompt: $0.0, answer: $0.1) })
}

let kana = group("Kana", [("あ", "a"), ("い", "i"), ("う", "u"), ("え", "e"), ("お", "o")])

extension StudyLog {
  /// Looks into the database through the log's own connection.
  func inspect<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try database.inDatabase(body)
  }

  /// Puts these groups into the log as the deck file `path`.
  @discardableResult
  func shelve(_ groups: [QuestionGroup], as path: String = "/kana.json") throws -> IdentityMatch {
    let deck = StoredDeck(path: path, signature: UUID().uuidString, faults: [])
    return try write { try $0.decks.store([(deck, groups)], removed: [], at: morning) }.match
  }

  /// The cards of the deck `path`, in order.
  func cards(_ path: String = "/kana.json") throws -> [Card] {
    let end = Moment(milliseconds: .max, utcOffset: 0)
    return try read { tx in
      let groups = try tx.decks.groups(of: [path])
      return try tx.queue.entries(of: groups, newPerDay: 1000, at: end)
        .sorted { $0.deckPosition < $1.deckPosition }
        .compactMap { try tx.cards.standing(of: $0.card, in: groups, at: end)?.card }
    }
  }

  /// The rows of a table as text.
  func dump(_ table: String) throws -> [String] {
    try inspect { try Row.fetchAll($0, sql: "SELECT * FROM \(table)").map(\.description) }
  }

  /// Answers a card.
  @discardableResult
  func answer(_ card: Card, _ grade: Grade = .good, at moment: Moment = morning) throws -> (
    id: EventID, schedule: Schedule
  ) {
    let review = Review(
      card: card.id, grade: grade, moment: moment, typed: "typed", verdict: "correct",
      hintUsed: false, duration: 1500)
    let recorded = try write { try $0.reviews.record(review, of: card) }
    return (recorded.id, try #require(recorded.schedule))
  }

  /// Undoes an event.
  func undo(_ id: EventID, at moment: Moment) throws -> (event: UndoableEvent, moved: Int)? {
    try write { try $0.history.undo(id, at: moment) }
  }
}
