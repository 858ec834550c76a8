import RabbleText

/// Reads a text that is not JSON, and names what is wrong with it: as long as it is clear how a fault
/// is repaired, it is, and the text is read on.
///
/// The edits are offered only if the text is JSON once all of them are made, so that they never make
/// a file worse. Behind a fault that only its author can repair, nothing is read.
struct JSONRepair {
  /// A fault of syntax, and the edits that repair it.
  struct Fault {
    let offset: Int
    let end: Int
    let kind: DeckFault.Kind
    fileprivate(set) var edits: [TextEdit] = []
  }

  /// How many faults are repaired before the rest is given up.
  private static let limit = 100

  /// The faults in the order in which they were found, in the bytes of the file.
  private(set) var faults: [Fault] = []
  /// Whether the repaired text is JSON.
  private(set) var isSound = false
  /// The text with all edits made.
  private(set) var text: [UInt8]
  /// The edits made so far, in the bytes of the file and in their order.
  private var edits: [TextEdit] = []

  private let start: Int
  private let depthLimit: Int

  /// Reads the text that begins at `start`, after a byte order mark.
  init(_ bytes: UnsafeBufferPointer<UInt8>, start: Int, depthLimit: Int) {
    text = Array(bytes)
    self.start = start
    self.depthLimit = depthLimit
    var firstGuess: Int?
    var next = Self.firstFault(of: text, start: start, depthLimit: depthLimit)
    while let failed = next {
      addFault(failed)
      if failed.isGuess, firstGuess == nil { firstGuess = faults.count }
      guard faults.count < Self.limit, let choice = best(of: failed) else {
        // What stands behind a guess may be wrong only because of it.
        faults = faults.prefix(firstGuess ?? faults.count).map {
          Fault(offset: $0.offset, end: $0.end, kind: $0.kind)
        }
        return
      }
      make(choice.edits)
      (text, next) = (choice.text, choice.next)
    }
    isSound = true
  }

  // MARK: - Places

  /// Where in the file a value of the repaired text begins.
  func start(_ offset: Int) -> Int { original(offset, isEnd: false).offset }

  /// Where in the file a value of the repaired text ends.
  func end(_ offset: Int) -> Int { original(offset, isEnd: true).offset }

  /// An offset of the repaired text in the file, and how many edits lie before it. Beside a text that
  /// was removed, an end lies before it and a beginning behind it.
  private func original(_ offset: Int, isEnd: Bool) -> (offset: Int, edits: Int) {
    var shift = 0
    for (number, edit) in edits.enumerated() {
      let first = edit.range.lowerBound + shift
      let last = first + edit.replacement.utf8.count
      if offset < first || (offset == first && (isEnd || first < last)) {
        return (offset - shift, number)
      }
      if offset < last { return (edit.range.lowerBound, number) }
      shift += edit.replacement.utf8.count - edit.range.count
    }
    return (offset - shift, edits.count)
  }

  // MARK: - Repairing

  /// Where a text stops being JSON, and what may repair it.
  private struct FirstFault {
    let failure: JSONParser.Failure
    /// The end of what it is about.
    let end: Int
    /// The edits of which one repairs it.
    let choices: [[TextEdit]]
    /// How many bytes were not read.
    let rest: Int

    /// Whether the repair may be another than it seems.
    var isGuess: Bool { choices.count > 1 }
  }

  /// Edits with what becomes of the text.
  private struct Choice {
    let edits: [TextEdit]
    let text: [UInt8]
    let next: FirstFault?

    /// How many bytes are not read then, less than 0 if it is JSON.
    var rest: Int { next?.rest ?? -1 }
  }

  private static func firstFault(of text: [UInt8], start: Int, depthLimit: Int) -> FirstFault? {
    text.withUnsafeBufferPointer { bytes in
      var parser = JSONParser(bytes, start: start, depthLimit: depthLimit)
      do throws(JSONParser.Failure) {
        try parser.readAll()
        return nil
      } catch {
        let (end, choices) = parser.repairs(of: error)
        return FirstFault(
          failure: error, end: max(end, error.offset), choices: choices,
          rest: bytes.count - max(parser.position, error.offset))
      }
    }
  }

