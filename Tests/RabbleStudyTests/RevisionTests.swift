import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStudy
import Testing

@Suite struct RevisionTests {
  private let words = [
    Question(prompt: "待つ", answer: "to wait", reading: "まつ"),
    Question(prompt: "持つ", answer: "to hold", reading: "もつ"),
  ]

  @Test func `override says that the last answer was right, after the next prompt too`() throws {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    _ = lesson.type("ki")
    let screens = lesson.type(":override")
    #expect(screens.notices.first?.lines.first?.hasPrefix("“あ → a” regraded as good; due ") == true)
    #expect(screens.questions.map(\.prompt) == ["い"])
    #expect(lesson.session.score == Score(correct: 1))
    let id = try card("あ", lesson)
    let schedule = try lesson.log.read {
      try $0.cards.standing(of: id, in: lesson.groups, at: lesson.now)
    }?.schedule
    #expect(
      schedule
        == Scheduler().schedule(nil, grade: .good, at: Lesson.start, card: try card("あ", lesson)))
    #expect(try lesson.log.check() == [])
  }

  @Test func `accept makes what was typed right from now on`() throws {
    var lesson = try Lesson([Question(prompt: "犬", answer: "dog"), i])
    _ = lesson.begin()
    #expect(lesson.type("hound").verdicts.first?.verdict == .wrong)
    _ = lesson.type(":accept")
    var later = try Lesson(on: lesson, at: lesson.now.advanced(byMilliseconds: 700_000))
    _ = later.begin()
    while later.session.currentCard?.question.prompt != "犬" { _ = later.type(":skip") }
    let verdict = try #require(later.type("Hound").verdicts.first)
    #expect(verdict.verdict == .correct || verdict.verdict == .remark)
  }

  @Test func `undo of an accepted answer forgets the acceptance`() throws {
    var lesson = try Lesson([Question(prompt: "犬", answer: "dog"), i])
    _ = lesson.begin()
    _ = lesson.type("hound")
    _ = lesson.type(":accept")
    // The acceptance is undone, then the answer, and the card is asked again.
    _ = lesson.type(":undo")
    #expect(lesson.type(":undo").questions.map(\.prompt) == ["犬"])
    #expect(lesson.type("hound").verdicts.first?.verdict == .wrong)
  }

  @Test func `accept says what it accepted for which card, and warns of another card's answer`()
    throws
  {
    var lesson = try Lesson(words)
    _ = lesson.begin()
    _ = lesson.type("to hold")
    let lines = try #require(lesson.type(":accept").notices.first?.lines)
    #expect(lines[0].hasPrefix("“待つ → to wait” regraded as good; due "))
    #expect(lines[1].hasPrefix("“to hold” is accepted for it from now on"))
    #expect(lines[2].contains("also the answer to “持つ”"))
    var other = try Lesson([Question(prompt: "犬", answer: "dog"), i])
    _ = other.begin()
    _ = other.type("hound")
    #expect(other.type(":accept").notices.first?.lines.count == 2)
    var revealed = try Lesson([a, i])
    _ = revealed.begin()
    _ = revealed.type("")
    _ = revealed.type("1")
    #expect(
      revealed.type(":accept").notices.first?.lines.last
        == "Nothing was typed for it, so there is no answer to accept.")
  }

  @Test(arguments: [
    (":override", "good"), (":accept", "good"), (":easy", "easy"), (":hard", "hard"),
  ])
  func `after a restart the last answer of the log is regraded, and named`(
    command: String, grade: String
  ) throws {
    var lesson = try Lesson([Question(prompt: "犬", answer: "dog"), i])
    _ = lesson.begin()
    _ = lesson.type("hound")
    var later = try Lesson(on: lesson, at: lesson.now.advanced(byMilliseconds: 5000))
    _ = later.begin()
    let screens = later.type(command)
    #expect(screens.notices.first?.lines.first?.hasPrefix("“犬 → dog” regraded as \(grade)") == true)
    #expect(try later.standing("犬")?.accepted == (command == ":accept" ? ["hound"] : []))
    #expect(later.session.score.total == 0)
    #expect(try lesson.log.check() == [])
    // It is undone like any other regrade.
    #expect(later.type(":undo").notices.first?.lines.first?.contains("犬") == true)
    #expect(try later.standing("犬")?.accepted == [])
  }

  @Test func `an answer of an earlier day is regraded only after saying so`() throws {
    var lesson = try Lesson([Question(prompt: "犬", answer: "dog"), i])
    _ = lesson.begin()
    _ = lesson.type("hound")
    var later = try Lesson(on: lesson, at: lesson.now.advanced(byMilliseconds: 86_400_000))
    _ = later.begin()
    let notice = try #require(later.type(":override").notices.first)
    #expect(notice.lines[0].contains("earlier day: “犬 → dog” in Kana (again), 2026-11-21"))
    #expect(later.type(":easy").notices.first?.lines[0].contains("earlier day") == true)
    #expect(later.type(":easy").notices.first?.lines[0].contains("regraded as easy") == true)
  }

  @Test func `wrong says that the last answer was wrong, and it is asked again`() throws {
    var lesson = try Lesson([i])
    _ = lesson.begin()
    _ = lesson.type("")
    #expect(lesson.type("4").summaries.count == 1)
    #expect(lesson.type(":wrong").questions.map(\.prompt) == ["い"])
    #expect(lesson.session.score == Score(incorrect: 1))
  }

  @Test func `easy and hard regrade the last answer, once and again`() throws {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    _ = lesson.type("a")
    _ = lesson.type(":easy")
    let id = try card("あ", lesson)
    #expect(
      try lesson.log.read { try $0.cards.standing(of: id, in: lesson.groups, at: lesson.now) }?
        .schedule?.phase == .review)
    _ = lesson.type(":hard")
    #expect(
      try lesson.log.read { try $0.cards.standing(of: id, in: lesson.groups, at: lesson.now) }?
        .schedule
        == Scheduler().schedule(nil, grade: .hard, at: Lesson.start, card: id))
    #expect(lesson.session.score == Score(correct: 1))
    // One grade after the other is undone, then the answer.
    #expect(
      lesson.type(":undo").notices.first?.lines.first?
        .hasPrefix("Undone: regrade of “あ” in Kana from easy to hard, ") == true)
    #expect(
      lesson.type(":undo").notices.first?.lines.first?
        .hasPrefix("Undone: regrade of “あ” in Kana from good to easy, ") == true)
    #expect(lesson.type(":undo").notices.first?.lines == ["Undone: answer to “あ” (good)."])
    #expect(
      try lesson.log.read { try $0.cards.standing(of: id, in: lesson.groups, at: lesson.now) }?
        .schedule == nil)
    #expect(try lesson.log.check() == [])
  }

  @Test func `after a hint nothing counts as more than hard`() throws {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    _ = lesson.type(":hint")
    _ = lesson.type("a")
    #expect(
      lesson.type(":easy").notices.first?.lines
        == ["“あ → a” already counts as hard. After a hint, an answer counts as hard at most."])
    _ = lesson.type(":wrong")
    let lines = lesson.type(":easy").notices.first?.lines
    #expect(lines?.first?.hasPrefix("“あ → a” regraded as hard; due ") == true)
  }

  @Test(arguments: [
    ("ki", ":wrong", "again"), ("a", ":override", "good"), ("a", ":accept", "good"),
  ])
  func `a grade that an answer has already is not recorded again`(
    answer: String, command: String, grade: String
  ) throws {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    _ = lesson.type(answer)
    for _ in 0..<2 {
      let screens = lesson.type(command)
      #expect(screens.notices.first?.lines.first == "“あ → a” already counts as \(grade).")
      #expect(screens.questions.map(\.prompt) == ["い"])
    }
    #expect(lesson.type(":undo").notices.first?.lines == ["Undone: answer to “あ” (\(grade))."])
  }

  @Test func `accept adds no answer that the deck has`() throws {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    _ = lesson.type("a")
    _ = lesson.type(":wrong")
    let lines = try #require(lesson.type(":accept").notices.first?.lines)
    #expect(lines.first?.hasPrefix("“あ → a” regraded as good; due ") == true)
    #expect(lines.last == "“a” is already an answer to it, so there is nothing to accept.")
    #expect(try lesson.standing("あ")?.accepted == [])
  }

  @Test func `without an answer there is nothing to change`() throws {
    for command in [":override", ":wrong", ":easy", ":hard", ":accept"] {
      var lesson = try Lesson([a])
      _ = lesson.begin()
      #expect(lesson.type(command).notices.count == 1)
      #expect(lesson.session.score.total == 0)
    }
  }

  @Test func `a mix-up names the other card and the second one shows the two side by side`() throws
  {
    var lesson = try Lesson(words)
    _ = lesson.begin()
    let first = lesson.type("to hold")
    #expect(first.verdicts.first?.mistake == "other_answer")
    #expect(first.verdicts.first?.message.contains("持つ") == true)
    #expect(first.notices.isEmpty)
    _ = lesson.type(":skip")
    let second = lesson.type("hold", after: 61)
    let contrast = try #require(second.notices.first)
    #expect(contrast.lines[1].contains("待つ = to wait"))
    #expect(contrast.lines[2].contains("持つ = to hold"))
  }

  @Test func `mix-ups count either way round`() throws {
    var lesson = try Lesson(words)
    _ = lesson.begin()
    #expect(lesson.type("to hold").notices.isEmpty)
    #expect(lesson.session.currentCard?.question.prompt == "持つ")
    #expect(lesson.type("to wait").notices.count == 1)
  }

  @Test func `an answer that the deck blocks is wrong however close`() throws {
    var lesson = try Lesson([
      Question(prompt: "兄", answer: "older brother", blocked: ["older brothers"])
    ])
    _ = lesson.begin()
    #expect(lesson.type("Older Brothers").verdicts.first?.verdict == .wrong)
  }

  @Test func `a typo is good with a remark that shows the right spelling`() throws {
    var lesson = try Lesson([Question(prompt: "大学", answer: "university", reading: "だいがく")])
    _ = lesson.begin()
    let verdict = try #require(lesson.type("univeristy").verdicts.first)
    #expect(verdict.verdict == .remark)
    #expect(verdict.grade == "good")
    #expect(verdict.comparison != nil)
  }

  @Test func `the reading typed for the meaning is not recorded`() throws {
    var lesson = try Lesson([words[0]])
    _ = lesson.begin()
    let screens = lesson.type("matsu")
    #expect(screens.verdicts.first?.verdict == .retry)
    #expect(screens.verdicts.first?.answer == nil)
    #expect(screens.questions.map(\.prompt) == ["待つ"])
    #expect(lesson.session.score.total == 0)
  }

  @Test func `a slow answer suggests hard and a fast one easy, by the learner's own pace`() throws {
    let words = (0..<24).map { Question(prompt: "prompt \($0)", answer: "answer \($0)") }
    var first = try Lesson(words, newPerDay: 21, suggestsByTime: true)
    _ = first.begin()
    for number in 0..<21 {
      let verdict = first.type("answer \(number)", after: 4 + Int64(number % 3)).verdicts.first
      #expect(verdict?.message == "")
    }
    var second = try Lesson(on: first, at: first.now, newPerDay: 24)
    _ = second.begin()
    for (seconds, suggestion) in [(12, ":hard"), (1, ":easy")] as [(Int64, String)] {
      while second.session.currentCard?.question.prompt.hasPrefix("prompt 2") != true {
        _ = second.type(":skip")
      }
      let question = try #require(second.session.currentCard?.question)
      let verdict = second.type(question.answer, after: seconds).verdicts.first
      #expect(verdict?.message.contains("\(suggestion) if “\(question.prompt)” was") == true)
      #expect(verdict?.grade == "good")
    }
  }

  private func card(_ prompt: String, _ lesson: Lesson) throws -> CardID {
    let group = try #require(try lesson.log.read { try $0.decks.content(of: lesson.groups) }.first)
    let question = try #require(group.questions.first { $0.prompt == prompt })
    return CardID(question: QuestionID(of: question, inGroup: group.title))
  }
}
