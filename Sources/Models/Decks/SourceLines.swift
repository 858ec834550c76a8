/// The lines of a file, for finding the line and column of a byte and the bytes of a line.
public struct SourceLines: Sendable {
  private let bytes: [UInt8]
  private let starts: [UInt32]

  /// Reads the bytes once. LF, CR LF and a lone CR end a line; a byte order mark belongs to none.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    starts = bytes.withUnsafeBufferPointer { bytes in
      var starts = [UInt32(truncatingIfNeeded: start)]
      for index in start..<max(start, bytes.count) where bytes[index] <= .carriageReturn {
        let isEnd =
          bytes[index] == .lineFeed
          || (bytes[index] == .carriageReturn
            && (index + 1 == bytes.count || bytes[index + 1] != .lineFeed))
        if isEnd { starts.append(UInt32(truncatingIfNeeded: index + 1)) }
      }
      return starts
    }
  }

  /// How many lines there are.
  public var count: Int { starts.count }

  /// The line and column of the byte at `offset`, or of the end of the text.
  public func position(of offset: Int) -> SourcePosition {
    let offset = min(max(offset, Int(starts[0])), bytes.count)
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= offset { low = middle } else { high = middle }
    }
    let before = bytes[Int(starts[low])..<offset]
    return SourcePosition(line: low + 1, column: before.count { $0 & 0xC0 != 0x80 } + 1)
  }

  /// The byte at a line and column, or the end of the text.
  public func offset(of position: SourcePosition) -> Int {
    let line = min(max(position.line, 1), starts.count)
    let end = line < starts.count ? Int(starts[line]) : bytes.count
    var index = Int(starts[line - 1])
    var column = 1
    while index < end {
      if bytes[index] & 0xC0 != 0x80 {
        if column == position.column { return index }
        column += 1
      }
      index += 1
    }
    return index
  }

  /// The bytes of a line, from 1, without its end.
  public func range(ofLine line: Int) -> Range<Int> {
    let line = min(max(line, 1), starts.count)
    let start = Int(starts[line - 1])
    var end = line < starts.count ? Int(starts[line]) : bytes.count
    while end > start, bytes[end - 1] == .lineFeed || bytes[end - 1] == .carriageReturn { end -= 1 }
    return start..<end
  }
}
