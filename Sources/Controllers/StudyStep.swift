import RabbleScreens

/// What follows from an action or an outcome: screens to draw, then an effect to carry out, or
/// nothing more until the learner acts.
public struct StudyStep: Hashable, Sendable {
  /// The screens, in the order to draw them.
  public let screens: [StudyScreen]
  /// What to do next; its outcome goes to ``QuestionController/receive(_:at:)``.
  public let effect: StudyEffect?
  /// Whether the session is over.
  public let isOver: Bool

  init(_ screens: [StudyScreen] = [], effect: StudyEffect? = nil, isOver: Bool = false) {
    self.screens = screens
    self.effect = effect
    self.isOver = isOver
  }
}
