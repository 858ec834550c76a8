/// Reads a table record by record: CSV as RFC 4180 has it, with any separator.
///
/// What the RFC does not allow is noted and costs nothing else: quotation marks that are not closed, or
/// that text follows, are ordinary characters, and reading goes on in the same line.
///
///     var reader = TableReader(text, separator: ",")
///     while let record = reader.next() { … }
package struct TableReader: Sequence, IteratorProtocol {
  /// After this many misplaced quotation marks, all further ones are ordinary characters, so that
  /// reading takes linear time.
  static let patience = 100
  /// The most fields of a record; the last one contains the rest of the line.
  package static let widest = 256

  private let bytes: [UInt8]
  private let separator: [UInt8]
  private let hasQuotes: Bool
  private var index: Int
  private var line: Int
  /// The lines with misplaced quotation marks.
  package private(set) var strayQuotes: [Int] = []

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - text: the table.
  ///   - separator: what stands between two fields; not empty.
  ///   - hasQuotes: whether quotation marks may enclose a field.
  package init(_ text: String, separator: String, hasQuotes: Bool = true) {
    bytes = Array(text.utf8)
    self.separator = separator.isEmpty ? [0x2C] : Array(separator.utf8)
    self.hasQuotes = hasQuotes
    index = 0
    line = 1
  }

  /// The next record that is not empty; `nil` after the last.
  package mutating func next() -> TableRecord? {
    while index < bytes.count, bytes[index] == 0x0A || bytes[index] == 0x0D { endLine() }
    guard index < bytes.count else { return nil }
    let start = line
    var fields: [String] = []
    while true {
      fields.append(field(isLast: fields.count == Self.widest - 1))
      guard index < bytes.count else { break }
      if bytes[index] == 0x0A || bytes[index] == 0x0D {
        endLine()
        break
      }
      index += separator.count
      if index == bytes.count {
        fields.append("")
        break
      }
    }
    return TableRecord(fields: fields, line: start)
  }

  private mutating func field(isLast: Bool) -> String {
    if hasQuotes, index < bytes.count, bytes[index] == 0x22, strayQuotes.count < Self.patience {
      if let text = quoted() { return text }
      strayQuotes.append(line)
    }
    let start = index
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D,
      isLast || !isSeparator(at: index)
    {
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// A field in quotation marks, if it ends before a separator, a line break or the end.
  private mutating func quoted() -> String? {
    var text: [UInt8] = []
    var position = index + 1
    var lines = 0
    while true {
      guard let end = bytes[position...].firstIndex(of: 0x22) else { return nil }
      for byte in position..<end where isLineEnd(at: byte) { lines += 1 }
      text += bytes[position..<end]
      position = end + 1
      guard position < bytes.count, bytes[position] == 0x22 else { break }
      text.append(0x22)
      position += 1
    }
    guard
      position == bytes.count || bytes[position] == 0x0A || bytes[position] == 0x0D
        || isSeparator(at: position)
    else { return nil }
    index = position
    line += lines
    return String(decoding: text, as: UTF8.self)
  }

  private func isSeparator(at place: Int) -> Bool {
    bytes[place] == separator[0]
      && (separator.count == 1 || bytes[place...].starts(with: separator))
  }

  /// Whether a line ends after this byte.
  private func isLineEnd(at place: Int) -> Bool {
    bytes[place] == 0x0A
      || bytes[place] == 0x0D && (place + 1 == bytes.count || bytes[place + 1] != 0x0A)
  }

  private mutating func endLine() {
    if bytes[index] == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
    index += 1
    line += 1
  }
}

/// A record of a table: a line of it, or several where a field has line breaks.
package struct TableRecord: Hashable, Sendable {
  /// The texts between the separators.
  package var fields: [String]
  /// The line it begins on, from 1.
  package let line: Int

  package init(fields: [String], line: Int) {
    self.fields = fields
    self.line = line
  }

  /// Whether all its fields are blank.
  package var isBlank: Bool { fields.allSatisfy(\.isBlank) }
}

/// Writes a table record by record: CSV as RFC 4180 has it, with any separator.
///
///     var writer = TableWriter(guardsFormulas: true)
///     writer.line([.text("=1+1"), .plain("-2")])  // "'=1+1,-2\r\n"
package struct TableWriter: Sendable {
  /// What a cell holds.
  package enum Cell: Hashable, Sendable {
    /// A text by an author or learner, which a spreadsheet could take for a formula.
    case text(String)
    /// A number, a date or a name as this program writes it; it is never guarded.
    case plain(String)
  }

  private let separator: String
  private let lineEnd: String
  private let guardsFormulas: Bool
  /// How many texts were guarded so far.
  package private(set) var guardedCount = 0

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - separator: what stands between two cells.
  ///   - lineEnd: what ends a record.
  ///   - guardsFormulas: whether texts that a spreadsheet would take for a formula get a `'` in front,
  ///     as ``SpreadsheetCell`` says.
  package init(separator: String = ",", lineEnd: String = "\r\n", guardsFormulas: Bool) {
    self.separator = separator
    self.lineEnd = lineEnd
    self.guardsFormulas = guardsFormulas
  }

  /// One record with its line end.
  package mutating func line(_ cells: [Cell]) -> String {
    var bytes: [UInt8] = []
    for (index, cell) in cells.enumerated() { write(cell, at: index, to: &bytes) }
    endLine(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a cell of a record behind what there is: as bytes, so that a table of millions is written
  /// without a string for each.
  ///
  /// - Parameters:
  ///   - cell: the cell.
  ///   - place: its place in the record, from 0.
  ///   - bytes: what it is written behind.
  package mutating func write(_ cell: Cell, at place: Int, to bytes: inout [UInt8]) {
    if place > 0 { bytes.append(contentsOf: separator.utf8) }
    switch cell {
    case .plain(let text):
      if writeIfSimple(text, isText: false, to: &bytes) { return }
      writeQuotedIfNeeded(text.withoutControls, to: &bytes)
    case .text(let text):
      if writeIfSimple(text, isText: true, to: &bytes) { return }
      let text = text.withoutControls
      let guarded = guardsFormulas ? SpreadsheetCell.guarded(text) : text
      if guarded.utf8.count != text.utf8.count { guardedCount += 1 }
      writeQuotedIfNeeded(guarded, to: &bytes)
    }
  }

  /// Writes a whole number as a cell of a record.
  ///
  /// - Parameters:
  ///   - number: the number.
  ///   - place: its place in the record, from 0.
  ///   - bytes: what it is written behind.
  package func write(_ number: Int, at place: Int, to bytes: inout [UInt8]) {
    if place > 0 { bytes.append(contentsOf: separator.utf8) }
    bytes.append(digits: number)
  }

  /// Writes a text that needs neither quotation marks nor a guard, as nearly all do; `false` for another.
  private func writeIfSimple(_ text: String, isText: Bool, to bytes: inout [UInt8]) -> Bool {
    let mark = separator.utf8.first
    var text = text
    return text.withUTF8 { text in
      guard let first = text.first, let last = text.last else { return true }
      if first == 0x20 || last == 0x20 { return false }
      if isText, guardsFormulas,
        first == UInt8(ascii: "'") || first == UInt8(ascii: "=") || first == UInt8(ascii: "+")
          || first == UInt8(ascii: "-") || first == UInt8(ascii: "@")
      {
        return false
      }
      // The C1 controls begin with 0xC2.
      for byte in text
      where byte < 0x20 || byte == 0x22 || byte == mark || byte == 0x7F || byte == 0xC2 {
        return false
      }
      bytes.append(contentsOf: text)
      return true
    }
  }

  /// Ends a record.
  package func endLine(_ bytes: inout [UInt8]) { bytes.append(contentsOf: lineEnd.utf8) }

  private func writeQuotedIfNeeded(_ text: String, to bytes: inout [UInt8]) {
    let mark = separator.utf8.first
    var text = text
    text.withUTF8 { text in
      let needsQuotes = text.contains { $0 == mark || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }
      guard needsQuotes || text.first == 0x20 || text.last == 0x20 else {
        return bytes.append(contentsOf: text)
      }
      bytes.append(0x22)
      for byte in text {
        if byte == 0x22 { bytes.append(byte) }
        bytes.append(byte)
      }
      bytes.append(0x22)
    }
  }
}

extension [UInt8] {
  /// Adds the decimal digits of a number, with a minus before them where it is negative.
  package mutating func append(digits number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    let start = count
    repeat {
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    self[start...].reverse()
  }
}

/// Keeps spreadsheets from taking a text for a formula: with a `'` in front of it, which this program
/// removes again when it reads its own table.
///
/// What begins with `=`, `+`, `-`, `@`, a tab or a carriage return is a formula to one program or
/// another (OWASP, CSV injection). A text that looks guarded gets a further `'`, so that reading is exact.
package enum SpreadsheetCell {
  /// Whether a spreadsheet might evaluate it.
  package static func isFormula(_ text: String) -> Bool {
    switch text.utf8.first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D:
      true
    default: false
    }
  }

  /// Whether it is a formula with one or more `'` in front.
  package static func isGuarded(_ text: String) -> Bool {
    guard text.utf8.first == UInt8(ascii: "'") else { return false }
    let rest = String(text.utf8.drop { $0 == UInt8(ascii: "'") }) ?? ""
    return isFormula(rest)
  }

  /// The text as it is safe in a cell.
  package static func guarded(_ text: String) -> String {
    isFormula(text) || isGuarded(text) ? "'" + text : text
  }
}
