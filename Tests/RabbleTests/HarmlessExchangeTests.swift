import Foundation
import Testing

/// What imports, exports and fixes leave alone.
struct HarmlessExchangeTests {
  private let program: Program

  init() throws {
    program = try Program(courses: false)
  }

  private func importing(_ file: String, _ options: String...) throws -> Outcome {
    try program.run(["deck", "import", file] + options, at: Program.morning)
  }

  private func deckExists(_ name: String) -> Bool {
    access(program.dataFolder + "/decks/" + name, F_OK) == 0
  }

  @Test func `a file that is no text is refused, even with --yes`() throws {
    let pdf = "%PDF-1.7\n" + (0..<300).map { "\($0) 0 obj, << /Length \($0) >>\n" }.joined()
    let file = try program.home.write("words.csv", pdf)
    for outcome in [try importing(file), try importing(file, "--yes")] {
      #expect(outcome.ending == .exited(3))
      #expect(outcome.errors.contains("the file is a document (PDF), not text. Copy the words"))
      #expect(!deckExists("words.json"))
    }
  }

  private static let numbered = "n,word\n" + (1...20).map { "\($0),word \($0)\n" }.joined()

  @Test func `columns that look wrong are refused off a terminal without --yes`() throws {
    let file = try program.home.write("words.csv", Self.numbered)
    let columns = ["--columns", "prompt,answer"]
    let refused = try importing(file, columns[0], columns[1])
    #expect(refused.ending == .exited(3) && refused.output.isEmpty)
    #expect(refused.errors.contains("The prompts are numbers that only count the lines."))
    #expect(refused.errors.contains("--yes"))
    #expect(!deckExists("words.json"))
    let dry = try importing(file, columns[0], columns[1], "--dry-run")
    #expect(dry.ending == .exited(0) && dry.errors.contains("only count the lines"))
    #expect(!deckExists("words.json"))
    let wanted = try importing(file, columns[0], columns[1], "--yes")
    #expect(wanted.ending == .exited(0) && deckExists("words.json"))
  }

  @Test func `columns that look wrong are asked about on a terminal, and Enter imports nothing`()
    throws
  {
    let file = try program.home.write("words.csv", Self.numbered)
    for (answer, code) in [("", Int32(1)), ("y", 0)] {
      let terminal = try PseudoTerminal(
        program, ["deck", "import", file, "--columns", "prompt,answer"])
      try terminal.expect("only count the lines")
      try terminal.expect("[y/N] › ")
      terminal.enter(answer)
      #expect(try terminal.finish().ending == .exited(code))
      #expect(deckExists("words.json") == (code == 0))
    }
  }

