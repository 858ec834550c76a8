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
    case UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "/"): separator.rawValue
    default: 0
    }
  }

  private static func traitsAndWidth(of value: UInt32) -> (UInt32, Int) {
    switch value {
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
    case 0xAD, 0x200B, 0x2060...0x2064, 0xFEFF, 0x180E: (invisible.rawValue, 0)
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
