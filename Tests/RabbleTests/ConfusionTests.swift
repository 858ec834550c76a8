import Testing

/// What a learner mixes up, from the first time until it is told apart.
struct ConfusionTests {
  private static let words = """
    {"title": "Verbs", "questions": [
      {"prompt": "待つ", "answer": "to wait", "reading": "まつ"},
      {"prompt": "持つ", "answer": "to hold", "reading": "もつ"},
      {"prompt": "飲む", "answer": "to drink", "reading": "のむ"}]}
    """

  @Test func `a confusion is listed, practiced side by side, and told apart after two later days`()
    throws
  {
    let program = try Program()
    try program.addDeck(Self.words, named: "verbs.json")
    _ = try program.run(["study", "Verbs"], at: Program.morning, input: "to hold\nto hold\n")
    let before = try program.run(["stats", "trouble", "--by", "confusion", "--format", "csv"])
    #expect(before.output.contains("待つ,to wait,持つ,to hold,1,false"))
    let mistakes = try program.run(["stats", "trouble", "--by", "mistake", "--format", "csv"])
    #expect(mistakes.output.contains("other_answer"))
    let text = try program.run(["stats", "trouble"])
    #expect(text.output.contains("What is alike in them:\n  待つ – 持つ: 待/持\n"))
    #expect(text.errors.isEmpty)

    let practice = try program.run(
      ["study", "--confusions", "--format", "json"], at: Program.morning,
      input: "to wait\nto hold\n")
    #expect(try practice.screens.map(\.kind).prefix(2) == ["question", "verdict"])
    #expect(!practice.output.contains("飲む"))
    for day in [Program.morning, "2026-11-22T09:00:00Z", "2026-11-23T09:00:00Z"] {
      let report = try program.run(["stats", "trouble", "--by", "confusion", "--format", "csv"])
      #expect(report.output.contains("待つ,to wait,持つ,to hold,1,false"))
      let again = try program.run(
        ["study", "--confusions"], at: day, input: "to wait\nto hold\n")
      #expect(again.ending == .exited(0))
    }
    let after = try program.run(["stats", "trouble", "--by", "confusion", "--format", "csv"])
    #expect(after.output.contains("待つ,to wait,持つ,to hold,1,true"))
    let done = try program.run(["study", "--confusions"], at: "2026-11-24T09:00:00Z")
    #expect(done.ending == .exited(1))
    #expect(done.output.contains("1 pair is resolved"))
  }

  @Test func `a practice of confusions without a pair says why`() throws {
    let program = try Program()
    try program.addDeck(Self.words, named: "verbs.json")
    let never = try program.run(["study", "--confusions"], at: Program.morning)
    #expect(never.ending == .exited(1))
    #expect(never.output.contains("none of your incorrect answers was another card's answer"))
    // Its new cards can be studied at once.
    #expect(never.output.contains("Next due  now ("))

    _ = try program.run(["study", "Verbs"], at: Program.morning, input: "to hold\n")
    let alone = try program.run(["study", "--confusions"], at: Program.morning)
    #expect(alone.output.contains("待つ"))
    #expect(!alone.output.contains("持つ"))
    _ = try program.run(["card", "suspend", "--yes", "待つ"])
    let suspended = try program.run(["study", "--confusions"], at: Program.morning)
    #expect(suspended.ending == .exited(1))
    #expect(suspended.output.contains("1 pair is suspended or buried."))
  }

  @Test func `without files all decks there are to study are checked`() throws {
    let program = try Program()
    try program.addDeck(
      #"{"title": "Own", "questions": [{"prompt": "plugh", "answer": "xyzzy"}]}"#,
      named: "verbs.json")
    let outcome = try program.run(["deck", "check"])
    #expect(outcome.ending == .exited(0))
    #expect(outcome.output.contains("verbs.json: OK (1 group, 1 question)"))
    #expect(outcome.output.contains("Hiragana.json: OK"))
  }
}
