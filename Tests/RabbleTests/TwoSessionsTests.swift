import Testing

/// Two terminals over one log.
struct TwoSessionsTests {
  @Test func `two sessions that take turns lose nothing`() throws {
    let program = try Program()
    let sessions = try (0..<2).map { _ in
      try Conversation(
        program, ["study", "Hiragana", "--format", "json", "--new", "10"], at: Program.morning)
    }
    for session in sessions { #expect(try session.receiveScreen().prompt == "あ") }
    var sent: [String] = []
    for turn in 0..<12 {
      let session = sessions[turn % 2]
      session.send("ka\(turn % 3 == 0 ? "" : "ka")")
      let verdict = try session.receiveScreen()
      if verdict.grade != nil { sent.append(verdict.typed ?? "") }
      // That the other session has answered the card, too, is said before the next card.
      while try session.receiveScreen().prompt == nil {}
    }
    for session in sessions {
      session.closeInput()
      #expect(try session.waitForExit() == .exited(0))
    }
    #expect(try program.reviews().map(\.typed) == sent)
    #expect(sent.count > 8)
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test func `two sessions at the same time lose nothing`() throws {
    let program = try Program()
    let questions = (0..<40).map { #"{"prompt": "\#($0)", "answer": "number \#($0)"}"# }
    try program.addDeck(
      #"{"title": "Words", "questions": [\#(questions.joined(separator: ", "))]}"#)
    _ = try program.run(["deck", "list"])
    let sessions = try (0..<2).map { _ in
      try Conversation(
        program, ["study", "Words", "--new", "100", "--format", "json"], at: Program.morning)
    }
    for line in 0..<100 {
      for (number, session) in sessions.enumerated() { session.send("reply \(number) \(line)") }
    }
    var acknowledged: Set<String> = []
    for session in sessions {
      session.closeInput()
      let verdicts = try session.receiveAll().map(Screen.init(json:)).filter { $0.grade != nil }
      #expect(verdicts.count == 100)
      acknowledged.formUnion(verdicts.compactMap(\.typed))
      #expect(try session.waitForExit() == .exited(0))
    }
    let typed = try program.reviews().compactMap(\.typed)
    #expect(typed.count == 200)
    #expect(Set(typed) == acknowledged)
    #expect(try program.run(["log", "check"]).ending == .exited(0))
  }

  @Test func `first starts at the same time all make one log`() throws {
    for _ in 0..<6 {
      let program = try Program()
      let sessions = try (0..<4).map { _ in
        try Conversation(
          program, ["study", "Hiragana", "--format", "json"], at: Program.morning)
      }
      for session in sessions { #expect(try session.receiveScreen().prompt == "あ") }
      for session in sessions {
        session.send("a")
        #expect(try session.receiveScreen().verdict == "correct")
        session.send(":quit")
        _ = session.receiveAll()
        #expect(try session.waitForExit() == .exited(0))
        // On a busy machine one waits for another.
        let told = session.errors.split(whereSeparator: \.isNewline)
        #expect(told.allSatisfy { $0.hasPrefix("Waiting for ") }, "\(told)")
      }
      #expect(try program.reviews().count == 4)
      #expect(try program.run(["log", "check"]).ending == .exited(0))
    }
  }

  @Test func `a card answered in the other terminal is not asked again as new`() throws {
    let program = try Program()
    try program.addDeck(Program.words)
    let session = try Conversation(
      program, ["study", "Words", "--format", "json"], at: Program.morning)
    #expect(try session.receiveScreen().prompt == "ねこ")
    // Meanwhile the second card is sent days away.
    _ = try program.run(
      ["study", "Words"], at: Program.morning, input: ":skip\n\n4\n")
    session.send("cat")
    #expect(try session.receiveScreen().verdict == "correct")
    #expect(try session.receiveScreen().prompt == "とり")
    session.closeInput()
    #expect(try session.waitForExit() == .exited(0))
    #expect(try program.reviews().map(\.prompt) == ["いぬ", "ねこ"])
  }
}
