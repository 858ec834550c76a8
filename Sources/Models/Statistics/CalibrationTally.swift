import RabbleMemory

/// What was predicted, and what was remembered.
package struct CalibrationTally: Hashable, Sendable {
  /// How many stretches of probability are compared.
  package static let stepCount = 20

  /// Answers whose prediction was in a stretch of probability.
  package struct Step: Hashable, Sendable {
    package var count = 0
    /// The sum of what was predicted.
    package var predicted = 0.0
    package var remembered = 0
  }

  /// The stretches from 0 to 1.
  package private(set) var steps = Array(repeating: Step(), count: stepCount)
  private var loss = 0.0

  package init() {}

  /// Counts an answer.
  ///
  /// - Parameters:
  ///   - predicted: the probability of recall before it, 0…1.
  ///   - isRemembered: whether the card was remembered.
  package mutating func add(predicted: Double, isRemembered: Bool) {
    let share = min(max(predicted, 1e-6), 1 - 1e-6)
    let index = min(Int(share * Double(Self.stepCount)), Self.stepCount - 1)
    steps[index].count += 1
    steps[index].predicted += predicted
    steps[index].remembered += isRemembered ? 1 : 0
    loss -= logarithm(isRemembered ? share : 1 - share)
  }

  /// Counts the answers of another tally, too.
  package static func += (sum: inout CalibrationTally, other: CalibrationTally) {
    for (index, step) in other.steps.enumerated() {
      sum.steps[index].count += step.count
      sum.steps[index].predicted += step.predicted
      sum.steps[index].remembered += step.remembered
    }
    sum.loss += other.loss
  }

  /// How many answers there are.
  package var count: Int { steps.reduce(0) { $0 + $1.count } }
  /// How many of them were remembered.
  package var remembered: Int { steps.reduce(0) { $0 + $1.remembered } }
  /// The share that was predicted to be remembered; `nil` without an answer.
  package var predicted: Double? { mean(steps.reduce(0) { $0 + $1.predicted }) }
  /// The share that was remembered; `nil` without an answer.
  package var actual: Double? { mean(Double(remembered)) }
  /// The mean of -ln of the probability that was given to what happened; `nil` without an answer.
  package var logLoss: Double? { mean(loss) }
  /// The root of the mean square of the differences between the stretches' predictions and what was
  /// remembered, weighted by their answers; `nil` without an answer.
  package var binnedError: Double? {
    mean(
      steps.reduce(0.0) { sum, step in
        guard step.count > 0 else { return sum }
        let difference = step.predicted - Double(step.remembered)
        return sum + difference * difference / Double(step.count)
      })?.squareRoot()
  }

  private func mean(_ sum: Double) -> Double? { count > 0 ? sum / Double(count) : nil }
}
