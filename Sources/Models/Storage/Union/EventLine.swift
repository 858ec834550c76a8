import Foundation
import RabbleQuestions
import RabbleScheduling
import RabbleText

/// An event as a line of text and back: a JSON object with the name of its kind as `event`, its fields,
/// without those that are NULL, and its check value as 16 hexadecimal digits.
///
///     {"event":"undo","id":"019aa3c2-…","device":"019a…","time":1795305600000,"target":"019a…",
///      "check":"8c0f…"}
///
/// It is how events leave one log and come into another, whole and in any order. Identities are
/// written as UUIDs, other bytes in Base64; times are Unix milliseconds, as the log keeps them.
struct EventLine {
  /// What events of its kind are made of.
  let form: EventForm
  /// The values of all fields, in the order of the form.
  let values: [EventValue]
  /// What its check value must be.
  let check: Int64
  /// Whether the line has it: a line that a person wrote may lack it, one that a sync reads may not.
  let isChecked: Bool

  /// The key of the kind's name.
  static let kindKey = "event"
  /// The key of the check value.
  static let checkKey = "check"

  /// Its identity.
  let id: EventID
  /// The device that made it.
  let device: EventID

  /// The value of a field; `nil` where events of its kind don't have it.
  func value(_ field: String) -> EventValue? { form.place(of: field).map { values[$0] } }
}

extension EventLine {
  /// The identity that a line names, even if nothing else in it can be understood.
  static func identity(in line: [UInt8]) -> EventID? {
    let key = Array("\"id\":\"".utf8)
    guard let start = line.firstRange(of: key)?.upperBound,
      let value = EventValue(
        blobOfLine: String(decoding: line[start...].prefix(36), as: UTF8.self), as: .identity)
    else { return nil }
    return value.eventID
  }
}

// MARK: - Writing

/// Writes events of a kind as lines.
struct EventLineWriter {
  /// What a line begins with.
  private let head: [UInt8]
  /// What stands before the value of each field.
  private let names: [[UInt8]]

  init(_ form: EventForm) {
    head = Array("{\"\(EventLine.kindKey)\":\"\(form.kind)\"".utf8)
    names = form.fields.map { Array(",\"\($0.name)\":".utf8) }
  }

  /// Writes an event with these fields.
  func write(_ values: [EventValue], check: Int64, to bytes: inout [UInt8]) {
    bytes += head
    for (name, value) in zip(names, values) where value != .null {
      bytes += name
      Self.write(value, to: &bytes)
    }
    bytes += ",\"\(EventLine.checkKey)\":\"".utf8
    withUnsafeBytes(of: check.bigEndian) {
      for byte in $0 { Self.write(hexadecimal: byte, to: &bytes) }
    }
    bytes += [UInt8(ascii: "\""), UInt8(ascii: "}"), UInt8(ascii: "\n")]
  }

  /// Writes a value as JSON.
  static func write(_ value: EventValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes += "null".utf8
    case .integer(let number): write(number, to: &bytes)
    case .real(let number): bytes += "\(number)".utf8
    case .text(let text): write(text, to: &bytes)
    case .identity(let bits):
      bytes.append(UInt8(ascii: "\""))
      withUnsafeBytes(of: bits.bigEndian) {
        for (index, byte) in $0.enumerated() {
          if [4, 6, 8, 10].contains(index) { bytes.append(UInt8(ascii: "-")) }
          write(hexadecimal: byte, to: &bytes)
        }
      }
      bytes.append(UInt8(ascii: "\""))
    case .bytes(let data):
      bytes.append(UInt8(ascii: "\""))
      bytes += data.base64EncodedData()
      bytes.append(UInt8(ascii: "\""))
    }
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

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) && $0 != 0x22 && $0 != 0x5c }) {
      bytes += text.utf8
    } else {
      for scalar in text.unicodeScalars {
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
  case dangling(field: String)

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
    case .dangling(let field): "refers to a \(field) that neither the log nor the file has"
    }
  }
}

