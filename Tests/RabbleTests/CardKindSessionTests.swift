import Foundation
import Testing

/// Every kind of card at the keyboard and through a pipe.
struct CardKindSessionTests {
  private let program: Program

  init() throws {
    program = try Program(courses: false)
    try program.addDeck(
      """
      {"title": "Verbs", "language": "ja", "directions": ["recognition", "production", "reading"],
       "questions": [
        {"prompt": "食べる", "answer": "to eat", "furigana": "食[た]べる", "reading": "たべる",
         "pitch": 2, "part_of_speech": "verb",
         "example": {"text": "寿司[すし]を食[た]べる。", "meaning": "to eat sushi"}},
        {"id": "student", "prompt": "I am a student.",
         "cloze": "私[わたし]{{は}}学生{{です::copula}}。"}
      ]}
      """, named: "verbs.json")
  }

  private func day(_ day: Int) -> String { "2026-11-2\(day)T09:00:00+09:00" }

  private func terminal(_ day: Int, columns: UInt16 = 80) throws -> PseudoTerminal {
    try PseudoTerminal(
      program, ["study", "Verbs", "--order", "sequential"], at: self.day(day), columns: columns)
  }

  private func counts(_ day: Int) throws -> [Substring] {
    let outcome = try program.run(["deck", "list"], at: self.day(day))
    let row = outcome.output.split(separator: "\n").first { $0.hasPrefix("Verbs") }
    return row?.split(separator: " ") ?? []
  }

  @Test func `romaji are shown until the kana of a prompt are known`() throws {
    try program.addDeck(
      """
      [{"title": "Kana", "language": "ja", "questions": [
        {"prompt": "は", "answer": "ha"}, {"prompt": "い", "answer": "i"}]},
       {"title": "Talk", "language": "ja", "questions": [
        {"prompt": "はい", "answer": "yes", "reading": "はい", "romaji": "hai"}]}]
      """, named: "talk.json")
    func romaji(_ day: Int) throws -> [String] {
      let outcome = try program.run(
        ["study", "Talk", "--format", "json"], at: self.day(day), input: ":quit\n")
      return outcome.output.components(separatedBy: "\"romaji\":\"hai\"")
    }
    #expect(try romaji(1).count > 1)
    func learn(_ day: Int, _ answers: String) throws {
      _ = try program.run(
        ["study", "Kana", "--format", "json"], at: self.day(day), input: answers)
    }
    try learn(1, "\n4\n:quit\n")
    #expect(try romaji(2).count > 1)
    try learn(2, "\n4\n\n4\n:quit\n")
    #expect(try romaji(3).count == 1)
  }

