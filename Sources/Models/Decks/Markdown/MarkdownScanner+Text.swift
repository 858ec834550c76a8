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
