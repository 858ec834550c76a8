import Foundation
import GRDB
import Testing

/// Parameters that are learned by themselves after a session.
struct AutomaticRefitTests {
  private let program: Program

  init() throws {
    program = try Program(courses: false)
  }

  /// Cards that were easy on the first day, again and again, and are mostly forgotten on each of 27 days
  /// from a week later on: 1,080 reviews on later days. Besides, five that were remembered twice and are
  /// due in months, so that there is something to move.
  private func rememberBriefly(words: Int = 45) throws {
    // Cards with the same history are fitted together, which is fast even without optimization.
    try program.remember(words: words) { word in
      [PastReview(day: 0, grade: 4, minutes: 90), PastReview(day: 0, grade: 4, minutes: 180)]
        + (word < 40
          ? (7..<34).map { PastReview(day: $0, grade: $0 % 4 == 0 ? 3 : 1) }
          : [PastReview(day: 7, grade: 3), PastReview(day: 20, grade: 3)])
    }
  }

  private func session(_ input: String, format: String = "json") throws -> Outcome {
    try program.run(
      ["study", "Words", "--format", format, "--new", "0"], at: Program.morning, input: input)
  }

  private func changes() throws -> Int {
    try program.rows(of: ["preset"])["preset"]?.count ?? 0
  }

  private func tried() throws -> [String: Int] {
    let path = program.home.path + "/.local/state/rabble/refits.json"
    guard let data = FileManager.default.contents(atPath: path) else { return [:] }
    return try JSONDecoder().decode([String: Int].self, from: data)
  }

  @Test func `parameters are put in use exactly when a session says so, and undo takes them back`()
    throws
  {
    try rememberBriefly()
    let first = try session("\n3\n")
    #expect(first.ending == .exited(0))
    // What changed is told after the end of the session.
    #expect(try first.screens.suffix(2).map(\.kind) == ["summary", "notice"])
    #expect(try tried() == ["default": 1226])
    let count = try changes()
    #expect(count == 1)
    let folder = program.dataFolder + "/backups"
    let backups = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0.hasPrefix("study-2026-11-21")
    }
    #expect(backups.count == 1, "\(backups)")
    if count == 1 {
      let before = try DatabaseQueue(path: folder + "/" + (try #require(backups.first)))
      #expect(try before.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM preset") } == 0)
      #expect(try before.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM review") } == 1226)
      #expect(
        first.errors.hasPrefix(
          "Preset “default”: updated the FSRS parameters to fit your answers (1226 reviews; you "))
      #expect(first.errors.hasSuffix("rescheduled). Undo with `rabble undo --event 1228`.\n"))
    }
    #expect(try program.run(["log", "check"]).ending == .exited(0))

    // One answer more is less than three percent.
    let second = try session("\n3\n")
    #expect(second.ending == .exited(0) && second.errors == "")
    #expect(try changes() == count && program.reviews().count == 1227)

    let undo = try program.run(["undo", "--answer"], at: Program.morning)
    #expect(undo.output.hasPrefix("Undone: answer to “p"))
    if count == 1 {
      // What the program did by itself is undone by its number only.
      let weights = try program.run(["undo", "--event", "1228"], at: Program.morning)
      #expect(weights.output.hasPrefix("Undone: new FSRS parameters of preset “default”"))
    }
    // Taken back, they do not come again with the next answer.
    #expect(try session("\n3\n").errors == "")
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test(arguments: ["\"off\"", "false"])
  func `who has settled so keeps the parameters`(value: String) throws {
    try rememberBriefly()
    try program.home.write(".config/rabble/config.toml", "optimize.automatic = \(value)\n")
    #expect(try session("\n3\n").errors == "")
    #expect(try changes() == 0 && tried() == [:])
    try program.home.write(".config/rabble/config.toml", "optimize.automatic = \"maybe\"\n")
    #expect(
      try session("").errors.contains("optimize.automatic must be true or false, not “maybe”."))
  }

  @Test func `without an answer nothing is learned`() throws {
    try rememberBriefly()
    for input in ["", ":quit\n", ":skip\n"] { #expect(try session(input).errors == "") }
    #expect(try program.run(["today", "--count"], at: Program.morning).errors == "")
    #expect(try changes() == 0 && tried() == [:])
  }

  @Test func `reviews of one day are not enough; the try is remembered and told to nobody`() throws
  {
    try program.remember(words: 8) { _ in
      (1..<127).map { PastReview(day: 0, grade: 3, minutes: $0) } + [PastReview(day: 9, grade: 1)]
    }
    #expect(try session("\n3\n", format: "text").errors == "")
    #expect(try changes() == 0 && tried() == ["default": 8 * 128 + 1])
  }

  @Test func `below a hundred reviews nothing is tried`() throws {
    try rememberBriefly(words: 3)
    #expect(try session("\n3\n").errors == "")
    #expect(try changes() == 0 && tried() == [:])
  }

  @Test func `a session that was interrupted learns nothing`() throws {
    try rememberBriefly()
    let session = try Conversation(
      program, ["study", "Words", "--format", "json", "--new", "0"], at: Program.morning)
    _ = try session.receiveScreen()
    session.send("")
    _ = try session.receiveScreen()
    session.send("3")
    _ = try session.receiveScreen()
    session.send(signal: SIGTERM)
    _ = session.receiveAll()
    #expect(try session.waitForExit() == .exited(130))
    #expect(session.errors == "")
    #expect(try changes() == 0 && tried() == [:] && program.reviews().count == 1226)
  }
}