  private mutating func addFault(_ fault: FirstFault) {
    // What is missing is missing behind the value before it.
    let isEnd =
      switch fault.failure.kind {
      case .syntax(.missingComma), .syntax(.missingColon), .syntax(.unclosed): true
      default: false
      }
    faults.append(
      Fault(
        offset: original(fault.failure.offset, isEnd: isEnd).offset,
        end: original(fault.end, isEnd: true).offset, kind: fault.failure.kind))
  }

  /// The edits after which the text can be read furthest; `nil` if none lets it be read further, or
  /// several are as good.
  private func best(of fault: FirstFault) -> Choice? {
    let results = fault.choices.compactMap { edits -> Choice? in
      do throws(TextEdit.Failure) {
        let repaired = try TextEdit.apply(edits, to: text)
        return Choice(
          edits: edits, text: repaired,
          next: Self.firstFault(of: repaired, start: start, depthLimit: depthLimit))
      } catch {
        return nil
      }
    }
    guard let best = results.min(by: { $0.rest < $1.rest }), best.rest < fault.rest,
      results.count(where: { $0.rest == best.rest }) == 1
    else { return nil }
    return best
  }

  private mutating func make(_ choice: [TextEdit]) {
    // From the last to the first, as each moves what stands behind it.
    for edit in choice.reversed() {
      let (lower, number) = original(edit.range.lowerBound, isEnd: edit.range.isEmpty)
      let upper = original(edit.range.upperBound, isEnd: true).offset
      let made = TextEdit(lower..<max(lower, upper), edit.replacement)
      faults[faults.count - 1].edits.insert(made, at: 0)
      edits.insert(made, at: number)
    }
  }
}

// MARK: - What repairs a fault

extension JSONParser {
  /// The end of what a failure is about, and the edits of which one repairs it; none where only the
  /// author knows.
  fileprivate func repairs(of failure: Failure) -> (end: Int, choices: [[TextEdit]]) {
    let offset = failure.offset
    guard case .syntax(let fault) = failure.kind else { return (offset, []) }
    switch fault {
    case .missingComma:
      return (offset, [[TextEdit(offset..<offset, ",")]])
    case .trailingComma:
      return (offset + 1, [[TextEdit(offset..<offset + 1, "")]])
    case .missingValue(let found):
      // Between the elements of an array, or where a key must stand, a comma too many.
      let isTooMany = found == "," && !open.isEmpty && previous(offset) != .colon
      return (offset + 1, isTooMany ? [[TextEdit(offset..<offset + 1, "")]] : [])
    case .unclosedString: return (endOfUnclosedString(from: offset), [])
    case .unknownEscape(let text):
      let isNumber = text.hasPrefix("\\u") || text.hasPrefix("\\x")
      let end = offset + max(2, text.utf8.count)
      return (end, isNumber ? [] : [[TextEdit(offset..<offset, "\\")]])
    case .otherQuotationMark: return quotes(at: offset)
    case .unquotedKey(let word):
      let end = offset + word.utf8.count
      return (end, [[TextEdit(offset..<offset, "\""), TextEdit(end..<end, "\"")]])
    case .unknownWord(let word):
      let end = endOfBareText(from: offset)
      guard end == offset + word.utf8.count, let known = Self.wordsOfOthers[word] else {
        return (end, [])
      }
      return (end, [[TextEdit(offset..<end, known)]])
    case .otherSpace:
      let end = endOfOtherSpaces(from: offset)
      return (end, [[TextEdit(offset..<end, " ")]])
    case .fullWidthMark(_, let meant):
      let end = endOfScalar(at: offset)
      return (end, [[TextEdit(offset..<end, String(meant))]])
    case .comment(let mark):
      let end = endOfComment(mark, from: offset)
      return (end, [[TextEdit(offset..<end, "")]])
    case .unclosed:
      return (offset, [[TextEdit(offset..<offset, closing(open[...]))]])
    case .mismatchedBracket: return (offset + 1, bracketRepairs(at: offset))
    case .malformedNumber(let text), .loneSurrogate(let text):
      return (offset + text.utf8.count, [])
    case .missingColon, .controlCharacter, .lineBreakInString, .textAfterString, .keyInArray,
      .textAfterEnd, .unexpected:
      return (offset + 1, [])
    }
  }

