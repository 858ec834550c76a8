import Foundation
import GRDB
import GRDBSQLite
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleText

/// Reads answers and adjustments from the tables of events, oldest first, in one sequential scan.
struct AnswerScan {
  let tx: Transaction
  /// The answers that do not count.
  let undone: Set<EventID>
  /// The changes of schedules by card, where cards are asked for.
  let adjustments: [CardID: [LoggedAdjustment]]
  private let needs: ScannedParts
  private let hasCards: Bool
  private var db: Database { tx.db }

  /// Begins a scan.
  ///
  /// - Parameters:
  ///   - tx: the log.
  ///   - needs: what is asked for besides when each answer was given, its grade and how long it took.
  /// - Throws: ``StorageError`` when the review log can't be read.
  init(_ tx: Transaction, _ needs: ScannedParts) throws {
    self.tx = tx
    self.needs = needs
    hasCards = !needs.isDisjoint(with: [.cards, .states, .hardUse])
    undone = try tx.reviews.undone()
    adjustments = hasCards ? try tx.adjustments.all() : [:]
  }

  /// Hands every answer that was not undone and every adjustment to `body`, oldest first. It is many
  /// times as fast as ``ReviewStore/forEach(_:)``: a million answers take a fraction of a second.
  ///
  /// - Parameters:
  ///   - last: the event after which it begins; `nil` for all.
  ///   - end: the identity before which it ends.
  ///   - names: the cards and groups that have a number already; others get one.
  ///   - body: is handed each event.
  /// - Throws: ``StorageError``, or what `body` throws.
  func forEach(
    after last: EventID?, before end: EventID, _ names: AnswerNames,
    _ body: (borrowing ScannedEvent) throws -> Void
  ) throws {
    var groups = try needs.contains(.groups) ? GroupTitles(tx, readsAll: last == nil) : nil
    let start = last ?? EventID(bits: 0)
    var adjustments = adjustments.values.joined().filter { $0.id > start && $0.id < end }
      .sorted { $0.id > $1.id }
    let statement = try db.makeStatement(sql: Self.query(of: needs, hasCards: hasCards))
    try statement.setArguments([start, end])
    let handle = statement.sqliteStatement
    defer { sqlite3_reset(handle) }
    func adjust(before id: UInt128) throws {
      while let next = adjustments.last, next.id.bits < id {
        adjustments.removeLast()
        let card = names.number(of: next.adjustment.card)
        let group = try next.wording.map {
          try groups?.number(of: $0.id.bits, card: card, names) ?? 0
        }
        try body(.adjustment(next.id, next.adjustment, card: card, group: group))
      }
    }
    while true {
      let code = sqlite3_step(handle)
      if code == SQLITE_DONE { break }
      guard code == SQLITE_ROW else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
      let id = try Self.bits(handle, 0)
      if !undone.isEmpty, undone.contains(EventID(bits: id)) { continue }
      if !adjustments.isEmpty { try adjust(before: id) }
      let card =
        try hasCards ? names.number(of: Self.bits(handle, 1), direction: handle, 2) : 0
      let group = try groups?.number(of: Self.bits(handle, 5), card: card, names) ?? 0
      try body(.answer(ScannedAnswer(handle, id: id, card: card, group: group)))
    }
    try adjust(before: .max)
  }

  /// A column that is not asked for is not read: the row need not be decoded up to it.
  private static func query(of needs: ScannedParts, hasCards: Bool) -> String {
    func column(_ name: String, _ isAskedFor: Bool) -> String { isAskedFor ? name : "NULL" }
    let hasVerdicts = needs.contains(.hardUse)
    return """
      SELECT id, \(column("question", hasCards)), \(column("direction", hasCards)), time, \
      utc_offset, \(column("wording", needs.contains(.groups))), grade, \
      \(column("hint_used", hasVerdicts)), duration, \(column("place", needs.contains(.states))), \
      occasion, \(column("verdict", hasVerdicts)), \
      \(column(ReviewEvent.wasInSteps("whole_review"), needs.contains(.states))), \
      \(column(ReviewEvent.wasInReview("whole_review"), needs.contains(.states))) \
      FROM whole_review WHERE id > ? AND id < ? ORDER BY id
      """
  }

  fileprivate static func bits(_ handle: SQLiteStatement, _ column: CInt) throws -> UInt128 {
    guard let bytes = sqlite3_column_blob(handle, column),
      sqlite3_column_bytes(handle, column) == 16
    else { throw LogFault("an identity in the column \(column) of answers") }
    return UInt128(bigEndian: bytes.loadUnaligned(as: UInt128.self))
  }
}

