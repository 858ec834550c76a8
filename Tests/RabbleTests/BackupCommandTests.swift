import Foundation
import GRDB
import RabbleTestSupport
import Testing

/// Backups as a learner meets them.
struct BackupCommandTests {
  private let program: Program
  private var folder: String { program.dataFolder + "/backups" }

  init() throws { program = try Program() }

  private func study(_ input: String, at moment: String = Program.morning) throws -> Outcome {
    try program.run(["study", "Hiragana"], at: moment, input: input)
  }

  private func files() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
      !$0.hasPrefix(".")
    }.sorted()
  }

  @Test func `a session leaves one backup a day, for the learner's eyes only`() throws {
    _ = try study("a\ni\n")
    #expect(files() == ["study-2026-11-21T090000+0900.sqlite"])
    _ = try study("u\n")
    #expect(files().count == 1)
    let next = try study("e\n", at: "2026-11-22T10:00:00+09:00")
    #expect(next.errors == "")
    #expect(files().count == 2)
    var status = stat()
    #expect(stat(folder + "/" + files()[0], &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
  }

  @Test func `where there is nothing to back up, nothing went wrong`() throws {
    let outcome = try program.run(["log", "backup"], at: Program.morning)
    #expect(outcome.ending == .exited(1))
    #expect(outcome.errors.contains("There is nothing to back up yet."))
  }

  @Test func `a clock that was wrong once keeps no later day from its backup`() throws {
    for day in ["2099-01-01", "2026-11-21", "2026-11-22"] {
      _ = try study("a\n", at: "\(day)T09:00:00+09:00")
    }
    #expect(
      files().map { $0.prefix(16) } == ["study-2026-11-21", "study-2026-11-22", "study-2099-01-01"])
  }

  @Test(arguments: [false, true])
  func `a log that is empty or gone while its backups are there does not start over`(isEmpty: Bool)
    throws
  {
    _ = try study("a\ni\n")
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: program.log + suffix)
    }
    if isEmpty { try Data().write(to: URL(fileURLWithPath: program.log)) }
    for arguments in [
      ["study", "Hiragana"], ["today"], ["log", "check"], ["deck", "new", "Mine"],
    ] {
      let outcome = try program.run(arguments, at: Program.morning)
      #expect(outcome.ending == .exited(3), "\(arguments)")
      #expect(outcome.errors.contains("rabble log restore"), "\(outcome)")
    }
    #expect(try program.run(["log", "restore", "--yes"]).ending == .exited(0))
    #expect(try program.reviews().count == 2)
    try FileManager.default.moveItem(atPath: folder, toPath: folder + ".old")
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test func `a session without an answer makes no backup`() throws {
    _ = try study("")
    #expect(files() == [])
  }

  @Test func `a backup is made before an import`() throws {
    _ = try study("a\n", at: "2026-11-20T09:00:00+09:00")
    let words = try program.home.write("words.csv", "prompt,answer\ndog,perro\n")
    let outcome = try program.run(["deck", "import", words, "--yes"], at: Program.morning)
    #expect(outcome.ending == .exited(0), "\(outcome.errors)")
    #expect(files().count == 2)
    let database = try DatabaseQueue(path: folder + "/" + files()[1])
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM import") } == 0)
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM review") } == 1)
  }

  @Test func `a backup behind a link is copied, not made the log`() throws {
    _ = try study("a\n")
    let backup = folder + "/" + files()[0]
    _ = try study("i\n")
    let link = program.home.path + "/link.sqlite"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: backup)
    let bytes = FileManager.default.contents(atPath: backup)
    let restored = try program.run(["log", "restore", link, "--yes"], at: Program.morning)
    #expect(restored.ending == .exited(0), "\(restored.errors)")
    #expect(try program.reviews().map(\.typed) == ["a"])
    _ = try study("u\n", at: "2026-11-22T10:00:00+09:00")
    #expect(FileManager.default.contents(atPath: backup) == bytes)
  }

  @Test func `a damaged backup takes no sound one's place`() throws {
    _ = try program.run(["config", "set", "backup.keep", "0 0 0"])
    for day in 1...3 { _ = try study("a\n", at: "2026-11-0\(day)T10:00:00+09:00") }
    #expect(files().count == 2)
    try Data("wreck".utf8).write(
      to: URL(filePath: folder + "/study-2026-11-04T100000+0900.sqlite"))
    _ = try study("a\n", at: "2026-11-05T10:00:00+09:00")
    #expect(
      files().map { $0.prefix(16) }.filter { $0 != "study-2026-11-04" }
        == ["study-2026-11-03", "study-2026-11-05"])
  }

  @Test func `backups are listed, and one is restored with the log kept aside`() throws {
    #expect(try program.run(["log", "backups"]).errors.contains("no backup yet"))
    _ = try study("a\ni\n")
    let made = try program.run(["log", "backup"], at: "2026-11-21T10:00:00+09:00")
    #expect(made.ending == .exited(0) && made.output.contains("2026-11-21T100000+0900"))
    _ = try study("u\ne\n", at: "2026-11-21T11:00:00+09:00")
    let list = try program.run(["log", "backups", "--format", "json"])
    #expect(list.output.contains(#""name""#) && list.output.contains("2026-11-21T100000+0900"))

    let refused = try program.run(["log", "restore", "2026-11-21T10"])
    #expect(refused.ending == .exited(2) && refused.errors.contains("--yes"))
    #expect(try program.reviews().count == 4)
    let restored = try program.run(
      ["log", "restore", "2026-11-21T10", "--yes"], at: "2026-11-21T12:00:00+09:00")
    #expect(restored.ending == .exited(0), "\(restored.errors)")
    #expect(try program.reviews().map(\.typed) == ["a", "i"])
    #expect(try program.run(["log", "check"]).ending == .exited(0))
    let aside = try #require(
      try FileManager.default.contentsOfDirectory(atPath: program.dataFolder).first {
        $0.contains("before-restore") && !$0.hasSuffix("-wal")
      })
    #expect(restored.output.contains(aside))
    let back = try program.run(
      ["log", "restore", program.dataFolder + "/" + aside, "--yes"],
      at: "2026-11-21T13:00:00+09:00")
    #expect(back.ending == .exited(0), "\(back.errors)")
    #expect(try program.reviews().map(\.typed) == ["a", "i", "u", "e"])

    for name in ["2026-11-21", "study-2026-11-21"] {
      let ambiguous = try program.run(["log", "restore", name, "--yes"])
      #expect(ambiguous.ending == .exited(2) && ambiguous.errors.contains("ambiguous"))
    }
    #expect(try program.run(["log", "restore", "1999", "--yes"]).ending == .exited(2))
  }

  @Test(arguments: [
    "study-2026-11-21T09", "study-2026-11-21T090000+0900.sqlite", "2026-11-21T090000+0900.sqlite",
  ])
  func `a backup is found by the name of its file, too, and its time reads as elsewhere`(
    name: String
  ) throws {
    _ = try study("a\n")
    _ = try program.run(["log", "backup"], at: "2026-11-21T10:00:00+09:00")
    _ = try study("i\n", at: "2026-11-21T11:00:00+09:00")
    let restored = try program.run(
      ["log", "restore", name, "--yes"], at: "2026-11-21T12:00:00+09:00")
    #expect(restored.lines.first == "Restored the review log of 2026-11-21 09:00.", "\(restored)")
    #expect(try program.reviews().map(\.typed) == ["a"])
    let list = try program.run(["log", "backups"])
    #expect(list.lines.last?.contains("  2026-11-21 09:00  ") == true, "\(list)")
    #expect(
      try program.run(["log", "backups", "--format", "csv"]).output.contains(
        ",2026-11-21T09:00:00+09:00,"))
  }

  @Test func `answers in a write-ahead log that was left behind are kept aside, too`() throws {
    _ = try study("a\n")
    _ = try program.run(["log", "backup"], at: Program.morning)
    let session = try Conversation(
      program, ["study", "Hiragana", "--format", "json"], at: Program.morning)
    _ = try session.receive()
    session.send("i")
    _ = try session.receiveScreen()
    session.send(signal: SIGKILL)
    _ = try session.waitForExit()
    let restored = try program.run(["log", "restore", "--yes"], at: Program.morning)
    #expect(restored.ending == .exited(0), "\(restored.errors)")
    #expect(try program.reviews().map(\.typed) == ["a"])
    let aside = try FileManager.default.contentsOfDirectory(atPath: program.dataFolder).filter {
      $0.contains("before-restore")
    }.sorted()
    let path = program.dataFolder + "/" + (try #require(aside.first))
    let back = try program.run(["log", "restore", path, "--yes"], at: Program.morning)
    #expect(back.ending == .exited(0), "\(back.errors)")
    #expect(try program.reviews().map(\.typed) == ["a", "i"])
  }

  @Test func `nothing is restored while another program has the log open`() throws {
    _ = try study("a\n")
    _ = try program.run(["log", "backup"], at: Program.morning)
    let session = try Conversation(
      program, ["study", "Hiragana", "--format", "json"], at: Program.morning)
    _ = try session.receive()
    let refused = try program.run(["log", "restore", "--yes"], at: Program.morning)
    #expect(refused.ending == .exited(3) && refused.errors.contains("another program"))
    session.send("i")
    #expect(try session.receiveScreen().verdict == "correct")
    session.closeInput()
    _ = try session.waitForExit()
    #expect(try program.reviews().map(\.typed) == ["a", "i"])
  }

  @Test func `a damaged backup is not restored`() throws {
    _ = try study("a\n")
    let path = folder + "/" + files()[0]
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for index in 8192..<bytes.count { bytes[index] = 0xff }
    try bytes.write(to: URL(fileURLWithPath: path))
    let refused = try program.run(["log", "restore", "--yes"], at: Program.morning)
    #expect(refused.ending == .exited(3) && refused.errors.contains("damaged"))
    #expect(try program.reviews().map(\.typed) == ["a"])
  }

  @Test func `a backup that can't be made is said once and harms nothing`() throws {
    try program.home.write(".config/rabble/config.toml", "backup.folder = \"/dev/null/backups\"\n")
    let outcome = try study("a\ni\n")
    #expect(outcome.ending == .exited(0))
    #expect(outcome.errors.components(separatedBy: "not backed up").count == 2)
    #expect(outcome.errors.contains("backup.folder"))
    #expect(try program.reviews().count == 2)
    #expect(try program.run(["log", "backup"]).ending == .exited(3))
  }

  @Test func `the folder and the number of backups are settings`() throws {
    let elsewhere = program.home.path + "/elsewhere"
    try program.home.write(
      ".config/rabble/config.toml",
      "[backup]\nfolder = \"\(elsewhere)\"\nkeep = \"1 0 0\"\n")
    for day in 10..<15 { _ = try study("a\n", at: "2026-11-\(day)T09:00:00+09:00") }
    let names = try FileManager.default.contentsOfDirectory(atPath: elsewhere).filter {
      !$0.hasPrefix(".")
    }
    #expect(names.count == 2)
    try program.home.write(
      ".config/rabble/config.toml", "backup.folder = \"here\"\nbackup.keep = \"all\"\n")
    let errors = try program.run(["today"]).errors
    #expect(errors.contains("backup.folder must be") && errors.contains("backup.keep must be"))
  }

  @Test func `a card with a damaged answer is not asked as if nothing were`() throws {
    _ = try study("a\n", at: "2026-11-19T09:00:00+09:00")
    let database = try DatabaseQueue(path: program.log)
    try database.inDatabase { db in
      let trigger = try String.fetchOne(
        db, sql: "SELECT sql FROM sqlite_schema WHERE name = 'review_never_UPDATE'")
      try db.execute(
        sql: "DROP TRIGGER review_never_UPDATE; UPDATE review SET duration = duration + 1")
      try db.execute(sql: #require(trigger))
    }
    try database.close()
    let outcome = try program.run(
      ["study", "Hiragana", "--new", "0"], at: Program.morning, input: "a\na\n")
    let said = outcome.output + outcome.errors
    #expect(said.contains("rabble log check --salvage") && said.contains("rabble log restore"))
    #expect(try program.reviews().count == 1)
    let check = try program.run(["log", "check"])
    #expect(check.ending == .exited(1) && check.output.contains("of the kind review"))
    // A copy of it is refused, and the log is named, not the copy.
    let backup = try program.run(["log", "backup"])
    #expect(backup.ending == .exited(3))
    #expect(backup.errors.contains("\(program.log): the review database is damaged"))
    #expect(!backup.errors.contains("unfinished"))
  }

  @Test func `a damaged log is salvaged into a new one, which is put in its place`() throws {
    _ = try study("a\ni\nu\n")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: program.log))
    for index in 0..<4096 { bytes[index] = 0x55 }
    try bytes.write(to: URL(fileURLWithPath: program.log))
    let told = try program.run(["study", "Hiragana"], at: Program.morning, input: "e\n")
    #expect(told.ending == .exited(3) && told.errors.contains("--salvage"))
    let new = program.home.path + "/new.sqlite"
    for (path, reason) in [(program.log, "a file already"), ("/none/new", "No such file")] {
      let refused = try program.run(["log", "check", "--salvage", path])
      #expect(refused.ending == .exited(3) && refused.errors.contains(reason), "\(refused)")
      #expect(refused.errors.contains("Name a new file"), "\(refused)")
    }
    let salvaged = try program.run(["log", "check", "--salvage", new])
    #expect(salvaged.output.contains("Copied "), "\(salvaged.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: program.log)) == bytes)
    let restored = try program.run(["log", "restore", new, "--yes"], at: Program.morning)
    #expect(restored.ending == .exited(0), "\(restored.errors)")
    #expect(try program.reviews().map(\.typed) == ["a", "i", "u"])
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test
  func `what a damaged log has lost is told by kind and time, and comes from the newest backup`()
    throws
  {
    _ = try study("a\ni\nu\n")
    let backup = try program.run(["log", "backup"], at: Program.morning)
    #expect(backup.ending == .exited(0), "\(backup.errors)")
    let database = try DatabaseQueue(path: program.log)
    let page = try database.inDatabase {
      try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'review'")
    }
    try database.close()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: program.log))
    let start = (try #require(page) - 1) * 4096
    for index in start..<start + 4096 { bytes[index] = 0 }
    try bytes.write(to: URL(fileURLWithPath: program.log))
    let new = program.home.path + "/new.sqlite"
    let salvaged = try program.run(
      ["log", "check", "--salvage", new], environment: ["PATH": "/nowhere"])
    #expect(salvaged.ending == .exited(0), "\(salvaged.errors)")
    let said = salvaged.output.replacing("\n", with: " ")
    #expect(said.contains("3 of them are from the backup"), "\(said)")
    #expect(said.contains("sqlite3 is not installed"), "\(said)")
    #expect(said.contains("No events were lost."), "\(said)")
  }

  @Test func `a check without a log says that there is nothing to check`() throws {
    let check = try Program().run(["log", "check"])
    #expect(check.ending == .exited(0) && check.output == "", "\(check)")
    #expect(check.errors == "There is no review log yet, so there is nothing to check.\n")
  }

  @Test func `where there is no log, nothing is salvaged and nothing is made`() throws {
    let program = try Program()
    let new = program.home.path + "/new.sqlite"
    let refused = try program.run(["log", "check", "--salvage", new])
    #expect(refused.ending == .exited(3) && refused.output == "", "\(refused)")
    #expect(refused.errors.contains(program.log), "\(refused)")
    #expect(refused.errors.contains("there is no review log"), "\(refused)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: program.home.path) == [])
  }

  @Test func `the commands that help names set folder and number of backups`() throws {
    let help = try program.run(["help", "log", "backup"]).output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(help.contains("backup.folder and backup.keep"))
    for command in ["config set backup.folder /path", "config set backup.keep 7 4 12"] {
      let outcome = try program.run(command.split(separator: " ").map(String.init))
      #expect(outcome.ending == .exited(0), "\(outcome.errors)")
    }
    #expect(try program.run(["config"]).ending == .exited(0))
  }
}
