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
    let list = try run("card", "list")
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
    let one = try run("card", "list", "--where", "rated:1:again", "--format", "csv")
    #expect(one.errors == "1 card matches.\n")
    #expect(one.output.split(whereSeparator: \.isNewline).count == 2 && one.output.contains("いぬ"))
    let none = try run("card", "list", "--where", "is:suspended")
    #expect(none.ending == .exited(1) && none.output.isEmpty)
    #expect(none.errors == "No card matches.\n")
    let json = try run("card", "list", "--where", "ネコ or tori", "--format", "json")
    #expect(json.errors == "2 cards match.\n")
    #expect(json.output.contains("\"prompt\"") && json.output.contains("\"retrievability\""))
  }

  @Test func `a wrong filter is refused with its column`() throws {
    for command in [
      ["card", "list"], ["study"], ["stats", "answers"], ["deck", "list"], ["log", "export"],
      ["card", "suspend", "--yes"], ["card", "flag", "--yes"],
      ["card", "forget", "--yes"], ["card", "known", "--yes"], ["card", "due", "--yes", "over:7d"],
      ["card", "note", "x"], ["card", "unsuspend", "--yes"], ["card", "why"],
      ["card", "tag", "--yes", "x"],
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
    #expect(
      try run("card", "flag", "--yes", "いぬ").output == "Flagged 1 card of “いぬ” = dog, in Words.\n")
    let again = try run("card", "flag", "--yes", "いぬ")
    #expect(again.ending == .exited(1))
    #expect(again.errors == "Already flagged: “いぬ” = dog, in Words.\n")
    #expect(try run("card", "list", "--where", "is:flagged").output.contains("* いぬ → dog"))
    #expect(
      try run("card", "tag", "--yes", "animal", "--where", "*").output
        == "Tagged “animal”: “ねこ” = cat, in Words; “いぬ” = dog, in Words; “とり” = bird, in Words.\n"
        + "Undo with `rabble undo`.\n")
    #expect(try run("card", "tag", "--yes", "two words", "いぬ").ending == .exited(2))
    #expect(try run("card", "note", "--yes", "inu sounds like “in you”", "いぬ").ending == .exited(0))
    #expect(try run("card", "why", "いぬ").output.contains("inu sounds like “in you”"))
    #expect(
      try run("card", "list", "--where", "note:sounds tag:animal").errors == "1 card matches.\n")
    #expect(try run("undo").output.contains("note on “いぬ”"))
    #expect(try !run("card", "why", "いぬ").output.contains("in you"))
    #expect(try run("undo").output.contains("tagged “ねこ” and 2 more “animal”"))
    #expect(try run("card", "list", "--where", "tag:*").ending == .exited(1))
    #expect(try run("undo").output.contains("flagged “いぬ”"))
    #expect(try run("redo").ending == .exited(0))
    #expect(try run("card", "list", "--where", "is:flagged").ending == .exited(0))
    #expect(try run("log", "check").ending == .exited(0))
    #expect(try run("log", "check", "--rebuild").ending == .exited(0))
  }

  @Test func `a forgotten card is new again until that is undone`() throws {
    #expect(
      try run("card", "forget", "--yes", "ねこ").output
        == "Made 1 card of “ねこ” = cat, in Words new again.\n")
    #expect(try run("card", "list", "--where", "is:new").output.contains("ねこ"))
    #expect(try run("card", "why", "ねこ").output.contains("New again since 2026-11-21"))
    #expect(try run("log", "check").ending == .exited(0))
    #expect(try run("undo").ending == .exited(0))
    #expect(try run("card", "list", "--where", "is:new").ending == .exited(1))
    #expect(try run("log", "check").ending == .exited(0))
  }

  @Test func `cards are suspended and restored by a filter, and studied by one`() throws {
    #expect(
      try run("card", "suspend", "--yes", "--where", "いぬ or とり").output.hasPrefix(
        "Suspended 2 cards of "))
    #expect(try run("card", "list", "--where", "is:suspended").errors == "2 cards match.\n")
    #expect(
      try run("card", "unsuspend", "--yes", "--where", "is:suspended").output.hasPrefix(
        "Unsuspended 2"))
    let session = try run("study", "--cram", "--where", "prompt:とり", input: "bird\n:quit\n")
    #expect(session.output.contains("とり") && !session.output.contains("ねこ"))
    #expect(session.errors.contains("1 card matches."))
    let crammed = try run("study", "--cram", "--where", "prompt:とり", input: ":why\n:quit\n")
    #expect(crammed.output.contains("Cramming: no grade changes the schedule."))
    #expect(!crammed.output.contains("If graded now"))
    let plain = try run("study", "--cram", "--plain", input: "no idea\n:quit\n").output
    #expect(plain.contains("\nLeft: 3 cards\n"))
    #expect(plain.contains("\nComes again in this session; schedule unchanged.\n"), "\(plain)")
    let log = try run("log", "export", "--where", "とり").output
    #expect(log.contains("とり") && !log.contains("ねこ"))
    #expect(try run("deck", "list", "--where", "とり").output.contains("Words"))
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
      "Flagged this card.", "Tagged “animal”: this card.", "Saved the note", "Tags: animal.",
      "Your note: purrs like",
      "Removed the flag from this card.", "Undone: removed the flag from “ねこ”", "can't be a tag",
    ] {
      #expect(output.contains(text), "\(text): \(output)")
    }
    #expect(try run("card", "list", "--where", "is:flagged tag:animal note:*").ending == .exited(0))
  }

  @Test func `a tag of the deck is not taken off, and the line says how to`() throws {
    try program.addDeck(
      #"{"title": "Verbs", "questions": [{"prompt": "ate", "answer": "食べた", "tags": ["past tense"]}]}"#,
      named: "verbs.json")
    let output = try run("study", "Verbs", "--no-lessons", input: ":tag -past tense\n:quit\n")
      .output
    #expect(output.contains("“past tense” is a tag of the deck. `:edit` changes it."), "\(output)")
  }

  @Test func `a session reschedules a card and makes it new again`() throws {
    _ = try run("card", "forget", "--yes", "--where", "*")
    let session = try run(
      "study", "--order", "sequential", "--no-lessons",
      input: ":known\n:undo\n:known\n:due 3\n:forget\n:quit\n")
    #expect(session.output.contains("Marked this card as known; first review on"))
    #expect(session.output.contains("Undone: marked 1 card as known"))
    #expect(session.output.contains("New, in its steps, or already due on that day."))
    #expect(session.output.contains("Already new."))
    #expect(try run("card", "list", "--where", "is:known").errors == "1 card matches.\n")
    #expect(
      try run("card", "due", "2026-12-24", "--where", "is:known").output
        == "Rescheduled 1 card of “ねこ” = cat, in Words to 2026-12-24.\n")
    #expect(try run("card", "list", "--where", "due:2026-12-24").ending == .exited(0))
    #expect(try run("log", "check").ending == .exited(0))
  }

  @Test func `a long card is cut on a terminal, and whole in a pipe`() throws {
    let answer = "annual general meeting of the shareholders of a company"
    try program.addDeck(
      #"{"title": "Long", "questions": [{"prompt": "Hauptversammlung", "answer": "\#(answer)"}]}"#,
      named: "long.json")
    #expect(try run("card", "list", "Long").output.contains("Hauptversammlung → \(answer)"))
    let shown = try PseudoTerminal(
      program, ["card", "list", "Long", "--color", "never"], at: Program.morning, columns: 80
    ).finish().shown.withoutEscapes
    let lines = shown.split(whereSeparator: \.isNewline)
    #expect(lines.allSatisfy { $0.count <= 80 } && shown.contains("…  new"), "\(shown)")
  }

  @Test func `a card is taken as known, and due on another day, by its name`() throws {
    #expect(try run("card", "forget", "--yes", "ねこ").ending == .exited(0))
    let known = try run("card", "known", "ねこ")
    #expect(known.output.hasPrefix("Marked 1 new card of “Words” as known"), "\(known.errors)")
    #expect(try run("card", "known", "ねこ").ending == .exited(1))
    let moved = try run("card", "due", "--yes", "2026-12-24", "ねこ")
    #expect(
      moved.output == "Rescheduled 1 card of “ねこ” = cat, in Words to 2026-12-24.\n")
    #expect(try run("card", "list", "--where", "due:2026-12-24").output.contains("ねこ"))
    #expect(try run("card", "due", "--yes", "2026-12-24", "ねこ").ending == .exited(1))
    #expect(try run("undo").output.contains("rescheduled 1 card"))
    #expect(try run("undo").output.contains("marked 1 card as known"))
    #expect(try run("card", "list", "--where", "is:new").output.contains("ねこ"))
    // What is neither a card nor a group is told with the nearest.
    #expect(
      try run("card", "known", "--yes", "Words").output.hasPrefix("Marked 1 new card of “Words”"))
    #expect(
      try run("card", "known", "--yes", "Wrods").errors.contains("Did you mean:\n  “Words”\n"))
    for wrong in [
      ["card", "due", "3d"], ["card", "due", "ねこ"], ["card", "due", "3d", "ねこ", "いぬ"],
      ["card", "due", "3d", "ねこ", "--dry-run"], ["card", "known", "neko"],
      ["card", "known", "cat"],
      ["card", "known"], ["card", "known", "--where", "*"],
    ] {
      #expect(try program.run(wrong, at: Program.morning).ending == .exited(2), "\(wrong)")
    }
  }

  @Test func `the shell shows what was put on a card beside its schedule`() throws {
    for command in [
      ["card", "flag", "--yes", "ねこ", "--flag-color", "blue"],
      ["card", "tag", "--yes", "pet", "ねこ"],
      ["card", "note", "--yes", "purrs", "ねこ"],
    ] { _ = try program.run(command, at: Program.morning) }
    let why = try run("card", "why", "ねこ").output
    for line in ["Flag ", "Flagged (blue).", "Tags ", "pet.", "Note ", "purrs"] {
      #expect(why.contains(line), "\(why)")
    }
    // In a session, a note might give the answer away.
    let asked = try run("study", "--cram", "--where", "ねこ", input: ":why\n:quit\n").output
    #expect(!asked.contains("purrs"), "\(asked)")
  }

  @Test func `an export is of the groups that are named`() throws {
    try program.addDeck(
      #"{"title": "Other", "questions": [{"prompt": "うし", "answer": "cow"}]}"#,
      named: "other.json")
    _ = try run("study", "Other", input: "cow\n")
    let words = try run("log", "export", "Words")
    #expect(words.output.contains("ねこ") && !words.output.contains("うし"))
    #expect(words.errors.isEmpty)
    let other = try run("log", "export", "Other", "--where", "rated:1")
    #expect(other.output.contains("うし") && !other.output.contains("ねこ"))
    #expect(other.errors == "1 card matches.\n")
    #expect(try run("log", "export", "Words", "--kind", "all").ending == .exited(2))
  }

  @Test(arguments: [
    ["card", "list"], ["deck", "list", "--all"], ["stats"], ["stats", "words"], ["history"],
  ])
  func `what is longer than the terminal is paged`(command: [String]) throws {
    let shown = try PseudoTerminal(
      program, command, at: Program.morning, environment: ["PAGER": "sed s/^/paged:/"], rows: 3
    ).finish().shown
    #expect(shown.contains("paged:"), "\(shown)")
    let whole = try PseudoTerminal(
      program, command, at: Program.morning, environment: ["PAGER": ""], rows: 3
    ).finish().shown
    #expect(!whole.contains("paged:"))
  }

  @Test(arguments: [
    // Readline ends a word at a colon, and hands on what stands behind it.
    (["--where", "is", ":", "ov"], "ov", "overdue"),
    (["--where", "-tag", ":", "an"], "an", "animal"),
    (["--where", "=", "is", ":", "ov"], "ov", "overdue"),
    (["--format", "=", "js"], "js", "json"),
    (["--where", "'is:new (is:ov"], "is:new (is:ov", "is:new (is:overdue"),
    (["My", ":", "\\ wo"], "\\ wo", " words"),
  ])
  func `bash completes filters without quotation marks, and what has colons in it`(
    words: [String], typed: String, completed: String
  ) throws {
    try program.addDeck(
      #"{"title": "My: words", "questions": [{"prompt": "a", "answer": "b"}]}"#,
      named: "my.json")
    _ = try run("card", "tag", "--yes", "animal", "いぬ")
    var shell = program
    shell.path = "/bin/bash"
    let line =
      "\(program.path) card list "
      + words.joined().replacing("--where", with: "--where ")
      .replacing(" =", with: "=")
    let outcome = try shell.run(
      [
        "-c",
        """
        line=$1 typed=$2; shift 2
        eval "$("$1" --generate-completion-script bash)"
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE=$line COMP_POINT=${#line}
        _rabble_whole_words "$1" "$typed" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\n' "${COMPREPLY[@]}"
        """, "bash", line, typed, program.path, "card", "list",
      ] + words)
    #expect(outcome.output == completed + "\n", "\(outcome.errors)")
  }

  @Test func `zsh and fish get what their scripts lack`() throws {
    let zsh = try run("--generate-completion-script", "zsh").output
    #expect(zsh.contains("${#QIPREFIX} + ${#IPREFIX} + ${#PREFIX}") && !zsh.contains("LBUFFER"))
    let fish = try program.run(
      [
        "---completion", "card", "list", "--", "--where", "3", "14", "rabble", "card", "list",
        "--where=-is:ov",
      ], environment: ["SAP_SHELL": "fish"])
    #expect(fish.output == "-is:overdue\n", "\(fish.errors)")
  }

  @Test(arguments: [["card", "list"], ["study"], ["today"], ["deck", "list"], ["card", "known"]])
  func `a shell completes titles after a command that takes groups`(command: [String]) throws {
    // As the script asks that `rabble --generate-completion-script bash` writes.
    let completed = try program.run(
      ["---completion"] + command + ["--", "positional@0", "\(command.count + 1)", "0", "rabble"]
        + command + [""])
    #expect(completed.ending == .exited(0), "\(completed.errors)")
    #expect(completed.lines.contains("Words"), "\(completed.output)")
  }

}
