extension String {
  /// The text without what could command a terminal or reorder what it shows: control characters
  /// (C0, DEL and C1) and the bidirectional controls of Unicode Standard Annex 9.
  ///
  /// Tabs and line breaks each become one space.
  ///
  ///     "a\u{1b}[31mb\u{202e}c\nd".printable  // "a[31mbc d"
  public var printable: String {
    guard unicodeScalars.contains(where: { $0.isUnprintable }) else { return self }
    var result = String.UnicodeScalarView()
    var previousWasReturn = false
    for scalar in unicodeScalars {
      switch scalar {
      case "\n" where previousWasReturn: break
      case "\n", "\r", "\t", "\u{85}", "\u{2028}", "\u{2029}": result.append(" ")
      case let scalar where scalar.isUnprintable: break
      default: result.append(scalar)
      }
      previousWasReturn = scalar == "\r"
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether a terminal must not see this scalar from a text it does not trust.
  public var isUnprintable: Bool {
    switch value {
    case 0x00...0x1f, 0x7f...0x9f: true
    case 0x061c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}
