import GRDB
import RabbleQuestions
import RabbleScheduling

/// What the learner has put on cards: flags, and on questions: tags and notes of their own. The table
/// `marked` has what is on them now; it follows from the events. An event may come from anywhere and stays as
/// it came; what follows from it is canonical (``Mark/Change/canonicalTag(_:)``).
package struct MarkStore {
  let tx: Transaction
  private var db: Database { tx.db }

  /// Puts something on cards, with one event a card or question; all are undone at once. A card that
  /// has it already is left alone.
  ///
  /// - Parameters:
  ///   - change: what is put on or taken off.
  ///   - cards: the cards.
  ///   - again: whether those that have it already get it again.
  ///   - cause: the event that is undone when this one is; without it the first of them.
  ///   - moment: the present.
  /// - Returns: the event that is undone with the others; and the cards that changed, one of
  ///   each question where tags or notes are put on.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  @discardableResult
  package func put(
    _ change: Mark.Change, on cards: [CardID], again: Bool = false, with cause: EventID? = nil,
    at moment: Moment
  ) throws -> (
    id: EventID?, cards: [CardID]
  ) {
    var cause = cause
    var changed: [CardID] = []
    for card in cards {
      let before = try marks(of: card)
      if !again, before.after(change) == before { continue }
      let mark = Mark(change, on: card, at: moment)
      let (kind, name, value, isOn) = change.columns
      let id = try tx.append(
        to: MarkEvent.table, at: moment,
        [
          "utc_offset": moment.utcOffset, "question": mark.question,
          "direction": mark.direction?.rawValue ?? "", "kind": kind, "name": name,
          "value": value, "is_on": isOn ? 1 : 0, "cause": cause,
        ])
      cause = cause ?? id
      changed.append(card)
      try hold(card.question)
    }
    return (cause, changed)
  }

  /// What is on a card and its question.
  package func marks(of card: CardID) throws -> CardMarks {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT kind, name, value FROM marked WHERE question = ? AND direction IN (?, '')
          ORDER BY kind, name
          """), arguments: [card.question, card.direction])
    var marks = CardMarks()
    while let row = try rows.next() {
      switch try MarkKind(row) {
      case .flag: marks.flag = try FlagColor(row) ?? .red
      case .tag: marks.tags.append(try row.decodeText("name"))
      case .note: marks.note = try row.decodeText("value")
      }
    }
    marks.tags.sort()
    return marks
  }

  /// The learner's own tags with the number of questions that have each, by name.
  package func tags() throws -> [(tag: String, questions: Int)] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT name, count(*) AS questions FROM marked WHERE kind = ? GROUP BY name ORDER BY name
        """, arguments: [MarkKind.tag]
    ).map { (try $0.decodeText("name"), try $0.decode("questions", in: LogBounds.count)) }
  }

  /// The learner's own tags of each question that has some, by name.
  package func tagsOfQuestions() throws -> [QuestionID: [String]] {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT question, name FROM marked WHERE kind = ?", arguments: [MarkKind.tag])
    var tags: [QuestionID: [String]] = [:]
    while let row = try rows.next() {
      tags[try row.decode(forColumn: "question"), default: []].append(try row.decodeText("name"))
    }
    return tags.mapValues { $0.sorted() }
  }

  /// How many cards or questions were marked with an event, its own included.
  package func count(with event: EventID) throws -> Int {
    try Int.fetchOne(
      db, sql: "SELECT count(*) FROM mark WHERE id = ?1 OR cause = ?1", arguments: [event]) ?? 0
  }

  // MARK: - What is on cards now

  /// Computes from the events what is on the cards of a question.
  fileprivate func hold(_ question: QuestionID) throws {
    try db.cachedStatement(sql: "DELETE FROM marked WHERE question = ?")
      .execute(arguments: [question])
    try keep(held(where: "e.question = ?", [question]))
  }

  /// Computes what is on all cards.
  fileprivate func rebuild() throws {
    try db.execute(sql: "DELETE FROM marked")
    try keep(held())
  }

  /// How many cards or questions have what they should not, or the reverse.
  fileprivate func wronglyMarked() throws -> Int {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT question, direction, kind, name, value FROM marked")
    var kept: Set<[DatabaseValue]> = []
    while let row = try rows.next() { kept.insert(Array(row.databaseValues)) }
    return try kept.symmetricDifference(held()).count
  }

  /// What the newest events that count have put on cards, as rows of `marked`. An event that can't be read
  /// puts on nothing; it is found by its check value.
  private func held(where condition: String = "1", _ arguments: StatementArguments = []) throws
    -> [[DatabaseValue]]
  {
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: MarkEvent.query(where: condition)), arguments: arguments)
    var held: [MarkKey: String?] = [:]
    while let row = try rows.next() {
      guard let mark = try StorageError.readable({ try MarkEvent.event(row).mark }) else {
        continue
      }
      let (_, _, value, isOn) = mark.change.columns
      if isOn {
        held.updateValue(value, forKey: MarkKey(mark))
      } else {
        held.removeValue(forKey: MarkKey(mark))
      }
    }
    return held.map { key, value in
      [
        key.question.databaseValue, key.direction.databaseValue, key.kind.databaseValue,
        key.name.databaseValue, value.databaseValue,
      ]
    }
  }

  private func keep(_ rows: [[DatabaseValue]]) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO marked (question, direction, kind, name, value) VALUES (?, ?, ?, ?, ?)
        """)
    for row in rows { try statement.execute(arguments: StatementArguments(row)) }
  }
}

extension Transaction {
  /// What the learner has put on cards.
  package var marks: MarkStore { MarkStore(tx: self) }
}

/// What kind of thing is put on a card or question, as the log names it.
enum MarkKind: String, DatabaseValueConvertible {
  case flag, tag, note

  /// Reads the column `kind`.
  init(_ row: Row) throws {
    let name = try row.decodeName("kind")
    guard let kind = MarkKind(rawValue: name) else {
      throw LogFault("the kind “\(name)” of a mark")
    }
    self = kind
  }
}

extension FlagColor {
  /// Reads the column `value` of a flag; `nil` for one without a color.
  init?(_ row: Row) throws {
    if try row.decode(String?.self, forColumn: "value") == nil { return nil }
    let name = try row.decodeName("value")
    guard let color = FlagColor(name: name) else {
      throw LogFault("the color “\(name)” of a flag")
    }
    self = color
  }
}

/// What a mark replaces: the last of the same card, kind and name.
private struct MarkKey: Hashable {
  let question: QuestionID
  let kind: MarkKind
  let direction, name: String

  init(_ mark: Mark) {
    question = mark.question
    direction = mark.direction?.rawValue ?? ""
    (kind, name, _, _) = mark.change.columns
  }
}

extension Mark.Change {
  fileprivate var columns: (kind: MarkKind, name: String, value: String?, isOn: Bool) {
    switch self {
    case .flag(let isOn, let color): (.flag, "", isOn ? color?.name : nil, isOn)
    case .tag(let tag, let isOn): (.tag, tag, nil, isOn)
    case .note(let note): (.note, "", note, note != nil)
    }
  }
}

// MARK: - Events

/// Something was put on a card or question, or taken off.
enum MarkEvent: UndoableEventKind {
  static let table = "mark"
  static let fields: [EventField] = [
    .utcOffset, .question, .direction(canBeEmpty: true), .text("kind", atMost: LogBounds.name),
    .text("name"), .text("value", isRequired: false), .integer("is_on"), .cause,
  ]
  static let hasCause = true
  static let columns = """
    e.id, e.question, e.direction, e.kind, e.name, e.value, e.is_on, e.time, e.utc_offset
    """

  static func event(_ row: Row) throws -> (id: EventID, mark: Mark) {
    let direction = try row.decodeName("direction")
    let isOn: Bool = try row.decode(forColumn: "is_on")
    let change: Mark.Change
    switch try MarkKind(row) {
    case .flag: change = .flag(isOn, try FlagColor(row))
    case .tag:
      guard let tag = Mark.Change.canonicalTag(try row.decodeText("name")) else {
        throw LogFault("an empty tag of a mark")
      }
      change = .tag(tag, isOn)
    case .note: change = .note(isOn ? Mark.Change.canonicalNote(try row.decodeText("value")) : nil)
    }
    let card = CardID(
      question: try row.decode(forColumn: "question"),
      direction: direction.isEmpty ? .recognition : try Direction(row))
    return (try row.decode(forColumn: "id"), Mark(change, on: card, at: try Moment(row)))
  }

  static func entry(_ event: (id: EventID, mark: Mark)) -> UndoableEvent {
    .mark(event.id, event.mark)
  }

  static func replay(_ events: [(id: EventID, mark: Mark)], _ tx: Transaction) throws -> Int {
    for question in Set(events.map(\.mark.question)) { try tx.marks.hold(question) }
    return 0
  }

  /// Brings up to date what is on cards after these events came in, or were undone or redone elsewhere.
  static func replay(_ events: Set<EventID>, _ tx: Transaction) throws {
    let statement = try tx.db.cachedStatement(sql: "SELECT question FROM \(source) WHERE e.id = ?")
    let questions = try events.compactMap { try QuestionID.fetchOne(statement, arguments: [$0]) }
    for question in Set(questions) { try tx.marks.hold(question) }
  }

  static func rebuild(_ tx: Transaction) throws { try tx.marks.rebuild() }

  static func check(_ tx: Transaction) throws -> [LogFinding] {
    let cards = try tx.marks.wronglyMarked()
    return cards > 0 ? [.marksDiffer(cards: cards)] : []
  }
}
