import Foundation
import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

@testable import RabbleStorage

let morning = Moment(iso8601: "2026-11-21T09:00:00+09:00") ?? Moment(milliseconds: 0, utcOffset: 0)

func openLog(_ path: String? = nil, patience: Double = 10) throws -> StudyLog {
  try StudyLog(path: path, patience: patience) {
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
    try store(
      [(StoredDeck(path: path, signature: UUID().uuidString, faults: []), groups)], removed: [],
      at: morning)
  }

  /// The cards of the deck `path`, in order.
  func cards(_ path: String = "/kana.json") throws -> [Card] {
    let groups = try groups(of: [path])
    let end = Moment(milliseconds: .max, utcOffset: 0)
    return try queue(of: groups, newPerDay: 1000, at: end)
      .sorted { $0.deckPosition < $1.deckPosition }.compactMap {
        try card($0.card, in: groups, at: end)?.card
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
    let recorded = try record(
      Review(
        card: card.id, grade: grade, moment: moment, typed: "typed", verdict: "correct",
        hintUsed: false, duration: 1500), of: card)
    return (recorded.id, recorded.schedule)
  }
}
