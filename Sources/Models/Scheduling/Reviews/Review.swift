import RabbleMemory
import RabbleQuestions
import RabbleText

/// One answer to one card: what happened, never changed afterwards.
package struct Review: Hashable, Sendable {
  /// The card that was asked.
  package let card: CardID
  /// How well the card was remembered.
  package let grade: Grade
  /// When it was given.
  package let moment: Moment
  /// The line as it was typed; `nil` when the learner graded themselves.
  package let typed: String?
  /// How the line was judged; `nil` when the learner graded themselves.
  package let verdict: String?
  /// The kind of mistake, as judging calls it; `nil` for none.
  package let mistake: String?
  /// Whether the hint was shown before.
  package let hintUsed: Bool
  /// The milliseconds from the question to the answer, 0 or more.
  package let duration: Int
  /// Where in the fuzz range of its interval the due day was chosen, when it was chosen by how busy the
  /// days are: 0 up to 1, and more where the range was exceeded. `nil` when it was left to chance.
  package let fuzzPosition: Double?
  /// What occasion it was given on; `nil` for the usual one.
  package let occasion: ReviewOccasion?

  /// Whether the schedule of its card follows from it.
  package var isScheduled: Bool { occasion.uses.contains(.schedule) }

  /// Makes a review; a negative duration counts as 0, and a fuzz position is brought within 0…100.
  package init(
    card: CardID,
    grade: Grade,
    moment: Moment,
    typed: String?,
    verdict: String?,
    mistake: String? = nil,
    hintUsed: Bool,
    duration: Int,
    fuzzPosition: Double? = nil,
    occasion: ReviewOccasion? = nil
  ) {
    self.card = card
    self.grade = grade
    self.moment = moment
    self.typed = typed
    self.verdict = verdict
    self.mistake = mistake
    self.hintUsed = hintUsed
    self.duration = max(0, duration)
    self.fuzzPosition = fuzzPosition.flatMap { $0.isFinite ? min(max($0, 0), 100) : nil }
    self.occasion = occasion
  }

  /// The same review with its due day chosen there.
  package func chosen(_ fuzzPosition: Double?) -> Review {
    Review(
      card: card, grade: grade, moment: moment, typed: typed, verdict: verdict, mistake: mistake,
      hintUsed: hintUsed, duration: duration, fuzzPosition: fuzzPosition, occasion: occasion)
  }
}

/// An occasion on which an answer is given, other than that its card is due or new. The names are kept
/// in logs and exports.
package enum ReviewOccasion: String, Hashable, Sendable, CaseIterable {
  /// It is the first answer to a card, right after its lesson was shown.
  case taught
  /// It was given outside the schedule. It is kept, counted in scores and can be undone
  /// (``AnswerCircumstance/outsideSchedule``).
  case cram
}

/// A review in the log, with the question as it was then.
package struct RecordedReview: Hashable, Sendable {
  package let id: EventID
  package let device: EventID
  /// What happened.
  package let review: Review
  /// The question's group at that time.
  package let group: GroupName
  /// The question's prompt.
  package let prompt: String
  /// The correct answer.
  package let answer: String
  /// What the card showed: the prompt, or the answer when the prompt was asked for.
  package var asked: String {
    RubyText(review.card.direction == .production ? answer : prompt).base
  }

  /// The question whose answer was given instead, if there is one.
  package let mistakenFor: QuestionID?
  /// Whether the review has been undone since.
  package let isRetracted: Bool
  /// The review that this one replaces with another grade; `nil` for an answer.
  package let revises: EventID?
  /// Whether another program had the card in its steps, so that the answer is no lapse.
  package let wasInSteps: Bool
  /// Whether another program had the card in review.
  package let wasInReview: Bool
  /// When it was done: when the answer was given, or when it got its other grade.
  package var done: Moment {
    revises == nil
      ? review.moment : Moment(milliseconds: id.milliseconds, utcOffset: review.moment.utcOffset)
  }

  package init(
    id: EventID,
    device: EventID,
    review: Review,
    group: GroupName,
    prompt: String,
    answer: String,
    mistakenFor: QuestionID? = nil, isRetracted: Bool, revises: EventID? = nil,
    wasInSteps: Bool = false, wasInReview: Bool = false
  ) {
    self.id = id
    self.device = device
    self.review = review
    self.group = group
    self.prompt = prompt
    self.answer = answer
    self.mistakenFor = mistakenFor
    self.isRetracted = isRetracted
    self.revises = revises
    self.wasInSteps = wasInSteps
    self.wasInReview = wasInReview
  }
}

/// What an answer did, once it is in the log.
package struct RecordedAnswer: Hashable, Sendable {
  /// The review's identity.
  package let id: EventID
  /// The card's schedule from now on; `nil` for a new card that was answered outside the schedule.
  package let schedule: Schedule?
  /// The card's schedule in the log just before; `nil` for a new card.
  package let before: Schedule?
  /// How often the two questions have been confused, including this time; 0 for no confusion.
  package let mixUps: Int
  /// What happened to the card if this lapse made it a leech, or is one to report again.
  package let leech: LeechRule.Action?

  package init(
    id: EventID, schedule: Schedule?, before: Schedule? = nil, mixUps: Int,
    leech: LeechRule.Action?
  ) {
    self.id = id
    self.schedule = schedule
    self.before = before
    self.mixUps = mixUps
    self.leech = leech
  }
}
