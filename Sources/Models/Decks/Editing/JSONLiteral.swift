/// Values as they are written in JSON.
enum JSONLiteral {
  /// A text with its quotation marks.
  static func string(_ text: String) -> String { "\"" + JSONEscapes.encode(text) + "\"" }

  /// A list of texts on one line.
  static func list(_ texts: [String], comma: String) -> String {
    "[" + texts.map(string).joined(separator: comma) + "]"
  }
}
