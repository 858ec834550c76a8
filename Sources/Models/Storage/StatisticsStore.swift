import Foundation
import GRDB
import GRDBSQLite
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// What statistics read: all answers in one sequential scan, and where each card stands.
package struct StatisticsStore {
  let tx: Transaction
  private var db: Database { tx.db }

  /// Hands every answer that was not undone and every adjustment to `body`, oldest first. It is many
  /// times as fast as ``ReviewStore/forEach(_:)``: a million answers take a fraction of a second.
  ///
  /// - Parameters:
  ///   - first: the first day of the answers, in whatever zone they were given; `nil` for all.
  ///   - needs: what is asked for besides when each answer was given, its grade and how long it took.
  ///   - body: is handed each event, and what the numbers in it stand for.
  /// - Returns: what the numbers stand for.
  /// - Throws: ``StorageError``, or what `body` throws.
  package func forEach(
    since first: StudyDay? = nil, _ needs: ScannedParts,
    _ body: (borrowing ScannedEvent, borrowing ScannedNames) throws -> Void
  ) throws -> ScannedNames {
    var names = ScannedNames()
    var groups = try needs.contains(.groups) ? GroupTitles(tx, &names) : nil
    let start = first.map { DayStore.firstID(of: $0) } ?? EventID(bits: 0)
    let undone = try undoneAnswers()
    var adjustments =
      try needs.contains(.cards)
      ? tx.adjustments.all().values.joined().filter { $0.id >= start }.sorted { $0.id > $1.id } : []
    let statement = try db.makeStatement(sql: Self.query(of: needs))
    let handle = statement.sqliteStatement
    var key = start.bits.bigEndian
    sqlite3_reset(handle)
    withUnsafeBytes(of: &key) {
      _ = sqlite3_bind_blob(handle, 1, $0.baseAddress, 16, Self.transient)
    }
    defer { sqlite3_reset(handle) }
    func adjust(before id: UInt128) throws {
      while let next = adjustments.last, next.id.bits < id {
        adjustments.removeLast()
        let card = names.number(of: next.adjustment.card)
        let group = try next.wording.map { try groups?.number(of: $0.id.bits, card: card) ?? 0 }
        try body(.adjustment(next.id, next.adjustment, card: card, group: group), names)
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
        try needs.contains(.cards)
        ? names.number(of: Self.bits(handle, 1), direction: handle, 2) : 0
      let group = try groups?.number(of: Self.bits(handle, 5), card: card) ?? 0
      try body(.answer(ScannedAnswer(handle, id: id, card: card, group: group)), names)
    }
    try adjust(before: .max)
    return names
  }

  /// The answers that do not count: undone by themselves, or with the import that brought them.
  private func undoneAnswers() throws -> Set<EventID> {
    try EventID.fetchSet(
      db,
      sql: """
        SELECT t.review FROM retraction t WHERE \(Retraction.counts("t"))
        UNION ALL SELECT e.id FROM review e
        WHERE e.cause IS NOT NULL AND NOT \(ReviewEvent.isImportCounted("e"))
        """)
  }

  /// A column that is not asked for is not read: the row need not be decoded up to it.
  private static func query(of needs: ScannedParts) -> String {
    func column(_ name: String, _ part: ScannedParts) -> String {
      needs.contains(part) ? name : "NULL"
    }
    let question = column("question", .cards)
    let direction = column("direction", .cards)
    let wording = column("wording", .groups)
    return """
      SELECT id, \(question), \(direction), time, utc_offset, \(wording), grade, \
      \(column("hint_used", .verdicts)), duration, \(column("place", .cards)), occasion, \
      \(column("verdict", .verdicts)) FROM review WHERE id >= ? ORDER BY id
      """
  }

  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  fileprivate static func bits(_ handle: SQLiteStatement, _ column: CInt) throws -> UInt128 {
    guard let bytes = sqlite3_column_blob(handle, column),
      sqlite3_column_bytes(handle, column) == 16
    else { throw LogFault("an identity in the column \(column) of answers") }
    return UInt128(bigEndian: bytes.loadUnaligned(as: UInt128.self))
  }
}

extension Transaction {
  /// What statistics read.
  package var statistics: StatisticsStore { StatisticsStore(tx: self) }
}

/// What a scan of answers is asked for.
package struct ScannedParts: OptionSet, Sendable {
  /// The parts as bits.
  package let rawValue: Int

  /// Makes parts from bits.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The card of each answer, and what its schedule follows from; without it every card is number 0.
  package static let cards = ScannedParts(rawValue: 1)
  /// The group of each answer; without it every group is number 0.
  package static let groups = ScannedParts(rawValue: 2)
  /// Whether the hint was shown, and what the judge said.
  package static let verdicts = ScannedParts(rawValue: 4)
}

/// An event that a card's schedule follows from, as a scan reads it.
package enum ScannedEvent {
  /// An answer.
  case answer(ScannedAnswer)
  /// A change of a schedule; with the numbers of the card and of its group, where that is known.
  case adjustment(EventID, Adjustment, card: Int, group: Int?)
}

/// An answer as a scan reads it.
package struct ScannedAnswer {
  /// The event's identity.
  package let id: EventID
  /// The number of its card (``ScannedNames/cards``).
  package let card: Int
  /// The number of the title of its group (``ScannedNames/groups``).
  package let group: Int
  /// When it was given.
  package let moment: Moment
  /// How well the card was remembered.
  package let grade: Grade
  /// Whether the hint was shown before.
  package let hintUsed: Bool
  /// The milliseconds that it took.
  package let duration: Int
  /// Where in the fuzz range its due day was chosen.
  package let fuzzPosition: Double?
  /// Whether a schedule follows from it.
  package let isScheduled: Bool
  /// Whether it was judged incorrect; `nil` where the learner judged.
  package let isJudgedWrong: Bool?

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
  }

  private static func isScheduled(_ handle: SQLiteStatement) -> Bool {
    guard let text = sqlite3_column_text(handle, 10) else { return true }
    return String(cString: text) != ReviewOccasion.cram.rawValue
  }
}

