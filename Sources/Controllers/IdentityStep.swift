import RabbleQuestions
import RabbleScreens

/// What comes of an action while the learner is asked which question is which.
public struct IdentityStep: Hashable, Sendable {
  /// What the learner decided.
  public struct Decision: Hashable, Sendable {
    /// What was unclear.
    public let unclear: UnclearIdentity
    /// The new question that it is; `nil` for none of them.
    public let candidate: IdentityEntry?
  }

  /// What to draw, in order.
  public let screens: [StudyScreen]
  /// What to record first.
  public let decision: Decision?
  /// Whether nothing more is asked.
  public let isOver: Bool
  /// Whether the learner wants to leave altogether.
  public let isLeaving: Bool

  init(
    screens: [StudyScreen] = [], decision: Decision? = nil, isOver: Bool = false,
    isLeaving: Bool = false
  ) {
    self.screens = screens
    self.decision = decision
    self.isOver = isOver
    self.isLeaving = isLeaving
  }
}
