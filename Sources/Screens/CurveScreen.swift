/// How likely one card is remembered as days go by, for a drawing.
public struct CurveScreen: Hashable, Sendable {
  /// A place of the curve.
  public struct Point: Hashable, Sendable {
    /// Days since the card was first learned.
    public let day: Double
    /// The probability of remembering, 0…1.
    public let share: Double

    /// Makes a point.
    public init(day: Double, share: Double) {
      self.day = day
      self.share = share
    }
  }

  /// What people read above it.
  public let title: String
  /// One stretch from each review to the next.
  public let stretches: [[Point]]
  /// The desired retention.
  public let level: Double
  /// The last day that is drawn.
  public let lastDay: Double

  /// Makes a curve.
  public init(title: String, stretches: [[Point]], level: Double, lastDay: Double) {
    self.title = title
    self.stretches = stretches
    self.level = level
    self.lastDay = lastDay
  }
}
