import Foundation
import Testing

/// `rabble deck format`, `show` and `diff`.
struct DeckFormatTests {
  private let program: Program

  init() throws {
    program = try Program()
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: program.home.path + "/" + name, encoding: .utf8)
  }

  private func run(_ arguments: String...) throws -> Outcome {
    try program.run(["deck"] + arguments, folder: program.home.path)
  }

  private let markdown = """
    ## Words

    ねこ :: cat
      hint: it purrs

    いぬ :: dog
      hint: it barks

    とり :: bird

    """

  @Test func `a deck becomes Markdown and JSON again, and undo gives its old self back`() throws {
    try program.home.write("words.json", Program.words)
    let outcome = try run("format", "--to", "markdown", "words.json")
    #expect(outcome.ending == .exited(0))
    #expect(outcome.output == "")
    let home = program.home.path
    #expect(
      outcome.errors == "words.md: written in place of words.json; `rabble undo --decks "
        + "\(home)/words.json --decks \(home)/words.md` undoes it\n")
    #expect(try text("words.md") == markdown)
    #expect(!FileManager.default.fileExists(atPath: program.home.path + "/words.json"))
    #expect(try run("format", "--to", "json", "words.md").ending == .exited(0))
    #expect(try run("format", "--check", "words.json").ending == .exited(0))
    #expect(
      try text("words.json").hasPrefix(
        "[\n  {\n    \"title\": \"Words\",\n    \"questions\": [\n      {\n        \"prompt\": \"ねこ\",\n"
      ))
    let undo = ["undo", "2", "--decks", program.home.path]
    #expect(try program.run(undo).ending == .exited(0))
    #expect(try text("words.json") == Program.words)
    #expect(!FileManager.default.fileExists(atPath: program.home.path + "/words.md"))
  }

  @Test func `--check writes nothing and names what would change`() throws {
    try program.home.write("a.json", Program.words)
    try program.home.write("b.md", markdown)
    let outcome = try run("format", "--check", "a.json", "b.md")
    #expect(outcome.output == "a.json\n")
    #expect(outcome.ending == .exited(1))
    #expect(try text("a.json") == Program.words)
    #expect(try run("format", "a.json", "b.md").ending == .exited(0))
    #expect(try run("format", "--check", "a.json", "b.md").ending == .exited(0))
  }

  @Test func `what cannot be written whole is not written, and told`() throws {
    try program.home.write("a.md", "## A\na :: b\nnothing\n")
    try program.home.write("b.json", "[{\"title\": 1}]")
    let outcome = try run("format", "a.md")
    #expect(outcome.ending == .exited(3))
    #expect(outcome.errors.hasPrefix("a.md:3:1: error: in \"A\": this line is not a question; "))
    #expect(outcome.errors.hasSuffix("a.md: Not written. Fix the errors above first.\n"))
    #expect(try text("a.md") == "## A\na :: b\nnothing\n")
    #expect(try run("format", "--to", "markdown", "b.json").ending == .exited(3))
    // JSON that stays JSON loses nothing, whatever is wrong with it.
    #expect(try run("format", "b.json").ending == .exited(0))
    #expect(try run("format", "none.json").ending == .exited(3))
    try program.home.write("c.json", Program.words)
    try program.home.write("c.md", markdown)
    #expect(try run("format", "--to", "markdown", "c.json").ending == .exited(3))
    #expect(try text("c.json") == Program.words)
  }

  @Test func `a file that can't be read is named as what it is`() throws {
    let folder = program.home.path
    try FileManager.default.createDirectory(
      atPath: folder + "/folder.md", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/loop.json", withDestinationPath: "loop.json")
    for (name, code) in [("none.json", "RW001"), ("folder.md", "RW003"), ("loop.json", "RW006")] {
      let outcome = try run("format", name)
      #expect(outcome.ending == .exited(3))
      #expect(outcome.errors.contains("[\(code)]") && !outcome.errors.contains("empty"), "\(name)")
    }
    let shown = try run("show", "loop.json")
    #expect(shown.ending == .exited(3) && shown.errors.contains("symbolic links form a loop"))
  }

  @Test func `a symbolic link is not converted`() throws {
    try program.home.write("words.json", Program.words)
    try FileManager.default.createSymbolicLink(
      atPath: program.home.path + "/link.json", withDestinationPath: "words.json")
    let outcome = try run("format", "--to", "markdown", "link.json")
    #expect(outcome.ending == .exited(3))
    #expect(outcome.errors.contains("symbolic link to words.json"))
    #expect(!FileManager.default.fileExists(atPath: program.home.path + "/link.md"))
    #expect(try text("link.json") == Program.words)
  }

  @Test func `new ids are made of words, stay, and cost no history`() throws {
    let path = try program.addDeck(Program.words)
    let study = ["study", "Words", "--new", "3"]
    let first = try program.run(
      study, at: Program.morning, input: "cat\ndog\nbird\n" + ":quit\n")
    #expect(first.ending == .exited(0))
    #expect(try program.run(["deck", "format", "--ids", path]).ending == .exited(0))
    let written = try String(contentsOfFile: path, encoding: .utf8)
    for id in ["words-neko", "words-inu", "words-tori"] {
      #expect(written.contains("        \"id\": \"\(id)\",\n"))
    }
    #expect(try program.run(["deck", "format", "--ids", path]).ending == .exited(0))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == written)
    // All three were begun, and no card is new again.
    let later = try program.run(["deck", "list"], at: "2026-11-21T09:00:30+09:00")
    #expect(
      later.errors.split(separator: "\n").sorted()
        == [
          "“いぬ :: dog” has a new id: history kept.", "“とり :: bird” has a new id: history kept.",
          "“ねこ :: cat” has a new id: history kept.",
        ])
    let line = later.lines.first { $0.hasPrefix("Words ") }
    // None is new, and three are in their learning steps.
    #expect(line?.split(separator: " ").prefix(3) == ["Words", "0", "3"])
  }

  @Test func `a deck is shown as a table, a file by its name, a group by its title`() throws {
    try program.home.write("words.md", markdown)
    let table = """
      Words
      #  Prompt  Answer  Hint
      1  ねこ    cat     it purrs
      2  いぬ    dog     it barks
      3  とり    bird    –

      """
    #expect(try run("show", "words.md").output == table)
    try program.addDeck(markdown, named: "words.md")
    #expect(try run("show", "word").output == table)
    let json = try run("show", "words.md", "--format", "json").output
    #expect(
      json.contains(
        #"{"group":"Words","number":3,"id":null,"prompt":"とり","cloze":null,"hint":null,"answer":"bird","#
      ))
    #expect(try run("show", "nothing of that name").ending == .exited(2))
  }

  @Test func `two versions are told apart by what changed for learners`() throws {
    try program.home.write("old.json", Program.words)
    try program.home.write("same.md", markdown)
    try program.home.write("new.md", markdown.replacing("dog", with: "hound") + "うし :: cow\n")
    let same = try run("diff", "old.json", "same.md")
    #expect(same.output == "")
    #expect(same.ending == .exited(0))
    let changed = try run("diff", "old.json", "new.md")
    #expect(
      changed.output == """
        Change    Group  Prompt  Field   Before  After
        reworded  Words  いぬ    answer  dog     hound
        added     Words  うし    answer  –       cow

        """)
    #expect(changed.ending == .exited(1))
    #expect(
      try run("diff", "--format", "json", "old.json", "same.md").output
        == "{\n  \"schema\": 1,\n  \"report\": \"changes\",\n  \"rows\": []\n}\n")
    #expect(try run("diff", "old.json", "gone.json").ending == .exited(3))
  }

  @Test func `a Markdown deck is studied like any other`() throws {
    try program.addDeck(
      "## Verbs\n\n食べる :: to eat\n\nQ: To drink,\nin Japanese?\nA: のむ\n", named: "verbs.md")
    try program.addDeck("# About this folder\n", named: "README.md")
    let outcome = try program.run(
      ["study", "Verbs"], at: Program.morning, input: "to eat\nのむ\n:quit\n")
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("Correct: to eat"))
    #expect(outcome.output.contains("Correct: のむ"))
    #expect(outcome.ending == .exited(0))
  }

  @Test func `comments, headings and keys of one's own are no findings in either form`() throws {
    let text = """
      # Japanese

      ## Words
      language: ja

      <!-- By ear. -->
      ねこ [ねこ] :: cat
        x-hnt: "own"

      <!-- More to come. -->

      """
    try program.home.write("a.md", text)
    #expect(try run("check", "a.md").ending == .exited(0))
    #expect(try run("format", "--to", "json", "a.md").ending == .exited(0))
    let json = try self.text("a.json")
    try program.home.write("b.json", json.replacing("hnt", with: "mnemonic"))
    #expect(try run("check", "b.json").ending == .exited(0))
  }

  @Test func `versions of a deck are compared as they come through a pipe`() throws {
    try program.home.write("new.md", "# Animals\n犬 :: dog\n")
    let path = program.home.path + "/new.md"
    for old in [
      "# Animals\n犬 :: cat\n",
      "[{\"title\": \"Animals\", \"questions\": [{\"prompt\": \"犬\", \"answer\": \"cat\"}]}]",
    ] {
      let outcome = try program.run(
        ["deck", "diff", "-", path, "--format", "csv"], at: Program.morning, input: old)
      #expect(outcome.ending == .exited(1))
      #expect(outcome.output.contains("reworded,Animals,犬,answer,cat,dog"))
    }
    let broken = try program.run(
      ["deck", "diff", "-", path], input: "stray text\n# Animals\n犬 :: dog\n")
    #expect(broken.errors.contains("-:1:1") && !broken.errors.contains(".md:1"), "\(broken.errors)")
  }
}
