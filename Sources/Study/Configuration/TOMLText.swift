import RabbleText

/// A config file in a small subset of TOML 1.0, with one setting a line, so that a line that can't be used
/// leaves the others as they are, and one line can be changed without the others.
struct TOMLText {
  /// A key with its value.
  struct Entry {
    /// The keys from the root.
    let path: [String]
    let value: Result<TOMLValue, TOMLFault>
    /// The index of its line.
    let line: Int
    /// The keys of the table that it is written under.
    let table: [String]
    /// The bytes of the line that are the value.
    let range: Range<Int>
  }

  /// The lines with their ends.
  private(set) var lines: [[UInt8]]
  private(set) var entries: [Entry] = []
  private(set) var headers: [(path: [String], line: Int)] = []
  /// What is wrong with lines that are no entries, and their indices.
  private(set) var faults: [(line: Int, fault: TOMLFault)] = []
  private var defined: [[String]: (kind: Kind, line: Int)] = [:]

  private enum Kind { case implicit, header, dotted, value }

  /// Reads a file.
  init(_ bytes: [UInt8]) {
    lines = bytes.split(separator: Self.newline, omittingEmptySubsequences: false)
      .map { $0 + [Self.newline] }
    // After the last line end is a line without one, if anything.
    lines[lines.count - 1].removeLast()
    if lines[lines.count - 1].isEmpty { lines.removeLast() }
    // `nil` below a header that can't be used.
    var table: [String]? = []
    for index in lines.indices {
      do throws(TOMLFault) {
        let (text, start) = try text(at: index)
        var line = TOMLLine(text)
        switch try line.statement() {
        case .nothing: break
        case .header(let path):
          try define(path, from: 0, as: .header, on: index)
          table = path
          headers.append((path, index))
        case .entry(let keys, let value, let place):
          guard let table else { break }
          try define(table + keys, from: table.count, as: .value, on: index)
          let first = start + Self.size(of: text[..<place.lowerBound])
          entries.append(
            Entry(
              path: table + keys, value: value, line: index, table: table,
              range: first..<first + Self.size(of: text[place])))
        }
      } catch {
        let isHeader = Self.start(of: lines[index]) == "["
        if isHeader { table = nil }
        let more = isHeader ? " The settings below it are ignored." : ""
        faults.append((index, TOMLFault(error.reason + more)))
      }
    }
  }

  /// The scalars of a line without its end, and the index of their first byte, which is not 0 after a byte order mark.
  private func text(at index: Int) throws(TOMLFault) -> ([Unicode.Scalar], start: Int) {
    var line = lines[index][...]
    if line.last == Self.newline { line.removeLast() }
    if line.count < lines[index].count, line.last == UInt8(ascii: "\r") { line.removeLast() }
    if index == 0, line.starts(with: "\u{feff}".utf8) { line.removeFirst(3) }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw TOMLFault("The line is not UTF-8.")
    }
    return (Array(text.unicodeScalars), line.startIndex)
  }

  /// How many bytes scalars take.
  private static func size(of scalars: ArraySlice<Unicode.Scalar>) -> Int {
    scalars.reduce(0) { $0 + UTF8.width($1) }
  }

  /// Notes what a path is, and the tables on the way to it; TOML has each only once.
  private mutating func define(
    _ path: [String], from start: Int, as kind: Kind, on line: Int
  ) throws(TOMLFault) {
    let isHeader = kind == .header
    for count in start + 1...path.count {
      let (part, isLast) = (Array(path[..<count]), count == path.count)
      let old = defined[part]
      let passes: [Kind] = isHeader ? [.implicit, .dotted, .header] : [.implicit, .dotted]
      let mayBe: [Kind] = isLast ? isHeader ? [.implicit] : [] : passes
      guard let old, !mayBe.contains(old.kind) else {
        let between = isHeader ? old?.kind ?? .implicit : .dotted
        defined[part] = (isLast ? kind : between, old?.line ?? line)
        continue
      }
      let advice =
        isLast && !isHeader ? "Remove one of the lines." : "Write all its settings there."
      throw TOMLFault("\(Self.name(of: part)) is on line \(old.line + 1) already. \(advice)")
    }
  }

  // MARK: - Changing

  /// The entry of a path.
  func entry(_ path: [String]) -> Entry? { entries.first { $0.path == path } }

  /// The file with a value set: on its line if there is one, else on a new line of its table.
  func setting(_ path: [String], to literal: String) -> [UInt8] {
    var lines = lines
    let (table, key) = (path.dropLast(), path.suffix(1))
    if let entry = entry(path) {
      lines[entry.line].replaceSubrange(entry.range, with: literal.utf8)
    } else if let last = entries.last(where: { $0.path.dropLast() == table }) {
      let margin = Array(lines[last.line].prefix(while: Self.isBlank))
      let keys = Self.name(of: path.dropFirst(last.table.count))
      insert(margin + Array("\(keys) = \(literal)".utf8), after: last.line, in: &lines)
    } else if let header = headers.last(where: { $0.path[...] == table }) {
      insert(Array("\(Self.name(of: key)) = \(literal)".utf8), after: header.line, in: &lines)
    } else {
      let gap = lines.isEmpty ? "" : lines[lines.count - 1].last == Self.newline ? "\n" : "\n\n"
      let text = "\(gap)[\(Self.name(of: table))]\n\(Self.name(of: key)) = \(literal)\n"
      lines.append(Array(text.utf8))
    }
    return Array(lines.joined())
  }

  private func insert(_ line: [UInt8], after index: Int, in lines: inout [[UInt8]]) {
    let old = lines[index]
    let end = Array(old.suffix(2)) == Array("\r\n".utf8) ? "\r\n" : "\n"
    lines[index] =
      old.last == Self.newline ? old + line + end.utf8 : old + Array("\n".utf8) + line
  }

  /// The file without the line of an entry, and without its table if that has nothing else: neither another line nor a
  /// comment on the header's line or right above it.
  func removing(_ entry: Entry) -> [UInt8] {
    var lines = lines
    lines[entry.line] = []
    let header = headers.last { $0.line < entry.line }?.line
    if let header, !entry.table.isEmpty {
      let next = lines.indices.dropFirst(header + 1).first { Self.start(of: lines[$0]) == "[" }
      let others = lines[(header + 1)..<(next ?? lines.count)].joined()
      let isExplained = header > 0 && Self.start(of: lines[header - 1]) == "#"
      if others.allSatisfy(Self.isBlank), !isExplained, !lines[header].contains(UInt8(ascii: "#")) {
        lines.removeSubrange(header..<(next ?? lines.count))
        // No empty lines stay at the end.
        while next == nil, lines.last?.allSatisfy(Self.isBlank) == true { lines.removeLast() }
      }
    }
    return Array(lines.joined())
  }

  // MARK: - Bytes

  private static let newline = UInt8(ascii: "\n")

  private static func isBlank(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

  /// The first character of a line that is no blank.
  private static func start(of line: [UInt8]) -> Unicode.Scalar? {
    line.first { !isBlank($0) }.map(Unicode.Scalar.init)
  }

  // MARK: - Writing

  /// A path with dots, its keys in quotation marks where they need them.
  static func name(of path: some Sequence<String>) -> String {
    path.map { key in
      key.isEmpty || !key.unicodeScalars.allSatisfy(TOMLLine.isBare) ? quoted(key) : key
    }.joined(separator: ".")
  }

  /// A basic string; it is JSON, too.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
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

  /// A list of strings; it is JSON, too.
  static func list(_ texts: [String]) -> String {
    "[" + texts.map(quoted).joined(separator: ", ") + "]"
  }
}
