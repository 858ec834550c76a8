import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// What an answer was to its card, by the card's state before it.
package enum AnswerKind: Int, Hashable, Sendable, CaseIterable {
  /// The first answer to a card.
  case new
  /// An answer in the learning steps.
  case learning
  /// An answer to a card with an interval below ``matureInterval`` days.
  case young
  /// An answer to a card with an interval of ``matureInterval`` days or more.
  case mature
  /// An answer in the relearning steps.
  case relearning
  /// An answer outside the schedule.
  case cram

  /// The days from which an interval is mature, as in Anki.
  package static let matureInterval = 21

  /// What is made of answers of this kind.
  package var uses: AnswerUses {
    switch self {
    case .new: AnswerCircumstance.first.uses
    case .learning, .relearning: AnswerCircumstance.inSteps.uses
    case .young, .mature: AnswerCircumstance.inReview.uses
    case .cram: AnswerCircumstance.outsideSchedule.uses
    }
  }

  /// Its name for programs.
  package var name: String {
    switch self {
    case .new: "new"
    case .learning: "learning"
    case .young: "young"
    case .mature: "mature"
    case .relearning: "relearning"
    case .cram: "cram"
    }
  }
}

/// Counts of answers: how many of each kind with each grade, how long they took, and how many of the
/// cards in review were remembered. Figures of parts add up to those of the whole.
package struct AnswerFigures: Hashable, Sendable {
  private static let retention = AnswerKind.allCases.count * 4
  /// The answers of each kind with each grade; then the day's first answers to young and to mature
  /// cards, forgotten and remembered.
  private var counts = SIMD32<Int32>()
  private var times = SIMD8<Int64>()
  /// The sum of the retention that those were scheduled for that true retention counts, in millionths.
  private var targets = 0
  /// When the first of them was given, in Unix milliseconds; `.max` without any.
  package private(set) var first = Int64.max
  /// When the last of them was given, in Unix milliseconds; `.min` without any.
  package private(set) var last = Int64.min

  package init() {}

  package mutating func add(_ answer: CountedAnswer) {
    let kind = answer.kind.rawValue
    // In place: a lane whose number is not known beforehand costs a copy of the whole vector.
    withUnsafeMutableBytes(of: &counts) { bytes in
      bytes.withMemoryRebound(to: Int32.self) { counts in
        counts[kind * 4 + answer.grade.rawValue - 1] &+= 1
        if answer.testsRetention {
          let place = answer.kind == .mature ? 2 : 0
          counts[Self.retention + place + (answer.grade.isCorrect ? 1 : 0)] &+= 1
          targets &+= Int((answer.target * 1_000_000).rounded())
        }
      }
    }
    withUnsafeMutableBytes(of: &times) { bytes in
      bytes.withMemoryRebound(to: Int64.self) { $0[kind] &+= Int64(answer.duration) }
    }
    first = min(first, answer.milliseconds)
    last = max(last, answer.milliseconds)
  }

  /// Adds the figures of other answers.
  package static func += (left: inout AnswerFigures, right: AnswerFigures) {
    left.counts &+= right.counts
    left.times &+= right.times
    left.targets &+= right.targets
    left.first = min(left.first, right.first)
    left.last = max(left.last, right.last)
  }

  package func count(_ kind: AnswerKind, _ grade: Grade) -> Int {
    Int(counts[kind.rawValue * 4 + grade.rawValue - 1])
  }

  package func count(_ kind: AnswerKind) -> Int {
    Grade.allCases.reduce(0) { $0 + count(kind, $1) }
  }

  package func count(_ grade: Grade) -> Int {
    AnswerKind.allCases.reduce(0) { $0 + count($1, grade) }
  }

  /// Correct and incorrect answers of these kinds.
  package func score(of kinds: [AnswerKind] = AnswerKind.allCases) -> Score {
    kinds.reduce(Score()) { score, kind in
      let again = count(kind, .again)
      return score + Score(correct: count(kind) - again, incorrect: again)
    }
  }

  package var total: Int { AnswerKind.allCases.reduce(0) { $0 + count($1) } }

  /// The time that the answers of a kind took, in milliseconds.
  package func milliseconds(_ kind: AnswerKind) -> Int { Int(times[kind.rawValue]) }

  /// The time that all answers took, in milliseconds.
  package var milliseconds: Int { Int(times.wrappedSum()) }

  /// The true retention of young cards: the day's first answers to cards in review.
  package var youngRetention: Score { retention(at: 0) }
  /// The true retention of mature cards.
  package var matureRetention: Score { retention(at: 2) }
  /// The true retention of all cards in review.
  package var trueRetention: Score { youngRetention + matureRetention }

  /// The mean retention that these answers were scheduled for, 0…1; `nil` without one.
  package var targetRetention: Double? {
    let count = trueRetention.total
    return count > 0 ? Double(targets) / 1_000_000 / Double(count) : nil
  }

  private func retention(at place: Int) -> Score {
    Score(
      correct: Int(counts[Self.retention + place + 1]),
      incorrect: Int(counts[Self.retention + place]))
  }
}

