import RabbleMemory

/// What all reviews of a card so far come to: its memory, and when it wants to be asked again.
public struct Schedule: Hashable, Sendable {
  /// Where the card stands.
  public let phase: Phase
  /// The memory after the last review.
  public let memory: MemoryState
  /// When the card wants to be asked again.
  public let due: Due
  /// The days from the last review to the next; 0 while the card is in its steps.
  public let interval: Int
  /// When the last review was.
  public let lastReview: Moment
  /// How many reviews there were.
  public let repetitions: Int
  /// How often the card was forgotten after it had left its steps.
  public let lapses: Int

  /// Makes a schedule.
  public init(
    phase: Phase,
    memory: MemoryState,
    due: Due,
    interval: Int,
    lastReview: Moment,
    repetitions: Int,
    lapses: Int
  ) {
    self.phase = phase
    self.memory = memory
    self.due = due
    self.interval = interval
    self.lastReview = lastReview
    self.repetitions = repetitions
    self.lapses = lapses
  }

  /// Whether the card wants to be asked.
  public func isDue(at moment: Moment) -> Bool { due.hasCome(at: moment) }
}
