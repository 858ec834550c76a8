/// Lays JSON out as a deck's author would: two spaces a level, and what fits into 100 columns on one
/// line.
struct JSONWriter {
  /// How many Unicode scalars a line may have before an array or object is spread over several.
  static let width = 100

  private var result = ""

  /// The text of a value whose first line stands `indentation` spaces from the left, after `column`
  /// scalars; its end has no line break.
  static func text(_ value: JSONValue, indentation: Int = 0, column: Int? = nil) -> String {
    var writer = JSONWriter()
    writer.write(value, indentation: indentation, column: column ?? indentation)
    return writer.result
  }

  private mutating func write(_ value: JSONValue, indentation: Int, column: Int) {
    switch value {
    case .text(let text): result += Self.string(text)
    case .source(let source): result += source
    case .array(let elements, let isSpread):
      if !isSpread, let line = Self.line(value), column + line.unicodeScalars.count < Self.width {
        result += line
      } else {
        writeLines("[", elements.map { (nil, $0) }, "]", indentation: indentation)
      }
    case .object(let members, let isSpread):
      if !isSpread, let line = Self.line(value), column + line.unicodeScalars.count < Self.width {
        result += line
      } else {
        writeLines("{", members.map { ($0.key, $0.value) }, "}", indentation: indentation)
      }
    }
  }

  private mutating func writeLines(
    _ open: String, _ entries: [(key: String?, value: JSONValue)], _ close: String,
    indentation: Int
  ) {
    result += open
    guard !entries.isEmpty else {
      result += close
      return
    }
    let margin = String(repeating: " ", count: indentation + 2)
    for (index, entry) in entries.enumerated() {
      result += index == 0 ? "\n" : ",\n"
      result += margin
      var column = indentation + 2
      if let key = entry.key {
        let name = Self.string(key) + ": "
        result += name
        column += name.unicodeScalars.count
      }
      write(entry.value, indentation: indentation + 2, column: column)
    }
    result += "\n" + margin.dropLast(2) + close
  }

  /// A value on one line, or `nil` if it has to be spread or holds a line break.
  private static func line(_ value: JSONValue) -> String? {
    switch value {
    case .text(let text): return string(text)
    case .source(let source):
      return source.utf8.contains { $0 == .lineFeed || $0 == .carriageReturn } ? nil : source
    case .array(let elements, let isSpread):
      if isSpread, !elements.isEmpty { return nil }
      var lines: [String] = []
      for element in elements {
        guard let line = line(element) else { return nil }
        lines.append(line)
      }
      return "[" + lines.joined(separator: ", ") + "]"
    case .object(let members, let isSpread):
      if isSpread, !members.isEmpty { return nil }
      var lines: [String] = []
      for member in members {
        guard let line = line(member.value) else { return nil }
        lines.append(string(member.key) + ": " + line)
      }
      return "{" + lines.joined(separator: ", ") + "}"
    }
  }

  /// A text in quotation marks.
  static func string(_ text: String) -> String { "\"" + JSONEscapes.encode(text) + "\"" }
}
