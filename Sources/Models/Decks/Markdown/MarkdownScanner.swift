/// Finds the parts of a line of Markdown. A backslash before punctuation hides it.
struct MarkdownScanner {
  let bytes: UnsafeBufferPointer<UInt8>

  /// What a question's line is made of.
  struct Parts {
    /// Each `==…==`, without the marks.
    var blanks: [Range<Int>] = []
    /// The first `::` between blanks of white space, outside of all `==…==`.
    var separator: Range<Int>?
    /// The next one, which is read as text.
    var secondSeparator: Range<Int>?
    /// The first `==` that begins a blank without an end.
    var unclosedMark: Int?
  }

  /// Whether a backslash at `index` hides the byte after it.
  func isEscape(at index: Int, before end: Int) -> Bool {
    bytes[index] == .backslash && index + 1 < end && bytes[index + 1].isPunctuation
  }

  /// The range without spaces and tabs around it.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while end > start, bytes[end - 1].isBlank { end -= 1 }
    while start < end, bytes[start].isBlank { start += 1 }
    return start..<end
  }

  /// Whether `mark` stands at `index`.
  func has(_ mark: StaticString, at index: Int, before end: Int) -> Bool {
    guard index + mark.utf8CodeUnitCount <= end else { return false }
    for offset in 0..<mark.utf8CodeUnitCount
    where bytes[index + offset] != mark.utf8Start[offset] { return false }
    return true
  }

  /// The first place of `mark` that no backslash hides.
  func first(_ mark: StaticString, in range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if isEscape(at: index, before: range.upperBound) {
        index += 2
      } else if has(mark, at: index, before: range.upperBound) {
        return index
      } else {
        index += 1
      }
    }
    return nil
  }

  /// The separator and the blanks of a line.
  func parts(of range: Range<Int>) -> Parts {
    var parts = Parts()
    let end = range.upperBound
    var index = range.lowerBound
    var mayClose = true
    while index < end {
      if isEscape(at: index, before: end) {
        index += 2
      } else if mayClose, opensBlank(at: index, before: end) {
        if let close = endOfBlank(from: index + 2, before: end) {
          parts.blanks.append(index + 2..<close)
          index = close + 2
        } else {
          mayClose = false
          parts.unclosedMark = index
        }
      } else if parts.secondSeparator == nil, has("::", at: index, before: end),
        index == range.lowerBound || bytes[index - 1].isBlank,
        index + 2 == end || bytes[index + 2].isBlank
      {
        if parts.separator == nil {
          parts.separator = index..<index + 2
        } else {
          parts.secondSeparator = index..<index + 2
        }
        index += 2
      } else {
        index += 1
      }
    }
    return parts
  }

  private func opensBlank(at index: Int, before end: Int) -> Bool {
    has("==", at: index, before: end) && index + 2 < end && !bytes[index + 2].isBlank
      && bytes[index + 2] != .equalsSign
  }

  private func endOfBlank(from start: Int, before end: Int) -> Int? {
    var index = start
    while index < end {
      if isEscape(at: index, before: end) {
        index += 2
      } else if index > start, has("==", at: index, before: end), !bytes[index - 1].isBlank {
        return index
      } else {
        index += 1
      }
    }
    return nil
  }

  /// The `[reading]` at the end of a prompt and the prompt before it.
  func reading(in range: Range<Int>, after start: Int) -> (prompt: Range<Int>, reading: Range<Int>)?
  {
    var open: Int?
    var index = max(range.lowerBound, start)
    while index < range.upperBound {
      if isEscape(at: index, before: range.upperBound) {
        index += 2
        continue
      }
      if bytes[index] == .openingBracket {
        open = index > range.lowerBound && bytes[index - 1].isBlank ? index : nil
      } else if bytes[index] == .closingBracket {
        if let open, index == range.upperBound - 1 {
          let inner = trimmed(open + 1..<index)
          let prompt = trimmed(range.lowerBound..<open)
          return inner.isEmpty || prompt.isEmpty ? nil : (prompt, inner)
        }
        open = nil
      }
      index += 1
    }
    return nil
  }

  /// The `#tags` and the `^id` or `{#id}` at the end of a text and the text before them, which is
  /// empty only if it may be.
  func tail(of range: Range<Int>, mayBeAll: Bool) -> (
    text: Range<Int>, tags: [Range<Int>], id: Range<Int>?, secondID: Range<Int>?
  ) {
    var text = trimmed(range)
    var secondID: Range<Int>?
    var tags: [Range<Int>] = []
    var id: Range<Int>?
    while !text.isEmpty {
      var start = text.upperBound
      while start > text.lowerBound, !bytes[start - 1].isBlank { start -= 1 }
      if start == text.lowerBound, !mayBeAll { break }
      if let tag = tag(in: start..<text.upperBound) {
        tags.append(tag)
      } else if id == nil, let found = identifier(in: start..<text.upperBound) {
        id = found
      } else {
        let isID = id != nil && identifier(in: start..<text.upperBound) != nil
        if isID { secondID = start..<text.upperBound }
        break
      }
      text = trimmed(text.lowerBound..<start)
    }
    return (text, tags.reversed(), id, secondID)
  }

  /// The name of a tag `#name`; digits alone are none.
  private func tag(in token: Range<Int>) -> Range<Int>? {
    guard token.count > 1, bytes[token.lowerBound] == .numberSign else { return nil }
    let name = token.lowerBound + 1..<token.upperBound
    return name.allSatisfy { bytes[$0].isDigit } ? nil : name
  }

  /// The first `#tag` that stands within a text, so that it is part of it.
  func tagWithin(_ range: Range<Int>) -> Range<Int>? {
    var index = range.lowerBound
    while index < range.upperBound {
      let end = range[index...].first { bytes[$0].isBlank } ?? range.upperBound
      if index > range.lowerBound, tag(in: index..<end) != nil { return index..<end }
      index = end + 1
    }
    return nil
  }

  private func identifier(in token: Range<Int>) -> Range<Int>? {
    if token.count > 1, bytes[token.lowerBound] == UInt8(ascii: "^") {
      return token.lowerBound + 1..<token.upperBound
    }
    if token.count > 3, has("{#", at: token.lowerBound, before: token.upperBound),
      bytes[token.upperBound - 1] == .closingBrace
    {
      return token.lowerBound + 2..<token.upperBound - 1
    }
    return nil
  }

  /// The parts of a list, without the spaces around them.
  func split(_ range: Range<Int>, at separators: [UInt8]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if isEscape(at: index, before: range.upperBound) {
        index += 2
        continue
      }
      if separators.contains(bytes[index]) {
        result.append(trimmed(start..<index))
        start = index + 1
      }
      index += 1
    }
    result.append(trimmed(start..<range.upperBound))
    return result
  }

  /// The name before the colon of a line such as `hint: text`, if it may be one, and what follows.
  func key(of line: Range<Int>) -> (name: Range<Int>, value: Range<Int>)? {
    guard line.lowerBound < line.upperBound else { return nil }
    var index = line.lowerBound
    if has("x-", at: index, before: line.upperBound) {
      while index < line.upperBound, !bytes[index].isBlank, bytes[index] != .colon,
        bytes[index] != .backslash
      {
        index = bytes[index] == .quotationMark ? endOfString(at: index, in: line) : index + 1
      }
    } else {
      while index < line.upperBound, index - line.lowerBound < 24, isNamePart(bytes[index]) {
        index += 1
      }
    }
    guard index > line.lowerBound, index < line.upperBound, bytes[index] == .colon else {
      return nil
    }
    return (line.lowerBound..<index, trimmed(index + 1..<line.upperBound))
  }

  /// The name before the full-width colon of a line such as `hint：text`, if it may be one.
  func fullWidthKey(of line: Range<Int>) -> Range<Int>? {
    var index = line.lowerBound
    while index < line.upperBound, index - line.lowerBound < 24, isNamePart(bytes[index]) {
      index += 1
    }
    guard index > line.lowerBound, has("：", at: index, before: line.upperBound) else { return nil }
    return line.lowerBound..<index
  }

  /// The offset after the JSON string at `index`.
  private func endOfString(at start: Int, in line: Range<Int>) -> Int {
    var index = start + 1
    while index < line.upperBound, bytes[index] != .quotationMark {
      index += bytes[index] == .backslash ? 2 : 1
    }
    return min(index + 1, line.upperBound)
  }

  private func isNamePart(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || byte == 0x5F || byte == .space
  }
}

