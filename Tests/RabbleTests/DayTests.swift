import Testing

/// Tomorrow the right cards come back.
struct DayTests {
  /// One new card, studied at a moment with these lines.
  private func study(_ program: Program, at moment: String, _ input: String, new: Int = 1) throws
    -> Outcome
  {
    try program.run(
      ["study", "Hiragana", "--format", "json", "--new", "\(new)"], at: moment, input: input)
  }

  private func due(_ program: Program, at moment: String, new: Int = 0) throws -> Outcome {
    try program.run(
      ["today", "Hiragana", "--count", "--new", "\(new)"], at: moment
    )
  }

  /// Two goods leave the stability at its initial 2.3065 days, for good on the same day never
  /// lowers it and raises it by less than nothing here: e^(0.5425·0.0912) · 2.3065^−0.0658 = 0.994.
  /// 2 days are too few to be spread.
  @Test func `a card known twice on the first day returns on the third, at four o'clock`() throws {
    let program = try Program()
    let first = try study(program, at: Program.morning, "a\n")
    #expect(try first.screens[1].due == "2026-11-21T09:10:00+09:00")
    #expect(try due(program, at: "2026-11-21T09:10:00+09:00").output == "1\n")
    let second = try study(program, at: "2026-11-21T09:10:00+09:00", "a\n", new: 0)
    #expect(try second.screens[1].due == "2026-11-23T04:00:00+09:00")

    for moment in [
      "2026-11-21T09:11:00+09:00", "2026-11-22T09:00:00+09:00", "2026-11-23T03:59:59+09:00",
    ] {
      let early = try due(program, at: moment)
      #expect(early.output == "0\n" && early.ending == .exited(1), "\(moment)")
    }
    let right = try due(program, at: "2026-11-23T04:00:00+09:00")
    #expect(right.output == "1\n" && right.ending == .exited(0))
    let third = try study(program, at: "2026-11-23T09:00:00+09:00", "a\n", new: 0)
    #expect(try third.screens.first?.prompt == "あ")
    #expect(try third.screens[1].grade == "good")
    #expect(try due(program, at: "2026-11-23T09:01:00+09:00").output == "0\n")
  }

  @Test func `a card graded easy returns on the day its verdict says, not before`() throws {
    let program = try Program()
    let first = try study(program, at: Program.morning, "\n4\n")
    let returns = try #require(try first.screens[2].due)
    let day = String(returns.prefix(10))
    #expect(try due(program, at: day + "T03:59:00+09:00").ending == .exited(1))
    #expect(try due(program, at: day + "T04:00:00+09:00").ending == .exited(0))
    let later = try study(program, at: day + "T08:00:00+09:00", "", new: 0)
    #expect(try later.screens.map(\.prompt) == ["あ", nil])
  }

  @Test func `a card in its steps returns early only when nothing else is left`() throws {
    let program = try Program()
    let outcome = try study(program, at: Program.morning, "a\na\n", new: 1)
    #expect(try outcome.screens.filter { $0.kind == "question" }.map(\.prompt) == ["あ", "あ"])
    let two = try study(try Program(), at: Program.morning, "a\n", new: 2)
    #expect(try two.screens.filter { $0.kind == "question" }.map(\.prompt) == ["あ", "い"])
  }

  @Test func `a day brings so many new cards and no more`() throws {
    let program = try Program()
    let all = String(repeating: "\n4\n", count: 30)
    let first = try program.run(
      ["study", "Hiragana", "--format", "json"], at: Program.morning, input: all)
    #expect(try first.screens.filter { $0.kind == "revealed" }.count == 20)
    let again = try program.run(["study", "Hiragana"], at: "2026-11-22T03:59:00+09:00")
    #expect(again.ending == .exited(1))
    let due = try program.run(["today", "--count"], at: "2026-11-22T04:00:00+09:00")
    #expect(due.output == "20\n")
  }

  @Test func `the list of decks counts what is new, in its steps and due`() throws {
    let program = try Program()
    _ = try study(program, at: Program.morning, "a\nkaka\n\n4\n", new: 3)
    func hiragana(at moment: String) throws -> [Substring] {
      let outcome = try program.run(["deck", "list"], at: moment)
      #expect(outcome.ending == .exited(0))
      let row = outcome.output.split(separator: "\n").first { $0.hasPrefix("Hiragana  ") }
      return row?.split(separator: " ", omittingEmptySubsequences: true) ?? []
    }
    // New, learning, due and accuracy: two right of three; one of 46 is learned.
    #expect(
      try hiragana(at: Program.morning) == [
        "Hiragana", "43", "2", "0", "66.7%", "2.2%",
      ])
    #expect(
      try hiragana(at: "2026-12-05T09:00:00+09:00") == [
        "Hiragana", "43", "2", "1", "66.7%", "1.9%",
      ])
  }

  @Test func `due says what there is to study, and exits with one when there is nothing`() throws {
    let program = try Program()
    try program.addDeck(Program.words)
    let before = try program.run(
      ["today", "--count", "--format", "json", "Words"], at: Program.morning)
    #expect(
      before.output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":0,\"new\":3,\"today\":3}\n")
    #expect(before.ending == .exited(0))
    _ = try program.run(
      ["study", "Words"], at: Program.morning, input: String(repeating: "\n4\n", count: 3))
    let after = try program.run(
      ["today", "--count", "--format", "json", "Words"], at: Program.morning)
    #expect(
      after.output
        == "{\"schema\":1,\"report\":\"ready\",\"due\":0,\"learning\":0,\"new\":0,\"today\":0}\n")
    #expect(after.ending == .exited(1))
    let study = try program.run(["study", "Words"], at: Program.morning)
    #expect(study.ending == .exited(1))
    #expect(study.output.contains("Next due"))
  }

  /// 9:00 in Tokyo is 19:00 the day before in New York: whose evening it is decides about the day.
  @Test func `the offset of the clock decides which day it is`() throws {
    let program = try Program()
    _ = try study(program, at: "2026-11-20T19:00:00-05:00", "a\n")
    let later = try study(program, at: "2026-11-20T19:10:00-05:00", "a\n", new: 0)
    #expect(try later.screens[1].due == "2026-11-22T04:00:00-05:00")
  }
}
