import RabbleScreens
import RabbleTerminal
import RabbleText
import Testing

/// The screen of each verdict as text: what a learner sees.
struct VerdictScreenTests {
  private func verdict(
    _ kind: VerdictKind, typed: String, _ answer: AnswerText? = nil,
    _ pieces: [(Alignment.Piece.Kind, String, String)]? = nil, message: String = ""
  ) -> StudyScreen {
    let isRight = kind == .correct || kind == .remark
    return .verdict(
      VerdictScreen(
        standing: Standing(
          group: "Words", correct: 2, incorrect: 1, percentage: 2.0 / 3, remaining: 5),
        card: "0f", verdict: kind, typed: typed, answer: answer,
        comparison: pieces.map {
          Alignment(pieces: $0.map { Alignment.Piece($0.0, typed: $0.1, right: $0.2) })
        },
        message: message, grade: kind == .retry ? nil : isRight ? "good" : "again",
        due: kind == .retry
          ? nil : ReturnTime(timestamp: "2026-11-24T04:00:00+09:00", phrase: "tomorrow")))
  }

  private func draw(_ screen: StudyScreen, width: Int = 80, isColored: Bool = false) -> String {
    ScreenText(screen, width: width, isColored: isColored).block
  }

  /// The pieces of two texts that are the same but in one place.
  private func pieces(
    _ start: String, _ kind: Alignment.Piece.Kind, _ typed: String, _ right: String,
    _ end: String = ""
  ) -> [(Alignment.Piece.Kind, String, String)] {
    start.map { (.same, String($0), String($0)) } + [(kind, typed, right)]
      + end.map { (.same, String($0), String($0)) }
  }

  private var smallTsu: StudyScreen {
    verdict(
      .wrong, typed: "がこう",
      AnswerText(answer: "がっこう", note: "学 is learning, 校 is a school."),
      pieces("が", .missing, "", "っ", "こう"), message: "A small っ makes the difference.")
  }

  private var typo: StudyScreen {
    verdict(
      .remark, typed: "thnak you", AnswerText(answer: "thank you"),
      pieces("th", .swapped, "na", "an", "k you"), message: "There is a typo.")
  }

  @Test func `where no right answer is close, nothing is compared`() {
    func screen(_ mistake: String) -> StudyScreen {
      .verdict(
        VerdictScreen(
          standing: Standing(
            group: "Words", correct: 0, incorrect: 1, percentage: 0, remaining: 5),
          card: "0f", verdict: .wrong, typed: "he", answer: AnswerText(answer: "she"),
          comparison: Alignment(typed: "he", right: "she"), mistake: mistake, message: "",
          grade: "again", due: nil))
    }
    #expect(draw(screen("typo")).contains("_he"))
    #expect(!draw(screen("other")).contains("_he"))
  }

