/// Keeps spreadsheets from taking a text for a formula: a `'` before it, which this program takes
/// away again when it reads its own table.
///
/// What begins with `=`, `+`, `-`, `@`, a tab or a carriage return is a formula to one program or
/// another (OWASP, CSV injection), and so is that text with a `'` before it taken for guarded.
enum SpreadsheetCell {
  /// Whether a spreadsheet might reckon.
  static func isFormula(_ text: String) -> Bool {
    switch text.utf8.first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D:
      true
    default: false
    }
  }

  /// Whether a `'` stands before a text that has to be guarded, or before such a guard.
  static func isGuarded(_ text: String) -> Bool {
    guard text.utf8.first == UInt8(ascii: "'") else { return false }
    let rest = String(text.utf8.drop { $0 == UInt8(ascii: "'") }) ?? ""
    return isFormula(rest)
  }

  /// The text as it can stand in a cell.
  static func guarded(_ text: String) -> String {
    isFormula(text) || isGuarded(text) ? "'" + text : text
  }
}
