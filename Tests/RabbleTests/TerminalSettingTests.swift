import Foundation
import Testing

/// What the learner's settings and the terminal decide about a session at the keyboard.
struct TerminalSettingTests {
  private let program: Program

  init() throws {
    program = try Program(courses: false)
    try program.addDeck(Program.words)
  }

  private func study(
    _ options: [String] = [], environment: [String: String] = [:], columns: UInt16 = 80,
    by learner: Program? = nil
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      learner ?? program, ["study", "Words"] + options, at: Program.morning,
      environment: environment,
      columns: columns)
  }

  /// A new learner answers a card and leaves; gives everything the terminal was sent.
  private func shown(_ options: [String] = [], environment: [String: String] = [:]) throws
    -> String
  {
    let learner = try Program(courses: false)
    try learner.addDeck(Program.words)
    let terminal = try study(options, environment: environment, by: learner)
    try terminal.expect("ねこ › ")
    terminal.enter("cat")
    try terminal.expect("✓ Correct: cat")
    try terminal.expect("いぬ › ")
    terminal.send("\u{4}")
    #expect(try terminal.finish().ending == .exited(0))
    return terminal.raw
  }

  private func isColored(_ text: String) -> Bool {
    text.firstMatch(of: /\u{1b}\[[0-9;]*m/) != nil
  }

  @Test func `no answer ever comes back from a history`() throws {
    let terminal = try study()
    try terminal.expect("ねこ › ")
    terminal.enter("fish")
    try terminal.expect("✗ Incorrect — the answer is: cat")
    try terminal.expect("いぬ › ")
    // Up and Control-P ask for the line before; the line stays empty, and shows the answer.
    terminal.enter("\u{1b}[A\u{1b}OA\u{10}")
    try terminal.expect("Answer  dog")
    try terminal.expect("1–4 › ")
    terminal.send("\u{4}")
    #expect(try terminal.finish().ending == .exited(0))
    #expect(try program.reviews().map(\.typed) == ["fish"])
    let files = FileManager.default.enumerator(atPath: program.home.path)?.allObjects ?? []
    #expect(!files.contains { "\($0)".contains("history") })
  }

  @Test func `the init file of Readline is honoured, also where it names rabble`() throws {
    try program.home.write(
      ".inputrc",
      """
      $if rabble
      "\\C-x": "cat"
      $endif
      $if bash
      "\\C-o": "dog"
      $endif

      """)
    let terminal = try study()
    try terminal.expect("ねこ › ")
    terminal.enter("\u{18}\u{f}")
    try terminal.expect("✓ Correct: cat")
    #expect(try program.reviews().map(\.typed) == ["cat"])
  }

  @Test func `an init file that turns eight bits off does not destroy kana`() throws {
    try program.home.write(".inputrc", "set input-meta off\nset convert-meta on\n")
    try program.addDeck(
      #"{"title": "Kana", "questions": [{"prompt": "cat", "answer": "ねこ"}]}"#, named: "kana.json")
    let terminal = try PseudoTerminal(program, ["study", "Kana"], at: Program.morning)
    try terminal.expect("cat ‹あ› ")
    terminal.enter("ねこ")
    try terminal.expect("✓ Correct: ねこ")
  }

  @Test func `vi keys work where the learner wants them`() throws {
    try program.home.write(".inputrc", "set editing-mode vi\n")
    let terminal = try study()
    try terminal.expect("ねこ › ")
    terminal.send("dat\u{1b}")
    usleep(600_000)
    terminal.enter("0rc")
    try terminal.expect("✓ Correct: cat")
  }

  @Test func `a terminal is coloured`() throws {
    #expect(isColored(try shown()))
  }

  @Test func `NO_COLOR and a dumb terminal take the colour away`() throws {
    #expect(!isColored(try shown(environment: ["NO_COLOR": "1"])))
    #expect(isColored(try shown(environment: ["NO_COLOR": ""])), "an empty value means nothing")
    let dumb = try shown(environment: ["TERM": "dumb"])
    #expect(!dumb.contains("\u{1b}"))
  }

  @Test func `the option for colour wins over the environment`() throws {
    #expect(!isColored(try shown(["--color", "never"])))
    #expect(isColored(try shown(["--color", "always"], environment: ["NO_COLOR": "1"])))
    #expect(isColored(try shown(["--color", "always"], environment: ["TERM": "dumb"])))
  }

  @Test func `the text stays within a narrow window`() throws {
    let terminal = try study(columns: 30)
    try terminal.expect("ねこ › ")
    terminal.enter(":help")
    let help = try terminal.expect("ねこ › ")
    let lines = help.split(separator: "\n").filter { $0.allSatisfy(\.isASCII) }
    #expect(lines.count > 8)
    #expect(lines.allSatisfy { $0.count <= 30 })
    terminal.send("\u{4}")
    #expect(try terminal.finish().ending == .exited(0))
  }

  @Test func `many lines typed ahead are all answered in their order`() throws {
    let terminal = try study()
    terminal.send("cat\rdog\rbird\r:quit\r")
    try terminal.expect("Session over")
    #expect(try terminal.finish().ending == .exited(0))
    #expect(try program.reviews().map(\.typed) == ["cat", "dog", "bird"])
  }
}
