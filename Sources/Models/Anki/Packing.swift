import CZlib
import CZstd
import Foundation

/// Makes an empty file of a new name that only its owner can read.
///
/// - Parameter start: what its path starts with.
/// - Returns: its path, and the file, open.
/// - Throws: ``PackageFault/unwritable(reason:)``.
func temporaryFile(
  startingWith start: String
) throws(PackageFault) -> (path: String, descriptor: CInt) {
  var template = Array((start + "XXXXXX").utf8CString)
  let descriptor = mkstemp(&template)
  guard descriptor >= 0 else { throw .unwritable(reason: String(cString: strerror(errno))) }
  let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  return (path, descriptor)
}

/// Packs bytes piece by piece.
protocol Packer {
  /// Packs a piece; the last one ends the stream.
  func pack(_ piece: ArraySlice<UInt8>, isLast: Bool) -> [UInt8]
}

/// Leaves bytes as they are.
struct Unpacked: Packer {
  func pack(_ piece: ArraySlice<UInt8>, isLast: Bool) -> [UInt8] { Array(piece) }
}

/// Packs bytes by deflating them: at the lowest level, which is five times as fast as the usual one and
/// makes a collection a tenth larger.
final class Deflater: Packer {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var output = [UInt8](repeating: 0, count: 1 << 18)

  init() {
    stream.initialize(to: z_stream())
    deflateInit2_(
      stream, 1, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  func pack(_ piece: ArraySlice<UInt8>, isLast: Bool) -> [UInt8] {
    var packed: [UInt8] = []
    piece.withUnsafeBufferPointer { input in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.pointee.avail_in = UInt32(input.count)
      output.withUnsafeMutableBufferPointer { space in
        repeat {
          stream.pointee.next_out = space.baseAddress
          stream.pointee.avail_out = UInt32(space.count)
          deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
          packed += space[..<(space.count - Int(stream.pointee.avail_out))]
        } while stream.pointee.avail_out == 0
      }
    }
    return packed
  }
}

/// Packs bytes by Zstandard, as the newest packages of Anki are.
final class ZstandardPacker: Packer {
  private let stream: OpaquePointer
  private var output = [UInt8](repeating: 0, count: 1 << 18)

  init() throws(PackageFault) {
    guard let stream = ZSTD_createCCtx() else { throw .unreadable(reason: "out of memory") }
    self.stream = stream
    ZSTD_CCtx_setParameter(stream, ZSTD_c_compressionLevel, 1)
  }

  deinit { ZSTD_freeCCtx(stream) }

  func pack(_ piece: ArraySlice<UInt8>, isLast: Bool) -> [UInt8] {
    var packed: [UInt8] = []
    piece.withUnsafeBytes { bytes in
      var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
      output.withUnsafeMutableBytes { space in
        var rest = 0
        repeat {
          var target = ZSTD_outBuffer(dst: space.baseAddress, size: space.count, pos: 0)
          rest = ZSTD_compressStream2(
            stream, &target, &input, isLast ? ZSTD_e_end : ZSTD_e_continue)
          packed += space[..<target.pos]
          if ZSTD_isError(rest) != 0 { return }
        } while isLast ? rest != 0 : input.pos < input.size
      }
    }
    return packed
  }
}
