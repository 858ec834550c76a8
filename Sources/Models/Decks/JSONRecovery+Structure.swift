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
