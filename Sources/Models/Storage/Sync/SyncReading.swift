import Foundation
import RabbleCompression
import RabbleText

/// How far a file of a ``SyncFolder`` was read, so that nothing is read twice.
package struct SyncPosition: Hashable, Sendable {
  /// The bytes of whole lines that were read, counted without compression.
  var offset: Int64
  /// What tells the bytes before ``offset`` from others.
  var tail: UInt64
  /// The size of the file on disk when it was read, in bytes.
  var size: Int64
  /// When the file had been changed, in nanoseconds since 1970-01-01.
  var modified: Int64
  /// Whether it was compressed.
  var isClosed: Bool

  /// Whether a file is as it was when it was read.
  package func isOf(_ file: SyncFile) -> Bool {
    size == file.size && modified == file.modified && isClosed == file.isClosed
  }
}

/// What came of reading a file.
package struct SyncReading: Hashable, Sendable {
  /// How far it was read.
  let position: SyncPosition
  /// Whether it was read from the beginning.
  let isWhole: Bool
  /// Whether the bytes before the position are not the ones that were read: they are gone or others.
  let isReplaced: Bool
  /// Whether its compression is damaged or cut off, or it or a line in it is longer than any.
  package let isDamaged: Bool
}

extension SyncFile {
  /// The most bytes of a file, compressed or not: many times what any has.
  private static let longest = 64 << 20

  /// Passes on the lines that were added since a position. Where the bytes before it are not the ones
  /// that were read, the file is another one, and all its lines are handed on.
  ///
  /// - Parameters:
  ///   - position: how far the file was read; `nil` for not at all.
  ///   - again: whether all lines are handed on, also those before the position.
  ///   - body: is handed each whole line without its end. The rest of one that is still being written,
  ///     or cut off, is left for the next time.
  /// - Returns: how far it was read; `nil` when the file is gone.
  /// - Throws: ``SyncFolderError``, or what `body` throws.
  package func read(
    from position: SyncPosition?, again: Bool = false,
    _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> SyncReading? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw SyncFolderError.unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    defer { close(file) }
    return isClosed
      ? try readClosed(file, position, again, body) : try readOpen(file, position, again, body)
  }

