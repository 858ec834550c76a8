import Foundation
import GRDB
import RabbleFilters
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// A filter while it is computed.
struct FilterEvaluation {
  private let tx: Transaction
  private let groups: [FilterStore.Group]
  private let texts: [FilterStore.Place: FilterText]
  private let localTime: LocalTime
  private let now: Moment
  let table: CardTable
  /// The values of each card in the columns that are needed; NaN for none.
  private var columns: [Field: [Double]] = [:]
  /// The cards that have a schedule, if the schedules are read anyway.
  private var scheduled: CardBits?

  init(
    _ tx: Transaction, _ condition: CardFilter.Condition, _ groups: [FilterStore.Group],
    _ table: CardTable, _ texts: [FilterStore.Place: FilterText], localTime: LocalTime,
    at now: Moment
  ) throws {
    self.tx = tx
    self.groups = groups
    self.table = table
    self.texts = texts
    self.localTime = localTime
    self.now = now
    var fields = Self.fields(of: condition)
    if fields.contains(.stability) {
      let book = try tx.presets.book()
      if groups.contains(where: { book.preset(forGroup: $0.stored.title).model.kind == .fsrs7 }) {
        fields.formUnion([.difficulty, .fastStability])
      }
    }
    if !fields.isEmpty { try read(Field.allCases.filter(fields.contains)) }
  }

  /// The cards that a condition holds for.
  func cards(for condition: CardFilter.Condition) throws -> CardBits {
    switch condition {
    case .all(let conditions):
      var cards = CardBits(count: table.count, true)
      for condition in conditions { cards.formIntersection(try self.cards(for: condition)) }
      return cards
    case .any(let conditions):
      var cards = CardBits(count: table.count)
      for condition in conditions { cards.formUnion(try self.cards(for: condition)) }
      return cards
    case .not(let condition):
      var cards = try cards(for: condition)
      cards.invert()
      return cards
    case .term(let term): return try cards(for: term)
    }
  }

  private func cards(for term: CardFilter.Term) throws -> CardBits {
    switch term {
    case .text(let pattern, let kind):
      var cards = try questions(with: pattern, in: kind)
      if kind == nil { cards.formUnion(try ownNotes(pattern)) }
      return inAllPlaces(cards)
    case .tag(let pattern):
      var cards = try questions(with: pattern, in: .tag)
      cards.formUnion(
        try marked("SELECT question, name FROM marked WHERE kind = 'tag'", pattern.fits))
      return inAllPlaces(cards)
    case .note(let pattern):
      var cards = try questions(with: pattern, in: .note)
      cards.formUnion(try ownNotes(pattern))
      return inAllPlaces(cards)
    case .deck(let pattern): return inAllPlaces(inGroups { $0.names.contains(where: pattern.fits) })
    case .state(let state): return try cards(in: state)
    case .rated(let range, let grade): return try rated(range.days(today: now.day), grade)
    case .added(let range):
      let days = range.days(today: now.day)
      return inAllPlaces(
        try cards(
          atPlaces: "SELECT deck_group, position FROM question WHERE added_day BETWEEN ? AND ?",
          [days.lowerBound.number, days.upperBound.number]))
    case .introduced(let range):
      let days = range.days(today: now.day)
      let bounds = Double(days.lowerBound.number)...Double(days.upperBound.number)
      let repetitions = column(.repetitions)
      return cards(column(.introduced)) { bounds.contains($1) && repetitions[$0] > 0 }
    case .dueOn(let range):
      let days = range.days(today: now.day)
      let bounds = Double(days.lowerBound.number)...Double(days.upperBound.number)
      return cards(dueDays) { bounds.contains($1) }
    case .number(let quantity, let comparison):
      return cards(try values(of: quantity)) { comparison.holds($1) }
    case .direction(let kind):
      let isMeant = table.directions.all.map { $0.kind == kind }
      var cards = CardBits(count: table.count)
      for card in 0..<table.count where isMeant[Int(table.directionNumbers[card])] {
        cards.insert(card)
      }
      return cards
    case .mistake(let name):
      return try cards(
        named: """
          SELECT e.question, e.direction FROM review e INDEXED BY review_slip
          WHERE e.slip \(name.isEmpty ? "IS NOT NULL" : "= ?") AND \(ReviewEvent.counts("e"))
          """, name.isEmpty ? [] : [name])
    }
  }

  // MARK: States and numbers

