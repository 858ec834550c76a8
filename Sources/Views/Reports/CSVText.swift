import RabbleScreens
import RabbleText

/// Tables as CSV (RFC 4180): fields separated by commas, lines ended by CR LF.
///
/// Control and bidirectional characters but line breaks are left out, for a terminal may see the
/// text.
public enum CSVText {
  /// One line, its end included.
  public static func line(_ values: [ReportTable.Value]) -> String {
    TableWriter.line(values.map(text))
  }

  /// The header of a table, as one line.
  public static func header(_ columns: [ReportTable.Column]) -> String {
    line(columns.map { .text($0.key) })
  }

  /// Several tables as one: a first column names the table a row is of, and the others are all the
  /// tables' columns, each once.
  public static func text(_ tables: [ReportTable]) -> String {
    var columns: [ReportTable.Column] = []
    for column in tables.flatMap(\.columns) where !columns.contains(column) {
      columns.append(column)
    }
    var result = header([ReportTable.Column("table", "Table")] + columns)
    for table in tables {
      let places = columns.map { column in table.columns.firstIndex(of: column) }
      for row in table.rows {
        result += line([.text(table.key)] + places.map { $0.map { row[$0] } ?? .missing })
      }
    }
    return result
  }

  private static func text(_ value: ReportTable.Value) -> String {
    switch value {
    case .text(let text) where !text.unicodeScalars.contains(where: \.isUnprintable): text
    case .text(let text):
      text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0).printable }.joined(separator: "\n")
    case .count(let count): "\(count)"
    case .share(let share): "\(share)"
    case .number(let number, _): number.isFinite ? "\(number)" : ""
    case .numbers(let numbers): numbers.map { "\($0)" }.joined(separator: ",")
    case .flag(let flag): flag ? "true" : "false"
    case .missing: ""
    }
  }
}
