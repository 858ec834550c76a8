import RabbleDecks

extension DeckSource {
  /// The edit that removes an element of a list from a JSON file, or a value with its key; `nil` for
  /// another form.
  func removal(of field: SourceField) -> TextEdit? {
    guard form == .json else { return nil }
    let isElement = field.element != nil
    let start = isElement ? field.span.start : field.keySpan.start
    return removal(start..<field.span.end)
  }

  /// The edit that removes the member or element at these bytes, with its comma.
  func removal(_ range: Range<Int>) -> TextEdit? {
    guard form == .json else { return nil }
    var next = range.upperBound
    skipSpace(&next)
    if next < bytes.count, bytes[next] == UInt8(ascii: ",") {
      next += 1
      skipSpace(&next)
      return TextEdit(range.lowerBound..<next, "")
    }
    var previous = range.lowerBound
    while previous > 0, isSpace(bytes[previous - 1]) { previous -= 1 }
    if previous > 0, bytes[previous - 1] == UInt8(ascii: ",") {
      return TextEdit(previous - 1..<range.upperBound, "")
    }
    return TextEdit(range, "")
  }

  private func skipSpace(_ index: inout Int) {
    while index < bytes.count, isSpace(bytes[index]) { index += 1 }
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
