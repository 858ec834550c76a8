import RabbleScreens

/// Tables as JSON (RFC 8259), in the order of their columns, safe for a terminal yet lossless:
/// control and bidirectional characters are escaped.
public enum JSONText {
  /// One row as an object on one line, without its end.
  public static func object(_ columns: [ReportTable.Column], _ values: [ReportTable.Value])
    -> String
  {
    let members = zip(columns, values).map { column, value in
      string(column.key) + ":" + text(value)
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  /// Tables as the members of one object: a table without a naming column as its one row, another
  /// as an array of rows.
  public static func text(_ tables: [ReportTable]) -> String {
    let members = tables.map { table in
      let rows = table.rows.map { "    " + object(table.columns, $0) }
      let value =
        table.key == "total"
        ? rows.joined().trimmingPrefix { $0 == " " }
        : rows.isEmpty ? "[]" : "[\n" + rows.joined(separator: ",\n") + "\n  ]"
      return "  " + string(table.key) + ": " + value
    }
    return "{\n" + members.joined(separator: ",\n") + "\n}\n"
  }

  private static func text(_ value: ReportTable.Value) -> String {
    switch value {
    case .text(let text): string(text)
    case .count(let count): "\(count)"
    case .share(let share): "\(share)"
    case .number(let number, _): number.isFinite ? "\(number)" : "null"
    case .numbers(let numbers): "[" + numbers.map { "\($0)" }.joined(separator: ",") + "]"
    case .flag(let flag): flag ? "true" : "false"
    case .missing: "null"
    }
  }

  /// A string in quotes.
  static func string(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 == "\"" || $0 == "\\" || $0.isUnprintable })
    else { return "\"\(text)\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case let scalar where scalar.isUnprintable:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
