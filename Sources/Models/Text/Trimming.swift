extension StringProtocol {
  /// The text without the white space around it.
  package var trimmed: String {
    if let first = unicodeScalars.first, !first.properties.isWhitespace,
      let last = unicodeScalars.last, !last.properties.isWhitespace
    {
      return String(self)
    }
    guard let first = unicodeScalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = unicodeScalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(String.UnicodeScalarView(unicodeScalars[first...last]))
  }

  /// Whether it is empty or all white space, of which U+3000 is the last in Unicode.
  package var isBlank: Bool {
    unicodeScalars.allSatisfy { $0.value <= 0x3000 && $0.properties.isWhitespace }
  }
}

extension String {
  /// Whether the two have the same scalars, not only the same meaning.
  package func isSame(as other: String?) -> Bool {
    other.map { utf8.elementsEqual($0.utf8) } ?? false
  }
}
