import Foundation
import GRDB
import Testing

/// What a command does to the log that it only looks at, and to one that is not where it was.
struct LogAccessTests {
  private static let reading = [
    ["log", "check"], ["stats"], ["stats", "trouble"], ["log", "export"],
    ["today"], ["card", "why", "あ"], ["deck", "list"],
    ["card", "list", "--where", "is:suspended or is:buried"], ["preset"],
  ]
  private static let others = [
    ["study", "Hiragana"], ["undo"], ["preset", "optimize"], ["log", "check", "--rebuild"],
  ]

  private let program: Program

  init() throws { program = try Program() }

  /// Every file of the data folder with its bytes.
  private func files() throws -> [String: Data] {
    let manager = FileManager.default
    guard let names = manager.enumerator(atPath: program.dataFolder) else { return [:] }
    var files: [String: Data] = [:]
    for case let name as String in names {
      files[name] = manager.contents(atPath: program.dataFolder + "/" + name) ?? Data()
    }
    return files
  }

  /// Answers three cards and is killed.
  private func studyAndDie() throws {
    let session = try Conversation(
      program, ["study", "Hiragana", "--format", "json"], at: Program.morning)
    for line in ["a", "i", "u"] { session.send(line) }
    var told = 0
    while told < 3 { if try session.receiveScreen().grade != nil { told += 1 } }
    session.send(signal: SIGKILL)
    _ = try session.waitForExit()
  }

  @Test func `a command that reads makes no log, and finds an empty history`() throws {
    for command in Self.reading + [
      ["undo"], ["preset", "optimize"], ["log", "check", "--rebuild"],
    ] {
      let outcome = try program.run(command, at: Program.morning)
      #expect(
        [.exited(0), .exited(1)].contains(outcome.ending), "\(command): \(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: program.dataFolder), "\(command)")
    }
  }

