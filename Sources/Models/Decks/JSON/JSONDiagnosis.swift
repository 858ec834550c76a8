import RabbleText

/// What is wrong with a text where it stops being JSON: which mark is missing, foreign or too much, and
/// what its author may have meant.
extension JSONParser {
  /// A failure of syntax, at the position or at `offset`.
  func failure(_ fault: SyntaxFault, at offset: Int? = nil) -> Failure {
    Failure(offset: offset ?? position, kind: .syntax(fault))
  }

  /// The text ends too early: inside the innermost array or object, or before any value.
  func unclosedFailure() -> Failure {
    guard let container = open.last else { return Failure(offset: start, kind: .empty) }
    return failure(
      .unclosed(opening: opening(of: container), line: line(of: container)),
      at: contentEnd
    )
  }

  /// Something else than a value stands at the position.
  func valueFailure() -> Failure {
    if let fault = foreignMark(at: position) { return failure(fault) }
    let byte = bytes[position]
    switch byte {
    case .comma, .colon:
      return failure(.missingValue(found: Character(Unicode.Scalar(byte))))
    case .closingBrace, .closingBracket:
      guard let container = open.last else { break }
      if opening(of: container) == (byte == .closingBrace ? "{" : "[") {
        return failure(.missingValue(found: Character(Unicode.Scalar(byte))))
      }
      return failure(mismatch(in: container))
    case UInt8(ascii: "+"), UInt8(ascii: "."):
      return failure(.malformedNumber(numberText(at: position)))
    case _ where byte.isWordPart:
      return failure(.unknownWord(word(at: position)))
    default: break
    }
    return failure(.unexpected(found: excerpt(at: position), expected: "a value"))
  }

  /// Something else than a key stands at the position.
  func keyFailure(afterComma comma: Int?) -> Failure {
    guard let byte = current else { return unclosedFailure() }
    if let fault = foreignMark(at: position) { return failure(fault) }
    switch byte {
    case .closingBrace:
      return failure(.trailingComma(before: "}"), at: comma)
    case .closingBracket:
      if let container = open.last { return failure(mismatch(in: container)) }
    case .comma, .colon:
      return failure(.missingValue(found: Character(Unicode.Scalar(byte))))
    case _ where byte.isWordPart:
      return failure(.unquotedKey(word(at: position)))
    default: break
    }
    return failure(
      .unexpected(found: excerpt(at: position), expected: "a key in quotation marks")
    )
  }

  /// Something else than a colon stands after a key that ends at `keyEnd`.
  func colonFailure(keyEnd: Int) -> Failure {
    guard let byte = current else { return unclosedFailure() }
    if let fault = foreignMark(at: position), byte != UInt8(ascii: "'") { return failure(fault) }
    if byte.isWordPart, position == keyEnd {
      return failure(.textAfterString(found: word(at: position)))
    }
    return failure(.missingColon, at: keyEnd)
  }

  /// Neither a comma nor the right bracket stands after a value.
  func separatorFailure(in container: Int) -> Failure {
    let byte = bytes[position]
    let valueEnd = endOfLastValue
    let isAfterString = bytes[valueEnd - 1] == .quotationMark
    if byte == .closingBrace || byte == .closingBracket { return failure(mismatch(in: container)) }
    if nodes[container].type == .array {
      if byte == .colon, isAfterString, let last = nodes.last {
        return failure(.keyInArray(line: line(of: container)), at: Int(last.start))
      }
      if byte == .quotationMark, isKey(at: position) {
        return failure(.keyInArray(line: line(of: container)))
      }
    }
    if isAfterString, byte.isWordPart, foreignMark(at: position) == nil {
      return failure(.textAfterString(found: word(at: position)))
    }
    switch byte {
    case .quotationMark, .openingBrace, .openingBracket, UInt8(ascii: "-"):
      return failure(.missingComma, at: valueEnd)
    case _ where byte.isWordPart && foreignMark(at: position) == nil:
      return failure(.missingComma, at: valueEnd)
    default: break
    }
    if let fault = foreignMark(at: position) { return failure(fault) }
    let closing = nodes[container].type == .object ? "}" : "]"
    return failure(
      .unexpected(found: excerpt(at: position), expected: "a comma or \(closing)")
    )
  }

