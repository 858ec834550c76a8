import GRDB
import GRDBSQLite
import RabbleQuestions
import RabbleScheduling

/// Adds events of one kind that are made here.
struct EventWriter {
  private let tx: Transaction
  private let form: EventForm
  /// The places of the fields that are given.
  private let given: [Int]
  private let device: EventID
  private let rows: EventRows
  private var check: EventCheck
  private var values: [EventValue]

  /// Prepares for events of a kind.
  ///
  /// - Parameters:
  ///   - tx: a transaction that changes the log.
  ///   - kind: the kind.
  ///   - fields: the fields that are given, besides those that every event has.
  ///   - moment: the present.
  /// - Throws: GRDB's `DatabaseError`, which ``StudyLog`` turns into a ``StorageError``.
  init(_ tx: Transaction, of kind: String, _ fields: [String], at moment: Moment) throws {
    self.tx = tx
    form = .of(kind)
    given = fields.map { [form] name in
      guard let place = form.place(of: name) else { preconditionFailure("\(kind) has no \(name)") }
      return place
    }
    device = try tx.device(at: moment)
    rows = try tx.rows(of: form)
    check = EventCheck(form)
    values = Array(repeating: .null, count: form.fields.count)
    values[EventForm.device] = .identity(device.bits)
  }

  /// Adds an event.
  ///
  /// - Parameters:
  ///   - known: its identity where another program has made it, which need not be after all others; `nil` for
  ///     one that comes after them.
  ///   - moment: its time.
  ///   - new: the values of the fields, in their order; a text that is too long is cut.
  ///   - facts: the facts of an answer, where they are known.
  /// - Returns: its identity.
  /// - Throws: GRDB's `DatabaseError`, which ``StudyLog`` turns into a ``StorageError``.
  @discardableResult
  mutating func add(
    _ known: EventID?, at moment: Moment, _ new: [EventValue], facts: AnswerFacts = .pending
  ) throws -> EventID {
    let id = try known ?? tx.nextEvent(at: moment)
    values[EventForm.id] = .identity(id.bits)
    values[EventForm.time] = .integer(moment.milliseconds)
    for (place, value) in zip(given, new) { values[place] = value.cut }
    switch try rows.add(values, check: check.value(values), facts: facts) {
    case .added: break
    case .known:
      throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "two events are \(id)")
    case .refused(let reason):
      throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: reason)
    }
    return id
  }
}

/// The table of a kind of events, as far as events are added to it.
final class EventRows {
  enum Outcome {
    case added
    /// There is an event with this identity.
    case known
    /// What was wrong with it.
    case refused(String)
  }

  private let db: Database
  private let form: EventForm
  private let numbers: LogNumbers
  /// Is called for each answer that is added.
  private let noteReview: () -> Void
  private let statement: Statement

  init(
    _ db: Database, _ form: EventForm, _ numbers: LogNumbers, noteReview: @escaping () -> Void
  ) throws {
    self.noteReview = noteReview
    self.db = db
    self.form = form
    self.numbers = numbers
    let names = form.columns.map(\.name).joined(separator: ", ")
    let places = Array(repeating: "?", count: form.columns.count).joined(separator: ", ")
    statement = try db.cachedStatement(
      sql: "INSERT INTO \(form.table) (\(names)) VALUES (\(places))")
  }