extension MarkdownScanner {
  /// The text of a range: a backslash before punctuation is left out, and `&#10;` or `&#xA;` stands
  /// for the character of that number.
  func text(_ range: Range<Int>) -> String {
    guard range.contains(where: { bytes[$0] == .backslash || bytes[$0] == UInt8(ascii: "&") })
    else { return String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      if isEscape(at: index, before: range.upperBound) {
        result.append(bytes[index + 1])
        index += 2
      } else if let (scalar, length) = reference(at: index, before: range.upperBound) {
        result.append(contentsOf: String(scalar).utf8)
        index += length
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The numeric character reference at `index` (CommonMark 2.5), and how many bytes it has.
  func reference(at index: Int, before end: Int) -> (Unicode.Scalar, length: Int)? {
    guard has("&#", at: index, before: end) else { return nil }
    var place = index + 2
    let isHexadecimal = place < end && bytes[place] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { place += 1 }
    let first = place
    var number: UInt32 = 0
    while place < end, place - first < 8, let digit = bytes[place].hexadecimalValue,
      isHexadecimal || digit < 10
    {
      number = number &* (isHexadecimal ? 16 : 10) &+ UInt32(digit)
      place += 1
    }
    guard place > first, place < end, bytes[place] == UInt8(ascii: ";"),
      let scalar = Unicode.Scalar(number)
    else { return nil }
    return (scalar, place + 1 - index)
  }
}
