/// What is wrong with a line of a review CSV.
public struct ReviewCSVFault: Hashable, Sendable {
  /// What can be wrong.
  public enum Kind: Error, Hashable, Sendable {
    /// The header has no such column; no row can be read.
    case missingColumn(String)
    /// There is no row below the header.
    case noRows
    /// The row ends before this column.
    case missingField(String)
    /// The card has no name.
    case emptyCard
    /// The rating is none of 1, 2, 3 and 4.
    case badRating(String)
    /// The time is neither ISO 8601 nor milliseconds since 1970.
    case badTime(String)
    /// The duration is no number of milliseconds.
    case badDuration(String)
    /// The card has another row with this time.
    case duplicate
    /// The row before is of a later time; it is the first such row, and is used like all.
    case unsorted
  }

  /// The line, from 1.
  public let line: Int
  /// What is wrong with it.
  public let kind: Kind

  /// Makes a fault.
  public init(line: Int, kind: Kind) {
    self.line = line
    self.kind = kind
  }
}

extension ReviewCSVFault: CustomStringConvertible {
  /// Line and reason, in one sentence.
  public var description: String { "line \(line): \(reason)" }

  private var reason: String {
    switch kind {
    case .missingColumn(let name): "the header has no column “\(name)”"
    case .noRows: "there is no review"
    case .missingField(let name): "there is no “\(name)”"
    case .emptyCard: "the card has no name"
    case .badRating(let text): "the rating is “\(text)”, but it must be 1 to 4"
    case .badTime(let text):
      "the time is “\(text)”, but it must be like 2026-11-21T09:00:00+09:00, or milliseconds"
    case .badDuration(let text): "the duration is “\(text)”, but it must be milliseconds"
    case .duplicate: "another row has the same card and time"
    case .unsorted: "the rows are not in the order of time; they are sorted"
    }
  }
}
