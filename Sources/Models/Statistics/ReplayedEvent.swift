import RabbleMemory
import RabbleScheduling

/// An answer, or a change of a schedule, as a replay of the log sees it: all that reports ask of it.
package struct ReplayedEvent: Sendable {
  /// The answer. Of a change of a schedule only its day, the card and the time of the last review mean
  /// anything.
  package var answer: CountedAnswer
  /// Whether it is a change of a schedule, and no answer.
  package var isAdjustment: Bool
  /// The place of what its card asks for among `DirectionKind.allCases`.
  package var direction: Int
  /// The number of the scheduler in force.
  package var scheduler: Int
  /// The card's state after it, and what was predicted.
  package var state: ReplayedState

  package init(
    _ answer: CountedAnswer, isAdjustment: Bool = false, direction: Int = 0, scheduler: Int = 0,
    state: ReplayedState = ReplayedState()
  ) {
    self.answer = answer
    self.isAdjustment = isAdjustment
    self.direction = direction
    self.scheduler = scheduler
    self.state = state
  }
}

/// What is known of a card after an event: its memory in single precision, as reports need it.
package struct ReplayedState: Hashable, Sendable {
  /// The phases that a card can be in.
  package enum Phase: Int, Hashable, Sendable {
    /// New, or new again.
    case new
    /// In the learning steps.
    case learning
    /// Due on a day.
    case review
    /// In the relearning steps.
    case relearning
  }

  /// The probability of recall that was predicted for the answer, 0…1; not a number unless the answer
  /// is the day's first to its card, a day or more after the one before.
  package var predicted: Float
  /// The days of stability; 0 for a new card.
  package var stability: Float
  /// The difficulty, 1…10; 0 for a new card.
  package var difficulty: Float
  /// How often the card was forgotten after it had left its steps, at most 65,535.
  package var lapses: Int
  package var phase: Phase

  /// Makes a state from what it has; that of a new card without.
  package init(
    predicted: Float = .nan, stability: Float = 0, difficulty: Float = 0, lapses: Int = 0,
    phase: Phase = .new
  ) {
    self.predicted = predicted
    self.stability = stability
    self.difficulty = difficulty
    self.lapses = lapses
    self.phase = phase
  }

  /// The state that a schedule says; that of a new card without one.
  package init(_ schedule: Schedule?, predicted: Double? = nil) {
    self.init()
    self.predicted = predicted.map { Float($0) } ?? .nan
    guard let schedule else { return }
    stability = Float(schedule.memory.stability)
    difficulty = Float(schedule.memory.difficulty)
    lapses = min(max(schedule.lapses, 0), Int(UInt16.max))
    phase =
      switch schedule.phase {
      case .learning: .learning
      case .review: .review
      case .relearning: .relearning
      }
  }

  /// The memory of a card that is not new.
  package var memory: MemoryState {
    MemoryState(stability: Double(stability), difficulty: Double(difficulty))
  }
}
