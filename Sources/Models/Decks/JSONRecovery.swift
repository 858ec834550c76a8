/// Reads a text that is not JSON as far as it can be made out, and names everything that is wrong
/// with its syntax.
///
/// After each fault it goes on with the likeliest reading. What it cannot make out is `null` in the
/// document and among its `damaged` nodes, as is every container that may lack something.
struct JSONRecovery {
  /// A fault of syntax and what would mend it.
  struct Damage {
    let offset: Int
    var end: Int
    let kind: DeckFault.Kind
    var edits: [TextEdit] = []
  }

  /// What must stand at the position.
  enum Expectation {
    case firstValue
    case firstKey
    case key(comma: Int)
    case value(comma: Int?)
    case colon(keyEnd: Int)
    case separator
  }

  /// How many faults are named before the rest is given up.
  static let limit = 200

  var parser: JSONParser
  var expectation = Expectation.value(comma: nil)
  var damages: [Damage] = []
  var damaged: Set<Int> = []
  /// The array put round several values that stand one after the other.
  var addedArray = false
  var isGivenUp = false

  /// Reads the whole text; there is no document if there is no value in it at all.
  static func document(
    _ bytes: UnsafeBufferPointer<UInt8>, start: Int, depthLimit: Int
  ) -> (document: JSONDocument?, damages: [Damage]) {
    var recovery = JSONRecovery(
      parser: JSONParser(bytes, start: start, depthLimit: depthLimit))
    while !recovery.isGivenUp, recovery.step() {}
    recovery.finish()
    let nodes = recovery.parser.nodes
    let document =
      nodes.isEmpty
      ? nil : JSONDocument(bytes: bytes, nodes: nodes, damaged: recovery.damaged)
    return (document, recovery.damages)
  }

  private init(parser: JSONParser) {
    self.parser = parser
  }

  /// Reads one token or gets over one fault; `false` at the end of the text.
  private mutating func step() -> Bool {
    parser.skipSpace()
    guard let byte = parser.current else { return false }
    if let comment = commentEnd {
      add(parser.failure(.comment(comment.mark)), end: comment.end, remove(to: comment.end))
      parser.position = comment.end
      return true
    }
    guard let container = parser.open.last else {
      if parser.nodes.isEmpty { readValue(byte) } else { readBehindEnd(byte) }
      return true
    }
    switch expectation {
    case .firstKey, .key: readKey(byte, in: container)
    case .colon(let keyEnd): readColon(byte, keyEnd: keyEnd)
    case .firstValue where byte == .closingBracket: close(container)
    case .firstValue, .value: readValue(byte)
    case .separator: readSeparator(byte, in: container)
    }
    return true
  }

  /// Closes what is open, and names it if the text ends too early.
  private mutating func finish() {
    if parser.nodes.isEmpty {
      if damages.isEmpty { add(parser.unclosedFailure()) }
      return
    }
    let isUnclosed = parser.open.count > (addedArray ? 1 : 0)
    if isUnclosed, !isGivenUp {
      let closing = parser.open.reversed().map { parser.nodes[$0].type == .object ? "}" : "]" }
      let end = parser.contentEnd
      var edits: [TextEdit] = []
      if case .separator = expectation { edits = [TextEdit(end..<end, closing.joined())] }
      add(parser.unclosedFailure(), edits: addedArray ? [] : edits)
    }
    parser.position = parser.bytes.count
    while let container = parser.open.last {
      fillValue()
      if isUnclosed { damaged.insert(container) }
      close(container, length: 0)
    }
  }

  /// Adds a fault.
  mutating func add(_ failure: JSONParser.Failure, end: Int? = nil, edits: [TextEdit] = []) {
    damages.append(
      Damage(
        offset: failure.offset, end: max(end ?? failure.offset, failure.offset),
        kind: failure.kind, edits: edits))
    if damages.count >= Self.limit { isGivenUp = true }
  }

  mutating func add(_ failure: JSONParser.Failure, end: Int? = nil, _ edit: TextEdit) {
    add(failure, end: end, edits: [edit])
  }

  /// The edit that takes away everything from the position on.
  func remove(to end: Int) -> TextEdit { TextEdit(parser.position..<end, "") }

  /// Notes that the innermost container may lack something.
  mutating func damageContainer() {
    if let container = parser.open.last { damaged.insert(container) }
  }

  /// Ends a container at the position, which has so many bytes of its bracket.
  mutating func close(_ container: Int, length: Int = 1) {
    parser.position = min(parser.position + length, parser.bytes.count)
    parser.nodes[container].end = UInt32(truncatingIfNeeded: parser.position)
    parser.nodes[container].next = UInt32(truncatingIfNeeded: parser.nodes.count)
    parser.open.removeLast()
    expectation = .separator
  }

  /// Puts in what cannot be made out for the value of a key that has none.
  mutating func fillValue() {
    guard let container = parser.open.last, parser.nodes[container].type == .object else { return }
    switch expectation {
    case .colon, .value: appendUnknown(from: parser.position, to: parser.position)
    default: break
    }
  }

  /// Adds a value that cannot be made out.
  mutating func appendUnknown(from start: Int, to end: Int) {
    damaged.insert(parser.nodes.count)
    damageContainer()
    parser.append(.null, from: start, to: end)
    expectation = .separator
  }

  /// The comment at the position.
  private var commentEnd: (mark: String, end: Int)? {
    let bytes = parser.bytes
    let byte = bytes[parser.position]
    guard byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#"),
      case .comment(let mark)? = parser.foreignMark(at: parser.position)
    else { return nil }
    guard mark == "/*" else { return (mark, endOfLine(from: parser.position)) }
    var index = parser.position + 2
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
        return (mark, index + 2)
      }
      index += 1
    }
    return (mark, bytes.count)
  }

  func endOfLine(from index: Int) -> Int {
    var index = index
    while index < parser.bytes.count, parser.bytes[index] != .lineFeed,
      parser.bytes[index] != .carriageReturn
    { index += 1 }
    return index
  }

  /// The offset of the next mark that could belong to JSON, at least one scalar further on, or of
  /// the end of the line.
  func endOfGarbage(from start: Int) -> Int {
    var index = parser.endOfScalar(at: start)
    while index < parser.bytes.count {
      switch parser.bytes[index] {
      case .comma, .colon, .openingBrace, .closingBrace, .openingBracket, .closingBracket,
        .quotationMark, .lineFeed, .carriageReturn:
        return index
      default: index += 1
      }
    }
    return index
  }
}
