import Foundation
import Testing

/// Parameters that are learned by themselves after a session.
struct AutomaticRefitTests {
  private let program: Program

  init() throws {
    program = try Program()
  }

  /// Cards that were easy on the first day, again and again, and are mostly forgotten a week later.
  private func rememberBriefly(words: Int = 40) throws {
    try program.remember(words: words) { number in
      [PastReview(day: 0, grade: 4, minutes: 90), PastReview(day: 0, grade: 4, minutes: 180)]
        + [PastReview(day: 7 + number % 5, grade: number % 4 == 0 ? 3 : 1)]
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

  @Test func `a session puts better parameters in use, says it once, and undo takes it back`()
    throws
  {
    try rememberBriefly()
    let first = try session("\n3\n")
    #expect(first.ending == .exited(0))
    #expect(
      first.errors.hasPrefix("Preset “default”: updated the FSRS parameters to fit your answers ("))
    #expect(
      first.errors.hasSuffix("rescheduled). Undo with `rabble undo`.\n"))
    #expect(try first.screens.last?.kind == "summary")
    #expect(try changes() == 1 && tried() == ["default": 161])
    #expect(try program.run(["check"]).ending == .exited(0))

    // One answer more is less than a hundredth.
    let second = try session("\n3\n")
    #expect(second.ending == .exited(0) && second.errors == "")
    #expect(try changes() == 1)
    #expect(try program.reviews().count == 162)

    let undo = try program.run(["undo", "--answer"], at: Program.morning)
    #expect(undo.output.hasPrefix("Undone: answer to “p"))
    let weights = try program.run(["undo"], at: Program.morning)
    #expect(weights.output.hasPrefix("Undone: new FSRS parameters of preset “default”"))
    // Taken back, they do not come again with the next answer.
    #expect(try session("\n3\n").errors == "")
    #expect(try program.run(["check"]).ending == .exited(0))
  }

  @Test(arguments: ["off", "false"])
  func `who has settled so keeps the parameters`(value: String) throws {
    try rememberBriefly()
    try program.home.write(".config/rabble/config", "optimize.automatic = \(value)\n")
    #expect(try session("\n3\n").errors == "")
    #expect(try changes() == 0 && tried() == [:])
    try program.home.write(".config/rabble/config", "optimize.automatic = maybe\n")
    #expect(try session("").errors.hasSuffix("optimize.automatic must be on or off.\n"))
  }

  @Test func `without an answer nothing is learned`() throws {
    try rememberBriefly()
    for input in ["", ":quit\n", ":skip\n"] { #expect(try session(input).errors == "") }
    #expect(try program.run(["due", "--count"], at: Program.morning).errors == "")
    #expect(try changes() == 0 && tried() == [:])
  }

  @Test func `a try that changes nothing is remembered and told to nobody`() throws {
    // With eight later reviews nothing can be held out that a fit could foretell better.
    try program.remember(words: 8) { _ in
      (1..<20).map { PastReview(day: 0, grade: 3, minutes: $0) } + [PastReview(day: 9, grade: 1)]
    }
    #expect(try session("\n3\n", format: "text").errors == "")
    #expect(try changes() == 0 && tried() == ["default": 8 * 21 + 1])
  }

  @Test func `too few reviews to learn from change nothing`() throws {
    try program.remember(words: 3) { _ in [PastReview(day: 9, grade: 1)] }
    #expect(try session("\n3\n").errors == "")
    #expect(try changes() == 0)
  }

  @Test func `on a terminal the news stand after the summary`() throws {
    try rememberBriefly()
    let terminal = try PseudoTerminal(
      program, ["study", "Words", "--new", "0", "--color", "never"], at: Program.morning)
    try terminal.expect("›")
    terminal.enter("")
    try terminal.expect("4  easy")
    terminal.enter("3")
    try terminal.expect("›")
    terminal.enter(":quit")
    try terminal.expect("Preset “default”: updated the FSRS parameters to fit your answers (")
    let end = try terminal.finish()
    #expect(end.ending == .exited(0) && end.shown.contains("Undo with `rabble undo`."))
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
    #expect(try changes() == 0 && program.reviews().count == 161)
  }
}
