import RabbleScreens
import RabbleText

/// Screens and reports as JSON (RFC 8259), safe for a terminal yet lossless: what could command a
/// terminal or reorder what it shows is escaped.
///
/// The encoder is ours because Foundation's keeps neither the order of a table's columns nor `1.0`,
/// and would have to be read through once more for what it leaves unescaped.
package enum JSONText {
  /// The order of an object's keys.
  package enum KeyOrder: Hashable, Sendable {
    /// By their Unicode scalars, as screens and findings have them.
    case sorted
    /// As they were encoded, as the columns of tables have them.
    case encoded
  }

  /// What becomes of an optional value that there is not.
  package enum Missing: Hashable, Sendable {
    /// Its key has `null`.
    case null
    /// It has no key, as formats of others want it.
    case noKey
  }

  /// A value on one line, without its end: no spaces, slashes as they are, `null` for a number that
  /// JSON can't write.
  ///
  ///     try JSONText.line(StudyScreen.question(screen))
  ///     // {"card":"0f…","correct":2,"group":"Hiragana",…,"kind":"question","prompt":"あ",…}
  ///
  /// - Throws: what the value's own `encode(to:)` throws; that of screens and tables never does.
  package static func line(
    _ value: some Encodable, keys order: KeyOrder = .sorted, missing: Missing = .null
  ) throws -> String {
    var bytes: [UInt8] = []
    try JSONValue(value, missing).write(to: &bytes, order)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A report that is one value, on one line with its end: `schema` and `report` before the members of the value.
  package static func text(_ report: String, _ value: some Encodable) throws -> String {
    try line(Report(name: report, value: value), keys: .encoded) + "\n"
  }

  /// A value under its name.
  private struct Report<Value: Encodable>: Encodable {
    private enum Key: CodingKey { case schema, report }

    let name: String
    let value: Value

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(JSONText.reportSchema, forKey: .schema)
      try container.encode(name, forKey: .report)
      try value.encode(to: encoder)
    }
  }

  /// Writes a row of a table as one object behind what there is, every value as programs read it, no value as
  /// `null`. Tables have millions of rows: the encoder would take several times as long.
  ///
  /// - Parameters:
  ///   - values: the values, one for each heading.
  ///   - headings: what they are called.
  ///   - bytes: what it is written behind.
  package static func write(
    _ values: [ReportTable.Value], headings: [ReportTable.Heading],
    to bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: "{"))
    for place in values.indices { write(values[place], headings[place], at: place, &bytes) }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Writes the row of a subject as one object behind what there is.
  ///
  /// - Parameters:
  ///   - subject: what the row is about.
  ///   - columns: its columns.
  ///   - bytes: what it is written behind.
  package static func write<Subject>(
    _ subject: Subject, _ columns: [ReportTable.Column<Subject>], to bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: "{"))
    for place in columns.indices {
      write(columns[place].value(subject), columns[place].heading, at: place, &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Writes a member of an object.
  @inline(__always)
  private static func write(
    _ value: ReportTable.Value, _ heading: ReportTable.Heading, at place: Int,
    _ bytes: inout [UInt8]
  ) {
    if place > 0 { bytes.append(UInt8(ascii: ",")) }
    JSONValue.write(heading.key, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    switch value {
    case .text(let text), .term(let text, _): JSONValue.write(text, to: &bytes)
    case .count(let count): bytes.append(digits: count)
    case .share(let number), .points(let number), .number(let number, _):
      JSONValue.write(number, to: &bytes)
    case .numbers(let numbers):
      bytes.append(UInt8(ascii: "["))
      for (place, number) in numbers.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONValue.write(number, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .texts(let texts):
      bytes.append(UInt8(ascii: "["))
      for (place, text) in texts.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONValue.write(text, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .flag(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .missing: bytes.append(contentsOf: "null".utf8)
    }
  }

  /// The version of the form of reports. A key may come without another version; none
  /// changes its meaning.
  static let reportSchema = 1

  /// A report as one object: `schema`, `report`, its main table as `rows`, a row a line, and its other tables
  /// under their keys.
  package static func text(_ report: String, _ rows: ReportTable, _ others: [ReportTable] = [])
    -> String
  {
    object(
      head(report) + [member("rows", array(lines(of: rows), indent: "  "))] + others.map(member))
  }

  /// A statistical report as one object: `schema`, `report`, `title`, `conclusion`, `first` and `last`, the
  /// numbers of its `summary`, and its tables, a row a line.
  package static func text(_ page: ReportPage) -> String {
    let head =
      head(page.name) + [
        member("title", quoted(page.title)),
        member("conclusion", page.conclusion.map(quoted) ?? "null"),
        member("first", page.first.map(quoted) ?? "null"),
        member("last", page.last.map(quoted) ?? "null"),
      ]
    let tables = page.summary.headings.isEmpty ? page.tables : [page.summary] + page.tables
    return object(head + tables.map(member))
  }

  private static func head(_ report: String) -> [String] {
    [member("schema", "\(reportSchema)"), member("report", quoted(report))]
  }

  private static func member(_ key: String, _ value: String) -> String {
    "  " + quoted(key) + ": " + value
  }

  private static func object(_ members: [String]) -> String {
    "{\n" + members.joined(separator: ",\n") + "\n}\n"
  }

  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONValue.write(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A table under its key: a record as one object, rows as an array with one a line.
  private static func member(_ table: ReportTable) -> String {
    let rows = lines(of: table)
    let value = table.shape == .record ? rows.first : nil
    return member(table.key, value ?? array(rows, indent: "  "))
  }

  private static func lines(of table: ReportTable) -> [String] {
    table.rows.map { row in
      var bytes: [UInt8] = []
      write(row.values, headings: row.headings, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Findings as a report, a finding a line.
  ///
  /// Lines and columns count from 1, columns in Unicode scalars; `start` and `end` of an edit are
  /// bytes of the file, from 0.
  package static func text(_ report: String, _ findings: [FindingScreen]) throws -> String {
    let rows = try findings.map { try line($0, keys: .encoded) }
    return object(head(report) + [member("rows", array(rows, indent: "  "))])
  }

  /// An array with an element a line.
  private static func array(_ elements: [String], indent: String) -> String {
    guard !elements.isEmpty else { return "[]" }
    return "[\n" + elements.map { indent + "  " + $0 }.joined(separator: ",\n") + "\n" + indent
      + "]"
  }
}

// MARK: - The encoder

/// A value on its way into JSON.
private enum JSONValue {
  /// A text, still without its quotation marks.
  case string(String)
  /// A number, a truth value or null, as it is written.
  case literal(String)
  /// An object or an array.
  case container(JSONEncoding)

  static var null: JSONValue { .literal("null") }

  init<T: Encodable>(_ value: T, _ missing: JSONText.Missing) throws {
    // Where the type is known, all but one of these casts are gone once it is compiled.
    if let text = value as? String {
      self = .string(text)
    } else if let number = value as? Int {
      self = .literal("\(number)")
    } else if let number = value as? Double {
      self = .literal(Self.literal(number))
    } else if let flag = value as? Bool {
      self = .literal(flag ? "true" : "false")
    } else if let number = value as? any (BinaryInteger & Encodable) {
      self = .literal("\(number)")
    } else {
      let encoding = JSONEncoding(missing)
      try value.encode(to: encoding)
      self = encoding.value
    }
  }

  func write(to bytes: inout [UInt8], _ order: JSONText.KeyOrder) {
    switch self {
    case .string(let text): Self.write(text, to: &bytes)
    case .literal(let text): bytes.append(contentsOf: text.utf8)
    case .container(let encoding): encoding.write(to: &bytes, order)
    }
  }

  private static func literal(_ number: Double) -> String {
    number.isFinite ? "\(number)" : "null"
  }

  /// Writes a number; `null` for one that JSON can't write.
  static func write(_ number: Double, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: literal(number).utf8)
  }

  /// Writes a string in quotation marks.
  static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    let isPlain = text.withUTF8 { utf8 in
      if utf8.contains(where: mayNeedEscape) { return false }
      bytes.append(contentsOf: utf8)
      return true
    }
    if !isPlain { for scalar in text.unicodeScalars { write(scalar, to: &bytes) } }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether a byte is to be escaped, or may begin a scalar that is: those beyond ASCII begin with
  /// 0xC2 (C1 controls), 0xD8 (U+061C) or 0xE2 (U+200E to U+2069).
  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x5c, ..<0x20, 0x7f, 0xc2, 0xd8, 0xe2: true
    default: false
    }
  }

  private static func write(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar {
    case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(scalar.value)]
    case "\n": bytes.append(contentsOf: #"\n"#.utf8)
    case "\t": bytes.append(contentsOf: #"\t"#.utf8)
    case let scalar where scalar.isUnprintable:
      let digits = String(scalar.value, radix: 16)
      bytes.append(contentsOf: #"\u"#.utf8)
      bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
      bytes.append(contentsOf: digits.utf8)
    default: bytes.append(contentsOf: String(scalar).utf8)
    }
  }
}

/// What one value encodes: an object, an array, or a single value.
private final class JSONEncoding: Encoder {
  private enum Form {
    case single(JSONValue)
    case object
    case array
  }

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  private let missing: JSONText.Missing

  private var form = Form.single(.null)
  private var members: [(key: String, value: JSONValue)] = []
  private var elements: [JSONValue] = []

  init(_ missing: JSONText.Missing) { self.missing = missing }

  /// What it has come to.
  var value: JSONValue {
    if case .single(let value) = form { value } else { .container(self) }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    form = .object
    return KeyedEncodingContainer(Members<Key>(encoding: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    form = .array
    return Elements(encoding: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoding: self) }

  func write(to bytes: inout [UInt8], _ order: JSONText.KeyOrder) {
    switch form {
    case .single(let value): value.write(to: &bytes, order)
    case .object:
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      for (key, value) in order == .sorted ? members.sorted(by: { $0.key < $1.key }) : members {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        JSONValue.write(key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        value.write(to: &bytes, order)
        isFirst = false
      }
      bytes.append(UInt8(ascii: "}"))
    case .array:
      bytes.append(UInt8(ascii: "["))
      var isFirst = true
      for value in elements {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes, order)
        isFirst = false
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }

  // One generic method stands for the protocols' method for each type of number.

  struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoding: JSONEncoding
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { encoding.members.append((key.stringValue, .null)) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      encoding.members.append((key.stringValue, try JSONValue(value, encoding.missing)))
    }

    // The protocol has a method of its own for each of these types, which would be taken.
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encode(any: value, key) }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encode(any: value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encode(any: value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encode(any: value, key) }
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
      try encode(any: value, key)
    }

    private func encode<T: Encodable>(any value: T?, _ key: Key) throws {
      if let value {
        try encode(value, forKey: key)
      } else if encoding.missing == .null {
        encodeNil(forKey: key)
      }
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { nested(key.stringValue).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      nested(key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { nested("super") }

    func superEncoder(forKey key: Key) -> any Encoder { nested(key.stringValue) }

    private func nested(_ key: String) -> JSONEncoding {
      let nested = JSONEncoding(encoding.missing)
      encoding.members.append((key, .container(nested)))
      return nested
    }
  }

  struct Elements: UnkeyedEncodingContainer {
    let encoding: JSONEncoding
    var codingPath: [any CodingKey] { [] }
    var count: Int { encoding.elements.count }

    func encodeNil() { encoding.elements.append(.null) }

    func encode<T: Encodable>(_ value: T) throws {
      encoding.elements.append(try JSONValue(value, encoding.missing))
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> { nested().container(keyedBy: type) }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

    func superEncoder() -> any Encoder { nested() }

    private func nested() -> JSONEncoding {
      let nested = JSONEncoding(encoding.missing)
      encoding.elements.append(.container(nested))
      return nested
    }
  }

  struct Single: SingleValueEncodingContainer {
    let encoding: JSONEncoding
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { encoding.form = .single(.null) }

    func encode<T: Encodable>(_ value: T) throws {
      encoding.form = .single(try JSONValue(value, encoding.missing))
    }
  }
}
