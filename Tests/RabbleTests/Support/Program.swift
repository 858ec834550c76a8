import Foundation
import RabbleTestSupport

/// `rabble` as a learner has it: with a home folder of its own, empty at first, and hardly any
/// environment.
struct Program {
  let home: TemporaryFolder
  /// The executable.
  var path: String

  /// A learner who has only just got the program, without the bundled courses where a test does not need them:
  /// they take half a second to be read.
  init(courses: Bool = true) throws {
    home = try TemporaryFolder()
    path = try courses ? Executable.path : Executable.withoutCourses()
  }

  /// The same learner with the bundled courses.
  var withCourses: Program {
    var program = self
    program.path = Executable.path
    return program
  }

  /// A learner whose log is one of those in `Fixtures/Logs`.
  init(log name: String) throws {
    try self.init()
    try FileManager.default.createDirectory(
      atPath: dataFolder, withIntermediateDirectories: true)
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    try FileManager.default.copyItem(
      atPath: folder.appending(path: "Fixtures/Logs/\(name).sqlite").path, toPath: log)
  }

  /// Where the program keeps its files if not told otherwise.
  var dataFolder: String { home.path + "/.local/share/rabble" }
  /// The study log.
  var log: String { dataFolder + "/study.sqlite" }

  /// The whole environment of a run.
  func environment(_ changes: [String: String] = [:]) -> [String: String] {
    [
      "HOME": home.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm",
    ].merging(changes) { $1 }
  }

  /// The arguments of a run with its clock held at a moment.
  func arguments(_ arguments: [String], at moment: String?) -> [String] {
    arguments + (moment.map { ["--now", $0] } ?? [])
  }

  /// Runs the program to its end, with its clock held at a moment, a whole standard input and a
  /// working folder if it shall not be ours.
  func run(
    _ arguments: [String], at moment: String? = nil, input: String = "",
    environment: [String: String] = [:], folder: String? = nil
  ) throws -> Outcome {
    try run(
      arguments, at: moment, inputBytes: Array(input.utf8), environment: environment,
      folder: folder)
  }

  /// Runs the program to its end with any bytes as its standard input.
  func run(
    _ arguments: [String], at moment: String? = nil, inputBytes: [UInt8],
    environment: [String: String] = [:], folder: String? = nil
  ) throws -> Outcome {
    let input = try ChildProcess.pipe()
    let output = try ChildProcess.pipe()
    let errors = try ChildProcess.pipe()
    let whole = self.arguments(arguments, at: moment)
    let child = try ChildProcess(
      folder == nil ? path : "/usr/bin/env",
      arguments: folder.map { ["-C", $0, path] + whole } ?? whole,
      environment: self.environment(environment),
      streams: [
        .descriptor(input.read), .descriptor(output.write), .descriptor(errors.write),
      ])
    for end in [input.read, output.write, errors.write] { close(end) }
    let (outputBytes, errorBytes) = try Exchange(
      input: input.write, bytes: inputBytes, output: output.read, errors: errors.read
    ).run()
    return Outcome(
      output: String(decoding: outputBytes, as: UTF8.self),
      errors: String(decoding: errorBytes, as: UTF8.self), ending: try child.waitForExit())
  }

  /// Runs the program to its end by the rights that files give: root would read and write all of them, and runs it
  /// without its capabilities.
  func runWithoutPrivileges(_ arguments: [String]) throws -> Outcome {
    guard getuid() == 0 else { return try run(arguments) }
    var shell = self
    shell.path = "/usr/bin/setpriv"
    return try shell.run(["--inh-caps=-all", "--bounding-set=-all", path] + arguments)
  }
}
