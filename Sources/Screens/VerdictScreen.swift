/// What an answer was worth.
public struct VerdictScreen: Hashable, Sendable {
  /// How an answer was judged.
  public enum Verdict: String, Hashable, Sendable {
    /// Right.
    case correct
    /// Right, and there is something to say about it.
    case remark
    /// Not what was asked for; nothing was recorded.
    case retry
    /// Not right.
    case wrong
  }

  /// Where the learner stands, this answer counted.
  public let standing: Standing
  /// The question's identity, 32 hexadecimal digits.
  public let card: String
  /// How the answer was judged.
  public let verdict: Verdict
  /// What was typed, or `nil` when the learner graded themselves.
  public let typed: String?
  /// The right answer; `nil` with ``Verdict/retry``, which gives nothing away.
  public let answer: AnswerText?
  /// The typed answer over the right one, where that helps; always `nil` with ``Verdict/retry``.
  public let comparison: Comparison?
  /// What kind of miss it was, in one word that never changes, for programs: `longVowel`.
  public let slip: String?
  /// What there is to say about the answer: one sentence, or empty.
  public let message: String
  /// The grade recorded, by name; `nil` when nothing was recorded.
  public let grade: String?
  /// When the card comes back; `nil` when nothing was recorded or it is suspended.
  public let due: ReturnTime?
  /// Set when this answer made a leech of the card, or was one more to tell of.
  public let leech: LeechScreen?

  /// Makes a verdict's screen.
  public init(
    standing: Standing, card: String, verdict: Verdict, typed: String?, answer: AnswerText?,
    comparison: Comparison? = nil, slip: String? = nil, message: String, grade: String?,
    due: ReturnTime?, leech: LeechScreen? = nil
  ) {
    self.standing = standing
    self.card = card
    self.verdict = verdict
    self.typed = typed
    self.answer = answer
    self.comparison = comparison
    self.slip = slip
    self.message = message
    self.grade = grade
    self.due = due
    self.leech = leech
  }
}
