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
