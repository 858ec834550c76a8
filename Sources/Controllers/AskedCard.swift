import RabbleJudging
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// A card that is being asked.
struct AskedCard: Hashable {
  let card: Card
  /// What the card asks.
  let question: Question
  let schedule: Schedule?
  /// Answers the learner decided are right as well.
  let accepted: [String]
  let shown: Moment
  let number: Int
  var hintUsed = false

  init(card: Card, schedule: Schedule?, accepted: [String], shown: Moment, number: Int) {
    self.card = card
    question = card.asked
    self.schedule = schedule
    self.accepted = accepted
    self.shown = shown
    self.number = number
  }

  /// The grade that counts: after a hint, hard at most.
  func counted(_ grade: Grade) -> Grade {
    hintUsed ? min(grade, .hard) : grade
  }

  /// The review of an answer given now.
  func review(
    _ grade: Grade, typed: String?, verdict: String?, slip: String?, at moment: Moment
  ) -> Review {
    Review(
      card: card.id, grade: counted(grade), moment: moment, typed: typed, verdict: verdict,
      slip: slip, hintUsed: hintUsed, duration: duration(until: moment))
  }

  /// Milliseconds since the card was shown; 0 when the clock ran backwards.
  private func duration(until moment: Moment) -> Int {
    let (difference, overflow) = moment.milliseconds.subtractingReportingOverflow(
      shown.milliseconds)
    return overflow ? 0 : max(0, Int(difference))
  }
}
