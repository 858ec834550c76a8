/// What a card asks the learner for.
public enum AskedFor: String, Hashable, Sendable, CaseIterable {
  /// What the prompt means: its answer.
  case meaning
  /// The word that the prompt means.
  case word
  /// How the prompt is read.
  case reading
  /// What belongs in the gap of the prompt.
  case blank
}
