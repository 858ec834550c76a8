import Foundation
import GRDB
import RabbleQuestions
import RabbleScheduling

/// The cards of some groups by number: those of a question follow each other, and so do the questions of
/// a group.
struct CardTable {
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
struct DirectionNumbers {
  private var names: [[UInt8]] = []
  private var numbers: [[UInt8]: UInt16] = [:]
  private(set) var all: [Direction] = []

  subscript(_ number: UInt16) -> Direction { all[Int(number)] }

  /// The card that two columns name from `first` on.
  mutating func card(_ row: SteppedRow, _ first: CInt) throws -> CardID {
    let number = try number(row, first + 1)
    return CardID(question: QuestionID(bits: try row.identity(first)), direction: all[Int(number)])
  }

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

/// A bit for each card.
struct CardBits {
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
