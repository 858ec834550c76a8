import RabbleScreens
import RabbleTerminal
import RabbleText
import Testing

@Suite struct ScreenTextTests {
  private let tomorrow = ReturnTime(timestamp: "2026-11-24T04:00:00+09:00", phrase: "tomorrow")

  private func standing(_ correct: Int = 2, _ incorrect: Int = 1, group: String = "Hiragana")
    -> Standing
  {
    Standing(
      group: group,
      correct: correct,
      incorrect: incorrect,
      percentage: correct + incorrect == 0 ? nil : Double(correct) / Double(correct + incorrect),
      remaining: 18
    )
  }

  private func question(_ prompt: String, hint: String? = nil, isNew: Bool = false) -> StudyScreen {
    .question(
      QuestionScreen(
        standing: standing(),
        card: "0f",
        isNew: isNew,
        number: 4,
        prompt: prompt,
        hint: hint
      )
    )
  }

  private func verdict(
    _ kind: VerdictKind,
    typed: String?,
    _ answer: AnswerText?,
    grade: String?,
    message: String = ""
  ) -> StudyScreen {
    .verdict(
      VerdictScreen(
        standing: standing(),
        card: "0f",
        verdict: kind,
        typed: typed,
        answer: answer,
        message: message,
        grade: grade,
        due: grade == nil ? nil : tomorrow
      )
    )
  }

  private func draw(_ screen: StudyScreen, width: Int = 80) -> String {
    ScreenText(screen, width: width, isColored: false).block
  }

