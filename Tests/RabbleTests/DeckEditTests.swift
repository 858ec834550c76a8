import Foundation
import Testing

/// `rabble deck edit` with a scripted editor.
struct DeckEditTests {
  private let program: Program
  private let path: String

  init() throws {
    program = try Program()
    path = try program.addDeck(Program.words)
  }

  private var draft: String { program.dataFolder + "/decks/.words.draft.json" }

  @Test func `an edit of a deck that another program changed meanwhile leaves no event to redo`()
    throws
  {
    let program = try Program()
    let deck = try program.addDeck(Program.words)
    _ = try program.run(["today", "--count", "--format", "json"], at: Program.morning)
    let editor = try program.home.write(
      "editor",
      "#!/bin/sh\nfor f; do :; done\nsed -i s/cat/cat2/ \"$f\"\nsed -i s/dog/dog3/ '\(deck)'\n")
    chmod(editor, 0o755)
    let edit = try program.run(
      ["deck", "edit", "Words"], at: Program.morning, environment: ["EDITOR": editor])
    #expect(edit.ending == .exited(3) && edit.errors.contains("Another program changed it"))
    #expect(!(try program.run(["history"]).output.contains("edited")))
    #expect(try program.run(["redo"]).ending == .exited(1))
    let text = try String(contentsOfFile: deck, encoding: .utf8)
    #expect(text.contains("dog3") && !text.contains("cat2"))
  }