  private func cards(in state: CardState) throws -> CardBits {
    switch state {
    case .new: return try newCards()
    case .learning: return cards(column(.phase)) { $1 == 0 || $1 == 2 }
    case .review: return cards(column(.phase)) { $1 == 1 }
    case .young, .mature:
      let intervals = column(.interval)
      let isMature = state == .mature
      return cards(column(.phase)) {
        $1 == 1 && (intervals[$0] >= Double(CardState.matureInterval)) == isMature
      }
    case .due:
      let (today, time) = (Double(now.day.number), Double(now.milliseconds))
      let times = column(.dueTime)
      return try withoutHeld(cards(column(.dueDay)) { $1 <= today || times[$0] <= time })
    case .overdue:
      let today = Double(now.day.number)
      return try withoutHeld(cards(dueDays) { $1 < today })
    case .leech:
      let book = try tx.presets.book()
      let lapses = column(.lapses)
      var cards = CardBits(count: table.count)
      forEachGroup { group, range in
        let rule = book.preset(forGroup: group.stored.title).leech
        for card in range where lapses[card] >= Double(rule.threshold) { cards.insert(card) }
      }
      return cards
    case .suspended:
      return try cards(named: "SELECT question, direction FROM held WHERE until_day IS NULL")
    case .buried:
      return try cards(
        named: "SELECT question, direction FROM held WHERE until_day > ?", [now.day.number])
    case .flagged:
      return try cards(named: "SELECT question, direction FROM marked WHERE kind = 'flag'")
    case .known: return cards(column(.repetitions)) { $1 == 0 }
    }
  }

  /// The cards that were never answered nor taken as known.
  private func newCards() throws -> CardBits {
    if var cards = scheduled {
      cards.invert()
      return cards
    }
    var cards = CardBits(count: table.count)
    try SteppedRows(
      tx.db,
      "SELECT deck_group, position, ordinal FROM card INDEXED BY card_new WHERE is_new = 1"
    ).forEach { row in
      guard let group = table.number(ofGroup: row.integer(0)) else { return }
      let question = try table.number(
        of: Int(truncatingIfNeeded: row.integer(1)), inGroup: group)
      let range = table.cards(ofQuestion: question)
      guard let ordinal = Int(exactly: row.integer(2)), (0..<range.count).contains(ordinal) else {
        throw LogFault("the place of a card")
      }
      cards.insert(range.lowerBound + ordinal)
    }
    return cards
  }

  private func withoutHeld(_ cards: CardBits) throws -> CardBits {
    var held = try self.cards(named: SuspensionStore.heldOnDay, [now.day.number])
    held.invert()
    held.formIntersection(cards)
    return held
  }

  /// The day on which each card is due, by the clock of now.
  private var dueDays: [Double] {
    let times = column(.dueTime)
    var days = column(.dueDay)
    for card in days.indices where days[card].isNaN && !times[card].isNaN {
      guard let time = Int64(exactly: times[card]), LogBounds.time.contains(time) else { continue }
      days[card] = Double(Moment(milliseconds: time, utcOffset: now.utcOffset).day.number)
    }
    return days
  }

  private func values(of quantity: CardFilter.Quantity) throws -> [Double] {
    switch quantity {
    case .due: return dueDays.map { $0 - Double(now.day.number) }
    case .stability: return try stabilities()
    case .difficulty: return column(.difficulty)
    case .lapses: return column(.lapses)
    case .interval: return column(.interval)
    case .reviews: return column(.repetitions)
    case .retrievability: return try retrievabilities()
    }
  }

  /// The days until the probability of recalling each card falls to 90%.
  private func stabilities() throws -> [Double] {
    var values = column(.stability)
    let memories = memories
    let book = try tx.presets.book()
    forEachGroup { group, range in
      let model = book.preset(forGroup: group.stored.title).model
      if model.kind == .fsrs6 { return }
      for card in range {
        if let memory = memories[card] { values[card] = model.ninetyPercentDays(memory) }
      }
    }
    return values
  }

  private func retrievabilities() throws -> [Double] {
    let (memories, times) = (memories, column(.lastTime))
    var values = [Double](repeating: .nan, count: table.count)
    try forEachGroup { group, range in
      let model = try tx.presets.scheduler(forGroup: group.stored.title).model
      for card in range {
        guard let memory = memories[card] else { continue }
        values[card] = model.retrievability(
          memory, elapsedDays: (Double(now.milliseconds) - times[card]) / 86_400_000)
      }
    }
    return values
  }

  private var memories: Memories {
    Memories(
      stabilities: column(.stability), difficulties: column(.difficulty),
      fast: column(.fastStability))
  }

