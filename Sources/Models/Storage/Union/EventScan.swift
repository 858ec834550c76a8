import Foundation
import GRDB
import GRDBSQLite
import RabbleQuestions
import RabbleScheduling

/// Reads the lines of the most frequent events, as ``EventLineWriter`` writes them, without making a
/// string or an array of any: a union of a million events is read so. Any other line, and every line that
/// is not as it should be, is left to ``EventLine``, which knows all forms and says what is wrong.
struct EventScan {
  /// A value of a column, its bytes where the line has them.
  private enum Value {
    case null
    case integer(Int64)
    case real(Double)
    case text(UnsafeRawBufferPointer)
    case identity(UInt128)
  }

  /// A column as a line has it.
  private struct Column {
    let name: String
    /// What stands before its value.
    let lead: [UInt8]
    let type: Kind
    let isRequired: Bool
    let bounds: ClosedRange<Int64>?
    /// The most bytes of a text.
    let longest: Int

    enum Kind { case integer, real, text, identity, direction, occasion }
  }

  private let head: [UInt8]
  /// Whether its events wait for their time.
  private let isDated: Bool
  private let columns: [Column]
  /// The columns in the order of their names.
  private let order: [Int]
  private let id: Int
  private let device: Int
  private let time: Int
  private let question: Int?
  private let direction: Int?
  private let revises: Int?
  private var values: [Value]
  private var sum: EventCheck
  /// The directions that have been met, by their bytes.
  private var directions: [(name: [UInt8], direction: Direction)] = []
  private let mostDirections: Int

  /// The event's identity, its device and its check value, after ``read(_:at:)``.
  private(set) var event = EventID(bits: 0)
  private(set) var maker = EventID(bits: 0)
  private(set) var check: Int64 = 0

  /// Reads the events of a table, of so many directions (``Thresholds/scannedDirections``); `nil` for one
  /// with other columns than lines of this form have.
  init?(_ table: EventTable, directions: Int) {
    mostDirections = directions
    head = Array("{\"\(EventLine.tableKey)\":\"\(table.name)\"".utf8)
    isDated = EventLine.isDated(table.name)
    var columns: [Column] = []
    for column in table.columns where column.name != EventCheck.column {
      let kind: Column.Kind
      switch (column.type, column.name) {
      case ("INTEGER", _): kind = .integer
      case ("REAL", "place"): kind = .real
      case ("TEXT", "direction"): kind = .direction
      case ("TEXT", "occasion"): kind = .occasion
      case ("TEXT", _): kind = .text
      case ("BLOB", _): kind = .identity
      default: return nil
      }
      columns.append(
        Column(
          name: column.name, lead: Array(",\"\(column.name)\":".utf8), type: kind,
          isRequired: column.isRequired || column.name == "id",
          bounds: EventLine.bounds[column.name], longest: EventLine.longest(column.name)))
    }
    func index(_ name: String) -> Int? { columns.firstIndex { $0.name == name } }
    guard let id = index("id"), let device = index("device"), let time = index("time") else {
      return nil
    }
    self.columns = columns
    (self.id, self.device, self.time) = (id, device, time)
    question = index("question")
    direction = index("direction")
    revises = index("revises")
    order = columns.indices.sorted { columns[$0].name < columns[$1].name }
    values = Array(repeating: .null, count: columns.count)
    sum = EventCheck(table: table.name)
  }

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: the line without its end; it must stay until the event was added.
  ///   - latest: the last millisecond at which an event is taken that waits for its time.
  /// - Returns: whether it is a sound event in the usual form.
  mutating func read(_ line: UnsafeRawBufferPointer, until latest: Int64) -> Bool {
    guard let base = line.baseAddress, Self.matches(line, 0, head) else { return false }
    var place = head.count
    for (index, column) in columns.enumerated() {
      guard Self.matches(line, place, column.lead) else {
        if column.isRequired { return false }
        values[index] = .null
        continue
      }
      place += column.lead.count
      switch column.type {
      case .integer:
        guard let number = Self.integer(line, &place), column.bounds?.contains(number) ?? true
        else {
          return false
        }
        values[index] = .integer(number)
      case .real:
        guard let number = Self.real(line, &place), LogBounds.place.contains(number) else {
          return false
        }
        values[index] = .real(number)
      case .identity:
        guard let bits = Self.identity(line, &place) else { return false }
        values[index] = .identity(bits)
      case .text, .direction, .occasion:
        guard let text = Self.text(base, line.count, &place), text.count <= column.longest else {
          return false
        }
        if column.type == .direction, !knows(text) { return false }
        // Other values are left to those who say what is wrong.
        if column.type == .occasion,
          ReviewOccasion(rawValue: String(decoding: text, as: UTF8.self)) == nil
        {
          return false
        }
        values[index] = .text(text)
      }
    }
    // What replaces another answer also changes what counts.
    if let revises, case .identity = values[revises] { return false }
    guard let claimed = Self.check(line, place), case .identity(let event) = values[id],
      case .identity(let maker) = values[device], case .integer(let time) = values[time]
    else { return false }
    sum.restart()
    for index in order {
      switch values[index] {
      case .null: continue
      case .integer(let number): sum.add(columns[index].name, .integer(number))
      case .real(let number): sum.add(columns[index].name, .real(number))
      case .text(let text): sum.add(columns[index].name, .text(text))
      case .identity(let bits):
        withUnsafeBytes(of: bits.bigEndian) { sum.add(columns[index].name, .blob($0)) }
      }
    }
    guard sum.value == claimed else { return false }
    self.event = EventID(bits: event)
    self.maker = EventID(bits: maker)
    check = claimed
    return self.event.milliseconds <= EventLine.lastIdentity && (!isDated || time <= latest)
  }

