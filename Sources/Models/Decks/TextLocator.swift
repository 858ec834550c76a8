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
