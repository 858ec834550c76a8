import Foundation
import Testing

/// What is done with deck files wherever they are, and how it is undone.
struct DeckFileTests {
  private let program: Program

  init() throws { program = try Program(courses: false) }

  private var decks: String { program.dataFolder + "/decks" }

  private func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test func `a file that is named through the folder above is undone by its name`() throws {
    let text = "## T\n\n犬 :: dog\u{200B}\n"
    try program.addDeck(text, named: "p.md")
    let folder = decks + "/sub"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let fixed = try program.run(["deck", "check", "--fix", "../p.md"], folder: folder)
    #expect(fixed.output.contains("; `rabble undo` undoes it"))
    #expect(try program.deck("p.md") != text)
    let undone = try program.run(["undo"], folder: folder)
    #expect(undone.ending == .exited(0), "\(undone.errors)")
    #expect(try program.deck("p.md") == text)
    let dotted = try program.run(
      ["deck", "export", "--format", "csv", "./p.md"], folder: decks)
    #expect(dotted.output.contains("犬"))
  }

  @Test func `a file of another encoding is converted whole or left as it is`() throws {
    // 犬 :: dog in Shift_JIS, with a space too many.
    let foreign = Data(Array("## T\n\n".utf8) + [0x8C, 0xA2, 0x94, 0x4C] + Array(" :: dog\n".utf8))
    let path = try program.addDeck("", named: "sjis.md")
    try foreign.write(to: URL(fileURLWithPath: path))
    let offered = try program.run(["deck", "check", "--fix", path])
    #expect(offered.output.contains("--encoding Shift_JIS"))
    #expect(try bytes(path) == foreign)
    let wrong = try program.run(["deck", "check", "--fix", "--encoding", "EUC-JP", path])
    #expect(wrong.output.contains("not converted"))
    #expect(try bytes(path) == foreign)
    let right = try program.run(
      ["deck", "check", "--fix", "--encoding", "Shift_JIS", "sjis.md"], folder: decks)
    #expect(right.output.contains("sjis.md: converted from Shift_JIS"))
    #expect(try program.deck("sjis.md") == "## T\n\n犬猫 :: dog\n")
    let undone = try program.run(["undo"])
    #expect(undone.output.hasPrefix("Undone: converted sjis.md from Shift_JIS, "))
    #expect(try bytes(path) == foreign)
  }

  @Test func `UTF-8 that was encoded twice is not fixed letter by letter`() throws {
    let twice =
      "## T\n\n"
      + String(
        String.UnicodeScalarView(Array("é – ü".utf8).map { Unicode.Scalar($0) }))
      + " :: x \u{200B}\n"
    let path = try program.addDeck(twice.replacing("\u{200B}", with: ""), named: "twice.md")
    let before = try bytes(path)
    let outcome = try program.run(["deck", "check", "--fix", path])
    #expect(outcome.output.contains("--encoding double-UTF-8"))
    #expect(try bytes(path) == before)
    let converted = try program.run(["deck", "check", "--fix", "--encoding", "double-UTF-8", path])
    #expect(converted.output.contains("converted from double-UTF-8"))
    #expect(try program.deck("twice.md").contains("é – ü :: x"))
  }

  @Test func `how a change elsewhere is undone is said with the file`() throws {
    let path = try program.home.write("elsewhere/words.json", Program.words)
    let formatted = try program.run(["deck", "format", path])
    #expect(formatted.errors.contains("`rabble undo --decks \(path)` undoes it"))
    #expect(try program.run(["undo", "--decks", path]).ending == .exited(0))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == Program.words)
    let table = try program.home.write("new.csv", "prompt,answer\na,b\n")
    let imported = try program.run(["deck", "import", "--yes", table, "--file", path])
    #expect(imported.output.contains("`rabble undo --decks \(path)` undoes it"))
  }

  @Test func `a deck elsewhere is filled by naming its file`() throws {
    let path = program.home.path + "/elsewhere/y.md"
    let made = try program.run(["deck", "new", "Y", "--description", "d", "--file", path])
    #expect(made.ending == .exited(0))
    #expect(made.errors.contains("rabble deck add Y --decks \(path)"))
    let question = ["--prompt", "a", "--answer", "b"]
    let added = try program.run(["deck", "add", "Y", "--decks", path] + question)
    #expect(added.ending == .exited(0))
    let named = try program.run(["deck", "new", "Z", "--file", program.home.path + "/z.txt"])
    #expect(named.ending != .exited(0) && named.errors.contains(".md or .json"))
    #expect(try program.run(["deck", "new", "W", "--description", "d"]).ending == .exited(0))
    #expect(try program.run(["deck", "add", "W"] + question).ending == .exited(0))
    let second = try program.run(
      ["deck", "new", "W", "--description", "d", "--file", decks + "/other.md"])
    #expect(second.ending == .exited(0) && second.errors.contains("There is a group “W” already"))
  }

  @Test func `what the checker would find in an added or edited question is told`() throws {
    try program.addDeck("## T\nlanguage: ja\n\n犬 [いぬ] :: dog\n", named: "t.md")
    let added = try program.run(
      [
        "deck", "add", "T", "--json",
        #"{"prompt": "猫", "reading": "ねこ", "answer": "cat", "pitch": 7}"#,
      ])
    #expect(added.ending == .exited(0))
    #expect(added.errors.contains("warning: ") && added.errors.contains("RW"))
    let edited = try program.run(["deck", "edit", "犬", "--hint", "dog"])
    #expect(edited.ending == .exited(0))
    #expect(edited.errors.contains("[RW501]"))
    #expect(!edited.errors.contains("pitch"))
  }

  @Test func `an object of JSON is counted as one`() throws {
    let path = try program.home.write(
      "w.json",
      #"[{"prompt": "a", "answer": "b"}, {"prompt": "c", "answer": "d"}, {"prompt": "a", "answer": "b"}]"#
    )
    let outcome = try program.run(["deck", "import", "--yes", path])
    #expect(outcome.output.contains("object 3: skipped: the same question is object 1"))
  }

  @Test func `a package of Anki says what it leaves out`() throws {
    try program.addDeck(
      """
      ## T
      description: about animals
      language: ja
      author: me
      typos: off

      犬 [いぬ] :: dog
        tags: two words
        x-mine: 1
      """, named: "t.md")
    let outcome = try program.run(
      ["deck", "export", "T", "--format", "apkg", "--output", program.home.path + "/t.apkg"])
    #expect(outcome.ending == .exited(0))
    #expect(
      outcome.errors.contains(
        "Not exported: group author (1), group description (1), group typos (1), mine (1)."),
      "\(outcome.errors)")
    #expect(outcome.errors.contains("1 tag has “_” instead"))
  }
}
