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
      try run("card", "list", "--where", "is:suspended or is:buried", "--format", "csv").output
        .split(whereSeparator: \.isNewline).count == 3)
    #expect(try run("today", "Words", "--count").output == "1\n")
    #expect(try run("today", "Words", "--count", at: "2026-11-22").output == "2\n")
    let undone = try run("undo")
    #expect(
      undone.output
        == "Undone: suspended “いぬ”, 2026-11-21 09:00.\n")
    #expect(try run("today", "Words", "--count").output == "2\n")
    #expect(try run("log", "check").ending == .exited(0))
  }

  @Test func `a card is suspended and wanted back from the shell`() throws {
    let none = try run("card", "list", "--where", "is:suspended or is:buried")
    #expect(none.errors == "No card matches.\n" && none.ending == .exited(1))
    #expect(
      try run("card", "suspend", "ねこ").output == "Suspended 1 card of “ねこ” = cat, in Words.\n")
    let twice = try run("card", "suspend", "ねこ")
    #expect(twice.errors == "Already suspended or buried: “ねこ” = cat, in Words.\n")
    #expect(twice.ending == .exited(1))
    #expect(
      try run("card", "bury", "とり").output
        == "Buried 1 card of “とり” = bird, in Words until 2026-11-22.\n")
    #expect(try run("today", "Words", "--count").output == "1\n")
    #expect(
      try run("card", "why", "ねこ").output.contains(
        "  Asked   Suspended. Restore it with `rabble card unsuspend`.\n"))
    #expect(
      try run("card", "why", "とり").output.contains("  Asked   Buried until 2026-11-22.\n"))
    #expect(
      try run("card", "unsuspend", "ねこ").output == "Unsuspended 1 card of “ねこ” = cat, in Words.\n")
    let again = try run("card", "unsuspend", "ねこ")
    #expect(again.errors == "Not suspended or buried: “ねこ” = cat, in Words.\n")
    #expect(again.ending == .exited(1))
    let all = ["card", "unsuspend", "--yes", "--where", "is:suspended or is:buried"]
    let unburied = try program.run(all, at: Program.morning)
    #expect(unburied.output == "Unsuspended 1 card of “とり” = bird, in Words.\n")
    #expect(
      try run("undo").output
        == "Undone: unburied “とり”, 2026-11-21 09:00. It is buried again.\n")
    #expect(try run("card", "unsuspend", "とり").ending == .exited(0))
    #expect(
      try run("undo", "--event", "3").output
        == "Undone: unsuspended “ねこ”, 2026-11-21 09:00. It is suspended again.\n")
    #expect(try run("card", "unsuspend", "ねこ").ending == .exited(0))
    #expect(try program.run(all, at: Program.morning).ending == .exited(1))
    #expect(try run("card", "unsuspend").ending == .exited(2))
    #expect(try run("today", "Words", "--count").output == "3\n")
    #expect(try run("log", "check").ending == .exited(0))
  }

  @Test func `the cards of a question are suspended and restored together, and undone so`() throws {
    let deck = """
      {"title": "Pairs", "questions": [
        {"prompt": "犬", "answer": "hound", "directions": ["recognition", "production"]}
      ]}
      """
    try program.addDeck(deck, named: "pairs.json")
    let held = { try run("card", "list", "--where", "is:suspended").errors }
    _ = try run("card", "suspend", "--yes", "犬")
    #expect(try held() == "2 cards match.\n")
    _ = try run("undo")
    #expect(try held() == "No card matches.\n")
    _ = try run("card", "suspend", "--yes", "犬")
    _ = try run("card", "unsuspend", "--yes", "犬")
    _ = try run("undo")
    #expect(try held() == "2 cards match.\n")
  }

  @Test func `a card is listed as buried only until its day`() throws {
    _ = try run("card", "bury", "とり")
    func list(at day: String) throws -> String {
      try run("card", "list", "Words", "--format", "csv", at: day).output
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
    #expect(try run("stats", "trouble", "--value", "leeches").output == "0\n")
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
            `rabble card unsuspend`. What helps: a mnemonic or an example in its note,
            or splitting it into easier ones (:edit).


        """))
    terminal.enter(":quit")
    _ = try terminal.finish()
    #expect(
      try run("stats", "trouble", "--by", "leech", at: "2026-12-21").output == """
        Leeches, up to 2026-12-21
        You have 1 leech and confuse 0 pairs of cards. The most frequent mistake is
        “other” (once).

          Leeches     1
          Confusions  0
          Mistakes    1

        Forgotten again and again
        Prompt  Answer  Direction    Group  Lapses  Suspended
        ねこ    cat     recognition  Words       1        yes

        """)
    #expect(
      try run("card", "list", "--where", "is:suspended is:leech", at: "2026-12-21").ending
        == .exited(0))
    #expect(
      try run("card", "why", "ねこ", at: "2026-12-21").output.contains(
        "  Leech    A leech: 1 lapse. What helps: a mnemonic or an example in its note"))
    _ = try run("card", "unsuspend", "ねこ", at: "2026-12-21")
    #expect(
      try run("today", "Words", "--count", "--new", "0", at: "2026-12-22").output == "1\n")
    #expect(try run("log", "check").ending == .exited(0))
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
    #expect(try run("today", "Words", "--count", "--new", "0", at: "2026-12-21").output == "0\n")
    _ = try run("undo", at: "2026-12-21")
    #expect(try run("today", "Words", "--count", "--new", "0", at: "2026-12-21").output == "1\n")
  }
}
