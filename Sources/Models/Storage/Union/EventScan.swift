import Foundation
import RabbleQuestions
import RabbleScheduling

/// Reads the lines of the most frequent events, as ``EventLineWriter`` writes them: a union of a million events
/// is read so. Any other line, and every line that is not as it should be, is left to ``EventLine``, which
/// knows all forms and says what is wrong.
struct EventScan {
  let form: EventForm
  private let head: [UInt8]
  /// What stands before the value of each field.
  private let leads: [[UInt8]]
  /// Whether its events wait for their time.
  private let isDated: Bool
  private let question: Int?
  private let direction: Int?
  private let revises: Int?
  private var sum: EventCheck
  /// The directions that have been met.
  private var directions: [String: Direction] = [:]
  private let mostDirections: Int

  /// The fields of the event and its check value, after ``read(_:until:)``.
  private(set) var values: [EventValue]
  private(set) var check: Int64 = 0

  /// Reads the events of a kind, of so many directions (``Thresholds/scannedDirections``).
  init(_ form: EventForm, directions: Int) {
    self.form = form
    mostDirections = directions
    head = Array("{\"\(EventLine.kindKey)\":\"\(form.kind)\"".utf8)
    leads = form.fields.map { Array(",\"\($0.name)\":".utf8) }
    isDated = EventLine.isDated(form.kind)
    question = form.place(of: "question")
    direction = form.place(of: "direction")
    revises = form.place(of: "revises")
    values = Array(repeating: .null, count: form.fields.count)
    sum = EventCheck(form)
  }

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: the line without its end.
  ///   - latest: the last millisecond at which an event is taken that waits for its time.
  /// - Returns: whether it is a sound event in the usual form.
  mutating func read(_ line: UnsafeRawBufferPointer, until latest: Int64) -> Bool {
    guard Self.matches(line, 0, head) else { return false }
    var place = head.count
    for (index, field) in form.fields.enumerated() {
      guard Self.matches(line, place, leads[index]) else {
        if field.isRequired { return false }
        values[index] = .null
        continue
      }
      place += leads[index].count
      guard let value = value(of: field, line, &place) else { return false }
      values[index] = value
    }
    // What replaces another answer also changes what counts.
    if let revises, values[revises] != .null { return false }
    guard let claimed = Self.check(line, place), let time = values[EventForm.time].number,
      event.milliseconds <= EventLine.lastIdentity, !isDated || time <= latest,
      sum.value(values) == claimed
    else { return false }
    check = claimed
    return true
  }

  /// The event's identity, after ``read(_:until:)``.
  var event: EventID { values[EventForm.id].eventID ?? EventID(bits: 0) }
  /// The device that made it.
  var maker: EventID { values[EventForm.device].eventID ?? EventID(bits: 0) }

  /// The value of a field at a place of a line; `nil` for one in another form.
  private mutating func value(
    of field: EventField, _ line: UnsafeRawBufferPointer, _ place: inout Int
  ) -> EventValue? {
    switch field.type {
    case .integer(let bounds):
      return Self.integer(line, &place).flatMap { bounds.contains($0) ? .integer($0) : nil }
    case .real(let bounds):
      return Self.real(line, &place).flatMap { bounds.contains($0) ? .real($0) : nil }
    case .identity: return Self.identity(line, &place).map { .identity($0) }
    case .bytes: return nil
    case .text, .direction, .occasion:
      guard let text = Self.text(line, &place) else { return nil }
      if case .direction = field.type {
        return knows(text) ? .text(text) : nil
      }
      return field.type.allows(text) ? .text(text) : nil
    }
  }

  private mutating func knows(_ text: String) -> Bool {
    if directions[text] != nil { return true }
    guard directions.count < mostDirections, let direction = Direction(rawValue: text) else {
      return false
    }
    directions[text] = direction
    return true
  }

  /// The card of the event; `nil` where it has none.
  var card: CardID? {
    guard let question, let direction, case .identity(let bits) = values[question],
      let known = values[direction].string.flatMap({ directions[$0] })
    else { return nil }
    return CardID(question: QuestionID(bits: bits), direction: known)
  }

