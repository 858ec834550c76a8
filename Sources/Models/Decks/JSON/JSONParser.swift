import RabbleText

/// Reads a JSON text (RFC 8259) into places, without recursion, and names the first thing that is
/// wrong with it.
///
/// The bytes must be UTF-8, fewer than 2^32, and outlive the parser and its document.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let start: Int
  private(set) var position: Int
  private(set) var nodes: [JSONNode] = []
  /// The nodes of the arrays and objects that are open, the outermost first.
  private(set) var open: [Int] = []
  private let depthLimit: Int
  private var isJustOpened = false
  private let lines: LazyLocator

  /// Why a text could not be read, and at which byte.
  struct Failure: Error {
    let offset: Int
    let kind: DeckFault.Kind
  }

  /// Makes a parser that begins at `start`.
  init(_ bytes: UnsafeBufferPointer<UInt8>, start: Int, depthLimit: Int) {
    self.bytes = bytes
    self.start = start
    self.depthLimit = depthLimit
    position = start
    lines = LazyLocator(bytes, start: start)
  }

  /// Reads the whole text.
  ///
  /// - Throws: `Failure` at the first thing that is not JSON, or that is nested too deeply.
  static func document(
    _ bytes: UnsafeBufferPointer<UInt8>,
    start: Int = 0,
    depthLimit: Int
  ) throws(Failure) -> JSONDocument {
    var parser = JSONParser(bytes, start: start, depthLimit: depthLimit)
    try parser.readAll()
    return JSONDocument(bytes: bytes, nodes: parser.nodes)
  }

  /// Reads the whole text; after a failure the position is where it was met.
  mutating func readAll() throws(Failure) {
    nodes.reserveCapacity((bytes.count - start) / 16)
    try readValue()
    while let container = open.last { try readNext(in: container) }
    skipSpace()
    guard position == bytes.count else {
      if case .otherSpace(let scalar)? = foreignMark(at: position) {
        throw failure(.otherSpace(scalar))
      }
      throw failure(.textAfterEnd(found: excerpt(at: position)))
    }
  }

  /// The byte at the position, or `nil` at the end.
  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  @inline(__always)
  private mutating func skipSpace() {
    while position < bytes.count, bytes[position].isJSONSpace { position += 1 }
  }

  /// Reads what follows in an array or object: its first value, a comma and the next value, or its
  /// end.
  private mutating func readNext(in container: Int) throws(Failure) {
    let isObject = nodes[container].type == .object
    skipSpace()
    guard let byte = current else { throw unclosedFailure() }
    if byte == (isObject ? UInt8.closingBrace : .closingBracket) {
      close(container)
    } else if isJustOpened {
      isJustOpened = false
      if isObject { try readKey(afterComma: nil) }
      try readValue()
    } else if byte == .comma {
      let comma = position
      position += 1
      skipSpace()
      if isObject {
        try readKey(afterComma: comma)
      } else if current == .closingBracket {
        throw failure(.trailingComma(before: "]"), at: comma)
      }
      try readValue()
    } else {
      throw separatorFailure(in: container)
    }
  }

  /// Reads a value; of an array or object, the opening bracket.
  private mutating func readValue() throws(Failure) {
    skipSpace()
    guard let byte = current else { throw unclosedFailure() }
    switch byte {
    case .quotationMark: try readString()
    case .openingBrace: try open(.object)
    case .openingBracket: try open(.array)
    case UInt8(ascii: "-"), 0x30...0x39: try readNumber()
    case UInt8(ascii: "t"): try readWord("true", .boolean)
    case UInt8(ascii: "f"): try readWord("false", .boolean)
    case UInt8(ascii: "n"): try readWord("null", .null)
    default: throw valueFailure()
    }
  }

  private mutating func open(_ type: JSONType) throws(Failure) {
    guard open.count < depthLimit else {
      throw Failure(offset: position, kind: .tooDeep(limit: depthLimit))
    }
    open.append(nodes.count)
    append(type, from: position, to: position + 1)
    position += 1
    isJustOpened = true
  }

  private mutating func close(_ container: Int) {
    isJustOpened = false
    position += 1
    nodes[container].end = UInt32(truncatingIfNeeded: position)
    nodes[container].next = UInt32(truncatingIfNeeded: nodes.count)
    open.removeLast()
  }

  private mutating func readKey(afterComma comma: Int?) throws(Failure) {
    guard current == .quotationMark else { throw keyFailure(afterComma: comma) }
    try readString()
    let end = position
    skipSpace()
    guard current == .colon else { throw colonFailure(keyEnd: end) }
    position += 1
  }

  private mutating func readWord(_ word: StaticString, _ type: JSONType) throws(Failure) {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count else { throw valueFailure() }
    for index in 0..<word.utf8CodeUnitCount
    where bytes[position + index] != word.utf8Start[index] { throw valueFailure() }
    if end < bytes.count, bytes[end].isWordPart, foreignMark(at: end) == nil {
      throw valueFailure()
    }
    append(type, from: position, to: end)
    position = end
  }

  @inline(__always)
  private mutating func append(
    _ type: JSONType, from start: Int, to end: Int, hasEscapes: Bool = false
  ) {
    nodes.append(
      JSONNode(
        type: type,
        hasEscapes: hasEscapes,
        start: UInt32(truncatingIfNeeded: start),
        end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: nodes.count + 1)
      )
    )
  }

  // MARK: - Texts and numbers

  /// Reads the string whose opening quotation mark is at the position.
  private mutating func readString() throws(Failure) {
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
  private func endOfEscape(at index: Int, stringStart: Int) throws(Failure) -> Int {
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
  private mutating func readNumber() throws(Failure) {
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
    if index < bytes.count, Self.isNumberPart(bytes[index]), foreignMark(at: index) == nil {
      isSound = false
    }
    guard isSound else { throw failure(.malformedNumber(numberText(at: start)), at: start) }
    append(.number, from: start, to: index)
    position = index
  }

  /// Everything from `start` on that its author may have meant to be one number.
  private func numberText(at start: Int) -> String {
    var end = start
    while end < bytes.count, Self.isNumberPart(bytes[end]) { end += 1 }
    return text(from: start, to: end)
  }

  private static func isNumberPart(_ byte: UInt8) -> Bool {
    byte.isWordPart || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "-")
  }

  // MARK: - What is wrong

  /// A failure of syntax, at the position or at `offset`.
  private func failure(_ fault: SyntaxFault, at offset: Int? = nil) -> Failure {
    Failure(offset: offset ?? position, kind: .syntax(fault))
  }

  /// The text ends too early: inside the innermost array or object, or before any value.
  private func unclosedFailure() -> Failure {
    guard let container = open.last else { return Failure(offset: start, kind: .empty) }
    return failure(
      .unclosed(opening: opening(of: container), line: line(of: container)),
      at: contentEnd
    )
  }

  /// Something else than a value stands at the position.
  private func valueFailure() -> Failure {
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
  private func keyFailure(afterComma comma: Int?) -> Failure {
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
  private func colonFailure(keyEnd: Int) -> Failure {
    guard let byte = current else { return unclosedFailure() }
    if let fault = foreignMark(at: position), byte != UInt8(ascii: "'") { return failure(fault) }
    if byte.isWordPart, position == keyEnd {
      return failure(.textAfterString(found: word(at: position)))
    }
    return failure(.missingColon, at: keyEnd)
  }

  /// Neither a comma nor the right bracket stands after a value.
  private func separatorFailure(in container: Int) -> Failure {
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
  private func controlFailure(at index: Int, stringStart: Int) -> Failure {
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
  private func excerpt(at index: Int) -> String {
    if bytes[index] < 0x20 || bytes[index].isWordPart { return word(at: index) }
    return text(from: index, to: endOfScalar(at: index))
  }

  /// A quotation mark, a comment, a space or a full-width mark that JSON does not have, if one begins
  /// at `index`.
  private func foreignMark(at index: Int) -> SyntaxFault? {
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
      if "“”„‟‘’‚‛«»「」『』＂".contains(mark) { return .otherQuotationMark(mark) }
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
