extension String {
  /// The text with half-width katakana in full width, and every kana and its voicing mark as one
  /// letter.
  package var withWholeKana: String {
    withScalarsReplaced(by: Width.wholeKatakana)
  }

  /// The text as Unicode's compatibility forms fold width: full-width letters, digits and signs as
  /// ASCII, half-width katakana in full width; every kana and its voicing mark are one letter.
  var inOrdinaryWidth: String {
    withScalarsReplaced(by: Width.ordinary)
  }

  private func withScalarsReplaced(by replacement: (Unicode.Scalar) -> Unicode.Scalar) -> String {
    guard utf8.contains(where: { $0 >= 0x80 }) else { return self }
    var result = UnicodeScalarView()
    for scalar in unicodeScalars {
      if let mark = VoicingMark(scalar), let kana = result.last,
        let whole = mark.applied(to: kana)
      {
        result.removeLast()
        result.append(whole)
      } else {
        result.append(replacement(scalar))
      }
    }
    return String(result)
  }
}

/// The two widths in which Japanese text encodes the same letter.
private enum Width {
  private static let halfWidth: [Unicode.Scalar] = Array(
    ("。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノ"
      + "ハヒフヘホマミムメモヤユヨラリルレロワン").unicodeScalars
  )

  static func wholeKatakana(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard (0xFF61...0xFF9D).contains(scalar.value) else { return scalar }
    return halfWidth[Int(scalar.value - 0xFF61)]
  }

  static func ordinary(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x3000: " "
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    default: wholeKatakana(scalar)
    }
  }
}
