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

  /// More than 48 columns.
  static let long = TextTraits(rawValue: 1 << 23)

  static let asterisk = TextTraits(rawValue: 1 << 24)

  static let kana: TextTraits = [.hiragana, .katakana]
  static let japanese: TextTraits = [.hiragana, .katakana, .kanji]
}

extension TextTraits {
  /// The traits of a text and the columns that a terminal gives it.
  static func scan(_ text: String) -> (traits: TextTraits, columns: Int) {
    var text = text
    return text.withUTF8 { scan($0) }
  }

  private static func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> (TextTraits, Int) {
    var traits: UInt32 = 0
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
      let (found, width) = traitsAndWidth(of: value)
      if found & blank.rawValue != 0 {
        if !hasContent { traits |= edgeSpace.rawValue }
        if isAfterSpace, hasContent { traits |= doubleSpace.rawValue }
        isAfterSpace = true
      } else {
        isAfterSpace = false
        hasContent = true
      }
      traits |= found
      columns += width
      index += length
    }
    if hasContent, isAfterSpace || endsInLineBreak(bytes) { traits |= edgeSpace.rawValue }
    traits &= ~blank.rawValue
    if columns > 48 { traits |= long.rawValue }
    if !hasContent { traits |= blank.rawValue }
    return (TextTraits(rawValue: traits), columns)
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
    switch UInt8(value) {
    case 0x0A, 0x0D: lineBreak.rawValue
    case ..<0x20, 0x7F: control.rawValue
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
      latin.rawValue
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit.rawValue
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"):
      bracket.rawValue
    case UInt8(ascii: "{"), UInt8(ascii: "}"): bracket.rawValue | brace.rawValue
    case UInt8(ascii: "&"), UInt8(ascii: "<"): markup.rawValue
    case UInt8(ascii: "*"): asterisk.rawValue
    case UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "/"): separator.rawValue
    default: 0
    }
  }

  private static func traitsAndWidth(of value: UInt32) -> (UInt32, Int) {
    switch value {
    case 0x115F, 0x1160: (invisible.rawValue | combining.rawValue, 2)
    case 0x3042...0x3096, 0x3041, 0x309D...0x309F: (hiragana.rawValue, 2)
    case 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF: (katakana.rawValue, 2)
    case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x3005...0x3007, 0x20000...0x323AF: (kanji.rawValue, 2)
    case 0xF900...0xFAFF: (kanji.rawValue | combining.rawValue, 2)
    case 0x3000: (blank.rawValue, 2)
    case 0x3001, 0xFF0C, 0xFF1B, 0xFF0F: (separator.rawValue, 2)
    case 0x3008...0x3011, 0x3014...0x301B, 0xFF08, 0xFF09, 0xFF3B, 0xFF3D: (bracket.rawValue, 2)
    case 0xFF5B, 0xFF5D: (bracket.rawValue | brace.rawValue, 2)
    case 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A: (fullWidth.rawValue, 2)
    case 0xFF66...0xFF9F: (halfWidthKana.rawValue, 1)
    case 0x3099, 0x309A: (combining.rawValue, 0)
    case 0x0300...0x036F, 0x0591...0x05BD, 0x064B...0x0655: (combining.rawValue, 0)
    case 0x1100...0x11FF: (combining.rawValue, 2)
    case 0x80...0x9F: (control.rawValue | (value == 0x85 ? lineBreak.rawValue : 0), 0)
    case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F: (blank.rawValue, 1)
    case 0x2028, 0x2029: (lineBreak.rawValue | control.rawValue, 0)
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: (bidi.rawValue, 0)
    case 0xAD, 0x200B, 0x2060...0x2064, 0xFEFF, 0x180E, 0xE0000...0xE007F:
      (invisible.rawValue, 0)
    case 0x3164: (invisible.rawValue, 2)
    case 0xFFA0: (invisible.rawValue, 1)
    case 0x200C, 0x200D, 0xFE00...0xFE0F: (0, 0)
    case 0xFFFD, 0xE000...0xF8FF, 0xFFFE, 0xFFFF, 0xF0000...0x10FFFF: (broken.rawValue, 1)
    case 0x2E80...0x2FDF: (radical.rawValue, 2)
    case 0x2126, 0x212A, 0x212B: (combining.rawValue, 1)
    case 0x0370...0x052F: (otherAlphabet.rawValue, 1)
    case 0xC0...0x24F, 0x1E00...0x1EFF: (accented.rawValue, 1)
    case 0x3000...0x33FF, 0xAC00...0xD7A3, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF:
      (0, 2)
    default: (0, 1)
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
