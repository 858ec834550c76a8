import Testing

/// What a deck or a name holds never commands the terminal: no escape sequence, no control
/// character, nothing that reorders the text.
struct HostileTextTests {
  /// Sets the title, clears the screen, reorders, rings; as JSON writes it.
  private static let evil =
    #"\u001b]0;owned\u0007\u001b[2Jx\u009b31m\u202eevil\u2066\u0000\u0008\u007f\r\nnew line"#

  private let program: Program

  init() throws {
    program = try Program(courses: false)
    let members = [
      "prompt", "hint", "answer", "reading", "note", "example", "id",
    ].map { "\"\($0)\": \"\($0) \(Self.evil)\"" }.joined(separator: ", ")
    try program.addDeck(
      """
      [{"title": "Evil \(Self.evil)", "description": "\(Self.evil)", "language": "\(Self.evil)",
        "questions": [{\(members), "alternatives": ["\(Self.evil)"], "tags": ["\(Self.evil)"]},
          {"prompt": "\(Self.evil)"}, {"prompt": 1, "\(Self.evil)": 2, "answer": "\(Self.evil)",
          "id": "id \(Self.evil)"}]}]
      """, named: "evil \u{1b}[31m\u{202e}\n.json")
    try program.addDeck("[\u{1b}[2J", named: "broken \u{1b}]0;x\u{7}.json")
  }

  /// Nothing raw anywhere. CSV ends its lines with carriage returns.
  private func expectHarmless(_ outcome: Outcome, _ what: String, isCSV: Bool = false) {
    let lines = outcome.output.split(separator: isCSV ? "\r\n" : "\n")
    #expect(lines.allSatisfy { $0.firstUnprintable() == nil }, "standard output of \(what)")
    #expect(outcome.errors.firstUnprintable() == nil, "standard error of \(what)")
    #expect(!outcome.output.isEmpty || !outcome.errors.isEmpty, "\(what) said nothing")
  }

  @Test(arguments: ["text", "json"])
  func `a session draws hostile text without its power`(format: String) throws {
    let session = try program.run(
      ["study", "evil", "--format", format], at: Program.morning,
      input: ":hint\n:why\nwrong \u{1b}[31m\u{202e}\n\n3\n:undo\n:\u{1b}[31m\n")
    expectHarmless(session, "study --format \(format)")
    #expect(session.output.contains("prompt"))
    #expect(session.output.contains("hint"))
    #expect(session.output.contains("wrong"))
    #expect(session.ending == .exited(0))
  }

  @Test func `reports and errors print hostile text without its power`() throws {
    _ = try program.run(
      ["study", "evil"], at: Program.morning, input: "wrong \u{202e}\u{200b}\n")
    for format in ["text", "json", "csv"] {
      let stats = try program.run(["stats", "words", "--format", format])
      expectHarmless(stats, "stats \(format)", isCSV: format == "csv")
      #expect(stats.output.contains("prompt"))
    }
    for format in ["csv", "jsonl"] {
      let export = try program.run(["log", "export", "--format", format])
      expectHarmless(export, "export \(format)", isCSV: format == "csv")
      #expect(export.output.contains("wrong"))
    }
    expectHarmless(try program.run(["deck", "list"]), "decks")
    expectHarmless(try program.run(["today", "no such group"]), "an unknown group")
    expectHarmless(try program.run(["today", "\u{1b}[31m\u{202e}"]), "an evil group")
    expectHarmless(try program.run(["study", "--\u{1b}[31m\u{202e}"]), "an evil option")
    expectHarmless(try program.run(["today"], at: "\u{1b}[31m\u{202e}"), "an evil moment")
    expectHarmless(try program.run(["deck", "check", program.dataFolder + "/decks"]), "deck check")
    expectHarmless(
      try program.run(["deck", "check", "\u{1b}[31m\u{202e}\n.json"]), "deck check of nothing")
    expectHarmless(
      try program.run(["stats", "--output", "/nowhere/\u{1b}[31m\u{202e}"]), "an evil output")
    expectHarmless(
      try program.run(["today", "--data-dir", "/dev/null/\u{1b}[31m\u{202e}"]), "an evil folder")
    expectHarmless(try program.run(["undo"]), "undo")
  }

  @Test func `what nobody sees is shown wherever a text of a deck is`() throws {
    try program.addDeck(
      #"[{"title": "Seen", "questions": [{"prompt": "a\u200bb", "answer": "c\u3164 👨‍👩‍👧"}]}]"#,
      named: "seen.json")
    let session = try program.run(["study", "Seen"], at: Program.morning, input: "\n3\n")
    #expect(session.output.contains("a[U+200B]b") && session.output.contains("c[U+3164] 👨‍👩‍👧"))
    for command in ["card list", "deck show Seen", "history", "card why --where prompt:a"] {
      let outcome = try program.run(command.split(separator: " ").map(String.init))
      #expect(outcome.output.contains("a[U+200B]b"), "\(command): \(outcome.output)")
      #expect(!outcome.output.contains("\u{200B}"))
    }
  }

  @Test func `a blank nearly as long as a text may be is asked and kept`() throws {
    let long = String(repeating: "w", count: 9_900)
    try program.addDeck(#"[{"title": "Long", "questions": [{"cloze": "a {{\#(long)}} b"}]}]"#)
    let session = try program.run(
      ["study", "Long", "--format", "json"], at: Program.morning, input: "x\n")
    #expect(session.ending == .exited(0), "\(session.errors)")
    #expect(try program.reviews().map(\.typed) == ["x"])
    for command in [
      ["today"], ["deck", "list"], ["log", "check"], ["stats"], ["history"], ["undo"],
    ] {
      let outcome = try program.run(command, at: Program.morning)
      #expect(outcome.ending == .exited(0), "\(command): \(outcome.errors)")
    }
    let name = String(repeating: "e" + String(repeating: "\u{301}", count: 200), count: 50)
    #expect(try program.run(["preset", "set", name]).ending == .exited(2))
    #expect(try program.run(["preset"]).ending == .exited(0))
  }

  @Test func `a terminal is not commanded by a deck`() throws {
    let terminal = try PseudoTerminal(
      program, ["study", "evil"], at: Program.morning, environment: ["TERM": "dumb"])
    try terminal.expect("prompt ")
    try terminal.expect("› ")
    terminal.enter(":hint")
    try terminal.expect("Hint: hint ")
    try terminal.expect("› ")
    terminal.enter("")
    try terminal.expect("1–4 › ")
    terminal.enter("3")
    try terminal.expect("hard")
    try terminal.expect("› ")
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))
    #expect(terminal.raw.firstUnprintable(allowing: ["\n", "\r"]) == nil)
  }
}
