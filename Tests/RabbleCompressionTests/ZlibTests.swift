import Testing

@testable import RabbleCompression

/// Streams of zlib and deflate, and the check value of zip.
@Suite struct ZlibTests {
  private let text = Array(String(repeating: "犬はいぬ, ", count: 50_000).utf8)

  private func deflated(_ bytes: [UInt8], piece: Int) throws -> [UInt8] {
    let deflater = try #require(Deflater(level: 1))
    var stream: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      stream += try #require(
        deflater.compress(bytes[start..<min(start + piece, bytes.count)], isLast: false))
    }
    return try stream + #require(deflater.compress([], isLast: true))
  }

  /// What pieces of a stream become; `nil` if it is not sound.
  private func inflated(_ stream: [UInt8], piece: Int) throws -> [UInt8]? {
    let inflater = try #require(Inflater())
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: stream.count, by: piece) {
      let isSound = stream[start..<min(start + piece, stream.count)].withUnsafeBytes { input in
        inflater.decompress(input) { bytes += $0 }
      }
      if !isSound { return nil }
    }
    return bytes
  }

  @Test func `a stream of zlib becomes the bytes it was made of`() throws {
    for bytes in [[], [7], text] {
      let stream = try #require(Zlib.compress(bytes))
      // Deflate with a window of 32 kB (RFC 1950, section 2.2).
      #expect(stream.first == 0x78)
      #expect(Zlib.decompress(stream, count: bytes.count) == bytes)
    }
    #expect(try #require(Zlib.compress(text)).count < text.count / 50)
  }

  @Test func `a stream of zlib is refused that becomes more or fewer bytes than expected`() throws {
    let stream = try #require(Zlib.compress(text))
    for count in [0, 1, text.count - 1, text.count + 1] {
      #expect(Zlib.decompress(stream, count: count) == nil)
    }
  }

  @Test func `a stream of zlib that is cut off or damaged is refused`() throws {
    var stream = try #require(Zlib.compress(text))
    #expect(Zlib.decompress(stream.dropLast(), count: text.count) == nil)
    #expect(Zlib.decompress([], count: 0) == nil)
    // The check value at the end.
    stream[stream.count - 1] ^= 1
    #expect(Zlib.decompress(stream, count: text.count) == nil)
  }

  @Test(arguments: [1, 100, 1 << 16, 1 << 20])
  func `pieces of any length make a deflate stream and are read from it`(length: Int) throws {
    let stream = try deflated(text, piece: max(length, 100))
    #expect(try inflated(stream, piece: length) == text)
  }

  @Test func `a deflate stream is handed on in pieces of 64 KB, whatever it becomes`() throws {
    let zeros = [UInt8](repeating: 0, count: 8 << 20)
    let stream = try deflated(zeros, piece: zeros.count)
    #expect(stream.count < 64 << 10)
    let inflater = try #require(Inflater())
    var counts: [Int] = []
    let isSound = stream.withUnsafeBytes { inflater.decompress($0) { counts.append($0.count) } }
    #expect(isSound && counts.max() == 1 << 16 && counts.reduce(0, +) == zeros.count)
  }

  @Test func `a deflate stream is read no further than its reader wants`() throws {
    struct Enough: Error {}
    let stream = try deflated(text, piece: text.count)
    let inflater = try #require(Inflater())
    var calls = 0
    #expect(throws: Enough.self) {
      try stream.withUnsafeBytes { bytes in
        _ = try inflater.decompress(bytes) { _ throws(Enough) in
          calls += 1
          throw Enough()
        }
      }
    }
    #expect(calls == 1)
  }

  @Test func `bytes after the end of a deflate stream are damage`() throws {
    let stream = try deflated(text, piece: text.count)
    #expect(try inflated(stream + [0], piece: stream.count + 1) == nil)
    #expect(try inflated(stream + [0], piece: stream.count) == nil)
    #expect(try inflated([0xff, 0xff], piece: 2) == nil)
  }

  @Test func `the check value is that of the standard, however the bytes are cut`() {
    let bytes = Array("123456789".utf8)
    for end in 0...bytes.count {
      var check = CRC32()
      for part in [bytes[..<end], bytes[end...]] { part.withUnsafeBytes { check.add($0) } }
      check.add(UnsafeRawBufferPointer(start: nil, count: 0))
      #expect(check.value == 0xcbf4_3926)
    }
    #expect(CRC32().value == 0)
  }
}
