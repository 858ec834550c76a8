import Foundation

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

  /// An environment that is the same on every machine.
  static func environment(home: String) -> [String] {
    ["HOME=\(home)", "PATH=/usr/bin:/bin", "TERM=xterm-256color", "LANG=C.UTF-8"]
  }
}