  @Test func `answers that a kill left beside a log that was moved away are kept, and told`() throws
  {
    try studyAndDie()
    let away = program.home.path + "/away.sqlite"
    try FileManager.default.moveItem(atPath: program.log, toPath: away)
    let before = try files()
    #expect((before["study.sqlite-wal"]?.count ?? 0) > 0)
    for command in Self.reading + Self.others {
      let outcome = try program.run(command, at: Program.morning, input: "a\n")
      #expect(outcome.ending == .exited(3), "\(command)")
      #expect(outcome.output == "", "\(command)")
      #expect(
        outcome.errors.contains("\(program.log)-wal beside it holds answers"), "\(outcome.errors)")
      #expect(try files() == before, "\(command)")
    }
    try FileManager.default.moveItem(atPath: away, toPath: program.log)
    #expect(try program.reviews().map(\.typed) == ["a", "i", "u"])
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test func `an empty write-ahead log alone is no review log`() throws {
    try FileManager.default.createDirectory(
      atPath: program.dataFolder, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: program.log + "-wal"))
    let outcome = try program.run(["log", "check"], at: Program.morning)
    #expect(outcome.ending == .exited(0))
    #expect(outcome.errors.contains("There is no review log yet"))
    #expect(outcome.output == "")
  }

  @Test func `a log behind a link is as safe as one in its place`() throws {
    let real = program.home.path + "/real.sqlite"
    _ = try program.run(["study", "Hiragana"], at: Program.morning, input: "a\n")
    try FileManager.default.moveItem(atPath: program.log, toPath: real)
    try? FileManager.default.removeItem(atPath: program.dataFolder + "/backups")
    try FileManager.default.createSymbolicLink(
      atPath: program.log, withDestinationPath: "../../../real.sqlite")
    try studyAndDie()
    let waiting = FileManager.default.contents(atPath: real + "-wal")
    #expect((waiting?.count ?? 0) > 0)
    let away = program.home.path + "/away.sqlite"
    try FileManager.default.moveItem(atPath: real, toPath: away)
    for command in Self.reading + Self.others {
      let outcome = try program.run(command, at: Program.morning, input: "a\n")
      #expect(outcome.ending == .exited(3), "\(command)")
      #expect(!FileManager.default.fileExists(atPath: real), "\(command)")
      #expect(FileManager.default.contents(atPath: real + "-wal") == waiting, "\(command)")
    }
    try FileManager.default.moveItem(atPath: away, toPath: real)
    let bytes = FileManager.default.contents(atPath: real)
    let salvaged = program.home.path + "/new.sqlite"
    let outcome = try program.run(["log", "check", "--salvage", salvaged])
    #expect(
      outcome.output.contains("0 events are lost") || outcome.ending == .exited(0), "\(outcome)")
    #expect(FileManager.default.contents(atPath: real) == bytes)
    #expect(FileManager.default.contents(atPath: real + "-wal") == waiting)
    #expect(try program.reviews().map(\.typed) == ["a", "a", "i", "u"])
  }

  @Test(.timeLimit(.minutes(1))) func `a pipe in the place of the log is named, not waited for`()
    throws
  {
    try FileManager.default.createDirectory(
      atPath: program.dataFolder, withIntermediateDirectories: true)
    #expect(mkfifo(program.log, 0o600) == 0)
    for command in [
      ["log", "check"], ["study", "Hiragana"], ["log", "check", "--salvage", "new.sqlite"],
    ] {
      let outcome = try program.run(command, at: Program.morning, folder: program.home.path)
      #expect(outcome.ending == .exited(3), "\(command): \(outcome)")
      #expect(outcome.errors.contains("a device or a pipe"), "\(command): \(outcome.errors)")
    }
  }

  @Test func `a check after a kill changes no byte, and the answers are there`() throws {
    try studyAndDie()
    let before = try files()
    for command in [["log", "check"], ["stats"], ["log", "export"]] {
      #expect(try program.run(command, at: Program.morning).ending == .exited(0), "\(command)")
      #expect(
        try files().filter { !$0.key.hasSuffix("-shm") }
          == before.filter {
            !$0.key.hasSuffix("-shm")
          })
    }
    #expect(try program.reviews().map(\.typed) == ["a", "i", "u"])
  }

  @Test(arguments: [false, true]) func `a folder that can't be written is read`(killed: Bool) throws
  {
    try studyAndDie()
    if !killed {
      #expect(try program.run(["study", "Hiragana"], at: Program.morning).errors == "")
    }
    var expected: [[String]: Outcome] = [:]
    for command in Self.reading {
      expected[command] = try program.run(command + ["--now", Program.morning])
    }
    if killed { try? FileManager.default.removeItem(atPath: program.log + "-shm") }
    let before = try files()
    #expect(chmod(program.dataFolder, 0o500) == 0)
    defer { chmod(program.dataFolder, 0o700) }
    for command in Self.reading {
      let outcome = try program.runWithoutPrivileges(command + ["--now", Program.morning])
      #expect(outcome.output == expected[command]?.output, "\(command)")
      #expect(outcome.errors == expected[command]?.errors, "\(command)")
      #expect(outcome.ending == expected[command]?.ending, "\(command)")
    }
    #expect(try files() == before)
    let undo = try program.runWithoutPrivileges(["undo"])
    #expect(undo.ending == .exited(3))
    #expect(undo.errors.contains("cannot") && undo.errors.contains("--data-dir"))
    #expect(try files() == before)
  }

  @Test func `where nothing can be written at all, what to do is told and nothing is lost`() throws
  {
    try studyAndDie()
    try? FileManager.default.removeItem(atPath: program.log + "-shm")
    let before = try files()
    for command in [["log", "check"], ["stats"], ["log", "export"], ["today"]] {
      var shell = program
      shell.path = "/bin/sh"
      let words = ([program.path] + command).map { "'\($0)'" }.joined(separator: " ")
      let outcome = try shell.run(["-c", "ulimit -f 0; exec \(words)"])
      #expect(outcome.ending == .exited(3), "\(command): \(outcome.output)")
      #expect(outcome.errors.contains(program.log), "\(command): \(outcome.errors)")
      #expect(outcome.errors.contains("TMPDIR"), "\(command): \(outcome.errors)")
      #expect(try files().filter { !$0.key.hasSuffix("-shm") } == before)
    }
    #expect(try program.reviews().map(\.typed) == ["a", "i", "u"])
  }

  @Test(arguments: ["moved", "deleted", "replaced"])
  func `a session says that its log has gone, and stops`(change: String) throws {
    let session = try Conversation(
      program, ["study", "Hiragana", "--format", "json"], at: Program.morning)
    session.send("a")
    while try session.receiveScreen().grade == nil {}
    let away = program.home.path + "/away"
    let manager = FileManager.default
    switch change {
    case "moved": try manager.moveItem(atPath: program.dataFolder, toPath: away)
    case "deleted": try manager.removeItem(atPath: program.dataFolder)
    default:
      try manager.moveItem(atPath: program.dataFolder, toPath: away)
      _ = try program.run(["study", "Hiragana"], at: Program.morning, input: "a\n")
    }
    for line in ["i", "u", "e"] { session.send(line) }
    session.closeInput()
    let screens = try session.receiveAll().map { try Screen(json: $0) }
    #expect(screens.allSatisfy { $0.grade == nil })
    #expect(try session.waitForExit() == .exited(3))
    if change == "moved" {
      try manager.moveItem(atPath: away, toPath: program.dataFolder)
      #expect(try program.reviews().map(\.typed) == ["a"])
      #expect(try program.run(["log", "check"]).ending == .exited(0))
    }
  }
}
