import RabbleScreens

extension ReportTable {
  /// The table of a file's first records, each column under what it is for; columns that are too many for the
  /// width stand below each other, with two records beside them. A column in which the records have nothing is
  /// left out.
  ///
  /// - Parameters:
  ///   - records: the first records of a table to import.
  ///   - roles: what its columns are for, from left to right.
  ///   - width: the columns of the terminal; `nil` where there is no end to them.
  package init(previewOf records: [[String]], roles: [String], width: Int?) {
    let shown = roles.indices.filter { index in
      records.contains { index < $0.count && !$0[index].isEmpty }
    }
    func cell(_ index: Int, _ fields: [String]) -> Value {
      index < fields.count ? .text(Self.short(fields[index])) : .missing
    }
    guard shown.count * Self.narrowest > width ?? .max else {
      self.init("preview", "", of: records) {
        shown.map { index in Column("\(index)", roles[index]) { cell(index, $0) } }
      }
      return
    }
    self.init("preview", "", of: shown) {
      Column("column", "column") { .text("\($0 + 1)") }
      Column("role", "for") { .text(roles[$0]) }
      records.prefix(2).enumerated().map { number, fields in
        Column("row\(number)", "row \(number + 1)") { cell($0, fields) }
      }
    }
  }

  /// The columns of a terminal that a column of the file takes at least, with the space beside it.
  private static let narrowest = 12

  private static func short(_ text: String) -> String {
    text.count > 24 ? text.prefix(23) + "…" : text
  }
}
