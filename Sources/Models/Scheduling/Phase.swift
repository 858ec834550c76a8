/// Where a card stands on its way into long memory.
public enum Phase: Hashable, Sendable {
  /// Seen, and in the learning steps; the step it waits in, from 0.
  case learning(step: Int)
  /// Out of the steps: asked again after days.
  case review
  /// Forgotten, and in the relearning steps; the step it waits in, from 0.
  case relearning(step: Int)
}
