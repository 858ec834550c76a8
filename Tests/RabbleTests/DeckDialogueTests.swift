import Foundation
import RabbleText
import Testing

/// `rabble deck new` and `rabble deck add` at the keyboard.
struct DeckDialogueTests {
  private let program: Program

  init() throws {
    program = try Program()
  }

  @Test func `a new deck is asked for field by field, with Tab and a way back`() throws {
    let terminal = try program.terminal("deck", "new", "Kitchen")
    try terminal.expect("Description (in a sentence) › ")
    terminal.enter("What stands in a kichen")
    try terminal.expect("Language (to learn, such as ja) › ")
    terminal.enter("<")
    try terminal.expect("Description (in a sentence) › What stands in a kichen")
    terminal.send(String(repeating: "\u{7f}", count: 6))
    terminal.enter("kitchen")
    try terminal.expect("Language (to learn, such as ja) › ")
    terminal.enter("Japanese!")
    try terminal.expect("A language must be a tag such as ja")
    try terminal.expect("› Japanese!")
    terminal.send("\u{15}j\t")
    try terminal.expectLastLine("Language (to learn, such as ja) › ja")
    terminal.enter("")
    // By the locale, which is no language's here.
    try terminal.expectLastLine("Answer language (of the answers, such as en) › en")
    terminal.enter("")
    try terminal.expect("Author › ")
    terminal.enter("")
    try terminal.expect("License (such as CC-BY-4.0) › ")
    terminal.send("CC0\t")
    try terminal.expectLastLine("License (such as CC-BY-4.0) › CC0-1.0")
    terminal.enter("")
    try terminal.expect("Version (such as 1.0) › ")
    terminal.enter("1.0")
    try terminal.expect("Directions (recognition if none) › ")
    terminal.send("recognition, pro\t")
    try terminal.expectLastLine("Directions (recognition if none) › recognition, production")
    terminal.enter("")
    try terminal.expect("/decks/Kitchen.json")
    #expect(try terminal.finish().ending == .exited(0))
    #expect(
      try program.deck("Kitchen.json") == """
        [
          {
            "title": "Kitchen",
            "description": "What stands in a kitchen",
            "language": "ja",
            "answer_language": "en",
            "license": "CC0-1.0",
            "version": "1.0",
            "directions": ["recognition", "production"],
            "questions": []
          }
        ]

        """)
  }

  @Test func `questions are added field by field, and each is saved at once`() throws {
    try program.addDeck(
      """
      [{"title": "Words", "questions": [
        {"prompt": "ねこ", "answer": "cat", "part_of_speech": "noun", "tags": ["animal", "zoo"]}
      ]}]
      """)
    let terminal = try program.terminal("deck", "add")
    try terminal.expect("Prompt (a word, or a sentence with {{blanks}}) ‹あ› ")
    // The prompts of this group are kana, so keys turn into kana.
    terminal.enter("neko")
    try terminal.expect("Note: “ねこ” already exists in Words: cat")
    terminal.enter("<")
    try terminal.expectLastLine("Prompt (a word, or a sentence with {{blanks}}) ‹あ› ねこ")
    terminal.send("\u{15}\u{14}")
    terminal.enter("子犬")
    try terminal.expect("Reading (of the prompt, in kana) ")
    terminal.send("\u{14}")
    terminal.send("koinu")
    try terminal.expectLastLine("Reading (of the prompt, in kana) ‹あ› こいぬ")
    terminal.enter("")
    try terminal.expect("Answer (separate alternatives with ;) › ")
    terminal.enter("")
    try terminal.expect("Answer is required")
    terminal.enter("cat")
    try terminal.expect("Note: “cat” is already an answer in Words: ねこ")
    terminal.enter("<")
    try terminal.expectLastLine("Answer (separate alternatives with ;) › cat")
    terminal.send("\u{15}")
    terminal.enter("puppy")
    try terminal.expect("Hint (helps without giving the answer away) › ")
    terminal.enter("")
    try terminal.expect("Alternatives (more accepted answers, separated by ;) › ")
    terminal.enter("young dog; little dog")
    try terminal.expect("Part of speech › ")
    terminal.send("no\t")
    try terminal.expectLastLine("Part of speech › noun")
    terminal.enter("")
    try terminal.expect("Example (a sentence) › ")
    terminal.enter("")
    try terminal.expect("Note (shown after the answer) › ")
    terminal.enter("\\<")
    try terminal.expect("Tags (separated by commas or spaces) › ")
    terminal.send("zo\t, anim\t")
    try terminal.expectLastLine("Tags (separated by commas or spaces) › zoo, animal")
    terminal.enter("")
    try terminal.expect("✓ 子犬 = puppy  (Words: 2)")
    let saved = """
      [{"title": "Words", "questions": [
        {"prompt": "ねこ", "answer": "cat", "part_of_speech": "noun", "tags": ["animal", "zoo"]},
        {"prompt": "子犬", "answer": "puppy", "reading": "こいぬ", \
      "alternatives": ["young dog", "little dog"], "part_of_speech": "noun", "note": "<", \
      "tags": ["zoo", "animal"]}
      ]}]
      """
    #expect(try program.deck() == saved)
    try terminal.expect("Prompt (a word, or a sentence with {{blanks}}) › ")
    terminal.enter("私は{{学生}}です")
    try terminal.expect("Reading")
    terminal.enter(">")
    try terminal.expect("✓ 私は")
    try terminal.expect("Prompt (a word")
    terminal.enter("half")
    try terminal.expect("Answer")
    terminal.send("\u{3}")
    try terminal.expect("Canceled; this question was not saved.")
    terminal.enter("")
    try terminal.expect("Added 2 questions.")
    #expect(try terminal.finish().ending == .exited(0))
    #expect(
      try program.deck()
        == saved.replacing("\n]}]", with: ",\n  {\"cloze\": \"私は{{学生}}です\"}\n]}]"))
  }

  @Test func `Control D ends, and what is saved is saved`() throws {
    try program.addDeck(Program.words)
    let terminal = try program.terminal("deck", "add", "Words")
    try terminal.expect("› ")
    terminal.enter("うま")
    try terminal.expect("Answer")
    terminal.enter("horse")
    try terminal.expect("Hint")
    terminal.enter(">")
    try terminal.expect("(Words: 4)")
    try terminal.expect("Prompt")
    terminal.send("\u{4}")
    try terminal.expect("Added 1 question.")
    #expect(try terminal.finish().ending == .exited(0))
    #expect(try program.deck().contains("horse"))
  }

  @Test func `everything goes by options and standard input, too`() throws {
    let made = try program.run([
      "deck", "new", "My: words/a", "--language", "ja", "--direction", "production",
    ])
    #expect(made.output == program.dataFolder + "/decks/My- words-a.json\n")
    #expect(made.errors == "Add cards with: rabble deck add 'My: words/a'\n")
    let again = try program.run(["deck", "new", "My: words/a"])
    #expect(again.ending == .exited(3))
    #expect(again.errors.contains("the file already exists"))
    let one = try program.run([
      "deck", "add", "My", "--json",
      """
      {"prompt": "犬", "answer": "dog", "reading": "いぬ", "tags": ["n5", "animal"], "pitch": 2,
       "alternatives": ["hound"]}
      """,
    ])
    #expect(one.output == "Added: 犬 = dog\n")
    let two = try program.run(
      ["deck", "add"],
      input: """
        {"prompt": "猫", "answer": "cat"}
        {"prompt": "鳥",
         "answer": "dog"}

        """)
    #expect(two.output == "Added: 猫 = cat\nAdded: 鳥 = dog\n")
    #expect(two.errors.contains("Note: “dog” is already an answer in My: words/a: 犬\n"))
    #expect(
      try program.deck("My- words-a.json") == """
        [
          {
            "title": "My: words/a",
            "language": "ja",
            "directions": ["production"],
            "questions": [
              {
                "prompt": "犬",
                "answer": "dog",
                "reading": "いぬ",
                "alternatives": ["hound"],
                "pitch": 2,
                "tags": ["n5", "animal"]
              },
              {
                "prompt": "猫",
                "answer": "cat"
              },
              {
                "prompt": "鳥",
                "answer": "dog"
              }
            ]
          }
        ]

        """)
    let same = try program.run(["deck", "add", "--prompt", "猫", "--answer", "cat"])
    #expect(same.ending == .exited(3))
    #expect(same.errors.contains("Nothing was changed"))
    let broken = try program.run(["deck", "add"], input: #"[{"prompt": "x"}]"#)
    #expect(broken.ending == .exited(3))
    #expect(broken.errors.contains("standard input:1:"))
    #expect(try program.run(["deck", "add"], input: "").ending == .exited(2))
    #expect(
      try program.run(["deck", "add", "Nowhere", "--prompt", "a", "--answer", "b"]).ending
        == .exited(2))
  }

  @Test(arguments: [
    ("一 :: one\n二 = two\n", "standard input:2:1: error: this line is not a question"),
    ("\r\n\r\n一 :: one\r\n二 = two\r\n", "standard input:4:1: "),
    (
      "{\"prompt\":\"六\",\"answer\":\"six\"}\r\n{\"prompt\":\"七\"}\r\n",
      "standard input:2:1: error: there is no \"answer\""
    ),
    (
      "{\"prompt\":\"六\",\"answer\":\"six\"}\n\n{\"prompt\":\"七\",\"answer\":\"x\"\n",
      "error: the file ends before the { of line 3 is closed; add }"
    ),
    ("\n[{\"prompt\": \"六\",\n \"answer\": 6}]", "standard input:3:12: "),
    ("{\"prompt\": \"六\", \"answer\": \"six\"}]", "\"]\" follows after the end"),
  ])
  func `questions on standard input are faulted at their own lines`(input: String, wanted: String)
    throws
  {
    try program.addDeck("## One\n", named: "a.md")
    let outcome = try program.run(["deck", "add", "One"], input: input)
    #expect(outcome.ending == .exited(3))
    #expect(outcome.errors.contains(wanted), "\(outcome.errors)")
    #expect(!outcome.errors.contains("\"-\"") && !outcome.errors.contains(".md:"))
    #expect(try program.deck("a.md") == "## One\n")
  }

  @Test(arguments: ["a.md", "a.json"])
  func `a question without a prompt is refused by what it lacks`(name: String) throws {
    try program.addDeck(
      name == "a.md" ? "## One\n\na :: b\n" : #"{"title": "One", "questions": []}"#, named: name)
    let outcome = try program.run(["deck", "add", "One", "--prompt", "", "--answer", "b"])
    #expect(outcome.ending == .exited(3))
    #expect(outcome.errors.contains(#""prompt" is empty"#), "\(outcome.errors)")
  }
}
