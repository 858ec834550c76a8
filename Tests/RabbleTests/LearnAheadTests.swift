import Testing

/// A session whose clock stands still, with a memory model that has no steps.
struct LearnAheadTests {
  @Test func `with FSRS-7 and the clock held, a session ends after a card came early three times`()
    throws
  {
    for answers in ["\n3\n", "dog\n", "cat\n", "\n1\n"] {
      let program = try Program()
      try program.addDeck(
        #"[{"title": "Words", "questions": [{"prompt": "犬", "answer": "dog"}]}]"#)
      let preset = try program.run(
        ["preset", "set", "default", "--model", "fsrs-7"], at: Program.morning)
      #expect(preset.ending == .exited(0), "\(preset.errors)")
      let session = try program.run(
        ["study", "Words", "--format", "json"], at: Program.morning,
        input: "\n1\n" + String(repeating: answers, count: 200))
      #expect(session.ending == .exited(0))
      let screens = try session.screens
      #expect(screens.count { $0.kind == "question" } == 4)
      #expect(screens.last?.kind == "summary")
      // The next session says when, too, and waits for nothing.
      let next = try program.run(["study", "Words"], at: Program.morning, input: "")
      #expect(next.output.contains("Next due"))
    }
  }
}
