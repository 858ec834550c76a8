import Foundation
import Testing

/// Filters, the list of cards, and flags, tags and notes, from the shell and in a session.
struct CardsInHandTests {
  private let program: Program

  init() throws {
    program = try Program(courses: false)
    try program.addDeck(Program.words)
    let answers = "cat\nhorse\nbird\n:quit\n"
    _ = try program.run(["study", "--order", "sequential"], at: Program.morning, input: answers)
  }

  private func run(_ arguments: String..., input: String = "") throws -> Outcome {
    try program.run(arguments, at: Program.morning, input: input)
  }

  @Test func `cards are listed with what is known of each, in 80 columns`() throws {
    let list = try run("cards")
    #expect(list.ending == .exited(0))
    #expect(list.errors == "3 cards.\n")
    let lines = list.output.split(separator: "\n").map(String.init)
    #expect(
      lines[0] == "Card         State     Due in  Intvl  Stab.  Diff.  Recall  Lapses  Last")
    #expect(lines.count == 4 && lines.allSatisfy { $0.count <= 80 })
    #expect(lines[1].hasPrefix("ねこ → cat") && lines[1].hasSuffix("good"))
    #expect(lines[2].hasPrefix("いぬ → dog") && lines[2].hasSuffix("again"))
  }

  @Test func `a filter selects, its count is said, and none ends with 1`() throws {
    let one = try run("cards", "--where", "rated:1:again", "--format", "csv")
    #expect(one.errors == "1 card matches.\n")
    #expect(one.output.split(whereSeparator: \.isNewline).count == 2 && one.output.contains("いぬ"))
    let none = try run("cards", "--where", "is:suspended")
    #expect(none.ending == .exited(1) && none.output.isEmpty)
    #expect(none.errors == "No card matches.\n")
    let json = try run("cards", "--where", "ネコ or tori", "--format", "json")
    #expect(json.errors == "2 cards match.\n")
    #expect(json.output.contains("\"prompt\"") && json.output.contains("\"retrievability\""))
  }

  @Test func `a wrong filter is refused with its column`() throws {
    for command in [
      ["cards"], ["study"], ["due"], ["decks"], ["log", "export"], ["suspend"], ["flag"],
      ["forget"], ["known"], ["reschedule", "--over", "7d"], ["note"], ["unsuspend"],
      ["tag", "x"],
    ] {
      let wrong = try program.run(
        command + ["--where", "is:new stabilty<10"], at: Program.morning)
      #expect(wrong.ending == .exited(2), "\(command)")
      #expect(
        wrong.errors == """
          rabble: error: In the filter, column 8: There is no filter “stabilty”. Did you mean “stability”?
            is:new stabilty<10
                   ^

          """, "\(command): \(wrong.errors)")
    }
  }

  @Test func `cards are flagged, tagged and noted, by name and by filter, and undone`() throws {
    #expect(try run("flag", "いぬ").output == "Flagged 1 card of “いぬ” = dog, in Words.\n")
    let again = try run("flag", "いぬ")
    #expect(again.ending == .exited(1))
    #expect(again.errors == "Already flagged: “いぬ” = dog, in Words.\n")
    #expect(try run("cards", "--where", "is:flagged").output.contains("* いぬ → dog"))
    #expect(
      try run("tag", "animal", "--where", "*").output
        == "Tagged “ねこ” = cat, in Words; “いぬ” = dog, in Words; “とり” = bird, in Words: “animal”.\n"
        + "Undo with `rabble undo`.\n")
    #expect(try run("tag").output == "animal  3 questions\n")
    #expect(try run("tag", "two words", "いぬ").ending == .exited(2))
    #expect(try run("note", "いぬ", "--text", "inu sounds like “in you”").ending == .exited(0))
    #expect(try run("note", "いぬ").output == "inu sounds like “in you”\n")
    #expect(try run("cards", "--where", "note:sounds tag:animal").errors == "1 card matches.\n")
    #expect(try run("undo").output.contains("note on “いぬ”"))
    #expect(try run("note", "いぬ").ending == .exited(1))
    #expect(try run("undo").output.contains("tagged “ねこ” and 2 more “animal”"))
    #expect(try run("tag").output.isEmpty)
    #expect(try run("undo").output.contains("flagged “いぬ”"))
    #expect(try run("redo").ending == .exited(0))
    #expect(try run("cards", "--where", "is:flagged").ending == .exited(0))
    #expect(try run("check").ending == .exited(0))
    #expect(try run("check", "--rebuild").ending == .exited(0))
  }

  @Test func `a forgotten card is new again until that is undone`() throws {
    #expect(try run("forget", "ねこ").output == "Made 1 card of “ねこ” = cat, in Words new again.\n")
    #expect(try run("cards", "--where", "is:new").output.contains("ねこ"))
    #expect(try run("why", "ねこ").output.contains("New again since 2026-11-21"))
    #expect(try run("check").ending == .exited(0))
    #expect(try run("undo").ending == .exited(0))
    #expect(try run("cards", "--where", "is:new").ending == .exited(1))
    #expect(try run("check").ending == .exited(0))
  }

  @Test func `cards are suspended and restored by a filter, and studied by one`() throws {
    #expect(try run("suspend", "--where", "いぬ or とり").output.hasPrefix("Suspended 2 cards."))
    #expect(try run("cards", "--where", "is:suspended").errors == "2 cards match.\n")
    #expect(try run("unsuspend", "--where", "is:suspended").output.hasPrefix("Unsuspended 2"))
    let session = try run("study", "--cram", "--where", "prompt:とり", input: "bird\n:quit\n")
    #expect(session.output.contains("とり") && !session.output.contains("ねこ"))
    #expect(session.errors.contains("1 card matches."))
    let crammed = try run("study", "--cram", "--where", "prompt:とり", input: ":why\n:quit\n")
    #expect(crammed.output.contains("Cramming: no grade changes the schedule."))
    #expect(!crammed.output.contains("If graded now"))
    let plain = try run("study", "--cram", "--plain", input: "no idea\n:quit\n").output
    #expect(plain.contains("\nLeft: 3 cards\n"))
    #expect(plain.contains("\nComes again in this session; schedule unchanged.\n"), "\(plain)")
    #expect(try run("due", "--where", "lapses>9").ending == .exited(1))
    let log = try run("log", "export", "--where", "とり").output
    #expect(log.contains("とり") && !log.contains("ねこ"))
    #expect(try run("decks", "--where", "とり").output.contains("Words"))
  }

  @Test func `a session flags, tags, notes and shows cards, and undoes it`() throws {
    let session = try run(
      "study", "--cram", "--order", "sequential",
      input: """
        :flag
        :tag animal
        :note purrs like “neck-o”
        :info
        cat
        :flag last
        :undo
        :info last
        :tag two words
        :quit

        """)
    #expect(session.ending == .exited(0))
    let output = session.output
    for text in [
      "Flagged.", "Tagged “animal”.", "Note saved", "Tags: animal.", "Your note: purrs like",
      "Flag removed.", "Undone: removed the flag from “ねこ”", "can't be a tag",
    ] {
      #expect(output.contains(text), "\(text): \(output)")
    }
    #expect(try run("cards", "--where", "is:flagged tag:animal note:*").ending == .exited(0))
  }

  @Test func `a session reschedules a card and makes it new again`() throws {
    _ = try run("forget", "--where", "*")
    let session = try run(
      "study", "--order", "sequential", "--no-lessons",
      input: ":known\n:undo\n:known\n:reschedule 3\n:forget\n:quit\n")
    #expect(session.output.contains("Marked as known; first review on"))
    #expect(session.output.contains("Undone: marked 1 card as known"))
    #expect(session.output.contains("has no due date to change"))
    #expect(session.output.contains("This card is new already."))
    #expect(try run("cards", "--where", "is:known").errors == "1 card matches.\n")
    #expect(
      try run("reschedule", "--to", "2026-12-24", "--where", "is:known").output
        == "1 card now due on 2026-12-24.\n")
    #expect(try run("cards", "--where", "due:2026-12-24").ending == .exited(0))
    #expect(try run("check").ending == .exited(0))
  }

  @Test func `a long card is cut on a terminal, and whole in a pipe`() throws {
    let answer = "annual general meeting of the shareholders of a company"
    try program.addDeck(
      #"{"title": "Long", "questions": [{"prompt": "Hauptversammlung", "answer": "\#(answer)"}]}"#,
      named: "long.json")
    #expect(try run("cards", "Long").output.contains("Hauptversammlung → \(answer)"))
    let shown = try PseudoTerminal(
      program, ["cards", "Long", "--color", "never"], at: Program.morning, columns: 80
    ).finish().shown.withoutEscapes
    let lines = shown.split(whereSeparator: \.isNewline)
    #expect(lines.allSatisfy { $0.count <= 80 } && shown.contains("…  new"), "\(shown)")
  }

  @Test(arguments: ["cards", "study", "today", "due", "decks", "known", "reschedule"])
  func `a shell completes titles after a command that takes groups`(command: String) throws {
    // As the script asks that `rabble --generate-completion-script bash` writes.
    let completed = try program.run([
      "---completion", command, "--", "positional@0", "2", "0", "rabble", command, "",
    ])
    #expect(completed.ending == .exited(0), "\(completed.errors)")
    #expect(completed.lines.contains("Words"), "\(completed.output)")
  }

  @Test func `the table of filters keeps its shape in 80 columns`() throws {
    let lines = try program.run(["cards", "--help"]).lines
    let rows = lines.drop { !$0.hasPrefix("  deck:") }.prefix { !$0.hasPrefix("USAGE") }
    #expect(rows.allSatisfy { $0.hasPrefix("  ") && $0.count < 80 }, "\(rows)")
    let margin = String(repeating: " ", count: 24)
    #expect(rows.contains { $0.hasPrefix(margin + "buried") || $0.hasPrefix(margin + "suspended") })
  }
}
