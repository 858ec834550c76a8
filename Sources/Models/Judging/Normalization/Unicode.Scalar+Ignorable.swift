extension Unicode.Scalar {
  /// Whether this scalar never decides if an answer is right: spaces, punctuation of either
  /// language, and the three signs for "something stands here" (~, 〜 U+301C, ～ U+FF5E).
  ///
  /// Signs that mean something (+, %, #, &, currencies) are not among them.
  var isIgnorable: Bool {
    switch value {
    case 0x20, 0x09...0x0D, 0xA0, 0x200B...0x200D, 0x3000, 0xFEFF: true
    default: Self.ignorable.contains(self) || properties.isWhitespace
    }
  }

  private static let ignorable: Set<Unicode.Scalar> = Set(
    (".,!?;:'\"`()[]{}<>~-_/\\|" + "‘’‚“”„´…‥‐‑–—―−·•¡¿«»"
      + "。、・「」『』（）【】〈〉《》〔〕［］｛｝〜～！？，．；：゠〝〟").unicodeScalars)
}
