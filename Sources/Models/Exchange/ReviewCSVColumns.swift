import RabbleMemory
import RabbleScheduling

/// Where the columns of a review CSV are, and how a row is read.
struct ReviewCSVColumns {
  /// What a column is.
  private enum Role: Int {
    case card, rating, time, duration
    /// The days since the first review of all, and the seconds since the card's previous one.
    case day, elapsed
    /// What a card of an export is, besides its question; and what tells that a row does not count.
    case direction, retracted, occasion

    /// The bit of a role in a set.
    var bit: Int { 1 << rawValue }
  }

  /// A form of such a file: its columns by name, and which of them must be there.
  private struct Form {
    let columns: KeyValuePairs<String, Role>
    let isOptional: Set<Role>
  }

  private static let forms = [
    Form(
      columns: [
        "card_id": .card, "review_rating": .rating, "review_time": .time,
        "review_duration": .duration,
      ], isOptional: [.duration]),
    Form(
      columns: [
        "card_id": .card, "rating": .rating, "day_offset": .day, "elapsed_seconds": .elapsed,
        "duration": .duration,
      ], isOptional: [.duration]),
    Form(
      columns: [
        "question": .card, "direction": .direction, "rating": .rating, "time": .time,
        "milliseconds": .duration, "retracted": .retracted, "occasion": .occasion,
      ], isOptional: [.duration, .retracted, .occasion]),
  ]

  private static let untrained = ReviewOccasion.without(.training)

  /// The columns of the FSRS tools; all but the last are required.
  static let names = ["card_id", "review_rating", "review_time", "review_duration"]

  /// Whether a column of this name means something.
  static func isName(_ name: String) -> Bool {
    forms.contains { form in form.columns.contains { $0.key == name } }
  }

  /// A row without a fault.
  struct Row {
    /// The card, if its name is a number.
    let number: Int?
    /// The card's name, if it is not.
    let name: [UInt8]
    let grade: Grade
    let milliseconds: Int64
    /// Whether that number is one of seconds.
    let isInSeconds: Bool
    /// The seconds by which the clock was ahead of UTC, where the file says so.
    let utcOffset: Int
    /// The day, where the file has days.
    let day: Int?
    /// The milliseconds since the card's previous review, where the file has that.
    let elapsed: Int64?
    let duration: Int
  }

  /// For each field of a row, which of the columns it is; `nil` for others.
  private let roles: [Role?]
  private let form: Form
  /// The columns that the header has.
  private let present: Int
  private let isExport: Bool

  /// - Throws: the column that is missing.
  init(header: UnsafeRawBufferPointer) throws(ReviewCSVFault.Kind) {
    var fields: [String] = []
    Self.forEachField(of: header) { _, bytes in
      fields.append(String(decoding: bytes, as: UTF8.self))
    }
    let found = Self.forms.first { form in
      form.columns.allSatisfy { fields.contains($0.key) || form.isOptional.contains($0.value) }
    }
    guard let found else {
      throw .missingColumn(Self.names.dropLast().first { !fields.contains($0) } ?? Self.names[0])
    }
    var roles: [Role?] = []
    for field in fields {
      let role = found.columns.first { $0.key == field }?.value
      roles.append(roles.contains(role) ? nil : role)
    }
    form = found
    self.roles = roles
    present = roles.reduce(0) { $0 | ($1?.bit ?? 0) }
    isExport = roles.contains(.direction)
  }

