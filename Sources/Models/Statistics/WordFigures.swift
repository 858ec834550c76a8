import RabbleQuestions
import RabbleScheduling

/// What a card has cost, and how well it goes.
package struct WordFigures: Hashable, Sendable {
  /// The number of its card.
  package let card: Int
  /// All answers that count, those outside the schedule included.
  package private(set) var score = Score()
  /// The answers that count and are in the schedule.
  package private(set) var scheduledAnswers = 0
  /// The time they took, in milliseconds.
  package private(set) var duration = 0
  /// How often it was forgotten after it had left its steps.
  package private(set) var lapses = 0
  /// All its answers in the schedule until one that counts took it out of its learning steps for the first
  /// time; `nil` where none did.
  package private(set) var answersToLearn: Int?
  /// The days from its first answer in the schedule until then.
  package private(set) var daysToLearn: Int?
  /// The day of its first answer in the schedule.
  private var first: Int?
  /// Its answers in the schedule so far, whether they count or not.
  private var progress = 0
  private var hasLeftSteps = false

  /// Begins before a card's first answer.
  package init(card: Int) { self.card = card }

  /// Adds the card's next answer; all of its answers are wanted, since how long it took to be learned depends on
  /// those that don't count, too.
  ///
  /// - Parameters:
  ///   - answer: the answer.
  ///   - state: the card's state after it.
  ///   - counts: whether it is one of those that are reported.
  package mutating func add(
    _ answer: CountedAnswer, after state: ReplayedState, counts: Bool = true
  ) {
    if counts {
      score.count(correct: answer.grade.isCorrect)
      duration += answer.duration
      if state.phase != .new { lapses = state.lapses }
    }
    if !answer.kind.uses.contains(.schedule) { return }
    let start = first ?? answer.day
    first = start
    progress += 1
    if counts { scheduledAnswers += 1 }
    guard state.phase == .review, !hasLeftSteps else { return }
    hasLeftSteps = true
    // A card that was taken as known, or came from another program, was in no steps here.
    let wasInSteps =
      switch answer.kind {
      case .new, .learning: true
      // Another program had taken it out of its steps before ours.
      case .young, .mature: progress > 1
      case .relearning, .cram: false
      }
    guard counts, wasInSteps else { return }
    answersToLearn = progress
    // A traveler who goes west may be on an earlier day by then.
    daysToLearn = max(0, answer.day - start)
  }
}
