import Foundation
import GRDB
import GRDBSQLite
import RabbleQuestions
import RabbleScheduling

/// What events of a kind are made of: the fields that lines and check values have, and where the log keeps
/// each. `schema.sql` has the tables, and a view of the same name for each kind in the table `event`.
struct EventForm: Sendable {
  /// What a row has in a column.
  enum Part: Sendable {
    /// The value of a field, by its place.
    case field(Int)
    /// The number of the card that two fields name.
    case card(question: Int, direction: Int)
    /// The number of the device that a field names.
    case device(Int)
    /// The number of the wording that a field names.
    case wording(Int)
    /// The name of the kind.
    case kind
    case check
    /// The fields that have no column, as JSON.
    case body
    /// A fact of an answer, by its place among ``AnswerFacts/columns``.
    case fact(Int)
  }

  let kind: String
  /// The identity, the device and the time, then what events of this kind have besides.
  let fields: [EventField]
  /// The places of the fields in the order of their names, as check values go.
  let order: [Int]
  /// The table that has its events.
  let table: String
  /// The table or view that has its events whole, with a column for each field.
  let source: String
  /// The columns of the table, with what each has.
  let columns: [(name: String, part: Part)]
  private let places: [String: Int]

  /// The places of the fields that all events have.
  static let (id, device, time) = (0, 1, 2)
  private static let common: [EventField] = [
    .identity("id"), .identity("device"), .integer("time", in: LogBounds.time),
  ]
  /// The tables with events.
  static let tables = ["event", "review", "wording"]

  fileprivate init(_ kind: any EventKind.Type) {
    self.kind = kind.table
    let fields = Self.common + kind.fields
    self.fields = fields
    order = fields.indices.sorted { fields[$0].name < fields[$1].name }
    let places = Dictionary(
      uniqueKeysWithValues: fields.enumerated().map { ($1.name, $0) })
    self.places = places
    let isOwn = Self.tables.contains(kind.table)
    table = isOwn ? kind.table : "event"
    source = kind.table == ReviewEvent.table ? ReviewEvent.whole : kind.table
    var columns: [(name: String, part: Part)] = [(EventCheck.column, .check)]
    if !isOwn { columns += [("kind", .kind), ("body", .body)] }
    for (place, field) in fields.enumerated() {
      guard isOwn || field.column != nil else { continue }
      switch (kind.table, field.name) {
      case (ReviewEvent.table, "question"):
        columns.append(("card", .card(question: place, direction: places["direction"] ?? place)))
      case (ReviewEvent.table, "direction"): break
      case (ReviewEvent.table, "device"): columns.append(("device", .device(place)))
      case (ReviewEvent.table, "wording"): columns.append(("wording", .wording(place)))
      default: columns.append((field.column ?? field.name, .field(place)))
      }
    }
    if kind.table == ReviewEvent.table {
      columns += AnswerFacts.columns.enumerated().map { ($1, .fact($0)) }
    }
    self.columns = columns
  }

  /// The forms of all kinds, by name.
  static let all: [String: EventForm] = Dictionary(
    uniqueKeysWithValues: EventKinds.all.map { ($0.table, EventForm($0)) })
  /// Those of the events that logs exchange: what was joined with this log is its own affair.
  static let shared = all.values.filter { $0.kind != LogUnionEvent.table }
    .sorted { $0.kind < $1.kind }

  /// The form of a kind.
  static func of(_ kind: String) -> EventForm {
    guard let form = all[kind] else { preconditionFailure("no kind of events is \(kind)") }
    return form
  }

  /// The place of a field; `nil` for one that events of this kind don't have.
  func place(of field: String) -> Int? { places[field] }

  /// A query of whole events `e` of ``source``: all fields, then the check value.
  func query(where condition: String = "1", order: String? = "e.id") -> String {
    let columns = (fields.map(\.name) + [EventCheck.column]).map { "e." + $0 }
    return "SELECT \(columns.joined(separator: ", ")) FROM \(source) e WHERE \(condition)"
      + (order.map { " ORDER BY \($0)" } ?? "")
  }

  /// Reads the fields of a row of ``query(where:order:)``.
  func values(_ row: SQLiteStatement) -> [EventValue] {
    fields.indices.map { EventValue(row, CInt($0), as: fields[$0].type) }
  }

  /// Reads the check value of a row of ``query(where:order:)``.
  func check(_ row: SQLiteStatement) -> Int64 { sqlite3_column_int64(row, CInt(fields.count)) }
}

/// A field of the events of a kind.
struct EventField: Sendable {
  /// What a field has.
  enum Kind: Sendable {
    case integer(ClosedRange<Int64>)
    case real(ClosedRange<Double>)
    /// A text of at most so many bytes.
    case text(atMost: Int)
    /// What a card asks for; for a mark on a whole question it is empty.
    case direction(canBeEmpty: Bool)
    case occasion
    case identity
    case bytes
  }

  let name: String
  let type: Kind
  let isRequired: Bool
  /// The column of `event` that has it; `nil` for a field in the body.
  let column: String?
  /// The kind of the event that it names, without which the event can't be in a log.
  let reference: String?

  private static let columns = [
    "id", "device", "time", "utc_offset", "question", "direction", "target", "cause",
  ]

