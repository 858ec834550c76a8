extension DeckSource {
  /// Where in the file the byte `offset` of a value's text stands (in UTF-8, of the text as it is
  /// read, without escapes): `offset` 0 is the first byte after the quotation mark.
  public func offset(of offset: Int, in span: SourceSpan) -> Int {
    if form == .markdown { return markdownOffset(of: offset, in: span) }
    let inner = content(of: span)
    var read = 0
    var index = inner.lowerBound
    while read < offset, index < inner.upperBound {
      guard bytes[index] == .backslash, index + 1 < inner.upperBound else {
        index += 1
        read += 1
        continue
      }
      let (length, count) = escape(at: index, before: inner.upperBound)
      index += length
      read += count
    }
    return min(index, inner.upperBound)
  }

  /// A value's bytes without the quotation marks of JSON.
  public func content(of span: SourceSpan) -> Range<Int> {
    let range = span.range.clamped(to: 0..<bytes.count)
    guard form == .json, range.count >= 2, bytes[range.lowerBound] == .quotationMark,
      bytes[range.upperBound - 1] == .quotationMark
    else { return range }
    return range.lowerBound + 1..<range.upperBound - 1
  }

  /// A text as it stands within a value: with the escapes of the file's form.
  public func literal(_ text: String) -> String {
    switch form {
    case .json: JSONEscapes.encode(text)
    case .markdown: MarkdownText.line(text, .anywhere)
    }
  }

  /// The same in Markdown, where a line break is followed by the next line's margin.
  private func markdownOffset(of offset: Int, in span: SourceSpan) -> Int {
    let range = span.range.clamped(to: 0..<bytes.count)
    return bytes.withUnsafeBufferPointer { buffer in
      let scanner = MarkdownScanner(bytes: buffer)
      var read = 0
      var index = range.lowerBound
      while read < offset, index < range.upperBound {
        if scanner.isEscape(at: index, before: range.upperBound) {
          index += 2
          read += 1
        } else if let (scalar, length) = scanner.reference(at: index, before: range.upperBound) {
          index += length
          read += UTF8.width(scalar)
        } else if buffer[index].isLineEnd {
          let isPair =
            buffer[index] == .carriageReturn && index + 1 < range.upperBound
            && buffer[index + 1] == .lineFeed
          index += isPair ? 2 : 1
          read += 1
          while index < range.upperBound, buffer[index].isBlank { index += 1 }
        } else {
          index += 1
          read += 1
        }
      }
      return min(index, range.upperBound)
    }
  }

  /// How many bytes an escape has in the file, and how many of UTF-8 it is read as.
  private func escape(at index: Int, before end: Int) -> (length: Int, count: Int) {
    guard form == .json, bytes[index + 1] == UInt8(ascii: "u") else { return (2, 1) }
    return bytes.withUnsafeBufferPointer { bytes in
      let (scalar, length) = JSONEscapes.scalar(
        at: index, in: UnsafeBufferPointer(rebasing: bytes[..<end]))
      return (length, UTF8.width(scalar))
    }
  }
}

extension DeckSource {
  /// The line and column of a byte of the file.
  ///
  /// - Complexity: O(n); who asks often keeps a ``SourceLines``.
  public func position(of offset: Int) -> SourcePosition {
    SourceLines(bytes).position(of: offset)
  }
}
