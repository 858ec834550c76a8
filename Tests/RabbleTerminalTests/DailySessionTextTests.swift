import RabbleScreens
import RabbleTerminal
import RabbleText
import Testing

/// The screens of a daily session, each at four widths where the width makes a difference.
struct DailySessionTextTests {
  private static func standing(_ progress: SessionProgress? = nil) -> Standing {
    Standing(
      group: "Words: food", correct: 12, incorrect: 3, percentage: 0.8, remaining: 17,
      progress: progress)
  }

  private static let rice = AnswerText(
    answer: "rice; a meal", reading: "ごはん", hint: "go have a meal", note: "the cooked kind",
    example: ExampleText(
      RubyText("ご 飯[はん]を 食[た]べる。"), meaning: "to eat rice"))

  private func draw(_ screen: StudyScreen, _ width: Int) -> String {
    ScreenText(screen, width: width, isColored: false).block
  }

  // MARK: - Lessons

  private static let lesson = StudyScreen.lesson(
    LessonScreen(
      standing: standing(), card: "0f", number: 2, count: 5, asksFor: .recognition,
      prompt: RubyText("ご飯"), answer: rice, alike: ["夕飯 = dinner: ご/夕"]))

  @Test func `a lesson shows a card with all that belongs to it`() {
    for width in [80, 200] {
      #expect(
        draw(Self.lesson, width) == """

          Words: food · lesson 2 of 5 · new
          ご飯
            Answer   rice; a meal
            Reading  ごはん
            Hint     go have a meal
            Note     the cooked kind
                       はん  た
            Example  ご 飯 を食べる。
                     to eat rice
            Alike    夕飯 = dinner: ご/夕

          """, "\(width)")
    }
  }

  @Test func `a lesson fits the narrowest terminal`() {
    #expect(
      draw(Self.lesson, 40) == """

        Words: food · lesson 2 of 5 · new
        ご飯
          Answer   rice; a meal
          Reading  ごはん
          Hint     go have a meal
          Note     the cooked kind
                     はん  た
          Example  ご 飯 を食べる。
                   to eat rice
          Alike    夕飯 = dinner: ご/夕

        """)
    #expect(
      draw(Self.lesson, 20) == """

        Words: food
        lesson 2 of 5 · new
        ご飯
          Answer   rice; a
                   meal
          Reading  ごはん
          Hint     go have a
                   meal
          Note
            the cooked kind
          Example
            ご飯(はん)を食
            (た)べる。
            to eat rice
          Alike
            夕飯 = dinner:
            ご/夕

        """)
    #expect(
      ScreenText(Self.lesson, width: 20, isColored: false).inputPrompt == "Enter › ")
  }

  // MARK: - Questions

  private static func question(_ progress: SessionProgress, isNew: Bool = false) -> StudyScreen {
    .question(
      QuestionScreen(
        standing: standing(progress), card: "0f", isNew: isNew, number: 16, prompt: "ご飯",
        hint: nil))
  }

  @Test func `a question shows its place in the day`() {
    let screen = Self.question(
      SessionProgress(
        new: 3, learning: 2, due: 12, answered: 15, seconds: 190, secondsLeft: 215))
    for width in [40, 80, 200] {
      #expect(
        draw(screen, width)
          == """

          Words: food · 12 due · 2 learning
          · 3 new
          █████████░░░░░░░░░░░  3 minutes, about 4 minutes left

          """.replacing(
            "learning\n· 3 new", with: width == 40 ? "learning\n3 new" : "learning · 3 new"
          ).replacing(
            "█████████░░░░░░░░░░░",
            with: width == 40 ? "███░░░░" : "█████████░░░░░░░░░░░"),
        "\(width)")
    }
    #expect(
      draw(screen, 20) == """

        Words: food · 12 due
        2 learning · 3 new

        """)
  }

  @Test func `kinds of which there are none are not counted, nor time before there is any`() {
    let screen = Self.question(
      SessionProgress(new: 5, learning: 0, due: 0, answered: 0, seconds: 0, secondsLeft: nil),
      isNew: true)
    #expect(draw(screen, 80) == "\nWords: food · 5 new · new card\n")
  }

  // MARK: - Verdicts that stay

  private static func miss(_ pause: VerdictPause?) -> StudyScreen {
    .verdict(
      VerdictScreen(
        standing: standing(), card: "0f", verdict: .wrong, typed: "bread",
        answer: AnswerText(answer: "rice", hint: "go have a meal"), message: "", grade: "again",
        due: ReturnTime(timestamp: "2026-11-21T09:01:00+09:00", phrase: "in 1 minute"),
        returnsInSession: true, pause: pause))
  }

  @Test func `a miss shows the hint, and that the card comes back in this session`() {
    for width in [80, 200] {
      #expect(
        draw(Self.miss(.enter), width) == """
            ✗ Incorrect — the answer is: rice
              Hint  go have a meal
              again · due in 1 minute, in this session · 12 correct, 3 incorrect, 80%

          """, "\(width)")
    }
  }

  @Test func `a miss that the learner graded shows the hint, which the answer did not have`() {
    let miss = StudyScreen.verdict(
      VerdictScreen(
        standing: Self.standing(), card: "0f", verdict: .wrong, typed: nil,
        answer: AnswerText(answer: "rice", hint: "go have a meal"), message: "", grade: "again",
        due: ReturnTime(timestamp: "2026-11-21T09:01:00+09:00", phrase: "in 1 minute"),
        returnsInSession: true, pause: .enter))
    #expect(
      draw(miss, 80) == """
          ✗ again · due in 1 minute, in this session · 12 correct, 3 incorrect, 80%
            Hint  go have a meal

        """)
  }

  @Test func `a miss fits narrow terminals`() {
    #expect(
      draw(Self.miss(.enter), 40) == """
          ✗ Incorrect — the answer is: rice
            Hint  go have a meal
            again
            due in 1 minute, in this session
            12 correct, 3 incorrect, 80%

        """)
    #expect(
      draw(Self.miss(.enter), 20) == """
          ✗ Incorrect — the
            answer is: rice
            Hint  go have a
                  meal
            again
            due in 1 minute,
            in this session
            12 correct, 3
            incorrect, 80%

        """)
  }

  @Test func `what is waited for stands before the line to type`() {
    func prompt(_ pause: VerdictPause?) -> (off: String?, live: String?) {
      let text = ScreenText(Self.miss(pause), width: 40, isColored: false)
      return (text.inputPrompt, text.livePrompt)
    }
    #expect(prompt(nil) == (nil, nil))
    #expect(prompt(.enter) == ("Enter › ", nil))
    #expect(prompt(.retype(asksForKana: false)) == ("Type it once › ", nil))
    #expect(prompt(.retype(asksForKana: true)).live == "Type it once ‹あ› ")
  }

  // MARK: - Placement

  private static let placed = StudyScreen.choice(
    ChoiceScreen(
      lines: [
        "After 38 questions, these 131 cards would be marked as known:", "   46  Hiragana",
        "   46  Katakana", "  39 of 84  Family and people",
      ], choices: ["Mark them as known, and go on from there", "Begin at the start"]))

  private static let placing = StudyScreen.notice(
    NoticeScreen(
      standing: Standing(group: "", correct: 0, incorrect: 0, percentage: nil, remaining: 40),
      tone: .information,
      lines: [
        "At most 40 questions find out what you know. Type the answer; press Enter if you don't know it.",
        "Nothing is recorded. :skip asks another card, :quit stops.",
      ]))

  private static let placementQuestion = StudyScreen.question(
    QuestionScreen(
      standing: Standing(
        group: "Family and people", correct: 12, incorrect: 3, percentage: 0.8, remaining: 25),
      card: "0f", isNew: false, number: 16, prompt: "お母さん", hint: nil))

  @Test func `a placement says what it does, how far it is, and what it would take`() {
    #expect(
      draw(Self.placing, 20) == """
          At most 40
          questions find out
          what you know.
          Type the answer;
          press Enter if you
          don't know it.
          Nothing is
          recorded. :skip
          asks another card,
          :quit stops.

        """)
    #expect(
      draw(Self.placing, 40) == """
          At most 40 questions find out what you
          know. Type the answer; press Enter if
          you don't know it.
          Nothing is recorded. :skip asks
          another card, :quit stops.

        """)
    for width in [80, 200] {
      #expect(
        draw(Self.placing, width) == """
            At most 40 questions find out what you know. Type the answer; press Enter if
            you don't know it.
            Nothing is recorded. :skip asks another card, :quit stops.

          """, "\(width)")
    }

    #expect(draw(Self.placementQuestion, 20) == "\nFamily and people\n#16 · 25 left\n")
    for width in [40, 80, 200] {
      #expect(
        draw(Self.placementQuestion, width) == "\nFamily and people · #16 · 25 left\n", "\(width)")
    }

    #expect(
      draw(Self.placed, 20) == """

        After 38 questions,
        these 131 cards
        would be marked as
        known:
           46  Hiragana
           46  Katakana
          39 of 84  Family
            and people
          1  Mark them as
             known, and go
             on from there
          2  Begin at the
             start

        """)
    #expect(
      draw(Self.placed, 40) == """

        After 38 questions, these 131 cards
        would be marked as known:
           46  Hiragana
           46  Katakana
          39 of 84  Family and people
          1  Mark them as known, and go on from
             there
          2  Begin at the start

        """)
    for width in [80, 200] {
      #expect(
        draw(Self.placed, width) == """

          After 38 questions, these 131 cards would be marked as known:
             46  Hiragana
             46  Katakana
            39 of 84  Family and people
            1  Mark them as known, and go on from there
            2  Begin at the start

          """, "\(width)")
    }
  }

  // MARK: - Grades

  @Test func `nothing is said twice on a terminal, and grades go on below their names`() {
    func revealed(_ answer: AnswerText) -> StudyScreen {
      .revealed(
        RevealedScreen(
          standing: Self.standing(), card: "0f", asksFor: .reading, prompt: "九十", answer: answer,
          choices: [GradeChoice(number: 2, name: "hard", returns: "in 10 minutes")]))
    }
    let ninety = RubyText("九十[きゅうじゅう]")
    let reading = revealed(
      AnswerText(answer: "きゅうじゅう", word: ninety, reading: "きゅうじゅう"))
    #expect(
      draw(reading, 80) == """
          Answer  きゅうじゅう
          Word    九十
          2  hard  in 10 minutes

        """)
    #expect(
      draw(reading, 20) == """
          Answer  きゅうじゅ
                  う
          Word    九十
          2  hard  in 10
             minutes

        """)
    #expect(ScreenText.plain(reading).contains("Word     九十(きゅうじゅう)\n  Reading  きゅうじゅう"))
    // The word has its furigana where it is the answer.
    #expect(
      draw(revealed(AnswerText(answer: "九十", word: ninety, reading: "きゅうじゅう")), 80) == """
                   きゅうじゅう
          Answer       九十
          Reading  きゅうじゅう
          2  hard  in 10 minutes

        """)
  }

  // MARK: - Choices and the end

  @Test func `a choice lists what can be typed`() {
    let choice = StudyScreen.choice(
      ChoiceScreen(
        lines: ["611 cards are due, more than a day's work. How many today?"],
        choices: [
          "80 per day, best known first, no new cards: caught up in 11 days", "All 611 today",
        ]))
    for width in [80, 200] {
      #expect(
        draw(choice, width) == """

          611 cards are due, more than a day's work. How many today?
            1  80 per day, best known first, no new cards: caught up in 11 days
            2  All 611 today

          """, "\(width)")
    }
    #expect(
      draw(choice, 40) == """

        611 cards are due, more than a day's
        work. How many today?
          1  80 per day, best known first, no
             new cards: caught up in 11 days
          2  All 611 today

        """)
    #expect(
      draw(choice, 20) == """

        611 cards are due,
        more than a day's
        work. How many
        today?
          1  80 per day,
             best known
             first, no new
             cards: caught
             up in 11 days
          2  All 611 today

        """)
    #expect(ScreenText(choice, width: 40, isColored: false).inputPrompt == "1–2 [1] › ")
  }

  @Test func `the numbers of ten choices end in one column`() {
    let choice = StudyScreen.choice(
      ChoiceScreen(lines: ["Which?"], choices: (1...10).map { "Group \($0) of some" }))
    let lines = draw(choice, 20).split(separator: "\n")
    #expect(lines.prefix(3) == ["Which?", "   1  Group 1 of", "      some"])
    #expect(lines.last == "      some")
    #expect(lines.contains("  10  Group 10 of"))
  }

  @Test func `the end says what a limit kept back, and how to go on`() {
    let summary = StudyScreen.summary(
      SummaryScreen(
        standing: Self.standing(), answered: 15, seconds: 190, grades: [],
        nextDue: ReturnTime(timestamp: "2026-11-21T09:03:00+09:00", phrase: "now"), heldBack: 17,
        isFinal: false))
    for width in [40, 80, 200] {
      #expect(
        draw(summary, width) == """

          Session over
            Answered  15
            Correct   12 (80%)
            Time      3 minutes 10 seconds
            Left      34
            Next due  now (2026-11-21 09:03)

          """, "\(width)")
    }
    #expect(
      draw(summary, 20) == """

        Session over
          Answered  15
          Correct   12 (80%)
          Time
            3 minutes 10
            seconds
          Left      34
          Next due
            now (2026-11-21
            09:03)

        """)
    #expect(
      ScreenText(summary, width: 80, isColored: false).inputPrompt
        == "Enter to quit, :more, :undo › ")
  }
}