  @Test func `a question names its deck and place and waits behind its prompt`() {
    let text = ScreenText(question("あ", isNew: true), width: 80, isColored: false)
    #expect(
      text.block == """

        Hiragana · #4 · 18 left · new

        """
    )
    #expect(text.inputPrompt == "あ › ")
  }

  @Test func `a question asked again says only its hint`() {
    let text = ScreenText(
      question("あ", hint: "as in father"),
      width: 80,
      isColored: false,
      isRepeated: true
    )
    #expect(text.block == "  Hint: as in father\n")
    #expect(text.inputPrompt == "あ › ")
  }

  @Test func `a prompt that leaves no room for an answer stands on lines of its own`() {
    let text = ScreenText(question("これはとてもながいしつもんです。"), width: 24, isColored: false)
    #expect(
      text.block == """

        Hiragana · #4 · 18 left
        これはとてもながいしつも
        んです。

        """
    )
    #expect(text.inputPrompt == "› ")
  }

  @Test func `a prompt that Readline would miscount stands on a line of its own`() {
    #expect(ScreenText(question("👨‍👩‍👧"), width: 80, isColored: false).inputPrompt == "› ")
  }

  @Test func `a right answer takes two lines`() {
    #expect(
      draw(verdict(.correct, typed: "a", AnswerText(answer: "a"), grade: "good")) == """
          ✓ Correct: a
            good · due tomorrow · 2 correct, 1 incorrect, 67%

        """
    )
  }

  @Test func `a wrong answer tells the right one and all that helps to remember it`() {
    let answer = AnswerText(
      answer: "thank you",
      reading: "ありがとう",
      note: "From 有り難し, “hard to exist”.",
      example: ExampleText(RubyText("どうもありがとう。"))
    )
    #expect(
      draw(verdict(.wrong, typed: "sorry", answer, grade: "again"), width: 40) == """
          ✗ Incorrect — the answer is: thank you
            Reading  ありがとう
            Note     From 有り難し, “hard to
                     exist”.
            Example  どうもありがとう。
            again · due tomorrow
            2 correct, 1 incorrect, 67%

        """
    )
  }

  @Test func `a remark and a second try say so in words`() {
    #expect(
      draw(
        verdict(
          .remark,
          typed: "thnak you",
          AnswerText(answer: "thank you"),
          grade: "good",
          message: "Mind the spelling."
        )
      ) == """
          ✓ Correct (note): thank you
            Mind the spelling.
            good · due tomorrow · 2 correct, 1 incorrect, 67%

        """
    )
    #expect(
      draw(verdict(.retry, typed: "あ", nil, grade: nil, message: "That is the prompt.")) == """
          ↻ Try again (not recorded)
            That is the prompt.

        """
    )
  }

  @Test func `a grade of one's own is confirmed in one line`() {
    #expect(
      draw(verdict(.correct, typed: nil, AnswerText(answer: "a"), grade: "hard")) == """
          ✓ hard · due tomorrow · 2 correct, 1 incorrect, 67%

        """
    )
    #expect(
      draw(verdict(.wrong, typed: nil, AnswerText(answer: "a"), grade: "again")).hasPrefix(
        "  ✗ again · "
      )
    )
  }

  @Test func `a revealed answer lists the grades in columns`() {
    let screen = RevealedScreen(
      standing: standing(),
      card: "0f",
      prompt: "水",
      answer: AnswerText(answer: "water", reading: "みず"),
      choices: [
        GradeChoice(number: 1, name: "again", returns: "in 1 minute"),
        GradeChoice(number: 2, name: "hard", returns: "in 6 minutes"),
        GradeChoice(number: 3, name: "good", returns: "in 10 minutes"),
        GradeChoice(number: 4, name: "easy", returns: "in 8 days"),
      ]
    )
    let text = ScreenText(.revealed(screen), width: 80, isColored: false)
    #expect(
      text.block == """
          Answer   water
          Reading  みず
          1  again  in 1 minute
          2  hard   in 6 minutes
          3  good   in 10 minutes
          4  easy   in 8 days

        """
    )
    #expect(text.inputPrompt == "1–4 › ")
  }

  @Test func `a notice keeps its columns when its lines break`() {
    let notice = NoticeScreen(
      standing: standing(),
      tone: .information,
      lines: ["Commands:", "  :hint  show the hint, which costs a little"]
    )
    #expect(
      draw(.notice(notice), width: 30) == """
          Commands:
            :hint  show the hint,
                   which costs a
                   little

        """
    )
  }

  @Test func `a problem is marked without color, too`() {
    let notice = NoticeScreen(
      standing: standing(),
      tone: .problem,
      lines: ["No such command.", "Try :help."]
    )
    #expect(
      draw(.notice(notice)) == """
          ! No such command.
            Try :help.

        """
    )
  }

  @Test func `a summary lines its values up`() {
    let summary = SummaryScreen(
      standing: standing(10, 2),
      answered: 12,
      seconds: 125,
      grades: [
        SummaryScreen.GradeCount(grade: "again", count: 2),
        SummaryScreen.GradeCount(grade: "hard", count: 0),
        SummaryScreen.GradeCount(grade: "good", count: 10),
        SummaryScreen.GradeCount(grade: "easy", count: 0),
      ],
      nextDue: tomorrow
    )
    #expect(
      draw(.summary(summary)) == """

        Session over
          Answered  12
          Correct   10 (83%)
          Time      2 minutes 5 seconds
          Again      2
          Hard       0
          Good      10
          Easy       0
          Next due  tomorrow (2026-11-24 04:00)

        """
    )
  }

  @Test func `a summary of nothing is short`() {
    let summary = SummaryScreen(
      standing: standing(0, 0),
      answered: 0,
      seconds: 0,
      grades: [],
      nextDue: nil
    )
    #expect(
      draw(.summary(summary)) == """

        Session over
          Answered  0
          Next due  nothing

        """
    )
  }

  @Test(arguments: [(299, 1, "99%"), (1, 0, "100%"), (0, 1, "0%"), (1, 1, "50%")])
  func `100% means that nothing was wrong`(correct: Int, incorrect: Int, expected: String) {
    let screen = VerdictScreen(
      standing: standing(correct, incorrect),
      card: "0f",
      verdict: .correct,
      typed: "a",
      answer: nil,
      message: "",
      grade: "good",
      due: nil
    )
    #expect(draw(.verdict(screen)).hasSuffix(", \(expected)\n"))
  }

  @Test func `without a terminal the prompt and what was typed are lines`() {
    #expect(ScreenText.plain(question("あ")) == "\nHiragana · #4 · 18 left\nあ")
    #expect(
      ScreenText.plain(verdict(.wrong, typed: "o", AnswerText(answer: "a"), grade: "again")) == """
          ✗ Incorrect — the answer is: a
            Typed  o
            again · due tomorrow · 2 correct, 1 incorrect, 67%
        """
    )
  }

  @Test func `nothing from a deck or a learner commands the terminal`() {
    let evil = "a\u{1b}[31m\u{9b}2J\u{7}\u{202e}b\nc"
    let answer = AnswerText(
      answer: evil, reading: evil, note: evil, example: ExampleText(RubyText(evil)))
    let standing = standing(group: evil)
    let screens: [StudyScreen] = [
      .question(
        QuestionScreen(
          standing: standing,
          card: "0f",
          isNew: true,
          number: 1,
          prompt: evil,
          hint: evil
        )
      ),
      .revealed(
        RevealedScreen(standing: standing, card: "0f", prompt: evil, answer: answer, choices: [])
      ),
      .verdict(
        VerdictScreen(
          standing: standing,
          card: "0f",
          verdict: .wrong,
          typed: evil,
          answer: answer,
          message: evil,
          grade: "again",
          due: nil
        )
      ),
      .notice(NoticeScreen(standing: standing, tone: .problem, lines: [evil])),
    ]
    for screen in screens {
      for width in [20, 80] {
        let text = ScreenText(screen, width: width, isColored: false)
        let shown = text.block + (text.inputPrompt ?? "") + ScreenText.plain(screen)
        #expect(!shown.unicodeScalars.contains { $0 != "\n" && $0.isUnprintable })
      }
    }
  }

  @Test func `color changes nothing but color, and its marks are told to Readline`() {
    let screen = question("あ", hint: "as in father", isNew: true)
    let colored = ScreenText(screen, width: 40, isColored: true)
    let plain = ScreenText(screen, width: 40, isColored: false)
    #expect(colored.block.replacing(/\u{1b}\[\d*m/, with: "") == plain.block)
    #expect(
      colored.inputPrompt?.replacing(/\u{1}\u{1b}\[\d*m\u{2}/, with: "") == plain.inputPrompt
    )
  }

  @Test(arguments: [20, 40, 57, 80, 200]) func `every screen stays within its width`(width: Int) {
    let text = String(repeating: "かな and kana, ", count: 12)
    let answer = AnswerText(
      answer: text, reading: text, note: text, example: ExampleText(RubyText(text)))
    let screens = [
      question(text, hint: text),
      verdict(.wrong, typed: text, answer, grade: "again", message: text),
      .notice(NoticeScreen(standing: standing(), tone: .problem, lines: [text])),
    ]
    for line in screens.flatMap({ draw($0, width: width).split(separator: "\n") }) {
      #expect(DisplayWidth.columns(of: line) <= min(width, 80))
    }
  }
}
