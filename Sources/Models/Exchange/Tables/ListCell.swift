import Foundation

/// Several texts in one cell of a table.
enum ListCell {
  /// The texts of a cell: parted by `;` or line breaks, or a JSON array of strings.
  static func texts(_ cell: String) -> [String] {
    json(cell)
      ?? cell.split { $0 == ";" || $0 == "；" || $0.isNewline }.map { String($0).trimmed }
      .filter { !$0.isEmpty }
  }

  /// The labels of a cell: parted by white space, commas or `;`, or a JSON array of strings.
  static func tags(_ cell: String) -> [String] {
    json(cell)
      ?? cell.split { $0.isWhitespace || $0 == "," || $0 == ";" || $0 == "、" }.map(String.init)
  }

  /// A cell that ``texts(_:)`` reads as these texts; empty for none.
  static func cell(texts: [String]) -> String {
    cell(texts, separator: "; ") { Self.texts($0) }
  }

  /// A cell that ``tags(_:)`` reads as these labels; empty for none.
  static func cell(tags: [String]) -> String { cell(tags, separator: " ") { Self.tags($0) } }

  private static func cell(
    _ texts: [String], separator: String, _ read: (String) -> [String]
  ) -> String {
    let plain = texts.joined(separator: separator)
    let isSame = { (left: [String], right: [String]) in
      left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    }
    if isSame(read(plain), texts) { return plain }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard let data = try? encoder.encode(texts) else { return plain }
    return String(decoding: data, as: UTF8.self)
  }

  private static func json(_ cell: String) -> [String]? {
    guard cell.utf8.first == UInt8(ascii: "["), cell.utf8.last == UInt8(ascii: "]") else {
      return nil
    }
    // A cell that only looks like JSON is text.
    return try? JSONDecoder().decode([String].self, from: Data(cell.utf8))
  }
}
