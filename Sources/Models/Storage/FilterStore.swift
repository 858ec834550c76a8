import Foundation
import GRDB
import GRDBSQLite
import RabbleFilters
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// Which cards a filter selects.
///
/// Each term is computed for all cards at once, as a bit a card, from one pass over a table in its
/// order; what joins terms is then a matter of bits. A filter over 100,000 cards takes milliseconds that
/// way, where a query that joins the tables card by card takes a tenth of a second.
package struct FilterStore {
  let tx: Transaction
  private var db: Database { tx.db }

  /// A group in which cards are looked for, and what it is called in `deck:`.
  package struct Group: Sendable {
    let stored: StoredGroup
    let names: [String]

    /// Takes a group.
    ///
    /// - Parameters:
    ///   - stored: the group.
    ///   - names: its title, and what else it is called: its file's name, its course.
    package init(_ stored: StoredGroup, names: [String]) {
      self.stored = stored
      self.names = names
    }
  }

  /// The cards of some groups that a filter selects, each once, in the order of the groups and of
  /// their questions.
  ///
  /// - Parameters:
  ///   - filter: the filter; `nil` for all cards.
  ///   - groups: the groups.
  ///   - localTime: the learner's time zone, for the beginnings of days.
  ///   - moment: the present.
  /// - Returns: the cards; how many there are of each group that has some; and texts that were folded because none were kept, to be kept
  ///   (``keep(_:)``).
  /// - Throws: ``StorageError`` when the review log can't be read.
  package func cards(
    _ filter: CardFilter?, in groups: [Group], localTime: LocalTime, at moment: Moment
  ) throws -> (cards: [CardID], counts: [Int64: Int], made: [MadeText]) {
    let condition = filter?.condition ?? .all([])
    let stored = groups.map(\.stored)
    let made = try condition.searchesTexts ? madeTexts(of: stored) : []
    let evaluation = try FilterEvaluation(
      tx, condition, groups,
      Dictionary(made.map { ($0.group.stored.id, $0.text) }) { first, _ in first },
      localTime: localTime, at: moment)
    let selected = try evaluation.cards(for: condition)
    let found = evaluation.table.cards(selected, inOrderOf: stored)
    return (found.cards, found.counts, made)
  }

  /// The texts of a group, folded for a filter.
  package struct MadeText: Sendable {
    let group: AnswerIndexStore.Group
    let text: FilterText
  }

  /// The texts of those groups of which none of this version are kept.
  private func madeTexts(of groups: [StoredGroup]) throws -> [MadeText] {
    let isKept = try db.makeStatement(
      sql: "SELECT substr(bytes, 1, 1) FROM answer_index WHERE deck_group = ? AND kind = ?")
    let missing = try groups.filter { group in
      let version = try Data.fetchOne(isKept, arguments: [group.id, Self.index])
      return version.flatMap { FilterText(bytes: Array($0)) } == nil
    }
    return try missing.flatMap { group in
      let content = try tx.decks.content(of: [group]).first?.questions ?? []
      return try tx.answerIndexes.groups([group]).map {
        MadeText(group: $0, text: FilterText(of: content))
      }
    }
  }

  /// Keeps texts, unless their deck was read again in the meantime.
  package func keep(_ texts: [MadeText]) throws {
    for made in texts
    where try tx.answerIndexes.groups([made.group.stored]).first?.signature == made.group.signature
    {
      try keep(made.text, of: made.group.stored)
    }
  }

  /// Keeps the texts of a group whose deck has just been read.
  package func keep(_ text: FilterText, of group: StoredGroup) throws {
    try tx.answerIndexes.keep(text.bytes, of: group, named: Self.index)
  }

  /// The texts of a group, if they are kept.
  func text(of group: Int64) throws -> FilterText? {
    try tx.answerIndexes.bytes(ofGroup: group, named: Self.index).flatMap {
      FilterText(bytes: $0)
    }
  }

  /// What the texts are kept as.
  private static let index = "text"
}

extension Transaction {
  /// Which cards a filter selects.
  package var filters: FilterStore { FilterStore(tx: self) }
}

