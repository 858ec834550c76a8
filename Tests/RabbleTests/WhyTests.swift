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
    try program.run(["why"] + arguments, at: day + "T09:00:00+09:00")
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
      let cards: [Card]
      let grades: [Grade]
    }
    let json = try why("cat", "--format", "json")
    let explained = try JSONDecoder().decode(Explained.self, from: Data(json.output.utf8))
    let card = try #require(explained.cards.first)
    // w3 of the default parameters; 8 ± (1 + .15·4.5 + .1·1) days; R(3) = (1 + .9803·3/8.2956)^-.1542.
    #expect(card.stability == 8.2956)
    #expect(card.shortest == 6 && card.longest == 10)
    #expect(abs(card.retrievability - 0.9543) < 0.0001)
    #expect(card.answers == 1 && !card.leech)
    #expect(explained.grades.map(\.grade) == ["again", "hard", "good", "easy"])
    #expect(explained.grades.first?.due == "2026-11-24T09:10:00+09:00")
    let due = "2026-11-\(21 + card.interval)"
    #expect(card.due == due + "T04:00:00+09:00")

    let text = try why("cat")
    #expect(
      text.errors == "`rabble stats card` shows a card's history and forgetting curve.\n")
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
    let text = try why("cat", "--plain").output
    #expect(text.contains("\n  Now: New: you have not answered this card yet.\n"))
    #expect(text.contains("\n  Preset: “default”: FSRS-6 with the default parameters"))
    #expect(text.hasPrefix("“ねこ”: cat, in Words: recognition\n"))
    #expect(text.contains("again in 1 minute, hard in 6 minutes, good in 10 minutes"))
    let presets = try program.run(["preset", "--plain"]).output
    #expect(presets.contains("  Model: FSRS-6 with the default parameters\n"))
  }

  @Test(arguments: ["ねこ", "NEKO", "ca", "it purrs"])
  func `a card is named by prompt, romaji, answer or a beginning, not by its hint`(name: String)
    throws
  {
    let outcome = try why(name)
    if name == "it purrs" {
      #expect(outcome.ending == .exited(2))
    } else {
      #expect(outcome.output.hasPrefix("“ねこ” = cat, in Words: recognition\n"))
    }
  }

  @Test func `all cards of a question are explained, or the one that is asked for`() throws {
    let both = try why("forest").output
    #expect(both.contains("“森” = trees; forest, in Both ways: recognition\n"))
    #expect(both.contains("\n\n“森” = trees; forest, in Both ways: production\n"))
    #expect(both.contains("Siblings  Of the same question: production, new."))
    let one = try why("mori", "--direction", "word").output
    #expect(one.hasPrefix("“森” = trees; forest, in Both ways: production\n"))
    let none = try why("mori", "--direction", "reading")
    #expect(none.ending == .exited(2))
    #expect(
      none.errors == """
        rabble: error: The question has no card “reading”. Its cards:
          recognition
          production

        """)
  }

  @Test func `a name of several questions lists them`() throws {
    let outcome = try why("tre")
    #expect(outcome.ending == .exited(2))
    #expect(
      outcome.errors == """
        rabble: error: “tre” is ambiguous:
          “木” = tree, in Both ways
          “森” = trees; forest, in Both ways
        Type more of it, or choose a group with --group GROUP.

        """)
    #expect(try why("tree").output.hasPrefix("“木” = tree"))
  }

  @Test func `of very many, ten are listed and the others counted`() throws {
    let questions = (1...13).map { number in
      #"{"prompt": "number \#(number)", "answer": "answer \#(number)"}"#
    }
    try program.addDeck(
      #"[{"title": "Many", "questions": [\#(questions.joined(separator: ","))]}]"#,
      named: "many.json")
    let errors = try why("number").errors
    #expect(errors.contains("“number 10” = answer 10, in Many\n  and 3 more\nType more of it"))
  }

  @Test func `nothing a deck holds commands the terminal`() throws {
    try program.addDeck(
      #"[{"title": "T\u001b[2J", "questions": [{"prompt": "evil\u001b[31m", "answer": "x\u202ey"}]}]"#,
      named: "evil.json")
    for arguments in [
      ["why", "evil"], ["suspend", "evil"], ["suspended"], ["preset", "use", "default", "T"],
      ["preset"], ["undo"], ["unsuspend", "--all"], ["why", "nothing like that"],
    ] {
      let outcome = try program.run(arguments, at: Program.morning)
      let shown = outcome.output + outcome.errors
      #expect(
        !shown.unicodeScalars.contains("\u{1b}") && !shown.unicodeScalars.contains("\u{202e}"))
      #expect(!shown.isEmpty)
    }
  }

  @Test func `an unknown name lists the closest first`() throws {
    let outcome = try why("forets", "--group", "Both ways")
    #expect(outcome.ending == .exited(2))
    #expect(
      outcome.errors == """
        rabble: error: No card matches “forets”. Did you mean:
          “森” = trees; forest, in Both ways
          “木” = tree, in Both ways

        """)
    #expect(try why("cat", "--group", "Nowhere").ending == .exited(2))
  }

  @Test func `a course that was not begun is looked at when nothing studied is meant`() throws {
    #expect(try why("perro").output.contains("= dog"))
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