  private func readOpen(
    _ file: Int32, _ position: SyncPosition?, _ again: Bool,
    _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> SyncReading {
    var lines = SyncLines()
    var offset: Int64 = 0
    var isReplaced = false
    if let position, position.offset > 0 {
      let start = max(0, position.offset - Int64(SyncLines.tailLength))
      var tail = [UInt8](repeating: 0, count: Int(position.offset - start))
      let count = try read(file, into: &tail, at: start)
      isReplaced = count < tail.count || SyncLines.mark(of: tail[...]) != position.tail
      if !isReplaced, !again {
        offset = position.offset
        lines = SyncLines(offset: offset, tail: tail)
      }
    }
    let isWhole = offset == 0
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while offset < Self.longest, case let count = try read(file, into: &buffer, at: offset),
      count > 0
    {
      offset += Int64(count)
      try buffer.withUnsafeBytes {
        try lines.take(UnsafeRawBufferPointer(rebasing: $0[..<count]), body)
      }
    }
    return SyncReading(
      position: lines.position(of: self), isWhole: isWhole, isReplaced: isReplaced,
      isDamaged: lines.hasPassedOver || offset >= Self.longest)
  }

  private func readClosed(
    _ file: Int32, _ position: SyncPosition?, _ again: Bool,
    _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> SyncReading {
    var packed = [UInt8](repeating: 0, count: min(Int(size), Self.longest))
    let count = try read(file, into: &packed, at: 0)
    packed.removeLast(packed.count - count)
    let (content, isComplete) = SyncPacking.unpacked(packed, atMost: Self.longest)
    var lines = SyncLines()
    var start = 0
    var isReplaced = false
    if let position, position.offset > 0 {
      let end = min(Int(position.offset), content.count)
      let tail = content[max(0, end - SyncLines.tailLength)..<end]
      isReplaced = end < position.offset || SyncLines.mark(of: tail) != position.tail
      if !isReplaced, !again {
        start = end
        lines = SyncLines(offset: position.offset, tail: Array(tail))
      }
    }
    try content.withUnsafeBytes {
      try lines.take(UnsafeRawBufferPointer(rebasing: $0[start...]), body)
    }
    return SyncReading(
      position: lines.position(of: self), isWhole: start == 0, isReplaced: isReplaced,
      isDamaged: !isComplete || lines.hasPassedOver)
  }

  /// Reads as many bytes as there are and fit.
  private func read(_ file: Int32, into buffer: inout [UInt8], at offset: Int64) throws -> Int {
    var done = 0
    while done < buffer.count {
      let count = buffer.withUnsafeMutableBytes { bytes in
        pread(
          file, bytes.baseAddress.map { $0 + done }, bytes.count - done,
          off_t(offset + Int64(done)))
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw SyncFolderError.unreadable(path: path, reason: String(cString: strerror(errno)))
      }
      if count == 0 { break }
      done += count
    }
    return done
  }
}

/// Cuts a stream of bytes into lines, and knows how far whole lines have come.
private struct SyncLines {
  /// The most bytes of a line: an event has some texts of 1 MB at most.
  private static let longest = 16 << 20
  /// How many bytes before a position tell whether they are the ones that were read.
  static let tailLength = 64

  private var offset: Int64
  /// The last bytes of whole lines.
  private var tail: [UInt8]
  private var rest: [UInt8] = []
  /// How many bytes of a line that is too long were dropped from ``rest``.
  private var dropped: Int64 = 0
  /// Whether a line was passed over because it is too long.
  private(set) var hasPassedOver = false

  init(offset: Int64 = 0, tail: [UInt8] = []) {
    self.offset = offset
    self.tail = tail
  }

  /// How many bytes follow the last whole line: of a line that is still being written, or of a
  /// compressed file that is cut off.
  private var restCount: Int64 { dropped + Int64(rest.count) }

  func position(of file: SyncFile) -> SyncPosition {
    SyncPosition(
      offset: offset, tail: Self.mark(of: tail[...]), size: file.size, modified: file.modified,
      isClosed: file.isClosed)
  }

  mutating func take(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    guard let base = bytes.baseAddress else { return }
    let before = restCount
    var start = 0
    while start < bytes.count, let end = memchr(base + start, 0x0a, bytes.count - start) {
      let line = UnsafeRawBufferPointer(
        rebasing: bytes[start..<(UnsafeRawPointer(end) - base)])
      if start > 0 || before == 0 {
        try body(line)
      } else {
        tail += rest
        if dropped == 0 {
          rest += line
          try rest.withUnsafeBytes { try body($0) }
        }
        hasPassedOver = hasPassedOver || dropped > 0
        dropped = 0
        rest.removeAll(keepingCapacity: true)
      }
      start += line.count + 1
    }
    rest += UnsafeRawBufferPointer(rebasing: bytes[start...])
    if rest.count > Self.longest {
      // Its last bytes are kept, which tell a position from others.
      dropped += Int64(rest.count - Self.tailLength)
      rest = Array(rest.suffix(Self.tailLength))
    }
    guard start > 0 else { return }
    offset += before + Int64(start)
    let last = bytes[max(0, start - Self.tailLength)..<start]
    tail = Array((tail + last).suffix(Self.tailLength))
  }

  /// A hash of the last bytes that were read.
  static func mark(of bytes: ArraySlice<UInt8>) -> UInt64 { FNV1a.hash(bytes) }
}

/// The compression of closed files: one frame of Zstandard (RFC 8878), with its length and a check value.
enum SyncPacking {
  /// The bytes as a frame; `nil` if there is not enough memory.
  static func packed(_ bytes: [UInt8]) -> [UInt8]? {
    ZstandardCompressor(level: 3, hasChecksum: true)?.compress(bytes[...], isLast: true)
  }

  /// What was compressed, as far as it is sound, and whether that is all of it.
  static func unpacked(_ packed: [UInt8], atMost limit: Int) -> (bytes: [UInt8], isComplete: Bool) {
    struct LimitReached: Error {}
    guard let decompressor = ZstandardDecompressor() else { return ([], false) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      min(limit, ZstandardDecompressor.contentSize(of: packed).map { Int($0) } ?? 0))
    do throws(LimitReached) {
      let isSound = try packed.withUnsafeBufferPointer { source throws(LimitReached) in
        try decompressor.decompress(UnsafeRawBufferPointer(source)) {
          piece throws(LimitReached) in
          if bytes.count > limit { throw LimitReached() }
          bytes += piece
        }
      }
      if !isSound, bytes.count > limit { throw LimitReached() }
    } catch {
      return (bytes, false)
    }
    return (bytes, decompressor.isComplete)
  }
}