  @Test func `an edit is made on a copy, at the line, and undo gives the deck back`() throws {
    let editor = try program.editor(#"sed -i s/cat/Katze/ "$file""#)
    let outcome = try program.run(["deck", "edit", "いぬ"], environment: editor)
    #expect(outcome.ending == .exited(0))
    #expect(outcome.output == "\(path): saved (1 group, 3 questions)\n")
    #expect(try program.editorCalls() == ["+3 \(draft)"])
    #expect(try program.deck() == Program.words.replacing("cat", with: "Katze"))
    #expect(try program.deckFiles() == ["words.json"])
    let undo = try program.run(["undo"], at: Program.morning)
    #expect(undo.output.hasPrefix("Undone: edited words.json, "))
    #expect(try program.deck() == Program.words)
  }

  @Test func `an editor that changes nothing leaves nothing behind`() throws {
    let editor = try program.editor("true", named: "code")
    let outcome = try program.run(["deck", "edit", "とり"], environment: editor)
    #expect(try program.editorCalls() == ["--wait --goto \(draft):4"])
    #expect(outcome.errors == "Nothing was changed.\n")
    #expect(try program.deckFiles() == ["words.json"])
  }

  @Test func `a broken edit is shown and mended`() throws {
    let editor = try program.editor(
      #"sed -i 's/"cat"/cat/' "$file""#, #"sed -i 's/cat/"Katze"/' "$file""#)
    let terminal = try program.terminal("deck", "edit", path + ":4", environment: editor)
    try terminal.expect("words.json:2:")
    try terminal.expect("Edit again, or discard your changes? (e/d) › ")
    #expect(try program.deck() == Program.words)
    terminal.enter("e")
    try terminal.expect("saved (1 group, 3 questions)")
    #expect(try terminal.finish().ending == .exited(0))
    #expect(try program.editorCalls() == ["+4 \(draft)", "+2 \(draft)"])
    #expect(try program.deck() == Program.words.replacing("cat", with: "Katze"))
    #expect(try program.deckFiles() == ["words.json"])
  }

  @Test func `a broken edit that is dropped is kept beside, and the next one does not touch it`()
    throws
  {
    let editor = try program.editor(
      #"echo '[' > "$file""#, #"sed -i s/cat/Katze/ "$file""#)
    let terminal = try program.terminal("deck", "edit", environment: editor)
    try terminal.expect("Edit again, or discard your changes? (e/d) › ")
    terminal.enter("d")
    try terminal.expect("Your draft is kept in")
    #expect(try terminal.finish().ending == .exited(3))
    #expect(try program.deck() == Program.words)
    #expect(try program.deckFiles() == [".words.draft.json", "words.json"])
    #expect(try program.run(["deck", "edit"], environment: editor).ending == .exited(0))
    #expect(try program.deck(".words.draft.json") == "[\n")
    #expect(try program.deck().contains("Katze"))
  }

  @Test func `a deck that another program changed meanwhile is left as it is`() throws {
    let editor = try program.editor(
      #"sed -i s/cat/Katze/ "$file"; sed -i s/dog/Hund/ "\#(path)""#)
    let outcome = try program.run(["deck", "edit"], environment: editor)
    #expect(outcome.ending == .exited(3))
    #expect(outcome.errors.contains("Another program changed it"))
    #expect(outcome.errors.contains(draft))
    #expect(try program.deck() == Program.words.replacing("dog", with: "Hund"))
    #expect(
      try program.deck(".words.draft.json") == Program.words.replacing("cat", with: "Katze"))
  }

  @Test func `an editor that fails or is not there costs nothing`() throws {
    let failing = try program.editor(#"sed -i s/cat/Katze/ "$file"; exit 4"#)
    let failed = try program.run(["deck", "edit"], environment: failing)
    #expect(failed.ending == .exited(3))
    #expect(failed.errors.contains("failed with exit status 4"))
    #expect(failed.errors.contains(draft))
    let missing = try program.run(["deck", "edit"], environment: ["VISUAL": "no-such-editor"])
    #expect(missing.ending == .exited(3))
    #expect(missing.errors.contains("could not be started"))
    let none = try program.run(["deck", "edit"])
    #expect(none.ending == .exited(3))
    #expect(none.errors.contains("Set VISUAL or EDITOR"))
    #expect(try program.deck() == Program.words)
    #expect(try program.deckFiles() == [".words.draft.json", "words.json"])
  }

  @Test(arguments: [
    ["deck", "add", "--prompt", "うま", "--answer", "horse"], ["deck", "rename", "Words", "X"],
    ["deck", "remove", "ねこ", "--yes"], ["deck", "new", "Empty"],
  ])
  func `where the disk is full a deck stays as it was`(arguments: [String]) throws {
    var full = program
    _ = try program.run(["deck", "list"])
    full.path = "/bin/sh"
    let shell = ["-c", #"ulimit -f 0; exec "$0" "$@""#, program.path]
    let outcome = try full.run(shell + arguments)
    #expect(outcome.ending == .exited(3))
    // The edit is recorded before the deck is written.
    #expect(outcome.errors.contains("study.sqlite: "), "\(outcome.errors)")
    #expect(outcome.errors.contains("can't be written"), "\(outcome.errors)")
    #expect(outcome.errors.contains("Nothing was changed."), "\(outcome.errors)")
    #expect(try program.deck() == Program.words)
    #expect(try program.deckFiles() == ["words.json"])
  }

  @Test func `a question that is edited keeps its history, whatever it reads then`() throws {
    _ = try program.run(["study", "Words"], at: Program.morning, input: "cat\n")
    let editor = try program.editor(
      #"sed -i 's/"ねこ", "hint": "it purrs", "answer": "cat"/"東京", "answer": "Tokyo"/' "$file""#)
    #expect(try program.run(["deck", "edit", "ねこ"], environment: editor).ending == .exited(0))
    let due = try program.run(
      ["today", "--count", "--format", "json", "Words"], at: Program.morning)
    #expect(
      due.output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":1,\"new\":2,\"today\":3}\n")
    #expect(due.errors == "", "nothing had to be guessed")
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test func `a question is changed by options without an editor, and keeps its history`() throws {
    _ = try program.run(["study", "Words"], at: Program.morning, input: "cat\n")
    let outcome = try program.run([
      "deck", "edit", "ねこ", "--json",
      #"{"prompt": "猫", "reading": "ねこ", "hint": "", "tags": ["n5"]}"#,
    ])
    #expect(outcome.output == "Changed: 猫 = cat\n")
    #expect(
      try program.deck()
        == Program.words.replacing(
          #""ねこ", "hint": "it purrs", "answer": "cat""#,
          with: #""猫", "answer": "cat", "reading": "ねこ", "tags": ["n5"]"#))
    let due = try program.run(
      ["today", "--count", "--format", "json", "Words"], at: Program.morning)
    #expect(
      due.output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":1,\"new\":2,\"today\":3}\n")
    #expect(due.errors == "")
    #expect(try program.run(["deck", "edit", "--hint", "x"]).ending == .exited(2))
    let options = ["deck", "edit", "猫", "--hint", "meow", "--reading", "neko"]
    #expect(try program.run(options).output == "Changed: 猫 = cat\n")
    #expect(try program.deck().contains(#""hint": "meow""#))
    _ = try program.run(["undo"])
    #expect(try program.run(["deck", "edit", "犬小屋", "--hint", "x"]).ending == .exited(2))
  }

  @Test func `a Markdown deck is begun, filled, changed and edited like any other`() throws {
    let made = try program.run(["deck", "new", "Pets", "--format", "markdown", "--language", "ja"])
    #expect(made.output == program.dataFolder + "/decks/Pets.md\n")
    _ = try program.run(["deck", "add", "Pets"], input: "猫 [ねこ] :: cat #n5\n犬 :: dog\n")
    _ = try program.run(["deck", "add", "Pets", "--prompt", "鳥", "--answer", "bird"])
    _ = try program.run(["deck", "edit", "犬", "--answer", "a dog"])
    _ = try program.run(["deck", "move", "猫", "--to", "Pets"])
    #expect(
      try program.deck("Pets.md") == """
        ## Pets
        language: ja

        犬 :: a dog
        鳥 :: bird
        猫 [ねこ] :: cat #n5

        """)
    let editor = try program.editor(#"sed -i s/bird/Vogel/ "$file""#)
    #expect(try program.run(["deck", "edit", "鳥"], environment: editor).ending == .exited(0))
    #expect(try program.editorCalls() == ["+5 \(program.dataFolder)/decks/.Pets.draft.md"])
    let broken = try program.run(["deck", "add", "Pets"], input: "no answer\n")
    #expect(broken.ending == .exited(3))
    #expect(broken.errors.contains("standard input"))
    let due = try program.run(
      ["today", "--count", "--format", "json", "Pets"], at: Program.morning)
    #expect(
      due.output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":0,\"new\":3,\"today\":3}\n")
  }

  @Test func `moving, renaming and taking out keep every history`() throws {
    _ = try program.run(["study", "Words"], at: Program.morning, input: "cat\ndog\n")
    #expect(try program.run(["deck", "new", "Pets"]).ending == .exited(0))
    #expect(try program.run(["deck", "move", "ねこ", "--to", "Pets"]).ending == .exited(0))
    #expect(try program.run(["deck", "move", "とり", "--before", "いぬ"]).ending == .exited(0))
    #expect(try program.run(["deck", "rename", "Words", "Other words"]).ending == .exited(0))
    #expect(
      try program.deck() == """
        [{"title": "Other words", "questions": [
          {"prompt": "とり", "answer": "bird"},
          {"prompt": "いぬ", "hint": "it barks", "answer": "dog"}
        ]}]
        """)
    #expect(
      try program.deck("Pets.json").contains(
        #"{"prompt": "ねこ", "hint": "it purrs", "answer": "cat"}"#))
    let due = try program.run(
      ["today", "--count", "--format", "json", "Pets"], at: Program.morning)
    #expect(
      due.output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":1,\"new\":0,\"today\":1}\n")
    #expect(due.errors == "")
    let others = try program.run(
      ["today", "--count", "--format", "json", "Other"], at: Program.morning)
    #expect(
      others.output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":1,\"new\":1,\"today\":2}\n")

    let asked = try program.terminal("deck", "remove", "いぬ")
    try asked.expect("“いぬ” = dog, in Other words")
    try asked.expect("Remove this question? (y/n) › ")
    asked.enter("n")
    #expect(try asked.finish().ending == .exited(1))
    #expect(try program.run(["deck", "remove", "いぬ"]).ending == .exited(2))
    #expect(try program.run(["deck", "remove", "いぬ", "--yes"]).ending == .exited(0))
    #expect(
      try program.run(["today", "--count", "--format", "json", "Other"], at: Program.morning).output
        .contains("\"learning\":0"))
    let back = try program.run(
      ["deck", "add", "Other", "--prompt", "いぬ", "--answer", "dog"])
    #expect(back.ending == .exited(0))
    let revived = try program.run(
      ["today", "--count", "--format", "json", "Other"], at: Program.morning)
    #expect(
      revived.output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":1,\"new\":1,\"today\":2}\n")
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test func `what is ambiguous lists what it could be`() throws {
    try program.addDeck(
      #"{"title": "Words", "questions": [{"prompt": "ねこ", "answer": "Katze"}]}"#, named: "b.json")
    let group = try program.run(["deck", "rename", "Words", "X"])
    #expect(group.ending == .exited(2))
    #expect(group.errors.contains("“words/Words”") && group.errors.contains("“b/Words”"))
    let question = try program.run(["deck", "remove", "ねこ", "--yes"])
    #expect(question.ending == .exited(2))
    #expect(question.errors.contains("= cat, in Words") && question.errors.contains("= Katze, in"))
    let file = program.dataFolder + "/decks/b.json"
    let chosen = try program.run(["deck", "remove", "ねこ", "--yes", "--file", file])
    #expect(chosen.ending == .exited(0))
    #expect(try program.deck("b.json") == #"{"title": "Words", "questions": []}"#)
    #expect(try program.deck() == Program.words)
  }

  @Test func `of questions with one prompt each is named by its file and line`() throws {
    let deck = "## One\n\n犬 :: dog\n犬 :: doggo\n"
    try program.addDeck(deck, named: "a.md")
    let several = try program.run(["deck", "remove", "-y", "犬", "--group", "One"])
    #expect(several.ending == .exited(2) && several.errors.contains("a.md:3."))
    let folder = program.dataFolder + "/decks"
    let hinted = try program.run(["deck", "edit", "a.md:4", "--hint", "slang"], folder: folder)
    #expect(hinted.ending == .exited(0))
    #expect(try program.deck("a.md") == deck + "  hint: slang\n")
    let moved = try program.run(["deck", "move", "a.md:4", "--before", "a.md:3"], folder: folder)
    #expect(moved.ending == .exited(0))
    let removed = try program.run(["deck", "remove", "-y", "a.md:4"], folder: folder)
    #expect(removed.output.hasPrefix("Removed “犬” = doggo, in One"))
  }

  @Test func `a question is found by its text as it is shown`() throws {
    try program.addDeck(
      "## One\n\nQ: long\nquestion\nA: x\n\n私==は==学生==です::copula==。\n", named: "a.md")
    let near = try program.run(["deck", "remove", "-y", "long"])
    #expect(near.errors.contains("Did you mean: “long question” = x, in One"))
    #expect(try program.run(["deck", "edit", "long question", "--hint", "h"]).ending == .exited(0))
    let names = [
      "私は学生[copula]。", "私は学生です。", "私{{は}}学生{{です::copula}}。", "私==は==学生==です::copula==。",
      "私＿＿学生＿＿。",
    ]
    for (number, name) in names.enumerated() {
      let outcome = try program.run([
        "deck", "edit", name, "--json", #"{"source": "page \#(number)"}"#,
      ])
      #expect(outcome.ending == .exited(0), "\(name): \(outcome.errors)")
    }
    #expect(try program.deck("a.md").contains("source: page 4"))
  }

  @Test(arguments: [
    ["deck", "edit", "いぬ", "--answer", "dog"], ["deck", "rename", "Words", " Words "],
    ["deck", "move", "いぬ", "--before", "いぬ"],
  ])
  func `a change that changes nothing says so`(arguments: [String]) throws {
    let outcome = try program.run(arguments)
    #expect(outcome.ending == .exited(1))
    #expect(outcome.output == "" && outcome.errors.contains("Nothing was changed"))
    #expect(try program.deck() == Program.words)
  }

  @Test func `a title is trimmed, has one line, and what is wrong with the deck is told`() throws {
    #expect(try program.run(["deck", "rename", "Words", "a\nb"]).ending == .exited(2))
    #expect(try program.run(["deck", "new", "a\nb", "--language", "ja"]).ending == .exited(2))
    #expect(try program.run(["deck", "rename", "Words", " Pets "]).ending == .exited(0))
    #expect(try program.deck().contains(#""title": "Pets""#))
    let made = try program.run(["deck", "new", "Two", "--language", "jp"])
    #expect(made.ending == .exited(0))
    #expect(made.errors.contains("[RW222]") && !made.errors.contains("[RW206]"))
  }

  @Test func `what can't be opened is named once`() throws {
    let folder = program.dataFolder + "/decks"
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/loop.json", withDestinationPath: "loop.json")
    let loop = try program.run(
      ["deck", "edit", "loop.json"], environment: ["EDITOR": "true"], folder: folder)
    #expect(loop.ending == .exited(3) && loop.errors.contains("symbolic links form a loop"))
    let path = try program.addDeck("", named: "empty.json")
    let empty = try program.run(["deck", "edit", path], environment: ["EDITOR": "true"])
    #expect(empty.ending == .exited(3))
    #expect(empty.errors.components(separatedBy: path).count == 2)
  }

  @Test func `an edit of a file that is gone is not undone, and the reason is told`() throws {
    #expect(try program.run(["deck", "edit", "いぬ", "--answer", "hound"]).ending == .exited(0))
    try FileManager.default.removeItem(atPath: path)
    let outcome = try program.run(["undo"])
    #expect(outcome.ending == .exited(3) && outcome.errors.contains("is no longer there"))
  }

  @Test func `a bundled deck is edited as an own copy that takes its place`() throws {
    _ = try program.run(["study", "Hiragana"], at: Program.morning, input: "a\n")
    let editor = try program.editor(#"sed -i 's/"title": "Hiragana"/"title": "Kana"/' "$file""#)
    let refused = try program.run(["deck", "edit", "Hiragana"], environment: editor)
    #expect(refused.ending == .exited(3))
    #expect(refused.errors.contains("rabble deck edit --copy Hiragana"))
    let copied = try program.run(["deck", "edit", "--copy", "Hiragana"], environment: editor)
    #expect(copied.ending == .exited(0))
    let decks = try program.run(["deck", "list", "--all"], at: Program.morning).output
    #expect(decks.contains("Kana ") && !decks.contains("Hiragana  "))
    #expect(decks.contains("Hiragana with marks"))
    let due = try program.run(
      ["today", "--count", "--format", "json", "Kana"], at: Program.morning)
    #expect(due.output.contains("\"learning\":1"))
    #expect(due.errors == "")
  }
}