/// A bit for each card.
private struct CardBits {
  private(set) var words: [UInt64]
  let count: Int

  init(count: Int, _ value: Bool = false) {
    self.count = count
    words = [UInt64](repeating: value ? .max : 0, count: (count + 63) / 64)
  }

  subscript(_ card: Int) -> Bool { words[card >> 6] & 1 << UInt64(card & 63) != 0 }

  mutating func insert(_ card: Int) { words[card >> 6] |= 1 << UInt64(card & 63) }

  mutating func formUnion(_ other: CardBits) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  mutating func formIntersection(_ other: CardBits) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  mutating func invert() { for index in words.indices { words[index] = ~words[index] } }
}

// MARK: - Cards

/// The cards of some groups by number: those of a question follow each other, and so do the questions of
/// a group.
private struct CardTable {
  /// The first card of each question, by the number of the question; and the number of cards at the end.
  private(set) var firstCards: [Int32] = []
  /// The number of each card's direction in ``directions``.
  private(set) var directionNumbers: [UInt16] = []
  private(set) var directions = DirectionNumbers()
  /// The identity of each question by its number.
  private(set) var questions: [UInt128] = []
  /// The numbers of the questions by their identities.
  private(set) var byIdentity: [Int32] = []
  /// The cards that were never answered nor taken as known.
  private(set) var new: [Int32] = []
  /// The cards that stand in several places, all places of each.
  private(set) var repeated: [[Int]] = []
  /// The number of the first question of each group; and the number of questions at the end.
  private(set) var firstQuestions: [Int] = [0]
  private let groupNumbers: [Int64: Int]
  /// The groups by number.
  let groupIDs: [Int64]

  var count: Int { directionNumbers.count }

  /// The cards of a group.
  func cards(ofGroup number: Int) -> Range<Int> {
    Int(firstCards[firstQuestions[number]])..<Int(firstCards[firstQuestions[number + 1]])
  }

  /// The cards of a question.
  func cards(ofQuestion number: Int) -> Range<Int> {
    Int(firstCards[number])..<Int(firstCards[number + 1])
  }

