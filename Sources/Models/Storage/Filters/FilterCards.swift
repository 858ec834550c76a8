import Foundation
import GRDB
import RabbleQuestions

/// The cards of some groups by number: those of a question follow each other, and so do the questions of
/// a group.
struct CardTable {
  /// The first card of each question, by the number of the question; and the number of cards at the end.
  private(set) var firstCards: [Int32] = [0]
  /// The number of each card's direction in ``directions``.
  private(set) var directionNumbers: [UInt16] = []
  private(set) var directions = DirectionNumbers()
  /// The identity of each question by its number.
  private(set) var questions: [UInt128] = []
  private let index: IdentityIndex
  /// The cards that stand in several places, all places of each.
  private(set) var repeated: [[Int]] = []
  /// The first place in which the card of each place stands.
  private var firstPlaces: [Int32] = []
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

  /// The questions of a group.
  func questions(ofGroup number: Int) -> Range<Int> {
    firstQuestions[number]..<firstQuestions[number + 1]
  }

  /// A card of a question.
  func card(_ number: Int, ofQuestion question: Int) -> CardID {
    CardID(
      question: QuestionID(bits: questions[question]),
      direction: directions[directionNumbers[number]])
  }

  /// The cards of a question.
  func cards(ofQuestion number: Int) -> Range<Int> {
    Int(firstCards[number])..<Int(firstCards[number + 1])
  }

  /// Makes a table of groups; one that is named twice counts once.
  init(_ groups: [(id: Int64, cards: GroupCards)]) throws {
    groupIDs = groups.map(\.id)
    groupNumbers = Dictionary(groups.indices.map { (groups[$0].id, $0) }) { first, _ in first }
    questions = groups.flatMap(\.cards.identities)
    index = IdentityIndex(questions)
    firstCards.reserveCapacity(questions.count + 1)
    for (_, cards) in groups {
      let known = try cards.directions.map {
        try $0.withUnsafeBufferPointer { try directions.number($0) }
      }
      directionNumbers.append(contentsOf: cards.numbers.lazy.map { known[Int($0)] })
      for count in cards.counts {
        firstCards.append(firstCards[firstCards.count - 1] + Int32(count))
      }
      firstQuestions.append(firstCards.count - 1)
    }
    noteRepeated()
  }

  /// The number of a group; `nil` for another group.
  func number(ofGroup id: Int64) -> Int? { groupNumbers[id] }

  /// The number of the question at a place.
  func number(of position: Int, inGroup number: Int) throws -> Int {
    guard number >= 0, position >= 0, position < firstQuestions[number + 1] - firstQuestions[number]
    else { throw LogFault("the place of a question") }
    return firstQuestions[number] + position
  }

  /// The cards that were never answered nor taken as known.
  func newCards(_ tx: Transaction) throws -> CardBits {
    var cards = CardBits(count: count)
    // The rows of a group come together.
    var recent: (id: Int64, number: Int?)?
    // By the index of new cards, SQLite looks up the row of each: reading all takes half of that.
    try RawRows(
      tx.db, "SELECT deck_group, position, ordinal FROM deck_card WHERE +is_new = 1"
    ).forEach { row in
      let id = row.integer(0)
      if recent?.id != id { recent = (id, number(ofGroup: id)) }
      guard let group = recent?.number else { return }
      let question = try number(of: Int(truncatingIfNeeded: row.integer(1)), inGroup: group)
      let range = self.cards(ofQuestion: question)
      guard let ordinal = Int(exactly: row.integer(2)), (0..<range.count).contains(ordinal) else {
        throw LogFault("the place of a card")
      }
      cards.insert(range.lowerBound + ordinal)
    }
    return cards
  }

  /// Notes the cards that several questions with one identity have.
  private mutating func noteRepeated() {
    firstPlaces = Array(0..<Int32(count))
    for questions in index.repeated {
      var places: [UInt16: [Int]] = [:]
      for question in questions {
        for card in cards(ofQuestion: Int(question)) {
          places[directionNumbers[card], default: []].append(card)
        }
      }
      for places in places.values where places.count > 1 {
        repeated.append(places)
        // The questions come in their order.
        for place in places { firstPlaces[place] = Int32(places[0]) }
      }
    }
  }

  /// The first place in which the card of a place stands.
  func firstPlace(of place: Int) -> Int { Int(firstPlaces[place]) }

  /// The first place in which a card stands; `nil` for one that no group has.
  func place(of card: CardID) -> Int? {
    for question in index.numbers(of: card.question.bits) {
      let places = cards(ofQuestion: Int(question))
      let place = places.first { directions[directionNumbers[$0]] == card.direction }
      if let place { return place }
    }
    return nil
  }

  /// Passes on the questions with an identity.
  func forEachQuestion(with identity: UInt128, _ body: (Int) -> Void) {
    for number in index.numbers(of: identity) { body(Int(number)) }
  }

  /// The cards whose bits are set, each once, in the order of the groups as they were given; and how many
  /// of them each group has.
  func cards(_ selected: CardBits, inOrderOf groups: [StoredGroup]) -> (
    cards: [CardID], counts: [Int64: Int]
  ) {
    var found: [CardID] = []
    var counts: [Int64: Int] = [:]
    forEach(selected, inOrderOf: groups) { place, question, group, isFirst in
      counts[group.id, default: 0] += 1
      if isFirst { found.append(card(place, ofQuestion: question)) }
    }
    return (found, counts)
  }

  /// Passes on the places of the cards whose bits are set, in the order of the groups as they were given, with
  /// the number of each one's question, its group, and whether it is the first place in which the card stands.
  func forEach(
    _ selected: CardBits, inOrderOf groups: [StoredGroup],
    _ body: (_ place: Int, _ question: Int, StoredGroup, _ isFirst: Bool) throws -> Void
  ) rethrows {
    var met: Set<Int64> = []
    for group in groups where met.insert(group.id).inserted {
      guard let number = groupNumbers[group.id] else { continue }
      for question in questions(ofGroup: number) {
        for place in cards(ofQuestion: question) where selected[place] {
          try body(place, question, group, firstPlace(of: place) == place)
        }
      }
    }
  }
}

/// The directions of cards, each with a number.
struct DirectionNumbers {
  private var names: [[UInt8]] = []
  private var numbers: [[UInt8]: UInt16] = [:]
  private(set) var all: [Direction] = []

  subscript(_ number: UInt16) -> Direction { all[Int(number)] }

  /// The card that two columns name from `first` on.
  mutating func card(_ row: RawRow, _ first: CInt) throws -> CardID {
    let number = try number(row, first + 1)
    return CardID(question: QuestionID(bits: try row.identity(first)), direction: all[Int(number)])
  }

  /// The number of the direction in a column.
  mutating func number(_ row: RawRow, _ column: CInt) throws -> UInt16 {
    try number(row.text(column))
  }

  /// The number of the direction with a name.
  mutating func number(_ bytes: UnsafeBufferPointer<UInt8>) throws -> UInt16 {
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

  init(count: Int, _ value: Bool = false) {
    words = [UInt64](repeating: value ? .max : 0, count: (count + 63) / 64)
  }

  subscript(_ card: Int) -> Bool { words[card >> 6] & 1 << UInt64(card & 63) != 0 }

  mutating func insert(_ card: Int) { words[card >> 6] |= 1 << UInt64(card & 63) }

  mutating func remove(_ card: Int) { words[card >> 6] &= ~(1 << UInt64(card & 63)) }

  mutating func formUnion(_ other: CardBits) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  mutating func formIntersection(_ other: CardBits) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  mutating func invert() { for index in words.indices { words[index] = ~words[index] } }
}
