import Testing

/// Cards that are left out, and leeches.
struct SuspensionTests {
  private let program: Program

  init() throws {
    program = try Program(courses: false)
    try program.addDeck(Program.words)
  }

  private func run(_ arguments: String..., at day: String = "2026-11-21", input: String = "")
    throws -> Outcome
  {
    try program.run(arguments, at: day + "T09:00:00+09:00", input: input)
  }

  @Test func `suspend and undo at the keyboard`() throws {
    let terminal = try program.terminal("study", "Words")
    try terminal.expect("Words · 3 new · new card")
    try terminal.expect("ねこ › ")
    terminal.enter(":suspend")
    try terminal.expect("Suspended this card. :undo takes it back.")
    try terminal.expect("Words · 2 new · new card")
    try terminal.expect("いぬ › ")
    terminal.enter(":undo")
    try terminal.expect("Undone: suspended “ねこ”, 2026-11-21")
    try terminal.expect("Words · 3 new · new card")
    try terminal.expect("ねこ › ")
    terminal.enter(":bury")
    try terminal.expect("Buried this card until 2026-11-22. :undo takes it back.")
    try terminal.expect("いぬ › ")
    terminal.enter(":suspend")
    try terminal.expect("とり › ")
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))
    #expect(
      try run("suspended").output == """
        Prompt  Answer  Direction    Since       Until       Reason
        いぬ    dog     recognition  2026-11-21  –           suspended
        ねこ    cat     recognition  2026-11-21  2026-11-22  buried

        """)
    #expect(try run("due", "Words", "--count").output == "1\n")
    #expect(try run("due", "Words", "--count", at: "2026-11-22").output == "2\n")
    let undone = try run("undo")
    #expect(
      undone.output
        == "Undone: suspended “いぬ”, 2026-11-21 09:00.\n")
    #expect(try run("due", "Words", "--count").output == "2\n")
    #expect(try run("check").ending == .exited(0))
  }

  @Test func `a card is suspended and wanted back from the shell`() throws {
    #expect(try run("suspended").errors == "No suspended or buried cards.\n")
    #expect(
      try run("suspend", "neko").output == "Suspended “ねこ” = cat, in Words: recognition.\n")
    #expect(
      try run("suspend", "neko").errors
        == "Already suspended or buried: “ねこ” = cat, in Words: recognition.\n")
    #expect(
      try run("suspend", "bird", "--today").output
        == "Buried “とり” = bird, in Words: recognition until 2026-11-22.\n")
    #expect(try run("due", "Words", "--count").output == "1\n")
    #expect(
      try run("why", "cat").output.contains(
        "  Asked   Suspended. Restore it with `rabble unsuspend`.\n"))
    #expect(
      try run("why", "bird").output.contains("  Asked   Buried until 2026-11-22.\n"))
    #expect(
      try run("suspended", "--format", "json").output == """
        {
          "suspended": [
            {"prompt":"とり","answer":"bird","direction":"recognition","since":"2026-11-21",\
        "until":"2026-11-22","reason":"buried"},
            {"prompt":"ねこ","answer":"cat","direction":"recognition","since":"2026-11-21",\
        "until":null,"reason":"suspended"}
          ]
        }

        """)
    #expect(
      try run("unsuspend", "cat").output == "Unsuspended “ねこ” = cat, in Words: recognition.\n")
    let again = try run("unsuspend", "cat")
    #expect(again.errors == "Not suspended or buried.\n" && again.ending == .exited(1))
    #expect(try run("unsuspend", "--all").output == "Unburied “とり” = bird: recognition.\n")
    #expect(
      try run("undo").output
        == "Undone: unburied “とり”, 2026-11-21 09:00. It is buried again.\n")
    #expect(try run("unsuspend", "bird").output.hasPrefix("Unburied “とり” = bird"))
    #expect(
      try run("undo", "--event", "3").output
        == "Undone: unsuspended “ねこ”, 2026-11-21 09:00. It is suspended again.\n")
    #expect(try run("unsuspend", "cat").output.hasPrefix("Unsuspended"))
    #expect(try run("unsuspend", "--all").ending == .exited(1))
    #expect(try run("unsuspend").ending == .exited(2))
    #expect(try run("unsuspend", "cat", "--all").ending == .exited(2))
    #expect(try run("due", "Words", "--count").output == "3\n")
    #expect(try run("check").ending == .exited(0))
  }

  @Test func `the cards of a question are suspended and restored together, and undone so`() throws {
    let deck = """
      {"title": "Pairs", "questions": [
        {"prompt": "犬", "answer": "hound", "directions": ["recognition", "production"]}
      ]}
      """
    try program.addDeck(deck, named: "pairs.json")
    let held = { try run("cards", "--where", "is:suspended").errors }
    _ = try run("suspend", "犬")
    #expect(try held() == "2 cards match.\n")
    _ = try run("undo")
    #expect(try held() == "No card matches.\n")
    _ = try run("suspend", "犬")
    _ = try run("unsuspend", "犬")
    _ = try run("undo")
    #expect(try held() == "2 cards match.\n")
  }

  @Test func `a card is listed as buried only until its day`() throws {
    _ = try run("suspend", "bird", "--today")
    func list(at day: String) throws -> String {
      try run("cards", "Words", "--format", "csv", at: day).output
    }
    #expect(try list(at: "2026-11-21").contains(",buried,"))
    #expect(try !list(at: "2026-11-22").contains("buried"))
    #expect(try list(at: "2026-11-22").contains("bird"))
  }

  /// A leech after the first lapse, suspended.
  private func makeLeech() throws {
    _ = try run("preset", "set", "default", "--leech-lapses", "1", "--leech", "suspend")
    _ = try run("study", "Words", "--new", "1", input: "\n4\n")
  }

  @Test func `a leech is told with the verdict, listed, and wanted back`() throws {
    #expect(try run("stats", "leeches").errors == "No leeches.\n")
    try makeLeech()
    let terminal = try PseudoTerminal(
      program, ["study", "Words", "--new", "0", "--color", "never"],
      at: "2026-12-21T09:00:00+09:00")
    try terminal.expect("ねこ › ")
    terminal.enter("no idea")
    try terminal.expect("✗ Incorrect — the answer is: cat")
    let shown = try terminal.expect("Session over").replacing("\r", with: "")
    #expect(
      shown.hasSuffix(
        """
            again · 0 correct, 1 incorrect, 0%
            You have forgotten this card once: it is a leech, and suspended until
            `rabble unsuspend`. What helps: a mnemonic or an example in its note, or
            splitting it into easier ones (:edit).


        """))
    terminal.enter(":quit")
    _ = try terminal.finish()
    #expect(
      try run("stats", "leeches", at: "2026-12-21").output == """
        Prompt  Answer  Direction    Group  Lapses  Suspended
        ねこ    cat     recognition  Words       1        yes

        """)
    #expect(try run("suspended", at: "2026-12-21").output.contains("leech\n"))
    #expect(
      try run("why", "cat", at: "2026-12-21").output.contains(
        "  Leech    A leech: 1 lapse. What helps: a mnemonic or an example in its note"))
    _ = try run("unsuspend", "cat", at: "2026-12-21")
    #expect(
      try run("due", "Words", "--count", "--new", "0", at: "2026-12-22").output == "1\n")
    #expect(try run("check").ending == .exited(0))
  }

  @Test func `a program is told of a leech, and undo of the answer has it back`() throws {
    try makeLeech()
    let session = try run(
      "study", "Words", "--new", "0", "--format", "json", at: "2026-12-21", input: "no idea\n")
    let verdict = try #require(
      session.output.split(separator: "\n").first { $0.contains(#""kind":"verdict""#) })
    #expect(verdict.contains(#""leech":{"lapses":1,"message":"You have forgotten this card once"#))
    #expect(verdict.contains(#""suspended":true}"#))
    #expect(verdict.contains(#""due":null"#))
    #expect(try run("due", "Words", "--count", "--new", "0", at: "2026-12-21").output == "0\n")
    _ = try run("undo", at: "2026-12-21")
    #expect(try run("due", "Words", "--count", "--new", "0", at: "2026-12-21").output == "1\n")
  }
}