/// What the numbers in a scan stand for.
package struct ScannedNames {
  /// The cards, in the order in which each first came.
  package private(set) var cards: [CardID] = []
  /// The titles of groups, as they are called now.
  package fileprivate(set) var groups: [String] = []

  /// Open addressing: a question's bits are a hash themselves.
  private var table: [Int32] = Array(repeating: -1, count: 1 << 12)
  private var directions: [UInt64] = []

  fileprivate init() {}

  /// The number of a card.
  fileprivate mutating func number(of card: CardID) -> Int {
    var name = card.direction.rawValue
    return name.withUTF8 {
      number(of: card.question.bits, Self.code($0)) { card.direction }
    } ?? 0
  }

  fileprivate mutating func number(
    of question: UInt128, direction handle: SQLiteStatement, _ column: CInt
  ) throws -> Int {
    guard let text = sqlite3_column_text(handle, column) else { throw LogFault("no direction") }
    let bytes = UnsafeBufferPointer(
      start: text, count: Int(sqlite3_column_bytes(handle, column)))
    let found = number(of: question, Self.code(bytes)) {
      Direction(rawValue: String(decoding: bytes, as: UTF8.self))
    }
    guard let found else {
      throw LogFault("the direction “\(String(decoding: bytes.prefix(100), as: UTF8.self))”")
    }
    return found
  }

  /// A number for each name of a direction: FNV-1a of 64 bits.
  private static func code(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    name.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  private mutating func number(
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
    directions.append(code)
    if cards.count * 2 > table.count { grow() }
    return cards.count - 1
  }

  private mutating func grow() {
    table = Array(repeating: -1, count: table.count * 4)
    for (number, card) in cards.enumerated() {
      var place = Self.place(card.question.bits, directions[number]) & (table.count - 1)
      while table[place] >= 0 { place = (place + 1) & (table.count - 1) }
      table[place] = Int32(number)
    }
  }

  private static func place(_ question: UInt128, _ code: UInt64) -> Int {
    Int(truncatingIfNeeded: UInt64(truncatingIfNeeded: question) ^ (code &* 31))
  }
}

/// The group titles of wordings, by number.
private struct GroupTitles {
  private var groups: [UInt128: Int32] = [:]
  /// The last wording of each card, and its group.
  private var recent: [(wording: UInt128, group: Int32)] = []

  init(_ tx: Transaction, _ names: inout ScannedNames) throws {
    let book = try tx.presets.book()
    var numbers: [String: Int32] = [:]
    let rows = try Row.fetchCursor(tx.db, sql: "SELECT id, group_title FROM wording ORDER BY id")
    while let row = try rows.next() {
      let id: EventID = try row.decode(atIndex: 0)
      let title = book.title(of: try row.decodeText(atIndex: 1), since: id)
      let number = numbers[title] ?? Int32(names.groups.count)
      if Int(number) == names.groups.count {
        names.groups.append(title)
        numbers[title] = number
      }
      groups[id.bits] = number
    }
  }

  mutating func number(of wording: UInt128, card: Int) throws -> Int {
    while recent.count <= card { recent.append((0, 0)) }
    if recent[card].wording != wording {
      guard let group = groups[wording] else {
        throw LogFault("the wording of an answer, which is missing")
      }
      recent[card] = (wording, group)
    }
    return Int(recent[card].group)
  }
}

extension StatisticsStore {
  /// The titles of all groups whose cards were ever asked, as they are called now.
  package func groupTitles() throws -> [String] {
    var names = ScannedNames()
    _ = try GroupTitles(tx, &names)
    return names.groups
  }

  /// All adjustments that were not undone, oldest first, with the title of the card's group where that
  /// was recorded.
  package func adjustments() throws -> [(id: EventID, adjustment: Adjustment, group: String?)] {
    try tx.adjustments.all().values.joined().sorted { $0.id < $1.id }
      .map { ($0.id, $0.adjustment, $0.wording?.group) }
  }
}

extension StatisticsStore {
  /// The groups of the decks of which a card was answered or taken as known, as the decks were read last.
  package func startedGroups() throws -> [StoredGroup] {
    let paths = try String.fetchAll(
      db,
      sql: """
        SELECT d.path FROM deck d WHERE EXISTS (SELECT 1 FROM deck_group g WHERE g.deck = d.id
          AND EXISTS (SELECT 1 FROM card c WHERE c.deck_group = g.id AND c.is_new = 0))
        ORDER BY d.path
        """)
    return try tx.decks.groups(of: paths)
  }
}

// MARK: - Cards as they stand

/// Where a card stands now.
package struct StandingCard {
  /// The card.
  package let card: CardID
  /// Its schedule; `nil` for a new card.
  package let schedule: Schedule?
  /// The day on which it was first answered or taken as known.
  package let introduced: StudyDay?
  /// The title of the group it is in, or was last asked in.
  package let group: String
  /// Its prompt.
  package let prompt: String
  /// Its answer.
  package let answer: String
  /// Whether it is suspended or buried.
  package let suspension: Suspension
}

extension StatisticsStore {
  /// Hands every card that was answered, or that these groups have, to `body`, each once.
  ///
  /// - Throws: ``StorageError``, or what `body` throws.
  package func forEachCard(of groups: [StoredGroup], _ body: (StandingCard) throws -> Void) throws {
    let book = try tx.presets.book()
    var held: [CardID: Suspension] = [:]
    let holding = try Row.fetchCursor(db, sql: "SELECT question, direction, until_day FROM held")
    while let row = try holding.next() {
      held[try CardID(row)] =
        row.hasNull(atIndex: 2) ? .suspended : .buried(until: try StudyDay(row, at: 2))
    }
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(CardProgress.columns(of: "s")), s.question, s.direction, w.group_title, w.prompt, w.answer
        FROM schedule s JOIN wording w ON w.id = s.wording
        """)
    let next = CardProgress.columnCount
    while let row = try rows.next() {
      let progress = try CardProgress(row)
      let card = try CardID(row, at: next)
      try body(
        StandingCard(
          card: card, schedule: progress.schedule, introduced: progress.introduced,
          group: book.title(of: try row.decodeText(atIndex: next + 2), since: progress.wording),
          prompt: try row.decodeText(atIndex: next + 3),
          answer: try row.decodeText(atIndex: next + 4),
          suspension: held[card] ?? .active))
    }
    var met: Set<CardID> = []
    for group in groups {
      let rows = try Row.fetchCursor(
        db.cachedStatement(
          sql: """
            SELECT q.id, c.direction, q.prompt, q.answer FROM card c
              JOIN question q ON q.deck_group = c.deck_group AND q.position = c.position
            WHERE c.deck_group = ? AND c.is_new = 1
            """), arguments: [group.id])
      while let row = try rows.next() {
        let card = try CardID(row)
        guard met.insert(card).inserted else { continue }
        try body(
          StandingCard(
            card: card, schedule: nil, introduced: nil, group: group.title,
            prompt: try row.decodeText(atIndex: 2), answer: try row.decodeText(atIndex: 3),
            suspension: held[card] ?? .active))
      }
    }
  }
}
