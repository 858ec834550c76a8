import RabbleText

/// What a study session shows: each screen is complete enough to draw with nothing else.
public enum StudyScreen: Hashable, Sendable {
  /// A new card is shown with its answer, before it is asked.
  case lesson(LessonScreen)
  /// The learner chooses how to go on.
  case choice(ChoiceScreen)
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

/// Where the learner stands in a session: what every study screen can show.
public struct Standing: Hashable, Sendable {
  /// The title of the group the current card stands in; empty when there is no card.
  public let group: String
  /// The number of correct answers so far in this session.
  public let correct: Int
  /// The number of incorrect answers so far in this session.
  public let incorrect: Int
  /// The share of correct answers so far, 0…1, or `nil` before the first.
  public let percentage: Double?
  /// The number of cards still to answer, the current one included.
  public let remaining: Int
  /// The cards still to answer by kind, the current one included; `nil` where they are not counted.
  public let counts: TodayScreen.Left?
  /// How far the session has come; `nil` where it isn't shown.
  public let progress: SessionProgress?
  /// Whether any cards are asked, due or not, so that all count as due.
  public let asksAny: Bool

  /// Makes a standing.
  public init(
    group: String, correct: Int, incorrect: Int, percentage: Double?, remaining: Int,
    counts: TodayScreen.Left? = nil, progress: SessionProgress? = nil, asksAny: Bool = false
  ) {
    self.asksAny = asksAny
    self.counts = counts
    self.group = group
    self.correct = correct
    self.incorrect = incorrect
    self.percentage = percentage
    self.remaining = remaining
    self.progress = progress
  }
}

/// How far a session has come, and what is left of it.
public struct SessionProgress: Hashable, Sendable {
  /// The new cards still to ask.
  public let new: Int
  /// The cards in their steps still to ask.
  public let learning: Int
  /// The due cards still to ask.
  public let due: Int
  /// The answers given.
  public let answered: Int
  /// The seconds since the session began.
  public let seconds: Int
  /// The seconds that the rest will take at this pace; `nil` before there is one.
  public let secondsLeft: Int?

  /// Makes a progress.
  public init(
    new: Int, learning: Int, due: Int, answered: Int, seconds: Int, secondsLeft: Int?
  ) {
    self.new = new
    self.learning = learning
    self.due = due
    self.answered = answered
    self.seconds = seconds
    self.secondsLeft = secondsLeft
  }

  /// All cards still to ask.
  public var left: Int { new + learning + due }

  /// The share of the session that is done, 0…1.
  public var share: Double {
    let all = answered + left
    return all == 0 ? 1 : Double(answered) / Double(all)
  }
}

/// A new card with its answer, shown before it is asked.
public struct LessonScreen: Hashable, Sendable {
  /// Where the learner stands.
  public let standing: Standing
  /// The question's identity, 32 hexadecimal digits.
  public let card: String
  /// The number of this card in the lesson, from 1.
  public let number: Int
  /// How many cards the lesson has.
  public let count: Int
  /// What the card asks for.
  public let asksFor: DirectionKind
  /// What the card shows, with its furigana.
  public let prompt: RubyText
  /// The same in Latin letters, for a learner who does not know its kana yet.
  public let romaji: String?
  /// The right answer with what belongs to it.
  public let answer: AnswerText
  /// What other cards have in common with it, a phrase each: `わ looks like ね`.
  public let alike: [String]

  /// Makes a lesson's screen.
  public init(
    standing: Standing, card: String, number: Int, count: Int, asksFor: DirectionKind,
    prompt: RubyText, romaji: String? = nil, answer: AnswerText, alike: [String] = []
  ) {
    self.romaji = romaji
    self.standing = standing
    self.card = card
    self.number = number
    self.count = count
    self.asksFor = asksFor
    self.prompt = prompt
    self.answer = answer
    self.alike = alike
  }
}

/// Something to choose by its number.
public struct ChoiceScreen: Hashable, Sendable {
  /// What there is to decide, line by line.
  public let lines: [String]
  /// The choices, in order; the first is taken by an empty line.
  public let choices: [String]

