extension StringProtocol {
  /// The text without the white space around it.
  package var trimmed: String {
    if let first = unicodeScalars.first, !first.isSpace, let last = unicodeScalars.last,
      !last.isSpace
    {
      return String(self)
    }
    guard let first = unicodeScalars.firstIndex(where: { !$0.isSpace }),
      let last = unicodeScalars.lastIndex(where: { !$0.isSpace })
    else { return "" }
    return String(String.UnicodeScalarView(unicodeScalars[first...last]))
  }

  /// Whether it is empty or all white space.
  package var isBlank: Bool { unicodeScalars.allSatisfy(\.isSpace) }
}

extension String {
  /// The lines without their ends, those without text among them; the same as splitting at each
  /// `isNewline`, which finds out for every character where it ends.
  package var lines: [Substring] {
    var lines: [Substring] = []
    var (start, index) = (utf8.startIndex, utf8.startIndex)
    while index < utf8.endIndex {
      let next = utf8.index(after: index)
      guard let after = endOfNewline(utf8[index], next) else {
        index = next
        continue
      }
      lines.append(self[start..<index])
      (start, index) = (after, after)
    }
    return lines + [self[start...]]
  }

  /// Where a line break ends that begins with a byte; `nil` where none does.
  private func endOfNewline(_ byte: UInt8, _ next: Index) -> Index? {
    func end(_ bytes: [UInt8]) -> Index? {
      let rest = utf8[next...].prefix(bytes.count)
      return rest.elementsEqual(bytes) ? rest.endIndex : nil
    }
    switch byte {
    case 0x0D: return end([0x0A]) ?? next
    case 0x0A...0x0C: return next
    // U+0085, U+2028 and U+2029.
    case 0xC2: return end([0x85])
    case 0xE2: return end([0x80, 0xA8]) ?? end([0x80, 0xA9])
    default: return nil
    }
  }
}
