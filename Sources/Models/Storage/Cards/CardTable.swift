import Foundation
import GRDB
import RabbleQuestions

/// The cards of some groups by number: those of a question follow each other, and so do the questions of
/// a group.
struct CardTable {
  /// The first card of each question, by the number of the question; and the number of cards at the end.
  private var firstCards: [Int32] = [0]
  /// The number of each card's direction in ``directions``.
  private var directionNumbers: [UInt16] = []
  private let directions: DirectionNumbers
  /// The identity of each question by its number.
  private var questions: [UInt128] = []
  private let index: IdentityIndex
  /// The cards that stand in several places, all places of each.
  private var repeated: [[Int]] = []
  /// The first place in which the card of each place stands.
  private var firstPlaces: [Int32] = []
  /// The number of the first question of each group; and the number of questions at the end.
  private var firstQuestions: [Int] = [0]
  private let groupNumbers: [Int64: Int]

  var count: Int { directionNumbers.count }

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

  /// Reads the cards of groups; one that is named twice counts once.
  init(_ tx: Transaction, of groups: [StoredGroup]) throws {
    var met: Set<Int64> = []
    let groupIDs = groups.map(\.id).filter { met.insert($0).inserted }
    let numbers = Dictionary(uniqueKeysWithValues: zip(groupIDs, groupIDs.indices))
    var directions = DirectionNumbers()
    var rows: [(question: UInt64, ordinal: Int64, direction: UInt16?, identity: UInt128)] = []
    let found = try RawRows(
      tx.db, cached: PlacedCards.query, [PlacedCards.groups(groupIDs.map { ($0, []) })])
    try found.forEach { row in
      let position = UInt64(try row.integer(3, in: LogBounds.position))
      rows.append(
        (
          UInt64(numbers[row.integer(2)] ?? 0) << 32 | position, row.integer(4),
          row.isNull(1) ? nil : try directions.number(row, 1), try row.identity(0)
        ))
    }
    rows.sort { ($0.question, $0.ordinal) < ($1.question, $1.ordinal) }
    groupNumbers = numbers
    self.directions = directions
    directionNumbers = rows.compactMap(\.direction)
    var cards = 0
    for (number, row) in rows.enumerated() {
      defer { cards += row.direction == nil ? 0 : 1 }
      if number > 0, rows[number - 1].question == row.question { continue }
      while firstQuestions.count <= Int(row.question >> 32) {
        firstQuestions.append(questions.count)
      }
      guard questions.count - firstQuestions[firstQuestions.count - 1] == row.question & 0xffff_ffff
      else { throw LogFault("the place of a question") }
      if number > 0 { firstCards.append(Int32(cards)) }
      questions.append(row.identity)
    }
    if !rows.isEmpty { firstCards.append(Int32(cards)) }
    while firstQuestions.count <= groupIDs.count { firstQuestions.append(questions.count) }
    index = IdentityIndex(questions)
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

/// The cards of decks at their places, as rows.
///
/// The index of identities has nearly all of it, in the order of the table of schedules: joined in that order,
/// those of a hundred thousand cards take a fifth of the time that they take in the order of the decks.
enum PlacedCards {
  /// The cards of the groups in `?1` as `q`, their question at a place, `c`, which of its cards it is, unless it
  /// is the only one, and `s`, their schedule, if they have one. A question that is withheld is there without a
  /// card, but not where conditions are added. `searched` has the groups, `twin` the questions that are in several
  /// places. The plus keeps SQLite from looking for each schedule in the index group by group.
  static let query = "WITH \(tables) \(places)"

  static let tables = """
    searched AS MATERIALIZED (
      SELECT value ->> 'id' AS id, value -> 'names' AS names FROM json_each(?1)),
    twin AS MATERIALIZED (
      SELECT id FROM question INDEXED BY question_by_id GROUP BY id HAVING count(*) > 1)
    """

  static let select = "\(places) AND \(direction) IS NOT NULL"

  private static let places = """
    SELECT q.id, \(direction) AS direction, q.deck_group, q.position, c.ordinal
    FROM question q INDEXED BY question_by_id
      LEFT JOIN deck_card c
        ON c.deck_group = CASE WHEN q.sole IS NULL THEN q.deck_group END AND c.position = q.position
      LEFT JOIN schedule s ON s.question = q.id AND s.direction = \(direction)
    WHERE +q.deck_group IN (SELECT id FROM searched)
    """

  /// The direction of a card.
  static let direction = "coalesce(q.sole, c.direction)"

  /// The value of `?1`.
  static func groups(_ groups: [(id: Int64, names: [String])]) throws -> String {
    struct Group: Encodable {
      let id: Int64
      let names: [String]
    }
    let data = try JSONEncoder().encode(groups.map { Group(id: $0.id, names: $0.names) })
    return String(decoding: data, as: UTF8.self)
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

  mutating func invert() { for index in words.indices { words[index] = ~words[index] } }
}
