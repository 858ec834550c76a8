/// What a memory model knows about one card's memory right after a review.
public struct MemoryState: Hashable, Sendable {
  /// The days after which the card is remembered with a probability of 0.9.
  public let stability: Double
  /// How hard the card is to make more stable, 1…10.
  public let difficulty: Double

  /// Makes a memory state from a stability in days and a difficulty of 1…10.
  public init(stability: Double, difficulty: Double) {
    self.stability = stability
    self.difficulty = difficulty
  }
}
