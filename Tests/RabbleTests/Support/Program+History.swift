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
    var reviews: [(time: Int64, like: Row, grade: Int)] = []
    for (number, row) in try self.reviewRows().enumerated() {
      for review in past(number) {
        let time: Int64 = row["time"] + Int64(review.day) * 86_400_000
        reviews.append((time + Int64(review.minutes * 60_000 + number), row, review.grade))
      }
    }
    try addReviews(reviews)
  }

  /// The rows of all reviews in the log, in their order.
  func reviewRows() throws -> [Row] {
    try DatabaseQueue(path: log).read {
      try Row.fetchAll($0, sql: "SELECT * FROM whole_review ORDER BY id")
    }
  }

  /// Adds reviews to the log: each is like another one, at a time of its own in milliseconds.
  func addReviews(_ reviews: [(time: Int64, like: Row, grade: Int)]) throws {
    func uuid(_ bytes: Data) -> String {
      NSUUID(uuidBytes: [UInt8](bytes)).uuidString.lowercased()
    }
    let ordered = reviews.sorted { $0.time < $1.time }
    guard let last = ordered.last else { return }
    var lines = ""
    for (number, (time, row, grade)) in ordered.enumerated() {
      // A UUID of version 7.
      let id = UInt128(time) << 80 | 7 << 76 | 2 << 62 | UInt128(number)
      let event: [(String, String)] = [
        ("event", "review"), ("id", withUnsafeBytes(of: id.bigEndian) { uuid(Data($0)) }),
        ("device", uuid(row["device"])), ("question", uuid(row["question"])),
        ("direction", row["direction"]), ("wording", uuid(row["wording"])),
      ]
      lines += "{" + event.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
      lines += """
        ,"time":\(time),"utc_offset":\(row["utc_offset"] as Int),"grade":\(grade),"hint_used":0,\
        "duration":4000}

        """
    }
    let end = ISO8601DateFormatter().string(
      from: Date(timeIntervalSince1970: Double(max(last.time, last.like["time"])) / 1000 + 1)
    ).replacing("Z", with: "+00:00")
    let imported = try run(["log", "import", "-"], at: end, input: lines)
    guard imported.ending == .exited(0) else { throw Surprise(imported.output + imported.errors) }
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
