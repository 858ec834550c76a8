import RabbleText

/// Lays JSON out as a deck's author would: a level of indentation each, and what fits into 100 columns on
/// one line.
struct JSONWriter {
  /// How many Unicode scalars a line may have before an array or object is spread over several.
  static let width = 100

  private let style: JSONStyle
  private var result = ""

  /// The text of a value whose lines but the first begin with `margin`; its end has no line break.
  static func text(
    _ value: JSONValue, margin: String = "", style: JSONStyle = JSONStyle()
  ) -> String {
    var writer = JSONWriter(style: style)
    writer.write(value, margin: margin, column: margin.unicodeScalars.count)
    return writer.result
  }

  private init(style: JSONStyle) { self.style = style }

  private mutating func write(_ value: JSONValue, margin: String, column: Int) {
    switch value {
    case .text(let text): result += Self.string(text)
    case .source(let source): result += source
    case .array(let elements, _):
      if !write(onLine: value, column: column) {
        writeLines("[", elements.map { (nil, $0) }, "]", margin: margin)
      }
    case .object(let members, _):
      if !write(onLine: value, column: column) {
        writeLines("{", members.map { ($0.key, $0.value) }, "}", margin: margin)
      }
    }
  }

  /// Writes a value on the line that has `column` scalars already, if it may stand there.
  private mutating func write(onLine value: JSONValue, column: Int) -> Bool {
    guard let line = line(value),
      style.newline == nil || column + line.unicodeScalars.count < Self.width
    else { return false }
    result += line
    return true
  }

  private mutating func writeLines(
    _ open: String, _ entries: [(key: String?, value: JSONValue)], _ close: String, margin: String
  ) {
    result += open
    guard !entries.isEmpty else {
      result += close
      return
    }
    let newline = style.newline ?? ""
    let inner = margin + style.unit
    for (index, entry) in entries.enumerated() {
      result += (index == 0 ? "" : ",") + newline + inner
      var column = inner.unicodeScalars.count
      if let key = entry.key {
        let name = Self.string(key) + style.colon
        result += name
        column += name.unicodeScalars.count
      }
      write(entry.value, margin: inner, column: column)
    }
    result += newline + margin + close
  }

  /// A value on one line, or `nil` if it has to be spread or holds a line break, which matters only where
  /// lines may be broken.
  private func line(_ value: JSONValue) -> String? {
    let mayBreak = style.newline != nil
    switch value {
    case .text(let text): return Self.string(text)
    case .source(let source): return mayBreak && source.isBroken ? nil : source
    case .array(let elements, let isSpread):
      if mayBreak, isSpread, !elements.isEmpty { return nil }
      var lines: [String] = []
      for element in elements {
        guard let line = line(element) else { return nil }
        lines.append(line)
      }
      return "[" + lines.joined(separator: style.comma) + "]"
    case .object(let members, let isSpread):
      if mayBreak, isSpread, !members.isEmpty { return nil }
      var lines: [String] = []
      for member in members {
        guard let line = line(member.value) else { return nil }
        lines.append(Self.string(member.key) + style.colon + line)
      }
      return "{" + lines.joined(separator: style.comma) + "}"
    }
  }

  /// A text in quotation marks.
  static func string(_ text: String) -> String { "\"" + JSONEscapes.encode(text) + "\"" }
}

/// The white space of JSON that is written: that of the canonical form, or as the file has it into which the
/// JSON comes.
struct JSONStyle: Hashable, Sendable {
  /// The line break; `nil` to write everything on one line.
  var newline: String? = "\n"
  /// What a line of one level more begins with.
  var unit = "  "
  /// Whether no space follows colons and commas.
  var isCompact = false

  fileprivate var colon: String { isCompact ? ":" : ": " }
  fileprivate var comma: String { isCompact ? "," : ", " }
}

/// A JSON value that is about to be written.
indirect enum JSONValue: Hashable, Sendable {
  /// An object; one that is spread has a line for each member, whatever its length.
  case object([Member], isSpread: Bool = false)
  /// An array; one that is spread has a line for each element, whatever its length.
  case array([JSONValue], isSpread: Bool = false)
  /// A string.
  case text(String)
  /// JSON that goes into the text as it is: a number, `true`, `false`, `null`, or any value that is
  /// kept byte for byte.
  case source(String)

  /// A key with its value.
  struct Member: Hashable, Sendable {
    let key: String
    let value: JSONValue

    init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }
}

/// The escapes of JSON strings (RFC 8259, section 7).
enum JSONEscapes {
  /// What a backslash followed by `letter` stands for, but for `u`.
  static func byte(for letter: UInt8) -> UInt8? {
    switch letter {
    case .quotationMark, .backslash, UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// The code unit that the four hexadecimal digits at `index` stand for.
  static func codeUnit(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt16? {
    guard index + 4 <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for offset in 0..<4 {
      guard let digit = bytes[index + offset].hexadecimalValue else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }

  /// The text of a string whose escapes are known to be sound.
  static func decode(_ content: UnsafeBufferPointer<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(content.count)
    var index = 0
    while index < content.count {
      guard content[index] == .backslash, index + 1 < content.count else {
        result.append(content[index])
        index += 1
        continue
      }
      if let byte = byte(for: content[index + 1]) {
        result.append(byte)
        index += 2
      } else {
        let (scalar, length) = scalar(at: index, in: content)
        result.append(contentsOf: String(scalar).utf8)
        index += length
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The scalar of the `\u` escape, or pair of them, at `index`, and how many bytes it takes.
  static func scalar(
    at index: Int,
    in content: UnsafeBufferPointer<UInt8>
  ) -> (Unicode.Scalar, length: Int) {
    guard let unit = codeUnit(at: index + 2, in: content) else { return ("\u{FFFD}", 2) }
    if let scalar = Unicode.Scalar(UInt32(unit)) { return (scalar, 6) }
    guard let low = codeUnit(at: index + 8, in: content), low & 0xFC00 == 0xDC00,
      let scalar = Unicode.Scalar(
        0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF))
      )
    else { return ("\u{FFFD}", 6) }
    return (scalar, 12)
  }

  /// A text as it stands between quotation marks, with nothing escaped but what has to be:
  /// quotation marks, backslashes, control characters, and the marks that make a line read otherwise
  /// than it stands.
  static func encode(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: mustBeEscaped) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if mustBeEscaped(scalar) {
        result += escape(of: scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether a scalar cannot stand in a string (RFC 8259, section 7), or should not.
  private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\"" || scalar == "\\" || scalar.isUnseen
  }

  private static func escape(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\t": return "\\t"
    case "\r": return "\\r"
    default:
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }
}

extension Unicode.Scalar {
  /// Whether nobody sees it in a text, or it makes a line read otherwise than it stands: controls,
  /// line separators, the byte order mark and the bidirectional controls of Unicode Standard Annex 9.
  var isUnseen: Bool {
    isUnprintable || self == "\u{FEFF}"
  }
}
