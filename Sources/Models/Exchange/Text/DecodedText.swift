/// A text file read into letters.
///
///     let file = DecodedText(bytes)      // what a spreadsheet saved as Shift_JIS
///     file.text                          // "食べる,taberu…"
public struct DecodedText: Hashable, Sendable {
  /// The text without its byte order mark.
  public let text: String
  /// How it was written.
  public let encoding: TextEncoding
  /// At how many places no letter could be made of the bytes; `�` stands there.
  public let damage: Int

  /// Reads bytes in an encoding, or in the likeliest one.
  ///
  /// A byte order mark tells; else zero bytes tell of UTF-16; else what is sound UTF-8 is UTF-8. Of
  /// the older encodings, the one counts in which the text has most kana, common kanji, and accents
  /// among Latin letters, and fewest signs that nobody types.
  public init(_ bytes: [UInt8], encoding: TextEncoding? = nil) {
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

  private static func mark(of bytes: [UInt8]) -> (encoding: TextEncoding, length: Int)? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    return nil
  }

  private static func likeliest(_ bytes: [UInt8]) -> TextEncoding {
    if let encoding = unmarkedUTF16(bytes) { return encoding }
    if String(validating: bytes, as: UTF8.self) != nil { return .utf8 }
    // With a broken letter here and there it may still be UTF-8.
    let sample = bytes.prefix(1 << 18)
    let costs = [TextEncoding.utf8, .shiftJIS, .eucJP, .latin1].map {
      (encoding: $0, cost: DecodedText(sample, $0).implausibility)
    }
    return costs.min { $0.cost < $1.cost }?.encoding ?? .utf8
  }

  /// UTF-16 without a mark: no other text has many zero bytes, and they stand on one side of the
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
    case .shiftJIS, .eucJP, .latin1: 0
    }
  }
}
