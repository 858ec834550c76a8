import RabbleScreens

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The study session without a terminal: a line in is an action, a screen out is a text.
package final class StreamView: StudyView {
  /// Why the view sent ``StudyAction/end``; `nil` when it did not.
  package private(set) var leavingReason: LeavingReason?

  private let input: LineStream
  private let output: TextOutput
  private let encode: (StudyScreen) throws -> String
  private let read: (String) -> StudyAction

  /// Reads lines and writes what `encode` makes of screens.
  ///
  /// - Parameters:
  ///   - input: Where the lines come from.
  ///   - output: The descriptor that is written to; each screen is written whole, at once.
  ///   - read: What a line asks for.
  ///   - encode: A screen's text, without the line break at its end.
  package init(
    input: LineStream, output: Int32,
    read: @escaping (String) -> StudyAction = { StudyAction(line: $0) },
    encode: @escaping (StudyScreen) throws -> String
  ) {
    self.read = read
    self.input = input
    self.output = TextOutput(descriptor: output)
    self.encode = encode
  }

  /// Writes a screen, unless there was a hang-up.
  ///
  /// - Throws: ``StreamError`` when the output is closed or can't be written.
  package func draw(_ screen: StudyScreen) throws {
    guard leavingReason != .hungUp else { return }
    try output.put(try encode(screen) + "\n")
  }

  /// Waits for a line. The end of the input ends the session, as do Ctrl-C, a hang-up and SIGTERM.
  ///
  /// - Throws: ``StreamError`` when the input can't be read.
  package func nextAction() throws -> StudyAction {
    switch try input.readLine() {
    case .line(let line): return read(line)
    case .cutLine: return .unusable(.tooLong)
    case .garbledLine: return .unusable(.garbled)
    case .interrupted: leavingReason = .interrupted
    case .endOfInput: leavingReason = .endOfInput
    case .hangUp: leavingReason = .hungUp
    case .terminated: leavingReason = .terminated
    }
    return .end
  }
}

/// A file descriptor to which texts are written whole, without a buffer.
package struct TextOutput {
  let descriptor: Int32

  /// Writes to this descriptor, which stays open.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Writes all of a text.
  ///
  /// - Throws: ``StreamError`` when the output is closed or can't be written.
  package func put(_ text: String) throws(StreamError) { try put(Array(text.utf8)) }

  /// Writes all bytes of a text.
  ///
  /// - Throws: ``StreamError`` when the output is closed or can't be written.
  package func put(_ bytes: [UInt8]) throws(StreamError) {
    var rest = bytes[...]
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
        case EPIPE: throw .outputClosed
        // A terminal that has hung up; a disk that fails says the same.
        case EIO where isCharacterDevice: throw .outputClosed
        default: throw .outputFailed(code)
        }
      }
    }
  }

  private var isCharacterDevice: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
  }

  private func waitUntilWritable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, -1)
  }
}

/// Why a stream could not be read or written.
package enum StreamError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nobody reads the output any more: the pipe or the terminal is closed.
  case outputClosed
  /// Writing failed with this `errno`.
  case outputFailed(Int32)
  /// Reading failed with this `errno`.
  case inputFailed(Int32)

  /// What happened, in one line.
  package var description: String {
    switch self {
    case .outputClosed: "the output was closed"
    case .outputFailed(let code): "the output can't be written: \(String(cString: strerror(code)))"
    case .inputFailed(let code): "the input can't be read: \(String(cString: strerror(code)))"
    }
  }
}
