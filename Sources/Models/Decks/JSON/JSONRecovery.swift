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

extension JSONRecovery {
  /// Reads a key, or gets over what stands in its place.
  mutating func readKey(_ byte: UInt8, in container: Int) {
    let position = parser.position
    var comma: Int?
    if case .key(let offset) = expectation { comma = offset }
    switch byte {
    case .quotationMark: readString(isKey: true)
    case .closingBrace:
      if let comma {
        add(
          parser.keyFailure(afterComma: comma), end: comma + 1, TextEdit(comma..<comma + 1, ""))
      }
      close(container)
    case .closingBracket: readWrongBracket(in: container)
    case .comma:
      add(parser.keyFailure(afterComma: nil), end: position + 1, remove(to: position + 1))
      parser.position += 1
    case .openingBrace where isInArray(container):
      add(parser.keyFailure(afterComma: comma), end: position + 1)
      damaged.insert(container)
      close(container, length: 0)
      expectation = .value(comma: nil)
    case .openingBrace, .openingBracket, UInt8(ascii: "-"), 0x30...0x39:
      add(parser.keyFailure(afterComma: comma), end: position + 1)
      damaged.insert(container)
      damaged.insert(parser.nodes.count)
      parser.append(.string, from: position, to: position)
      expectation = .value(comma: nil)
    default: readUnquotedKey(comma: comma)
    }
  }

  private mutating func readUnquotedKey(comma: Int?) {
    let position = parser.position
    let failure = parser.keyFailure(afterComma: comma)
    switch failure.kind {
    case .syntax(.otherQuotationMark): readQuoted(failure, isKey: true)
    case .syntax(.unquotedKey(let word)):
      let end = position + word.utf8.count
      add(
        failure, end: end,
        edits: [TextEdit(position..<position, "\""), TextEdit(end..<end, "\"")])
      parser.position = end
      appendKey(from: position, to: end)
      expectation = .colon(keyEnd: end)
    default:
      damageContainer()
      parser.position = endOfGarbage(from: position)
      add(failure, end: parser.position)
      if parser.current == .colon { parser.position += 1 }
    }
  }

  /// Reads the colon after a key, or gets over what stands in its place.
  mutating func readColon(_ byte: UInt8, keyEnd: Int) {
    if byte == .colon {
      parser.position += 1
      expectation = .value(comma: nil)
      return
    }
    let failure = parser.colonFailure(keyEnd: keyEnd)
    switch (failure.kind, byte) {
    case (.syntax(.textAfterString), _):
      damageContainer()
      damaged.insert(parser.nodes.count - 1)
      var end = parser.position
      while end < parser.bytes.count, parser.bytes[end] != .colon,
        parser.bytes[end] != .lineFeed, parser.bytes[end] != .closingBrace
      { end += 1 }
      add(failure, end: parser.position + 1)
      parser.position = end
      if parser.current != .colon { appendUnknown(from: end, to: end) }
    case (_, .comma), (_, .closingBrace), (_, .closingBracket):
      add(failure, end: keyEnd)
      appendUnknown(from: keyEnd, to: keyEnd)
    case (.syntax(.missingColon), UInt8(ascii: "=")):
      add(failure, end: keyEnd, remove(to: parser.position + 1).replaced(by: ":"))
      parser.position += 1
      expectation = .value(comma: nil)
    default:
      add(failure, end: keyEnd, TextEdit(keyEnd..<keyEnd, ":"))
      expectation = .value(comma: nil)
    }
  }

