import CZstd

/// Makes a frame of Zstandard (RFC 8878) piece by piece.
package final class ZstandardCompressor {
  private let context: OpaquePointer
  private let output: UnsafeMutableRawBufferPointer

  /// Begins a frame; `nil` if there is not enough memory.
  ///
  /// - Parameters:
  ///   - level: from 1, the fastest, to 22, which makes the smallest frames.
  ///   - hasChecksum: whether the frame ends with a check value of its content.
  package init?(level: Int32, hasChecksum: Bool = false) {
    guard let context = ZSTD_createCCtx() else { return nil }
    self.context = context
    output = .allocate(byteCount: 1 << 18, alignment: 1)
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level)
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, hasChecksum ? 1 : 0)
  }

  deinit {
    ZSTD_freeCCtx(context)
    output.deallocate()
  }

  /// Compresses a piece; the last one ends the frame. The frame says how long its content is if the first
  /// piece is the last one, too.
  ///
  /// - Returns: the bytes of the frame that are ready; `nil` if it could not be continued.
  package func compress(_ piece: ArraySlice<UInt8>, isLast: Bool) -> [UInt8]? {
    var result: [UInt8] = []
    let isSound = piece.withUnsafeBytes { bytes in
      var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
      var rest = 0
      repeat {
        var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        rest = ZSTD_compressStream2(
          context, &target, &input, isLast ? ZSTD_e_end : ZSTD_e_continue)
        if ZSTD_isError(rest) != 0 { return false }
        result += output[..<target.pos]
      } while isLast ? rest != 0 : input.pos < input.size
      return true
    }
    return isSound ? result : nil
  }
}

/// Reads frames of Zstandard (RFC 8878), one after another, piece by piece. It takes the same memory
/// whatever they become; whoever gets their bytes counts them.
package final class ZstandardDecompressor {
  private let context: OpaquePointer
  private let output: UnsafeMutableRawBufferPointer
  /// Whether the sound bytes so far end with a whole frame.
  package private(set) var isComplete = false

  /// Begins with the first frame; `nil` if there is not enough memory.
  package init?() {
    guard let context = ZSTD_createDCtx() else { return nil }
    self.context = context
    output = .allocate(byteCount: 1 << 17, alignment: 1)
    // A window of 32 MB is more than any level but the highest has.
    ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, 25)
  }

  deinit {
    ZSTD_freeDCtx(context)
    output.deallocate()
  }

  /// Decompresses a piece.
  ///
  /// - Parameters:
  ///   - piece: the next bytes of the frames.
  ///   - body: gets what becomes of them, at most 128 KB at a time; it is valid during the call only.
  /// - Returns: whether the frames are sound so far.
  /// - Throws: what `body` throws; the frame can't be continued then.
  package func decompress<Failure: Error>(
    _ piece: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    var input = ZSTD_inBuffer(src: piece.baseAddress, size: piece.count, pos: 0)
    var isFull = false
    while input.pos < input.size || isFull {
      var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
      let rest = ZSTD_decompressStream(context, &target, &input)
      if ZSTD_isError(rest) != 0 { return false }
      isComplete = rest == 0
      isFull = target.pos == target.size && !isComplete
      try body(UnsafeRawBufferPointer(rebasing: output[..<target.pos]))
    }
    return true
  }

  /// How many bytes a frame says its content has; `nil` if it does not say, or is not one.
  package static func contentSize(of frame: [UInt8]) -> Int64? {
    let size = frame.withUnsafeBytes { ZSTD_getFrameContentSize($0.baseAddress, $0.count) }
    // The two highest values say that it is not known, or no such frame.
    return size > UInt64.max - 2 ? nil : Int64(exactly: size)
  }
}
