/// A value of a TOML document.
enum TOMLValue: Equatable {
  case string(String)
  case integer(Int)
  case float(Double)
  case boolean(Bool)
  /// A date, a time, or both, as it is written.
  case date(String)
  case array([TOMLValue])
  /// An inline table; its entries stand by themselves.
  case table

  /// What it is, for people.
  var name: String {
    switch self {
    case .string: "text"
    case .integer, .float: "a number"
    case .boolean: "true or false"
    case .date: "a date or time"
    case .array: "a list"
    case .table: "a table"
    }
  }
}

/// Why a text is no TOML.
struct TOMLFault: Error, Equatable {
  /// Where, in bytes from the beginning.
  let position: Int
  /// What is wrong, in a sentence without its full stop.
  let reason: String
}

/// A TOML document (TOML 1.0) with where each value stands, so that one of them can be changed and every
/// other byte stays.
struct TOMLText {
  /// A key with its value.
  struct Entry {
    /// The keys from the root.
    let path: [String]
    let value: TOMLValue
    /// The bytes of the whole statement, without its indentation, comment and line end.
    let statement: Range<Int>
    /// The bytes of the value.
    let range: Range<Int>
    /// The keys of the table it was written under.
    let table: [String]
    /// Whether it stands in an inline table.
    let isInline: Bool
  }

  /// The document.
  let bytes: [UInt8]
  /// The values in the order they stand in; an inline table before what is in it.
  private(set) var entries: [Entry] = []
  /// The headers of tables, whether they begin an element of a list of tables, and where they end.
  private(set) var headers: [(path: [String], isList: Bool, end: Int)] = []
  private var position = 0
  private let root = Node(.header)

  /// Reads a document.
  ///
  /// - Throws: ``TOMLFault`` where it is not TOML.
  init(_ text: String) throws(TOMLFault) {
    bytes = Array(text.utf8)
    if has("\u{feff}") { position = 3 }
    var table: [String] = []
    var node = root
    while true {
      try skipLines()
      guard let byte = current else { return }
      if byte == UInt8(ascii: "[") {
        (table, node) = try readHeader()
      } else {
        try readEntry(in: node, table, under: table, depth: 0)
      }
      skipBlanks()
      try skipComment()
      guard current == nil || isLineEnd else { throw fault("more than one thing on a line") }
    }
  }

  // MARK: - Tables

  /// A table, or what else has a name, for what may be defined twice.
  private final class Node {
    enum Kind { case implicit, header, dotted, fixed, list }

    var kind: Kind
    var children: [String: Node] = [:]

    init(_ kind: Kind) { self.kind = kind }
  }

