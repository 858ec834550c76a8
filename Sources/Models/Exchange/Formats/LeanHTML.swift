/// HTML without what neither a text nor the name of a picture is made of. Dictionary entries, as Yomitan writes
/// them into a field, are four fifths attributes, and tens of thousands of them are more than memory has room for.
package enum LeanHTML {
  /// A field with the bare names of its tags, but of those that name a picture or sound with `src`.
  package static func text(_ html: String) -> String {
    let bytes = Array(html.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count / 2)
    var index = 0
    while index < bytes.count {
      guard beginsTag(bytes, index), let end = HTMLText.endOfTag(bytes, index) else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let tag = bytes[index...end]
      index = end + 1
      if HTMLText.source(of: tag).isEmpty {
        result += tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
        result.append(UInt8(ascii: ">"))
      } else {
        result += tag
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a `<` is followed by a letter.
  private static func beginsTag(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard bytes[index] == UInt8(ascii: "<"), index + 1 < bytes.count else { return false }
    return UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[index + 1] | 0x20
  }
}