  private func rated(_ days: ClosedRange<StudyDay>, _ grade: Grade?) throws -> CardBits {
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
          SELECT e.question, e.direction FROM review e
          WHERE e.occasion = 'cram' AND e.time >= ? AND e.grade BETWEEN ? AND ?
            AND \(ReviewEvent.counts("e"))
          """, [start, grade?.rawValue ?? 1, grade?.rawValue ?? 4]))
    return cards
  }

  /// The cards that were answered on days of the past. The last answers, which schedules have, may be of
  /// later days; as with them, answers in the schedule from before a card became new again don't count.
  private func ratedBefore(_ days: ClosedRange<StudyDay>, _ grade: Grade?) throws -> CardBits {
    try cards(
      named: """
        SELECT e.question, e.direction FROM review e
        WHERE (e.time + (e.utc_offset - \(StudyDay.rolloverHour * 3_600)) * 1000) / 86400000
          BETWEEN ? AND ? AND e.grade BETWEEN ? AND ? AND \(ReviewEvent.counts("e"))
          AND (e.occasion IS 'cram' OR NOT EXISTS (SELECT 1 FROM adjustment f
            WHERE f.question = e.question AND f.direction = e.direction AND f.kind = 'forget'
              AND f.id > e.id AND \(AdjustmentEvent.counts("f"))))
        """,
      [days.lowerBound.number, days.upperBound.number, grade?.rawValue ?? 1, grade?.rawValue ?? 4])
  }

  // MARK: Texts

  private func questions(with pattern: FilterPattern, in kind: FilterText.Kind?) throws
    -> CardBits
  {
    var cards = CardBits(count: table.count)
    for (number, id) in table.groupIDs.enumerated() {
      let questions = table.firstQuestions[number]..<table.firstQuestions[number + 1]
      for (part, range) in AnswerIndexStore.parts(of: questions.count).enumerated() {
        let place = FilterStore.Place(group: id, part: part)
        guard let text = try texts[place] ?? tx.filters.text(of: place) else { continue }
        text.forEachQuestion(with: pattern, in: kind) { position in
          let question = questions.lowerBound + range.lowerBound + position
          guard questions.contains(question) else { return }
          for card in table.cards(ofQuestion: question) { cards.insert(card) }
        }
      }
    }
    return cards
  }

  private func ownNotes(_ pattern: FilterPattern) throws -> CardBits {
    try marked("SELECT question, value FROM marked WHERE kind = 'note'", pattern.isIn)
  }

  /// The cards of questions with a mark whose text fits.
  private func marked(_ sql: String, _ fits: (String) -> Bool) throws -> CardBits {
    var cards = CardBits(count: table.count)
    try SteppedRows(tx.db, sql).forEach { row in
      guard fits(String(decoding: row.text(1), as: UTF8.self)) else { return }
      table.forEachQuestion(with: try row.identity(0)) { question in
        for card in table.cards(ofQuestion: question) { cards.insert(card) }
      }
    }
    return cards
  }

  // MARK: Cards by tables

  private func inGroups(_ isMeant: (FilterStore.Group) -> Bool) -> CardBits {
    var cards = CardBits(count: table.count)
    forEachGroup { group, range in
      if isMeant(group) { for card in range { cards.insert(card) } }
    }
    return cards
  }

  private func forEachGroup(_ body: (FilterStore.Group, Range<Int>) throws -> Void) rethrows {
    for group in groups {
      if let number = table.number(ofGroup: group.stored.id) {
        try body(group, table.cards(ofGroup: number))
      }
    }
  }

  /// Merges the places of one card.
  private func inAllPlaces(_ cards: CardBits) -> CardBits {
    var cards = cards
    for places in table.repeated where places.contains(where: { cards[$0] }) {
      for place in places { cards.insert(place) }
    }
    return cards
  }

  private func cards(_ values: [Double], where holds: (_ card: Int, _ value: Double) -> Bool)
    -> CardBits
  {
    var cards = CardBits(count: table.count)
    for (card, value) in values.enumerated() where holds(card, value) { cards.insert(card) }
    return cards
  }

  /// The cards that a query names by question and direction.
  private func cards(named sql: String, _ arguments: StatementArguments = []) throws -> CardBits {
    var cards = CardBits(count: table.count)
    var directions = table.directions
    try SteppedRows(tx.db, sql, arguments).forEach { row in
      let direction = try directions.number(row, 1)
      table.forEachQuestion(with: try row.identity(0)) { question in
        for card in table.cards(ofQuestion: question)
        where table.directionNumbers[card] == direction { cards.insert(card) }
      }
    }
    return cards
  }

  /// The cards of the questions that a query names by group and position.
  private func cards(atPlaces sql: String, _ arguments: StatementArguments) throws -> CardBits {
    var cards = CardBits(count: table.count)
    try SteppedRows(tx.db, sql, arguments).forEach { row in
      guard let number = table.number(ofGroup: row.integer(0)) else { return }
      let question = try table.number(
        of: Int(truncatingIfNeeded: row.integer(1)), inGroup: number)
      for card in table.cards(ofQuestion: question) { cards.insert(card) }
    }
    return cards
  }

  // MARK: Columns

  private func column(_ field: Field) -> [Double] {
    columns[field] ?? [Double](repeating: .nan, count: table.count)
  }

  /// Reads columns of all schedules.
  private mutating func read(_ fields: [Field]) throws {
    // All columns one after the other.
    var values = [Double](repeating: .nan, count: table.count * fields.count)
    var scheduled = CardBits(count: table.count)
    var directions = table.directions
    let names = fields.map(\.rawValue).joined(separator: ", ")
    try SteppedRows(tx.db, "SELECT question, direction, \(names) FROM schedule").forEach { row in
      let direction = try directions.number(row, 1)
      table.forEachQuestion(with: try row.identity(0)) { question in
        for card in table.cards(ofQuestion: question)
        where table.directionNumbers[card] == direction {
          scheduled.insert(card)
          for index in fields.indices {
            let column = CInt(index + 2)
            if !row.isNull(column) { values[index * table.count + card] = row.number(column) }
          }
        }
      }
    }
    for (index, field) in fields.enumerated() {
      columns[field] = Array(values[index * table.count..<(index + 1) * table.count])
    }
    self.scheduled = scheduled
  }
}
