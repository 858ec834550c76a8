#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Lines from a file descriptor that is no terminal to edit on: a pipe, a file, a socket.
///
/// A line ends with a line feed, or a carriage return and a line feed; a last line without its end
/// counts. A byte order mark at the beginning is no part of the first line.
package final class LineStream {
  private let descriptor: Int32
  private let signals: SignalPipe
  private var buffer: [UInt8] = []
  private var lineStart = 0
  private var isCut = false
  private var isAtStart = true
  private var isAtEnd = false

  /// Begins to read.
  ///
  /// - Throws: ``StreamError/inputFailed(_:)`` when the process has no descriptors left.
  package init(descriptor: Int32) throws(StreamError) {
    self.descriptor = descriptor
    signals = try SignalPipe(catching: [SIGINT, SIGHUP, SIGTERM, SIGQUIT])
  }

  /// Waits for the next line.
  ///
  /// - Throws: ``StreamError/inputFailed(_:)`` when the descriptor can't be read.
  package func readLine() throws(StreamError) -> InputEvent {
    if let signal = signals.next() { return event(for: signal) }
    var scanned = lineStart
    while true {
      if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
        return takeLine(to: end, next: end + 1)
      }
      if isAtEnd {
        return lineStart < buffer.count || isCut
          ? takeLine(to: buffer.count, next: buffer.count) : .endOfInput
      }
      buffer.removeFirst(lineStart)
      lineStart = 0
      // One byte more than a line may have, for its carriage return.
      if buffer.count > InputEvent.longestLine + 1 {
        buffer.removeLast(buffer.count - InputEvent.longestLine - 1)
        isCut = true
      }
      scanned = buffer.count
      switch signals.wait(forInput: descriptor) {
      case .signal(let signal): return event(for: signal)
      case .inputGone: return .hangUp
      case .input: try fill()
      }
    }
  }

  private func event(for signal: Int32) -> InputEvent {
    switch signal {
    case SIGINT: .interrupted
    case SIGHUP: .hangUp
    default: .terminated
    }
  }

  private func fill() throws(StreamError) {
    let old = buffer.count
    let chunk = 65_536
    buffer.append(contentsOf: repeatElement(0, count: chunk))
    let (count, code) = buffer.withUnsafeMutableBytes { bytes in
      let count = read(descriptor, bytes.baseAddress?.advanced(by: old), chunk)
      return (count, errno)
    }
    buffer.removeLast(chunk - max(0, count))
    if count == 0 {
      isAtEnd = true
    } else if count < 0, code != EINTR, code != EAGAIN {
      throw .inputFailed(code)
    }
    if isAtStart, buffer.count >= 3 || isAtEnd {
      isAtStart = false
      if buffer.starts(with: [0xef, 0xbb, 0xbf]) { lineStart = 3 }
    }
  }

  private func takeLine(to end: Int, next: Int) -> InputEvent {
    var line = buffer[lineStart..<end]
    if !isCut, line.last == UInt8(ascii: "\r") { line.removeLast() }
    defer {
      lineStart = next
      isCut = false
      isAtStart = false
    }
    return InputEvent(lineBytes: line, isCut: isCut)
  }
}

/// What comes of waiting for a line.
package enum InputEvent: Hashable, Sendable {
  /// A line, without its end.
  case line(String)
  /// The first 64 KiB of a line that was longer; the rest is gone.
  case cutLine(String)
  /// A line that is not UTF-8: what was meant can't be known.
  case garbledLine
  /// Ctrl-C: what stood in the line is gone.
  case interrupted
  /// There will be no more lines.
  case endOfInput
  /// The terminal went away (SIGHUP).
  case hangUp
  /// The program is asked to end (SIGTERM, SIGQUIT).
  case terminated

  /// The longest line taken, in bytes of UTF-8.
  package static let longestLine = 65_536

  /// A line from its bytes: cut at the end of a character when too long, a line break inside replaced
  /// by a space.
  init(lineBytes bytes: some RandomAccessCollection<UInt8>, isCut: Bool = false) {
    var taken = bytes.prefix(InputEvent.longestLine)
    let isCut = isCut || taken.count < bytes.count
    if isCut {
      // Continuation bytes first, then the byte that promised more of them than are there.
      let tail = taken.suffix(3).reversed().prefix { $0 & 0xc0 == 0x80 }.count
      if let lead = taken.dropLast(tail).last, lead >= 0xc0 {
        let promised = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1
        if tail < promised { taken = taken.dropLast(tail + 1) }
      }
    }
    let flat = taken.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? 0x20 : $0 }
    guard let text = String(validating: flat, as: UTF8.self) else {
      self = .garbledLine
      return
    }
    self = isCut ? .cutLine(text) : .line(text)
  }
}
