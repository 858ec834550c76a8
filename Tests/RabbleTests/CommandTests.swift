import Testing

/// What a learner can do in a session besides answering, and the undoing of it.
struct CommandTests {
  private let program: Program

  init() throws {
    program = try Program(courses: false)
    try program.addDeck(Program.words)
  }

  private func study(_ lines: String..., new: Int = 20) throws -> [Screen] {
    let outcome = try program.run(
      ["study", "Words", "--format", "json", "--new", "\(new)"], at: Program.morning,
      input: lines.map { $0 + "\n" }.joined())
    #expect(outcome.ending == .exited(0))
    return try outcome.screens
  }

  private func undo() throws -> Outcome { try program.run(["undo"], at: Program.morning) }

  @Test func `after a hint a right answer is worth hard`() throws {
    let screens = try study(":hint", "cat")
    #expect(screens[2].verdict == "correct")
    #expect(screens[2].grade == "hard")
    #expect(try program.reviews().map(\.hintUsed) == [true])
  }

  @Test func `after a hint no grade of one's own is worth more than hard`() throws {
    let screens = try study(":hint", "", "4", ":hint", "", "1")
    #expect(screens.compactMap(\.grade) == ["hard", "again"])
  }

  @Test func `a card without a hint says so`() throws {
    let screens = try study("cat", "dog", ":hint")
    #expect(screens[5].kind == "notice")
    #expect(screens[5].message == "This card has no hint.")
    #expect(screens[6].prompt == "とり")
  }

  @Test(arguments: [(1, "again"), (2, "hard"), (3, "good"), (4, "easy")])
  func `a shown answer is graded by its number`(number: Int, grade: String) throws {
    let screens = try study(":show", "\(number)")
    #expect(screens[1].kind == "revealed")
    #expect(screens[1].answer == "cat")
    #expect(screens[2].grade == grade)
    #expect(screens[2].verdict == (number == 1 ? "wrong" : "correct"))
    #expect(screens[2].correct == (number == 1 ? 0 : 1))
    let review = try #require(try program.reviews().first)
    #expect(review.grade == grade)
    #expect(review.typed == nil)
  }

