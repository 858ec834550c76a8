import RabbleText

/// What a text has in it, found in one pass over its bytes, so that most rules need not look.
struct TextTraits: OptionSet, Hashable {
  let rawValue: UInt32

  static let edgeSpace = TextTraits(rawValue: 1 << 0)
  static let doubleSpace = TextTraits(rawValue: 1 << 1)
  /// Control characters but for line breaks.
  static let control = TextTraits(rawValue: 1 << 2)
  static let bidi = TextTraits(rawValue: 1 << 3)
  /// Format characters that nobody sees and no script needs.
  static let invisible = TextTraits(rawValue: 1 << 4)
  /// Marks that join the letter before them, or letters that NFC writes otherwise.
  static let combining = TextTraits(rawValue: 1 << 5)
  static let fullWidth = TextTraits(rawValue: 1 << 6)
  static let halfWidthKana = TextTraits(rawValue: 1 << 7)
  static let bracket = TextTraits(rawValue: 1 << 8)
  /// `&` or `<`.
  static let markup = TextTraits(rawValue: 1 << 9)
  /// U+FFFD, private use or no character at all.
  static let broken = TextTraits(rawValue: 1 << 10)
  static let hiragana = TextTraits(rawValue: 1 << 11)
  static let katakana = TextTraits(rawValue: 1 << 12)
  static let kanji = TextTraits(rawValue: 1 << 13)
  /// A…Z and a…z.
  static let latin = TextTraits(rawValue: 1 << 14)
  static let digit = TextTraits(rawValue: 1 << 15)
  /// Cyrillic and Greek.
  static let otherAlphabet = TextTraits(rawValue: 1 << 16)
  /// Radicals, which look like kanji and are none.
  static let radical = TextTraits(rawValue: 1 << 17)
  static let lineBreak = TextTraits(rawValue: 1 << 18)
  static let brace = TextTraits(rawValue: 1 << 19)
  static let separator = TextTraits(rawValue: 1 << 20)
  static let blank = TextTraits(rawValue: 1 << 21)
  /// Letters of Latin with accents.
  static let accented = TextTraits(rawValue: 1 << 22)

  /// What may be more than 48 columns wide.
  static let long = TextTraits(rawValue: 1 << 23)

  static let asterisk = TextTraits(rawValue: 1 << 24)
  static let numberSign = TextTraits(rawValue: 1 << 25)
  static let slash = TextTraits(rawValue: 1 << 26)
  static let dollar = TextTraits(rawValue: 1 << 27)

  static let kana: TextTraits = [.hiragana, .katakana]
  static let japanese: TextTraits = [.hiragana, .katakana, .kanji]
}

extension TextTraits {
  /// The traits of a text.
  static func scan(_ text: String) -> TextTraits {
    var text = text
    return text.withUTF8 { scan($0) }
  }

