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
