import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics

/// What `rated:` selects.
extension FilterEvaluation {
  /// The cards that were answered on some days, with a grade or with any.
  func rated(_ days: ClosedRange<StudyDay>, _ grade: Grade?) throws -> CardBits {
    if days.upperBound < now.day { return try ratedBefore(days, grade) }
    let start = localTime.start(of: days.lowerBound).milliseconds
    let grades = grade.map { [Field.grades[$0.rawValue - 1]] } ?? Field.grades
    var cards = CardBits(count: table.count)
    for field in grades {
      cards.formUnion(self.cards(column(field)) { $1 >= Double(start) })
    }
    cards.formUnion(
      try self.cards(
        named: """
          SELECT e.question, e.direction FROM counted_review e
          WHERE e.occasion = 'cram' AND e.time >= ? AND e.grade BETWEEN ? AND ?
          """, [start, grade?.rawValue ?? 1, grade?.rawValue ?? 4]))
    return cards
  }

  /// The cards that were answered on days of the past. The last answers, which schedules have, may be of
  /// later days; as with them, answers in the schedule from before a card became new again don't count.
  private func ratedBefore(_ days: ClosedRange<StudyDay>, _ grade: Grade?) throws -> CardBits {
    let numbers = days.lowerBound.number...days.upperBound.number
    var (scheduled, crammed): (Set<Int>, Set<Int>) = ([], [])
    let names = try tx.statistics.forEach(since: days.lowerBound, [.cards, .states]) { event, _ in
      let card = event.answer.card
      if event.isAdjustment {
        if event.state.phase == .new { scheduled.remove(card) }
      } else if numbers.contains(event.answer.day), grade == nil || grade == event.answer.grade {
        if event.answer.kind == .cram { crammed.insert(card) } else { scheduled.insert(card) }
      }
    }
    var cards = CardBits(count: table.count)
    var directions = table.directions
    for number in scheduled.union(crammed) {
      let card = names.cards[number]
      var name = card.direction.rawValue
      let direction = try name.withUTF8 { try directions.number($0) }
      insert(card.question.bits, direction, into: &cards)
    }
    return cards
  }
}
