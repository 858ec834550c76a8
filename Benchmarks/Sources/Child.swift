import Foundation

/// A program that was started, with its standard input and output in our hands.
final class Child {
  /// Where its standard input and output lie.
  enum Streams {
    case pipes
    case terminal
    /// No input, and the output is thrown away.
    case nowhere
  }

  /// The moment before the process was made.
  let start: ContinuousClock.Instant
  let id: pid_t
  private let input: Int32
  private let output: Int32
  private var received: [UInt8] = []
  private var ending: Int32?
  /// The most memory it took, known when it has ended.
  private(set) var peakMegabytes = 0.0
  private static let patience: Int32 = 60_000

  init(_ arguments: [String], environment: [String], streams: Streams) throws {
    signal(SIGPIPE, SIG_IGN)
    let ends = try Ends(streams)
    start = ContinuousClock.now
    id = try ends.spawn(arguments, environment)
    ends.closeTheirs()
    (input, output) = ends.ours
  }

  deinit {
    if ending == nil { kill() }
    if input >= 0, input != output { close(input) }
    if output >= 0 { close(output) }
  }

  /// Writes a text to the standard input as far as the system takes it at once.
  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(input, bytes, bytes.count)
  }

  /// Reads until this has been written, and tells how long after the start that was.
  ///
  /// - Throws: ``Failure`` when the program ends or a minute goes by without it.
  @discardableResult
  func wait(for text: String) throws -> Duration {
    let wanted = Array(text.utf8)
    while received.firstRange(of: wanted) == nil {
      guard read() else {
        throw Failure("“\(text)” did not come, but: \(String(decoding: received, as: UTF8.self))")
      }
    }
    let duration = ContinuousClock.now - start
    received.removeAll()
    return duration
  }

  /// Reads until the output is closed.
  func readToEnd() -> String {
    while read() {}
    return String(decoding: received, as: UTF8.self)
  }

  /// The most memory that was resident so far, in MiB.
  func peakMemory() throws -> Double {
    let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    guard let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first else {
      throw Failure("the system does not tell the resident memory")
    }
    return (Double(kibibytes) ?? 0) / 1024
  }

  /// Ends the process at once and waits until it is gone.
  func kill() {
    guard ending == nil else { return }
    Foundation.kill(id, SIGKILL)
    waitForExit()
  }

  /// Waits for the end; gives the exit code, or 128 and the number of the signal that ended it.
  @discardableResult
  func waitForExit() -> Int32 {
    if let ending { return ending }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(id, &status, 0, &usage) < 0, errno == EINTR {}
    peakMegabytes = Double(usage.ru_maxrss) / 1024
    let code = status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f
    ending = code
    return code
  }

  /// Reads what is there or comes; `false` when the output was closed or nothing came in a minute.
  private func read() -> Bool {
    var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, Self.patience) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Foundation.read(output, &buffer, buffer.count)
    guard count > 0 else { return false }
    received += buffer[..<count]
    return true
  }
}
