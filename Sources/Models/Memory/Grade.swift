/// How well an answer was remembered, as the learner or the judge of the answer says.
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

  /// Whether a score counts the answer as correct: every grade but again.
  public var isCorrect: Bool { self != .again }
}

extension Grade: Comparable {
  /// Whether the left grade is the worse one.
  public static func < (left: Grade, right: Grade) -> Bool { left.rawValue < right.rawValue }
}

/// One number a grade, from again to easy.
public typealias PerGrade = SIMD4<Double>

extension PerGrade {
  /// The number of a grade.
  @inlinable
  public subscript(grade: Grade) -> Double {
    get { self[grade.rawValue - 1] }
    set { self[grade.rawValue - 1] = newValue }
  }

  /// Works out the number of each grade.
  init(_ number: (Grade) -> Double) {
    self.init(number(.again), number(.hard), number(.good), number(.easy))
  }
}
