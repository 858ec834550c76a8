import Foundation

/// Both ends of a child's standard input and output.
struct Ends {
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