/// What is asked for of answers.
package struct ScannedParts: OptionSet, Sendable {
  /// The parts as bits.
  package let rawValue: Int

  /// Makes parts from bits.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The card of each answer and what it asks for; without it every card is number 0.
  package static let cards = ScannedParts(rawValue: 1)
  /// The group of each answer; without it every group is number 0.
  package static let groups = ScannedParts(rawValue: 2)
  /// What each answer was to its card. Without it an answer in the schedule is one in the learning steps.
  package static let states = ScannedParts(rawValue: 4)
  /// The state of the card after each answer, and what was predicted; with ``states``.
  package static let memories = ScannedParts(rawValue: 8)
  /// What tells of a misuse of “hard”.
  package static let hardUse = ScannedParts(rawValue: 16)
}

/// An event that a card's schedule follows from, as a scan reads it.
enum ScannedEvent {
  /// An answer.
  case answer(ScannedAnswer)
  /// A change of a schedule; with the numbers of the card and of its group, where that is known.
  case adjustment(EventID, Adjustment, card: Int, group: Int?)
}

/// An answer as a scan reads it.
struct ScannedAnswer {
  /// The event's identity.
  let id: EventID
  /// The number of its card (``AnswerNames/cards``).
  let card: Int
  /// The number of the title of its group (``AnswerNames/groups``).
  let group: Int
  /// When it was given.
  let moment: Moment
  /// How well the card was remembered.
  let grade: Grade
  /// Whether the hint was shown before.
  let hintUsed: Bool
  /// The milliseconds that it took.
  let duration: Int
  /// Where in the fuzz range its due day was chosen.
  let fuzzPosition: Double?
  /// Whether a schedule follows from it.
  let isScheduled: Bool
  /// Whether it was judged incorrect; `nil` where the learner judged.
  let isJudgedWrong: Bool?
  /// Whether another program had the card in its steps.
  let wasInSteps: Bool
  /// Whether another program had the card in review; asked for with the states of answers.
  let wasInReview: Bool

  /// Reads a row without its group, whose card is known.
  init(_ handle: SQLiteStatement, card: Int) throws {
    try self.init(handle, id: AnswerScan.bits(handle, 0), card: card, group: 0)
  }

  fileprivate init(_ handle: SQLiteStatement, id: UInt128, card: Int, group: Int) throws {
    let time = sqlite3_column_int64(handle, 3)
    let offset = Int(sqlite3_column_int64(handle, 4))
    let duration = Int(sqlite3_column_int64(handle, 8))
    guard LogBounds.time.contains(time), LogBounds.utcOffset.contains(offset),
      LogBounds.duration.contains(duration),
      let grade = Grade(rawValue: Int(sqlite3_column_int64(handle, 6)))
    else { throw LogFault("a number of the answer \(EventID(bits: id))") }
    let hasPlace = sqlite3_column_type(handle, 9) != SQLITE_NULL
    let place = hasPlace ? sqlite3_column_double(handle, 9) : nil
    if let place, !LogBounds.place.contains(place) {
      throw LogFault("\(place) in the column place")
    }
    self.id = EventID(bits: id)
    self.card = card
    self.group = group
    moment = Moment(milliseconds: time, utcOffset: offset)
    self.grade = grade
    hintUsed = sqlite3_column_int64(handle, 7) != 0
    self.duration = duration
    fuzzPosition = place.flatMap { $0.isFinite ? min(max($0, 0), 100) : nil }
    isScheduled = sqlite3_column_type(handle, 10) == SQLITE_NULL || Self.isScheduled(handle)
    isJudgedWrong = sqlite3_column_text(handle, 11).map {
      $0.withMemoryRebound(to: CChar.self, capacity: 6) { strcmp($0, "wrong") == 0 }
    }
    wasInSteps = sqlite3_column_int64(handle, 12) != 0
    wasInReview = sqlite3_column_int64(handle, 13) != 0
  }

  private static func isScheduled(_ handle: SQLiteStatement) -> Bool {
    guard let text = sqlite3_column_text(handle, 10) else { return true }
    return String(cString: text) != ReviewOccasion.cram.rawValue
  }
}

