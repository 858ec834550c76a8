extension TOMLText {
  /// The entry of a path.
  func entry(_ path: [String]) -> Entry? { entries.first { $0.path == path } }

  /// The line of a byte, from 1.
  func line(of position: Int) -> Int {
    1 + bytes[..<position].reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
  }

  /// The line on which a path is written first: its value, or something in it; 1 where there is none.
  func line(of path: [String]) -> Int {
    let entry = entry(path) ?? entries.first { $0.path.starts(with: path) }
    return entry.map { line(of: $0.statement.lowerBound) } ?? 1
  }

  /// The document with a value set: on its line where there is one, else on a new line of its table.
  func setting(_ path: [String], to literal: String) -> String {
    if let entry = entry(path) { return replacing(entry.range, with: literal) }
    let table = Array(path.dropLast())
    // Behind the last line of the table, whether it has a header or dotted keys.
    if let last = entries.last(where: { !$0.isInline && $0.path.dropLast() == table[...] }) {
      let keys = path.dropFirst(last.table.count).map(Self.key).joined(separator: ".")
      let margin = String(decoding: indentation(of: last.statement.lowerBound), as: UTF8.self)
      return inserting("\(margin)\(keys) = \(literal)", behind: last.statement.upperBound)
    }
    if let header = headers.last(where: { $0.path == table }) {
      return inserting("\(Self.key(path[path.count - 1])) = \(literal)", behind: header.end)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let gap = text.isEmpty ? "" : text.hasSuffix("\n") ? "\n" : "\n\n"
    return text + gap
      + "[\(table.map(Self.key).joined(separator: "."))]\n\(Self.key(path[path.count - 1])) = \(literal)\n"
  }

  /// The document without the line of a value, and without its table where that was all it had.
  func removing(_ entry: Entry) -> String {
    let start = entry.statement.lowerBound - indentation(of: entry.statement.lowerBound).count
    let end = min(lineEnd(behind: entry.statement.upperBound) + 1, bytes.count)
    return replacing(table(entry.table, with: start..<end) ?? start..<end, with: "")
  }

  /// The lines of a table that has nothing but these; `nil` where it has another value or a comment, be it on its
  /// header's line or right above it.
  private func table(_ path: [String], with lines: Range<Int>) -> Range<Int>? {
    guard let header = headers.last(where: { $0.end <= lines.lowerBound }), header.path == path
    else { return nil }
    let next = headers.first { $0.end > lines.upperBound }
    let end = next.map { lineStart(of: $0.end) } ?? bytes.count
    var start = lineStart(of: header.end)
    let others = bytes[header.end..<lines.lowerBound] + bytes[lines.upperBound..<end]
    let above = bytes[lineStart(of: max(0, start - 1))..<start]
    guard others.allSatisfy(Self.isBlank),
      above.first(where: { !Self.isBlank($0) }) != UInt8(ascii: "#")
    else { return nil }
    if next == nil {
      // Behind the last table that is left, no empty lines stay.
      while start > 0, Self.isBlank(bytes[start - 1]) { start -= 1 }
      if start > 0 { start = min(lineEnd(behind: start) + 1, bytes.count) }
    }
    return start..<end
  }

  private func replacing(_ range: Range<Int>, with text: String) -> String {
    String(
      decoding: bytes[..<range.lowerBound] + Array(text.utf8) + bytes[range.upperBound...],
      as: UTF8.self)
  }

  private func inserting(_ line: String, behind position: Int) -> String {
    let end = lineEnd(behind: position)
    let isWindows = end > 0 && end < bytes.count && bytes[end - 1] == UInt8(ascii: "\r")
    let at = isWindows ? end - 1 : end
    return replacing(at..<at, with: (isWindows ? "\r\n" : "\n") + line)
  }

  private func lineEnd(behind position: Int) -> Int {
    bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
  }

  private func lineStart(of position: Int) -> Int {
    bytes[..<position].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n")].contains(byte)
  }

  private func indentation(of position: Int) -> ArraySlice<UInt8> {
    var start = position
    while start > 0, [UInt8(ascii: " "), UInt8(ascii: "\t")].contains(bytes[start - 1]) {
      start -= 1
    }
    return bytes[start..<position]
  }

  /// A key, in quotation marks where it needs them.
  static func key(_ key: String) -> String {
    let isBare = !key.isEmpty && key.utf8.allSatisfy(isBareKey)
    return isBare ? key : quoted(key)
  }

  /// A basic string.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
