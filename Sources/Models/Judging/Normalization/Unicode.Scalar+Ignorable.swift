extension Unicode.Scalar {
  /// Whether this scalar never decides if an answer is right: spaces, punctuation of either
  /// language, and the three signs for "something stands here" (~, 〜 U+301C, ～ U+FF5E).
  ///
  /// Signs that mean something (+, %, #, &, currencies) are not among them.
  var isIgnorable: Bool {
    switch value {
    case 0x00...0x7F: Self.asciiRoles[Int(value)] != .letter
    case 0xC0...0x2AF, 0x3041...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x4E00...0x9FFF,
      0xAC00...0xD7A3:
      false
    case 0x200B...0x200D, 0xFEFF: true
    default: Self.ignorable.contains(self) || properties.isWhitespace
    }
  }

  /// Whether this scalar, ignorable itself, stands between two words and not within one.
  var separatesWords: Bool {
    value < 0x80
      ? Self.asciiRoles[Int(value)] == .separator
      : Self.separators.contains(self) || properties.isWhitespace
  }

  /// What each ASCII scalar is to a comparison of words.
  static let asciiRoles: [AsciiRole] = (0..<128).map { value in
    let scalar = Unicode.Scalar(UInt8(value))
    if "-/_|\\,;:()".unicodeScalars.contains(scalar) || scalar.properties.isWhitespace {
      return .separator
    }
    return ".!?'\"`[]{}<>~".unicodeScalars.contains(scalar) ? .nothing : .letter
  }

  /// What an ASCII scalar is to a comparison of words.
  enum AsciiRole {
    case letter
    case separator
    case nothing
  }

  private static let separators = Set("‐‑–—―−…、・，；（）".unicodeScalars)
  private static let ignorable = separators.union(
    "‘’‚“”„´‥·•¡¿«»。「」『』【】〈〉《》〔〕［］｛｝〜～！？．：゠〝〟".unicodeScalars
  )
}
