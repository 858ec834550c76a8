import GRDB

/// How far a log goes: the numbers of the last rows of its tables of events, in the order in which they came.
package struct LogPosition: Hashable, Sendable {
  let reviews, events, wordings: Int64

  /// Before everything.
  static let start = LogPosition(reviews: 0, events: 0, wordings: 0)

  init(reviews: Int64, events: Int64, wordings: Int64) {
    self.reviews = reviews
    self.events = events
    self.wordings = wordings
  }

  /// The end of a log.
  init(_ db: Database) throws {
    func last(_ table: String) throws -> Int64 {
      try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT max(\(Self.column(of: table))) FROM \(table)")) ?? 0
    }
    self.init(
      reviews: try last(ReviewEvent.table), events: try last("event"),
      wordings: try last(WordingEvent.table))
  }

  /// The column with the number of a row.
  static func column(of table: String) -> String { table == WordingEvent.table ? "n" : "seq" }

  /// The number of the last row of a table.
  func number(in table: String) -> Int64 {
    switch table {
    case ReviewEvent.table: reviews
    case WordingEvent.table: wordings
    default: events
    }
  }
}
