import Testing

/// The main job as a script runs it: lines in, text out.
struct FirstSessionTests {
  /// The steps of a new card are 1 and 10 minutes, hard waits for their mean; easy sends it away
  /// for 8.2956 days (the default parameters' fourth), spread over 6 to 10 as Anki does.
  @Test func `a first session through a pipe is all text and nothing else`() throws {
    let input = ["a", "kaka", ":hint", "u", "", "3", ":undo", ":help"].joined(separator: "\n")
    let outcome = try Program().run(
      ["study", "Hiragana"], at: Program.morning, input: input + "\n")
    let easy = try #require(outcome.output.firstMatch(of: /4  easy   in (\d+) days\n/)?.output.1)
    #expect((6...10).contains(Int(easy) ?? 0))
    let expected = """

      Hiragana · #1 · 20 left · new
      あ
        ✓ Correct: a
          Example  あさ (asa): morning
          good · due in 10 minutes · 1 correct, 0 incorrect, 100%

      Hiragana · #2 · 20 left · new
      い
        ✗ Incorrect — the answer is: i
          It is not close to a correct answer.
          Typed    kaka
          Example  いえ (ie): house
          again · due in 1 minute · 1 correct, 1 incorrect, 50%

      Hiragana · #3 · 20 left · new
      う

      Hiragana · #3 · 20 left · new
        Hint: the groan when hit in the belly
      う
        ✓ Correct: u
          Example  うみ (umi): sea
          hard · due in 6 minutes · 2 correct, 1 incorrect, 67%

      Hiragana · #4 · 20 left · new
      え
        Answer   e
        Example  えき (eki): station
        1  again  in 1 minute
        2  hard   in 6 minutes
        3  good   in 10 minutes
        4  easy   in \(easy) days
        ✓ good · due in 10 minutes · 3 correct, 1 incorrect, 75%

      Hiragana · #5 · 20 left · new
      お
        Undone: answer to “え” (good).

      Hiragana · #4 · 20 left · new
      え
        Type the answer, or press Enter to reveal it and grade yourself: 1 again, 2 hard, 3 good, \
      4 easy.
          :hint         show the hint (the answer then counts as hard at most)
          :show         reveal the answer and grade yourself, as Enter does
          :undo         undo the last thing done; `:undo 3` for the last three
          :redo         redo what was undone; `:redo 3` for three things
          :override     mark the last answer correct
          :accept       mark it correct and accept that spelling from now on
          :wrong        mark the last answer incorrect
          :hard         regrade the last answer as hard
          :easy         regrade the last answer as easy
          :skip         ask this card again at the end of the session
          :skip-lesson  skip the rest of this lesson; its cards are asked at once
          :wrap         start no other cards, and finish those of this session
          :more         study 10 more cards than the limits allow; `:more 30` for 30
          :say          say the card aloud, with the program in sound.speech
          :suspend      suspend this card; `rabble card list --where is:suspended` lists it
          :bury         bury this card until tomorrow
          :furigana     toggle furigana on questions (always shown with answers)
          :why          explain the schedule of this card
          :flag         flag this card, or remove its flag; `rabble card list --where is:flagged` lists them
          :tag          give this card a tag of your own: `:tag verb`; `:tag -verb` removes it
          :note         write a note of your own on this card: `:note …`; `:note` shows it, `:note -` removes it
          :info         show the state, memory and marks of this card
          :forget       make this card new again
          :known        mark this card as known
          :due          have this card due on another day, e.g. `:due 3` or `:due 2026-12-01`
          :edit         open this card's question in your editor; `:edit last` for the last answer's
          :add          add questions to this card's group
          :help         list the commands (also :h)
          :quit         end the session; all answers are saved
        Commands may be abbreviated (e.g. :q).
        ‹あ› means romaji is converted to kana as you type (toggle: Ctrl-T).

      Hiragana · #4 · 20 left · new
      え

      Session over
        Answered  3
        Correct   2 (67%)
        Time      0 seconds
        Again     1
        Hard      1
        Good      1
        Easy      0
        Left      20
        Next due  now (2026-11-21 09:00)

      """
    #expect(outcome.output == expected)
    #expect(outcome.errors == "")
    #expect(outcome.ending == .exited(0))
    #expect(outcome.output.firstUnprintable() == nil)
  }

  @Test func `rabble alone studies, and so does rabble with the name of a group`() throws {
    let program = try Program()
    for arguments in [[], ["hiragana"], ["study", "Hiragana"]] {
      let outcome = try program.run(arguments + ["--format", "json"], at: Program.morning)
      #expect(try outcome.screens.first?.prompt == "あ", "\(arguments)")
      #expect(outcome.ending == .exited(0))
    }
  }

  @Test func `groups are studied in the order they are named in`() throws {
    let outcome = try Program().run(
      ["study", "Numbers", "katakana for loanwords", "--format", "json", "--new", "44"],
      at: Program.morning, input: String(repeating: "\n4\n", count: 44))
    let groups = try outcome.screens.filter { $0.kind == "question" }.map(\.group)
    #expect(groups.first == "Numbers")
    #expect(groups.last == "Katakana for loanwords")
  }

  @Test func `an order by chance is repeatable with a seed`() throws {
    func prompts(seed: String) throws -> [String?] {
      let outcome = try Program().run(
        ["study", "Hiragana", "--format", "json", "--order", "random", "--seed", seed],
        at: Program.morning, input: String(repeating: "\n4\n", count: 20))
      return try outcome.screens.filter { $0.kind == "question" }.map(\.prompt)
    }
    let first = try prompts(seed: "7")
    #expect(try prompts(seed: "7") == first)
    #expect(try prompts(seed: "8") != first)
    #expect(Set(first) == Set("あいうえおかきくけこさしすせそたちつてと".map { String($0) }))
  }

  @Test func `a line that ends in carriage return and line feed is the same answer`() throws {
    let outcome = try Program().run(
      ["study", "Hiragana", "--format", "json"], at: Program.morning, input: "\u{feff}a\r\ni")
    let verdicts = try outcome.screens.compactMap(\.verdict)
    #expect(verdicts == ["correct", "correct"])
  }
}
