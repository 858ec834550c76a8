/// The time from one review of a card to the next, as both models need it.
public struct Elapsed: Hashable, Sendable {
  /// How often the learner's date changed: 0 on one day. FSRS-6 counts these.
  public let wholeDays: Int
  /// The time in days with its fraction. FSRS-7 counts these.
  public let days: Double

  /// Makes an elapsed time.
  ///
  /// - Parameters:
  ///   - wholeDays: how often the learner's date changed; less than 0 reads as 0.
  ///   - days: the days with their fraction; less than 0, or not a number, reads as 0.
  public init(wholeDays: Int, days: Double) {
    self.wholeDays = max(wholeDays, 0)
    self.days = days > 0 ? days : 0
  }

  /// Makes an elapsed time of whole days.
  public init(wholeDays: Int) {
    self.init(wholeDays: wholeDays, days: Double(wholeDays))
  }
}
