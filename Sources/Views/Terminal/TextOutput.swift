#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file descriptor to which texts are written whole, without a buffer.
public struct TextOutput {
  let descriptor: Int32

  /// Writes to this descriptor, which stays open.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Writes all of a text.
  ///
  /// - Throws: ``StreamError`` when the output is closed or can't be written.
  public func put(_ text: String) throws(StreamError) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let (written, code) = rest.withUnsafeBytes { bytes in
        let written = write(descriptor, bytes.baseAddress, bytes.count)
        return (written, errno)
      }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if written < 0 {
        switch code {
        case EINTR: break
        case EAGAIN: waitUntilWritable()
        case EPIPE, EIO: throw .outputClosed
        default: throw .outputFailed(code)
        }
      }
    }
  }

  private func waitUntilWritable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, -1)
  }
}
