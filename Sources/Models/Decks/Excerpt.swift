/// Text from a file or of a path, made fit to stand in one line of a message.
enum Excerpt {
  /// How many scalars of a file's text a message repeats at most.
  static let limit = 40

  /// The text in quotation marks, at most `limit` scalars of it, with nothing invisible in it.
  static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isShort = scalars.dropFirst(limit).isEmpty
    let shown =
      isShort ? text[...] : text[..<scalars.index(scalars.startIndex, offsetBy: limit - 1)]
    return "\"" + visible(shown) + (isShort ? "\"" : "…\"")
  }

  /// The text with every control and format character written as its escape.
  static func visible(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: result += escape(of: scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// `\u{1B}` for the escape character.
  static func escape(of scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
  }
}
