import RabbleJudging
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics

/// What came of a ``StudyEffect``.
public enum StudyOutcome: Sendable {
  /// The judge of one kind of card, and the learner's pace if slow and fast answers are to be told.
  case prepared(Judge, Pace?, of: Direction.Kind)
  /// A card with all that is known of it.
  case fetched(CardStanding)
  /// No chosen group has the card any more.
  case vanished(CardID)
  /// The review is on disk.
  case recorded(RecordedAnswer)
  /// A review was taken back: its identity, its card and what was asked.
  case retracted(EventID, Review, prompt: String)
  /// A card is left out or put off from now on.
  case suspended(EventID, CardID, Suspension)
  /// It was taken back that a card was left out or put off.
  case suspensionRetracted(EventID, CardID)
  /// There was nothing to take back.
  case nothingToRetract
  /// A review has another grade: what came of it as it is now, and the review.
  case revised(RecordedAnswer, Review)
  /// The review to change does not count any more.
  case nothingToRevise
  /// The decks have changed: what was done, a line each. The card that was asked is looked up anew.
  case decksChanged([String])
  /// The decks are as they were: why, or what to do instead, a line each.
  case decksUnchanged([String])
  /// What a card that is to be explained has been through.
  case explained(CardHistory)
  /// When the next card is due, if one ever is.
  case nextDue(Due?)
  /// It could not be done: what happened and what to do, in a sentence.
  case failed(String)
}
