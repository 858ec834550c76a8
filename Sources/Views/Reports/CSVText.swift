import RabbleScreens
import RabbleText

/// Tables as CSV (RFC 4180): fields separated by commas, lines ended by CR LF.
///
/// Control and bidirectional characters other than line breaks are removed, since a terminal may show
/// the text.
package enum CSVText {
  /// Writes the row of a table as one line, its end included, behind what there is.
  ///
  /// - Parameters:
  ///   - values: the row.
  ///   - guardsFormulas: whether a `'` is put before a text that a spreadsheet would take for a
  ///     formula; numbers stay as they are.
  ///   - bytes: what it is written behind.
  package static func write(
    _ values: [ReportTable.Value], guardsFormulas: Bool, to bytes: inout [UInt8]
  ) {
    var writer = TableWriter(guardsFormulas: guardsFormulas)
    for place in values.indices { write(values[place], at: place, &writer, &bytes) }
    writer.endLine(&bytes)
  }

  /// Writes the row of a subject as one line, its end included, behind what there is.
  ///
  /// - Parameters:
  ///   - subject: what the row is about.
  ///   - columns: its columns.
  ///   - guardsFormulas: as in ``write(_:guardsFormulas:to:)``.
  ///   - bytes: what it is written behind.
  package static func write<Subject>(
    _ subject: Subject, _ columns: [ReportTable.Column<Subject>], guardsFormulas: Bool,
    to bytes: inout [UInt8]
  ) {
    var writer = TableWriter(guardsFormulas: guardsFormulas)
    for place in columns.indices {
      write(columns[place].value(subject), at: place, &writer, &bytes)
    }
    writer.endLine(&bytes)
  }

  @inline(__always)
  private static func write(
    _ value: ReportTable.Value, at place: Int, _ writer: inout TableWriter,
    _ bytes: inout [UInt8]
  ) {
    switch value {
    case .count(let count): writer.write(count, at: place, to: &bytes)
    case .text(let text) where !text.hasUnprintable:
      writer.write(.text(text), at: place, to: &bytes)
    case .text, .texts: writer.write(.text(text(value)), at: place, to: &bytes)
    default: writer.write(.plain(text(value)), at: place, to: &bytes)
    }
  }

  /// The header of a table, as one line.
  package static func header(_ headings: [ReportTable.Heading]) -> String {
    line(headings.map { .text($0.key) }, guardsFormulas: false)
  }

  /// The main table of a statistical report.
  package static func text(_ page: ReportPage) -> String {
    page.tables.first.map { text($0) } ?? ""
  }

  /// One table: one kind of row, with a header and no summary. Texts are guarded against spreadsheets
  /// that take them for formulas.
  package static func text(_ table: ReportTable) -> String {
    header(table.headings) + table.rows.map { line($0.values, guardsFormulas: true) }.joined()
  }

  private static func line(_ values: [ReportTable.Value], guardsFormulas: Bool) -> String {
    var bytes: [UInt8] = []
    write(values, guardsFormulas: guardsFormulas, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A value as programs read it.
  package static func text(_ value: ReportTable.Value) -> String {
    switch value {
    case .text(let text) where !text.hasUnprintable: text
    case .text(let text):
      text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0).printable }.joined(separator: "\n")
    case .term(let term, _): term
    case .count(let count): "\(count)"
    case .share(let share), .points(let share): "\(share)"
    case .number(let number, _): number.isFinite ? "\(number)" : ""
    case .numbers(let numbers): numbers.map { "\($0)" }.joined(separator: ",")
    case .texts(let texts): text(.text(texts.joined(separator: " | ")))
    case .flag(let flag): flag ? "true" : "false"
    case .missing: ""
    }
  }
}
