import Foundation
import GRDB
import Testing

/// A study log that can't be used is told, and never overwritten.
struct DamagedLogTests {
  private let program: Program
  private static let commands = [
    ["study", "Hiragana"], ["deck", "list"], ["today"], ["stats"], ["log", "export"], ["undo"],
    ["log", "check"],
    ["log", "check", "--rebuild"],
  ]

  init() throws {
    program = try Program()
    _ = try program.run(["study", "Hiragana"], at: Program.morning, input: "a\ni\nu\n")
  }

  private func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: program.log)) }

  /// Runs every command on the log, none of which may change it.
  private func expectRefusal(saying words: String) throws {
    let before = try bytes()
    for command in Self.commands {
      let outcome = try program.run(command, at: Program.morning, input: "a\n")
      #expect(outcome.ending == .exited(3), "\(command): \(outcome.errors)")
      #expect(outcome.output == "", "\(command)")
      #expect(outcome.errors.contains(program.log), "\(command)")
      #expect(outcome.errors.contains(words), "\(command): \(outcome.errors)")
    }
    #expect(try bytes() == before)
  }

  @Test func `a file that is no log is refused`() throws {
    try Data("Dear diary, today I learned あ.\n".utf8).write(to: URL(fileURLWithPath: program.log))
    try expectRefusal(saying: "the review database is damaged")
  }

  @Test func `a log from a newer version is refused`() throws {
    let database = try DatabaseQueue(path: program.log)
    try database.write { db in
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')")
    }
    try database.close()
    try expectRefusal(saying: "written by a newer rabble: its version is 99")
  }

  @Test func `damage inside the log is told, and nothing is overwritten`() throws {
    var damaged = try bytes()
    let middle = damaged.count / 4096 / 2 * 4096
    for page in [0, 8192, middle, damaged.count - 4096] {
      for index in page + 100..<page + 4096 { damaged[index] = 0xff }
    }
    try damaged.write(to: URL(fileURLWithPath: program.log))
    try expectRefusal(saying: "the review database is damaged")
  }

  @Test func `damage that only a check can find is found`() throws {
    let database = try DatabaseQueue(path: program.log)
    try database.write { db in try db.execute(sql: "UPDATE schedule SET stability = 99") }
    try database.close()
    let found = try program.run(["log", "check"])
    #expect(found.ending == .exited(1))
    #expect(found.lines.count == 3)
    let rebuilt = try program.run(["log", "check", "--rebuild"])
    #expect(rebuilt.ending == .exited(0))
    #expect(try program.run(["log", "check"]).ending == .exited(0))
    #expect(try program.reviews().map(\.typed) == ["a", "i", "u"])
  }

  @Test func `a log that another program holds is waited for, then told`() throws {
    let holder = try DatabaseQueue(path: program.log)
    try holder.inDatabase { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      let before = try bytes()
      let outcome = try program.run(["undo"], at: Program.morning)
      #expect(outcome.ending == .exited(3))
      let name = "process \(getpid()) ("
      let told = outcome.errors.replacing("\n", with: " ")
      #expect(told.hasPrefix("Waiting for \(name)"), "\(outcome)")
      #expect(told.contains(") to finish writing to the review database…"), "\(outcome)")
      #expect(told.contains("study.sqlite: \(name)"), "\(outcome)")
      #expect(told.contains(") is using the review database."), "\(outcome)")
      #expect(try bytes() == before)
      try db.execute(sql: "ROLLBACK")
    }
    try holder.close()
    #expect(try program.run(["undo"], at: Program.morning).ending == .exited(0))
  }

  @Test func `an import that waits for its pipe keeps nobody waiting`() throws {
    let importer = try Conversation(program, ["log", "import", "-"], at: Program.morning)
    // More than a pipe holds: most of it was read when this returns.
    importer.send(
      Array(repeating: String(repeating: "x", count: 200), count: 1500).joined(separator: "\n"))
    let undone = try program.run(["undo"], at: Program.morning)
    #expect(undone.ending == .exited(0) && !undone.errors.contains("Waiting"), "\(undone)")
    importer.closeInput()
    #expect(try importer.waitForExit() == .exited(1))
  }

  @Test func `a log that is held for a moment only is waited for`() throws {
    let session = try Conversation(
      program, ["study", "Hiragana", "--format", "json"], at: Program.morning)
    _ = try session.receive()
    let holder = try DatabaseQueue(path: program.log)
    try holder.inDatabase { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      session.send("e")
      #expect(session.isSilent(milliseconds: 500))
      try db.execute(sql: "COMMIT")
    }
    #expect(try session.receiveScreen().verdict == "correct")
    session.closeInput()
    #expect(try session.waitForExit() == .exited(0))
  }

  @Test(arguments: ["/dev/null/rabble", "/proc/rabble"])
  func `a data folder that can't be made is told`(folder: String) throws {
    for command in [["study"], ["card", "suspend", "--yes", "あ"], ["preset", "set", "own"]] {
      let outcome = try program.run(command + ["--data-dir", folder])
      #expect(outcome.ending == .exited(3), "\(command)")
      #expect(outcome.errors.contains(folder) && outcome.errors.contains("--data-dir"))
      #expect(outcome.output == "")
    }
  }

  @Test func `a file in the place of the data folder is told`() throws {
    let path = try program.home.write("file", "precious")
    let outcome = try program.run(["study", "--data-dir", path])
    #expect(outcome.ending == .exited(3))
    #expect(outcome.errors.contains(path))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
  }

  @Test func `a log in a read-only folder is told and kept`() throws {
    #expect(chmod(program.log, 0o400) == 0 && chmod(program.dataFolder, 0o500) == 0)
    defer { chmod(program.dataFolder, 0o700) }
    let before = try bytes()
    let outcome = try program.runWithoutPrivileges(["undo"])
    #expect(outcome.ending == .exited(3))
    #expect(outcome.errors.contains("cannot write the review database"))
    #expect(try bytes() == before)
  }
}