  private mutating func readHeader() throws(TOMLFault) -> ([String], Node) {
    let start = position
    let isList = has("[[")
    position += isList ? 2 : 1
    let path = try keys()
    guard isList ? has("]]") : current == UInt8(ascii: "]") else {
      throw fault("a table's name must end with \(isList ? "]]" : "]")")
    }
    position += isList ? 2 : 1
    headers.append((path, isList, position))
    var node = root
    for key in path.dropLast() {
      let next = node.children[key] ?? Node(.implicit)
      guard next.kind != .fixed else {
        throw TOMLFault(position: start, reason: twice(path, before: start))
      }
      node.children[key] = next
      node = next
    }
    let last = path[path.count - 1]
    switch (node.children[last]?.kind, isList) {
    case (nil, _): node.children[last] = Node(isList ? .list : .header)
    case (.implicit, false): node.children[last]?.kind = .header
    // Each element of a list of tables starts over.
    case (.list, true): node.children[last] = Node(.list)
    default: throw TOMLFault(position: start, reason: twice(path, before: start))
    }
    return (path, node.children[last] ?? Node(.header))
  }

  /// Reads `key = value`; below `depth` 0 within an inline table.
  private mutating func readEntry(
    in table: Node, _ parent: [String], under header: [String], depth: Int
  ) throws(TOMLFault) {
    let start = position
    let keys = try keys()
    let path = parent + keys
    guard current == UInt8(ascii: "=") else { throw fault("expected “key = value”") }
    var node = table
    for key in keys.dropLast() {
      let next = node.children[key] ?? Node(.dotted)
      guard next.kind == .dotted || next.kind == .implicit else {
        throw TOMLFault(position: start, reason: twice(path, before: start))
      }
      next.kind = .dotted
      node.children[key] = next
      node = next
    }
    guard node.children[keys[keys.count - 1]] == nil else {
      throw TOMLFault(position: start, reason: twice(path, before: start))
    }
    node.children[keys[keys.count - 1]] = Node(.fixed)
    position += 1
    skipBlanks()
    let first = position
    let index = entries.count
    let value = try value(of: path, under: header, depth: depth)
    entries.insert(
      Entry(
        path: path, value: value, statement: start..<position, range: first..<position,
        table: header, isInline: depth > 0), at: index)
  }

  /// What is wrong about a path that begins at a place, and on which line it was defined before.
  private func twice(_ path: [String], before place: Int) -> String {
    let values = entries.filter { $0.path.starts(with: path) || path.starts(with: $0.path) }
    let tables = headers.filter { $0.path.starts(with: path) }
    let first = (values.map(\.statement.lowerBound) + tables.map(\.end)).filter { $0 < place }.min()
    return "\(path.map(Self.key).joined(separator: ".")) is defined twice"
      + (first.map { ", first on line \(line(of: $0))" } ?? "")
  }

  /// Reads keys with dots between them.
  private mutating func keys() throws(TOMLFault) -> [String] {
    var keys: [String] = []
    repeat {
      if !keys.isEmpty { position += 1 }
      skipBlanks()
      switch current {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if has("\"\"\"") || has("'''") { throw fault("a name can't have several lines") }
        keys.append(try string())
      default:
        let start = position
        while let byte = current, Self.isBareKey(byte) { position += 1 }
        guard position > start else { throw fault("expected a name") }
        keys.append(String(decoding: bytes[start..<position], as: UTF8.self))
      }
      skipBlanks()
      guard keys.count <= Self.deepest else { throw fault("a name has too many parts") }
    } while current == UInt8(ascii: ".")
    return keys
  }

  static func isBareKey(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  // MARK: - Values

  /// The deepest nesting of values, and the most parts of a name: more is no config file.
  private static let deepest = 32

  private mutating func value(of path: [String], under header: [String], depth: Int)
    throws(TOMLFault) -> TOMLValue
  {
    guard depth < Self.deepest else { throw fault("values are nested too deep") }
    switch current {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try string())
    case UInt8(ascii: "["):
      position += 1
      var elements: [TOMLValue] = []
      while true {
        try skipLines()
        if current == UInt8(ascii: "]") { break }
        elements.append(try value(of: path, under: header, depth: depth + 1))
        try skipLines()
        if current == UInt8(ascii: ",") {
          position += 1
        } else if current != UInt8(ascii: "]") {
          throw fault("a list needs a comma or ] here")
        }
      }
      position += 1
      return .array(elements)
    case UInt8(ascii: "{"):
      position += 1
      skipBlanks()
      let node = Node(.fixed)
      var isFirst = true
      while current != UInt8(ascii: "}") || !isFirst {
        try readEntry(in: node, path, under: header, depth: depth + 1)
        skipBlanks()
        isFirst = false
        if current == UInt8(ascii: "}") { break }
        guard current == UInt8(ascii: ",") else { throw fault("a table needs a comma or } here") }
        position += 1
        skipBlanks()
      }
      position += 1
      return .table
    default: return try scalar()
    }
  }

  /// Reads a number, a date, true or false.
  private mutating func scalar() throws(TOMLFault) -> TOMLValue {
    let start = position
    func isPart(_ byte: UInt8) -> Bool {
      Self.isBareKey(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
        || byte == UInt8(ascii: ":")
    }
    while let byte = current, isPart(byte) { position += 1 }
    // A blank may stand between a date and a time.
    if position - start == 10, current == UInt8(ascii: " "), position + 1 < bytes.count,
      bytes[start + 4] == UInt8(ascii: "-"),
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position + 1])
    {
      position += 1
      while let byte = current, isPart(byte) { position += 1 }
    }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    switch word {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "inf", "+inf": return .float(.infinity)
    case "-inf": return .float(-.infinity)
    case "nan", "+nan", "-nan": return .float(.nan)
    default: break
    }
    if let number = TOMLNumber.value(of: word) { return number }
    if TOMLNumber.isDate(word) { return .date(word) }
    position = start
    throw fault(
      word.isEmpty
        ? "a value is missing"
        : TOMLNumber.isDecimal(word)
          ? "the number \(word) is too large"
          : "invalid value “\(word)”: strings must be in quotation marks")
  }

  /// Reads a string of any kind.
  private mutating func string() throws(TOMLFault) -> String {
    let quote = bytes[position]
    let isBasic = quote == UInt8(ascii: "\"")
    let isLong = isBasic ? has("\"\"\"") : has("'''")
    position += isLong ? 3 : 1
    if isLong { _ = skipLineEnd() }
    var text: [UInt8] = []
    while let byte = current {
      switch byte {
      case quote:
        let marks = bytes[position...].prefix { $0 == quote }.count
        guard isLong, marks < 3 else {
          // Up to two more may stand right before the three that end it.
          let extra = isLong ? min(marks, 5) - 3 : 0
          text += Array(repeating: quote, count: extra)
          position += isLong ? 3 + extra : 1
          return String(decoding: text, as: UTF8.self)
        }
        text += Array(repeating: quote, count: marks)
        position += marks
      case UInt8(ascii: "\\") where isBasic:
        position += 1
        if isLong, skipsLineEnd() { continue }
        text += Array(String(try escape()).utf8)
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        guard isLong, skipLineEnd() else { throw fault("a text has no closing quotation mark") }
        text.append(UInt8(ascii: "\n"))
      case 0..<0x20 where byte != UInt8(ascii: "\t"), 0x7f:
        throw fault("a text has a control character")
      default:
        text.append(byte)
        position += 1
      }
    }
    throw fault("a text has no closing quotation mark")
  }

  /// Skips a line end behind a backslash with all blanks around it; false where there is none.
  private mutating func skipsLineEnd() -> Bool {
    let start = position
    skipBlanks()
    guard isLineEnd else {
      position = start
      return false
    }
    while skipLineEnd() { skipBlanks() }
    return true
  }

  private mutating func escape() throws(TOMLFault) -> Unicode.Scalar {
    guard let code = current else { throw fault("a text has no closing quotation mark") }
    position += 1
    switch code {
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return Unicode.Scalar(code)
    case UInt8(ascii: "u"), UInt8(ascii: "U"):
      let count = code == UInt8(ascii: "u") ? 4 : 8
      let digits = bytes[position...].prefix(count)
      guard digits.count == count, digits.allSatisfy({ Character(.init($0)).isHexDigit }),
        let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
        let scalar = Unicode.Scalar(value)
      else { throw fault("\\u needs 4 hexadecimal digits of a character, and \\U 8") }
      position += count
      return scalar
    default:
      position -= 1
      throw fault("unknown escape; a backslash is written \\\\, or in single quotation marks")
    }
  }

  // MARK: - Blanks

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private var isLineEnd: Bool { current == UInt8(ascii: "\n") || has("\r\n") }

  private func fault(_ reason: String) -> TOMLFault {
    TOMLFault(position: min(position, bytes.count), reason: reason)
  }

  private func has(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    return (0..<count).allSatisfy { bytes[position + $0] == text.utf8Start[$0] }
  }

  private mutating func skipBlanks() {
    while let byte = current, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
      position += 1
    }
  }

  private mutating func skipLineEnd() -> Bool {
    guard isLineEnd else { return false }
    position += has("\r\n") ? 2 : 1
    return true
  }

  private mutating func skipComment() throws(TOMLFault) {
    guard current == UInt8(ascii: "#") else { return }
    while let byte = current, !isLineEnd {
      if byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7f {
        throw fault("a comment has a control character")
      }
      position += 1
    }
  }

  /// Skips blanks, line ends and comments.
  private mutating func skipLines() throws(TOMLFault) {
    repeat {
      skipBlanks()
      try skipComment()
    } while skipLineEnd()
  }
}
