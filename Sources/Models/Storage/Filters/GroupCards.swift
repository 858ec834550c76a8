import Foundation
import GRDB
import RabbleQuestions

/// The cards of a group as filters want them: each question's identity, and the directions of its cards.
///
/// They are kept with the group as bytes (`answer_index`): a hundred of these are read in a millisecond,
/// where the tables of questions and cards take fifty. They go when the deck is read again or one of the questions
/// continues under another identity, and are made again from the tables.
///
/// The bytes are a version, three numbers of 32 bits (of questions, cards and directions), the identities,
/// the number of cards of each question, the number of each card's direction, and the names of the directions,
/// each ended by a byte 0. Numbers are little-endian, identities big-endian as in SQLite.
struct GroupCards: Hashable {
  /// The identity of each question, in their order.
  private(set) var identities: [UInt128] = []
  /// How many cards each question has.
  private(set) var counts: [UInt32] = []
  /// The place of each card's direction in ``directions``.
  private(set) var numbers: [UInt32] = []
  /// The names of the directions.
  private(set) var directions: [[UInt8]] = []

  /// Collects the cards of a group from the tables.
  ///
  /// - Throws: `LogFault` for a question or a card that has no place.
  init(_ tx: Transaction, of group: Int64) throws {
    var identities: [UInt128] = []
    try RawRows(
      tx.db, cached: "SELECT position, id FROM question WHERE deck_group = ? ORDER BY position",
      [group]
    ).forEach { row in
      guard row.integer(0) == identities.count else { throw LogFault("the place of a question") }
      identities.append(try row.identity(1))
    }
    var counts = [UInt32](repeating: 0, count: identities.count)
    var numbers: [UInt32] = []
    var directions: [[UInt8]] = []
    var places: [[UInt8]: UInt32] = [:]
    try RawRows(tx.db, cached: DeckStore.cardsOfGroup, [group]).forEach { row in
      guard let position = Int(exactly: row.integer(0)), counts.indices.contains(position) else {
        throw LogFault("the place of a card")
      }
      counts[position] += 1
      let name = Array(row.text(1))
      let place = places[name] ?? UInt32(directions.count)
      if place == directions.count {
        places[name] = place
        directions.append(name)
      }
      numbers.append(place)
    }
    (self.identities, self.counts) = (identities, counts)
    (self.numbers, self.directions) = (numbers, directions)
  }

  // MARK: - Bytes

  private static let version: UInt8 = 1
  private static let headSize = 13

  /// The cards, as they are kept.
  var bytes: [UInt8] {
    var bytes = [Self.version]
    func append(_ number: UInt32) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
    for count in [identities.count, numbers.count, directions.count] { append(UInt32(count)) }
    for identity in identities { withUnsafeBytes(of: identity.bigEndian) { bytes += $0 } }
    for number in counts + numbers { append(number) }
    for name in directions { bytes += name + [0] }
    return bytes
  }

  /// Takes cards that were kept.
  ///
  /// - Returns: `nil` for bytes of another version, and for any that are not of one piece.
  init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.headSize, bytes[0] == Self.version else { return nil }
    func number(at place: Int) -> UInt32 {
      UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }
    let (questions, cards) = (Int(number(at: 1)), Int(number(at: 5)))
    let names = Self.headSize + questions * 20 + cards * 4
    guard names <= bytes.count else { return nil }
    identities = (0..<questions).map { index in
      let place = Self.headSize + index * 16
      return UInt128(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt128.self))
    }
    let start = Self.headSize + questions * 16
    counts = (0..<questions).map { number(at: start + $0 * 4) }
    numbers = (0..<cards).map { number(at: start + (questions + $0) * 4) }
    directions = bytes[names...].split(separator: 0).map { Array($0) }
    guard directions.count == number(at: 9), counts.reduce(0, { $0 + Int($1) }) == cards,
      numbers.allSatisfy({ $0 < directions.count })
    else { return nil }
  }
}

extension FilterStore {
  /// What the cards of a group are kept as.
  static let cards = "cards"

  /// The cards of groups, each once; and those groups of which none were kept.
  func cards(of groups: [StoredGroup]) throws -> (
    cards: [(id: Int64, cards: GroupCards)], missing: [AnswerIndexStore.Group]
  ) {
    var found: [(id: Int64, cards: GroupCards)] = []
    var missing: [StoredGroup] = []
    var met: Set<Int64> = []
    for group in groups where met.insert(group.id).inserted {
      if let cards = try cards(of: group.id) {
        found.append((group.id, cards))
      } else {
        missing.append(group)
        found.append((group.id, try GroupCards(tx, of: group.id)))
      }
    }
    return (found, try tx.answerIndexes.groups(missing))
  }

  /// The cards of a group, if they are kept.
  func cards(of group: Int64) throws -> GroupCards? {
    var found: GroupCards?
    try RawRows(
      tx.db, cached: AnswerIndexStore.ofGroup, [group, Self.cards]
    ).forEach { found = GroupCards(bytes: $0.bytes(0)) }
    return found
  }

  /// Keeps the cards of a group, as the tables have them now.
  package func keepCards(of group: StoredGroup) throws {
    try tx.answerIndexes.keep(
      GroupCards(tx, of: group.id).bytes, of: group, named: Self.cards)
  }

  /// Deletes what is kept of the groups of which a question has this value in a column; it is
  /// collected again.
  func forgetCards(ofGroupsWith value: QuestionID, in column: String) throws {
    try tx.db.execute(
      sql: """
        DELETE FROM answer_index WHERE kind = ?
          AND deck_group IN (SELECT deck_group FROM question WHERE \(column) = ?)
        """, arguments: [Self.cards, value])
  }

  /// The number of groups of which other cards are kept than the tables have.
  func groupsWithOtherCards() throws -> Int {
    let groups = try Int64.fetchAll(
      tx.db, sql: "SELECT deck_group FROM answer_index WHERE kind = ?", arguments: [Self.cards])
    return try groups.filter { group in
      guard let kept = try cards(of: group) else { return false }
      do {
        return try kept != GroupCards(tx, of: group)
      } catch let error where StorageError.isOfValue(error) {
        // The tables can't be read, which is a finding of its own.
        return false
      }
    }.count
  }
}
