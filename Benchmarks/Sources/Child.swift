import Foundation

/// A program that was started, with its standard input and output in our hands.
final class Child {
  /// Where its standard input and output lie.
  enum Streams: Equatable {
    case pipes
    case terminal
    /// No input, and the output is thrown away.
    case nowhere
    /// No input, and the output is written to a new file.
    case file(String)
  }

  /// The moment before the process was made.
  let start: ContinuousClock.Instant
  let id: pid_t
  private let input: Int32
  private let output: Int32
  private var received: [UInt8] = []
  private var ending: Int32?
  /// The most memory that was resident, in MiB, once the program has ended.
  private(set) var peakOfEnded = 0.0
  /// The seconds that the processor has worked for it, once the program has ended.
  private(set) var processorTimeOfEnded = 0.0
  /// The milliseconds that a reading waits.
  private var patience: Int32 = 60_000

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

  /// Reads until this has been written, and returns how long after the start that was.
  ///
  /// - Throws: ``Failure`` when the program ends or so many seconds go by without it.
  @discardableResult
  func wait(for text: String, patience seconds: Int32 = 60) throws -> Duration {
    patience = seconds * 1000
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

  /// Reads until one of these has been written, and returns which.
  ///
  /// - Throws: ``Failure`` when the program ends, or a minute goes by without it.
  func wait(forOneOf texts: [String]) throws -> Int {
    patience = 60_000
    let wanted = texts.map { Array($0.utf8) }
    while true {
      if let found = wanted.firstIndex(where: { received.firstRange(of: $0) != nil }) {
        received.removeAll()
        return found
      }
      guard read() else { throw Failure("none of \(texts.joined(separator: ", ")) came") }
    }
  }

  /// Reads a line.
  func readLine() throws -> String {
    patience = 60_000
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeSubrange(...end) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      guard read() else { throw Failure("no line came") }
    }
  }

  /// The seconds that the processor has worked for it so far.
  func processorTime() throws -> Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(id, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      throw Failure("the system does not report the processor time")
    }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Reads until the output is closed, or nothing has come for so many seconds.
  func readToEnd(patience seconds: Int32 = 60) -> String {
    patience = seconds * 1000
    while read() {}
    return String(decoding: received, as: UTF8.self)
  }

  /// The most memory that was resident so far, in MiB.
  func peakMemory() throws -> Double {
    let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    guard let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first else {
      throw Failure("the system does not report the resident memory")
    }
    return (Double(kibibytes) ?? 0) / 1024
  }

  /// The most memory that was resident until the process has ended, in MiB. What the system reports then
  /// includes the most that this program needed itself, because the process began as a copy of it.
  func peakUntilEnd() -> Double {
    var peak = 0.0
    while let now = try? peakMemory() {
      peak = max(peak, now)
      usleep(2000)
    }
    return peak
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
    peakOfEnded = Double(usage.ru_maxrss) / 1024
    processorTimeOfEnded = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
    let code = status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f
    ending = code
    return code
  }

  /// Reads what is there or comes; `false` when the output was closed or nothing came for too long.
  private func read() -> Bool {
    var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, patience) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Foundation.read(output, &buffer, buffer.count)
    guard count > 0 else { return false }
    received += buffer[..<count]
    return true
  }
}

/// Both ends of a child's standard input and output.
private struct Ends {
  private(set) var ours: (input: Int32, output: Int32) = (-1, -1)
  private var theirs: (input: Int32, output: Int32) = (-1, -1)
  private var terminal: String?

  // Of <spawn.h>, which hides it from Swift.
  private static let startsSession: Int16 = 0x80

