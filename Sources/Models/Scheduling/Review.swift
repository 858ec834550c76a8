import RabbleMemory
import RabbleQuestions

/// One answer to one card: what happened, and never changed afterwards.
public struct Review: Hashable, Sendable {
  /// The card that was asked.
  public let card: CardID
  /// How well the answer came.
  public let grade: Grade
  /// When it was given.
  public let moment: Moment
  /// The line as it was typed; `nil` when the learner graded themselves.
  public let typed: String?
  /// How the line was judged; `nil` when the learner graded themselves.
  public let verdict: String?
  /// What kind of miss it was, as judging calls it; `nil` for none.
  public let slip: String?
  /// Whether the hint was shown before.
  public let hintUsed: Bool
  /// The milliseconds from the question to the answer, 0 or more.
  public let duration: Int

  /// Makes a review; a negative duration reads as 0.
  public init(
    card: CardID,
    grade: Grade,
    moment: Moment,
    typed: String?,
    verdict: String?,
    slip: String? = nil,
    hintUsed: Bool,
    duration: Int
  ) {
    self.card = card
    self.grade = grade
    self.moment = moment
    self.typed = typed
    self.verdict = verdict
    self.slip = slip
    self.hintUsed = hintUsed
    self.duration = max(0, duration)
  }
}
