/// The end of a session.
public struct SummaryScreen: Hashable, Sendable {
  /// How often a grade was given.
  public struct GradeCount: Hashable, Sendable {
    /// The grade's name.
    public let grade: String
    /// How often it was given.
    public let count: Int

    /// Makes a count.
    public init(grade: String, count: Int) {
      self.grade = grade
      self.count = count
    }
  }

  /// Where the learner stands at the end.
  public let standing: Standing
  /// The number of answers recorded.
  public let answered: Int
  /// The time spent on them, in seconds.
  public let seconds: Int
  /// How often each grade was given, from again to easy.
  public let grades: [GradeCount]
  /// When the next card is due; `nil` when none ever is.
  public let nextDue: ReturnTime?

  /// Whether the session is over; if not, one more line is waited for, which may be an undo.
  public let isFinal: Bool

  /// Makes a summary.
  public init(
    standing: Standing, answered: Int, seconds: Int, grades: [GradeCount], nextDue: ReturnTime?,
    isFinal: Bool = true
  ) {
    self.standing = standing
    self.answered = answered
    self.seconds = seconds
    self.grades = grades
    self.nextDue = nextDue
    self.isFinal = isFinal
  }
}
