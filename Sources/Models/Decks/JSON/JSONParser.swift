/// Reads a JSON text (RFC 8259) into places, without recursion, and names the first thing that is
/// wrong with it.
///
/// The bytes must be UTF-8, fewer than 2^32, and outlive the parser and its document.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let start: Int
  private(set) var position: Int
  private(set) var nodes: [RawNode] = []
  /// The nodes of the arrays and objects that are open, the outermost first.
  private(set) var open: [Int] = []
  private let depthLimit: Int
  private var isJustOpened = false
  let lines: LazyLocator

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
  ) throws(Failure) -> RawTree {
    var parser = JSONParser(bytes, start: start, depthLimit: depthLimit)
    try parser.readAll()
    return RawTree(bytes: bytes, nodes: parser.nodes)
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
  mutating func skipSpace() {
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
    _ type: JSONType, from start: Int, to end: Int, _ spelling: RawNode.Spelling = .quoted
  ) {
    nodes.append(
      RawNode(
        type: type,
        spelling: spelling,
        start: UInt32(truncatingIfNeeded: start),
        end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: nodes.count + 1)
      )
    )
  }

  // MARK: - Texts and numbers

  /// Reads the string whose opening quotation mark is at the position.
  mutating func readString() throws(Failure) {
    let start = position
    var spelling = RawNode.Spelling.quoted
    var index = start + 1
    while index < bytes.count {
      let byte = bytes[index]
      if byte == .quotationMark {
        append(.string, from: start, to: index + 1, spelling)
        position = index + 1
        return
      }
      if byte == .backslash {
        spelling = .escaped
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
