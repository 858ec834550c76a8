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
}
