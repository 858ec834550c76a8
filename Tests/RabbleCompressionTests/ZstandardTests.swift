import Testing

@testable import RabbleCompression

/// Frames of Zstandard.
@Suite struct ZstandardTests {
  private let text = Array(String(repeating: "猫はねこ, ", count: 50_000).utf8)

  private func frame(_ bytes: [UInt8], hasChecksum: Bool = false) throws -> [UInt8] {
    let compressor = try #require(ZstandardCompressor(level: 3, hasChecksum: hasChecksum))
    return try #require(compressor.compress(bytes[...], isLast: true))
  }

  /// What frames become in pieces, as far as they are sound.
  private func expanded(
    _ frames: [UInt8], piece: Int = 1 << 16
  ) throws -> (bytes: [UInt8], isSound: Bool, isComplete: Bool) {
    let decompressor = try #require(ZstandardDecompressor())
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: frames.count, by: piece) {
      let isSound = frames[start..<min(start + piece, frames.count)].withUnsafeBytes { input in
        decompressor.decompress(input) { bytes += $0 }
      }
      if !isSound { return (bytes, false, decompressor.isComplete) }
    }
    return (bytes, true, decompressor.isComplete)
  }

  @Test(arguments: [1, 100, 1 << 16, 1 << 20])
  func `pieces of any length make a frame and are read from it`(length: Int) throws {
    let compressor = try #require(ZstandardCompressor(level: 1))
    var frame: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: max(length, 100)) {
      let piece = text[start..<min(start + max(length, 100), text.count)]
      frame += try #require(compressor.compress(piece, isLast: false))
    }
    frame += try #require(compressor.compress([], isLast: true))
    #expect(frame.count < text.count / 50)
    #expect(try expanded(frame, piece: length) == (text, true, true))
  }

  @Test func `frames follow one another`() throws {
    let frames = try frame(text) + frame([]) + frame([1, 2])
    #expect(try expanded(frames) == (text + [1, 2], true, true))
  }

  @Test func `a frame that is cut off is sound but not complete`() throws {
    let frame = try frame(text)
    for count in [0, 1, 5, frame.count / 2, frame.count - 1] {
      let (bytes, isSound, isComplete) = try expanded(Array(frame[..<count]))
      #expect(isSound && !isComplete && text.starts(with: bytes))
    }
  }

  @Test func `a frame is damaged that does not fit its check value`() throws {
    var frame = try frame(text, hasChecksum: true)
    #expect(try expanded(frame) == (text, true, true))
    frame[frame.count - 1] ^= 1
    let damaged = try expanded(frame)
    #expect(!damaged.isSound && !damaged.isComplete)
    #expect(try !expanded(Array("no frame at all".utf8)).isSound)
  }

  @Test func `a frame made of one piece says how long its content is`() throws {
    for bytes in [[], [7], text, [UInt8](repeating: 0, count: 9 << 20)] {
      #expect(ZstandardDecompressor.contentSize(of: try frame(bytes)) == Int64(bytes.count))
    }
    let compressor = try #require(ZstandardCompressor(level: 1))
    let start = try #require(compressor.compress(text[...], isLast: false))
    let unsized = try start + #require(compressor.compress([], isLast: true))
    #expect(ZstandardDecompressor.contentSize(of: unsized) == nil)
    #expect(ZstandardDecompressor.contentSize(of: Array("no frame at all".utf8)) == nil)
    #expect(ZstandardDecompressor.contentSize(of: []) == nil)
  }

  @Test func `a frame is handed on in pieces of 128 KB, whatever it becomes`() throws {
    struct Enough: Error {}
    let frame = try frame([UInt8](repeating: 0, count: 64 << 20))
    #expect(frame.count < 16 << 10)
    let decompressor = try #require(ZstandardDecompressor())
    var counts: [Int] = []
    #expect(throws: Enough.self) {
      try frame.withUnsafeBytes { bytes in
        _ = try decompressor.decompress(bytes) { piece throws(Enough) in
          counts.append(piece.count)
          if counts.count == 100 { throw Enough() }
        }
      }
    }
    #expect(counts.count == 100 && counts.allSatisfy { $0 <= 1 << 17 })
  }

  @Test func `a frame that wants a window of more than 32 MB is refused`() throws {
    // The header of RFC 8878, section 3.1.1.1: no content size, a window of 2^(10 + exponent) bytes; then an
    // empty last block.
    func empty(windowExponent: UInt8) -> [UInt8] {
      [0x28, 0xb5, 0x2f, 0xfd, 0x00, windowExponent << 3, 0x01, 0x00, 0x00]
    }
    #expect(try expanded(empty(windowExponent: 15)) == ([], true, true))
    #expect(try !expanded(empty(windowExponent: 16)).isSound)
  }
}
