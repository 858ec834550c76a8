import RabbleJudging
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleText

/// A card that is being asked.
struct AskedCard: Hashable {
  private(set) var standing: CardStanding
  /// What the card asks.
  let question: AskedQuestion
  let shown: Moment
  let number: Int
  var hintUsed = false
  /// What other cards ask of the days to come.
  var load = DueLoad()

  var card: Card { standing.card }
  var schedule: Schedule? { standing.schedule }
  /// The prompt in Latin letters, while the learner does not know its kana.
  var romaji: String? { standing.showsRomaji ? card.question.romaji : nil }

  init(_ standing: CardStanding, shown: Moment, number: Int) {
    self.standing = standing
    question = standing.card.asked
    self.shown = shown
    self.number = number
  }

  /// The same card with other marks.
  func marked(_ marks: CardMarks) -> AskedCard {
    var asked = self
    asked.standing.marks = marks
    return asked
  }

  /// The same card with the text and the marks that it has now.
  func renewed(_ standing: CardStanding) -> AskedCard {
    var asked = AskedCard(standing, shown: shown, number: number)
    asked.hintUsed = hintUsed
    asked.load = load
    return asked
  }

  /// The same card as it stands after its answer.
  func answered(_ answer: RecordedAnswer) -> AskedCard {
    var asked = self
    asked.standing = CardStanding(
      card: card, schedule: answer.schedule, preset: standing.preset, accepted: standing.accepted,
      suspension: answer.leech == .suspend ? .suspended : standing.suspension,
      isHeldBySibling: standing.isHeldBySibling, isInDoubt: standing.isInDoubt,
      marks: standing.marks)
    asked.hintUsed = false
    return asked
  }

  /// Whether a typo in the answer is let pass: as the question says, or else its group, or else the
  /// learner's setting.
  func forgivesTypos(_ setting: TypoRule) -> Bool {
    switch card.typos ?? setting {
    case .on: true
    case .young:
      schedule?.memory.stability ?? 0 <= TypoRule.stabilityOfYouth
    case .off: false
    }
  }

  /// The schedules each grade would lead to, from again to easy; after a hint, none better than hard.
  func schedules(at moment: Moment) -> [Schedule] {
    let schedules = Scheduler(standing.preset).preview(
      schedule, at: moment, card: card.id, load: load)
    return Grade.allCases.map { schedules[$0.capped(hintUsed: hintUsed).rawValue - 1] }
  }

  /// The review of an answer given now.
  func review(
    _ grade: Grade, typed: String?, verdict: String?, mistake: String?,
    occasion: ReviewOccasion? = nil, at moment: Moment
  ) -> Review {
    Review(
      card: card.id, grade: grade.capped(hintUsed: hintUsed), moment: moment, typed: typed,
      verdict: verdict,
      mistake: mistake, hintUsed: hintUsed, duration: duration(until: moment),
      occasion: occasion)
  }

  /// Milliseconds since the card was shown; 0 when the clock ran backwards.
  private func duration(until moment: Moment) -> Int {
    let (difference, overflow) = moment.milliseconds.subtractingReportingOverflow(
      shown.milliseconds)
    return overflow ? 0 : max(0, Int(difference))
  }
}

/// What people are told which card is meant by.
package enum CardName {
  /// A question with its answer: `“犬” = dog`.
  package static func text(_ question: Question) -> String {
    Quoting.showingInvisible(
      "“\(RubyText(question.prompt).base)” = \(RubyText(question.answer).base)")
  }

  /// A card with what it asks for and where it stands: `“犬” = dog, in Animals: the reading`.
  package static func text(_ card: Card) -> String {
    "\(text(card.question)), in \(card.groupLabel): \(card.id.direction.fullName)"
  }
}
