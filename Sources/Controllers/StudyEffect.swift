import RabbleQuestions
import RabbleScheduling

/// What a controller asks to be done in the world; the answer comes back as a ``StudyOutcome``.
public enum StudyEffect: Hashable, Sendable {
  /// Make the judge, who must know the answers of all loaded questions. It is asked for once, at
  /// the first typed answer, because the first prompt does not need it.
  case prepareJudge
  /// Look up a card with its schedule.
  case fetch(CardID)
  /// Put a review into the log.
  case record(Review, of: Card)
  /// Take back a review: this one, or the last that counts.
  case retract(EventID?)
  /// Find out when the next card of the session's groups is due.
  case findNextDue
}
