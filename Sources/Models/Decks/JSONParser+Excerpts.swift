extension JSONParser {
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
  func word(at index: Int) -> String {
    var end = index
    while end < bytes.count, end - index < 4 * Excerpt.limit, bytes[end].isWordPart { end += 1 }
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return text(from: index, to: max(end, endOfScalar(at: index)))
  }

  /// The rest of the line at `index`, no more than a message could show, without its last spaces.
  func excerpt(at index: Int) -> String {
    if bytes[index] < 0x20 || bytes[index].isWordPart { return word(at: index) }
    return text(from: index, to: endOfScalar(at: index))
  }

  /// A quotation mark or comment that other languages have, if one begins at `index`.
  func foreignMark(at index: Int) -> SyntaxFault? {
    let following = index + 1 < bytes.count ? bytes[index + 1] : 0
    switch (bytes[index], following) {
    case (UInt8(ascii: "'"), _), (UInt8(ascii: "`"), _):
      return .otherQuotationMark(Character(Unicode.Scalar(bytes[index])))
    case (UInt8(ascii: "/"), UInt8(ascii: "/")): return .comment("//")
    case (UInt8(ascii: "/"), UInt8(ascii: "*")): return .comment("/*")
    case (UInt8(ascii: "#"), _): return .comment("#")
    case (0xE2, _), (0xE3, _), (0xEF, _), (0xC2, _):
      let mark = Character(text(from: index, to: endOfScalar(at: index)))
      return "“”„‟‘’‚‛«»「」『』＂".contains(mark) ? .otherQuotationMark(mark) : nil
    default: return nil
    }
  }

  /// Whether a string and a colon stand at `index`.
  func isKey(at index: Int) -> Bool {
    var copy = JSONParser(bytes, start: index, depthLimit: 0)
    do { try copy.readString() } catch { return false }
    copy.skipSpace()
    return copy.current == .colon
  }

  /// The fault that the bracket at the position does not close `container`.
  func mismatch(in container: Int) -> SyntaxFault {
    .mismatchedBracket(
      found: bytes[position] == .closingBrace ? "}" : "]",
      opening: opening(of: container),
      line: line(of: container)
    )
  }

  /// The bracket that a container begins with.
  func opening(of container: Int) -> Character {
    nodes[container].type == .object ? "{" : "["
  }

  /// The line on which a value begins.
  func line(of node: Int) -> Int {
    lines.position(of: Int(nodes[node].start)).line
  }

  /// The offset after the last thing before the position that is not white space.
  var endOfLastValue: Int {
    var end = position
    while end > start + 1, bytes[end - 1].isJSONSpace { end -= 1 }
    return end
  }

  /// The offset after the last thing in the text that is not white space.
  var contentEnd: Int {
    var end = bytes.count
    while end > start, bytes[end - 1].isJSONSpace { end -= 1 }
    return end
  }
}
