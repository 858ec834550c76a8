/// Where the columns of a review CSV are, and how a row is read.
struct ReviewCSVColumns {
  /// The columns; all but the last there must be.
  static let names = ["card_id", "review_rating", "review_time", "review_duration"]

  /// A row that is sound.
  struct Row {
    /// The card, if its name is a number.
    let number: Int?
    /// The card's name, if it is not.
    let name: [UInt8]
    let grade: Grade
    let milliseconds: Int64
    let duration: Int
  }

  /// For each field of a row, which of the columns it is; -1 for others.
  private let roles: [Int]
  private let hasDuration: Bool

  /// - Throws: the column that is missing.
  init(header: UnsafeRawBufferPointer) throws(ReviewCSVFault.Kind) {
    var roles: [Int] = []
    Self.forEachField(of: header) { _, bytes in
      let name = String(decoding: bytes, as: UTF8.self)
      let role = Self.names.firstIndex(of: name) ?? -1
      roles.append(roles.contains(role) ? -1 : role)
    }
    for (role, name) in Self.names.enumerated().dropLast() where !roles.contains(role) {
      throw .missingColumn(name)
    }
    self.roles = roles
    hasDuration = roles.contains(Self.names.count - 1)
  }

  /// Reads a row.
  ///
  /// - Throws: the first fault of it.
  func row(_ bytes: UnsafeRawBufferPointer) throws(ReviewCSVFault.Kind) -> Row {
    var found = 0
    var fault: ReviewCSVFault.Kind?
    var number: Int?
    var name: [UInt8] = []
    var grade: Grade?
    var milliseconds: Int64?
    var duration = 0
    Self.forEachField(of: bytes) { index, field in
      guard index < roles.count, roles[index] >= 0 else { return }
      found |= 1 << roles[index]
      switch roles[index] {
      case 0:
        number = Self.integer(field)
        if number == nil { name = Array(field) }
        if field.isEmpty { fault = fault ?? .emptyCard }
      case 1:
        grade = Self.integer(field).flatMap { Grade(rawValue: $0) }
        if grade == nil { fault = fault ?? .badRating(Self.text(field)) }
      case 2:
        milliseconds = ReviewTime.milliseconds(field)
        if milliseconds == nil { fault = fault ?? .badTime(Self.text(field)) }
      default:
        guard let number = Self.duration(field) else {
          fault = fault ?? .badDuration(Self.text(field))
          return
        }
        duration = number
      }
    }
    for (role, name) in Self.names.enumerated() where found & 1 << role == 0 {
      if role < 3 || hasDuration { throw .missingField(name) }
    }
    if let fault { throw fault }
    guard let grade, let milliseconds else { throw .missingField(Self.names[1]) }
    return Row(
      number: number, name: name, grade: grade, milliseconds: milliseconds, duration: duration)
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
  var decimalDigit: Int? {
    self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") ? Int(self - UInt8(ascii: "0")) : nil
  }
}
