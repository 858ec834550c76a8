import RabbleText

/// What an answer was worth.
public struct VerdictScreen: Hashable, Sendable {
  /// Where the learner stands, this answer counted.
  public let standing: Standing
  /// The question's identity, 32 hexadecimal digits.
  public let card: String
  /// How the answer was judged.
  public let verdict: VerdictKind
  /// What was typed, or `nil` when the learner graded themselves.
  public let typed: String?
  /// The right answer; `nil` with `VerdictKind.retry`, which gives nothing away.
  public let answer: AnswerText?
  /// The typed answer over the right one, where that helps; always `nil` with `VerdictKind.retry`.
  public let comparison: Alignment?
  /// What kind of miss it was, which never changes, for programs: `long_vowel`.
  public let mistake: String?
  /// What there is to say about the answer: one sentence, or empty.
  public let message: String
  /// The grade recorded, by name; `nil` when nothing was recorded.
  public let grade: String?
  /// When the card comes back; `nil` when nothing was recorded or it is suspended.
  public let due: ReturnTime?
  /// Set when this answer made a leech of the card, or was one more to tell of.
  public let leech: LeechScreen?
  /// Whether the card comes back in this session.
  public let returnsInSession: Bool
  /// Whether the answer changed no schedule.
  public let keepsSchedule: Bool
  /// What is waited for before the next card; `nil` where nothing is.
  public let pause: VerdictPause?
  /// The identity of the review in the log, a UUID; `nil` when nothing was recorded.
  public let review: String?
  /// Where the card stands now: `new`, `learning`, `review` or `relearning`.
  public let state: String?
  /// The other card whose answer was given instead.
  public let confusion: ConfusionScreen?

  /// Makes a verdict's screen.
  public init(
    standing: Standing, card: String, verdict: VerdictKind, typed: String?, answer: AnswerText?,
    comparison: Alignment? = nil, mistake: String? = nil, message: String, grade: String?,
    due: ReturnTime?, leech: LeechScreen? = nil, returnsInSession: Bool = false,
    keepsSchedule: Bool = false, pause: VerdictPause? = nil, review: String? = nil,
    state: String? = nil,
    confusion: ConfusionScreen? = nil
  ) {
    self.review = review
    self.state = state
    self.confusion = confusion
    self.standing = standing
    self.card = card
    self.verdict = verdict
    self.typed = typed
    self.answer = answer
    self.comparison = comparison
    self.mistake = mistake
    self.message = message
    self.grade = grade
    self.due = due
    self.leech = leech
    self.returnsInSession = returnsInSession
    self.keepsSchedule = keepsSchedule
    self.pause = pause
  }

  /// When the card comes back, for a line of its own: `due in 10 minutes, in this session`; `nil` when
  /// nothing was recorded or it is suspended.
  public var returns: String? {
    if keepsSchedule, grade != nil {
      return (returnsInSession ? "comes again in this session; " : "") + "schedule unchanged"
    }
    return due.map { "due \($0.phrase)" + (returnsInSession ? ", in this session" : "") }
  }
}

/// The other card whose answer was given instead of the right one.
public struct ConfusionScreen: Hashable, Sendable {
  /// What it shows.
  public let prompt: String
  /// Its answer.
  public let answer: String
  /// How often the two have been confused, this time included.
  public let times: Int
  /// What is alike in them, in words; `nil` for nothing.
  public let alike: String?

  /// Makes a confusion.
  public init(prompt: String, answer: String, times: Int, alike: String?) {
    self.prompt = prompt
    self.answer = answer
    self.times = times
    self.alike = alike
  }
}

/// What a view waits for after a verdict.
public enum VerdictPause: Hashable, Sendable {
  /// Enter.
  case enter
  /// The right answer, typed once more; with whether keys may turn into kana meanwhile.
  case retype(asksForKana: Bool)
}

/// A card that is forgotten again and again, told with the answer that made it so.
public struct LeechScreen: Hashable, Sendable, Encodable {
  private enum CodingKeys: String, CodingKey {
    case lapses, message
    case isSuspended = "suspended"
  }

  /// How often it was forgotten.
  public let lapses: Int
  /// Whether it is not asked any more.
  public let isSuspended: Bool
  /// What it comes to, and what helps.
  public let message: String

  /// Makes a leech.
  public init(lapses: Int, isSuspended: Bool, message: String) {
    self.lapses = lapses
    self.isSuspended = isSuspended
    self.message = message
  }
}
