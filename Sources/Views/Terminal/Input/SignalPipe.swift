import CReadline
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Signals as something to wait for beside the input: each writes its number into a pipe.
///
/// Signals belong to the process: one pipe at a time. What a signal did before is restored when the
/// pipe goes away. A signal that was ignored stays ignored, as `nohup` and shells expect; SIGPIPE
/// is ignored, so that a closed output is an error of `write`.
final class SignalPipe {
  /// What ended a wait.
  enum Wake: Hashable {
    /// A signal arrived.
    case signal(Int32)
    /// The input has bytes, or its end.
    case input
    /// The terminal at the input is gone.
    case inputGone
  }

  /// The ends of the latest pipe; -1 when there is none.
  private static let readEnd = Atomic<Int32>(-1)
  private static let writeEnd = Atomic<Int32>(-1)

  private let ends: (read: Int32, write: Int32)
  private var previous: [(signal: Int32, action: sigaction)] = []

  /// Begins to catch signals.
  ///
  /// - Throws: ``StreamError/inputFailed(_:)`` when the process has no descriptors left.
  init(catching signals: [Int32]) throws(StreamError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .inputFailed(errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    self.ends = (ends[0], ends[1])
    Self.readEnd.store(ends[0], ordering: .sequentiallyConsistent)
    Self.writeEnd.store(ends[1], ordering: .sequentiallyConsistent)
    for signal in signals {
      var action = sigaction()
      creadline_catch_signal(signal, Self.handle, &action)
      previous.append((signal, action))
    }
    var action = sigaction()
    creadline_ignore_broken_pipes(&action)
    previous.append((SIGPIPE, action))
  }

  deinit {
    for (signal, action) in previous {
      var action = action
      sigaction(signal, &action, nil)
    }
    Self.forget(ends.write, in: Self.writeEnd)
    Self.forget(ends.read, in: Self.readEnd)
    close(ends.write)
    close(ends.read)
  }

  private static func forget(_ end: Int32, in latest: borrowing Atomic<Int32>) {
    _ = latest.compareExchange(expected: end, desired: -1, ordering: .sequentiallyConsistent)
  }

  /// Waits for a signal or for input, whichever comes first; a signal wins over input.
  func wait(forInput descriptor: Int32) -> Wake {
    while true {
      let events = Self.events(of: descriptor, orSignalsOf: ends.read)
      if let signal = next() { return .signal(signal) }
      guard events != 0 else { continue }
      return events & POLLHUP != 0 && Self.isTerminal(descriptor) ? .inputGone : .input
    }
  }

  /// The next signal that has arrived, without waiting.
  func next() -> Int32? {
    var number: UInt8 = 0
    return read(ends.read, &number, 1) == 1 ? Int32(number) : nil
  }

  /// Forgets a signal that has arrived; the others stay.
  func forget(_ signal: Int32) {
    var others: [UInt8] = []
    while let next = next() {
      if next != signal { others.append(UInt8(truncatingIfNeeded: next)) }
    }
    _ = others.withUnsafeBytes { write(ends.write, $0.baseAddress, $0.count) }
  }

  /// Waits as ``wait(forInput:)`` does, but leaves a signal where it is, and gives input half a
  /// second more to follow it.
  ///
  /// - Returns: Whether there is input; `false` when only a signal has come.
  static func hasInput(_ descriptor: Int32) -> Bool {
    let signals = readEnd.load(ordering: .sequentiallyConsistent)
    if events(of: descriptor, orSignalsOf: signals) != 0 { return true }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 500) > 0
  }

  /// Waits for a signal or for input and tells what the input is ready for.
  private static func events(of descriptor: Int32, orSignalsOf signals: Int32) -> Int32 {
    var requests = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
    ]
    // An interrupted call is not repeated: the signal is in the pipe by then.
    return poll(&requests, 2, -1) > 0 ? Int32(requests[0].revents) : 0
  }

  /// Writes the signal's number; does nothing that a signal handler may not do.
  private static let handle: @convention(c) (Int32) -> Void = { signal in
    let saved = errno
    var number = UInt8(truncatingIfNeeded: signal)
    _ = write(writeEnd.load(ordering: .sequentiallyConsistent), &number, 1)
    errno = saved
  }

  /// Whether a descriptor is a terminal, be it one that hung up.
  private static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 || errno == EIO
  }
}
