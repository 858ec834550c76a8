/// Reads CSV as RFC 4180 has it.
struct CSVRows {
  /// The names of the columns.
  let header: [String]
  /// The rows below the header, each a value by its column.
  let rows: [[String: String]]

  /// - Throws: ``Surprise`` when the text breaks the format.
  init(_ text: String) throws {
    var records = try Self.records(Array(text.unicodeScalars))
    guard !records.isEmpty else { throw Surprise("there is no header") }
    let header = records.removeFirst()
    self.header = header
    rows = try records.map { record in
      guard record.count == header.count else { throw Surprise("uneven row: \(record)") }
      return Dictionary(zip(header, record)) { first, _ in first }
    }
  }

  private static func records(_ text: [Unicode.Scalar]) throws -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var field = String.UnicodeScalarView()
    var rest = text[...]
    func end(_ scalar: Unicode.Scalar?) throws {
      record.append(String(field))
      field = String.UnicodeScalarView()
      switch scalar {
      case ",": break
      case "\r":
        guard rest.popFirst() == "\n" else { throw Surprise("a carriage return stands alone") }
        records.append(record)
        record = []
      default: throw Surprise("a field goes on after its quotation mark, or a row has no end")
      }
    }
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"" where field.isEmpty:
        try readQuoted(&rest, into: &field)
        try end(rest.popFirst())
      case ",", "\r": try end(scalar)
      case "\"", "\n": throw Surprise("\(scalar.debugDescription) stands in a field without quotes")
      default: field.append(scalar)
      }
    }
    guard record.isEmpty, field.isEmpty else { throw Surprise("the last row has no end") }
    return records
  }

  private static func readQuoted(
    _ rest: inout ArraySlice<Unicode.Scalar>, into field: inout String.UnicodeScalarView
  ) throws {
    while let scalar = rest.popFirst() {
      if scalar != "\"" {
        field.append(scalar)
      } else if rest.first == "\"" {
        field.append("\"")
        rest.removeFirst()
      } else {
        return
      }
    }
    throw Surprise("a quotation mark is not closed")
  }
}
