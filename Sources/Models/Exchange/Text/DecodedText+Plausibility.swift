extension DecodedText {
  /// How little the text looks like one that somebody wrote: 0 for kana and ASCII, more for rare
  /// kanji, half-width kana, accents in a row and lone signs, most for what no letter could be made
  /// of. The weights only have to keep the encodings apart.
  var implausibility: Int {
    var cost = damage * 200
    var isAfterAccent = false
    for scalar in text.unicodeScalars {
      guard scalar.value >= 0x80 else {
        isAfterAccent = false
        continue
      }
      var isAccent = false
      switch scalar.value {
      case 0x3001...0x3003, 0x300C...0x300F, 0x3040...0x30FF, 0xFF01...0xFF5E: break
      case 0x4E00...0x9FFF: cost += TextEncoding.commonKanji.contains(scalar) ? 2 : 12
      case 0xFF61...0xFF9F: cost += 10
      case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0xFF, 0x152, 0x153, 0x160, 0x161, 0x178:
        isAccent = true
        cost += isAfterAccent ? 12 : 4
      case 0xA0, 0xAB, 0xBB, 0x2013...0x2026, 0x20AC: cost += 4
      case 0xE000...0xF8FF, 0x80...0x9F: cost += 40
      default: cost += encoding == .latin1 ? 14 : 3
      }
      isAfterAccent = isAccent
    }
    return cost
  }
}

extension TextEncoding {
  /// The kanji of level 1 of JIS X 0208, which are those in use: rows 16 to 47.
  static let commonKanji: Set<Unicode.Scalar> = {
    var bytes: [UInt8] = []
    for row in UInt8(0xB0)...0xCF {
      for cell in UInt8(0xA1)...0xFE where row < 0xCF || cell <= 0xD3 { bytes += [row, cell] }
    }
    return Set(TextEncoding.eucJP.decode(bytes[...]).text.unicodeScalars)
  }()
}
