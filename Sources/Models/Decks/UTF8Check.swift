/// Tells whether bytes are UTF-8 (RFC 3629, section 4), and where they first are not.
enum UTF8Check {
  /// The offset of the first byte of the first ill-formed sequence, or `nil` if all is well.
  static func firstFault(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let words = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index < bytes.count {
      if index + 8 <= bytes.count,
        words.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        index += 8
        continue
      }
      let length = sequenceLength(at: index, in: bytes)
      if length == 0 { return index }
      index += length
    }
    return nil
  }

  /// The length of the well-formed sequence that begins at `index`, or 0.
  private static func sequenceLength(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let lead = bytes[index]
    if lead < 0x80 { return 1 }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead <= 0xF4, index + length <= bytes.count else { return 0 }
    let second = bytes[index + 1]
    let lowest: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
    let highest: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
    guard second >= lowest, second <= highest else { return 0 }
    for offset in 2..<max(2, length) where bytes[index + offset] & 0xC0 != 0x80 { return 0 }
    return length
  }
}
