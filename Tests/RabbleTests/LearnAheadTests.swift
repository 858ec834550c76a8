import Testing

/// A session whose clock stands still.
struct LearnAheadTests {
  @Test
  func
    `with the clock held, a session ends when a card has passed its steps or came early three times`()
    throws
  {
    for (answers, askings) in [("\n3\n", 3), ("dog\n", 3), ("cat\n", 4), ("\n1\n", 4)] {
      let program = try Program(courses: false)
      try program.addDeck(
        #"[{"title": "Words", "questions": [{"prompt": "犬", "answer": "dog"}]}]"#)
      let session = try program.run(
        ["study", "Words", "--format", "json"], at: Program.morning,
        input: "\n1\n" + String(repeating: answers, count: 200))
      #expect(session.ending == .exited(0))
      let screens = try session.screens
      #expect(screens.count { $0.kind == "question" } == askings)
      #expect(screens.last?.kind == "summary")
      // The next session says when, too, and waits for nothing.
      let next = try program.run(["study", "Words"], at: Program.morning, input: "")
      #expect(next.output.contains("Next due"))
    }
  }
}
