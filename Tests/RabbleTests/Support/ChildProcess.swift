import Foundation
import Synchronization

/// A running `rabble`; it is killed when nobody holds it any more.
final class ChildProcess: Sendable {
  /// What stands at a descriptor of the new process.
  enum Stream {
    case descriptor(Int32)
    /// A terminal, which becomes the controlling one of a new session.
    case terminal(path: String)
  }

  /// Descriptors are made and processes started one at a time, so that no process inherits another
  /// one's end of a pipe before it is marked as not to be inherited.
  static let starting = Mutex(())

  private let id: pid_t
  private let ending = Mutex<Ending?>(nil)

  #if canImport(Darwin)
    private static let startsSession = Int32(POSIX_SPAWN_SETSID)
  #else
    // Of <spawn.h>, which hides it from Swift.
    private static let startsSession: Int32 = 0x80
  #endif

  /// Starts the executable at a path, with nothing in its environment but what is given, and with
  /// its standard input, output and error, in this order.
  init(
    _ path: String, arguments: [String], environment: [String: String], streams: [Stream]
  ) throws {
    // A process that ends early must not end this one.
    signal(SIGPIPE, SIG_IGN)
    id = try Self.starting.withLock { _ in
      try Self.spawn(
        path, [path] + arguments, environment.map { "\($0)=\($1)" }, streams)
    }
  }

  deinit {
    if ending.withLock({ $0 }) == nil {
      kill(id, SIGKILL)
      var status: Int32 = 0
      waitpid(id, &status, 0)
    }
  }

  /// Makes a pipe that no other process inherits.
  static func pipe() throws -> (read: Int32, write: Int32) {
    try starting.withLock { _ in
      var ends: [Int32] = [-1, -1]
      guard Foundation.pipe(&ends) == 0 else { throw Surprise("no pipe: errno \(errno)") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return (ends[0], ends[1])
    }
  }

  /// Sends a signal, unless the process has ended.
  func send(signal number: Int32) {
    ending.withLock { if $0 == nil { kill(id, number) } }
  }

  /// How long a test waits for something that comes within moments, in seconds: a busy machine fails none.
  static let patience = 180.0

  /// Waits for the end.
  ///
  /// - Throws: ``Surprise`` when it does not come in time; then the process is killed.
  func waitForExit(timeout seconds: Double = patience) throws -> Ending {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while true {
      if let ending = poll() { return ending }
      guard Date() < deadline else {
        send(signal: SIGKILL)
        throw Surprise("rabble did not end within \(seconds) s")
      }
      usleep(1000)
    }
  }

  private func poll() -> Ending? {
    ending.withLock { ending in
      var status: Int32 = 0
      if ending == nil, waitpid(id, &status, WNOHANG) == id { ending = Ending(waitStatus: status) }
      return ending
    }
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String], _ streams: [Stream]
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    for (number, stream) in streams.enumerated() {
      switch stream {
      case .descriptor(let descriptor):
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      case .terminal(let path):
        flags |= startsSession
        posix_spawn_file_actions_addopen(&actions, Int32(number), path, O_RDWR, 0)
      }
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var id: pid_t = 0
    let code = withCStrings(arguments) { arguments in
      withCStrings(environment) { environment in
        posix_spawn(&id, path, &actions, &attributes, arguments, environment)
      }
    }
    guard code == 0 else { throw Surprise("\(path) can't be started: errno \(code)") }
    return id
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    return body(copies)
  }
}
