import RabbleScreens
import RabbleText
import Testing

@testable import RabbleTerminal

/// Screens for everyone: for a screen reader, on narrow and wide terminals, where some characters are wide,
/// and in other colors.
struct DisplayStyleTests {
  private func draw(_ screen: StudyScreen, width: Int = 80) -> String {
    let text = ScreenText(screen, width: width, isColored: false)
    return text.block + (text.inputPrompt ?? "")
  }

  @Test func `a session for a screen reader says one thing a line, in words`() {
    var style = DisplayStyle()
    style.isPlain = true
    let transcript = DisplayStyle.$current.withValue(style) {
      Self.screens.map { draw($0) }.joined(separator: "\n")
    }
    #expect(
      transcript == """

        New card 1 of 2.
        Group: Japanese verbs
        Prompt: 食べる
        Read: たべる
        Answer: to eat
        Word: 食べる
        Read: たべる
        Pitch: falls after beat 2, べ
        Kind: ichidan verb
        Note: 食べ物 (food)
        Example: 朝ごはんを食べる。
        Read: あさごはんをたべる。
        It means: I eat breakfast.
        Alike: 飲む = to drink: same part 食
        Press Enter to go on: 

        Question 4, new card.
        Group: Japanese verbs
        Left: 4 due, 2 learning, 8 new
        Prompt: 食べる
        Read: たべる
        Hint: with 食, food
        Answer: 
        Incorrect.
        You typed: to heat
        The answer is: to eat
        “to heat” is 温める.
        Too much: “h”
        Word: 食べる
        Read: たべる
        Pitch: falls after beat 2, べ
        Kind: ichidan verb
        Note: 食べ物 (food)
        Example: 朝ごはんを食べる。
        Read: あさごはんをたべる。
        It means: I eat breakfast.
        Grade: again
        Due: in 1 minute, in this session
        2 correct, 1 incorrect, 67 percent.
        You have forgotten this card 8 times: it is a leech. It is still asked.
        Press Enter to go on: 
        Answer: to eat
        Word: 食べる
        Read: たべる
        Pitch: falls after beat 2, べ
        Kind: ichidan verb
        Note: 食べ物 (food)
        Example: 朝ごはんを食べる。
        Read: あさごはんをたべる。
        It means: I eat breakfast.
        1: again, in 1 minute
        3: good, in 10 minutes
        Grade, 1 to 2: 
        :hint: show the hint
        Memory: Probability of recall now: 94 percent, stable


        Session over.
        Answered: 3
        Correct: 2, 67 percent
        Time: 1 minute
        Graded again: 1
        Graded good: 2
        Next due: tomorrow, November 23, 2026, 4:00

        Today, November 22, 2026.
        Answers: 12, 9 correct, in 13 minutes
        Retention: 90 percent of 10 reviewed cards
        Left: 2 due, 8 new
        Streak: 4 days
        Due in the next 2 days:
        November 23, 2026: 14 cards
        November 24, 2026: 1 card
        Answers in the last 7 days:
        November 16, 2026: 2
        November 17, 2026: 3
        November 18, 2026: 4
        November 19, 2026: 0
        November 20, 2026: 1
        November 21, 2026: 2
        November 22, 2026: 3
        Unlocked: Katakana
        `rabble` studies the rest.
        Press Enter to quit, or type :more or :undo: 
        """)
    #expect(!transcript.contains { "\u{1b}·✓✗█░→—‹›│%".contains($0) })
  }

  @Test func `a screen reader says a reading once, and letters that differ only where that helps`()
  {
    func say(_ screen: StudyScreen) -> [Substring] {
      var style = DisplayStyle()
      style.isPlain = true
      return DisplayStyle.$current.withValue(style) { draw(screen) }.split(separator: "\n")
    }
    func lesson(_ prompt: RubyText, _ answer: AnswerText) -> StudyScreen {
      .lesson(
        LessonScreen(
          standing: Self.standing, card: "0f", number: 1, count: 2, asksFor: .recognition,
          prompt: prompt, answer: answer))
    }
    let eat = RubyText(segments: [.init(base: "食", reading: "た"), .init(base: "べる")])
    let answer = AnswerText(answer: "to eat", reading: "たべる")
    #expect(
      say(lesson(eat, answer)).dropFirst(2).dropLast() == [
        "Prompt: 食べる", "Read: たべる", "Answer: to eat",
      ])
    #expect(
      say(lesson(RubyText("食べる"), answer)).dropFirst(2).dropLast() == [
        "Prompt: 食べる", "Answer: to eat", "Reading: たべる",
      ])
    let kana = lesson(RubyText("to eat"), AnswerText(answer: "たべる", reading: "たべる"))
    #expect(!say(kana).contains { $0.hasPrefix("Reading") })

    func verdict(_ typed: String, mistake: String?) -> StudyScreen {
      .verdict(
        VerdictScreen(
          standing: Self.standing, card: "0f", verdict: .wrong, typed: typed, answer: answer,
          comparison: Alignment(typed: typed, right: "to eat"), mistake: mistake, message: "",
          grade: "again", due: nil))
    }
    #expect(say(verdict("to heat", mistake: "typo")).contains("Too much: “h”"))
    // As on the other view: no right answer is close, or most letters differ.
    for (typed, mistake) in [("to heat", "other"), ("a dog", "other_answer"), ("to eat", "typo")] {
      #expect(
        !say(verdict(typed, mistake: mistake)).contains {
          $0.hasPrefix("Too much") || $0.hasPrefix("Typed “") || $0.hasPrefix("Missing")
        }, "\(typed)")
    }
  }

  @Test(arguments: [20, 40, 80, 200])
  func `no line is wider than the terminal, or than 80 columns`(width: Int) {
    for screen in Self.screens {
      let lines = draw(screen, width: width).split(separator: "\n")
      let widest = lines.map { DisplayWidth.columns(of: $0) }.max() ?? 0
      #expect(widest <= min(width, 80), "\(lines)")
    }
    let table = TableText.text([Self.table], width: width).split(separator: "\n")
    #expect(table.allSatisfy { DisplayWidth.columns(of: $0) <= width }, "\(table)")
  }

  @Test func `a question fits 20, 40, 80 and 200 columns`() {
    #expect(
      draw(Self.screens[1], width: 20) == """

        Japanese verbs
        4 due · 2 learning
        8 new · new card
          Hint: with 食,
                food
        食(た)べる › 
        """)
    #expect(
      draw(Self.screens[1], width: 40) == """

        Japanese verbs · 4 due · 2 learning
        8 new · new card
        █░░░░░░  2 minutes, about 7 minutes left
          Hint: with 食, food
        た
        食べる › 
        """)
    #expect(
      draw(Self.screens[1], width: 80) == """

        Japanese verbs · 4 due · 2 learning · 8 new · new card
        ███░░░░░░░░░░░░░░░░░  2 minutes, about 7 minutes left
          Hint: with 食, food
        た
        食べる › 
        """)
    #expect(
      draw(Self.screens[1], width: 200) == """

        Japanese verbs · 4 due · 2 learning · 8 new · new card
        ███░░░░░░░░░░░░░░░░░  2 minutes, about 7 minutes left
          Hint: with 食, food
        た
        食べる › 
        """)
  }

  @Test func `a table fits 20, 40, 80 and 200 columns`() {
    #expect(
      TableText.text([Self.table], width: 20) == """
        Japanese: from first
          hiragana to JLPT
          N5
        Verbs of the
          second group,
          in the polite
          past
          Cards: 45
          New: 3
          Learning: 2
          Accuracy: 87.5%
          Path: locked:
            needs Verbs of
            the second
            group, in the
            polite past
        Kanji
          Cards: 5
          New: 3
          Learning: 2
          Accuracy: 87.5%
          Path: locked:
            needs Kanji

        """)
    #expect(
      TableText.text([Self.table], width: 40) == """
        Japanese: from first hiragana to JLPT N5
        Verbs of the second group, in the
          polite past
          Cards: 45
          New: 3
          Learning: 2
          Accuracy: 87.5%
          Path: locked: needs Verbs of the
            second group, in the polite past
        Kanji
          Cards: 5
          New: 3
          Learning: 2
          Accuracy: 87.5%
          Path: locked: needs Kanji

        """)
    #expect(
      TableText.text([Self.table], width: 80) == """
        Japanese: from first hiragana to JLPT N5
        Group                    Cards  New  Learning  Accuracy  Path
        Verbs of the second gr…     45    3         2     87.5%  locked: needs Verbs of…
        Kanji                        5    3         2     87.5%  locked: needs Kanji

        """)
    #expect(
      TableText.text([Self.table], width: 200) == """
        Japanese: from first hiragana to JLPT N5
        Group                                          Cards  New  Learning  Accuracy  Path
        Verbs of the second group, in the polite past     45    3         2     87.5%  locked: needs Verbs of the second group, in the…
        Kanji                                              5    3         2     87.5%  locked: needs Kanji

        """)
  }

  @Test func `where ambiguous characters are wide, bars have half as many`() {
    DisplayWidth.$ambiguous.withValue(2) {
      #expect(DisplayWidth.columns(of: "…█α") == 6)
      #expect(DisplayWidth.columns(of: "aあñ") == 4)
      #expect("ひらがな".truncated(to: 6) == "ひら…" && "abc".truncated(to: 1) == "")
      for share in [0.01, 0.5, 1] {
        #expect(DisplayWidth.columns(of: TableText.bar(share, columns: 21)) <= 21)
      }
      let text = draw(Self.screens[1], width: 40)
      #expect(text.contains("\n░░░  2 minutes, about 7 minutes left\n"))
      #expect(
        text.split(separator: "\n").allSatisfy { DisplayWidth.columns(of: $0) <= 40 }, "\(text)")
    }
    #expect(DisplayWidth.columns(of: "…█α") == 3)
  }

  @Test func `a theme colors six roles`() {
    var style = DisplayStyle()
    style.theme = Theme(.colorblind)
    style.theme[.muted] = .plain
    DisplayStyle.$current.withValue(style) {
      #expect(TextStyle.correct.apply(to: "x", isColored: true) == "\u{1b}[38;5;33mx\u{1b}[0m")
      #expect(TextStyle.problem.apply(to: "x", isColored: true) == "\u{1b}[1;38;5;208mx\u{1b}[0m")
      #expect(TextStyle.muted.apply(to: "x", isColored: true) == "x")
      #expect(TextStyle.correct.apply(to: "x", isColored: false) == "x")
    }
    for name in Theme.Name.allCases where name != .mono {
      #expect(Set(ThemeRole.allCases.map { Theme(name)[$0] }).count >= 5, "\(name)")
    }
  }

  @Test func `a color is a name, a number, RGB or a style, and nothing else`() {
    #expect(Rendition("bold bright-red")?.parameters == "1;91")
    #expect(Rendition("208 underline")?.parameters == "38;5;208;4")
    #expect(Rendition("#ff8800")?.parameters == "38;2;255;136;0")
    #expect(Rendition("plain")?.parameters == "")
    for text in ["", "rot", "256", "-1", "#ff88", "#+ff880", "bold;31", "\u{1b}[31m", "１"] {
      #expect(Rendition(text) == nil, "\(text)")
    }
  }

  // MARK: - Screens

  private static let today = TodayScreen(
    day: "2026-11-22", correct: 9, incorrect: 3, seconds: 754, retention: 0.9, reviewed: 10,
    left: .init(due: 2, learning: 0, new: 8),
    forecast: [
      .init(day: "2026-11-23", weekday: 0, count: 14),
      .init(day: "2026-11-24", weekday: 1, count: 1),
    ], streak: 4,
    calendar: (0..<14).map { .init(day: "2026-11-\(9 + $0)", weekday: $0 % 7, count: $0 % 5) },
    unlocked: ["Katakana"], next: ["`rabble` studies the rest."])
  private static let table = ReportTable(
    "groups", "Japanese: from first hiragana to JLPT N5",
    of: ["Verbs of the second group, in the polite past", "Kanji"]
  ) {
    ReportTable.Column("group", "Group") { .text($0) }
    ReportTable.Column("cards", "Cards") { .count($0.count) }
    ReportTable.Column("new", "New") { _ in .count(3) }
    ReportTable.Column("learning", "Learning") { _ in .count(2) }
    ReportTable.Column("accuracy", "Accuracy") { _ in .share(0.875) }
    ReportTable.Column("path", "Path") { .text("locked: needs \($0)") }
  }
  private static let standing = Standing(
    group: "Japanese verbs", correct: 2, incorrect: 1, percentage: 2.0 / 3, remaining: 14,
    counts: .init(due: 4, learning: 2, new: 8),
    progress: SessionProgress(
      new: 8, learning: 2, due: 4, answered: 3, seconds: 130, secondsLeft: 400))
  private static let answer = AnswerText(
    answer: "to eat",
    word: RubyText(segments: [.init(base: "食", reading: "た"), .init(base: "べる")]), reading: "たべる",
    pitch: PitchPattern(reading: "たべる", kernel: 2),
    details: [.init(key: "part_of_speech", label: "Kind", text: "ichidan verb")],
    note: "→ 食べ物 (food)",
    example: ExampleText(
      RubyText(segments: [
        .init(base: "朝", reading: "あさ"), .init(base: "ごはんを"), .init(base: "食", reading: "た"),
        .init(base: "べる。"),
      ]), reading: nil, meaning: "I eat breakfast."))
  private static let screens: [StudyScreen] = [
    .lesson(
      LessonScreen(
        standing: standing, card: "0f", number: 1, count: 2, asksFor: .recognition,
        prompt: RubyText(segments: [.init(base: "食", reading: "た"), .init(base: "べる")]),
        answer: answer, alike: ["飲む = to drink: same part 食"])),
    .question(
      QuestionScreen(
        standing: standing, card: "0f", isNew: true, number: 4, prompt: "食べる",
        furigana: RubyText(segments: [.init(base: "食", reading: "た"), .init(base: "べる")]),
        hint: "with 食, food")),
    .verdict(
      VerdictScreen(
        standing: standing, card: "0f", verdict: .wrong, typed: "to heat", answer: answer,
        comparison: Alignment(typed: "to heat", right: "to eat"), message: "“to heat” is 温める.",
        grade: "again",
        due: ReturnTime(timestamp: "2026-11-22T09:01:00+09:00", phrase: "in 1 minute"),
        leech: LeechScreen(
          lapses: 8, isSuspended: false,
          message: "You have forgotten this card 8 times: it is a leech. It is still asked."),
        returnsInSession: true, pause: .enter)),
    .revealed(
      RevealedScreen(
        standing: standing, card: "0f", prompt: "食べる", answer: answer,
        choices: [
          .init(number: 1, name: "again", returns: "in 1 minute"),
          .init(number: 3, name: "good", returns: "in 10 minutes"),
        ])),
    .notice(
      NoticeScreen(
        standing: standing, tone: .information,
        lines: [
          "  :hint         show the hint", "Memory    Probability of recall now: 94% · stable",
        ])),
    .summary(
      SummaryScreen(
        standing: standing, answered: 3, seconds: 75,
        grades: [.init(grade: "again", count: 1), .init(grade: "good", count: 2)],
        nextDue: ReturnTime(timestamp: "2026-11-23T04:00:00+09:00", phrase: "tomorrow"),
        today: today, isFinal: false)),
  ]
}
