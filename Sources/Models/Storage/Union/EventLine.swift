import Foundation
import GRDB
import GRDBSQLite
import RabbleQuestions
import RabbleScheduling
import RabbleText

/// An event as a line of text and back: a JSON object with the name of its table as `event`, its columns
/// as the table has them, without those that are NULL, and its check value as 16 hexadecimal digits.
///
///     {"event":"undo","id":"019aa3c2-…","device":"019a…","time":1795305600000,"target":"019a…",
///      "check":"8c0f…"}
///
/// It is how events leave one log and come into another, whole and in any order. Blobs of 16 bytes are
/// written as UUIDs, others in Base64; times are Unix milliseconds, as the log keeps them.
struct EventLine {
  /// The table of its kind.
  let table: String
  /// The values of all columns but the check value, in the order of the table.
  let values: [DatabaseValue]
  /// What its check value must be.
  let check: Int64
  /// Whether the line has it: a line that a person wrote may lack it, one that a sync reads may not.
  let isChecked: Bool

  /// The key of the table's name.
  static let tableKey = "event"
  /// The key of the check value.
  static let checkKey = "check"

  /// Its identity.
  let id: EventID
  /// The device that made it.
  let device: EventID
}

extension EventLine {
  /// The identity that a line names, even if nothing else in it can be understood.
  static func identity(in line: [UInt8]) -> EventID? {
    let key = Array("\"id\":\"".utf8)
    guard let start = line.firstRange(of: key)?.upperBound,
      let bytes = blob(String(decoding: line[start...].prefix(36), as: UTF8.self)),
      bytes.count == 16
    else { return nil }
    return EventID(bits: bytes.reduce(0) { $0 << 8 | UInt128($1) })
  }
}

// MARK: - Writing

/// Writes the rows of a table of events as lines.
struct EventLineWriter {
  /// What a line begins with.
  private let head: [UInt8]
  /// What stands before the value of each column; empty for the check value.
  private let names: [[UInt8]]
  private let check: Int

  init(_ table: EventTable) {
    head = Array("{\"\(EventLine.tableKey)\":\"\(table.name)\"".utf8)
    names = table.columns.map { Array(",\"\($0.name)\":".utf8) }
    check = table.columns.firstIndex { $0.name == EventCheck.column } ?? -1
  }

  /// Writes the row that a statement of all columns stands at.
  func write(_ row: SQLiteStatement, to bytes: inout [UInt8]) {
    bytes += head
    for index in names.indices where index != check {
      let column = CInt(index)
      switch sqlite3_column_type(row, column) {
      case SQLITE_INTEGER:
        bytes += names[index]
        Self.write(sqlite3_column_int64(row, column), to: &bytes)
      case SQLITE_FLOAT:
        bytes += names[index]
        bytes += "\(sqlite3_column_double(row, column))".utf8
      case SQLITE_TEXT:
        bytes += names[index]
        let count = Int(sqlite3_column_bytes(row, column))
        Self.write(
          text: UnsafeRawBufferPointer(start: sqlite3_column_text(row, column), count: count),
          to: &bytes)
      case SQLITE_BLOB:
        bytes += names[index]
        let count = Int(sqlite3_column_bytes(row, column))
        Self.write(
          blob: UnsafeRawBufferPointer(start: sqlite3_column_blob(row, column), count: count),
          to: &bytes)
      default: break
      }
    }
    bytes += ",\"\(EventLine.checkKey)\":\"".utf8
    withUnsafeBytes(of: sqlite3_column_int64(row, CInt(check)).bigEndian) {
      for byte in $0 { Self.write(hexadecimal: byte, to: &bytes) }
    }
    bytes += [UInt8(ascii: "\""), UInt8(ascii: "}"), UInt8(ascii: "\n")]
  }

  private static func write(_ number: Int64, to bytes: inout [UInt8]) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func write(hexadecimal byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(digits[Int(byte >> 4)])
    bytes.append(digits[Int(byte & 15)])
  }

