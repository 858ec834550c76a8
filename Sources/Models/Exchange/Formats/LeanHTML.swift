/// HTML without what neither a text nor the name of a picture is made of. Dictionary entries, as Yomitan writes
/// them into a field, are four fifths attributes, and tens of thousands of them are more than memory has room for.
package enum LeanHTML {
  /// A field with the bare names of its tags, but of those that name a picture or sound with `src`.
  package static func text(_ html: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(html.utf8.count / 2)
    var html = html
    html.withUTF8 { bytes in
      var index = 0
      while index < bytes.count {
        guard bytes[index] == UInt8(ascii: "<"), let end = endOfTag(bytes, index) else {
          result.append(bytes[index])
          index += 1
          continue
        }
        let tag = UnsafeBufferPointer(rebasing: bytes[index...end])
        index = end + 1
        if tag.firstRange(of: Array(" src=".utf8)) != nil {
          result += tag
        } else {
          result += tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
          result.append(UInt8(ascii: ">"))
        }
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Where a tag ends that begins here; `nil` where none does. Quotation marks may enclose a `>`.
  private static func endOfTag(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    guard start + 1 < bytes.count, UInt8(ascii: "A")...UInt8(ascii: "z") ~= bytes[start + 1] else {
      return nil
    }
    var quote: UInt8?
    for index in (start + 1)..<min(bytes.count, start + 4096) {
      switch (bytes[index], quote) {
      case (0x22, nil), (0x27, nil): quote = bytes[index]
      case (let byte, .some(let open)) where byte == open: quote = nil
      case (0x3E, nil): return index
      case (0x3C, nil): return nil
      default: break
      }
    }
    return nil
  }
}
