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
    case .text(let text): Self.append(text, to: &result)
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

  /// A text in quotation marks, with nothing escaped but what has to be: quotation marks,
  /// backslashes, control characters, and the marks that make a line read otherwise than it stands.
  static func string(_ text: String) -> String {
    var result = ""
    append(text, to: &result)
    return result
  }

  private static func append(_ text: String, to result: inout String) {
    result += "\""
    if text.unicodeScalars.contains(where: mustBeEscaped) {
      for scalar in text.unicodeScalars {
        if mustBeEscaped(scalar) {
          result += escape(of: scalar)
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    } else {
      result += text
    }
    result += "\""
  }

  /// Whether a scalar cannot stand in a string (RFC 8259, section 7), or should not: controls, line
  /// separators and the bidirectional controls of Unicode Standard Annex 9.
  private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x22, 0x5C, 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  private static func escape(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\t": return "\\t"
    case "\r": return "\\r"
    default:
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }
}
