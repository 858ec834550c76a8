extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let quotationMark = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let openingBrace = UInt8(ascii: "{")
  static let closingBrace = UInt8(ascii: "}")
  static let openingBracket = UInt8(ascii: "[")
  static let closingBracket = UInt8(ascii: "]")

  /// Whether JSON allows the byte between its tokens (RFC 8259, section 2).
  var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

  /// Whether the byte is one of 0…9.
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  /// Whether the byte can stand in a bare word: a letter, a digit, `_`, `$` or part of a character
  /// beyond ASCII.
  var isWordPart: Bool {
    isDigit || (self | 0x20 >= 0x61 && self | 0x20 <= 0x7A) || self == 0x5F || self == 0x24
      || self >= 0x80
  }

  /// The value of a hexadecimal digit.
  var hexadecimalValue: UInt16? {
    switch self {
    case 0x30...0x39: UInt16(self - 0x30)
    case 0x41...0x46: UInt16(self - 0x41 + 10)
    case 0x61...0x66: UInt16(self - 0x61 + 10)
    default: nil
    }
  }

  // MARK: - Markdown

  static let space = UInt8(ascii: " ")
  static let numberSign = UInt8(ascii: "#")
  static let verticalLine = UInt8(ascii: "|")
  static let equalsSign = UInt8(ascii: "=")

  /// Whether the byte is a space or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// Whether the byte ends a line.
  var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }

  /// Whether a backslash before the byte takes its meaning away: ASCII punctuation (CommonMark 2.4).
  var isPunctuation: Bool {
    switch self {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}

extension Collection<UInt8> {
  /// The offset of the first byte after a byte order mark, or else 0.
  package var textStart: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}
