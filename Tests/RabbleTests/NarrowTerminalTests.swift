import Foundation
import Testing

/// What commands print on a terminal of few columns: no word is broken by the edge of the window, except
/// for a path, which stays whole to be copied.
struct NarrowTerminalTests {
  private let program: Program

  init() throws {
    program = try Program(courses: false)
    try program.addDeck(Program.words)
  }

  /// What a command prints on a terminal of so many columns.
  private func shown(_ arguments: [String], columns: UInt16, settings: String? = nil) throws
    -> String
  {
    let terminal = try PseudoTerminal(
      program, arguments + ["--color", "never"], at: Program.morning,
      environment: ["PAGER": "cat"], columns: columns, settings: settings)
    return try terminal.finish().shown.withoutEscapes
  }

  private func lines(_ shown: String) -> [String] {
    shown.split { $0 == "\r\n" || $0 == "\n" || $0 == "\r" }.map(String.init)
  }

  /// Whether all lines fit, and each path that does not stands alone.
  private func fit(_ shown: String, columns: Int) -> Bool {
    lines(shown).allSatisfy {
      let words = $0.split(separator: " ")
      return $0.count <= columns || words.count == 1 && words[0].hasPrefix("/")
    }
  }

  @Test(arguments: [40, 80] as [UInt16])
  func `history and why stay within the window, and lose no word`(columns: UInt16) throws {
    try program.addDeck(
      #"{"title": "A group with quite a long title", "questions": [{"prompt": "#
        + #""Hauptversammlung", "answer": "annual general meeting"}]}"#, named: "long.json")
    _ = try program.run(
      ["study", "A group"], at: Program.morning, input: "annual general meeting\n")
    let plain = try program.run(["history"], at: Program.morning).output
    let history = try shown(["history"], columns: columns)
    #expect(lines(history).allSatisfy { $0.count <= columns })
    #expect(
      history.split(whereSeparator: \.isWhitespace) == plain.split(whereSeparator: \.isWhitespace))
    let why = try shown(["card", "why", "Hauptversammlung"], columns: columns)
    #expect(why.contains("Forgetting curve") && lines(why).allSatisfy { $0.count <= columns })
  }

  @Test(arguments: [["log", "check"], ["preset", "simulate", "--days", "60", "--deck", "Words"]])
  func `a check and the charts of a simulation stay within the window`(command: [String]) throws {
    _ = try program.run(["study", "Words"], at: Program.morning, input: "cat\n")
    let text = try shown(command, columns: 40)
    #expect(!text.isEmpty && fit(text, columns: 40), "\(text)")
  }

  @Test func `a message of one line is broken on a terminal, and stays one line in a pipe`() throws
  {
    let text = try shown(["card", "known", "--yes", "Words"], columns: 24)
    #expect(!text.isEmpty && fit(text, columns: 24), "\(text)")
    _ = try program.run(["undo"], at: Program.morning)
    let piped = try program.run(["card", "known", "--yes", "Words"], at: Program.morning).output
    #expect(piped.split(separator: "\n").contains { $0.count > 24 }, "\(piped)")
    #expect(
      text.split(whereSeparator: \.isWhitespace) == piped.split(whereSeparator: \.isWhitespace))
  }

  @Test func `a mistake in the config file is told within the window before a session`() throws {
    let settings =
      PseudoTerminal.hasty + "study.neww = 3\nstudy.minutes = \"a few of them\"\n"
    _ = try program.home.write(".config/rabble/config.toml", settings)
    let plain = try program.run(["today"], at: Program.morning).errors
    #expect(plain.split(separator: "\n").contains { $0.count > 40 })
    let terminal = try PseudoTerminal(
      program, ["study", "Words", "--color", "never"], at: Program.morning, columns: 40,
      settings: nil)
    let before = try terminal.expect("Type each answer").withoutEscapes
    #expect(fit(before, columns: 40), "\(before)")
    terminal.enter(":quit")
    _ = try terminal.finish()
  }

  @Test func `a mistake in an edit, and the hints of :add, are told within the window`() throws {
    let editor = try program.editor(#"sed -i 's/"cat"/cat/' "$file""#)
    let terminal = try PseudoTerminal(
      program, ["study", "Words", "--color", "never"], at: Program.morning, environment: editor,
      columns: 60)
    try terminal.expect("ねこ › ")
    terminal.enter(":edit")
    let mistake = try terminal.expect("Edit again").withoutEscapes
    #expect(fit(mistake, columns: 60), "\(mistake)")
    terminal.enter("d")
    try terminal.expect("ねこ › ")
    terminal.enter(":add")
    let hints = lines(try terminal.expect("empty prompt: finish").withoutEscapes)
    #expect(hints.allSatisfy { $0.count <= 60 && !$0.hasSuffix("·") })
    try terminal.expect("‹あ› ")
    terminal.enter("")
    try terminal.expect("ねこ › ")
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))
  }
}
