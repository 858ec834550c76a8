import RabbleQuestions
import RabbleScheduling
import RabbleStatistics
import RabbleStorage
import RabbleText

/// The cards that a session practices because the learner confuses them.
struct ConfusionPractice {
  /// The cards, the two of a pair one after the other, each once.
  let entries: [QueueEntry]
  /// Why there is none, a line each.
  let opening: [String]
}

extension Library {
  /// The pairs that the learner still confuses, as far as both cards are in these groups, started and
  /// not suspended: a card that was never asked can't be told from another.
  ///
  /// - Throws: an error of the review log.
  func confusionPractice(_ plan: StudyPlan, at now: Moment) throws -> ConfusionPractice {
    var tally = ConfusionTally()
    try log.read { try $0.reviews.forEachConfused { tally.add($0) } }
    let confusions = tally.report.confusions
    let open = confusions.filter { !$0.isToldApart }
    var obstacles = PracticeObstacles(
      confused: confusions.count, toldApart: confusions.count - open.count)
    var cards: [CardID] = []
    for confusion in open {
      let pair = [confusion.pair.asked, confusion.pair.given].map {
        CardID(question: $0, direction: confusion.direction)
      }
      let standings = try log.read { tx in
        try pair.compactMap { try tx.cards.standing(of: $0, in: plan.groups, at: now) }
      }
      guard obstacles.allow(standings, of: pair.count, at: now) else { continue }
      cards += pair.filter { !cards.contains($0) }
    }
    return ConfusionPractice(
      entries: cards.enumerated().map { QueueEntry(card: $1, deckPosition: $0, due: nil) },
      opening: cards.isEmpty ? obstacles.lines : [])
  }
}

/// Why pairs that are confused can't be practiced.
private struct PracticeObstacles {
  let confused: Int
  let toldApart: Int
  private var elsewhere = 0
  private var unstarted = 0
  private var suspended = 0

  init(confused: Int, toldApart: Int) {
    self.confused = confused
    self.toldApart = toldApart
  }

  /// Whether a pair can be practiced whose cards in the groups are these.
  mutating func allow(_ standings: [CardStanding], of count: Int, at now: Moment) -> Bool {
    if standings.count < count {
      elsewhere += 1
    } else if standings.contains(where: { $0.schedule == nil }) {
      unstarted += 1
    } else if standings.contains(where: { $0.suspension.holds(on: now.day) }) {
      suspended += 1
    } else {
      return true
    }
    return false
  }

  /// What to tell when no pair is left.
  var lines: [String] {
    guard confused > 0 else {
      return [
        "There is nothing to practice: no wrong answer so far was the answer of another card."
      ]
    }
    func pairs(_ count: Int, _ one: String, _ several: String) -> String? {
      count == 0 ? nil : "  \(NumberText.count(count, "pair")) \(count == 1 ? one : several)"
    }
    let days = ConfusionTally.daysToTellApart
    return ["There is no pair to practice now. Of those you have confused:"]
      + [
        pairs(
          toldApart, "is told apart: both cards were answered correctly on \(days) later days.",
          "are told apart: both cards were answered correctly on \(days) later days."),
        pairs(
          unstarted, "has a card that you have not started.",
          "have a card that you have not started."),
        pairs(suspended, "has a suspended or buried card.", "have a suspended or buried card."),
        pairs(
          elsewhere, "has a card that is not in these groups.",
          "have a card that is not in these groups."),
      ].compactMap(\.self)
  }
}
