#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension TextEncoding {
  /// The text of bytes, and at how many places no letter could be made of them: `�` stands there.
  func decode(_ bytes: ArraySlice<UInt8>) -> (text: String, damage: Int) {
    switch self {
    case .utf8: Self.decodeUTF8(bytes)
    case .utf16LittleEndian: Self.decodeUTF16(bytes) { UInt16($0) | UInt16($1) << 8 }
    case .utf16BigEndian: Self.decodeUTF16(bytes) { UInt16($0) << 8 | UInt16($1) }
    case .shiftJIS: Self.convert(bytes, from: "CP932")
    case .eucJP: Self.convert(bytes, from: "EUC-JP")
    case .latin1: (Self.decodeWindows1252(bytes), 0)
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

  /// What code page 1252 has at 0x80…0x9F; five places are empty, and stay the controls they are in
  /// ISO 8859-1.
  private static let windows1252: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039,
    0x152, 0x8D, 0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
  ]

  private static func decodeWindows1252(_ bytes: ArraySlice<UInt8>) -> String {
    let units = bytes.map { byte in
      (0x80...0x9F).contains(byte) ? windows1252[Int(byte) - 0x80] : UInt16(byte)
    }
    return String(decoding: units, as: UTF16.self)
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