  /// Reads a row; `nil` for one that does not count.
  ///
  /// - Throws: its first fault.
  func row(_ bytes: UnsafeRawBufferPointer) throws(ReviewCSVFault.Kind) -> Row? {
    var found = 0
    var fault: ReviewCSVFault.Kind?
    var number: Int?
    var name: [UInt8] = []
    var direction: [UInt8] = []
    var grade: Grade?
    var time: (milliseconds: Int64, isInSeconds: Bool, utcOffset: Int)?
    var day: Int?
    var elapsed: Int64?
    var duration = 0
    var counts = true
    Self.forEachField(of: bytes) { index, field in
      guard index < roles.count, let role = roles[index] else { return }
      found |= role.bit
      switch role {
      case .card:
        number = isExport ? nil : Self.integer(field)
        if number == nil { name = Array(field) }
        if field.isEmpty { fault = fault ?? .emptyCard }
      case .direction: direction = Array(field)
      case .rating:
        grade = Self.integer(field).flatMap { Grade(rawValue: $0) }
        if grade == nil { fault = fault ?? .badRating(Self.text(field)) }
      case .time:
        time = Self.time(field)
        if time == nil { fault = fault ?? .badTime(Self.text(field)) }
      case .day:
        day = Self.integer(field).flatMap { (0...1_000_000).contains($0) ? $0 : nil }
        if day == nil { fault = fault ?? .badDay(Self.text(field)) }
      case .elapsed:
        let seconds = Self.integer(field).flatMap { (-1...100_000_000_000).contains($0) ? $0 : nil }
        elapsed = seconds.map { Int64(max($0, 0)) * 1000 }
        if elapsed == nil { fault = fault ?? .badElapsed(Self.text(field)) }
      case .retracted: counts = counts && !field.elementsEqual("true".utf8)
      case .occasion:
        counts =
          counts
          && !Self.untrained.contains { field.elementsEqual($0.rawValue.utf8) }
      case .duration:
        guard let number = Self.duration(field) else {
          fault = fault ?? .badDuration(Self.text(field))
          return
        }
        duration = number
      }
    }
    for (name, role) in form.columns where present & role.bit != 0 && found & role.bit == 0 {
      throw .missingField(name)
    }
    if !counts { return nil }
    if let fault { throw fault }
    guard let grade else { throw .missingField(Self.names[1]) }
    if let day { time = (Int64(day) * 86_400_000 + 43_200_000, false, 0) }
    guard let time else { throw .missingField(Self.names[2]) }
    return Row(
      number: number, name: direction.isEmpty ? name : name + [UInt8(ascii: " ")] + direction,
      grade: grade, milliseconds: time.milliseconds, isInSeconds: time.isInSeconds,
      utcOffset: isExport ? time.utcOffset : 0, day: day, elapsed: elapsed, duration: duration)
  }

  /// Calls a function with each field and its number; quotation marks around a field are dropped.
  @inline(__always)
  private static func forEachField(
    of bytes: UnsafeRawBufferPointer, _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) {
    var number = 0
    var start = 0
    var isQuoted = false
    var index = 0
    while index <= bytes.count {
      if index == bytes.count || bytes[index] == UInt8(ascii: ",") && !isQuoted {
        var field = UnsafeRawBufferPointer(rebasing: bytes[start..<index])
        if field.count >= 2, field.first == UInt8(ascii: "\""), field.last == field.first {
          field = UnsafeRawBufferPointer(rebasing: field.dropFirst().dropLast())
        }
        body(number, field)
        number += 1
        start = index + 1
      } else if bytes[index] == UInt8(ascii: "\"") {
        isQuoted.toggle()
      }
      index += 1
    }
  }

  /// The last millisecond of the year 9999.
  private static let latest: Int64 = 253_402_300_799_999

  /// Numbers that would be milliseconds of the years 1970 to 1973, before there was any such program, and
  /// that are seconds of the years from 2001 on.
  private static let seconds = 1_000_000_000..<100_000_000_000

  /// Milliseconds since 1970-01-01T00:00:00Z, from such a number, from seconds, or from ISO 8601; `nil`
  /// for anything else, and for a time before 1970 or after 9999.
  private static func time(_ bytes: UnsafeRawBufferPointer) -> (
    milliseconds: Int64, isInSeconds: Bool, utcOffset: Int
  )? {
    if bytes.count > 4, bytes[4] == UInt8(ascii: "-") {
      let moment = Moment(lenientISO8601: bytes)
      return moment.flatMap {
        (0...latest).contains($0.milliseconds) ? ($0.milliseconds, false, $0.utcOffset) : nil
      }
    }
    guard bytes.first != UInt8(ascii: "-"), bytes.count <= 15, let number = integer(bytes),
      number <= latest
    else { return nil }
    return (Int64(number), seconds.contains(number), 0)
  }

  /// A whole number in decimal digits, perhaps negative.
  private static func integer(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    let digits = isNegative ? bytes.dropFirst() : bytes[...]
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var result = 0
    for byte in digits {
      guard let digit = byte.decimalDigit else { return nil }
      result = result * 10 + digit
    }
    return isNegative ? -result : result
  }

  /// Milliseconds; 0 when none are given, as py-fsrs leaves out what it does not know. What stands
  /// behind a decimal point is dropped.
  private static func duration(_ bytes: UnsafeRawBufferPointer) -> Int? {
    if bytes.isEmpty { return 0 }
    let whole = bytes.prefix { $0 != UInt8(ascii: ".") }
    guard let number = integer(.init(rebasing: whole)), number >= 0,
      bytes.dropFirst(whole.count + 1).allSatisfy({ $0.decimalDigit != nil })
    else { return nil }
    return number
  }

  /// What a fault shows of a field.
  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix(40), as: UTF8.self)
  }
}

extension UInt8 {
  /// The digit an ASCII character stands for.
  fileprivate var decimalDigit: Int? {
    self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") ? Int(self - UInt8(ascii: "0")) : nil
  }
}
