/// Western Windows, code page 1252, whose five empty places stand for themselves as in ISO 8859-1.
package enum Windows1252 {
  /// The characters of the bytes from 0x80 to 0x9F.
  private static let characters: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039,
    0x152, 0x8D, 0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
  ]

  /// The text of some bytes.
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    let units = bytes.map { byte in
      (0x80...0x9F).contains(byte) ? characters[Int(byte) - 0x80] : UInt16(byte)
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The byte of a character, or of a control character that is what a byte would be in ISO 8859-1;
  /// `nil` for one that the page doesn't have.
  package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    if scalar.value < 0x100 { return UInt8(scalar.value) }
    return characters.firstIndex(of: UInt16(clamping: scalar.value)).map { UInt8(0x80 + $0) }
  }

  /// The bytes of a text; `nil` when it has another character.
  package static func bytes(of text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard let byte = byte(of: scalar) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// What a control character from U+0080 to U+009F is in this code page; `nil` for another character and
  /// for an empty place.
  package static func character(meantBy control: Unicode.Scalar) -> Unicode.Scalar? {
    guard (0x80...0x9F).contains(control.value) else { return nil }
    let meant = characters[Int(control.value) - 0x80]
    return meant < 0x100 ? nil : Unicode.Scalar(meant)
  }
}

/// UTF-8 that some program took for Western Windows: `cafÃ©` for café.
package enum Mojibake {
  /// A part of a text, and what it was before it was misread.
  package struct Part: Hashable, Sendable {
    /// Where it stands, in bytes of the text's UTF-8.
    package let range: Range<Int>
    /// What was meant.
    package let meant: String
  }

  /// The parts of a text that were misread, each as long as possible.
  ///
  /// A capital before a sign, as in `CAFÉ»`, can look the same: a single letter counts only beside a small one,
  /// or with a control character, a no-break space or a soft hyphen in it.
  package static func parts(of text: String) -> [Part] {
    let scalars = Array(text.unicodeScalars)
    var parts: [Part] = []
    var letters = 0
    var isCertain = false
    var offset = 0
    var index = 0
    while index < scalars.count {
      guard let (meant, count) = sequence(in: scalars, at: index) else {
        offset += UTF8.width(scalars[index])
        index += 1
        continue
      }
      let found = scalars[index..<index + count]
      let isBesideSmall =
        (index > 0 && scalars[index - 1].properties.isLowercase)
        || (index + count < scalars.count && scalars[index + count].properties.isLowercase)
      isCertain =
        isCertain || isBesideSmall
        || found.contains { (0x80...0xA0).contains($0.value) || $0.value == 0xAD }
      let length = found.reduce(0) { $0 + UTF8.width($1) }
      if let last = parts.last, last.range.upperBound == offset {
        parts[parts.count - 1] = Part(
          range: last.range.lowerBound..<offset + length, meant: last.meant + String(meant))
      } else {
        parts.append(Part(range: offset..<offset + length, meant: String(meant)))
      }
      letters += 1
      offset += length
      index += count
    }
    return isCertain || letters > 1 ? parts : []
  }

  /// A letter or sign whose bytes of UTF-8 stand at a place as characters of their own, and how many they
  /// are.
  private static func sequence(
    in scalars: [Unicode.Scalar], at index: Int
  ) -> (meant: Unicode.Scalar, count: Int)? {
    guard let first = leading[scalars[index].value], index + first.count <= scalars.count else {
      return nil
    }
    var bytes = [first.byte]
    for scalar in scalars[(index + 1)..<index + first.count] {
      guard let byte = Windows1252.byte(of: scalar), byte & 0xC0 == 0x80 else { return nil }
      bytes.append(byte)
    }
    guard let meant = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first else {
      return nil
    }
    return (meant, first.count)
  }

  /// The first bytes of letters and signs of Latin, Greek, Cyrillic, kana, kanji and hangul and of general
  /// punctuation, by the characters that they are in the code page.
  private static let leading: [UInt32: (byte: UInt8, count: Int)] = {
    let two: [ClosedRange<UInt8>] = [0xC2...0xC5, 0xCE...0xD1]
    let three: [ClosedRange<UInt8>] = [0xE2...0xED, 0xEF...0xEF]
    var result: [UInt32: (byte: UInt8, count: Int)] = [:]
    for byte in two.joined() { result[UInt32(byte)] = (byte, 2) }
    for byte in three.joined() { result[UInt32(byte)] = (byte, 3) }
    return result
  }()
}
