import RabbleQuestions
import RabbleScheduling

/// Which questions a learner confuses.
package struct ConfusionReport: Hashable, Sendable {
  /// One question asked, and another whose answer was given.
  package struct Pair: Hashable, Sendable {
    package let asked: QuestionID
    /// The question whose answer was given.
    package let given: QuestionID

    package init(asked: QuestionID, given: QuestionID) {
      self.asked = asked
      self.given = given
    }
  }

  /// A pair that was confused.
  package struct Confusion: Hashable, Sendable {
    package let pair: Pair
    /// The direction in which it was confused last.
    package let direction: Direction
    /// How often.
    package let count: Int
    /// The day on which it was confused last.
    package let day: StudyDay
    /// Whether both have been answered correctly since, each on two later days.
    package let isToldApart: Bool
  }

  /// The pairs, most frequent first.
  package let confusions: [Confusion]
}

/// Counts confusions, review by review, into a ``ConfusionReport``.
///
/// A pair is told apart once both questions have been answered correctly on two days after the last
/// confusion, in the direction in which they were confused: minutes later, one only remembers the
/// correction.
package struct ConfusionTally: Sendable {
  /// On how many later days each question of a pair must be answered correctly.
  package static let daysToTellApart = 2

  private struct Standing {
    var count = 0
    var order = 0
    var day = StudyDay(number: 0)
    var direction = Direction.recognition
    /// On how many days after `day` each question was answered correctly, and on which one last.
    var right: [QuestionID: (days: Int, last: StudyDay)] = [:]

    func isToldApart(_ pair: ConfusionReport.Pair) -> Bool {
      [pair.asked, pair.given].allSatisfy { (right[$0]?.days ?? 0) >= daysToTellApart }
    }

    mutating func answeredCorrectly(_ card: CardID, on today: StudyDay) {
      guard card.direction.kind == direction.kind, today > day else { return }
      let before = right[card.question] ?? (0, day)
      if today > before.last { right[card.question] = (before.days + 1, today) }
    }
  }

  private var pairs: [ConfusionReport.Pair: Standing] = [:]
  private var pairsOf: [QuestionID: Set<ConfusionReport.Pair>] = [:]

  package init() {}

  /// Counts a review; they must come oldest first.
  package mutating func add(_ recorded: RecordedReview) {
    if recorded.isRetracted { return }
    let review = recorded.review
    let asked = review.card.question
    if let given = recorded.mistakenFor {
      let pair = ConfusionReport.Pair(asked: asked, given: given)
      let known = pairs[pair] ?? Standing(order: pairs.count)
      pairs[pair] = Standing(
        count: known.count + 1, order: known.order, day: review.moment.day,
        direction: review.card.direction)
      pairsOf[asked, default: []].insert(pair)
      pairsOf[given, default: []].insert(pair)
    } else if review.grade.isCorrect {
      for pair in pairsOf[asked] ?? [] {
        pairs[pair]?.answeredCorrectly(review.card, on: review.moment.day)
      }
    }
  }

  /// The report of what has been counted so far.
  package var report: ConfusionReport {
    ConfusionReport(
      confusions: pairs.sorted {
        ($1.value.count, $0.value.order) < ($0.value.count, $1.value.order)
      }
      .map { pair, standing in
        ConfusionReport.Confusion(
          pair: pair, direction: standing.direction, count: standing.count, day: standing.day,
          isToldApart: standing.isToldApart(pair))
      })
  }
}