  /// Adds an event with these fields.
  ///
  /// - Throws: GRDB's `DatabaseError` where the log can't be written.
  func add(
    _ values: [EventValue], check: Int64, facts: AnswerFacts = .pending
  ) throws -> Outcome {
    let facts = form.kind == ReviewEvent.table ? facts.values : []
    for (index, column) in form.columns.enumerated() {
      let value: EventValue
      switch column.part {
      case .field(let place): value = values[place]
      case .check: value = .integer(check)
      case .kind: value = .text(form.kind)
      case .body: value = .text(body(values))
      case .fact(let place): value = facts[place]
      case .card(let question, let direction):
        guard case .identity(let bits) = values[question], let name = values[direction].string
        else { return .refused("no card") }
        value = .integer(try numbers.card(bits, name))
      case .device(let place):
        guard case .identity(let bits) = values[place] else { return .refused("no device") }
        value = .integer(try numbers.device(bits))
      case .wording(let place):
        guard case .identity(let bits) = values[place], let number = try numbers.wording(bits)
        else { return .refused("no wording") }
        value = .integer(number)
      }
      statement.bind(value, at: index)
    }
    let row = statement.sqliteStatement
    let code = sqlite3_step(row)
    sqlite3_reset(row)
    switch code {
    case SQLITE_DONE:
      if form.kind == ReviewEvent.table { noteReview() }
      if form.kind == WordingEvent.table, case .identity(let bits) = values[EventForm.id] {
        numbers.note(wording: bits, db.lastInsertedRowID)
      }
      return .added
    // The extended codes of a constraint (sqlite.org/rescode.html) of an identity and of a number.
    case 1555, 2067: return .known
    case _ where code & 0xff == SQLITE_CONSTRAINT: return .refused(db.lastErrorMessage ?? "")
    default:
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code & 0xff), message: db.lastErrorMessage)
    }
  }

  /// The fields without a column.
  private func body(_ values: [EventValue]) -> String {
    var json: [UInt8] = [UInt8(ascii: "{")]
    for (field, value) in zip(form.fields, values) where field.column == nil && value != .null {
      if json.count > 1 { json.append(UInt8(ascii: ",")) }
      json += "\"\(field.name)\":".utf8
      if case .real(let number) = value {
        EventLineWriter.write(.text("\(number)"), to: &json)
      } else {
        EventLineWriter.write(value, to: &json)
      }
    }
    json.append(UInt8(ascii: "}"))
    return String(decoding: json, as: UTF8.self)
  }
}

/// The numbers by which answers refer to devices, cards and wordings.
final class LogNumbers {
  private struct Card: Hashable {
    let question: UInt128
    let direction: String
  }

  private let db: Database
  private var devices: [UInt128: Int64] = [:]
  private var cards: [Card: Int64] = [:]
  private var wordings: [UInt128: Int64] = [:]

  init(_ db: Database) { self.db = db }

  /// The number of a device; one that comes for the first time gets one.
  func device(_ id: UInt128) throws -> Int64 {
    if let known = devices[id] { return known }
    let arguments: StatementArguments = [EventID(bits: id)]
    let number =
      try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT n FROM device WHERE id = ?"), arguments: arguments)
      ?? insert("INSERT INTO device (id, is_own) VALUES (?, 0)", arguments)
    devices[id] = number
    return number
  }

  /// The number of a card; one that comes for the first time gets one.
  func card(_ question: UInt128, _ direction: String) throws -> Int64 {
    let card = Card(question: question, direction: direction)
    if let known = cards[card] { return known }
    let arguments: StatementArguments = [QuestionID(bits: question), direction]
    let number =
      try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT n FROM card WHERE question = ? AND direction = ?"),
        arguments: arguments)
      ?? insert("INSERT INTO card (question, direction) VALUES (?, ?)", arguments)
    cards[card] = number
    return number
  }

  /// The number of a wording; `nil` where the log does not have it.
  func wording(_ id: UInt128) throws -> Int64? {
    if let known = wordings[id] { return known }
    let number = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT n FROM wording WHERE id = ?"), arguments: [EventID(bits: id)])
    wordings[id] = number
    return number
  }

  /// Notes the number that a new wording has got.
  func note(wording id: UInt128, _ number: Int64) { wordings[id] = number }

  private func insert(_ sql: String, _ arguments: StatementArguments) throws -> Int64 {
    try db.cachedStatement(sql: sql).execute(arguments: arguments)
    return db.lastInsertedRowID
  }
}