  /// What other languages call the words of JSON.
  private static let wordsOfOthers = [
    "True": "true", "False": "false", "None": "null", "NULL": "null",
  ]

  /// The brackets that close what is open, the innermost first.
  private func closing(_ containers: ArraySlice<Int>) -> String {
    containers.reversed().map { nodes[$0].type == .object ? "}" : "]" }.joined()
  }

  /// Either brackets are missing before the one at `offset`, or it is meant to be the right one.
  private func bracketRepairs(at offset: Int) -> [[TextEdit]] {
    guard let container = open.last else { return [] }
    let wanted: JSONType = bytes[offset] == .closingBrace ? .object : .array
    let right = nodes[container].type == .object ? "}" : "]"
    var choices = [[TextEdit(offset..<offset + 1, right)]]
    if let outer = open.lastIndex(where: { nodes[$0].type == wanted }) {
      let end = endOfLastValue
      choices.append([TextEdit(end..<end, closing(open[(outer + 1)...]))])
    }
    return choices
  }

  /// The marks around a text in other quotation marks than JSON's, if it ends on its line.
  private func quotes(at start: Int) -> (end: Int, choices: [[TextEdit]]) {
    let inner = endOfScalar(at: start)
    let mark = text(from: start, to: inner)
    let closing = QuotationMarks.closing(Character(mark))?.map { String($0) } ?? [mark]
    let lineEnd = endOfLine(from: inner)
    var index = inner
    while index < lineEnd {
      let end = endOfScalar(at: index)
      if closing.contains(text(from: index, to: end)) {
        let isPlain = !bytes[inner..<index].contains {
          $0 == .quotationMark || $0 == .backslash || $0 < 0x20
        }
        let edits = [TextEdit(start..<inner, "\""), TextEdit(index..<end, "\"")]
        return (end, isPlain ? [edits] : [])
      }
      index = end
    }
    return (inner, [])
  }

  /// The end of a string that is never closed: that of its line, less the marks of JSON there.
  private func endOfUnclosedString(from start: Int) -> Int {
    let marks: [UInt8] = [.comma, .closingBrace, .closingBracket]
    var end = endOfLine(from: start)
    while end > start + 1, bytes[end - 1].isJSONSpace || marks.contains(bytes[end - 1]) { end -= 1 }
    return end
  }

  /// The end of a text without quotation marks: before the next mark of JSON on its line.
  private func endOfBareText(from start: Int) -> Int {
    let marks: [UInt8] = [
      .comma, .colon, .openingBrace, .closingBrace, .openingBracket, .closingBracket,
      .quotationMark, .lineFeed, .carriageReturn,
    ]
    var end = endOfScalar(at: start)
    while end < bytes.count, !marks.contains(bytes[end]) { end += 1 }
    while end > start + 1, bytes[end - 1].isJSONSpace { end -= 1 }
    return end
  }

  private func endOfComment(_ mark: String, from start: Int) -> Int {
    guard mark == "/*" else { return endOfLine(from: start) }
    var index = start + 2
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
        return index + 2
      }
      index += 1
    }
    return bytes.count
  }

  private func endOfLine(from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != .lineFeed, bytes[index] != .carriageReturn {
      index += 1
    }
    return index
  }

  /// The last byte before an offset that is not white space.
  private func previous(_ offset: Int) -> UInt8? {
    bytes[start..<offset].last { !$0.isJSONSpace }
  }
}
