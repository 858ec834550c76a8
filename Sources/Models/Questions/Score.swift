/// How many answers were correct and how many were not.
public struct Score: Hashable, Sendable {
  /// The number of correct answers, 0 or more.
  public private(set) var correct: Int
  /// The number of incorrect answers, 0 or more.
  public private(set) var incorrect: Int

  /// Makes a score; a negative count reads as 0.
  public init(correct: Int = 0, incorrect: Int = 0) {
    self.correct = max(0, correct)
    self.incorrect = max(0, incorrect)
  }

  /// The number of answers.
  public var total: Int { correct + incorrect }

  /// The share of correct answers, 0…1, or `nil` before the first answer.
  public var runningPercentage: Double? {
    total == 0 ? nil : Double(correct) / Double(total)
  }

  /// Counts one answer.
  public mutating func count(correct isCorrect: Bool) {
    if isCorrect { correct += 1 } else { incorrect += 1 }
  }

  /// Removes one answer that was counted before; never falls below 0.
  public mutating func uncount(correct isCorrect: Bool) {
    if isCorrect { correct = max(0, correct - 1) } else { incorrect = max(0, incorrect - 1) }
  }

  /// The two scores taken together.
  public static func + (left: Score, right: Score) -> Score {
    Score(correct: left.correct + right.correct, incorrect: left.incorrect + right.incorrect)
  }
}
