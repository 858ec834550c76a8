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
  /// The pairs that the learner still confuses, as far as their cards are in these groups, started and
  /// not suspended: a card that was never asked is learned, not practiced.
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
      cards += obstacles.allowed(standings, at: now).filter { !cards.contains($0) }
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

  /// The cards of a pair that can be practiced, of those that are in the groups.
  mutating func allowed(_ standings: [CardStanding], at now: Moment) -> [CardID] {
    let started = standings.filter { $0.schedule != nil }
    let allowed = started.filter { !$0.suspension.holds(on: now.day) }
    if allowed.isEmpty {
      if standings.isEmpty {
        elsewhere += 1
      } else if started.isEmpty {
        unstarted += 1
      } else {
        suspended += 1
      }
    }
    return allowed.map(\.card.id)
  }

  /// What to tell when no pair is left.
  var lines: [String] {
    guard confused > 0 else {
      return [
        "There is nothing to practice: none of your incorrect answers was another card's answer."
      ]
    }
    func pairs(_ count: Int, _ one: String, _ several: String) -> String? {
      count == 0 ? nil : "  \(NumberText.count(count, "pair")) \(count == 1 ? one : several)"
    }
    let days = ConfusionTally.daysToTellApart
    return ["There is no pair to practice now. Of those you have confused:"]
      + [
        pairs(
          toldApart, "is resolved: both cards were answered correctly on \(days) later days.",
          "are resolved: both cards were answered correctly on \(days) later days."),
        pairs(
          unstarted, "has no card that you have started.",
          "have no card that you have started."),
        pairs(suspended, "is suspended or buried.", "are suspended or buried."),
        pairs(elsewhere, "is not in these groups.", "are not in these groups."),
      ].compactMap(\.self)
  }
}