/// An answer as statistics see it.
package struct CountedAnswer: Hashable, Sendable {
  /// The longest that an answer counts, in milliseconds: longer is a break, not an answer.
  package static let longestDuration = DailyProgress.longestAnswer

  /// The number of its card among those of the log, from 0.
  package var card: Int
  /// The number of the title of its group, from 0.
  package var group: Int
  /// How well the card was remembered.
  package var grade: Grade
  /// When, in Unix milliseconds.
  package var milliseconds: Int64
  /// The seconds by which the learner's clock was ahead of UTC.
  package var utcOffset: Int
  /// The learner's day, by number.
  package var day: Int
  /// How long it took in milliseconds, at most ``longestDuration``.
  package var duration: Int
  /// What it was to its card.
  package var kind: AnswerKind
  /// Whether it is the day's first answer to its card in the schedule.
  package var isFirstOfDay: Bool
  /// The days from the answer before to the due day; 0 where there was none.
  package var interval: Int
  /// The retention that the due day was chosen for, 0…1.
  package var target: Float

  package init(
    card: Int, group: Int, grade: Grade, milliseconds: Int64, utcOffset: Int, day: Int,
    duration: Int, kind: AnswerKind, isFirstOfDay: Bool, interval: Int, target: Float = 0
  ) {
    self.card = card
    self.group = group
    self.grade = grade
    self.milliseconds = milliseconds
    self.utcOffset = utcOffset
    self.day = day
    self.duration = min(max(duration, 0), Self.longestDuration)
    self.kind = kind
    self.isFirstOfDay = isFirstOfDay
    self.interval = interval
    self.target = target
  }

  /// When, by the learner's clock.
  package var moment: Moment { Moment(milliseconds: milliseconds, utcOffset: utcOffset) }

  /// Whether true retention counts it: the day's first answer to a card with an interval of a day or
  /// more.
  package var testsRetention: Bool {
    interval >= 1 && kind.uses.contains(.retention)
      && (isFirstOfDay || AnswerCircumstance.sameDay.uses.contains(.retention))
  }

  /// The hour of the learner's clock, 0…23.
  package var hour: Int {
    let seconds = Int(milliseconds / 1000) + utcOffset
    return ((seconds % 86_400 + 86_400) % 86_400) / 3600
  }
}

/// How a day of study has gone so far.
package struct DailyProgress: Hashable, Sendable {
  /// The longest that an answer counts, in milliseconds: longer is a break, not an answer.
  package static let longestAnswer = 60_000

  /// All answers of the day.
  package private(set) var answers = Score()
  /// The day's first answers to cards that were learned on earlier days: what is left of them in
  /// memory is the true retention. Answers outside the schedule tell nothing of it.
  package private(set) var recalled = Score()
  /// The time the answers took, in milliseconds, each at most ``longestAnswer``.
  package private(set) var duration = 0
  private var seen: Set<CardID> = []

  /// Makes the progress of a day without answers.
  package init() {}

  /// Counts an answer of the day; they come in their order.
  ///
  /// - Parameters:
  ///   - review: the answer.
  ///   - isNew: whether the card was answered for the first time on this day.
  package mutating func add(_ review: Review, isNew: Bool) {
    answers.count(correct: review.grade.isCorrect)
    duration += min(max(review.duration, 0), Self.longestAnswer)
    guard review.isScheduled else { return }
    var uses = review.occasion.uses
    if !seen.insert(review.card).inserted { uses.formIntersection(AnswerCircumstance.sameDay.uses) }
    if isNew { uses.formIntersection(AnswerCircumstance.first.uses) }
    if uses.contains(.retention) { recalled.count(correct: review.grade.isCorrect) }
  }
}
