import RabbleText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The encoding of a text file.
package enum TextEncoding: String, Hashable, Sendable, CaseIterable {
  /// The usual encoding today.
  case utf8 = "UTF-8"
  /// Windows calls it Unicode.
  case utf16LittleEndian = "UTF-16LE"
  /// The same with the bytes of each unit the other way round.
  case utf16BigEndian = "UTF-16BE"
  /// Japanese Windows and old Macs; read as Microsoft extends it (code page 932).
  case shiftJIS = "Shift_JIS"
  /// Japanese Unix.
  case eucJP = "EUC-JP"
  /// Japanese mail: escape sequences tell in which bytes of ASCII there are kanji.
  case iso2022JP = "ISO-2022-JP"
  /// Western Windows (code page 1252), of which ISO 8859-1 is a part.
  case latin1 = "Latin-1"

  /// The encoding of a name as people and programs write it (`sjis`, `utf8`, `ISO-8859-1`), or `nil`
  /// for a name of another one.
  package init?(name: String) {
    let folded = name.lowercased().filter { $0.isLetter || $0.isNumber }
    switch folded {
    case "utf8", "utf8bom": self = .utf8
    case "utf16", "utf16le", "unicode": self = .utf16LittleEndian
    case "utf16be": self = .utf16BigEndian
    case "shiftjis", "sjis", "cp932", "windows31j", "mskanji": self = .shiftJIS
    case "eucjp", "ujis": self = .eucJP
    case "iso2022jp", "jis": self = .iso2022JP
    case "latin1", "iso88591", "windows1252", "cp1252", "ansi": self = .latin1
    default: return nil
    }
  }
}

extension TextEncoding {
  /// The text of bytes, and at how many places they are no character: `�` stands for them.
  func decode(_ bytes: ArraySlice<UInt8>) -> (text: String, damage: Int) {
    switch self {
    case .utf8: Self.decodeUTF8(bytes)
    case .utf16LittleEndian: Self.decodeUTF16(bytes) { UInt16($0) | UInt16($1) << 8 }
    case .utf16BigEndian: Self.decodeUTF16(bytes) { UInt16($0) << 8 | UInt16($1) }
    case .shiftJIS: Self.convert(bytes, from: "CP932")
    case .eucJP: Self.convert(bytes, from: "EUC-JP")
    case .iso2022JP: Self.convert(bytes, from: "ISO-2022-JP")
    case .latin1: (Windows1252.text(of: bytes), 0)
    }
  }

  private static func decodeUTF8(_ bytes: ArraySlice<UInt8>) -> (text: String, damage: Int) {
    if let text = String(validating: bytes, as: UTF8.self) { return (text, 0) }
    return decode(bytes, as: UTF8.self)
  }

  private static func decodeUTF16(
    _ bytes: ArraySlice<UInt8>, _ unit: (UInt8, UInt8) -> UInt16
  ) -> (text: String, damage: Int) {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      units.append(unit(bytes[index], bytes[index + 1]))
      index += 2
    }
    let decoded = decode(units, as: UTF16.self)
    return index < bytes.endIndex ? (decoded.text + "\u{FFFD}", decoded.damage + 1) : decoded
  }

  private static func decode<Encoding: UnicodeCodec>(
    _ units: some Sequence<Encoding.CodeUnit>, as encoding: Encoding.Type
  ) -> (text: String, damage: Int) {
    var codec = Encoding()
    var iterator = units.makeIterator()
    var text = String.UnicodeScalarView()
    var damage = 0
    while true {
      switch codec.decode(&iterator) {
      case .scalarValue(let scalar): text.append(scalar)
      case .error:
        text.append("\u{FFFD}")
        damage += 1
      case .emptyInput: return (String(text), damage)
      }
    }
  }

  /// Converts by the C library's tables; a byte it cannot read is passed over.
  private static func convert(_ bytes: ArraySlice<UInt8>, from name: String)
    -> (text: String, damage: Int)
  {
    guard let converter = iconv_open("UTF-8", name), Int(bitPattern: converter) != -1 else {
      return decodeUTF8(bytes)
    }
    defer { iconv_close(converter) }
    // No letter of two bytes is more than three in UTF-8, and a mark for a byte is three too.
    var input = bytes.map(CChar.init(bitPattern:))
    var output = [CChar](repeating: 0, count: bytes.count * 3 + 16)
    var damage = 0
    let length = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var from = input.baseAddress
        var fromLeft = input.count
        var to = output.baseAddress
        var toLeft = output.count
        while fromLeft > 0 {
          if iconv(converter, &from, &fromLeft, &to, &toLeft) != Int.max, fromLeft == 0 { break }
          guard fromLeft > 0, toLeft >= 3 else { break }
          for byte: UInt8 in [0xEF, 0xBF, 0xBD] {
            to?.pointee = CChar(bitPattern: byte)
            to = to?.advanced(by: 1)
          }
          toLeft -= 3
          from = from?.advanced(by: 1)
          fromLeft -= 1
          damage += 1
        }
        return output.count - toLeft
      }
    }
    let text = String(decoding: output[..<length].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return (text, damage)
  }
}