  @Test func `a leech is told under what was recorded, typed or graded by oneself`() {
    func screen(typed: String?) -> StudyScreen {
      .verdict(
        VerdictScreen(
          standing: Standing(
            group: "Words", correct: 0, incorrect: 1, percentage: 0, remaining: 5),
          card: "0f", verdict: .wrong, typed: typed, answer: AnswerText(answer: "cat"),
          message: "", grade: "again", due: nil,
          leech: LeechScreen(lapses: 8, isSuspended: true, message: "Forgotten 8 times.")))
    }
    #expect(
      draw(screen(typed: "dog")) == """
          ✗ Incorrect — the answer is: cat
            again · 0 correct, 1 incorrect, 0%
            Forgotten 8 times.

        """)
    #expect(
      ScreenText.plain(screen(typed: nil)) == """
          ✗ again · 0 correct, 1 incorrect, 0%
            Forgotten 8 times.
        """)
  }

  @Test func `correct`() {
    #expect(
      draw(verdict(.correct, typed: "gakkou", AnswerText(answer: "がっこう"))) == """
          ✓ Correct: がっこう
            good · due tomorrow · 2 correct, 1 incorrect, 67%

        """)
  }

  @Test func `correct with a typo`() {
    #expect(
      draw(typo) == """
          ✓ Correct (note)
            There is a typo.
            Typed  thnak you
            Right  thank you
                     ^^
            good · due tomorrow · 2 correct, 1 incorrect, 67%

        """)
  }

  @Test func `correct with other meanings`() {
    let screen = verdict(
      .remark, typed: "granny", AnswerText(answer: "grandmother; granny"),
      message: "Also correct: grandmother.")
    #expect(
      draw(screen, width: 40) == """
          ✓ Correct (note): grandmother; granny
            Also correct: grandmother.
            good · due tomorrow
            2 correct, 1 incorrect, 67%

        """)
  }

  @Test func `try again`() {
    #expect(
      draw(verdict(.retry, typed: "school", message: "That is the meaning.")) == """
          ↻ Try again (not recorded)
            That is the meaning.

        """)
  }

  @Test func `wrong by a small kana`() {
    #expect(
      draw(smallTsu) == """
          ✗ Incorrect
            A small っ makes the difference.
            Typed  が＿こう
            Right  がっこう
                     ^^
            Note   学 is learning, 校 is a school.
            again · due tomorrow · 2 correct, 1 incorrect, 67%

        """)
    #expect(
      draw(smallTsu, width: 40) == """
          ✗ Incorrect
            A small っ makes the difference.
            Typed  が＿こう
            Right  がっこう
                     ^^
            Note   学 is learning, 校 is a
                   school.
            again · due tomorrow
            2 correct, 1 incorrect, 67%

        """)
  }

  @Test func `without a terminal the comparison is the same`() {
    #expect(ScreenText.plain(smallTsu) + "\n" == draw(smallTsu))
    #expect(ScreenText.plain(typo) + "\n" == draw(typo))
  }

  @Test func `color marks the differing letters and changes nothing else`() {
    #expect(
      draw(smallTsu, isColored: true) == """
          \u{1b}[31m✗ Incorrect\u{1b}[0m
            \u{1b}[33mA small っ makes the difference.\u{1b}[0m
            \u{1b}[2mTyped\u{1b}[0m  が\u{1b}[31m＿\u{1b}[0mこう
            \u{1b}[2mRight\u{1b}[0m  が\u{1b}[32mっ\u{1b}[0mこう
                   \u{1b}[2m  ^^\u{1b}[0m
            \u{1b}[2mNote \u{1b}[0m  学 is learning, 校 is a school.
            \u{1b}[2magain\u{1b}[0m\u{1b}[2m · \u{1b}[0m\u{1b}[2mdue tomorrow\u{1b}[0m\
        \u{1b}[2m · \u{1b}[0m\u{1b}[2m2 correct, 1 incorrect, 67%\u{1b}[0m

        """)
    for screen in [smallTsu, typo] {
      for width in [40, 80] {
        let colored = draw(screen, width: width, isColored: true)
        #expect(
          colored.replacing(/\u{1b}\[\d*m/, with: "") == draw(screen, width: width))
      }
    }
  }

  @Test func `wrong without anything in common`() {
    let dog = [("b", "d"), ("i", "o"), ("r", "g")].map {
      (Alignment.Piece.Kind.replaced, $0.0, $0.1)
    }
    let screen = verdict(
      .wrong, typed: "bird", AnswerText(answer: "dog"), dog + [(.extra, "d", "")],
      message: "That is 鳥.")
    #expect(
      draw(screen) == """
          ✗ Incorrect — the answer is: dog
            That is 鳥.
            again · due tomorrow · 2 correct, 1 incorrect, 67%

        """)
    #expect(
      ScreenText.plain(screen) == """
          ✗ Incorrect — the answer is: dog
            That is 鳥.
            Typed  bird
            again · due tomorrow · 2 correct, 1 incorrect, 67%
        """)
  }

  @Test func `one of several answers over the typed one leaves all of them in the headline`() {
    let screen = verdict(
      .wrong, typed: "grandfather", AnswerText(answer: "grandmother; granny"),
      pieces("grand", .replaced, "f", "m") + pieces("", .replaced, "a", "o", "ther"))
    #expect(
      draw(screen) == """
          ✗ Incorrect — the answer is: grandmother; granny
            Typed  grandfather
            Right  grandmother
                        ^^
            again · due tomorrow · 2 correct, 1 incorrect, 67%

        """)
  }

  @Test func `letters too many and letters of other widths keep the columns`() {
    let screen = verdict(
      .wrong, typed: "caかbx", AnswerText(answer: "cakb"),
      pieces("ca", .replaced, "か", "k", "b") + [(.extra, "x", "")])
    #expect(
      draw(screen).hasPrefix(
        """
          ✗ Incorrect
            Typed  caかbx
            Right  cak b_
                     ^^ ^

        """))
  }

  @Test func `a long comparison breaks between words, both lines in the same place`() {
    let screen = verdict(
      .wrong, typed: "I waited for you since yesterday", nil,
      pieces("I ", .missing, "", "a", "waited for you since ye")
        + pieces("", .extra, "s", "", "terday"))
    #expect(
      draw(screen, width: 40) == """
          ✗ Incorrect
            Typed  I _waited for you since
            Right  I awaited for you since
                     ^
                   yesterday
                   ye_terday
                     ^
            again · due tomorrow
            2 correct, 1 incorrect, 67%

        """)
  }

  @Test func `a comparison that takes too many lines is left out`() {
    let long = String(repeating: "ながい", count: 40)
    let screen = verdict(
      .wrong, typed: long, AnswerText(answer: long + "。"), pieces(long, .missing, "", "。"))
    #expect(!draw(screen, width: 40).contains("Typed"))
    #expect(draw(screen, width: 40).contains("the answer is: "))
  }

  @Test func `what commands a terminal is not drawn`() {
    let evil = "\u{1b}[2J"
    let screen = verdict(
      .wrong, typed: evil, nil, pieces("abc", .replaced, evil, "\u{202e}", "\u{9b}"))
    #expect(!draw(screen).unicodeScalars.contains { $0 != "\n" && $0.isUnprintable })
  }

  @Test func `a question that asks for kana shows that keys turn into them`() {
    func prompts(asksForKana: Bool) -> ScreenText {
      let standing = Standing(
        group: "Words", correct: 0, incorrect: 0, percentage: nil, remaining: 1)
      let screen = QuestionScreen(
        standing: standing, card: "0f", isNew: true, number: 1, asksForKana: asksForKana,
        prompt: "学校", hint: nil)
      return ScreenText(.question(screen), width: 80, isColored: false)
    }
    #expect(prompts(asksForKana: true).livePrompt == "学校 ‹あ› ")
    #expect(prompts(asksForKana: true).inputPrompt == "学校 › ")
    #expect(prompts(asksForKana: false).livePrompt == nil)
  }
}
