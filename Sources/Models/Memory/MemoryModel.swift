/// The memory model of this library. A second one is a file beside `FSRS6.swift` with the same
/// operations, and its name in this row.
public typealias MemoryModel = FSRS6

/// What fits and evaluations need of a memory model.
protocol FittableModel: Sendable {
  associatedtype State: Sendable
  associatedtype Gradient: ModelGradient where Gradient.Model == Self

  /// The model's parameters: one element each, in their order.
  static var parameterTable: [Parameter] { get }
  /// Makes a model with finite parameters, each moved to the nearer bound if necessary.
  init(clamping parameters: [Double])

  func initialState(_ grade: Grade) -> State
  func retrievability(_ state: State, elapsedDays: Double) -> Double
  /// The state after a later review of a card that was remembered with a probability of `recalled`.
  func nextState(_ state: State, grade: Grade, elapsedDays: Int, recalled: Double) -> State
}

/// The derivatives of a loss with respect to a model's parameters, collected while the reviews of cards
/// are passed through backward, each card's last one first.
protocol ModelGradient {
  associatedtype Model: FittableModel
  /// The derivatives of the loss with respect to a state's numbers.
  associatedtype OfState

  init(_ model: Model)
  /// What was collected: one derivative a parameter.
  var parameters: [Double] { get }

  /// Adds what a review contributes.
  ///
  /// - Parameters:
  ///   - step: the review.
  ///   - gradient: the derivatives with respect to the state after it; `nil` after a card's last one.
  /// - Returns: those with respect to the state before it.
  mutating func addReview(_ step: ReplayStep<Model.State>, _ gradient: OfState?) -> OfState

  /// Adds what a card's first review contributes.
  mutating func addFirst(_ grade: Grade, _ gradient: OfState)
}

/// A review that is not a card's first, as a model saw it.
struct ReplayStep<State> {
  let state: State
  let grade: Grade
  let elapsedDays: Int
  /// The predicted probability of recall.
  let recalled: Double
  /// The derivative of the review's loss with respect to that.
  let lossSlope: Double
  let next: State
}

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