  /// Reads a comma or the end of a container, or gets over what stands in its place.
  mutating func readSeparator(_ byte: UInt8, in container: Int) {
    let isObject = parser.nodes[container].type == .object
    let position = parser.position
    if byte == .comma {
      parser.position += 1
      expectation = isObject ? .key(comma: position) : .value(comma: position)
      return
    }
    let isAdded = addedArray && parser.open.count == 1
    if byte == (isObject ? .closingBrace : .closingBracket), !isAdded {
      close(container)
      return
    }
    if byte == .closingBrace || byte == .closingBracket {
      readWrongBracket(in: container)
      return
    }
    if isAdded, byte == .openingBrace || byte == .openingBracket {
      expectation = .value(comma: nil)
      return
    }
    let failure = parser.separatorFailure(in: container)
    switch failure.kind {
    case .syntax(.keyInArray): leaveArray(container, failure)
    case .syntax(.textAfterString): readTextAfterString(failure)
    case .syntax(.missingComma):
      add(failure, TextEdit(failure.offset..<failure.offset, ","))
      if isObject, byte == .openingBrace, isInArray(container) {
        damaged.insert(container)
        close(container, length: 0)
        expectation = .value(comma: nil)
      } else {
        expectation = isObject ? .firstKey : .value(comma: nil)
      }
    default:
      damageContainer()
      parser.position = endOfGarbage(from: position)
      add(failure, end: parser.position)
    }
  }

  /// A key stands in an array: the array is taken to end before it.
  private mutating func leaveArray(_ container: Int, _ failure: JSONParser.Failure) {
    add(failure)
    damaged.insert(container)
    if parser.current == .colon, let last = parser.nodes.indices.last, last > container {
      damaged.remove(last)
      parser.nodes.removeLast()
      parser.position = failure.offset
    }
    if parser.open.dropLast().last.map({ parser.nodes[$0].type }) == .object {
      close(container, length: 0)
      damageContainer()
      expectation = .firstKey
    } else {
      let end = parser.endOfScalar(at: parser.position)
      parser.position = max(end, endOfKey(from: parser.position))
      expectation = .value(comma: nil)
    }
  }

  /// The offset after the colon of the key at `start`.
  private func endOfKey(from start: Int) -> Int {
    var copy = JSONParser(parser.bytes, start: start, depthLimit: 0)
    do throws(JSONParser.Failure) { try copy.readString() } catch { return start }
    copy.skipSpace()
    return copy.current == .colon ? copy.position + 1 : copy.position
  }

  /// Text follows right after a string: a quotation mark was meant to be part of it.
  private mutating func readTextAfterString(_ failure: JSONParser.Failure) {
    let last = parser.nodes.count - 1
    let line = endOfLine(from: parser.position)
    var end = parser.position
    while end < line {
      if parser.bytes[end] == .quotationMark {
        var next = end + 1
        while next < line, parser.bytes[next].isJSONSpace { next += 1 }
        let marks: [UInt8] = [.comma, .closingBrace, .closingBracket]
        if next == line || marks.contains(parser.bytes[next]) {
          end += 1
          break
        }
      }
      end += 1
    }
    add(failure, end: parser.position + 1)
    parser.nodes[last].type = .null
    parser.nodes[last].end = UInt32(truncatingIfNeeded: end)
    damaged.insert(last)
    damageContainer()
    parser.position = end
  }

  /// Whether the container that `container` stands in is an array.
  private func isInArray(_ container: Int) -> Bool {
    parser.open.last == container
      && parser.open.dropLast().last.map { parser.nodes[$0].type } == .array
  }

  /// A closing bracket of the other kind stands in a container: what is open inside the one it
  /// belongs to is taken to end there, or it is taken for the right one, whichever goes on better.
  private mutating func readWrongBracket(in container: Int) {
    let byte = parser.bytes[parser.position]
    let wanted: JSONType = byte == .closingBrace ? .object : .array
    let isAdded = addedArray && parser.open.count == 1
    if isAdded {
      add(
        parser.failure(.textAfterEnd(found: byte == .closingBrace ? "}" : "]")),
        end: parser.position + 1, remove(to: parser.position + 1))
      parser.position += 1
      return
    }
    let outer = parser.open.dropLast(1).lastIndex { parser.nodes[$0].type == wanted }
    let failure = parser.failure(parser.mismatch(in: container))
    let right = parser.nodes[container].type == .object ? "}" : "]"
    if let outer, !(addedArray && outer == 0), goesOn(in: outer - 1) {
      let missing = parser.open[(outer + 1)...].reversed().map {
        parser.nodes[$0].type == .object ? "}" : "]"
      }
      let place = parser.endOfLastValue
      add(
        failure, end: parser.position + 1,
        TextEdit(place..<place, missing.joined()))
      while parser.open.count > outer + 1, let inner = parser.open.last {
        damaged.insert(inner)
        close(inner, length: 0)
      }
      if let last = parser.open.last { close(last) }
    } else if goesOn(in: parser.open.count - 2) {
      add(
        failure, end: parser.position + 1,
        remove(to: parser.position + 1).replaced(by: right))
      close(container)
    } else {
      add(failure, end: parser.position + 1, remove(to: parser.position + 1))
      damageContainer()
      parser.position += 1
    }
  }