  private mutating func knows(_ text: UnsafeRawBufferPointer) -> Bool {
    if directions.contains(where: { $0.name.elementsEqual(text) }) { return true }
    guard directions.count < mostDirections,
      let direction = Direction(rawValue: String(decoding: text, as: UTF8.self))
    else { return false }
    directions.append((Array(text), direction))
    return true
  }

  /// The card of the event; `nil` where it has none.
  var card: CardID? {
    guard let question, let direction, case .identity(let bits) = values[question],
      case .text(let name) = values[direction],
      let known = directions.first(where: { $0.name.elementsEqual(name) })
    else { return nil }
    return CardID(question: QuestionID(bits: bits), direction: known.direction)
  }

  /// Binds the columns, and the check value behind them, to a statement that is run before the line
  /// goes.
  func bind(to statement: SQLiteStatement) {
    for (index, value) in values.enumerated() {
      let place = CInt(index + 1)
      switch value {
      case .null: sqlite3_bind_null(statement, place)
      case .integer(let number): sqlite3_bind_int64(statement, place, number)
      case .real(let number): sqlite3_bind_double(statement, place, number)
      case .text(let text):
        // Nothing is copied: the line stays until the statement has run.
        sqlite3_bind_text(
          statement, place, text.baseAddress?.assumingMemoryBound(to: CChar.self),
          CInt(text.count), nil)
      case .identity(let bits):
        _ = withUnsafeBytes(of: bits.bigEndian) {
          sqlite3_bind_blob(statement, place, $0.baseAddress, 16, EventJoin.transient)
        }
      }
    }
    sqlite3_bind_int64(statement, CInt(values.count + 1), check)
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
  private static func text(_ base: UnsafeRawPointer, _ count: Int, _ place: inout Int)
    -> UnsafeRawBufferPointer?
  {
    guard place < count, base.load(fromByteOffset: place, as: UInt8.self) == UInt8(ascii: "\"")
    else { return nil }
    let start = place + 1
    var end = start
    var isPlain = true
    while end < count {
      let byte = base.load(fromByteOffset: end, as: UInt8.self)
      if byte == UInt8(ascii: "\"") { break }
      if byte < 0x20 || byte == UInt8(ascii: "\\") { return nil }
      if byte >= 0x80 { isPlain = false }
      end += 1
    }
    guard end < count else { return nil }
    let text = UnsafeRawBufferPointer(start: base + start, count: end - start)
    guard isPlain || String(validating: text, as: UTF8.self) != nil else { return nil }
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