  @Test func `what is no grade is asked for again and not recorded`() throws {
    let screens = try study("", "5", "cat", "good")
    #expect(
      screens.prefix(7).map(\.kind) == [
        "question", "revealed", "notice", "revealed", "notice", "revealed", "verdict",
      ])
    #expect(screens[6].grade == "good")
    #expect(try program.reviews().count == 1)
  }

  @Test func `undo takes back answer after answer and asks the cards again`() throws {
    let screens = try study("cat", "fish", ":undo", ":undo", "cat")
    #expect(screens.compactMap(\.prompt) == ["ねこ", "いぬ", "とり", "いぬ", "ねこ", "いぬ"])
    #expect(screens.last?.correct == 1)
    #expect(screens.last?.incorrect == 0)
    #expect(try program.reviews().map(\.retracted) == [true, true, false])
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test func `undo while an answer is shown goes back as well`() throws {
    let screens = try study("cat", "", ":undo", "cat", "dog")
    #expect(screens.compactMap(\.prompt) == ["ねこ", "いぬ", "いぬ", "ねこ", "いぬ", "とり"])
  }

  @Test func `undo works after a restart, as often as wanted, until nothing is left`() throws {
    _ = try study("cat", "dog")
    let first = try undo()
    #expect(first.output.contains("いぬ") && first.ending == .exited(0))
    let second = try undo()
    #expect(second.output.contains("ねこ") && second.ending == .exited(0))
    let third = try undo()
    #expect(third.output == "" && third.ending == .exited(1))
    #expect(third.errors == "There is nothing to undo.\n")
    let decks = try program.run(
      ["today", "--count", "--format", "json", "Words"], at: Program.morning)
    #expect(
      decks.output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":0,\"new\":3,\"today\":3}\n")
    #expect(try study("cat").map(\.prompt).prefix(1) == ["ねこ"])
  }

  @Test func `undo in a new session takes back the last answer of the one before`() throws {
    _ = try study("cat")
    let screens = try study(":undo")
    #expect(screens[0].prompt == "いぬ")
    #expect(screens[1].message == "Undone: answer to “ねこ” (good).")
    #expect(screens[2].prompt == "ねこ")
    #expect(screens.last?.correct == 0)
  }

  @Test func `after the last card the summary waits for an undo, and anything else leaves`() throws
  {
    let session = try Conversation(
      program, ["study", "Words", "--format", "json", "--new", "1"], at: Program.morning)
    func answerEasily() throws {
      session.send("")
      #expect(try session.receiveScreen().kind == "revealed")
      session.send("4")
      #expect(try session.receiveScreen().grade == "easy")
      #expect(try session.receiveScreen().kind == "summary")
      #expect(session.isSilent())
    }
    #expect(try session.receiveScreen().prompt == "ねこ")
    try answerEasily()
    session.send(":undo")
    #expect(try session.receiveScreen().kind == "notice")
    #expect(try session.receiveScreen().prompt == "ねこ")
    try answerEasily()
    session.send("thank you")
    #expect(try session.waitForExit() == .exited(0))
    #expect(session.receiveAll() == [])
    #expect(try program.reviews().map(\.retracted) == [true, false])
  }

  @Test func `the last answer is undone by a command as well`() throws {
    _ = try study("", "4", new: 1)
    #expect(try undo().ending == .exited(0))
    #expect(
      try program.run(
        ["today", "--count", "Words"], at: Program.morning
      ).output == "3\n")
  }

  @Test func `a skipped card comes after all others`() throws {
    let screens = try study(":skip", "", "4", "", "4", "", "4")
    #expect(screens.filter { $0.kind == "question" }.map(\.prompt) == ["ねこ", "いぬ", "とり", "ねこ"])
    #expect(try program.reviews().map(\.prompt) == ["いぬ", "とり", "ねこ"])
  }

  @Test func `why says what the scheduler knows, and asks again`() throws {
    let screens = try study(":why", "cat", "dog", "bird", ":why")
    #expect(screens[1].message?.contains("New: you have not answered this card yet.") == true)
    #expect(screens[2].prompt == "ねこ")
    let later = try #require(screens.last { $0.kind == "notice" }?.message)
    #expect(later.contains("Learning, step 2 of 2 (10 minutes)."))
    // The stability after a first good is the default parameters' third: 2.3065 days.
    #expect(later.contains("Stability: 2.3 days "))
  }

  @Test func `an unknown command says so, one with two meanings which`() throws {
    let screens = try study(":dance", ":s", ":")
    let messages = screens.filter { $0.kind == "notice" }.map { $0.message ?? "" }
    #expect(messages[0] == "Unknown command “:dance”. Type :help for a list.")
    #expect(messages[2] == "Unknown command “:”. Type :help for a list.")
    #expect(messages[1].contains(":show") && messages[1].contains(":skip"))
    #expect(!messages[1].contains(":undo"))
    #expect(screens.filter { $0.kind == "notice" }.allSatisfy { $0.tone == "problem" })
    #expect(try program.reviews().isEmpty)
  }

  @Test func `a mistyped command names the nearest`() throws {
    let messages = try study(":flgg", ":nte x", ":Forgte 4").filter { $0.kind == "notice" }
      .map { $0.message ?? "" }
    #expect(
      messages == [
        "Unknown command “:flgg”. Did you mean :flag? Type :help for a list.",
        "Unknown command “:nte”. Did you mean :note? Type :help for a list.",
        "Unknown command “:Forgte”. Did you mean :forget? Type :help for a list.",
      ])
    #expect(try program.reviews().isEmpty)
  }

  @Test func `first letters suffice, in any case and width`() throws {
    let screens = try study(":HI", "：sk", ":q")
    #expect(screens[1].hint == "it purrs")
    #expect(screens[2].prompt == "いぬ")
    #expect(screens[3].kind == "summary")
  }
}