  private static func write(blob: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if blob.count == 16 {
      for (index, byte) in blob.enumerated() {
        if [4, 6, 8, 10].contains(index) { bytes.append(UInt8(ascii: "-")) }
        write(hexadecimal: byte, to: &bytes)
      }
    } else {
      bytes += Data(blob).base64EncodedData()
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func write(text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if text.allSatisfy({ (0x20..<0x7f).contains($0) && $0 != 0x22 && $0 != 0x5c }) {
      bytes += text
    } else {
      for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
        switch scalar {
        case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(scalar.value)]
        case let scalar where scalar.isUnprintable && scalar.value <= 0xffff:
          bytes += #"\u"#.utf8
          write(hexadecimal: UInt8(scalar.value >> 8), to: &bytes)
          write(hexadecimal: UInt8(scalar.value & 0xff), to: &bytes)
        default: bytes += String(scalar).utf8
        }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

// MARK: - Reading

/// Why a line is not taken as an event.
package enum EventLineFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// It is no JSON object of texts and numbers.
  case noObject
  /// It is a review as `log export` writes it for people and programs, without all that it refers to.
  case plainReview
  /// It says nothing, or something unknown, of its kind.
  case unknownKind(String)
  /// A member that events of its kind do not have.
  case unknownKey(String)
  /// A value that is missing, or can't be read.
  case value(String)
  /// Its check value is that of another event.
  case damaged
  /// It was made at a time that is still to come.
  case ahead(Moment)
  /// The log has another event with its identity.
  case conflict(EventID)
  /// It refers to an event that neither the log nor the file has.
  case dangling(column: String)

  /// What is wrong, as the end of a sentence about a line.
  package var description: String {
    switch self {
    case .noObject: "is not a JSON object with texts and numbers"
    case .plainReview:
      "is a row of `log export` for reading; export with --kind all to import the log elsewhere"
    case .unknownKind(let kind):
      kind.isEmpty ? "does not say its kind (“event”)" : "has the unknown kind “\(kind.printable)”"
    case .unknownKey(let key): "has the unknown key “\(key.printable)”"
    case .value(let key): "has no value for “\(key.printable)” that can be read"
    case .damaged: "does not match its check value; it was changed or damaged"
    case .ahead(let moment): "is dated \(moment.iso8601), ahead of this clock"
    case .conflict(let id): "has the identity of another event of the log, \(id)"
    case .dangling(let column): "refers to a \(column) that neither the log nor the file has"
    }
  }
}

extension EventLine {
  /// Reads a line.
  ///
  /// - Parameters:
  ///   - bytes: the line, without its end.
  ///   - tables: the tables of events by name.
  ///   - now: the present.
  ///   - tolerance: how many milliseconds ahead of it an event may be.
  /// - Throws: ``EventLineFault``.
  init(
    _ bytes: UnsafeRawBufferPointer, in tables: [String: EventTable], at now: Moment,
    tolerance: Int64
  ) throws(EventLineFault) {
    var reader = FlatObjectReader(bytes)
    guard let members = reader.members() else { throw .noObject }
    var kind = ""
    var claimed: Int64?
    var known: [String: FlatObjectReader.Scalar] = [:]
    for (key, value) in members {
      switch (key, value) {
      case (Self.tableKey, .text(let name)): kind = name
      case (Self.checkKey, .text(let digits)):
        guard digits.utf8.count == 16, let bits = UInt64(digits, radix: 16) else {
          throw .value(Self.checkKey)
        }
        claimed = Int64(bitPattern: bits)
      default:
        guard known.updateValue(value, forKey: key) == nil else { throw .value(key) }
      }
    }
    if kind.isEmpty, known["grade"] != nil, known["question"] != nil { throw .plainReview }
    guard let table = tables[kind] else { throw .unknownKind(kind) }
    var values: [DatabaseValue] = []
    var event: [(name: String, value: DatabaseValue)] = []
    for column in table.columns where column.name != EventCheck.column {
      guard let scalar = known.removeValue(forKey: column.name) else {
        if column.isRequired || column.name == "id" { throw .value(column.name) }
        values.append(.null)
        continue
      }
      guard let value = Self.value(of: column, in: kind, scalar) else { throw .value(column.name) }
      values.append(value)
      event.append((column.name, value))
    }
    if let key = known.keys.min() { throw .unknownKey(key) }
    let check = EventCheck.value(table: kind, event)
    if let claimed, claimed != check { throw .damaged }
    func identity(_ name: String) -> EventID? {
      event.first { $0.name == name }.flatMap { EventID.fromDatabaseValue($0.value) }
    }
    guard let id = identity("id") else { throw .value("id") }
    guard id.milliseconds <= Self.lastIdentity else { throw .value("id") }
    guard let device = identity("device") else { throw .value("device") }
    let time = event.first { $0.name == "time" }.flatMap { Int64.fromDatabaseValue($0.value) }
    if Self.isDated(kind), let time, time > now.milliseconds + tolerance {
      throw .ahead(Moment(milliseconds: time, utcOffset: now.utcOffset))
    }
    self.table = kind
    self.values = values
    self.check = check
    isChecked = claimed != nil
    self.id = id
    self.device = device
  }

  /// The last millisecond of an identity. An identity tells the order of a device's events and not the time:
  /// after its clock was wrong once, all are of that time. But later ones count on from it, and need room.
  static let lastIdentity = LogBounds.time.upperBound / 2

  /// Whether events of a table wait for their time. What a card showed says nothing by itself, and answers
  /// of any time may refer to it.
  static func isDated(_ table: String) -> Bool { table != WordingEvent.table }

  /// The most bytes of a text in a column of this name.
  static func longest(_ column: String) -> Int {
    ["direction", "kind"].contains(column) ? LogBounds.name : LogBounds.text
  }

  /// The value of a column; `nil` where it can't be one. What is taken must be what can be read again.
  private static func value(
    of column: EventTable.Column, in table: String, _ scalar: FlatObjectReader.Scalar
  ) -> DatabaseValue? {
    switch (column.type, scalar) {
    case ("TEXT", .text(let text)):
      guard text.utf8.count <= longest(column.name), !text.utf8.contains(0) else { return nil }
      // A mark may be on all cards of a question.
      let isOfAll = text.isEmpty && table == MarkEvent.table
      if column.name == "direction", !isOfAll, Direction(rawValue: text) == nil { return nil }
      if column.name == "occasion", ReviewOccasion(rawValue: text) == nil { return nil }
      return text.databaseValue
    case ("BLOB", .text(let text)):
      guard let data = blob(text), data.count <= LogBounds.text else { return nil }
      let isContent = ["before", "before_digest", "after_digest"].contains(column.name)
      // Anything else is an identity.
      return isContent || data.count == 16 ? data.databaseValue : nil
    case ("INTEGER", .integer(let number)):
      return bounds[column.name]?.contains(number) ?? true ? number.databaseValue : nil
    case ("REAL", .integer(let number)):
      return real(column, Double(number))
    case ("REAL", .real(let number)): return real(column, number)
    default: return nil
    }
  }

  private static func real(_ column: EventTable.Column, _ number: Double) -> DatabaseValue? {
    switch column.name {
    case "place" where !LogBounds.place.contains(number): nil
    case "stability" where !LogBounds.stability.contains(number): nil
    case "difficulty" where !LogBounds.difficulty.contains(number): nil
    default: number.isFinite ? number.databaseValue : nil
    }
  }

  /// What a number in a column of this name can be.
  static let bounds: [String: ClosedRange<Int64>] = {
    func wide(_ range: ClosedRange<Int>) -> ClosedRange<Int64> {
      Int64(range.lowerBound)...Int64(range.upperBound)
    }
    return [
      "time": LogBounds.time, "utc_offset": wide(LogBounds.utcOffset),
      "duration": wide(LogBounds.duration), "position": wide(LogBounds.position),
      "interval": wide(LogBounds.interval), "due_day": wide(LogBounds.day),
      "until_day": wide(LogBounds.day), "grade": 1...4, "hint_used": 0...1,
    ]
  }()

  /// The bytes of a UUID or of Base64.
  private static func blob(_ text: String) -> Data? {
    guard text.utf8.count == 36, text.utf8.contains(UInt8(ascii: "-")) else {
      return Data(base64Encoded: text)
    }
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
    guard digits.count == 32 else { return nil }
    var data = Data(capacity: 16)
    for pair in stride(from: 0, to: 32, by: 2) {
      guard let high = digit(digits[pair]), let low = digit(digits[pair + 1]) else { return nil }
      data.append(high << 4 | low)
    }
    return data
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
