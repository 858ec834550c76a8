/// How well an answer came, as the learner or the judge of the answer says.
public enum Grade: Int, CaseIterable, Sendable, Hashable, Codable {
  /// Not remembered.
  case again = 1
  /// Remembered with much effort, or with a hint.
  case hard
  /// Remembered.
  case good
  /// Remembered at once.
  case easy

  /// The grade in one lower-case word: `again`, `hard`, `good` or `easy`.
  public var name: String {
    switch self {
    case .again: "again"
    case .hard: "hard"
    case .good: "good"
    case .easy: "easy"
    }
  }
}

extension Grade: Comparable {
  /// Whether the left grade is the worse one.
  public static func < (left: Grade, right: Grade) -> Bool { left.rawValue < right.rawValue }
}
