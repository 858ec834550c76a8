import RabbleQuestions
import RabbleScheduling

/// A card that is not asked at present.
public struct SuspendedCard: Hashable, Sendable {
  /// The card.
  public let card: CardID
  /// The day from which it is asked again; `nil` when the learner must want it back.
  public let until: StudyDay?
  /// Since when.
  public let since: Moment
  /// Whether it was suspended because it was forgotten again and again.
  public let isLeech: Bool
}