  init(_ tx: Transaction, _ groups: [StoredGroup]) throws {
    // By their identities, as SQLite has them; a group that is named twice counts once.
    let sorted = Dictionary(groups.map { ($0.id, $0) }) { first, _ in first }.values
      .sorted { $0.id < $1.id }
    groupIDs = sorted.map(\.id)
    groupNumbers = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1.id, $0) })
    var total = 0
    for group in sorted {
      total += group.questions
      firstQuestions.append(total)
    }
    // What a damaged log says of its groups is not believed.
    let most = try Int.fetchOne(tx.db, sql: "SELECT count(*) FROM question") ?? 0
    guard total <= most else { throw LogFault("the number of questions of groups") }
    let list = sorted.map { String($0.id) }.joined(separator: ",")
    firstCards.reserveCapacity(total + 1)
    directionNumbers.reserveCapacity(total)
    var group = (id: Int64.min, number: -1)
    var last = -1
    try SteppedRows(
      tx.db,
      """
      SELECT deck_group, position, direction, is_new FROM card WHERE deck_group IN (\(list))
      ORDER BY deck_group, position, ordinal
      """
    ).forEach { row in
      let id = row.integer(0)
      if id != group.id { group = (id, groupNumbers[id] ?? -1) }
      let question = try number(of: Int(truncatingIfNeeded: row.integer(1)), inGroup: group.number)
      guard question >= last else { throw LogFault("the order of cards") }
      while last < question {
        firstCards.append(Int32(directionNumbers.count))
        last += 1
      }
      if row.integer(3) != 0 { new.append(Int32(directionNumbers.count)) }
      directionNumbers.append(try directions.number(row, 2))
    }
    while firstCards.count <= total { firstCards.append(Int32(directionNumbers.count)) }
    try readIdentities(tx, total)
  }

  /// The number of a group; `nil` for another group.
  func number(ofGroup id: Int64) -> Int? { groupNumbers[id] }

  /// The number of the question at a place.
  func number(of position: Int, inGroup number: Int) throws -> Int {
    guard number >= 0, position >= 0 else { throw LogFault("the place of a question") }
    let question = firstQuestions[number] + position
    guard question < firstQuestions[number + 1] else { throw LogFault("the place of a question") }
    return question
  }

  private mutating func readIdentities(_ tx: Transaction, _ total: Int) throws {
    questions = [UInt128](repeating: 0, count: total)
    byIdentity.reserveCapacity(total)
    var group = (id: Int64.min, number: -1)
    var equals: [Int32] = []
    try SteppedRows(
      tx.db,
      "SELECT id, deck_group, position FROM question INDEXED BY question_by_id ORDER BY id"
    ).forEach { row in
      let id = row.integer(1)
      if id != group.id { group = (id, groupNumbers[id] ?? -1) }
      guard group.number >= 0 else { return }
      let question = try number(of: Int(truncatingIfNeeded: row.integer(2)), inGroup: group.number)
      let identity = try row.identity(0)
      questions[question] = identity
      if let before = byIdentity.last, questions[Int(before)] == identity {
        if equals.last != before { noteRepeated(&equals) }
        if equals.isEmpty { equals = [before] }
        equals.append(Int32(question))
      }
      byIdentity.append(Int32(question))
    }
    noteRepeated(&equals)
  }

  /// Notes the cards that several questions with one identity have.
  private mutating func noteRepeated(_ equals: inout [Int32]) {
    var places: [UInt16: [Int]] = [:]
    for question in equals {
      for card in cards(ofQuestion: Int(question)) {
        places[directionNumbers[card], default: []].append(card)
      }
    }
    repeated += places.values.filter { $0.count > 1 }
    equals = []
  }

  /// The questions with an identity.
  func questions(with identity: UInt128) -> ArraySlice<Int32> {
    var (low, high) = (0, byIdentity.count)
    while low < high {
      let middle = (low + high) / 2
      if questions[Int(byIdentity[middle])] < identity { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < byIdentity.count, questions[Int(byIdentity[end])] == identity { end += 1 }
    return byIdentity[low..<end]
  }

  /// The cards whose bits are set, each once, in the order of the groups as they were given; and how many
  /// of them each group has.
  func cards(_ selected: CardBits, inOrderOf groups: [StoredGroup]) -> (
    cards: [CardID], counts: [Int64: Int]
  ) {
    var found: [CardID] = []
    var counts: [Int64: Int] = [:]
    var isPassed = CardBits(count: count)
    for places in repeated {
      let order = places.sorted()
      for place in order.dropFirst() { isPassed.insert(place) }
    }
    var met: Set<Int64> = []
    for group in groups where met.insert(group.id).inserted {
      guard let number = groupNumbers[group.id] else { continue }
      for question in firstQuestions[number]..<firstQuestions[number + 1] {
        for card in cards(ofQuestion: question) where selected[card] {
          counts[group.id, default: 0] += 1
          if isPassed[card] { continue }
          found.append(
            CardID(
              question: QuestionID(bits: questions[question]),
              direction: directions[directionNumbers[card]]))
        }
      }
    }
    return (found, counts)
  }
}

/// The directions of cards, each with a number.
private struct DirectionNumbers {
  private var names: [[UInt8]] = []
  private var numbers: [[UInt8]: UInt16] = [:]
  private(set) var all: [Direction] = []

  subscript(_ number: UInt16) -> Direction { all[Int(number)] }

  /// The number of the direction in a column.
  mutating func number(_ row: SteppedRow, _ column: CInt) throws -> UInt16 {
    let bytes = row.text(column)
    // Nearly all cards have one of few directions; sentences have blanks of many names.
    for index in names.indices.prefix(4) where names[index].elementsEqual(bytes) {
      return UInt16(index)
    }
    let name = Array(bytes)
    if let number = numbers[name] { return number }
    let text = String(decoding: name, as: UTF8.self)
    guard name.count <= LogBounds.name, let direction = Direction(rawValue: text),
      let number = UInt16(exactly: all.count)
    else { throw LogFault("the direction “\(text)”") }
    names.append(name)
    numbers[name] = number
    all.append(direction)
    return number
  }
}

// MARK: - Terms

/// A filter while it is computed.
private struct FilterEvaluation {
  /// A column of `schedule` that terms need.
  private enum Field: String, CaseIterable {
    case phase, stability, difficulty, interval, repetitions, lapses
    case fastStability = "fast_stability"
    case dueDay = "due_day"
    case dueTime = "due_time"
    case lastTime = "last_time"
    case introduced = "introduced_day"
    case again = "again_time"
    case hard = "hard_time"
    case good = "good_time"
    case easy = "easy_time"

    static let grades = [again, hard, good, easy]
  }

  private let tx: Transaction
  private let groups: [FilterStore.Group]
  private let texts: [Int64: FilterText]
  private let localTime: LocalTime
  private let now: Moment
  let table: CardTable
  /// The values of each card in the columns that are needed; NaN for none.
  private var columns: [Field: [Double]] = [:]

  init(
    _ tx: Transaction, _ condition: CardFilter.Condition, _ groups: [FilterStore.Group],
    _ texts: [Int64: FilterText], localTime: LocalTime, at now: Moment
  ) throws {
    self.tx = tx
    self.groups = groups
    self.texts = texts
    self.localTime = localTime
    self.now = now
    table = try CardTable(tx, groups.map(\.stored))
    let fields = Self.fields(of: condition)
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
    case .rated(let days, let grade): return try rated(days, grade)
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
    case .new:
      var cards = CardBits(count: table.count)
      for card in table.new { cards.insert(Int(card)) }
      return cards
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

  private func withoutHeld(_ cards: CardBits) throws -> CardBits {
    var held = try self.cards(
      named: "SELECT question, direction FROM held WHERE until_day IS NULL OR until_day > ?",
      [now.day.number])
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
    case .stability: return column(.stability)
    case .difficulty: return column(.difficulty)
    case .lapses: return column(.lapses)
    case .interval: return column(.interval)
    case .reviews: return column(.repetitions)
    case .retrievability: return try retrievabilities()
    }
  }

  private func retrievabilities() throws -> [Double] {
    let (stabilities, difficulties) = (column(.stability), column(.difficulty))
    let (fast, times) = (column(.fastStability), column(.lastTime))
    var values = [Double](repeating: .nan, count: table.count)
    try forEachGroup { group, range in
      let model = try tx.presets.scheduler(forGroup: group.stored.title).model
      for card in range {
        guard LogBounds.stability.contains(stabilities[card]),
          LogBounds.difficulty.contains(difficulties[card])
        else { continue }
        let memory = MemoryState(
          stability: stabilities[card], difficulty: difficulties[card],
          fastStability: LogBounds.stability.contains(fast[card]) ? fast[card] : nil)
        values[card] = model.retrievability(
          memory, elapsedDays: (Double(now.milliseconds) - times[card]) / 86_400_000)
      }
    }
    return values
  }

  private func rated(_ days: Int, _ grade: Grade?) throws -> CardBits {
    let start = localTime.start(of: now.day.advanced(byDays: 1 - days)).milliseconds
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

  // MARK: Texts

  private func questions(with pattern: FilterPattern, in kind: FilterText.Kind?) throws
    -> CardBits
  {
    var cards = CardBits(count: table.count)
    for (number, id) in table.groupIDs.enumerated() {
      guard let text = try texts[id] ?? tx.filters.text(of: id) else { continue }
      let questions = table.firstQuestions[number]..<table.firstQuestions[number + 1]
      text.forEachQuestion(with: pattern, in: kind) { position in
        let question = questions.lowerBound + position
        guard questions.contains(question) else { return }
        for card in table.cards(ofQuestion: question) { cards.insert(card) }
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
      for question in table.questions(with: try row.identity(0)) {
        for card in table.cards(ofQuestion: Int(question)) { cards.insert(card) }
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

  /// Has a card that stands in several places be one card.
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
      for question in table.questions(with: try row.identity(0)) {
        for card in table.cards(ofQuestion: Int(question))
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

  /// Reads columns of all schedules, which stand in the order of the questions' identities.
  private mutating func read(_ fields: [Field]) throws {
    var values = [[Double]](
      repeating: [Double](repeating: .nan, count: table.count), count: fields.count)
    var directions = table.directions
    var place = 0
    let byIdentity = table.byIdentity
    let names = fields.map(\.rawValue).joined(separator: ", ")
    try SteppedRows(
      tx.db, "SELECT question, direction, \(names) FROM schedule ORDER BY question, direction"
    ).forEach { row in
      let identity = try row.identity(0)
      while place < byIdentity.count, table.questions[Int(byIdentity[place])] < identity {
        place += 1
      }
      var equal = place
      while equal < byIdentity.count {
        let question = Int(byIdentity[equal])
        guard table.questions[question] == identity else { break }
        let direction = try directions.number(row, 1)
        for card in table.cards(ofQuestion: question)
        where table.directionNumbers[card] == direction {
          for index in fields.indices {
            let column = CInt(index + 2)
            if !row.isNull(column) { values[index][card] = row.number(column) }
          }
        }
        equal += 1
      }
    }
    columns = Dictionary(uniqueKeysWithValues: zip(fields, values))
  }

  /// The columns that a condition needs.
  private static func fields(of condition: CardFilter.Condition) -> Set<Field> {
    switch condition {
    case .all(let conditions), .any(let conditions):
      return conditions.reduce(into: []) { $0.formUnion(fields(of: $1)) }
    case .not(let condition): return fields(of: condition)
    case .term(let term): return fields(of: term)
    }
  }

  private static func fields(of term: CardFilter.Term) -> Set<Field> {
    switch term {
    case .text, .deck, .tag, .note, .added, .direction, .mistake: []
    case .state(.new), .state(.suspended), .state(.buried), .state(.flagged): []
    case .state(.learning), .state(.review): [.phase]
    case .state(.young), .state(.mature): [.phase, .interval]
    case .state(.due), .state(.overdue), .dueOn, .number(.due, _): [.dueDay, .dueTime]
    case .state(.leech), .number(.lapses, _): [.lapses]
    case .rated(_, let grade): Set(grade.map { [Field.grades[$0.rawValue - 1]] } ?? Field.grades)
    case .introduced: [.introduced, .repetitions]
    case .number(.stability, _): [.stability]
    case .number(.difficulty, _): [.difficulty]
    case .number(.interval, _): [.interval]
    case .number(.reviews, _), .state(.known): [.repetitions]
    case .number(.retrievability, _): [.stability, .difficulty, .fastStability, .lastTime]
    }
  }
}

// MARK: - Rows

/// The rows of a query, read without a copy of each, for passes over whole tables.
private struct SteppedRows {
  private let statement: Statement

  init(_ db: Database, _ sql: String, _ arguments: StatementArguments = []) throws {
    statement = try db.makeStatement(sql: sql)
    try statement.setArguments(arguments)
  }

  /// Hands on each row, which is valid until the next.
  func forEach(_ body: (SteppedRow) throws -> Void) throws {
    let handle = statement.sqliteStatement
    defer { sqlite3_reset(handle) }
    while true {
      let code = sqlite3_step(handle)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
      try body(SteppedRow(handle: handle))
    }
  }
}

/// A row of ``SteppedRows``.
private struct SteppedRow {
  let handle: SQLiteStatement

  func integer(_ column: CInt) -> Int64 { sqlite3_column_int64(handle, column) }

  func number(_ column: CInt) -> Double { sqlite3_column_double(handle, column) }

  func isNull(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func text(_ column: CInt) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_column_text(handle, column)
    return UnsafeBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }

  func identity(_ column: CInt) throws -> UInt128 {
    guard let identity = QuestionID(sqliteStatement: handle, index: column) else {
      throw LogFault("the identity of a question")
    }
    return identity.bits
  }
}
