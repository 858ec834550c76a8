import Foundation
import GRDB

/// A review that a learner's past is made of.
struct PastReview {
  /// The days since the card was first answered.
  let day: Int
  /// 1 for again to 4 for easy.
  let grade: Int
  /// The minutes after the day's first review.
  var minutes = 0
}

extension Program {
  /// When the words of a past are first answered.
  static let longAgo = "2026-10-14T09:00:00+09:00"

  /// Gives the learner a deck of words, all of which were easy long ago, and what became of each since.
  func remember(words: Int, _ past: (Int) -> [PastReview]) throws {
    let questions = (0..<words).map { #"{"prompt": "p\#($0)", "answer": "a\#($0)"}"# }
    try addDeck(#"[{"title": "Words", "questions": [\#(questions.joined(separator: ","))]}]"#)
    let first = try run(
      ["study", "Words", "--format", "json", "--new", "\(words)"], at: Self.longAgo,
      input: String(repeating: "\n4\n", count: words))
    guard first.ending == .exited(0) else { throw Surprise(first.errors) }
    let database = try DatabaseQueue(path: log)
    try database.write { db in
      let rows = try Row.fetchAll(db, sql: "SELECT * FROM review ORDER BY id")
      var events: [(time: Int64, row: Row, grade: Int)] = []
      for (number, row) in rows.enumerated() {
        for review in past(number) {
          let time: Int64 = row["time"] + Int64(review.day) * 86_400_000
          events.append((time + Int64(review.minutes * 60_000 + number), row, review.grade))
        }
      }
      for (number, event) in events.sorted(by: { $0.time < $1.time }).enumerated() {
        // A UUID of version 7.
        let id = UInt128(event.time) << 80 | 7 << 76 | 2 << 62 | UInt128(number)
        try db.execute(
          sql: """
            INSERT INTO review (id, device, time, utc_offset, question, direction, wording, grade,
              hint_used, duration)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 4000)
            """,
          arguments: [
            withUnsafeBytes(of: id.bigEndian) { Data($0) }, event.row["device"] as Data,
            event.time, event.row["utc_offset"] as Int, event.row["question"] as Data,
            event.row["direction"] as String, event.row["wording"] as Data, event.grade,
          ])
      }
    }
    try database.close()
    let rebuilt = try run(["check", "--rebuild"])
    guard rebuilt.ending == .exited(0) else { throw Surprise(rebuilt.output + rebuilt.errors) }
  }

  /// All rows of all tables of the log, or of some, as text.
  func rows(of tables: [String]? = nil) throws -> [String: [String]] {
    let database = try DatabaseQueue(path: log)
    return try database.read { db in
      let names =
        try tables
        ?? String.fetchAll(
          db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
      return try Dictionary(
        uniqueKeysWithValues: names.map { name in
          (name, try Row.fetchAll(db, sql: "SELECT * FROM \(name)").map(\.description))
        })
    }
  }
}
