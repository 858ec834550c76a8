#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why a stream could not be read or written.
public enum StreamError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nobody reads the output any more: the pipe or the terminal is closed.
  case outputClosed
  /// Writing failed with this `errno`.
  case outputFailed(Int32)
  /// Reading failed with this `errno`.
  case inputFailed(Int32)

  /// What happened, in one line.
  public var description: String {
    switch self {
    case .outputClosed: "the output was closed"
    case .outputFailed(let code): "the output can't be written: \(String(cString: strerror(code)))"
    case .inputFailed(let code): "the input can't be read: \(String(cString: strerror(code)))"
    }
  }
}
