import RabbleText

/// The lines of a file, for finding the line and column of a byte and the bytes of a line.
public struct SourceLines: Sendable {
  private let bytes: [UInt8]
  private let starts: [UInt32]
  private static let blockSize = 1024
  /// How many scalars begin before each block of the bytes, so that thousands of places on one line are found
  /// quickly.
  private let scalars: [UInt32]

  /// Reads the bytes once. LF, CR LF and a lone CR end a line; a byte order mark belongs to none.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let start = bytes.textStart
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
    scalars = bytes.withUnsafeBufferPointer { bytes in
      var count: UInt32 = 0
      return stride(from: 0, to: bytes.count, by: Self.blockSize).map { start in
        defer {
          for index in start..<min(start + Self.blockSize, bytes.count)
          where bytes[index] & 0xC0 != 0x80 { count += 1 }
        }
        return count
      }
    }
  }

  /// How many scalars begin before a byte.
  private func scalars(before offset: Int) -> Int {
    let block = min(offset / Self.blockSize, scalars.count - 1)
    guard block >= 0 else { return 0 }
    return Int(scalars[block])
      + bytes[(block * Self.blockSize)..<offset].count { $0 & 0xC0 != 0x80 }
  }

  /// The line and column of the byte at `offset`, or of the end of the text.
  public func position(of offset: Int) -> SourcePosition {
    let offset = min(max(offset, Int(starts[0])), bytes.count)
    let line = starts.partitioningIndex { Int($0) > offset }
    let column = scalars(before: offset) - scalars(before: Int(starts[line - 1])) + 1
    return SourcePosition(line: line, column: column)
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

/// Finds the line and column of a byte in a text, quickly even for thousands of places on one line.
///
/// LF, CR LF and a lone CR end a line; columns count Unicode scalars.
struct TextLocator {
  private static let blockSize = 1024
  private let bytes: UnsafeBufferPointer<UInt8>
  private let start: Int
  private let checkpoints: [SourcePosition]

  /// Reads the text once, from `start`, which is line 1, column 1.
  ///
  /// - Complexity: O(n)
  init(_ bytes: UnsafeBufferPointer<UInt8>, start: Int) {
    self.bytes = bytes
    self.start = start
    var checkpoints: [SourcePosition] = []
    checkpoints.reserveCapacity((bytes.count - start) / Self.blockSize + 1)
    var position = SourcePosition()
    for index in start..<bytes.count {
      if (index - start) % Self.blockSize == 0 { checkpoints.append(position) }
      Self.step(&position, over: index, in: bytes)
    }
    self.checkpoints = checkpoints
  }

  /// The line and column of the byte at `offset`, or of the end of the text.
  ///
  /// - Complexity: O(1)
  func position(of offset: Int) -> SourcePosition {
    let offset = min(max(offset, start), bytes.count)
    guard !checkpoints.isEmpty else { return SourcePosition() }
    let block = min((offset - start) / Self.blockSize, checkpoints.count - 1)
    var position = checkpoints[block]
    for index in (start + block * Self.blockSize)..<offset {
      Self.step(&position, over: index, in: bytes)
    }
    return position
  }

  private static func step(
    _ position: inout SourcePosition,
    over index: Int,
    in bytes: UnsafeBufferPointer<UInt8>
  ) {
    switch bytes[index] {
    case .lineFeed:
      position = SourcePosition(line: position.line + 1)
    case .carriageReturn where index + 1 == bytes.count || bytes[index + 1] != .lineFeed:
      position = SourcePosition(line: position.line + 1)
    case 0x80...0xBF:
      break
    default:
      position.column += 1
    }
  }
}

/// A locator that is made when the first place is asked for, and kept.
final class LazyLocator {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let start: Int
  private var locator: TextLocator?

  init(_ bytes: UnsafeBufferPointer<UInt8>, start: Int) {
    self.bytes = bytes
    self.start = start
  }

  /// The line and column of the byte at `offset`.
  func position(of offset: Int) -> SourcePosition {
    let found = locator ?? TextLocator(bytes, start: start)
    locator = found
    return found.position(of: offset)
  }
}

/// A line and a column of a file.
public struct SourcePosition: Hashable, Sendable {
  /// The line, from 1; LF, CR LF and a lone CR end a line.
  public var line = 1
  /// The column, from 1, counted in Unicode scalars; a byte order mark is not counted.
  public var column = 1

  /// Makes a position.
  init(line: Int = 1, column: Int = 1) {
    self.line = line
    self.column = column
  }
}

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
