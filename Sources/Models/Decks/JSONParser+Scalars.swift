extension JSONParser {
  /// Reads the string whose opening quotation mark is at the position.
  mutating func readString() throws(Failure) {
    let start = position
    var hasEscapes = false
    var index = start + 1
    while index < bytes.count {
      let byte = bytes[index]
      if byte == .quotationMark {
        append(.string, from: start, to: index + 1, hasEscapes: hasEscapes)
        position = index + 1
        return
      }
      if byte == .backslash {
        hasEscapes = true
        index = try endOfEscape(at: index, stringStart: start)
      } else if byte < 0x20 {
        throw controlFailure(at: index, stringStart: start)
      } else {
        index += 1
      }
    }
    throw failure(.unclosedString, at: start)
  }

  /// The offset after the escape whose backslash is at `index`.
  func endOfEscape(at index: Int, stringStart: Int) throws(Failure) -> Int {
    guard index + 1 < bytes.count else { throw failure(.unclosedString, at: stringStart) }
    let letter = bytes[index + 1]
    if JSONEscapes.byte(for: letter) != nil { return index + 2 }
    guard letter == UInt8(ascii: "u") else {
      throw failure(.unknownEscape(text(from: index, to: endOfScalar(at: index + 1))), at: index)
    }
    guard let unit = JSONEscapes.codeUnit(at: index + 2, in: bytes) else {
      var end = index + 2
      while end < min(index + 6, bytes.count), bytes[end].hexadecimalValue != nil { end += 1 }
      throw failure(.unknownEscape(text(from: index, to: end)), at: index)
    }
    if unit & 0xF800 != 0xD800 { return index + 6 }
    guard unit & 0xFC00 == 0xD800, index + 7 < bytes.count, bytes[index + 6] == .backslash,
      bytes[index + 7] == UInt8(ascii: "u"),
      let low = JSONEscapes.codeUnit(at: index + 8, in: bytes), low & 0xFC00 == 0xDC00
    else { throw failure(.loneSurrogate(text(from: index, to: index + 6)), at: index) }
    return index + 12
  }

  /// Reads the number that begins at the position (RFC 8259, section 6).
  mutating func readNumber() throws(Failure) {
    let start = position
    var index = position
    func skipDigits() -> Bool {
      let first = index
      while index < bytes.count, bytes[index].isDigit { index += 1 }
      return index > first
    }
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    let integer = index
    var isSound = skipDigits() && (bytes[integer] != UInt8(ascii: "0") || index == integer + 1)
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      isSound = skipDigits() && isSound
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
      {
        index += 1
      }
      isSound = skipDigits() && isSound
    }
    if index < bytes.count, Self.isNumberPart(bytes[index]) { isSound = false }
    guard isSound else { throw failure(.malformedNumber(numberText(at: start)), at: start) }
    append(.number, from: start, to: index)
    position = index
  }

  /// Everything from `start` on that its author may have meant to be one number.
  func numberText(at start: Int) -> String {
    var end = start
    while end < bytes.count, Self.isNumberPart(bytes[end]) { end += 1 }
    return text(from: start, to: end)
  }

  private static func isNumberPart(_ byte: UInt8) -> Bool {
    byte.isWordPart || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "-")
  }
}
