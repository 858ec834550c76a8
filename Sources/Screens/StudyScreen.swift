/// What a study session shows: each screen is complete enough to draw with nothing else.
public enum StudyScreen: Hashable, Sendable {
  /// A card asks its question.
  case question(QuestionScreen)
  /// The answer is shown; the learner grades themselves.
  case revealed(RevealedScreen)
  /// What an answer was worth.
  case verdict(VerdictScreen)
  /// Something to tell: help, an explanation, a problem.
  case notice(NoticeScreen)
  /// The end of a session.
  case summary(SummaryScreen)
}
