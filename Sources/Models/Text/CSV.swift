/// Reads a table record by record: CSV as RFC 4180 has it, with any separator.
///
/// What the RFC does not allow costs a word and nothing else: quotation marks that are not closed, or
/// behind which text goes on, are letters like any other, and the reading goes on in the same line.
///
///     var reader = TableReader(text, separator: ",")
///     while let record = reader.next() { … }
public struct TableReader: Sequence, IteratorProtocol {
  /// How many quotation marks that are not closed are looked after; those behind are letters.
  static let patience = 100
  /// The most fields a record may have; what stands behind goes into the last.
  public static let widest = 256

  private let bytes: [UInt8]
  private let separator: [UInt8]
  private let hasQuotes: Bool
  private var index: Int
  private var line: Int
  /// The lines on which quotation marks are not as they should be.
  public private(set) var strayQuotes: [Int] = []

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - text: the table.
  ///   - separator: what stands between two fields; not empty.
  ///   - hasQuotes: whether quotation marks may enclose a field.
  public init(_ text: String, separator: String, hasQuotes: Bool = true) {
    bytes = Array(text.utf8)
    self.separator = separator.isEmpty ? [0x2C] : Array(separator.utf8)
    self.hasQuotes = hasQuotes
    index = 0
    line = 1
  }

  /// The next record that is not empty; `nil` behind the last.
  public mutating func next() -> TableRecord? {
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

  /// Whether a line ends behind this byte.
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
public struct TableRecord: Hashable, Sendable {
  /// What stands between the separators.
  public var fields: [String]
  /// The line it begins on, from 1.
  public let line: Int

  /// Makes a record of its fields and the line it begins on.
  public init(fields: [String], line: Int) {
    self.fields = fields
    self.line = line
  }

  /// Whether nothing stands in it.
  public var isBlank: Bool { fields.allSatisfy(\.isBlank) }
}

/// Writes records as RFC 4180 has them, or the same with another separator.
public enum TableWriter {
  /// One record with its line end, CR LF.
  public static func line(_ cells: [String], separator: String = ",") -> String {
    cells.map { field($0, separator) }.joined(separator: separator) + "\r\n"
  }

  private static func field(_ text: String, _ separator: String) -> String {
    let mark = separator.utf8.first
    let needsQuotes = text.utf8.contains { $0 == mark || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }
    guard needsQuotes || text.utf8.first == 0x20 || text.utf8.last == 0x20 else { return text }
    var quoted: [UInt8] = [0x22]
    for byte in text.utf8 {
      if byte == 0x22 { quoted.append(byte) }
      quoted.append(byte)
    }
    return String(decoding: quoted + [0x22], as: UTF8.self)
  }
}

/// Keeps spreadsheets from taking a text for a formula: a `'` before it, which this program takes
/// away again when it reads its own table.
///
/// What begins with `=`, `+`, `-`, `@`, a tab or a carriage return is a formula to one program or
/// another (OWASP, CSV injection), and so is that text with a `'` before it taken for guarded.
public enum SpreadsheetCell {
  /// Whether a spreadsheet might reckon.
  public static func isFormula(_ text: String) -> Bool {
    switch text.utf8.first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D:
      true
    default: false
    }
  }

  /// Whether a `'` stands before a text that has to be guarded, or before such a guard.
  public static func isGuarded(_ text: String) -> Bool {
    guard text.utf8.first == UInt8(ascii: "'") else { return false }
    let rest = String(text.utf8.drop { $0 == UInt8(ascii: "'") }) ?? ""
    return isFormula(rest)
  }

  /// The text as it can stand in a cell.
  public static func guarded(_ text: String) -> String {
    isFormula(text) || isGuarded(text) ? "'" + text : text
  }
}
