import RabbleMemory

/// How much of a group a learner knows at a moment: the share of its questions that would be
/// remembered now, those not learned yet counting as forgotten.
public struct GroupKnowledge: Hashable, Sendable {
  /// The share from which a group counts as known, so that others may build on it: who has learned
  /// nine of ten questions and remembers nine of ten of those has it.
  public static let known = 0.8

  /// The number of the group's questions.
  public let questions: Int
  /// The probability of remembering each question that has been learned, 0…1: the mean of those of
  /// its cards that have left their first steps.
  public let retrievabilities: [Double]

  /// Makes a group's knowledge.
  public init(questions: Int, retrievabilities: [Double]) {
    self.questions = questions
    self.retrievabilities = retrievabilities
  }

  /// The share of the questions that would be remembered, 0…1.
  public var share: Double {
    guard questions > 0 else { return 1 }
    return min(1, retrievabilities.reduce(0, +) / Double(questions))
  }

  /// Whether other groups may build on this one.
  public var isKnown: Bool { share >= Self.known }
}

extension Scheduler {
  /// The probability that a card with this memory, last answered then, is remembered now, 0…1.
  public func retrievability(of memory: MemoryState, since last: Moment, at moment: Moment)
    -> Double
  {
    let elapsed = Double(moment.milliseconds) - Double(last.milliseconds)
    return model.retrievability(memory, elapsedDays: elapsed / 86_400_000)
  }
}
