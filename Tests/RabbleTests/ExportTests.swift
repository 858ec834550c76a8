import Foundation
import Testing

/// `rabble deck export`, and the way back.
struct ExportTests {
  private let program: Program

  init() throws {
    program = try Program()
  }

  private static let deck = """
    [
      {
        "title": "Words",
        "questions": [
          {
            "id": "cat",
            "prompt": "ねこ",
            "hint": "it, \\"purrs\\"",
            "answer": "cat",
            "note": "-さん\\nand more",
            "tags": ["two words", "n5"]
          },
          {
            "cloze": "私{{は}}学生{{です::copula}}。",
            "reading": "わたしはがくせいです"
          }
        ]
      }
    ]

    """

  @Test(arguments: ["csv", "tsv", "anki", "json", "markdown"])
  func `what goes out comes in again as the same deck`(format: String) throws {
    let path = try program.addDeck(Self.deck)
    let ending = ["anki": "txt", "markdown": "md"][format] ?? format
    let file = program.home.path + "/out.\(ending)"
    let export = try program.run(
      ["deck", "export", "Words", "--format", format, "--output", file])
    #expect(export.ending == .exited(0))
    #expect(export.output.isEmpty)
    let other = program.home.path + "/other.json"
    let outcome = try program.run(["deck", "import", file, "--file", other])
    #expect(outcome.output.contains("2 imported, 0 updated, 0 unchanged, 0 skipped"))
    let read = { try String(contentsOfFile: $0, encoding: .utf8) }
    #expect(try read(other) == read(path))
    // And into the deck it is from, where nothing is new.
    let back = try program.run(["deck", "import", file, "--duplicates", "update"])
    #expect(back.output.hasPrefix("Import into \(path): 0 imported, 0 updated, 2 unchanged"))
    #expect(try read(path) == Self.deck)
  }

  @Test func `the original app's file has the scores of the log, and they are not taken back in`()
    throws
  {
    try program.addDeck(Program.words)
    _ = try program.run(["study", "Words"], at: Program.morning, input: "cat\ndog\nfish\n")
    let file = program.home.path + "/old.json"
    _ = try program.run(
      ["deck", "export", "Words", "--format", "rabble-wabble", "--output", file])
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("\"score\": {\"correctCount\": 2, \"incorrectCount\": 1}"))
    let outcome = try program.run(
      [
        "deck", "import", file, "--format", "rabble-wabble", "--file",
        program.home.path + "/n.json",
      ])
    #expect(
      outcome.output.contains("“Words” had a score (2 correct, 1 incorrect), which is not imported")
    )
    let new = try String(contentsOfFile: program.home.path + "/n.json", encoding: .utf8)
    #expect(!new.contains("score"))
  }

  @Test func `a file is exported as well as a group, and cells that look like formulas are told`()
    throws
  {
    let path = try program.home.write("my.json", Self.deck)
    let outcome = try program.run(["deck", "export", path])
    #expect(outcome.lines.first?.hasPrefix("group,id,prompt,hint,answer,reading") == true)
    #expect(outcome.output.contains("\"'-さん\nand more\""))
    #expect(outcome.errors.contains("Cells guarded against formulas"))
    #expect(
      try !program.run(["deck", "export", path, "--no-guard-formulas"]).output.contains("'-"))
    #expect(try program.run(["deck", "export", "Nothing like it"]).ending == .exited(2))
  }

  @Test func `no export replaces a deck that is studied`() throws {
    let path = try program.addDeck(Self.deck)
    let outcome = try program.run(
      ["deck", "export", "Words", "--format", "json", "--output", path, "--force"])
    #expect(outcome.ending == .exited(2))
    #expect(outcome.errors.contains("is one of your decks"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.deck)
  }

  @Test func `without a name, own decks and the courses that were started are exported`() throws {
    try program.addDeck(Program.words)
    #expect(try !program.run(["deck", "export"]).output.contains("Hiragana"))
    _ = try program.run(["study", "Hiragana"], at: Program.morning, input: "a\n:quit\n")
    let both = try program.run(["deck", "export"]).output
    #expect(both.contains("ねこ") && both.contains("Hiragana"))
    let help = try program.run(["help", "deck", "export"]).output
    #expect(help.contains("else what you"))
  }
}