  /// A control character stands at `index` in the string that begins at `stringStart`.
  ///
  /// After a line break, a line that goes on with JSON's own marks tells of a missing quotation
  /// mark; one that goes on with anything else, of a text meant to have two lines.
  func controlFailure(at index: Int, stringStart: Int) -> Failure {
    let byte = bytes[index]
    guard byte == .lineFeed || byte == .carriageReturn else {
      return failure(.controlCharacter(Unicode.Scalar(byte)), at: index)
    }
    var next = index
    while next < bytes.count, bytes[next].isJSONSpace { next += 1 }
    let marks: [UInt8] = [
      .quotationMark, .openingBrace, .closingBrace, .openingBracket, .closingBracket, .comma,
    ]
    if next == bytes.count || marks.contains(bytes[next]) {
      return failure(.unclosedString, at: stringStart)
    }
    return failure(.lineBreakInString, at: index)
  }

  // MARK: - Text around a place

  /// The bytes from `start` to `end` as text.
  func text(from start: Int, to end: Int) -> String {
    let end = min(end, bytes.count)
    return String(
      decoding: UnsafeBufferPointer(rebasing: bytes[min(start, end)..<end]),
      as: UTF8.self
    )
  }

  /// The offset after the scalar at `index`.
  func endOfScalar(at index: Int) -> Int {
    var end = min(index + 1, bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  /// The word at `index`, or at least one scalar; no more than a message could show.
  private func word(at index: Int) -> String {
    var end = index
    while end < bytes.count, end - index < 4 * Quoting.limit, bytes[end].isWordPart { end += 1 }
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return text(from: index, to: max(end, endOfScalar(at: index)))
  }

  /// The rest of the line at `index`, no more than a message could show, without its last spaces.
  func excerpt(at index: Int) -> String {
    if bytes[index] < 0x20 || bytes[index].isWordPart { return word(at: index) }
    return text(from: index, to: endOfScalar(at: index))
  }

  /// A quotation mark, a comment, a space or a full-width mark that JSON does not have, if one begins
  /// at `index`.
  func foreignMark(at index: Int) -> SyntaxFault? {
    let following = index + 1 < bytes.count ? bytes[index + 1] : 0
    switch (bytes[index], following) {
    case (UInt8(ascii: "'"), _), (UInt8(ascii: "`"), _):
      return .otherQuotationMark(Character(Unicode.Scalar(bytes[index])))
    case (UInt8(ascii: "/"), UInt8(ascii: "/")): return .comment("//")
    case (UInt8(ascii: "/"), UInt8(ascii: "*")): return .comment("/*")
    case (UInt8(ascii: "#"), _): return .comment("#")
    case (0xE2, _), (0xE3, _), (0xEF, _), (0xC2, _):
      guard let scalar = firstScalar(at: index) else { return nil }
      let mark = Character(scalar)
      if QuotationMarks.all.contains(mark) { return .otherQuotationMark(mark) }
      if let meant = Self.meaning[scalar] { return .fullWidthMark(found: mark, meant: meant) }
      return scalar.properties.isWhitespace || scalar.isInvisible ? .otherSpace(scalar) : nil
    default: return nil
    }
  }

  /// What full-width marks mean.
  private static let meaning: [Unicode.Scalar: Character] = [
    "，": ",", "：": ":", "［": "[", "］": "]", "｛": "{", "｝": "}",
  ]

  private func firstScalar(at index: Int) -> Unicode.Scalar? {
    text(from: index, to: endOfScalar(at: index)).unicodeScalars.first
  }

  /// The end of the spaces at `index` that JSON does not have.
  func endOfOtherSpaces(from index: Int) -> Int {
    var end = index
    while end < bytes.count, case .otherSpace? = foreignMark(at: end) { end = endOfScalar(at: end) }
    return end
  }

  /// Whether a string and a colon stand at `index`.
  private func isKey(at index: Int) -> Bool {
    var copy = JSONParser(bytes, start: index, depthLimit: 0)
    do { try copy.readString() } catch { return false }
    copy.skipSpace()
    return copy.current == .colon
  }

  /// The fault that the bracket at the position does not close `container`.
  private func mismatch(in container: Int) -> SyntaxFault {
    .mismatchedBracket(
      found: bytes[position] == .closingBrace ? "}" : "]",
      opening: opening(of: container),
      line: line(of: container)
    )
  }

  /// The bracket that a container begins with.
  private func opening(of container: Int) -> Character {
    nodes[container].type == .object ? "{" : "["
  }

  /// The line on which a value begins.
  private func line(of node: Int) -> Int {
    lines.position(of: Int(nodes[node].start)).line
  }

  /// The offset after the last thing before the position that is not white space.
  var endOfLastValue: Int {
    var end = position
    while end > start + 1, bytes[end - 1].isJSONSpace { end -= 1 }
    return end
  }

  /// The offset after the last thing in the text that is not white space.
  private var contentEnd: Int {
    var end = bytes.count
    while end > start, bytes[end - 1].isJSONSpace { end -= 1 }
    return end
  }
}
