import Foundation
import Testing

/// Why a card comes when it comes, from the shell and in a session.
struct WhyTests {
  private let program: Program

  init() throws {
    program = try Program()
    try program.addDeck(Program.words)
    try program.addDeck(
      """
      [{"title": "Both ways", "directions": ["recognition", "production"], "questions": [
        {"prompt": "木", "reading": "き", "answer": "tree"},
        {"prompt": "森", "reading": "もり", "answer": "trees; forest"}
      ]}]
      """, named: "both.json")
  }

  private func why(_ arguments: String..., at day: String = "2026-11-24") throws -> Outcome {
    try program.run(["card", "why"] + arguments, at: day + "T09:00:00+09:00")
  }

  private func sayEasy() throws {
    _ = try program.run(["study", "Words", "--new", "1"], at: Program.morning, input: "\n4\n")
  }

  @Test func `a card that was easy is explained from the stability to what each grade would do`()
    throws
  {
    try sayEasy()
    struct Explained: Decodable {
      struct Card: Decodable {
        let interval: Int
        let due: String
        let stability: Double
        let shortest: Int
        let longest: Int
        let retrievability: Double
        let answers: Int
        let leech: Bool
      }
      struct Grade: Decodable {
        let grade: String
        let due: String
      }
      let rows: [Card]
      let grades: [Grade]
    }
    let json = try why("ねこ", "--format", "json")
    let explained = try JSONDecoder().decode(Explained.self, from: Data(json.output.utf8))
    let card = try #require(explained.rows.first)
    // w3 of the default parameters; 8 ± (1 + .15·4.5 + .1·1) days; R(3) = (1 + .9803·3/8.2956)^-.1542.
    #expect(card.stability == 8.2956)
    #expect(card.shortest == 6 && card.longest == 10)
    #expect(abs(card.retrievability - 0.9543) < 0.0001)
    #expect(card.answers == 1 && !card.leech)
    #expect(explained.grades.map(\.grade) == ["again", "hard", "good", "easy"])
    #expect(explained.grades.first?.due == "2026-11-24T09:10:00+09:00")
    let due = "2026-11-\(21 + card.interval)"
    #expect(card.due == due + "T04:00:00+09:00")

    let text = try why("ねこ")
    #expect(text.errors.isEmpty && text.output.contains("\nAnswers and forgetting curve\n"))
    #expect(
      text.output.hasPrefix(
        """
        “ねこ” = cat, in Words: recognition
          Now       Due in \(card.interval - 3) days (\(due)).
          Answers   2026-11-21 easy.
          Memory    Probability of recall now: 95% (retrievability). Stability: 8.3 days (time \
        until recall probability falls to 90%). Difficulty: 1 of 10 (very easy).
          Interval  The model predicts 8.3 days at a desired retention of 90% (the stability \
        itself). Fuzz range 6–10 days; \(card.interval) chosen to balance your workload.
          Preset    “default”: FSRS-6 with the default parameters, desired retention 90%.
          Grades    If graded now, next review: again in 10 minutes · hard in
        """))
  }

  @Test func `for a screen reader each line names what it tells`() throws {
    let text = try why("ねこ", "--plain").output
    #expect(text.contains("\n  Now: New: you have not answered this card yet.\n"))
    #expect(text.contains("\n  Preset: “default”: FSRS-6 with the default parameters"))
    #expect(text.hasPrefix("“ねこ”: cat, in Words: recognition\n"))
    #expect(text.contains("again in 1 minute, hard in 6 minutes, good in 10 minutes"))
    let presets = try program.run(["preset", "--plain"]).output
    #expect(presets.contains("  Model: FSRS-6 with the default parameters\n"))
  }

  @Test(arguments: ["ねこ", "ネコ", "NEKO", "ca", "cat", "it purrs"])
  func `a card is named by its whole prompt, and by nothing else of it`(name: String) throws {
    let outcome = try why(name)
    guard name != "ねこ" else {
      #expect(outcome.output.hasPrefix("“ねこ” = cat, in Words: recognition\n"))
      return
    }
    #expect(outcome.ending == .exited(2))
    #expect(
      outcome.errors.hasPrefix("rabble: error: No card, group or deck is called “\(name)”."))
  }

  @Test func `all cards of a question are explained, or those that a filter selects`() throws {
    let both = try why("森").output
    #expect(both.contains("“森” = trees; forest, in Both ways: recognition\n"))
    #expect(both.contains("\n\n“森” = trees; forest, in Both ways: production\n"))
    #expect(both.contains("Siblings  Of the same question: production, new."))
    let one = try why("森", "--where", "direction:production").output
    #expect(one.hasPrefix("“森” = trees; forest, in Both ways: production\n"))
    let none = try why("森", "--where", "direction:reading")
    #expect(none.ending == .exited(1))
    #expect(none.errors == "No card matches.\n")
  }

  @Test
  func `a prompt of several questions lists them with their ids, and a group comes in question`()
    throws
  {
    try program.addDeck(
      #"[{"title": "Woods", "questions": [{"prompt": "木", "answer": "wood"}]}]"#,
      named: "woods.json")
    let several = try why("木")
    #expect(several.ending == .exited(2))
    #expect(several.errors.hasPrefix("rabble: error: Several cards are called “木”:\n  "))
    #expect(several.errors.hasSuffix("Name one by its id, or select them with --where prompt:木.\n"))
    let ids = several.errors.matches(of: #/  ([0-9a-f]{32})  “木”/#).map { String($0.output.1) }
    #expect(ids.count == 2)
    for id in ids { #expect(try why(id).output.hasPrefix("“木” = ")) }
    try program.addDeck(
      #"[{"title": "森", "questions": [{"prompt": "杉", "answer": "cedar"}]}]"#, named: "mori.json")
    let both = try program.run(["card", "suspend", "森"], at: Program.morning)
    #expect(both.ending == .exited(2))
    #expect(
      both.errors == """
        rabble: error: “森” is a card and a group. Choose one with --where prompt:森 or \
        --where group:森.

        """)
    let group = ["card", "suspend", "--where", "group:森"]
    #expect(try program.run(group, at: Program.morning).output.contains("= cedar"))
  }

  @Test func `of very many, ten are listed and the others counted`() throws {
    let decks = (10...22).map { number in
      #"{"title": "Deck \#(number)", "questions": [{"prompt": "same", "answer": "\#(number)"}]}"#
    }
    try program.addDeck("[\(decks.joined(separator: ","))]", named: "many.json")
    let errors = try why("same").errors
    #expect(errors.contains("“same” = 19, in Deck 19\n  and 3 more\nName one by its id"))
  }

  @Test func `nothing a deck holds commands the terminal`() throws {
    try program.addDeck(
      #"[{"title": "T\u001b[2J", "questions": [{"prompt": "evil\u001b[31m", "answer": "x\u202ey"}]}]"#,
      named: "evil.json")
    for arguments in [
      ["card", "why", "evil"], ["card", "suspend", "--yes", "evil"],
      ["card", "list", "--where", "is:suspended or is:buried"], ["preset", "use", "default", "T"],
      ["preset"], ["undo"], ["card", "unsuspend", "--yes", "--where", "is:suspended or is:buried"],
      ["card", "why", "nothing like that"],
    ] {
      let outcome = try program.run(arguments, at: Program.morning)
      let shown = outcome.output + outcome.errors
      #expect(
        !shown.unicodeScalars.contains("\u{1b}") && !shown.unicodeScalars.contains("\u{202e}"))
      #expect(!shown.isEmpty)
    }
  }

  @Test func `an unknown name lists the closest groups and cards`() throws {
    let outcome = try why("Both wasy")
    #expect(outcome.ending == .exited(2))
    #expect(outcome.errors.contains("Did you mean:\n  “Both ways”\n"))
    let card = try why("tree")
    #expect(card.errors.contains("Did you mean:\n  “木” = tree, in Both ways\n"), "\(card)")
  }

  @Test func `a course that was not begun is looked at when nothing studied is meant`() throws {
    #expect(try why("el perro").output.contains("= dog"))
  }

  @Test func `why in a session explains within the width of the terminal and asks again`() throws {
    let terminal = try program.terminal("study", "Words")
    try terminal.expect("ねこ › ")
    terminal.enter(":why")
    try terminal.expect("  Now     New: you have not answered this card yet.")
    try terminal.expect(
      "  Preset  “default”: FSRS-6 with the default parameters, desired retention 90%.")
    let grades = try terminal.expect("ねこ › ").replacing("\r", with: "")
    let lines = grades.split(separator: "\n").map(String.init)
    #expect(
      lines.first
        == "  Grades  If graded now, next review: again in 1 minute · hard in 6 minutes ·")
    #expect(
      lines.dropFirst().first?.hasPrefix("          good in 10 minutes · easy in ") == true)
    terminal.enter("")
    try terminal.expect("1–4 › ")
    terminal.enter(":why")
    try terminal.expect("you have not answered this card yet")
    terminal.enter("4")
    try terminal.expect("✓ easy")
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))
  }

  @Test func `after a hint no grade does more than hard`() throws {
    let terminal = try program.terminal("study", "Words")
    try terminal.expect("ねこ › ")
    terminal.enter(":hint")
    try terminal.expect("ねこ › ")
    terminal.enter(":why")
    try terminal.expect("good in 6 minutes · easy in 6 minutes.")
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))
  }
}