  /// Whether what follows the bracket at the position can go on in the open container of this
  /// number; there is none for -1, where the text must end.
  private func goesOn(in number: Int) -> Bool {
    var index = parser.position + 1
    func skipSpace() {
      while index < parser.bytes.count, parser.bytes[index].isJSONSpace { index += 1 }
    }
    skipSpace()
    guard number >= 0 else { return index == parser.bytes.count }
    guard index < parser.bytes.count else { return false }
    let isObject = parser.nodes[parser.open[number]].type == .object
    guard parser.bytes[index] == .comma else {
      return parser.bytes[index] == (isObject ? .closingBrace : .closingBracket)
    }
    index += 1
    skipSpace()
    guard index < parser.bytes.count else { return false }
    return isObject
      ? parser.isKey(at: index)
      : parser.bytes[index] == .openingBrace || parser.bytes[index] == .openingBracket
  }

  /// Something follows the end of the text's value: the first time it is named, and the values are
  /// put into one array.
  mutating func readBehindEnd(_ byte: UInt8) {
    add(parser.failure(.textAfterEnd(found: parser.excerpt(at: parser.position))))
    guard byte == .comma || byte == .openingBrace || byte == .openingBracket else {
      parser.position = parser.bytes.count
      return
    }
    let first = parser.nodes[0]
    // An array goes on with what follows it; another value is put into one.
    if first.type != .array {
      for index in parser.nodes.indices { parser.nodes[index].next += 1 }
      parser.nodes.insert(
        JSONNode(type: .array, hasEscapes: false, start: first.start, end: first.end, next: 1),
        at: 0)
      damaged = Set(damaged.map { $0 + 1 })
    }
    parser.open = [0]
    addedArray = true
    expectation = byte == .comma ? .separator : .value(comma: nil)
  }
}

extension TextEdit {
  /// The same place with another text in it.
  fileprivate func replaced(by text: String) -> TextEdit { TextEdit(range, text) }
}

extension JSONRecovery {
  /// Reads the string at the position to its end, or to the end of its line if it has none.
  mutating func readString(isKey: Bool) {
    let start = parser.position
    var index = start + 1
    var hasEscapes = false
    var isSound = true
    var isBroken = false
    let bytes = parser.bytes
    while index < bytes.count, bytes[index] != .quotationMark, !isGivenUp {
      let byte = bytes[index]
      if byte == .backslash {
        hasEscapes = true
        do throws(JSONParser.Failure) {
          index = try parser.endOfEscape(at: index, stringStart: start)
        } catch {
          isSound = false
          guard index + 1 < bytes.count, case .syntax(let fault) = error.kind else { break }
          index = readWrongEscape(fault, at: index, error)
        }
      } else if byte < 0x20 {
        let failure = parser.controlFailure(at: index, stringStart: start)
        if failure.kind == .syntax(.unclosedString) { break }
        isSound = false
        let isBreak = failure.kind == .syntax(.lineBreakInString)
        if !isBreak || !isBroken { add(failure, end: index + 1, edits: Self.edits(byte, index)) }
        isBroken = isBroken || isBreak
        index += 1
      } else {
        index += 1
      }
    }
    if index < bytes.count, bytes[index] == .quotationMark {
      append(from: start, to: index + 1, hasEscapes: hasEscapes, isSound: isSound, isKey: isKey)
    } else {
      endUnclosed(from: start, isKey: isKey)
    }
  }

  private static func edits(_ byte: UInt8, _ index: Int) -> [TextEdit] {
    switch byte {
    case 0x09: [TextEdit(index..<index + 1, "\\t")]
    case .lineFeed, .carriageReturn: []
    default: [TextEdit(index..<index + 1, "")]
    }
  }