extension EventLine {
  /// Reads a line.
  ///
  /// - Parameters:
  ///   - bytes: the line, without its end.
  ///   - now: the present.
  ///   - tolerance: how many milliseconds ahead of it an event may be.
  /// - Throws: ``EventLineFault``.
  init(
    _ bytes: UnsafeRawBufferPointer, at now: Moment, tolerance: Int64
  ) throws(EventLineFault) {
    var reader = FlatObjectReader(bytes)
    guard let members = reader.members() else { throw .noObject }
    var kind = ""
    var claimed: Int64?
    var known: [String: FlatObjectReader.Scalar] = [:]
    for (key, value) in members {
      switch (key, value) {
      case (Self.kindKey, .text(let name)): kind = name
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
    guard let form = EventForm.all[kind], kind != LogUnionEvent.table else {
      throw .unknownKind(kind)
    }
    var values: [EventValue] = []
    for field in form.fields {
      guard let scalar = known.removeValue(forKey: field.name) else {
        if field.isRequired { throw .value(field.name) }
        values.append(.null)
        continue
      }
      guard let value = EventValue(scalar, of: field) else { throw .value(field.name) }
      values.append(value)
    }
    if let key = known.keys.min() { throw .unknownKey(key) }
    var sum = EventCheck(form)
    let check = sum.value(values)
    if let claimed, claimed != check { throw .damaged }
    guard let id = values[EventForm.id].eventID, id.milliseconds <= Self.lastIdentity else {
      throw .value("id")
    }
    guard let device = values[EventForm.device].eventID else { throw .value("device") }
    if Self.isDated(kind), let time = values[EventForm.time].number,
      time > now.milliseconds + tolerance
    {
      throw .ahead(Moment(milliseconds: time, utcOffset: now.utcOffset))
    }
    self.form = form
    self.values = values
    self.check = check
    isChecked = claimed != nil
    self.id = id
    self.device = device
  }

  /// The last millisecond of an identity. An identity tells the order of a device's events and not the time:
  /// after its clock was wrong once, all are of that time. But later ones count on from it, and need room.
  static let lastIdentity = LogBounds.time.upperBound / 2

  /// Whether events of a kind wait for their time. What a card showed says nothing by itself, and answers
  /// of any time may refer to it.
  static func isDated(_ kind: String) -> Bool { kind != WordingEvent.table }
}

extension EventValue {
  /// The value of a field; `nil` where it can't be one. What is taken must be what can be read again.
  fileprivate init?(_ scalar: FlatObjectReader.Scalar, of field: EventField) {
    switch (field.type, scalar) {
    case (_, .text(let text)):
      guard field.type.allows(text) else { return nil }
      switch field.type {
      case .text, .direction, .occasion: self = .text(text)
      case .identity:
        guard let value = EventValue(blobOfLine: text, as: field.type), value.eventID != nil else {
          return nil
        }
        self = value
      case .bytes:
        guard let value = EventValue(blobOfLine: text, as: field.type),
          value.length <= LogBounds.text
        else { return nil }
        self = value
      case .integer, .real: return nil
      }
    case (.integer(let bounds), .integer(let number)) where bounds.contains(number):
      self = .integer(number)
    case (.real(let bounds), .integer(let number)) where bounds.contains(Double(number)):
      self = .real(Double(number))
    case (.real(let bounds), .real(let number)) where bounds.contains(number):
      self = .real(number)
    default: return nil
    }
  }
}

extension EventField.Kind {
  /// Whether a field can have a text.
  func allows(_ text: String) -> Bool {
    switch self {
    case .text(let longest): text.utf8.count <= longest && !text.utf8.contains(0)
    case .direction(let canBeEmpty):
      text.utf8.count <= LogBounds.name
        && (text.isEmpty ? canBeEmpty : Direction(rawValue: text) != nil)
    case .occasion: ReviewOccasion(rawValue: text) != nil
    case .identity, .bytes: true
    case .integer, .real: false
    }
  }
}
