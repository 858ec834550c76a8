import Foundation
import Testing

/// `:edit` and `:add` in the middle of a session.
struct SessionEditTests {
  private let program: Program

  init() throws {
    program = try Program()
    try program.addDeck(Program.words)
  }

  @Test func `an edited card is asked again, with its history and in the same session`() throws {
    _ = try program.run(["study", "Words"], at: Program.morning, input: "cat\n")
    let first = try program.reviews()
    let editor = try program.editor(
      #"sed -i 's/"ねこ", "hint": "it purrs", "answer": "cat"/"Hauptstadt", "answer": "Tokyo"/' "$file""#
    )
    let terminal = try PseudoTerminal(
      program, ["study", "Words", "--color", "never"], at: "2026-11-21T09:30:00+09:00",
      environment: editor)
    try terminal.expect("ねこ › ")
    terminal.enter(":edit")
    try terminal.expect("Saved.")
    try terminal.expect("Hauptstadt › ")
    // The judge knows the new answer.
    terminal.enter("tokyo")
    try terminal.expect("✓ Correct: Tokyo")
    try terminal.expect("いぬ › ")
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))
    let reviews = try program.reviews()
    #expect(reviews.map(\.prompt) == ["ねこ", "Hauptstadt"])
    #expect(Set(reviews.map(\.question)) == Set(first.map(\.question)), "one history")
    #expect(try program.run(["log", "check"]).ending == .exited(0))
    let due = try program.run(
      ["today", "--count", "--format", "json", "Words"], at: "2026-11-21T09:30:00+09:00")
    #expect(due.errors == "", "nothing had to be guessed")
  }

  @Test func `the card answered last is edited as often as the learner likes, and that is undone`()
    throws
  {
    let editor = try program.editor(
      #"sed -i 's/"cat"/"cat", "note": "mnemonic"/' "$file""#,
      #"sed -i 's/"answer": "cat"/"answer": "kitty"/' "$file""#)
    let terminal = try program.terminal("study", "Words", environment: editor)
    try terminal.expect("ねこ › ")
    terminal.enter("cat")
    try terminal.expect("いぬ › ")
    for _ in 1...2 {
      terminal.enter(":edit last")
      try terminal.expect("Saved.")
      try terminal.expect("いぬ › ")
    }
    terminal.enter(":info last")
    try terminal.expect("“ねこ” = kitty")
    try terminal.expect("いぬ › ")
    terminal.enter(":undo")
    try terminal.expect("Undone: edited words.json")
    terminal.enter(":info last")
    try terminal.expect("“ねこ” = cat")
    try terminal.expect("いぬ › ")
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))
    #expect(try program.run(["log", "check"]).ending == .exited(0))
    #expect(try program.run(["deck", "show", "Words"]).output.contains("mnemonic"))
  }

  @Test func `a broken edit can be mended or dropped, and the session goes on`() throws {
    let editor = try program.editor(
      #"sed -i 's/"cat"/cat/' "$file""#, #"sed -i 's/cat/"Katze"/' "$file""#,
      #"echo '[' > "$file""#)
    let terminal = try program.terminal("study", "Words", environment: editor)
    try terminal.expect("ねこ › ")
    terminal.enter(":edit")
    try terminal.expect("Edit again, or discard your changes? (e/d) › ")
    terminal.enter("e")
    try terminal.expect("Saved.")
    try terminal.expect("ねこ › ")
    terminal.enter(":edit")
    try terminal.expect("Edit again, or discard your changes? (e/d) › ")
    terminal.enter("d")
    try terminal.expect("kept in")
    try terminal.expect("ねこ › ")
    terminal.enter("Katze")
    try terminal.expect("✓ Correct: Katze")
    try terminal.expect("いぬ › ")
    terminal.send("\u{4}")
    #expect(try terminal.finish().ending == .exited(0))
    #expect(try program.deckFiles() == [".words.draft.json", "words.json"])
  }

  @Test func `the editor has the terminal, its keys and its signals`() throws {
    // The editor sets the terminal to raw keys, waits for Control C as a key and never resets it.
    let editor = try program.editor(
      #"stty raw -echo; echo ready; dd bs=1 count=1 2>/dev/null | od -An -tx1"#)
    let terminal = try program.terminal("study", "Words", environment: editor)
    try terminal.expect("ねこ › ")
    terminal.enter(":edit")
    try terminal.expect("ready")
    terminal.send("\u{3}")
    try terminal.expect("03")
    try terminal.expect("Nothing was changed.")
    try terminal.expect("ねこ › ")
    terminal.enter("cat")
    try terminal.expect("✓ Correct: cat")
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))
  }

  @Test func `Control C while an editor that does not mind it runs does not end the session`()
    throws
  {
    let editor = try program.editor(#"trap 'echo caught; exit 0' INT; echo ready; read line"#)
    let terminal = try program.terminal("study", "Words", environment: editor)
    try terminal.expect("ねこ › ")
    terminal.enter(":edit")
    try terminal.expect("ready")
    terminal.send("\u{3}")
    try terminal.expect("caught")
    try terminal.expect("ねこ › ")
    terminal.enter("cat")
    try terminal.expect("✓ Correct: cat")
    try terminal.expect("いぬ › ")
    terminal.send("\u{4}")
    #expect(try terminal.finish().ending == .exited(0))
  }

  @Test func `a window that changed its size meanwhile is drawn at its new width`() throws {
    try program.addDeck(
      #"{"title": "Long", "questions": [{"prompt": "\#(String(repeating: "word ", count: 12))", "#
        + #""answer": "b"}]}"#, named: "long.json")
    let editor = try program.editor(#"echo ready; read line"#)
    let terminal = try program.terminal("study", "Long", environment: editor)
    try terminal.expect("› ")
    terminal.enter(":edit")
    try terminal.expect("ready")
    terminal.resize(columns: 30, rows: 10)
    terminal.enter("")
    try terminal.expect("Nothing was changed.")
    try terminal.expect("word word word word word")
    try terminal.expect("› ")
    let shown =
      terminal.raw.withoutEscapes.components(separatedBy: "Nothing was changed.").last ?? ""
    let lines = shown.split { $0 == "\r\n" || $0 == "\n" }
    #expect(lines.count { $0.hasPrefix("word") } == 2)
    #expect(lines.allSatisfy { $0.count <= 30 })
    terminal.send("\u{4}")
    #expect(try terminal.finish().ending == .exited(0))
  }

  @Test func `questions are added to the card's group, and the session goes on`() throws {
    let terminal = try program.terminal("study", "Words")
    try terminal.expect("ねこ › ")
    terminal.enter(":add")
    try terminal.expect("New questions for “Words”.")
    try terminal.expect("‹あ› ")
    terminal.enter("uma")
    try terminal.expect("Answer (separate alternatives with ;) › ")
    terminal.enter("horse")
    terminal.enter(">")
    try terminal.expect("✓ うま = horse  (Words: 4)")
    try terminal.expect("‹あ› ")
    terminal.enter("")
    try terminal.expect("Added 1 question; a later session asks it.")
    try terminal.expect("ねこ › ")
    // The new answer is nobody's typo now.
    terminal.enter("cat")
    try terminal.expect("✓ Correct: cat")
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))
    let due = try program.run(
      ["today", "--count", "--format", "json", "Words"], at: Program.morning)
    #expect(
      due.output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":1,\"new\":3,\"today\":4}\n")
  }

  @Test func `without a terminal it is said how to do it`() throws {
    let path = program.dataFolder + "/decks/words.json"
    let outcome = try program.run(
      ["study", "Words", "--format", "json"], at: Program.morning, input: ":edit\n:add\n:quit\n")
    let screens = try outcome.screens
    #expect(
      screens.map(\.kind) == ["question", "notice", "question", "notice", "question", "summary"])
    #expect(
      outcome.output.replacing("\\/", with: "/").contains("rabble deck edit \(path):2"))
    #expect(outcome.output.contains("rabble deck add Words"))
    let plain = try program.run(["study", "Words"], at: Program.morning, input: ":edit\n")
    #expect(plain.output.contains("rabble deck edit \(path):2"))
  }

  @Test func `a bundled deck is not edited in a session`() throws {
    let terminal = try program.terminal(
      "study", "Hiragana", environment: try program.editor("true"))
    try terminal.expect("あ › ")
    terminal.enter(":edit")
    try terminal.expect("is a bundled deck")
    try terminal.expect("あ › ")
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))
  }
}
