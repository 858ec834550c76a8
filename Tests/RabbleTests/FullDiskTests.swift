import Foundation
import RabbleTestSupport
import Testing

/// A disk that fills up while the learner answers: a small file system of its own where the system lets
/// us make one, otherwise a limit on the length of files.
struct FullDiskTests {
  /// What keeps the program from writing on.
  enum Limit: CaseIterable {
    case disk
    case fileLength
  }

  private let program: Program

  init() throws { program = try Program() }

  /// Runs the commands of a shell script on a data folder without room, and leaves what is there then in
  /// the data folder.
  private func run(_ script: String, _ limit: Limit) throws -> Outcome {
    let manager = FileManager.default
    let start = program.home.path + "/start"
    try manager.moveItem(atPath: program.dataFolder, toPath: start)
    try manager.createDirectory(atPath: program.dataFolder, withIntermediateDirectories: true)
    let lengths = try manager.contentsOfDirectory(atPath: start).map {
      try manager.attributesOfItem(atPath: start + "/" + $0)[.size] as? Int ?? 0
    }
    var shell = program
    if limit == .disk {
      shell.path = "/usr/bin/unshare"
      let room = lengths.reduce(200 << 10, +)
      let outcome = try shell.run([
        getuid() == 0 ? "-m" : "-rm", "/bin/sh", "-c",
        """
        mount -t tmpfs -o size=\(room),mode=700 none '\(program.dataFolder)' || exit 99
        cp -a '\(start)/.' '\(program.dataFolder)' || exit 98
        \(script)
        mkdir '\(program.home.path)/left' && cp -a '\(program.dataFolder)/.' '\(program.home.path)/left'
        """,
      ])
      if outcome.ending != .exited(99), outcome.ending != .exited(1) {
        try manager.removeItem(atPath: program.dataFolder)
        try manager.moveItem(
          atPath: program.home.path + "/left", toPath: program.dataFolder)
        return outcome
      }
    }
    try manager.removeItem(atPath: program.dataFolder)
    try manager.moveItem(atPath: start, toPath: program.dataFolder)
    shell.path = "/bin/sh"
    // In units of 512 bytes.
    let blocks = ((lengths.max() ?? 0) + (24 << 10)) / 512
    return try shell.run(["-c", "ulimit -f \(blocks)\n\(script)"])
  }

  @Test(arguments: Limit.allCases)
  func `a disk that is full loses no verdict that was told, and its log can be read`(limit: Limit)
    throws
  {
    let first = try program.run(["study", "Hiragana"], at: Program.morning, input: "a\ni\n")
    #expect(first.ending == .exited(0))
    try FileManager.default.removeItem(atPath: program.dataFolder + "/backups")
    try program.home.write("lines", String(repeating: "ka\n", count: 400))
    let home = program.home.path
    let outcome = try run(
      """
      p='\(program.path)'
      $p study Hiragana --new 46 --format json --now \(Program.morning) < \(home)/lines > \(home)/said 2> \(home)/errors
      echo "study $?"
      $p log check > \(home)/check 2>&1; echo "check $?"
      $p log export --format jsonl > \(home)/export; echo "export $?"
      $p today --count --now \(Program.morning) > /dev/null; echo "due $?"
      """, limit)
    let said = try String(contentsOfFile: home + "/said", encoding: .utf8)
    let screens = try said.split(separator: "\n").map { try Screen(json: String($0)) }
    let told = screens.filter { $0.kind == "verdict" && $0.grade != nil }.compactMap(\.typed)
    #expect(told.count > 0 && told.count < 400)
    let message = limit == .disk ? "the disk is full" : "can't be written"
    #expect(said.contains("disk is full") || said.contains(message), "\(said.suffix(500))")
    #expect(outcome.output.contains("study 3\ncheck 0\nexport 0\ndue 0\n"), "\(outcome)")
    let end = try #require(said.split(separator: "\n").last)
    #expect(end.contains(#""kind":"summary""#) && end.contains(#""unsaved":1,"unsaved_reason":""#))
    let export = try String(contentsOfFile: home + "/export", encoding: .utf8)
    #expect(export.split(separator: "\n").count == 2 + told.count)
    // With room again, all of it is there, and more can be answered.
    #expect(try program.run(["log", "check"]).ending == .exited(0))
    #expect(try program.reviews().compactMap(\.typed) == ["a", "i"] + told)
    _ = try program.run(["study", "Hiragana"], at: Program.morning, input: "ka\n")
    #expect(try program.reviews().count == 3 + told.count)
  }

  @Test(arguments: Limit.allCases)
  func `a session through a pipe says at its end that an answer was not saved`(limit: Limit) throws
  {
    _ = try program.run(["study", "Hiragana"], at: Program.morning, input: "a\ni\n")
    try FileManager.default.removeItem(atPath: program.dataFolder + "/backups")
    try program.home.write("lines", String(repeating: "ka\n", count: 400))
    let home = program.home.path
    let outcome = try run(
      """
      '\(program.path)' study Hiragana --new 46 --now \(Program.morning) < \(home)/lines > \(home)/said
      echo "study $?"
      """, limit)
    #expect(outcome.output == "study 3\n")
    let said = try String(contentsOfFile: home + "/said", encoding: .utf8)
    let end = try #require(said.ranges(of: "! 1 answer was not saved. ").last)
    #expect(said[end.upperBound...].contains(program.log + ": "))
    #expect(said[end.upperBound...].contains("\nSession over\n  Answered"))
  }

  @Test func `a session on a terminal says at its end that an answer was not saved`() throws {
    _ = try program.run(["study", "Hiragana"], at: Program.morning, input: "a\ni\n")
    let length = try #require(
      try FileManager.default.attributesOfItem(atPath: program.log)[.size] as? Int)
    var shell = program
    shell.path = "/bin/sh"
    let terminal = try PseudoTerminal(
      shell,
      [
        "-c",
        """
        ulimit -f \((length + (24 << 10)) / 512)
        '\(program.path)' study Hiragana --new 46 --color never --now \(Program.morning)
        """,
      ])
    try terminal.expect(" › ")
    for _ in 0..<400 where !terminal.raw.contains("was not saved") {
      terminal.enter("ka")
      try terminal.expect(" › ")
    }
    terminal.enter(":quit")
    let (shown, ending) = try terminal.finish()
    #expect(ending == .exited(3))
    let text = shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("! 1 answer was not saved. "), "\(text)")
  }

  @Test func `a report that can't be written has the system's reason, and one period`() throws {
    var shell = program
    shell.path = "/bin/sh"
    let path = program.home.path + "/days.csv"
    let outcome = try shell.run([
      "-c",
      """
      ulimit -f 8
      '\(program.path)' preset simulate --cards 9 --days 300 --format csv --output '\(path)'
      """,
    ])
    #expect(outcome.ending == .exited(3))
    #expect(
      outcome.errors
        == "rabble: error: \(path): Cannot write the file: \(String(cString: strerror(EFBIG))).\n")
  }
}
