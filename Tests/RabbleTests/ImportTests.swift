import Foundation
import Testing

/// `rabble deck import` and what takes it back.
struct ImportTests {
  private let program: Program
  private let deck: String

  init() throws {
    program = try Program(courses: false)
    deck = program.dataFolder + "/decks/words.json"
  }

  private static let csv = """
    Expression,Kana,English,Mnemonic
    食べる,たべる,"to eat; to ""dine\""",munch
    飲む,のむ,to drink,
    ,,nothing,
    犬,いぬ,,

    """

  private func content(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func `a CSV becomes an own deck that can be studied, with a word for all that does not`()
    throws
  {
    let file = try program.home.write("words.csv", Self.csv)
    let outcome = try program.run(["deck", "import", file], at: Program.morning)
    #expect(outcome.ending == .exited(0))
    #expect(
      outcome.output == """
        Import into \(deck): 2 imported, 0 updated, 0 unchanged, 2 skipped.
        line 4: skipped: there is no prompt
        line 5: skipped: there is no answer

        """)
    #expect(
      outcome.errors == """
        \(file): CSV with commas, UTF-8, 4 columns
        Line 1 names the columns: Expression, Kana, English, Mnemonic. `--header no` imports it as a question.
        prompt  reading  answer             -
        食べる  たべる   to eat; to "dine"  munch
        飲む    のむ     to drink
                         nothing
        犬      いぬ
        Columns (detected): prompt,reading,answer,-
        Columns not imported: Mnemonic. Import them with --columns.
            食べる [たべる] → to eat; to "dine"
            飲む [のむ] → to drink

        """)
    #expect(
      try program.run(
        ["today", "words", "--count"], at: Program.morning
      ).output == "2\n")
    #expect(try program.run(["deck", "check", deck]).ending == .exited(0))
  }

  private static let crowdAnki = """
    {"__type__": "Deck", "crowdanki_uuid": "d", "name": "Capitals", "children": [],
     "note_models": [
       {"__type__": "NoteModel", "crowdanki_uuid": "m", "name": "Two sides", "type": 0,
        "flds": [{"name": "Land"}, {"name": "Stadt"}],
        "tmpls": [{"name": "1", "qfmt": "{{Land}}", "afmt": "{{Stadt}}"}]}],
     "notes": [
       {"__type__": "Note", "guid": "g1", "note_model_uuid": "m", "tags": [],
        "fields": ["Frankreich", "Paris"]}]}
    """

  @Test func `cards without progress say nothing of the review log`() throws {
    let file = try program.home.write("capitals.json", Self.crowdAnki)
    let outcome = try program.run(["deck", "import", file, "--yes"], at: Program.morning)
    #expect(outcome.ending == .exited(0))
    #expect(outcome.output.hasPrefix("Import into "))
    #expect(!outcome.output.contains("review log"))
    #expect(
      try program.run(
        ["today", "Capitals", "--count"], at: Program.morning
      ).output == "1\n")
  }

  @Test func `the options of a deck of CrowdAnki become a preset, with limits and thresholds of 0`()
    throws
  {
    let text = Self.crowdAnki.replacing(
      "\"children\": [],",
      with: """
        "children": [], "deck_config_uuid": "o", "media_files": ["a.png"], "deck_configurations": [
          {"__type__": "DeckConfig", "crowdanki_uuid": "o", "name": "Strict",
           "new": {"delays": [], "perDay": 0}, "rev": {"perDay": 9999, "maxIvl": 100},
           "lapse": {"delays": [180, 1440], "leechFails": 0, "leechAction": 0}}],
        """)
    let file = try program.home.write("capitals.json", text)
    let outcome = try program.run(["deck", "import", file, "--yes"], at: Program.morning)
    #expect(outcome.ending == .exited(0), "\(outcome.errors)")
    #expect(outcome.output.contains("a day brings up to 0 new cards\n"))
    #expect(outcome.output.contains("Presets added: 1\nGroups given a preset: 1\n"))
    #expect(!outcome.output.contains("--media"))
    let presets = try program.run(["preset"], at: Program.morning).output
    let own = try #require(
      presets.firstRange(of: "Anki: Strict\n").map { presets[$0.upperBound...] })
    #expect(own.contains("Maximum interval   100 days"))
    #expect(own.contains("relearning 3h 1d"))
    #expect(own.contains("Daily limits       0 new of each group"))
    // Anki takes 0 for “never”.
    #expect(own.contains("Leeches            after 1000 lapses: suspend"))
    #expect(
      try program.run(
        ["today", "Capitals", "--count"], at: Program.morning
      ).output == "0\n")

    let again = try program.run(["deck", "import", file, "--yes"], at: Program.morning)
    #expect(!again.output.contains("Preset"))
    #expect(again.output.contains("0 imported, 0 updated, 1 unchanged"))
  }

  @Test func `a later import gives no preset to a group that isn't there, or has one`() throws {
    func deck(_ name: String, newPerDay: Int, options: String) -> String {
      Self.crowdAnki.replacing("\"name\": \"Capitals\"", with: "\"name\": \"\(name)\"").replacing(
        "\"children\": [],",
        with: """
          "children": [], "deck_config_uuid": "o", "deck_configurations": [
            {"crowdanki_uuid": "o", "name": "\(options)", "new": {"delays": [1], "perDay": \(newPerDay)}}],
          """)
    }
    let file = try program.home.write("c.json", deck("Capitals", newPerDay: 7, options: "One"))
    let first = try program.run(["deck", "import", file, "--yes"], at: Program.morning)
    #expect(first.output.contains("Preset “Anki: One” for 1 group: "), "\(first.output)")
    // The note was moved to another deck in Anki, where it has other options; here it stays where it was.
    _ = try program.home.write("c.json", deck("Moved", newPerDay: 9, options: "Two"))
    let moved = try program.run(["deck", "import", file, "--yes"], at: Program.morning)
    #expect(moved.output.contains("left in their group here: 1"), "\(moved.output)")
    #expect(!moved.output.contains("Preset"))
    // The options have changed in Anki; the preset is the learner's now.
    _ = try program.home.write("c.json", deck("Capitals", newPerDay: 9, options: "One"))
    let changed = try program.run(["deck", "import", file, "--yes"], at: Program.morning)
    #expect(!changed.output.contains("Preset"))
    let presets = try program.run(["preset"], at: Program.morning).output
    #expect(presets.contains("Daily limits       7 new") && !presets.contains("9 new"))
    #expect(!presets.contains("Anki: Two"))
    // A new group gets the preset that is there, and it is told what that is.
    _ = try program.home.write(
      "n.json",
      deck("Rivers", newPerDay: 9, options: "One").replacing("\"g1\"", with: "\"g2\""))
    let new = try program.run(
      ["deck", "import", program.home.path + "/n.json", "--yes"], at: Program.morning)
    #expect(
      new.output.contains("Preset “Anki: One”, which you have, for 1 group: ")
        && new.output.contains("up to 7 new cards"), "\(new.output)")
  }

  @Test func `the columns of a wide table are lines, and finished cards are shown`() throws {
    let names = ["Word", "Meaning"] + (1...24).map { "Extra \($0)" }
    let row = (1...26).map { "a rather long text \($0)" }
    let file = try program.home.write(
      "wide.csv", names.joined(separator: ",") + "\n" + row.joined(separator: ",") + "\n")
    let terminal = try PseudoTerminal(
      program, ["deck", "import", file, "--dry-run"], at: Program.morning, columns: 80)
    let shown = try terminal.finish().shown.split { $0 == "\r\n" || $0 == "\n" || $0 == "\r" }
    #expect(shown.allSatisfy { $0.count <= 80 || $0.contains(program.home.path) })
    #expect(
      shown.contains { $0.split(whereSeparator: \.isWhitespace).prefix(2) == ["2", "answer"] })
    #expect(shown.contains("    a rather long text 1 → a rather long text 2"))
  }

  @Test func `a deck of CrowdAnki may come through a pipe, and has no media`() throws {
    let arguments = ["deck", "import", "-", "--yes"]
    let refused = try program.run(arguments + ["--media"], input: Self.crowdAnki)
    #expect(refused.errors.contains("only an .apkg or .colpkg has media"))
    #expect(access(deck, F_OK) != 0)
    let outcome = try program.run(arguments, at: Program.morning, input: Self.crowdAnki)
    #expect(outcome.ending == .exited(0), "\(outcome.errors)")
    #expect(outcome.errors.contains("standard input: Anki, 1 note, 1 card"))
    #expect(outcome.output.contains("1 imported"))
    #expect(
      try program.run(
        ["today", "Capitals", "--count"], at: Program.morning
      ).output == "1\n")
  }

  @Test(.timeLimit(.minutes(1))) func `a pipe without a writer is refused, not waited for`() throws
  {
    let path = program.home.path + "/words.csv"
    #expect(mkfifo(path, 0o600) == 0)
    let outcome = try program.run(["deck", "import", path, "--yes"])
    #expect(outcome.ending == .exited(3), "\(outcome)")
    #expect(access(deck, F_OK) != 0)
  }

  @Test(arguments: [
    "word,Wort\nhouse,Haus\n", "answer,Antwort\nhouse,Haus\n", "word1,meaning1\nword2,meaning2\n",
  ])
  func `a first card that looks like names of columns is imported`(text: String) throws {
    let file = try program.home.write("words.csv", text)
    let outcome = try program.run(["deck", "import", file], at: Program.morning)
    #expect(outcome.output.contains("2 imported, 0 updated, 0 unchanged, 0 skipped"))
    #expect(!outcome.errors.contains("names the columns"))
    let first = text.prefix { $0 != "," }
    #expect(try content(deck).contains("\"prompt\": \"\(first)\""))
  }

  @Test func `a first line that is taken for names is told, unless the learner says so`() throws {
    let file = try program.home.write("words.csv", "word,meaning\nHaus,house\n")
    let told = "Line 1 names the columns: word, meaning. `--header no` imports it as a question."
    let guessed = try program.run(["deck", "import", file, "--dry-run"])
    #expect(guessed.errors.contains(told) && guessed.output.contains("would import 1,"))
    let said = try program.run(["deck", "import", file, "--dry-run", "--header", "yes"])
    #expect(!said.errors.contains("Line 1") && said.output.contains("would import 1,"))
    let denied = try program.run(["deck", "import", file, "--dry-run", "--header", "no"])
    #expect(!denied.errors.contains("Line 1") && denied.output.contains("would import 2,"))
  }

  @Test(arguments: [
    ("book.pdf", "%PDF-1.4 x"), ("late.pdf", "\u{feff}\n%PDF-1.4 x"),
    ("m.xml", "<?xml version=\"1.0\"?><a>b</a>"),
  ])
  func `a file that is no text ends with advice and one full stop`(name: String, text: String)
    throws
  {
    let outcome = try program.run(["deck", "import", try program.home.write(name, text)])
    #expect(outcome.ending == .exited(3))
    #expect(
      outcome.errors.hasSuffix(".\n") && !outcome.errors.hasSuffix("..\n"), "\(outcome.errors)")
  }

  @Test func `a dry run writes nothing`() throws {
    let file = try program.home.write("words.csv", Self.csv)
    let outcome = try program.run(["deck", "import", file, "--dry-run"])
    #expect(
      outcome.output.hasPrefix("Dry run, nothing written. Into \(deck): would import 2, update 0"))
    #expect(access(deck, F_OK) != 0)
    #expect(try program.run(["undo"]).ending == .exited(1))
  }

  @Test func `undo takes an import back, byte for byte`() throws {
    let before =
      "[{\"title\":\"words\",\"mood\":1,\n\n \"questions\":[{\"prompt\":\"犬\",\"answer\":\"dog\"}]}]"
    try program.addDeck(before)
    let file = try program.home.write("words.csv", Self.csv)
    #expect(try program.run(["deck", "import", file]).ending == .exited(0))
    #expect(try content(deck) != before)
    let undo = try program.run(["undo"])
    #expect(undo.output.hasPrefix("Undone: import of words.csv into \(deck) (2 imported"))
    #expect(try content(deck) == before)
    #expect(try program.run(["undo"]).ending == .exited(1))
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test func `undo takes a new deck away, after the answers given since`() throws {
    let file = try program.home.write("words.csv", Self.csv)
    _ = try program.run(["deck", "import", file], at: Program.morning)
    _ = try program.run(["study", "words", "--new", "1"], at: Program.morning, input: "to eat\n")
    #expect(try program.run(["undo"]).output.hasPrefix("Undone: answer to “食べる” in words"))
    #expect(access(deck, F_OK) == 0)
    #expect(try program.run(["undo"]).output.contains("import of words.csv"))
    #expect(access(deck, F_OK) != 0)
  }

  @Test func `undo leaves a deck alone that was edited since, and says so`() throws {
    let file = try program.home.write("words.csv", Self.csv)
    _ = try program.run(["deck", "import", file], at: Program.morning)
    _ = try program.run(["study", "words", "--new", "1"], at: Program.morning, input: "to eat\n")
    let edited = try content(deck).replacing("to drink", with: "to drink up")
    try program.addDeck(edited)
    #expect(try program.run(["undo"]).output.contains("食べる"))
    let undo = try program.run(["undo"])
    #expect(undo.ending == .exited(3))
    #expect(
      undo.errors.contains("words.json has changed since in the same place, and is left as it is"))
    #expect(try content(deck) == edited)
    #expect(try program.run(["undo", "--answer"]).ending == .exited(1))
  }

  @Test(arguments: [
    ("skip", "0 imported, 0 updated", 1), ("update", "0 imported, 1 updated", 0),
    ("add", "2 imported, 0 updated", 0),
  ])
  func `duplicates are treated as asked`(policy: String, counts: String, code: Int32) throws {
    let file = try program.home.write("words.csv", Self.csv)
    _ = try program.run(["deck", "import", file])
    try program.home.write("words.csv", Self.csv.replacing("to drink", with: "to swallow"))
    let outcome = try program.run(["deck", "import", file, "--duplicates", policy])
    #expect(outcome.output.contains(counts))
    #expect(outcome.ending == .exited(code))
    // Two answers to one prompt are worth a word, but all can be studied.
    let check = try program.run(["deck", "check", deck])
    #expect(check.ending == .exited(policy == "add" ? 1 : 0))
  }

  @Test func `an answer that an import updates keeps its history`() throws {
    let deck = try program.addDeck("# Animals\n\n- 犬 :: dog\n- 猫 :: cat\n", named: "a.md")
    _ = try program.run(["study", "Animals", "--new", "1"], at: Program.morning, input: "dog\n")
    let file = try program.home.write("more.csv", "prompt,answer\n犬,hound dog\n")
    let outcome = try program.run(
      ["deck", "import", file, "--yes", "--into", "Animals", "--duplicates", "update"],
      at: Program.morning)
    #expect(outcome.ending == .exited(0), "\(outcome.errors)")
    #expect(try content(deck).contains("hound dog"))
    let due = try program.run(
      ["today", "--count", "--format", "json", "Animals"], at: Program.morning)
    #expect(
      due.output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":1,\"new\":1,\"today\":2}\n")
    #expect(due.errors == "")
    _ = try program.run(["undo"])
    #expect(
      try program.run(["today", "--count", "--format", "json", "Animals"], at: Program.morning)
        .output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":1,\"new\":1,\"today\":2}\n")
  }

  @Test func `in a terminal the columns can be changed, and are remembered`() throws {
    let file = try program.home.write("words.csv", Self.csv)
    let terminal = try PseudoTerminal(program, ["deck", "import", file])
    try terminal.expect("Columns (detected): prompt,reading,answer,-")
    try terminal.expect("Other columns, or Enter › ")
    terminal.enter("prompt,reading,answer,colour")
    try terminal.expect("unknown column “colour”")
    try terminal.expect("› ")
    terminal.enter("prompt,reading,answer,note")
    try terminal.expect("note")
    try terminal.expect("Other columns, or Enter › ")
    terminal.enter("")
    try terminal.expect(
      "To import: 2, to update: 0, unchanged: 0, skipped: 2. Import into\n\(deck)?")
    try terminal.expect("[Y/n] › ")
    terminal.enter("y")
    let (shown, ending) = try terminal.finish()
    #expect(shown.contains("Import into"))
    #expect(ending == .exited(0))
    #expect(try content(deck).contains("\"note\": \"munch\""))

    let other = try program.home.write("more.csv", Self.csv.replacing("munch", with: "crunch"))
    let outcome = try program.run(["deck", "import", other])
    #expect(
      outcome.errors.contains(
        "Columns (as for the last file of this shape): prompt,reading,answer,note"))
    #expect(try content(program.dataFolder + "/decks/more.json").contains("crunch"))
  }

  @Test func `in a terminal nothing is imported against the learner's will`() throws {
    let file = try program.home.write("words.csv", Self.csv)
    for answer in ["n\r", "\u{4}", "\u{3}"] {
      let terminal = try PseudoTerminal(program, ["deck", "import", file])
      try terminal.expect("Other columns, or Enter › ")
      terminal.enter("")
      try terminal.expect("[Y/n] › ")
      terminal.send(answer)
      let (shown, ending) = try terminal.finish()
      #expect(shown.contains("Nothing was imported."))
      #expect(ending == .exited(answer == "n\r" ? 1 : 130))
      #expect(access(deck, F_OK) != 0)
    }
  }

  @Test func `questions go into the group and the file that are named`() throws {
    let mine = try program.addDeck(Program.words, named: "mine.json")
    let file = try program.home.write("x.csv", Self.csv)
    _ = try program.run(["deck", "import", file, "--into", "Words"])
    #expect(try content(mine).contains("食べる"))
    let path = program.home.path + "/new.md"
    _ = try program.run(["deck", "import", file, "--into", "Verbs", "--file", path])
    #expect(
      try content(path) == """
        ## Verbs

        食べる [たべる] :: to eat; to "dine"
        飲む [のむ] :: to drink

        """)
  }

  @Test
  func `cards of a folder begin with no byte order mark, and Mochi is named for what may be its`()
    throws
  {
    let folder = program.home.path + "/cards"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, text) in [("1", "犬\n---\ndog\n"), ("2", "猫\n---\ncat\n")] {
      try ("\u{FEFF}" + text).write(
        toFile: "\(folder)/\(name).md", atomically: true, encoding: .utf8)
    }
    let list = try program.run(["deck", "import", folder, "--file", deck], at: Program.morning)
    #expect(list.output.contains(": 2 imported"), "\(list.errors)")
    #expect(try !content(deck).contains("\u{FEFF}"))
    let blanks = try program.home.write("x.md", "{{1::Paris}} is in {{2::France}}.\n")
    #expect(try program.run(["deck", "import", blanks]).output.contains("or --format mochi."))
  }

  @Test func `what can't be imported is told, with what to do`() throws {
    let empty = try program.home.write("empty.csv", "\n \n")
    let column = try program.home.write("column.csv", "one\ntwo\n")
    for (arguments, code, text) in [
      (["nothing.csv"], Int32(3), "nothing.csv: No such file or folder. Check the name."),
      ([empty], 3, "the file is empty"),
      ([column], 3, "--separator"), ([column, "--columns", "prompt"], 3, "--separator"),
      ([empty, "--encoding", "klingon"], 2, "klingon"),
    ] {
      let outcome = try program.run(["deck", "import"] + arguments)
      #expect(outcome.ending == .exited(code))
      #expect(outcome.errors.contains(text))
    }
  }

  @Test func `hostile text never commands the terminal`() throws {
    let file = try program.home.write(
      "words.csv", "prompt,answer\na\u{1b}[31m,b\u{202e}c\na\u{1b}[31m,b\u{202e}c\n\u{7},\n")
    let outcome = try program.run(["deck", "import", file])
    for text in [outcome.output, outcome.errors] {
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202e })
    }
  }
}
