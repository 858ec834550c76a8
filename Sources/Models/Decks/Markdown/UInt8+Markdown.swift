extension UInt8 {
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
