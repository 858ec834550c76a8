import RabbleText

/// A value of the config file.
enum TOMLValue: Equatable {
  case string(String)
  /// A decimal number, as Swift writes it.
  case number(String)
  case boolean(Bool)
  case list([String])
}

/// Why a line of the config file can't be used.
struct TOMLFault: Error, Equatable {
  /// What is wrong and what to write instead, in sentences.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Reads a line of the config file from left to right.
struct TOMLLine {
  enum Statement {
    /// A comment or nothing.
    case nothing
    /// `[table]`.
    case header([String])
    /// `key = value`, and which scalars are the value.
    case entry([String], Result<TOMLValue, TOMLFault>, Range<Int>)
  }

  /// The line without its end.
  let scalars: [Unicode.Scalar]
  private var position = 0

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  /// What the line says.
  ///
  /// - Throws: ``TOMLFault`` if not even its key can be read.
  mutating func statement() throws(TOMLFault) -> Statement {
    if scalars.contains(where: { $0 != "\t" && ($0.value < 0x20 || $0.value == 0x7f) }) {
      throw TOMLFault("The line has a control character. In a string, write \\u and its 4 digits.")
    }
    skipBlanks()
    if current == nil || current == "#" { return .nothing }
    if skip("[") {
      let isList = skip("[")
      let keys = try keys()
      let name = "[\(TOMLText.name(of: keys))]"
      if isList { throw TOMLFault("[\(name)] begins a list of tables. Write \(name).") }
      guard skip("]"), isAtEnd else { throw TOMLFault("Write \(name) and nothing else.") }
      return .header(keys)
    }
    let keys = try keys()
    guard skip("=") else { throw TOMLFault("Write `key = value`, such as `study.new = 15`.") }
    skipBlanks()
    let start = position
    do throws(TOMLFault) {
      let value = try value()
      let range = start..<position
      guard isAtEnd else { throw TOMLFault("There is more than one value. Write `key = value`.") }
      return .entry(keys, .success(value), range)
    } catch {
      var end = scalars[start...].firstIndex(of: "#") ?? scalars.count
      while end > start, Self.isBlank(scalars[end - 1]) { end -= 1 }
      return .entry(keys, .failure(error), start..<end)
    }
  }

  /// The path that a text is with dots; `nil` if it is none.
  static func path(_ text: String) -> [String]? {
    var line = TOMLLine(Array(text.unicodeScalars))
    guard let keys = try? line.keys(), line.current == nil else { return nil }
    return keys
  }

  /// The most parts of a key; settings have two or three.
  private static let mostParts = 8

  private mutating func keys() throws(TOMLFault) -> [String] {
    var keys: [String] = []
    repeat {
      skipBlanks()
      if current == "\"" || current == "'" {
        keys.append(try string())
      } else {
        let key = scalars[position...].prefix(while: Self.isBare)
        guard !key.isEmpty else {
          throw TOMLFault("Write `key = value`, with quotation marks around a key with spaces.")
        }
        position += key.count
        keys.append(Self.text(key))
      }
      skipBlanks()
      guard keys.count <= Self.mostParts else { throw TOMLFault("The key has too many parts.") }
    } while skip(".")
    return keys
  }

  /// Whether a key can have a scalar without quotation marks.
  static func isBare(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
    default: false
    }
  }

  // MARK: - Values

  private mutating func value() throws(TOMLFault) -> TOMLValue {
    switch current {
    case "\"", "'": return .string(try string())
    case "[": return .list(try list())
    case "{":
      throw TOMLFault("Write [table], and each setting on a line below it, instead of {…}.")
    default: break
    }
    let word = Self.text(
      scalars[position...].prefix { !Self.isBlank($0) && $0 != "#" })
    position += word.unicodeScalars.count
    if let flag = Bool(word) { return .boolean(flag) }
    if Self.isNumber(word) {
      if let number = Int(word) { return .number("\(number)") }
      guard word.contains("."), let number = Double(word) else {
        throw TOMLFault("The number \(word.printable) is too large.")
      }
      return .number("\(number)")
    }
    throw TOMLFault(
      word.isEmpty
        ? "The value is missing."
        : "“\(word.printable)” is no number such as 15 or 0.9, nor true or false. Strings need "
          + "quotation marks.")
  }

  /// Whether a word is decimal digits with an optional sign, and an optional point between them.
  private static func isNumber(_ word: String) -> Bool {
    let unsigned = word.hasPrefix("+") || word.hasPrefix("-") ? word.dropFirst() : word[...]
    let parts = unsigned.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && (parts[0] == "0" || !parts[0].hasPrefix("0"))
      && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }

  private mutating func list() throws(TOMLFault) -> [String] {
    var texts: [String] = []
    position += 1
    while true {
      skipBlanks()
      if skip("]") { return texts }
      guard current != nil, current != "#" else {
        throw TOMLFault("Write the whole list on one line, with ] at its end.")
      }
      guard current == "\"" || current == "'" else {
        throw TOMLFault("A list can have only strings: write [\"a\", \"b\"].")
      }
      texts.append(try string())
      skipBlanks()
      guard skip(",") || current == "]" else {
        throw TOMLFault(
          "Write the list on one line, with commas between its strings and ] at its end.")
      }
    }
  }

  private mutating func string() throws(TOMLFault) -> String {
    let quote = scalars[position]
    if scalars[position...].starts(with: [quote, quote, quote]) {
      throw TOMLFault("Write the string on one line, in single or double quotation marks.")
    }
    position += 1
    var text = String.UnicodeScalarView()
    while let scalar = current {
      position += 1
      if scalar == quote { return String(text) }
      text.append(scalar == "\\" && quote == "\"" ? try escape() : scalar)
    }
    throw TOMLFault("The string has no \(quote) at its end.")
  }

  private mutating func escape() throws(TOMLFault) -> Unicode.Scalar {
    let escapes: [Unicode.Scalar: Unicode.Scalar] = [
      "b": "\u{8}", "t": "\t", "n": "\n", "f": "\u{c}", "r": "\r", "\"": "\"", "\\": "\\",
    ]
    guard let code = current else { throw TOMLFault("The string has no \" at its end.") }
    position += 1
    if let scalar = escapes[code] { return scalar }
    let digits = scalars[position...].prefix(code == "u" ? 4 : 8)
    guard code == "u" || code == "U", digits.count == (code == "u" ? 4 : 8),
      digits.allSatisfy({ $0.isASCII && $0.properties.isHexDigit }),
      let scalar = UInt32(Self.text(digits), radix: 16).flatMap(Unicode.Scalar.init)
    else { throw TOMLFault("For a backslash write \\\\, or put the string in ' marks.") }
    position += digits.count
    return scalar
  }

  // MARK: - Scalars

  private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  /// Whether nothing but a comment follows.
  private var isAtEnd: Bool {
    let next = scalars[position...].first { !Self.isBlank($0) }
    return next == nil || next == "#"
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    position += 1
    return true
  }

  private mutating func skipBlanks() {
    while let scalar = current, Self.isBlank(scalar) { position += 1 }
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
