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
  ///
  /// Most answers are condensed: reading all of their rows would take a third of a second for a million.
  private func ratedBefore(_ days: ClosedRange<StudyDay>, _ grade: Grade?) throws -> CardBits {
    let last = try AnswerBlocks(tx).current()
    var cards = try last.map { try ratedInBlocks($0, days, grade) } ?? CardBits(count: table.count)
    cards.formUnion(
      try self.cards(
        named: """
          SELECT e.question, e.direction FROM counted_review e
          WHERE e.id > ?
            AND (e.time + (e.utc_offset - \(StudyDay.rolloverHour * 3_600)) * 1000) / 86400000
              BETWEEN ? AND ? AND e.grade BETWEEN ? AND ?
            AND (e.occasion IS 'cram' OR NOT EXISTS (SELECT 1 FROM adjustment f
              WHERE f.question = e.question AND f.direction = e.direction AND f.kind = 'forget'
                AND f.id > e.id AND \(AdjustmentEvent.counts("f"))))
          """,
        [
          last?.last ?? EventID(bits: 0), days.lowerBound.number, days.upperBound.number,
          grade?.rawValue ?? 1, grade?.rawValue ?? 4,
        ]))
    return cards
  }

  /// The cards of the condensed answers that were given on some days and are not forgotten since.
  private func ratedInBlocks(
    _ extent: AnswerBlocks.Extent, _ days: ClosedRange<StudyDay>, _ grade: Grade?
  ) throws -> CardBits {
    let blocks = AnswerBlocks(tx)
    let numbers = days.lowerBound.number...days.upperBound.number
    var (scheduled, crammed) = (CardBits(count: extent.cards), CardBits(count: extent.cards))
    try blocks.forEach(extent, since: days.lowerBound, through: days.upperBound, .states) { event in
      let card = event.answer.card
      if event.isAdjustment {
        if event.state.phase == .new { scheduled.remove(card) }
      } else if numbers.contains(event.answer.day), grade == nil || grade == event.answer.grade {
        if event.answer.kind == .cram { crammed.insert(card) } else { scheduled.insert(card) }
      }
    }
    let names = try blocks.directions()
    var directions = table.directions
    let known = try names.map { direction in
      var name = direction.rawValue
      return try name.withUTF8 { try directions.number($0) }
    }
    func cards(_ chosen: CardBits) throws -> CardBits {
      var (cards, number) = (CardBits(count: table.count), 0)
      try blocks.forEachCard(extent) { question, direction in
        if chosen[number] {
          guard known.indices.contains(direction) else {
            throw LogFault("the direction of a condensed card")
          }
          insert(question, known[direction], into: &cards)
        }
        number += 1
      }
      return cards
    }
    var found = try cards(scheduled)
    var kept = try self.cards(
      named: """
        SELECT f.question, f.direction FROM adjustment f
        WHERE f.kind = 'forget' AND f.id > ? AND \(AdjustmentEvent.counts("f"))
        """, [extent.last])
    kept.invert()
    found.formIntersection(kept)
    if crammed.words.contains(where: { $0 != 0 }) { found.formUnion(try cards(crammed)) }
    return found
  }
}
