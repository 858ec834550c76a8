/// What a memory model knows about one card's memory right after a review.
public struct MemoryState: Hashable, Sendable {
  /// How long the card is remembered, in days. In FSRS-6 it is the time after which the card is
  /// remembered with a probability of 0.9; in FSRS-7 it is the slow one of two stabilities, and
  /// ``MemoryModel/ninetyPercentDays(_:)`` has that time.
  public let stability: Double
  /// How hard the card is to make more stable, 1…10.
  public let difficulty: Double
  /// The fast one of FSRS-7's two stabilities, in days; `nil` in a state of FSRS-6.
  public let fastStability: Double?

  /// Makes a memory state.
  ///
  /// - Parameters:
  ///   - stability: days, greater than 0.
  ///   - difficulty: 1…10.
  ///   - fastStability: days, greater than 0; for FSRS-7 only.
  public init(stability: Double, difficulty: Double, fastStability: Double? = nil) {
    self.stability = stability
    self.difficulty = difficulty
    self.fastStability = fastStability
  }
}
