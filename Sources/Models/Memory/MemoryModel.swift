/// The memory model of this library. A second one is a file beside `FSRS6.swift` with the same
/// operations, and its name in this row.
public typealias MemoryModel = FSRS6

extension MemoryModel {
  /// The longest interval and the greatest stability, in days: a hundred years.
  public static let longestInterval = 36_500

  /// The memory after a whole history.
  ///
  /// - Parameter history: each review's grade with the whole days since the previous one, which are
  ///   ignored for the first.
  /// - Returns: the memory after the last review; `nil` when there is none.
  public func replay(_ history: some Sequence<(grade: Grade, elapsedDays: Int)>) -> MemoryState? {
    var state: MemoryState?
    for review in history {
      state =
        state.map { nextState($0, grade: review.grade, elapsedDays: review.elapsedDays) }
        ?? initialState(review.grade)
    }
    return state
  }
}

/// What a memory model knows about one card's memory right after a review.
public struct MemoryState: Hashable, Sendable {
  /// The days after which the card is remembered with a probability of 0.9.
  public let stability: Double
  /// How hard the card is to make more stable, 1…10.
  public let difficulty: Double

  /// Makes a memory state.
  ///
  /// - Parameters:
  ///   - stability: days, greater than 0.
  ///   - difficulty: 1…10.
  public init(stability: Double, difficulty: Double) {
    self.stability = stability
    self.difficulty = difficulty
  }
}
