import Foundation
import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// A filter while it is computed.
struct FilterEvaluation {
  let tx: Transaction
  private let groups: [FilterStore.Group]
  private let texts: [FilterStore.Place: FilterText]
  let localTime: LocalTime
  let now: Moment
  let table: CardTable
  /// The columns that are needed, and the values of each card in them, one card after the other; NaN for
  /// none.
  private var fields: [Field] = []
  private var values: [Double] = []
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
    let fields = Self.fields(of: condition, on: now.day)
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
      // A new card was answered and forgotten no times.
      let missing = [.lapses, .reviews].contains(quantity) ? 0 : Double.nan
      return cards(try values(of: quantity)) { comparison.holds($1.isNaN ? missing : $1) }
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
          SELECT e.question, e.direction FROM counted_review e
          WHERE e.slip \(name.isEmpty ? "IS NOT NULL" : "= ?")
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
    return try table.newCards(tx)
  }

  private func withoutHeld(_ cards: CardBits) throws -> CardBits {
    var held = try self.cards(named: SuspensionStore.heldOnDay, [now.day.number])
    held.invert()
    held.formIntersection(cards)
    return held
  }

  /// The day on which each card is due, by the clock of now.
  private var dueDays: Column {
    let (days, times) = (column(.dueDay), column(.dueTime))
    return Column(
      values: (0..<table.count).map { card in
        guard days[card].isNaN, let time = Int64(exactly: times[card]),
          LogBounds.time.contains(time)
        else { return days[card] }
        return Double(Moment(milliseconds: time, utcOffset: now.utcOffset).day.number)
      })
  }

  private func values(of quantity: CardFilter.Quantity) throws -> Column {
    switch quantity {
    case .due:
      let (days, today) = (dueDays, Double(now.day.number))
      return Column(values: (0..<table.count).map { days[$0] - today })
    case .stability: return column(.stability)
    case .difficulty: return column(.difficulty)
    case .lapses: return column(.lapses)
    case .interval: return column(.interval)
    case .reviews: return column(.repetitions)
    case .retrievability: return try retrievabilities()
    }
  }

  private func retrievabilities() throws -> Column {
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
    return Column(values: values)
  }

  private var memories: Memories {
    Memories(stabilities: column(.stability), difficulties: column(.difficulty))
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
    try RawRows(tx.db, sql).forEach { row in
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

  func cards(_ values: Column, where holds: (_ card: Int, _ value: Double) -> Bool) -> CardBits {
    var cards = CardBits(count: table.count)
    for card in 0..<table.count where holds(card, values[card]) { cards.insert(card) }
    return cards
  }

  /// The cards that a query names by question and direction.
  func cards(named sql: String, _ arguments: StatementArguments = []) throws -> CardBits {
    var cards = CardBits(count: table.count)
    var directions = table.directions
    try RawRows(tx.db, sql, arguments).forEach { row in
      insert(try row.identity(0), try directions.number(row, 1), into: &cards)
    }
    return cards
  }

  /// Adds a card in all its places.
  func insert(_ question: UInt128, _ direction: UInt16, into cards: inout CardBits) {
    table.forEachQuestion(with: question) { question in
      for card in table.cards(ofQuestion: question)
      where table.directionNumbers[card] == direction { cards.insert(card) }
    }
  }

  /// The cards of the questions that a query names by group and position.
  private func cards(atPlaces sql: String, _ arguments: StatementArguments) throws -> CardBits {
    var cards = CardBits(count: table.count)
    try RawRows(tx.db, sql, arguments).forEach { row in
      guard let number = table.number(ofGroup: row.integer(0)) else { return }
      let question = try table.number(
        of: Int(truncatingIfNeeded: row.integer(1)), inGroup: number)
      for card in table.cards(ofQuestion: question) { cards.insert(card) }
    }
    return cards
  }

  // MARK: Columns

  func column(_ field: Field) -> Column {
    guard let offset = fields.firstIndex(of: field) else {
      return Column(values: [.nan], stride: 0)
    }
    return Column(values: values, offset: offset, stride: fields.count)
  }

  /// Reads columns of all schedules.
  private mutating func read(_ fields: [Field]) throws {
    // The schedules are in the order of identities, so that those of neighbors are far apart.
    var values = [Double](repeating: .nan, count: table.count * fields.count)
    var scheduled = CardBits(count: table.count)
    var directions = table.directions
    let names = fields.map(\.rawValue).joined(separator: ", ")
    try RawRows(tx.db, "SELECT question, direction, \(names) FROM schedule").forEach { row in
      let direction = try directions.number(row, 1)
      table.forEachQuestion(with: try row.identity(0)) { question in
        for card in table.cards(ofQuestion: question)
        where table.directionNumbers[card] == direction {
          scheduled.insert(card)
          for index in fields.indices {
            let column = CInt(index + 2)
            if !row.isNull(column) { values[card * fields.count + index] = row.number(column) }
          }
        }
      }
    }
    (self.fields, self.values, self.scheduled) = (fields, values, scheduled)
  }
}
