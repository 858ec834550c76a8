import Foundation
import RabbleReports
import RabbleScreens
import RabbleText
import Testing

@Suite struct JSONScreenTests {
  private let standing = Standing(
    group: "Basic phrases",
    correct: 3,
    incorrect: 1,
    percentage: 0.75,
    remaining: 16
  )
  private let due = ReturnTime(timestamp: "2026-11-24T04:00:00+09:00", phrase: "tomorrow")

  private func object(_ screen: StudyScreen) throws -> [String: Any] {
    let line = try JSONText.line(screen)
    #expect(!line.contains { $0.isNewline })
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
    return try #require(value as? [String: Any])
  }

  @Test func `a question has its card and prompt, and a hint once asked for`() throws {
    let screen = QuestionScreen(
      standing: standing,
      card: "0f",
      isNew: true,
      number: 5,
      prompt: "水/みず",
      hint: nil
    )
    #expect(
      try JSONText.line(StudyScreen.question(screen)) == """
        {"card":"0f","correct":3,"counts":null,"direction":"recognition","furigana":null,\
        "group":"Basic phrases","has_hint":false,"hint":null,"incorrect":1,"kana":false,\
        "kind":"question","meaning":null,"new":true,"number":5,"percentage":0.75,\
        "prompt":"水/みず","remaining":16,"romaji":null,"schema":1,"state":null}
        """
    )
    let hinted = QuestionScreen(
      standing: standing,
      card: "0f",
      isNew: false,
      number: 5,
      prompt: "水",
      hint: "wet"
    )
    #expect(
      try JSONText.line(StudyScreen.question(hinted)) == """
        {"card":"0f","correct":3,"counts":null,"direction":"recognition","furigana":null,\
        "group":"Basic phrases","has_hint":true,"hint":"wet","incorrect":1,"kana":false,\
        "kind":"question","meaning":null,"new":false,"number":5,"percentage":0.75,\
        "prompt":"水","remaining":16,"romaji":null,"schema":1,"state":null}
        """
    )
  }

  @Test func `a revealed card has its answer and the grades to choose from`() throws {
    let screen = RevealedScreen(
      standing: standing,
      card: "0f",
      prompt: "水",
      answer: AnswerText(answer: "water", reading: "みず"),
      choices: [GradeChoice(number: 1, name: "again", returns: "in 1 minute")]
    )
    #expect(
      try JSONText.line(StudyScreen.revealed(screen)) == """
        {"answer":"water","card":"0f",\
        "choices":[{"due":null,"name":"again","number":1,"returns":"in 1 minute"}],"correct":3,\
        "counts":null,"direction":"recognition","example":null,"example_furigana":null,\
        "example_meaning":null,"example_reading":null,"furigana":null,"group":"Basic phrases",\
        "hint":null,"incorrect":1,"kind":"revealed","meaning":null,"note":null,"own_note":null,\
        "part_of_speech":null,"percentage":0.75,"pitch":null,"prompt":"水","reading":"みず","remaining":16,"schema":1,"sentence":null,"state":null}
        """
    )
  }

  @Test func `a verdict has all that was decided`() throws {
    let screen = VerdictScreen(
      standing: standing,
      card: "0f",
      verdict: .remark,
      typed: "watr",
      answer: AnswerText(answer: "water", note: "n", example: ExampleText(RubyText("e"))),
      message: "Mind the spelling.",
      grade: "good",
      due: due
    )
    #expect(
      try JSONText.line(StudyScreen.verdict(screen)) == """
        {"answer":"water","card":"0f","confusion":null,"correct":3,"counts":null,\
        "due":"2026-11-24T04:00:00+09:00","example":"e","example_furigana":null,\
        "example_meaning":null,"example_reading":null,"furigana":null,"grade":"good",\
        "group":"Basic phrases","hint":null,"incorrect":1,"kind":"verdict","leech":null,\
        "meaning":null,"message":"Mind the spelling.","mistake":null,"note":"n","own_note":null,\
        "part_of_speech":null,"percentage":0.75,"pitch":null,"reading":null,"remaining":16,"returns":"tomorrow","review":null,"schema":1,\
        "sentence":null,"state":null,"typed":"watr","verdict":"remark"}
        """
    )
  }

  @Test func `a leech is in its verdict, and null in any other`() throws {
    func line(_ leech: LeechScreen?) throws -> String {
      try JSONText.line(
        StudyScreen.verdict(
          VerdictScreen(
            standing: standing, card: "0f", verdict: .wrong, typed: nil, answer: nil, message: "",
            grade: "again", due: nil, leech: leech)))
    }
    #expect(
      try line(LeechScreen(lapses: 8, isSuspended: true, message: "Forgotten 8 times."))
        .contains(#""leech":{"lapses":8,"message":"Forgotten 8 times.","suspended":true},"#))
    #expect(try line(nil).contains(#""leech":null,"#))
  }

  @Test func `a verdict that recorded nothing has nulls in their places`() throws {
    let screen = VerdictScreen(
      standing: standing,
      card: "0f",
      verdict: .retry,
      typed: "水",
      answer: nil,
      message: "m",
      grade: nil,
      due: nil
    )
    let object = try object(.verdict(screen))
    for key in ["answer", "reading", "example_meaning", "grade", "due", "returns", "review"] {
      #expect(object[key] is NSNull, "\(key)")
    }
  }

  @Test func `a notice has its lines and a summary its counts`() throws {
    let notice = NoticeScreen(standing: standing, tone: .problem, lines: ["one", "two"])
    #expect(
      try JSONText.line(StudyScreen.notice(notice)) == """
        {"correct":3,"counts":null,"group":"Basic phrases","incorrect":1,"kind":"notice",\
        "message":"one\\ntwo","percentage":0.75,"remaining":16,"schema":1,"tone":"problem",\
        "topic":null,"why":null}
        """
    )
    let summary = SummaryScreen(
      standing: Standing(group: "", correct: 0, incorrect: 0, percentage: nil, remaining: 0),
      answered: 0,
      seconds: 7,
      grades: [SummaryScreen.GradeCount(grade: "again", count: 0)],
      nextDue: nil
    )
    #expect(
      try JSONText.line(StudyScreen.summary(summary)) == """
        {"answered":0,"correct":0,"counts":null,"final":true,"grades":{"again":0},"group":"",\
        "held_back":0,"incorrect":0,"kind":"summary","next_due":null,"percentage":null,"remaining":0,\
        "returns":null,"schema":1,"seconds":7,"unsaved":0,"unsaved_reason":null}
        """
    )
  }

  @Test func `every screen has the keys that scripts rely on`() throws {
    let answer = AnswerText(answer: "a")
    let screens: [(StudyScreen, String)] = [
      (
        .question(
          QuestionScreen(
            standing: standing,
            card: "0f",
            isNew: true,
            number: 1,
            prompt: "あ",
            hint: nil
          )
        ),
        "question"
      ),
      (
        .revealed(
          RevealedScreen(standing: standing, card: "0f", prompt: "あ", answer: answer, choices: [])
        ),
        "revealed"
      ),
      (
        .verdict(
          VerdictScreen(
            standing: standing,
            card: "0f",
            verdict: .wrong,
            typed: nil,
            answer: answer,
            message: "",
            grade: "again",
            due: due
          )
        ), "verdict"
      ),
      (.notice(NoticeScreen(standing: standing, tone: .information, lines: [])), "notice"),
      (
        .summary(
          SummaryScreen(standing: standing, answered: 4, seconds: 9, grades: [], nextDue: due)
        ),
        "summary"
      ),
    ]
    for (screen, kind) in screens {
      let object = try object(screen)
      #expect(object["kind"] as? String == kind)
      #expect(object["group"] as? String == "Basic phrases")
      #expect(object["correct"] as? Int == 3)
      #expect(object["incorrect"] as? Int == 1)
      #expect(object["remaining"] as? Int == 16)
    }
  }

  @Test func `text is lossless, yet nothing in a line commands a terminal`() throws {
    let evil = "\"\\/\u{1b}[31m\u{9b}\u{7f}\u{0}\u{202e}\u{2028}\r\n\tか\u{3099}👨‍👩‍👧"
    let screen = StudyScreen.question(
      QuestionScreen(
        standing: standing,
        card: "0f",
        isNew: true,
        number: 1,
        prompt: evil,
        hint: evil
      )
    )
    let line = try JSONText.line(screen)
    #expect(!line.unicodeScalars.contains { $0.isUnprintable })
    let object = try object(screen)
    for key in ["prompt", "hint"] {
      let text = try #require(object[key] as? String)
      #expect(Array(text.unicodeScalars) == Array(evil.unicodeScalars))
    }
  }

  @Test func `a share that is no number is null`() throws {
    let standing = Standing(
      group: "",
      correct: 0,
      incorrect: 0,
      percentage: .nan,
      remaining: 0
    )
    let screen = NoticeScreen(standing: standing, tone: .information, lines: [])
    #expect(try object(.notice(screen))["percentage"] is NSNull)
  }
}
