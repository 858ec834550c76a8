/// A record of a table: a line of it, or several where a field has line breaks.
struct TableRecord: Hashable, Sendable {
  /// What stands between the separators.
  var fields: [String]
  /// The line it begins on, from 1.
  let line: Int

  /// Whether nothing stands in it.
  var isBlank: Bool { fields.allSatisfy(\.isBlank) }
}

extension String {
  /// Whether it is empty or all white space.
  var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

  /// The text without the white space around it.
  var trimmed: String {
    guard let first = unicodeScalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = unicodeScalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(unicodeScalars[first...last])
  }
}
