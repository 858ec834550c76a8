/// Makes titles comparable that a learner would not tell apart.
enum TitleFolding {
  /// U+FF66…U+FF9F in their full width; the two marks as combining ones, which join the kana
  /// before them.
  private static let fullWidthKatakana: [Unicode.Scalar] = Array(
    ("ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノ"
      + "ハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}").unicodeScalars
  )

  /// The characters of a title in lower case and ordinary width, with single spaces.
  static func fold(_ title: String) -> [Character] {
    var result = String.UnicodeScalarView()
    var isSpacePending = false
    for scalar in title.unicodeScalars {
      if scalar.properties.isWhitespace {
        isSpacePending = !result.isEmpty
        continue
      }
      if isSpacePending { result.append(" ") }
      isSpacePending = false
      result.append(ordinaryWidth(scalar))
    }
    return Array(String(result).lowercased())
  }

  private static func ordinaryWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    case 0xFF66...0xFF9F: fullWidthKatakana[Int(scalar.value - 0xFF66)]
    default: scalar
    }
  }
}
