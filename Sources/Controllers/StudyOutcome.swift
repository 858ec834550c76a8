import RabbleJudging
import RabbleQuestions
import RabbleScheduling

/// What came of a ``StudyEffect``.
public enum StudyOutcome: Sendable {
  /// The judge of this session.
  case prepared(Judge)
  /// A card, with `nil` for its schedule when it is new.
  case fetched(Card, Schedule?)
  /// No chosen group has the card any more.
  case vanished(CardID)
  /// The review is on disk; the card's new schedule.
  case recorded(EventID, Schedule)
  /// A review was taken back: its identity, its card and what was asked.
  case retracted(EventID, Review, prompt: String)
  /// There was nothing to take back.
  case nothingToRetract
  /// When the next card is due, if one ever is.
  case nextDue(Due?)
  /// It could not be done: what happened and what to do, in a sentence.
  case failed(String)
}