/// A text file read into letters.
///
///     let file = DecodedText(bytes)      // what a spreadsheet saved as Shift_JIS
///     file.text                          // "食べる,taberu…"
package struct DecodedText: Hashable, Sendable {
  /// The text without its byte order mark.
  package let text: String
  /// How it was written.
  package let encoding: TextEncoding
  /// At how many places the bytes are no character; `�` stands for them.
  package let damage: Int

  /// Reads bytes in an encoding, or in the likeliest one.
  ///
  /// A byte order mark decides; else many zero bytes mean UTF-16; else ASCII with the escape sequences of
  /// ISO-2022-JP is that; else valid UTF-8 is UTF-8. Of the
  /// older encodings, the likeliest is the one in which the text has most kana, common kanji, and
  /// accents among Latin letters, and fewest signs that are rarely typed.
  package init(_ bytes: [UInt8], encoding: TextEncoding? = nil) {
    let mark = Self.mark(of: bytes)
    if let mark, encoding.map({ $0.family == mark.encoding.family }) ?? true {
      self.init(bytes[mark.length...], mark.encoding)
    } else {
      self.init(bytes[...], encoding ?? Self.likeliest(bytes))
    }
  }

  private init(_ bytes: ArraySlice<UInt8>, _ encoding: TextEncoding) {
    (text, damage) = encoding.decode(bytes)
    self.encoding = encoding
  }

  /// The likeliest encoding of bytes, as ``init(_:encoding:)`` finds it.
  static func encoding(of bytes: [UInt8]) -> TextEncoding {
    mark(of: bytes)?.encoding ?? likeliest(bytes)
  }

  private static func mark(of bytes: [UInt8]) -> (encoding: TextEncoding, length: Int)? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    return nil
  }

  private static func likeliest(_ bytes: [UInt8]) -> TextEncoding {
    if let encoding = unmarkedUTF16(bytes) { return encoding }
    if isISO2022JP(bytes) { return .iso2022JP }
    if String(validating: bytes, as: UTF8.self) != nil { return .utf8 }
    // With a few damaged characters it may still be UTF-8.
    let sample = bytes.prefix(1 << 18)
    let costs = [TextEncoding.utf8, .shiftJIS, .eucJP, .latin1].map {
      (encoding: $0, cost: DecodedText(sample, $0).implausibility)
    }
    return costs.min { $0.cost < $1.cost }?.encoding ?? .utf8
  }

  /// ISO-2022-JP (RFC 1468): ASCII, in which an escape sequence begins kanji, and all of it can be read.
  private static func isISO2022JP(_ bytes: [UInt8]) -> Bool {
    guard bytes.contains(0x1B), bytes.allSatisfy({ $0 < 0x80 }) else { return false }
    let beginsKanji = bytes.indices.dropLast(2).contains { index in
      bytes[index] == 0x1B && bytes[index + 1] == UInt8(ascii: "$")
        && (bytes[index + 2] == UInt8(ascii: "B") || bytes[index + 2] == UInt8(ascii: "@"))
    }
    return beginsKanji && TextEncoding.iso2022JP.decode(bytes[...]).damage == 0
  }

  /// UTF-16 without a mark: no other text has many zero bytes, and they are all on one side of the
  /// line breaks, tabs and Latin letters.
  private static func unmarkedUTF16(_ bytes: [UInt8]) -> TextEncoding? {
    guard bytes.count >= 2, bytes.count.isMultiple(of: 2) else { return nil }
    var zeros = [0, 0]
    let sample = bytes.prefix(1 << 18)
    for (index, byte) in sample.enumerated() where byte == 0 { zeros[index & 1] += 1 }
    guard abs(zeros[0] - zeros[1]) * 100 > sample.count else { return nil }
    let encoding: TextEncoding = zeros[0] > zeros[1] ? .utf16BigEndian : .utf16LittleEndian
    return encoding.decode(bytes[...]).damage == 0 ? encoding : nil
  }
}