  /// Makes a choice.
  public init(lines: [String], choices: [String]) {
    self.lines = lines
    self.choices = choices
  }
}

/// A card asks its question.
public struct QuestionScreen: Hashable, Sendable {
  /// Where the learner stands.
  public let standing: Standing
  /// The question's identity, 32 hexadecimal digits.
  public let card: String
  /// Whether the card is seen for the first time.
  public let isNew: Bool
  /// The number of this prompt in the session, from 1.
  public let number: Int
  /// Whether every right answer is in kana, so that keys may turn into kana while they are typed.
  public let asksForKana: Bool
  /// What is asked for.
  public let asksFor: DirectionKind
  /// What is shown, without furigana.
  public let prompt: String
  /// The prompt with its furigana; `nil` where there are none or they are not to be seen now.
  public let furigana: RubyText?
  /// The prompt in Latin letters, for a learner who does not know its kana yet.
  public let romaji: String?
  /// What the sentence means whose blank is asked for, if its author says so.
  public let meaning: String?
  /// The hint, once asked for.
  public let hint: String?
  /// Whether there is a hint to ask for.
  public let hasHint: Bool
  /// Where the card stands: `new`, `learning`, `review` or `relearning`.
  public let state: String?

  /// Makes a question's screen.
  public init(
    standing: Standing, card: String, isNew: Bool, number: Int, asksForKana: Bool = false,
    asksFor: DirectionKind = .recognition, prompt: String, furigana: RubyText? = nil,
    romaji: String? = nil, meaning: String? = nil, hint: String?, hasHint: Bool? = nil,
    state: String? = nil
  ) {
    self.romaji = romaji
    self.hasHint = hasHint ?? (hint != nil)
    self.state = state
    self.standing = standing
    self.card = card
    self.isNew = isNew
    self.number = number
    self.asksForKana = asksForKana
    self.asksFor = asksFor
    self.prompt = prompt
    self.furigana = furigana
    self.meaning = meaning
    self.hint = hint
  }
}

/// The answer is shown; the learner grades themselves.
public struct RevealedScreen: Hashable, Sendable {
  /// Where the learner stands.
  public let standing: Standing
  /// The question's identity, 32 hexadecimal digits.
  public let card: String
  /// What was asked for.
  public let asksFor: DirectionKind
  /// What was asked.
  public let prompt: String
  /// The right answer with what belongs to it.
  public let answer: AnswerText
  /// The grades to choose from, in order.
  public let choices: [GradeChoice]
  /// Where the card stands: `new`, `learning`, `review` or `relearning`.
  public let state: String?

  /// Makes a revealed card's screen.
  public init(
    standing: Standing, card: String, asksFor: DirectionKind = .recognition, prompt: String,
    answer: AnswerText, choices: [GradeChoice], state: String? = nil
  ) {
    self.state = state
    self.standing = standing
    self.card = card
    self.asksFor = asksFor
    self.prompt = prompt
    self.answer = answer
    self.choices = choices
  }
}

/// A grade a learner can give themselves.
public struct GradeChoice: Hashable, Sendable {
  /// What to type for it, 1…4.
  public let number: Int
  /// Its name: `again`, `hard`, `good` or `easy`.
  public let name: String
  /// When the card would return, in words: `in 10 minutes`.
  public let returns: String
  /// The same in ISO 8601 with the learner's offset.
  public let due: String?

  /// Makes a choice.
  public init(number: Int, name: String, returns: String, due: String? = nil) {
    self.due = due
    self.number = number
    self.name = name
    self.returns = returns
  }
}

/// Something to tell that is not a question nor a verdict.
public struct NoticeScreen: Hashable, Sendable {
  /// What a notice is about; a view may color it.
  public enum Tone: String, Hashable, Sendable {
    /// Help, an explanation, something done as asked.
    case information
    /// Something did not work; the text says what and what to do.
    case problem
  }

