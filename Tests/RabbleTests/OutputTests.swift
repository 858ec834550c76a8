import Foundation
import RabbleTestSupport
import Testing

/// Where data goes, and what happens when it can't go there.
struct OutputTests {
  @Test(
    .enabled(if: access("/dev/full", W_OK) == 0),
    arguments: [
      ["stats"], ["stats", "--format", "json"], ["log", "export"], ["deck", "list"], ["today"],
    ])
  func `a full standard output is told, without a crash`(command: [String]) throws {
    let program = try Program()
    var shell = program
    shell.path = "/bin/sh"
    let outcome = try shell.run(
      ["-c", "exec \"$0\" \"$@\" > /dev/full", program.path] + command)
    #expect(outcome.ending == .exited(3))
    #expect(outcome.errors.contains("No space left on device"))
  }

  @Test(.enabled(if: access("/dev/full", W_OK) == 0))
  func `a session whose output is full ends with a message and keeps the log sound`() throws {
    let program = try Program()
    var shell = program
    shell.path = "/bin/sh"
    let outcome = try shell.run(
      ["-c", "exec \"$0\" study Hiragana > /dev/full", program.path], input: "a\n")
    #expect(outcome.ending == .exited(3))
    #expect(outcome.errors.contains("No space left on device"))
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test func `statistics go into a file instead, whole or not at all`() throws {
    let program = try Program()
    _ = try program.run(["study", "Hiragana"], at: Program.morning, input: "a\n")
    let shown = try program.run(["stats", "--format", "csv"])
    let file = program.home.path + "/stats.csv"
    let written = try program.run(["stats", "--format", "csv", "--output", file])
    #expect(written.output == "" && written.ending == .exited(0))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == shown.output)

    // What is there already is overwritten only if the learner says so.
    try "mine".write(toFile: file, atomically: true, encoding: .utf8)
    for command in [
      ["stats", "--output"], ["deck", "export", "Hiragana", "--output"],
      ["preset", "simulate", "--drawing"],
    ] {
      let refused = try program.run(command + [file])
      #expect(refused.ending == .exited(2))
      #expect(refused.errors.contains("stats.csv exists already"))
      #expect(refused.errors.contains("--force"))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    }
    let forced = try program.run(["stats", "--format", "csv", "--output", file, "--force"])
    #expect(forced.ending == .exited(0))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == shown.output)

    // A link stays, and what it leads to keeps its permissions.
    let link = program.home.path + "/link.csv"
    #expect(chmod(file, 0o600) == 0 && symlink(file, link) == 0)
    _ = try program.run(["stats", "--format", "json", "--output", link, "--force"])
    var status = stat()
    #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)

    for command in [["stats", "--output"], ["preset", "simulate", "--drawing"]] {
      let log = try program.run(command + [program.log, "--force"])
      #expect(log.ending == .exited(2))
      #expect(log.errors.contains("study.sqlite is a review log, and is never overwritten"))
    }
    #expect(try program.reviews().count == 1)

    let failed = try program.run(["stats", "--output", program.home.path + "/missing/stats.csv"])
    #expect(failed.ending == .exited(3))
    #expect(
      failed.errors.contains("missing/stats.csv: Cannot write the file: No such file or directory"))
  }

  @Test func `a pipe or device named for output is written to, never replaced`() throws {
    let program = try Program()
    let path = program.home.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    let outcome = try program.run(["stats", "--output", path])
    #expect(outcome.ending == .exited(0))
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(String(decoding: Exchange.read(reader), as: UTF8.self).hasPrefix("Overview, "))
  }

  @Test func `the learner's files are for the learner's eyes only`() throws {
    let program = try Program()
    _ = try program.run(["study", "Hiragana"], at: Program.morning, input: "a\n")
    func mode(_ path: String) -> mode_t {
      var status = stat()
      return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }
    #expect(mode(program.dataFolder) == 0o700)
    #expect(mode(program.dataFolder + "/decks") == 0o700)
    #expect(mode(program.log) == 0o600)
    let files = try FileManager.default.contentsOfDirectory(atPath: program.dataFolder)
    #expect(files.filter { mode(program.dataFolder + "/" + $0) & 0o077 != 0 } == [])
  }

  @Test func `a data folder of one's own takes everything, and nothing is left at home`() throws {
    let program = try Program()
    let folder = program.home.path + "/elsewhere/deep"
    for arguments in [["study", "Hiragana"], ["stats"], ["today"], ["log", "check"]] {
      let outcome = try program.run(
        arguments + ["--data-dir", folder], at: Program.morning, input: "a\n")
      #expect(outcome.ending == .exited(0))
    }
    #expect(access(folder + "/study.sqlite", F_OK) == 0)
    let home = try FileManager.default.contentsOfDirectory(atPath: program.home.path)
    #expect(home == ["elsewhere"])
    let xdg = try program.run(
      ["study", "Hiragana"], at: Program.morning, input: "a\n",
      environment: ["XDG_DATA_HOME": program.home.path + "/xdg"])
    #expect(xdg.ending == .exited(0))
    #expect(access(program.home.path + "/xdg/rabble/study.sqlite", F_OK) == 0)
  }
}