extension TextEncoding {
  /// 8, 16, or 0 for an encoding that has no byte order mark.
  fileprivate var family: Int {
    switch self {
    case .utf8: 8
    case .utf16LittleEndian, .utf16BigEndian: 16
    case .shiftJIS, .eucJP, .iso2022JP, .latin1: 0
    }
  }
}

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

// MARK: - Whole files

/// How the whole of a file that should be UTF-8 is read as what its author wrote.
package enum TextConversion: Hashable, Sendable {
  /// From another encoding.
  case encoding(TextEncoding)
  /// From UTF-8 that a program took for Western Windows and encoded once more: `Ã©` for `é`.
  case doubleUTF8

  /// The conversions that are offered for a deck, the likeliest first.
  package static let offered: [TextConversion] = [
    .doubleUTF8, .encoding(.utf16LittleEndian), .encoding(.utf16BigEndian), .encoding(.shiftJIS),
    .encoding(.eucJP), .encoding(.iso2022JP),
  ]

  /// The name under which a learner asks for it.
  package var name: String {
    switch self {
    case .encoding(let encoding): encoding.rawValue
    case .doubleUTF8: "double-UTF-8"
    }
  }

  /// The conversion of a name; `nil` for another name.
  package init?(name: String) {
    if let encoding = TextEncoding(name: name) {
      self = .encoding(encoding)
    } else if name.lowercased() == Self.doubleUTF8.name.lowercased() {
      self = .doubleUTF8
    } else {
      return nil
    }
  }

  /// The file in UTF-8; `nil` where any of its bytes is none of the encoding, or nothing changes.
  package func converted(_ bytes: [UInt8]) -> [UInt8]? {
    let result: [UInt8]
    switch self {
    case .encoding(let encoding):
      let decoded = DecodedText(bytes, encoding: encoding)
      guard decoded.damage == 0, decoded.encoding != .utf8 else { return nil }
      result = Array(decoded.text.utf8)
    case .doubleUTF8:
      guard let text = String(validating: bytes, as: UTF8.self),
        let once = Windows1252.bytes(of: text), String(validating: once, as: UTF8.self) != nil
      else { return nil }
      result = once
    }
    return result == bytes ? nil : result
  }

  /// The likeliest conversion of a file that has to be one; `nil` when there is none without doubt.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - isSound: whether what a conversion makes of it could be meant.
  /// - Returns: the conversion; `nil` too for a file that needs none.
  package static func likeliest(
    of bytes: [UInt8], where isSound: ([UInt8]) -> Bool
  ) -> TextConversion? {
    let found = DecodedText.encoding(of: bytes)
    let conversion: TextConversion = found == .utf8 ? .doubleUTF8 : .encoding(found)
    guard offered.contains(conversion), conversion.converted(bytes).map(isSound) == true else {
      return nil
    }
    return conversion
  }

  /// Whether a file looks like valid UTF-8 that single edits improve, and is in an encoding in which they
  /// would damage it for good: the escape sequences of ISO-2022-JP are control characters to UTF-8.
  package static func isDamagedByEdits(_ bytes: [UInt8]) -> Bool {
    DecodedText.encoding(of: bytes) == .iso2022JP
  }
}
