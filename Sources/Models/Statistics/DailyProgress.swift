import RabbleQuestions
import RabbleScheduling

/// How a day of study has gone so far.
public struct DailyProgress: Hashable, Sendable {
  /// The longest that an answer counts, in milliseconds: longer is a break, not an answer.
  public static let longestAnswer = 60_000

  /// All answers of the day.
  public private(set) var answers = Score()
  /// The day's first answers to cards that were learned on earlier days: what is left of them in
  /// memory is the true retention. Answers outside the schedule tell nothing of it.
  public private(set) var recalled = Score()
  /// The time the answers took, in milliseconds, each at most ``longestAnswer``.
  public private(set) var duration = 0
  private var seen: Set<CardID> = []

  /// Makes the progress of a day without answers.
  public init() {}

  /// Counts an answer of the day; they come in their order.
  ///
  /// - Parameters:
  ///   - review: the answer.
  ///   - isNew: whether the card was answered for the first time on this day.
  public mutating func add(_ review: Review, isNew: Bool) {
    answers.count(correct: review.grade.isCorrect)
    duration += min(max(review.duration, 0), Self.longestAnswer)
    guard review.isScheduled else { return }
    if seen.insert(review.card).inserted, !isNew { recalled.count(correct: review.grade.isCorrect) }
  }
}