  @Test func `each kind is asked on a day of its own at the keyboard`() throws {
    #expect(try counts(1) == ["Verbs", "5", "0", "0", "–", "0.0%"])
    var terminal = try terminal(1)
    try terminal.expect("Verbs · 2 new · new card\n")
    try terminal.expect("た\n")
    try terminal.expect("食べる › ")
    terminal.enter("")
    try terminal.expect("Answer   to eat")
    try terminal.expect("Kind     verb")
    try terminal.expect("すし  た\n")
    try terminal.expect("寿司を食べる。")
    terminal.enter("4")
    try terminal.expect("Verbs · 1 new · fill the gap · new card")
    try terminal.expect("Meaning: I am a student.")
    try terminal.expect("わたし\n")
    try terminal.expect("私  ＿＿学生です。")
    terminal.enter("")
    try terminal.expect("Answer    は")
    terminal.enter("4")
    try terminal.expect("Next due  tomorrow")
    terminal.enter("")
    #expect(try terminal.finish().ending == .exited(0))
    #expect(try program.run(["today", "--count", "Verbs"], at: day(1)).output == "0\n")
    #expect(try program.run(["today", "--count", "Verbs"], at: day(2)).output == "2\n")

    terminal = try self.terminal(2)
    try terminal.expect("Verbs · 2 new · type the word · new card\n")
    try terminal.expect("to eat › ")
    terminal.enter("taberu")
    try terminal.expect("✓ Correct: 食べる")
    try terminal.expect("学生[copula]。")
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))

    // The session begins with the card that the last one ended with.
    terminal = try self.terminal(3, columns: 40)
    try terminal.expect("fill the gap")
    terminal.enter(":skip")
    try terminal.expect("type the word")
    try terminal.expect("to eat › ")
    terminal.enter("食べる")
    try terminal.expect("✓ Correct")
    terminal.enter(":quit")
    _ = try terminal.finish()
    _ = try program.run(
      ["study", "Verbs", "--order", "sequential"], at: "2026-11-23T09:30:00+09:00",
      input: "食べる\n")

    terminal = try self.terminal(4)
    try terminal.expect("fill the gap")
    terminal.enter(":skip")
    try terminal.expect("type the reading · new card")
    try terminal.expect("食べる ‹あ› ")
    terminal.enter("taberu")
    try terminal.expect("✓ Correct: たべる")
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))
    #expect(try program.run(["log", "check"], at: day(4)).ending == .exited(0))
  }

  @Test func `furigana stand in brackets on a narrow terminal, and go when asked to`() throws {
    let terminal = try terminal(1, columns: 30)
    try terminal.expect("食(た)べる › ")
    terminal.enter(":furigana")
    try terminal.expect("Furigana: off on questions.")
    try terminal.expect("食べる › ")
    terminal.enter("")
    try terminal.expect("食(た)べる")
    terminal.enter(":quit")
    #expect(try terminal.finish().ending == .exited(0))
  }

  @Test func `each kind is a screen of its own for programs`() throws {
    func screens(_ day: Int, _ input: String) throws -> [Screen] {
      try program.run(
        ["study", "Verbs", "--format", "json", "--order", "sequential"], at: self.day(day),
        input: input
      ).screens
    }
    let first = try screens(1, "\n4\nwa\n:override\n:easy\n")
    #expect(first[0].direction == "recognition")
    #expect(first[0].prompt == "食べる")
    #expect(
      first[0].furigana == [
        .init(base: "食", reading: "た"), .init(base: "べる", reading: nil),
      ])
    #expect(first[1].kind == "revealed" && first[1].answer == "to eat")
    #expect(first[1].pitch == 2 && first[1].partOfSpeech == "verb" && first[1].reading == "たべる")
    #expect(first[1].example == "寿司を食べる。" && first[1].exampleMeaning == "to eat sushi")
    let blank = try #require(first.first { $0.direction == "cloze" })
    #expect(blank.prompt == "私＿＿学生です。" && blank.meaning == "I am a student.")
    let verdict = try #require(first.last { $0.kind == "verdict" })
    #expect(verdict.verdict == "correct" && verdict.answer == "は")
    #expect(verdict.sentence == "私は学生です。")

    let second = try screens(2, "たべる\n:easy\n")
    #expect(second[0].direction == "production" && second[0].prompt == "to eat")
    #expect(second[0].furigana == nil)
    #expect(second[1].verdict == "correct" && second[1].answer == "食べる")
    #expect(second[1].furigana?.first == .init(base: "食", reading: "た"))

    let third = try screens(3, "to eat\nたべる\n:easy\n")
    #expect(third[0].direction == "reading" && third[0].prompt == "食べる")
    #expect(third[0].furigana == nil)
    #expect(third[1].verdict == "retry")
    #expect(third[3].verdict == "correct" && third[3].meaning == "to eat")

    let rows = try program.run(["log", "export"], at: day(3)).output
    for direction in [",recognition,", ",production,", ",reading,", ",cloze は,"] {
      #expect(rows.contains(direction), "\(direction)")
    }
  }

  @Test func `words that are mixed up are drilled as words`() throws {
    try program.addDeck(
      """
      {"title": "Pairs", "directions": ["production"], "questions": [
        {"prompt": "犬", "answer": "dog", "reading": "いぬ"},
        {"prompt": "猫", "answer": "cat", "reading": "ねこ"}]}
      """, named: "pairs.json")
    let mixed = try program.run(
      ["study", "Pairs", "--format", "json", "--order", "sequential"], at: day(1),
      input: "ねこ\n猫\n"
    ).screens
    #expect(mixed[1].verdict == "wrong" && mixed[1].message == "“ねこ” is cat.")
    let drill = try program.run(
      ["study", "--confusions", "--format", "json"], at: day(1), input: "犬\n猫\n"
    ).screens
    let asked = drill.filter { $0.kind == "question" }.prefix(2)
    #expect(asked.map(\.direction) == ["production", "production"])
    #expect(asked.map(\.prompt) == ["dog", "cat"])
    #expect(drill.compactMap(\.verdict) == ["correct", "correct"])
  }

  @Test func `the parts of a deck that demand accents are strict`() throws {
    try program.addDeck(
      """
      {"title": "French", "settings": {"accents": "demanded"},
       "questions": [{"prompt": "summer", "answer": "été"}]}
      """, named: "french.json")
    let screens = try program.run(
      ["study", "French", "--format", "json"], at: day(1), input: "ete\n"
    ).screens
    #expect(screens[1].verdict == "wrong")
    #expect(
      screens[1].message == "The accents make the difference: it is é, not e; é, not e.")
  }
}