  private init(
    _ name: String, _ type: Kind, isRequired: Bool, column: String? = nil, reference: String? = nil
  ) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
    self.column = column ?? (Self.columns.contains(name) ? name : nil)
    self.reference = reference
  }

  static func integer<Number: BinaryInteger>(
    _ name: String, in bounds: ClosedRange<Number>, isRequired: Bool = true
  ) -> EventField {
    let bounds = Int64(bounds.lowerBound)...Int64(bounds.upperBound)
    return EventField(name, .integer(bounds), isRequired: isRequired)
  }

  static func integer(_ name: String, isRequired: Bool = true) -> EventField {
    integer(name, in: Int64.min...Int64.max, isRequired: isRequired)
  }

  static func real(
    _ name: String, in bounds: ClosedRange<Double>, isRequired: Bool = true
  ) -> EventField {
    EventField(name, .real(bounds), isRequired: isRequired)
  }

  static func text(
    _ name: String, atMost longest: Int = LogBounds.text, isRequired: Bool = true
  ) -> EventField {
    EventField(name, .text(atMost: longest), isRequired: isRequired)
  }

  static func direction(canBeEmpty: Bool = false) -> EventField {
    EventField("direction", .direction(canBeEmpty: canBeEmpty), isRequired: true)
  }

  static let occasion = EventField("occasion", .occasion, isRequired: false)

  static func identity(
    _ name: String, isRequired: Bool = true, in column: String? = nil, of kind: String? = nil
  ) -> EventField {
    EventField(name, .identity, isRequired: isRequired, column: column, reference: kind)
  }

  static func bytes(_ name: String) -> EventField { EventField(name, .bytes, isRequired: false) }

  static let utcOffset = integer("utc_offset", in: LogBounds.utcOffset)
  static let question = identity("question")
  static let cause = identity("cause", isRequired: false)
}

/// The value of a field, or of another column of the log.
enum EventValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case identity(UInt128)
  case bytes(Data)

  init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
  init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }
  init(_ number: Double?) { self = number.map { .real($0) } ?? .null }
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  init(_ id: EventID?) { self = id.map { .identity($0.bits) } ?? .null }
  init(_ id: QuestionID) { self = .identity(id.bits) }

  /// A value that GRDB keeps, of a field.
  init(_ value: DatabaseValue, as type: EventField.Kind) {
    switch value.storage {
    case .null: self = .null
    case .int64(let number): self = .integer(number)
    case .double(let number): self = .real(number)
    case .string(let text): self = .text(text)
    case .blob(let data): self = Self.blob(data, as: type)
    }
  }

  /// Reads a column, of a field. In a body, identities and bytes are kept as lines have them, and numbers
  /// that need not be whole as texts: SQLite does not read all of them exactly.
  init(_ row: SQLiteStatement, _ column: CInt, as type: EventField.Kind) {
    switch sqlite3_column_type(row, column) {
    case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(row, column))
    case SQLITE_FLOAT: self = .real(sqlite3_column_double(row, column))
    case SQLITE_TEXT:
      let start = sqlite3_column_text(row, column)
      let count = start == nil ? 0 : Int(sqlite3_column_bytes(row, column))
      let text = String(
        decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
      self.init(ofBody: text, as: type)
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(row, column)
      let count = start == nil ? 0 : Int(sqlite3_column_bytes(row, column))
      if case .identity = type, count == 16, let start {
        self = .identity(UInt128(bigEndian: start.loadUnaligned(as: UInt128.self)))
      } else {
        self = .bytes(start.map { Data(bytes: $0, count: count) } ?? Data())
      }
    default: self = .null
    }
  }

  /// What a text in a body is.
  init(ofBody text: String, as type: EventField.Kind) {
    switch type {
    case .identity, .bytes: self = Self(blobOfLine: text, as: type) ?? .text(text)
    case .real: self = Double(text).map { .real($0) } ?? .text(text)
    default: self = .text(text)
    }
  }

  /// The blob that a line has as the text of a UUID or Base64; `nil` where it is none.
  init?(blobOfLine text: String, as type: EventField.Kind) {
    guard text.utf8.count == 36, text.utf8.contains(UInt8(ascii: "-")) else {
      guard let data = Data(base64Encoded: text) else { return nil }
      self = Self.blob(data, as: type)
      return
    }
    var (bits, digits) = (UInt128(0), 0)
    for byte in text.utf8 where byte != UInt8(ascii: "-") {
      guard let digit = Self.digit(byte) else { return nil }
      bits = bits << 4 | UInt128(digit)
      digits += 1
    }
    guard digits == 32 else { return nil }
    if case .bytes = type {
      self = .bytes(withUnsafeBytes(of: bits.bigEndian) { Data($0) })
    } else {
      self = .identity(bits)
    }
  }

  private static func blob(_ data: Data, as type: EventField.Kind) -> EventValue {
    if case .identity = type, let id = EventID.fromDatabaseValue(data.databaseValue) {
      return .identity(id.bits)
    }
    return .bytes(data)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The value with its text cut to ``LogBounds/text``.
  var cut: EventValue {
    if case .text(let text) = self { .text(LogBounds.cut(text)) } else { self }
  }

  /// The identity that it is; `nil` for another value.
  var eventID: EventID? { if case .identity(let bits) = self { EventID(bits: bits) } else { nil } }

  /// The whole number that it is; `nil` for another value.
  var number: Int64? { if case .integer(let number) = self { number } else { nil } }

  /// The text that it is; `nil` for another value.
  var string: String? { if case .text(let text) = self { text } else { nil } }

  /// The bytes of a text or blob.
  var length: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .bytes(let data): data.count
    case .null, .integer, .real, .identity: 0
    }
  }
}
