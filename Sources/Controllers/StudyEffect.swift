import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// What a controller asks to be done in the world; the answer comes back as a ``StudyOutcome``.
public enum StudyEffect: Hashable, Sendable {
  /// Make the judge of one kind of card, who must know all loaded cards of that kind. It is asked for
  /// once for each kind, at the first answer typed for it, because no prompt needs it.
  case prepareJudge(Direction.Kind)
  /// Look up a card with its schedule.
  case fetch(CardID)
  /// Put a review into the log, with the question whose answer was given instead, if it was one's, and
  /// what other cards ask of the days to come.
  case record(Review, of: Card, mistakenFor: Question?, load: DueLoad)
  /// Take back a review: this one, or the last that counts.
  case retract(EventID?)
  /// Leave a card out, or put it off.
  case suspend(CardID, Suspension)
  /// Take back that a card was left out or put off.
  case retractSuspension(EventID)
  /// Take back the last thing the learner did with a card, in whatever session it was.
  case retractLast
  /// Give a review another grade; `accepting` what was typed from now on.
  case revise(EventID, to: Grade, accepting: Bool)
  /// Let the learner edit the question of a card in its deck.
  case edit(Card)
  /// Let the learner add questions to the group of a card.
  case addQuestions(toGroupOf: Card)
  /// Find out what a card has been through, to explain its schedule.
  case explain(Card)
  /// Find out when the next card of the session's groups is due.
  case findNextDue
}