  private mutating func readWrongEscape(
    _ fault: SyntaxFault, at index: Int, _ failure: JSONParser.Failure
  ) -> Int {
    switch fault {
    case .unknownEscape(let text):
      let end = index + max(2, text.utf8.count)
      let isHexadecimal = text.hasPrefix("\\u") || text.hasPrefix("\\x")
      let edits = isHexadecimal ? [] : [TextEdit(index..<index, "\\")]
      add(failure, end: end, edits: edits)
      return end
    case .loneSurrogate(let text):
      add(failure, end: index + text.utf8.count)
      return index + text.utf8.count
    default:
      add(failure)
      return index + 2
    }
  }

  private mutating func append(
    from start: Int, to end: Int, hasEscapes: Bool, isSound: Bool, isKey: Bool
  ) {
    parser.position = end
    if !isSound {
      damaged.insert(parser.nodes.count)
      damageContainer()
    }
    parser.append(isSound || isKey ? .string : .null, from: start, to: end, hasEscapes: hasEscapes)
    expectation = isKey ? .colon(keyEnd: end) : .separator
  }

  /// A string without an end is taken to go to the end of its line, less the mark of JSON there.
  private mutating func endUnclosed(from start: Int, isKey: Bool) {
    var end = endOfLine(from: start)
    func dropSpaces() {
      while end > start + 1, parser.bytes[end - 1].isJSONSpace { end -= 1 }
    }
    dropSpaces()
    while end > start + 1, [.comma, .closingBrace, .closingBracket].contains(parser.bytes[end - 1])
    {
      end -= 1
      dropSpaces()
    }
    add(
      parser.failure(.unclosedString, at: start), end: end,
      edits: isKey ? [] : [TextEdit(end..<end, "\"")])
    append(from: start, to: end, hasEscapes: false, isSound: false, isKey: isKey)
  }

  /// Reads a text in other quotation marks than JSON's, to the mark that closes it on its line.
  mutating func readQuoted(_ failure: JSONParser.Failure, isKey: Bool) {
    let start = parser.position
    let inner = parser.endOfScalar(at: start)
    let closing = closingMark(of: parser.text(from: start, to: inner))
    let lineEnd = endOfLine(from: inner)
    var index = inner
    while index < lineEnd {
      let end = parser.endOfScalar(at: index)
      if closing.contains(parser.text(from: index, to: end)) {
        let isPlain = !parser.bytes[inner..<index].contains {
          $0 == .quotationMark || $0 == .backslash || $0 < 0x20
        }
        let edits = [TextEdit(start..<inner, "\""), TextEdit(index..<end, "\"")]
        add(failure, end: end, edits: isPlain ? edits : [])
        parser.position = end
        if isKey {
          appendKey(from: inner, to: index)
          expectation = .colon(keyEnd: end)
        } else {
          appendUnknown(from: start, to: end)
        }
        return
      }
      index = end
    }
    add(failure, end: inner)
    parser.position = max(inner, endOfGarbage(from: start))
    if isKey {
      appendKey(from: inner, to: parser.position)
      damaged.insert(parser.nodes.count - 1)
      expectation = .colon(keyEnd: parser.position)
    } else {
      appendUnknown(from: start, to: parser.position)
    }
  }

  private func closingMark(of mark: String) -> [String] {
    switch mark {
    case "“", "„", "‟", "＂": ["”", "“", "＂", "\""]
    case "‘", "‚", "‛": ["’", "‘"]
    case "«": ["»"]
    case "「": ["」"]
    case "『": ["』"]
    default: [mark]
    }
  }

  /// Adds a key that stands without JSON's quotation marks; its node has room for them.
  mutating func appendKey(from start: Int, to end: Int) {
    if end >= parser.bytes.count || start == 0 {
      damaged.insert(parser.nodes.count)
      parser.append(.string, from: start, to: start)
    } else {
      parser.append(.string, from: start - 1, to: end + 1)
    }
  }
}

