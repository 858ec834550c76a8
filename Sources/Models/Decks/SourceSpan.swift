/// A range of a file's bytes, of at most 4 GiB.
public struct SourceSpan: Hashable, Sendable {
  private let first: UInt32
  private let last: UInt32

  /// Makes a span of the bytes from `start` up to `end`.
  public init(_ start: Int, _ end: Int) {
    first = UInt32(clamping: start)
    last = UInt32(clamping: max(start, end))
  }

  /// The offset of the first byte.
  public var start: Int { Int(first) }
  /// The offset after the last byte.
  public var end: Int { Int(last) }
  /// The offsets.
  public var range: Range<Int> { start..<end }
}
