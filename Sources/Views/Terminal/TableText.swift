import RabbleScreens

/// Tables as text: columns line up, whatever script they hold; numbers on the right.
public enum TableText {
  /// The most columns of the terminal that one column of text takes.
  static let widest = 48

  /// The tables one below the other.
  public static func text(_ tables: [ReportTable]) -> String {
    tables.map(text).joined(separator: "\n")
  }

  private static func text(_ table: ReportTable) -> String {
    let rows = table.rows.map { $0.map(text) }
    let header = table.columns.map(\.title)
    let widths = table.columns.indices.map { index in
      ([header[index]] + rows.map { $0[index] }).map(DisplayWidth.columns(of:)).max() ?? 0
    }
    let isNumeric = table.columns.indices.map { index in
      !table.rows.contains { $0[index].isText }
        && !table.rows.isEmpty
    }
    func line(_ cells: [String]) -> String {
      let padded = cells.indices.map { index in
        isNumeric[index]
          ? cells[index].leftPadded(to: widths[index]) : cells[index].padded(to: widths[index])
      }
      let text = padded.joined(separator: "  ")
      return String(text.reversed().drop { $0 == " " }.reversed()) + "\n"
    }
    let title = table.title.isEmpty ? "" : table.title + "\n"
    return title + line(header) + rows.map(line).joined()
  }

  private static func text(_ value: ReportTable.Value) -> String {
    switch value {
    case .text(let text): return text.printable.truncated(to: widest)
    case .count(let count): return "\(count)"
    case .share(let share):
      let tenths = Int((share * 1000).rounded())
      return "\(tenths / 10).\(tenths % 10)%"
    case .number(let number, let decimals): return number.decimal(decimals)
    case .numbers(let numbers): return numbers.map { "\($0)" }.joined(separator: ", ")
    case .flag(let flag): return flag ? "yes" : "no"
    case .missing: return "–"
    }
  }
}

extension ReportTable.Value {
  /// Whether people read it from the left.
  fileprivate var isText: Bool {
    switch self {
    case .text, .numbers: true
    case .count, .share, .number, .flag, .missing: false
    }
  }
}