extension JSONRecovery {
  /// Reads a value, or gets over what stands in its place.
  mutating func readValue(_ byte: UInt8) {
    let position = parser.position
    switch byte {
    case .quotationMark: readString(isKey: false)
    case .openingBrace, .openingBracket: open(byte == .openingBrace ? .object : .array)
    case .comma, .colon: readSeparatorForValue(byte)
    case .closingBrace, .closingBracket: readClosingForValue()
    case UInt8(ascii: "-"), 0x30...0x39: readNumber()
    default:
      if readKnownWord() { return }
      let failure = parser.valueFailure()
      switch failure.kind {
      case .syntax(.otherQuotationMark): readQuoted(failure, isKey: false)
      case .syntax(.unknownWord(let word)):
        let end = endOfBareText(from: position)
        let known = ["True": "true", "False": "false", "None": "null", "NULL": "null"]
        let isWhole = end == position + word.utf8.count
        let edits = isWhole ? known[word].map { [TextEdit(position..<end, $0)] } ?? [] : []
        skip(to: end, failure, edits: edits)
      case .syntax(.malformedNumber(let text)): skip(to: position + text.utf8.count, failure)
      default: skip(to: endOfGarbage(from: position), failure)
      }
    }
  }

  private mutating func skip(
    to end: Int, _ failure: JSONParser.Failure, edits: [TextEdit] = []
  ) {
    let start = parser.position
    add(failure, end: end, edits: edits)
    parser.position = max(end, parser.endOfScalar(at: start))
    appendUnknown(from: start, to: parser.position)
  }

  /// The end of a text without quotation marks: before the next comma or bracket of its line.
  private func endOfBareText(from start: Int) -> Int {
    var end = endOfGarbage(from: start)
    while end > start + 1, parser.bytes[end - 1].isJSONSpace { end -= 1 }
    return end
  }

  private mutating func open(_ type: JSONType) {
    guard parser.open.count < parser.depthLimit else {
      add(
        JSONParser.Failure(offset: parser.position, kind: .tooDeep(limit: parser.depthLimit)))
      isGivenUp = true
      return
    }
    parser.open.append(parser.nodes.count)
    parser.append(type, from: parser.position, to: parser.position + 1)
    parser.position += 1
    expectation = type == .object ? .firstKey : .firstValue
  }

  private mutating func readNumber() {
    do throws(JSONParser.Failure) {
      try parser.readNumber()
      expectation = .separator
    } catch {
      skip(to: parser.position + parser.numberText(at: parser.position).utf8.count, error)
    }
  }

  private mutating func readKnownWord() -> Bool {
    for (word, type) in [("true", JSONType.boolean), ("false", .boolean), ("null", .null)]
    where parser.word(at: parser.position) == word {
      let end = parser.position + word.utf8.count
      parser.append(type, from: parser.position, to: end)
      parser.position = end
      expectation = .separator
      return true
    }
    return false
  }

  /// A comma or colon stands where a value must stand.
  private mutating func readSeparatorForValue(_ byte: UInt8) {
    let isInObject = parser.open.last.map { parser.nodes[$0].type == .object } ?? false
    var edits: [TextEdit] = []
    if !isInObject, byte == .comma { edits = [remove(to: parser.position + 1)] }
    add(parser.valueFailure(), end: parser.position + 1, edits: edits)
    if isInObject, byte == .comma {
      appendUnknown(from: parser.position, to: parser.position)
    } else {
      damageContainer()
      parser.position += 1
    }
  }

  /// A closing bracket stands where a value must stand.
  private mutating func readClosingForValue() {
    guard let container = parser.open.last else {
      skip(to: parser.position + 1, parser.valueFailure())
      return
    }
    if parser.nodes[container].type == .array, case .value(let comma?) = expectation {
      if parser.current == .closingBracket {
        add(
          parser.failure(.trailingComma(before: "]"), at: comma), end: comma + 1,
          TextEdit(comma..<comma + 1, ""))
      }
      expectation = .separator
    } else if parser.nodes[container].type == .array {
      expectation = .separator
    } else {
      if parser.current == .closingBrace {
        add(parser.valueFailure(), end: parser.position + 1)
      }
      appendUnknown(from: parser.position, to: parser.position)
    }
  }
}
