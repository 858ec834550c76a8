import CZlib

/// Streams in the format of zlib (RFC 1950), each as a whole.
package enum Zlib {
  /// The bytes as a stream; `nil` if there is not enough memory.
  package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    var count = compressBound(uLong(bytes.count))
    var result = [UInt8](repeating: 0, count: Int(count))
    guard compress2(&result, &count, bytes, uLong(bytes.count), Z_DEFAULT_COMPRESSION) == Z_OK
    else { return nil }
    result.removeLast(result.count - Int(count))
    return result
  }

  /// The bytes of which a stream was made; `nil` if it is damaged or they are more or fewer than `count`.
  /// No more memory than for `count` bytes is taken, whatever the stream would become.
  package static func decompress(_ stream: [UInt8], count: Int) -> [UInt8]? {
    var length = uLong(count)
    // zlib wants a place to write to even for no bytes.
    var result = [UInt8](repeating: 0, count: max(1, count))
    let status = uncompress(&result, &length, stream, uLong(stream.count))
    guard status == Z_OK, length == uLong(count) else { return nil }
    result.removeLast(result.count - count)
    return result
  }
}

/// Makes a raw deflate stream (RFC 1951) piece by piece, such as a member of a zip archive.
package final class Deflater {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let output = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 18)

  /// Begins a stream; `nil` if there is not enough memory.
  ///
  /// - Parameter level: from 1, the fastest, to 9, which makes the smallest streams.
  package init?(level: Int32) {
    stream.initialize(to: z_stream())
    // Negative window bits leave out the header and the check value of zlib.
    let status = deflateInit2_(
      stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { return nil }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    output.deallocate()
  }

  /// Compresses a piece of less than 4 GB; the last one ends the stream.
  ///
  /// - Returns: the bytes of the stream that are ready; `nil` if it could not be continued.
  package func compress(_ piece: ArraySlice<UInt8>, isLast: Bool) -> [UInt8]? {
    var result: [UInt8] = []
    let isSound = piece.withUnsafeBufferPointer { input in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.pointee.avail_in = UInt32(input.count)
      repeat {
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(output.count)
        let status = deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
        if status == Z_STREAM_ERROR { return false }
        result += output[..<(output.count - Int(stream.pointee.avail_out))]
      } while stream.pointee.avail_out == 0
      return true
    }
    return isSound ? result : nil
  }
}

/// Reads a raw deflate stream (RFC 1951) piece by piece. It takes the same memory whatever the stream
/// becomes; whoever gets its bytes counts them.
package final class Inflater {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
  private var isFinished = false

  /// Begins a stream; `nil` if there is not enough memory.
  package init?() {
    stream.initialize(to: z_stream())
    let status = inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { return nil }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    output.deallocate()
  }

  /// Decompresses a piece of less than 4 GB.
  ///
  /// - Parameters:
  ///   - piece: the next bytes of the stream.
  ///   - body: gets what becomes of them, at most 64 KB at a time; it is valid during the call only.
  /// - Returns: whether the stream is sound so far; bytes after its end are not.
  /// - Throws: what `body` throws; the stream can't be continued then.
  package func decompress<Failure: Error>(
    _ piece: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let input = piece.bindMemory(to: UInt8.self)
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    stream.pointee.avail_in = UInt32(input.count)
    var isFull = false
    while stream.pointee.avail_in > 0 || isFull {
      if isFinished { return false }
      stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
      stream.pointee.avail_out = UInt32(output.count)
      let status = inflate(stream, Z_NO_FLUSH)
      // There was nothing more in a buffer that happened to be full.
      if status == Z_BUF_ERROR { return stream.pointee.avail_in == 0 }
      guard status == Z_OK || status == Z_STREAM_END else { return false }
      let count = output.count - Int(stream.pointee.avail_out)
      isFinished = status == Z_STREAM_END
      isFull = count == output.count && !isFinished
      try body(UnsafeRawBufferPointer(rebasing: output[..<count]))
    }
    return true
  }
}

/// The check value of zip and gzip (CRC-32 of ISO 3309) for bytes that come piece by piece.
package struct CRC32 {
  /// The check value of the bytes so far.
  package private(set) var value: UInt32 = 0

  /// Begins with no bytes.
  package init() {}

  /// Adds a piece of less than 4 GB.
  package mutating func add(_ piece: UnsafeRawBufferPointer) {
    // zlib would begin again where there is no address.
    guard let start = piece.bindMemory(to: UInt8.self).baseAddress else { return }
    value = UInt32(truncatingIfNeeded: crc32(uLong(value), start, UInt32(piece.count)))
  }
}