  @Test(arguments: ["skip", "update"])
  func `what Anki gets and gives back untouched changes nothing`(policy: String) throws {
    let deck = """
      [
        {
          "title": "Words",
          "questions": [
            {
              "cloze": "私{{は}}学生{{です::copula}}。"
            },
            {
              "prompt": "I am a student",
              "cloze": "{{私;僕}}{{は}}{{は}}学生です。",
              "answer": "私は学生です。",
              "note": "polite"
            },
            {
              "prompt": "犬",
              "answer": "dog"
            }
          ]
        }
      ]

      """
    let path = try program.addDeck(deck)
    let file = program.home.path + "/out.txt"
    _ = try program.run(["deck", "export", "Words", "--format", "anki", "--output", file])
    let own = try importing(file, "--duplicates", policy)
    #expect(own.output.contains("0 imported, 0 updated"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == deck)
    // As Anki writes it: without the columns that its notes don't have.
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    let notes = lines.filter { !$0.hasPrefix("#") }.map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
      return (cells[0...4] + [""]).joined(separator: "\t")
    }
    let anki = """
      #separator:tab
      #html:true
      #guid column:1
      #notetype column:2
      #deck column:3
      #tags column:6

      """ + notes.joined(separator: "\n") + "\n"
    let back = try program.home.write("anki.txt", anki)
    let outcome = try importing(back, "--duplicates", policy)
    #expect(outcome.output.contains("0 imported, 0 updated"), "\(outcome.output)\(outcome.errors)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == deck)
  }

  @Test func `what an export leaves out is said field by field`() throws {
    try program.addDeck(
      """
      [{"title": "Words", "language": "ja", "silence": {"RW501": "meant"}, "questions": [
        {"prompt": "犬", "answer": "dog", "reading": "いぬ", "note": "barks", "mood": 1},
        {"prompt": "猫", "answer": "cat", "reading": "ねこ"}]}]
      """)
    let quizlet = try program.run(["deck", "export", "Words", "--format", "quizlet"])
    #expect(quizlet.output == "犬\tdog\n猫\tcat\n")
    #expect(
      quizlet.errors.contains(
        "Not exported: group language (1), mood (1), note (1), reading (2), silence (1).\n"))
    let json = try program.run(["deck", "export", "Words", "--format", "json"])
    #expect(json.errors == "Not exported: mood (1), silence (1).\n")
  }

  @Test(arguments: ["csv", "tsv", "anki", "quizlet", "json", "markdown", "rabble-wabble"])
  func `no export has a control character`(format: String) throws {
    let evil = #"\u001b[31m\u009b32m\u0007\u0085\u007f\u0090"#
    try program.addDeck(
      #"""
      [{"title": "Zq\#(evil)", "description": "d\#(evil)", "questions": [
        {"prompt": "a\#(evil)", "answer": "b, \#(evil)", "note": "n\"\#(evil)",
          "reading": "r\#(evil)", "tags": ["t\#(evil)"], "id": "i\#(evil)"}]}]
      """#
    )
    func isHarmless(_ text: String) -> Bool {
      text.unicodeScalars.allSatisfy { scalar in
        scalar == "\n" || scalar == "\r" || scalar == "\t"
          || scalar.properties.generalCategory != .control
      }
    }
    let outcome = try program.run(["deck", "export", "--format", format, "Zq"])
    #expect(outcome.ending == .exited(0) && outcome.output.contains("a"), "\(outcome.errors)")
    #expect(isHarmless(outcome.output) && isHarmless(outcome.errors))
    if format == "csv" {
      #expect(outcome.output.contains("a␛[31m␛[32m␇␛E␡␛P"))
      #expect(outcome.errors.contains("Control characters, replaced by signs such as ␛: 36."))
    }
    _ = try program.run(
      ["study", "Zq"], at: Program.morning, input: "x\u{1b}[1m\u{9b}1m\u{7}\n")
    for command in [
      ["log", "export"], ["log", "export", "--format", "jsonl"],
      ["log", "export", "--kind", "all"],
      ["stats", "--format", "csv"], ["stats", "words", "--format", "json"],
      ["card", "list", "--format", "csv"], ["card", "list", "--format", "json"],
      ["history", "--format", "json"],
    ] {
      #expect(try isHarmless(program.run(command).output), "\(command)")
    }
  }

  @Test(arguments: [
    ("Shift_JIS", [0x93, 0xFA, 0x96, 0x7B]), ("EUC-JP", [0xC6, 0xFC, 0xCB, 0xDC]),
    ("ISO-2022-JP", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42]),
  ])
  func `a deck in another encoding is left alone by --fix, and converted whole when asked`(
    name: String, nihon: [UInt8]
  ) throws {
    let text = { (word: [UInt8]) in
      Array(#"[{"title": "T", "language": "ja", "questions": [{"prompt": ""#.utf8) + word
        + Array(#"", "answer": "Japan "}]}]"#.utf8)
    }
    // Enough for the encoding to be told.
    let bytes = text(Array(repeatElement(nihon, count: 6).joined()))
    let path = program.home.path + "/words.json"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    for options in [[], ["--fix"]] {
      let outcome = try program.run(["deck", "check", path] + options)
      #expect(outcome.ending == .exited(3))
      #expect(outcome.output.contains("the file reads as \(name). Convert all of it with"))
      #expect(FileManager.default.contents(atPath: path).map { Array($0) } == bytes)
    }
    let fixed = try program.run(["deck", "check", "--fix", "--encoding", name, path])
    #expect(fixed.ending == .exited(0), "\(fixed.output)")
    #expect(fixed.output.contains("\(path): converted from \(name), fixed 1 finding"))
    let after = try String(contentsOfFile: path, encoding: .utf8)
    #expect(after.contains(#""prompt": "日本日本日本日本日本日本", "answer": "Japan""#))
    #expect(try program.run(["deck", "check", path, "--encoding", name]).ending == .exited(2))
  }

  @Test func `a deck in ISO-2022-JP with other errors stays as it is, too`() throws {
    let path = program.home.path + "/words.json"
    let nihon = "\u{1B}$BF|K\\\u{1B}(J"
    let text = #"[{"title": "T", "questions": [{"prompt": ""# + nihon + #"", "answer": "a "},]"#
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    _ = try program.run(["deck", "check", "--fix", path])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test func `a deck that was encoded twice is converted whole, and only when asked`() throws {
    let deck = #"[{"title": "T", "questions": [{"prompt": "été", "answer": "summer"}]}]"#
    let twice = String(deck.utf8.map { Character(Unicode.Scalar($0)) })
    let path = try program.home.write("words.json", twice)
    let plain = try program.run(["deck", "check", "--fix", path])
    #expect(plain.output.contains("the file reads as double-UTF-8"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == twice)
    _ = try program.run(["deck", "check", "--fix", "--encoding", "double-UTF-8", path])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == deck)
  }

  @Test func `a finding shows what nobody sees`() throws {
    let path = try program.home.write(
      "words.json",
      "[{\"title\": \"T\", \"questions\": [{\"prompt\": \"a\u{3164}b\", \"answer\": \"c\u{E0041}\"}]}]"
    )
    let outcome = try program.run(["deck", "check", path])
    #expect(outcome.output.contains("contains the invisible U+3164"))
    #expect(outcome.output.contains("contains the invisible U+E0041"))
    #expect(outcome.output.contains("a[U+3164]b"))
  }

  @Test func `of very many findings the first thousand are shown, and the rest counted`() throws {
    let questions = (0..<1500).map { #"{"prompt": "p\#($0)", "answer": "a\#($0) "}"# }
    let path = try program.home.write(
      "words.json", #"[{"title": "T", "questions": [\#(questions.joined(separator: ","))]}]"#)
    let outcome = try program.run(["deck", "check", path])
    #expect(outcome.lines.count { $0.contains("[RW301, safe fix]") } == 1000)
    #expect(outcome.lines.contains("and 500 more findings"))
    #expect(outcome.lines.last == "0 errors, 1500 warnings; --fix fixes 1500")
  }
}