  init(_ streams: Child.Streams) throws {
    switch streams {
    case .pipes:
      let (input, output) = (try Self.pipe(), try Self.pipe())
      theirs = (input.read, output.write)
      ours = (input.write, output.read)
    case .terminal:
      var (ourEnd, theirEnd): (Int32, Int32) = (-1, -1)
      var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
      var name = [CChar](repeating: 0, count: 128)
      guard openpty(&ourEnd, &theirEnd, &name, nil, &size) == 0 else {
        throw Failure("no pseudo-terminal: errno \(errno)")
      }
      _ = fcntl(ourEnd, F_SETFD, FD_CLOEXEC)
      close(theirEnd)
      ours = (ourEnd, ourEnd)
      terminal = String(
        decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    case .nowhere:
      let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
      theirs = (nowhere, nowhere)
    case .file(let path):
      theirs = (
        open("/dev/null", O_RDONLY | O_CLOEXEC),
        open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      )
    }
  }

  /// Starts a program on these ends. Its standard error is our own, but on a terminal that one.
  func spawn(_ arguments: [String], _ environment: [String]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if let terminal {
      posix_spawnattr_setflags(&attributes, Self.startsSession)
      for stream in Int32(0)...2 {
        posix_spawn_file_actions_addopen(&actions, stream, terminal, O_RDWR, 0)
      }
    } else {
      posix_spawn_file_actions_adddup2(&actions, theirs.input, 0)
      posix_spawn_file_actions_adddup2(&actions, theirs.output, 1)
    }
    let (argv, envp) = (Self.strings(arguments), Self.strings(environment))
    defer { for string in argv + envp { free(string) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, arguments[0], &actions, &attributes, argv, envp)
    guard code == 0 else { throw Failure("\(arguments[0]) can't be started: errno \(code)") }
    return id
  }

  /// Lets go of the ends that are the child's.
  func closeTheirs() {
    if theirs.input >= 0 { close(theirs.input) }
    if theirs.output >= 0, theirs.output != theirs.input { close(theirs.output) }
  }

  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else { throw Failure("no pipe: errno \(errno)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func strings(_ strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
    strings.map { strdup($0) } + [nil]
  }
}

/// The release build of `rabble`, run with a data folder and a home of its own.
struct Subject {
  let path: String
  let dataFolder: String
  /// Where the clock is held; the system's when `nil`.
  var now: String?

  var log: String { dataFolder + "/study.sqlite" }

  /// Starts a command.
  func start(_ command: [String], streams: Child.Streams) throws -> Child {
    let clock = now.map { ["--now", $0] } ?? []
    return try Child(
      [path] + command + ["--data-dir", dataFolder] + clock,
      environment: Self.environment(home: dataFolder), streams: streams)
  }

  /// Runs a command to its end, its output thrown away.
  func run(_ command: [String]) throws -> (code: Int32, duration: Duration) {
    let child = try start(command, streams: .nowhere)
    let code = child.waitForExit()
    return (code, ContinuousClock.now - child.start)
  }

  /// What a command costs, without so many seconds of the processor: the quickest of some runs, and the most memory
  /// of any.
  @discardableResult
  func measure(
    _ command: [String], runs: Int = 1, besides idle: Double = 0,
    streams: Child.Streams = .nowhere
  ) throws -> Cost {
    var best = Double.infinity
    var memory = 0.0
    for _ in 0..<runs {
      let child = try start(command, streams: streams)
      memory = max(memory, child.peakUntilEnd())
      let code = child.waitForExit()
      guard code == 0 else { throw Failure("\(command.joined(separator: " ")) ended with \(code)") }
      best = min(best, child.processorTimeOfEnded)
    }
    return Cost(seconds: max(0, best - idle), memory: memory)
  }

  /// The seconds of the processor that the program takes to say its version and end, at best.
  static func idleTime(of path: String) throws -> Double {
    try (0..<15).map { _ in
      let child = try Child(
        [path, "--version"], environment: environment(home: "/"), streams: .nowhere)
      child.waitForExit()
      return child.processorTimeOfEnded
    }.min() ?? 0
  }

  /// An environment that is the same on every machine.
  static func environment(home: String) -> [String] {
    ["HOME=\(home)", "PATH=/usr/bin:/bin", "TERM=xterm-256color", "LANG=C.UTF-8"]
  }
}

/// The peers, which are packages of Python.
struct Python {
  let path: String?

  /// The words a script prints; `nil` without Python or when it fails.
  func words(_ script: String, _ arguments: [String] = []) throws -> [String]? {
    try words(["-c", script] + arguments)
  }

  /// The words that a script in a file prints; `nil` without Python or when it fails.
  func words(file: String, _ arguments: [String]) throws -> [String]? {
    try words(["-B", file] + arguments)
  }

  private func words(_ arguments: [String]) throws -> [String]? {
    guard let path, access(path, X_OK) == 0 else { return nil }
    let child = try Child(
      [path] + arguments, environment: Subject.environment(home: "/tmp"), streams: .pipes)
    // A peer makes its data first, which takes minutes.
    let words = child.readToEnd(patience: 1800).split { $0 == " " || $0 == "\n" }.map(String.init)
    return child.waitForExit() == 0 ? words : nil
  }
}