  // MARK: - Pieces of a line

  private static func matches(
    _ line: UnsafeRawBufferPointer, _ place: Int, _ bytes: [UInt8]
  ) -> Bool {
    guard place + bytes.count <= line.count, let base = line.baseAddress else { return false }
    return bytes.withUnsafeBytes { $0.baseAddress.map { memcmp(base + place, $0, bytes.count) } }
      == 0
  }

  private static func integer(_ line: UnsafeRawBufferPointer, _ place: inout Int) -> Int64? {
    let start = place
    var number: Int64 = 0
    let isNegative = place < line.count && line[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let first = place
    while place < line.count, case let digit = line[place] &- UInt8(ascii: "0"), digit < 10 {
      number = number &* 10 &+ Int64(digit)
      place += 1
    }
    // What has more digits, or a point, is not of the usual form.
    guard place > first, place - start < 18, place < line.count,
      line[place] == UInt8(ascii: ",") || line[place] == UInt8(ascii: "}")
    else { return nil }
    return isNegative ? -number : number
  }

  private static func real(_ line: UnsafeRawBufferPointer, _ place: inout Int) -> Double? {
    let start = place
    while place < line.count, line[place] != UInt8(ascii: ","), line[place] != UInt8(ascii: "}") {
      place += 1
    }
    let text = String(decoding: line[start..<place], as: UTF8.self)
    guard let first = text.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "."),
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }

  private static func identity(_ line: UnsafeRawBufferPointer, _ place: inout Int) -> UInt128? {
    let dash = UInt8(ascii: "-")
    guard place + 38 <= line.count, line[place] == UInt8(ascii: "\""),
      line[place + 37] == UInt8(ascii: "\""), line[place + 9] == dash, line[place + 14] == dash,
      line[place + 19] == dash, line[place + 24] == dash
    else { return nil }
    return digits.withUnsafeBufferPointer { digits in
      var faults: UInt8 = 0
      func number(_ range: ClosedRange<Int>, after before: UInt64 = 0) -> UInt64 {
        var number = before
        for index in range {
          let digit = digits[Int(line[place + index])]
          faults |= digit
          number = number << 4 | UInt64(digit & 0xf)
        }
        return number
      }
      let high = number(15...18, after: number(10...13, after: number(1...8)))
      let low = number(25...36, after: number(20...23))
      guard faults < 16 else { return nil }
      place += 38
      return UInt128(high) << 64 | UInt128(low)
    }
  }

  /// A text without escapes.
  private static func text(_ line: UnsafeRawBufferPointer, _ place: inout Int) -> String? {
    guard place < line.count, line[place] == UInt8(ascii: "\"") else { return nil }
    let start = place + 1
    var end = start
    while end < line.count, line[end] != UInt8(ascii: "\"") {
      if line[end] < 0x20 || line[end] == UInt8(ascii: "\\") { return nil }
      end += 1
    }
    guard end < line.count, let text = String(validating: line[start..<end], as: UTF8.self) else {
      return nil
    }
    place = end + 1
    return text
  }

  /// The check value, with which a line ends.
  private static func check(_ line: UnsafeRawBufferPointer, _ place: Int) -> Int64? {
    guard line.count == place + lead.count + 18, matches(line, place, lead),
      line[line.count - 2] == UInt8(ascii: "\""), line[line.count - 1] == UInt8(ascii: "}")
    else { return nil }
    var bits: UInt64 = 0
    for index in 0..<16 {
      guard let digit = digit(line[place + lead.count + index]) else { return nil }
      bits = bits << 4 | digit
    }
    return Int64(bitPattern: bits)
  }

  private static let lead = Array(",\"\(EventLine.checkKey)\":\"".utf8)

  /// What each byte is as a hexadecimal digit; 255 where it is none.
  private static let digits: [UInt8] = (0...UInt8.max).map { byte in
    digit(byte).map { UInt8($0) } ?? .max
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    default: nil
    }
  }
}