  private static func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> TextTraits {
    var traits: UInt32 = 0
    // At least as many as a terminal gives it: nothing up to U+07FF is wide.
    var columns = 0
    var index = 0
    var isAfterSpace = true
    var hasContent = false
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        if byte == 0x20 {
          if isAfterSpace { traits |= (hasContent ? doubleSpace : edgeSpace).rawValue }
          isAfterSpace = true
        } else {
          let found = ascii[Int(byte)]
          traits |= found
          if found & lineBreak.rawValue != 0 {
            if !hasContent { traits |= edgeSpace.rawValue }
            isAfterSpace = false
          } else {
            isAfterSpace = false
            hasContent = true
          }
        }
        columns += 1
        index += 1
        continue
      }
      let (value, length) = decode(bytes, index)
      let found = Unicode.Scalar(value).map(traits(of:)) ?? 0
      if found & blank.rawValue != 0 {
        if !hasContent { traits |= edgeSpace.rawValue }
        if isAfterSpace, hasContent { traits |= doubleSpace.rawValue }
        isAfterSpace = true
      } else {
        isAfterSpace = false
        hasContent = true
      }
      traits |= found
      columns += length > 2 ? 2 : 1
      index += length
    }
    if hasContent, isAfterSpace || endsInLineBreak(bytes) { traits |= edgeSpace.rawValue }
    traits &= ~blank.rawValue
    if columns > 48 { traits |= long.rawValue }
    if !hasContent { traits |= blank.rawValue }
    return TextTraits(rawValue: traits)
  }

  private static func endsInLineBreak(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.last.map { $0 == 0x0A || $0 == 0x0D } ?? false
  }

  private static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> (UInt32, Int) {
    let byte = UInt32(bytes[index])
    func tail(_ offset: Int) -> UInt32 { UInt32(bytes[index + offset] & 0x3F) }
    if byte < 0xE0 { return ((byte & 0x1F) << 6 | tail(1), 2) }
    if byte < 0xF0 { return ((byte & 0x0F) << 12 | tail(1) << 6 | tail(2), 3) }
    return ((byte & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3), 4)
  }

  private static let ascii: [UInt32] = (0..<128).map { value in
    let scalar = Unicode.Scalar(UInt8(value))
    switch scalar {
    case "\n", "\r": return lineBreak.rawValue
    case "{", "}": return bracket.rawValue | brace.rawValue
    case "0"..."9": return digit.rawValue
    case "&", "<": return markup.rawValue
    case "*": return asterisk.rawValue
    case "#": return numberSign.rawValue
    case "$": return dollar.rawValue
    default: break
    }
    if scalar.isUnprintable { return control.rawValue }
    if Script(of: scalar) == .latin { return latin.rawValue }
    if scalar == "/" { return slash.rawValue | (scalar.isListSeparator ? separator.rawValue : 0) }
    if scalar.isListSeparator { return separator.rawValue }
    return scalar.bracket == nil ? 0 : bracket.rawValue
  }

  private static func traits(of scalar: Unicode.Scalar) -> UInt32 {
    if scalar.isInvisible {
      // Two of them are letters of hangul, too.
      let joins = scalar == "\u{115F}" || scalar == "\u{1160}"
      return invisible.rawValue | (joins ? combining.rawValue : 0)
    }
    switch Script(of: scalar) {
    case .hiragana: return hiragana.rawValue
    case .katakana, .longMark:
      return scalar.isHalfWidthKana ? halfWidthKana.rawValue : katakana.rawValue
    case .kanji:
      let isCompatible = (0xF900...0xFAFF).contains(scalar.value)
      return kanji.rawValue | (isCompatible ? combining.rawValue : 0)
    case .latin: return accented.rawValue
    case .wide:
      if scalar == "\u{3000}" { return blank.rawValue }
      if scalar.isListSeparator { return separator.rawValue }
      if scalar.isFullWidthLetter { return fullWidth.rawValue }
      if scalar.isHalfWidthKana { return halfWidthKana.rawValue }
      guard scalar.bracket != nil else { return 0 }
      let isBrace = scalar == "｛" || scalar == "｝"
      return bracket.rawValue | (isBrace ? brace.rawValue : 0)
    case .other: return traits(ofOther: scalar)
    }
  }

  private static func traits(ofOther scalar: Unicode.Scalar) -> UInt32 {
    switch scalar.value {
    case 0x0370...0x052F: return otherAlphabet.rawValue
    case 0x0300...0x036F, 0x0591...0x05BD, 0x064B...0x0655, 0x1100...0x11FF, 0x2126, 0x212A, 0x212B,
      0x3099, 0x309A:
      return combining.rawValue
    case 0x85, 0x2028, 0x2029: return lineBreak.rawValue | control.rawValue
    case _ where scalar.isBidiControl: return bidi.rawValue
    case _ where scalar.isUnprintable: return control.rawValue
    case _ where scalar.isBroken: return broken.rawValue
    case _ where scalar.isRadical: return radical.rawValue
    default: return scalar.isSpace ? blank.rawValue : 0
    }
  }
}

/// Looks for texts in texts by their bytes.
enum ByteSearch {
  /// Whether a text's UTF-8 stands in another's.
  static func contains(_ text: String, _ part: String) -> Bool {
    var text = text
    var part = part
    return text.withUTF8 { text in part.withUTF8 { contains(text, $0) } }
  }

  private static func contains(
    _ text: UnsafeBufferPointer<UInt8>, _ part: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let first = part.first else { return true }
    guard part.count <= text.count else { return false }
    for start in 0...(text.count - part.count) where text[start] == first {
      var index = 1
      while index < part.count, text[start + index] == part[index] { index += 1 }
      if index == part.count { return true }
    }
    return false
  }
}