/// What the numbers of cards and groups stand for, in the order in which each first came.
package final class AnswerNames {
  /// The cards.
  package private(set) var cards: [CardID] = []
  /// The titles of groups, as they are called now.
  package private(set) var groups: [String] = []
  /// The schedulers that were in force.
  package internal(set) var schedulers: [Scheduler] = []
  /// The place of what each card asks for among `DirectionKind.allCases`.
  private(set) var kinds: [UInt8] = []

  /// Open addressing: a question's bits are a hash themselves.
  private var table: [Int32] = Array(repeating: -1, count: 1 << 12)
  private var directions: [UInt64] = []
  private var groupNumbers: [String: Int] = [:]

  /// Makes names of which none has a number yet.
  package init() {}

  /// The number of a group.
  func number(ofGroup title: String) -> Int {
    if let number = groupNumbers[title] { return number }
    groupNumbers[title] = groups.count
    groups.append(title)
    return groups.count - 1
  }

  /// The number of a card; one that comes for the first time gets the next.
  package func number(of card: CardID) -> Int {
    var name = card.direction.rawValue
    return name.withUTF8 { number(of: card, code: Self.code($0)) }
  }

  /// The number of a card, with the code of its direction (``code(_:)``).
  func number(of card: CardID, code: UInt64) -> Int {
    number(of: card.question.bits, code) { card.direction } ?? 0
  }

  fileprivate func number(
    of question: UInt128, direction handle: SQLiteStatement, _ column: CInt
  ) throws -> Int {
    guard let text = sqlite3_column_text(handle, column) else { throw LogFault("no direction") }
    let bytes = UnsafeBufferPointer(
      start: text, count: Int(sqlite3_column_bytes(handle, column)))
    guard bytes.count <= LogBounds.name else {
      throw LogFault("\(bytes.count) bytes in the column direction")
    }
    let found = number(of: question, Self.code(bytes)) {
      Direction(rawValue: String(decoding: bytes, as: UTF8.self))
    }
    guard let found else {
      throw LogFault("the direction “\(String(decoding: bytes.prefix(100), as: UTF8.self))”")
    }
    return found
  }

  /// A number for each name of a direction.
  static func code(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 { FNV1a.hash(name) }

  private func number(
    of question: UInt128, _ code: UInt64, direction: () -> Direction?
  ) -> Int? {
    var place = Self.place(question, code) & (table.count - 1)
    while table[place] >= 0 {
      let number = Int(table[place])
      if cards[number].question.bits == question, directions[number] == code { return number }
      place = (place + 1) & (table.count - 1)
    }
    guard let direction = direction() else { return nil }
    table[place] = Int32(cards.count)
    cards.append(CardID(question: QuestionID(bits: question), direction: direction))
    kinds.append(Self.place(of: direction.kind))
    directions.append(code)
    if cards.count * 2 > table.count { grow() }
    return cards.count - 1
  }

  private func grow() {
    table = Array(repeating: -1, count: table.count * 4)
    for (number, card) in cards.enumerated() {
      var place = Self.place(card.question.bits, directions[number]) & (table.count - 1)
      while table[place] >= 0 { place = (place + 1) & (table.count - 1) }
      table[place] = Int32(number)
    }
  }

  private static func place(of kind: DirectionKind) -> UInt8 {
    UInt8(DirectionKind.allCases.firstIndex(of: kind) ?? 0)
  }

  private static func place(_ question: UInt128, _ code: UInt64) -> Int {
    Int(truncatingIfNeeded: UInt64(truncatingIfNeeded: question) ^ (code &* 31))
  }
}

/// The numbers of the groups that wordings name.
private struct GroupTitles {
  private let tx: Transaction
  private let book: PresetBook
  private var groups: [UInt128: Int32] = [:]
  private var titles: [UInt128: String] = [:]
  /// The last wording of each card, and its group.
  private var recent: [(wording: UInt128, group: Int32)] = []

  init(_ tx: Transaction, readsAll: Bool) throws {
    self.tx = tx
    book = try tx.presets.book()
    guard readsAll else { return }
    // A few titles for many wordings: each is kept once.
    var known: [String: String] = [:]
    let rows = try Row.fetchCursor(tx.db, sql: "SELECT id, group_title FROM wording")
    while let row = try rows.next() {
      let title = try row.decodeText(atIndex: 1)
      let kept = known[title] ?? title
      known[title] = kept
      titles[try (row.decode(atIndex: 0) as EventID).bits] = kept
    }
  }

  mutating func number(of wording: UInt128, card: Int, _ names: AnswerNames) throws -> Int {
    while recent.count <= card { recent.append((0, 0)) }
    if recent[card].wording != wording {
      recent[card] = (wording, try number(of: wording, names))
    }
    return Int(recent[card].group)
  }

  private mutating func number(of wording: UInt128, _ names: AnswerNames) throws -> Int32 {
    if let known = groups[wording] { return known }
    let id = EventID(bits: wording)
    let found = try titles[wording] ?? tx.reviews.groupTitle(of: id)
    let number = Int32(names.number(ofGroup: book.title(of: found, since: id)))
    groups[wording] = number
    return number
  }
}
