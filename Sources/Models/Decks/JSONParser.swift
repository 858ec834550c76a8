/// Reads a JSON text (RFC 8259) into places, without recursion, and names the first thing that is
/// wrong with it.
///
/// The bytes must be UTF-8, fewer than 2^32, and outlive the parser and its document.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let start: Int
  let depthLimit: Int
  var position: Int
  var nodes: [JSONNode] = []
  var open: [Int] = []
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
  ) throws(Failure) -> JSONDocument {
    var parser = JSONParser(bytes, start: start, depthLimit: depthLimit)
    parser.nodes.reserveCapacity((bytes.count - start) / 16)
    try parser.readValue()
    while let container = parser.open.last { try parser.readNext(in: container) }
    parser.skipSpace()
    guard parser.position == bytes.count else {
      throw parser.failure(.textAfterEnd(found: parser.excerpt(at: parser.position)))
    }
    return JSONDocument(bytes: bytes, nodes: parser.nodes)
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
    if end < bytes.count, bytes[end].isWordPart { throw valueFailure() }
    append(type, from: position, to: end)
    position = end
  }

  @inline(__always)
  mutating func append(_ type: JSONType, from start: Int, to end: Int, hasEscapes: Bool = false) {
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
}
