/// One review of a log, as the optimizer and the evaluation need it.
public struct LoggedReview: Hashable, Sendable {
  /// What tells the card from others.
  public let card: Int
  /// How well the answer came.
  public let grade: Grade
  /// When, in milliseconds since 1970-01-01T00:00:00Z.
  public let milliseconds: Int64
  /// The learner's day, by number; only differences matter.
  public let day: Int
  /// How long the answer took, in milliseconds; 0 when it is not known.
  public let duration: Int

  /// Makes a review.
  public init(card: Int, grade: Grade, milliseconds: Int64, day: Int, duration: Int = 0) {
    self.card = card
    self.grade = grade
    self.milliseconds = milliseconds
    self.day = day
    self.duration = duration
  }
}
