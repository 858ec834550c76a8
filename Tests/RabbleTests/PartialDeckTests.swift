import Testing

/// Decks that can't be read in full: a typo, or a program that is still writing them.
@Suite struct PartialDeckTests {
  private static let later = "2026-11-21T09:30:00+09:00"

  /// A learner who has answered these three.
  private func learner() throws -> Program {
    let program = try Program(courses: false)
    try write("犬 [いぬ] :: dog", "駅 [えき] :: station", "水 [みず] :: water", to: program)
    let outcome = try program.run(
      ["study", "Mine", "--order", "sequential"], at: Program.morning,
      input: "dog\nstation\nwater\n:quit\n")
    #expect(outcome.output.contains("3 correct, 0 incorrect"))
    return program
  }

  private func write(_ lines: String..., to program: Program) throws {
    try program.addDeck(
      (["## Mine", "language: ja", ""] + lines).joined(separator: "\n") + "\n", named: "mine.md")
  }

  private func due(_ program: Program) throws -> Outcome {
    try program.run(["today", "--count", "--format", "json"], at: Self.later)
  }

  @Test func `a typo takes no question away, nor its history, and begins no course`() throws {
    let program = try learner()
    try write("犬 [いぬ] :: dog", "駅 [えき] : station", "水 [みず] :: water", to: program)
    let broken = try due(program)
    #expect(
      broken.output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":3,\"new\":0,\"today\":3}\n",
      "\(broken)")
    #expect(broken.errors.contains("mine.md:5:1: error: "))
    #expect(
      broken.errors.contains(
        "mine.md: 1 question that it no longer has stays as it was until it can be read in full.\n")
    )
    try write("犬 [いぬ] :: dog", "駅 [えき] :: station", "水 [みず] :: water", to: program)
    let mended = try due(program)
    #expect(mended.output == broken.output && mended.errors == "")
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test
  func
    `what is edited beside a typo keeps its history, and what is removed goes once it is mended`()
    throws
  {
    let program = try learner()
    try write("犬 [いぬ] :: a dog", "駅 [えき] : station", "木 [き] :: tree", to: program)
    let broken = try due(program)
    #expect(
      broken.output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":3,\"new\":1,\"today\":4}\n",
      "\(broken)")
    #expect(broken.errors.contains(": 2 questions that it no longer has stay as they were"))
    #expect(broken.errors.contains("is now “犬 :: a dog”: history kept."))
    try write("犬 [いぬ] :: a dog", "駅 [えき] :: station", "木 [き] :: tree", to: program)
    let mended = try due(program)
    #expect(
      mended.output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":2,\"new\":1,\"today\":3}\n",
      "\(mended)")
    #expect(mended.errors.contains("“水 :: water” is in no deck now."))
  }

  /// A deck whose second question is these lines.
  private func write(_ second: String, as name: String, to program: Program) throws {
    let text =
      name == "mine.md"
      ? "## Mine\nlanguage: ja\n\n犬 [いぬ] :: dog\n\(second)\n水 [みず] :: water\n"
      : """
      {"title": "Mine", "language": "ja", "questions": [
      {"prompt": "犬", "reading": "いぬ",
       "answer": "dog"},
      {"prompt": "駅", "reading": "えき",
      \(second)
      },
      {"prompt": "水", "reading": "みず", "answer": "water"}
      ]}

      """
    try program.addDeck(text, named: name)
  }

  @Test(arguments: [
    ("mine.md", "駅 [えき] :: station", "駅 [えき] :: a station"),
    ("mine.json", "\"answer\": \"station\"", "\"answer\": \"a station\""),
  ])
  func `a question in a merge conflict keeps its history and is not asked until it is resolved`(
    name: String, ours: String, theirs: String
  ) throws {
    let program = try Program(courses: false)
    try write(ours, as: name, to: program)
    _ = try program.run(
      ["study", "Mine", "--order", "sequential"], at: Program.morning,
      input: "dog\nstation\nwater\n:quit\n")
    let whole = try due(program)
    #expect(whole.output.contains("\"learning\":3,\"new\":0"))
    let conflict = "<<<<<<< HEAD\n\(theirs)\n=======\n\(ours)\n>>>>>>> feature"
    try write(conflict, as: name, to: program)
    let broken = try due(program)
    #expect(broken.output.contains("\"learning\":2,\"new\":0"), "\(broken)")
    #expect(broken.errors.contains("\(name):5:1: error: merge conflict, lines 5–9; "))
    #expect(
      broken.errors.contains(
        "\(name): 1 question in a merge conflict keeps its history and is not asked until it is "
          + "resolved.\n"))
    #expect(broken.errors.split(separator: "\n").count == 2)
    for command in [
      ["log", "check"], ["card", "list"], ["deck", "list"], ["stats"], ["history"],
    ] {
      #expect(try program.run(command, at: Self.later).ending == .exited(0), "\(command)")
    }
    try write(ours, as: name, to: program)
    let resolved = try due(program)
    #expect(resolved.output == whole.output && resolved.errors == "")
    try write(conflict, as: name, to: program)
    let outcome = try program.run(
      ["study", "Mine", "--order", "sequential"], at: Self.later, input: "dog\nwater\n:quit\n")
    #expect(!outcome.output.contains("駅") && outcome.output.contains("2 correct, 0 incorrect"))
    try write(theirs, as: name, to: program)
    #expect(try due(program).errors.contains("is now “駅 :: a station”: history kept."))
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test(arguments: [
    ("", "To remove them, delete the file."), ("\u{0}\u{1}", "can be read in full."),
  ])
  func `a deck of which nothing can be read stays as it was`(text: String, advice: String) throws {
    let program = try learner()
    try program.addDeck(text, named: "mine.md")
    let outcome = try due(program)
    #expect(
      outcome.output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":3,\"new\":0,\"today\":3}\n")
    #expect(outcome.errors.contains(advice), "\(outcome)")
  }

  @Test func `what went from a file that is empty now into another deck is there once`() throws {
    let program = try learner()
    try program.addDeck(
      "## Yours\nlanguage: ja\n\n犬 [いぬ] :: dog\n駅 [えき] :: station\n", named: "yours.md")
    #expect(
      try due(program).output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":3,\"new\":2,\"today\":5}\n")
    try program.addDeck("", named: "mine.md")
    let outcome = try due(program)
    #expect(
      outcome.output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":3,\"new\":0,\"today\":3}\n",
      "\(outcome)")
  }

  @Test func `what went from a file that is empty now into a new deck is there once`() throws {
    let program = try learner()
    try program.addDeck("## Yours\nlanguage: ja\n\n犬 [いぬ] :: dog\n", named: "yours.md")
    try program.addDeck("", named: "mine.md")
    #expect(
      try due(program).output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":3,\"new\":0,\"today\":3}\n")
  }

  @Test func `a session goes on with the deck as it was when a typo is saved meanwhile`() throws {
    func deck(_ third: String) -> String {
      """
      {"title": "Mine", "questions": [
        {"prompt": "one", "answer": "eins"},
        {"prompt": "two", "answer": "zwei"},
        {"prompt": "three", "answer": \(third)}
      ]}
      """
    }
    let program = try Program(courses: false)
    try program.addDeck(deck(#""drei""#), named: "mine.json")
    let terminal = try PseudoTerminal(
      program, ["study", "Mine", "--no-lessons", "--order", "sequential"], at: Program.morning)
    _ = try terminal.expect("one › ")
    terminal.enter("eins")
    _ = try terminal.expect("two › ")
    try program.addDeck(deck(#""drei"#), named: "mine.json")
    terminal.enter("zwei")
    let screen = try terminal.expect("three › ")
    #expect(screen.contains("mine.json:"))
    terminal.enter("drei")
    _ = try terminal.expect("3 correct, 0 incorrect")
    terminal.enter(":quit")
    _ = try terminal.finish()
  }

  @Test func `a history of the learner's own deck never goes to a course that was not begun`()
    throws
  {
    let program = try learner()
    try write("犬 [いぬ] :: dog", "水 [みず] :: water", to: program)
    let without = try due(program)
    #expect(
      without.output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":2,\"new\":0,\"today\":2}\n",
      "\(without)")
    #expect(without.errors.contains("“駅 :: station” is in no deck now."))
    try write("犬 [いぬ] :: dog", "駅 [えき] :: station", "水 [みず] :: water", to: program)
    #expect(
      try due(program).output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":3,\"new\":0,\"today\":3}\n")
  }
}