  /// Where the learner stands.
  public let standing: Standing
  /// What the notice is about.
  public let tone: Tone
  /// The text, line by line.
  public let lines: [String]
  /// What it is about, for programs: `why`, `optimizer`, `edited`, `help`, or `note` where a note is typed next; `nil` for
  /// anything else.
  public let topic: String?
  /// The numbers behind an explanation of a schedule.
  public let why: WhyScreen?

  /// Makes a notice.
  public init(
    standing: Standing, tone: Tone, lines: [String], topic: String? = nil, why: WhyScreen? = nil
  ) {
    self.topic = topic
    self.why = why
    self.standing = standing
    self.tone = tone
    self.lines = lines
  }
}

/// The end of a session.
public struct SummaryScreen: Hashable, Sendable {
  /// How often a grade was given.
  public struct GradeCount: Hashable, Sendable {
    /// The grade's name.
    public let grade: String
    /// How often it was given.
    public let count: Int

    /// Makes a count.
    public init(grade: String, count: Int) {
      self.grade = grade
      self.count = count
    }
  }

  /// Answers that could not be saved.
  public struct UnsavedAnswers: Hashable, Sendable {
    /// How many there are, 1 or more.
    public let count: Int
    /// Why the last of them was refused and what to do, in sentences.
    public let reason: String

    /// Makes the count, 1 or more, with the reason in sentences.
    public init(count: Int, reason: String) {
      self.count = count
      self.reason = reason
    }

    /// How many answers were not saved, and why, in sentences.
    public var message: String {
      "\(NumberText.count(count, "answer")) \(count == 1 ? "was" : "were") not saved. \(reason)"
    }
  }

  /// Where the learner stands at the end.
  public let standing: Standing
  /// The number of answers recorded.
  public let answered: Int
  /// The time spent on them, in seconds.
  public let seconds: Int
  /// How often each grade was given, from again to easy.
  public let grades: [GradeCount]
  /// When the next card is due; `nil` when none ever is.
  public let nextDue: ReturnTime?
  /// How many cards are ready that a limit kept from being asked.
  public let heldBack: Int
  /// How many cards are left that another session asks today, because the learner left some, a limit of the
  /// session kept them back, or they were unlocked in it; 0 elsewhere.
  public let left: Int
  /// How the day has gone, where it is shown with the end of a session.
  public let today: TodayScreen?
  /// The answers that were refused and not given again; `nil` when all are saved.
  public let unsaved: UnsavedAnswers?

  /// Whether the session is over; if not, one more line is waited for, which may be an undo.
  public let isFinal: Bool

  /// Makes a summary.
  public init(
    standing: Standing, answered: Int, seconds: Int, grades: [GradeCount], nextDue: ReturnTime?,
    heldBack: Int = 0, left: Int? = nil, today: TodayScreen? = nil,
    unsaved: UnsavedAnswers? = nil, isFinal: Bool = true
  ) {
    self.unsaved = unsaved
    self.standing = standing
    self.answered = answered
    self.seconds = seconds
    self.grades = grades
    self.nextDue = nextDue
    self.heldBack = heldBack
    self.left = left ?? (heldBack == 0 ? 0 : heldBack + standing.remaining)
    self.today = today
    self.isFinal = isFinal
  }
}

/// When a card comes back, for machines and for people.
public struct ReturnTime: Hashable, Sendable {
  /// ISO 8601 with the learner's offset: `2026-11-24T04:00:00+09:00`.
  public let timestamp: String
  /// In words: `in 10 minutes`, `tomorrow`, `in 3 days`.
  public let phrase: String

  /// Makes a return time.
  public init(timestamp: String, phrase: String) {
    self.timestamp = timestamp
    self.phrase = phrase
  }
}
