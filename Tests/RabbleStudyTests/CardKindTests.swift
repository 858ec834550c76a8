import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStudy
import RabbleText
import Testing

@Suite struct CardKindTests {
  private static let eat = Question(
    prompt: "食べる", hint: "taberu", answer: "to eat", reading: "たべる", furigana: "食[た]べる",
    partOfSpeech: "verb", pitch: 2,
    example: Example(text: "寿司[すし]を食[た]べる。", meaning: "to eat sushi"),
    directions: [.recognition, .production, .reading])
  private static let student = Question(
    prompt: "I am a student.", answer: "私は学生です。", cloze: "私[わたし]{{は}}学生{{です::copula}}。")
  private static let word = RubyText(segments: [
    .init(base: "食", reading: "た"), .init(base: "べる"),
  ])

  private func day(_ days: Int) -> Moment {
    Lesson.start.advanced(byMilliseconds: Int64(days) * 86_400_000)
  }

  /// Answers the only card of a day: reveals it and calls it easy.
  private func question(_ question: Question, day days: Int) throws -> (
    asked: QuestionScreen, revealed: RevealedScreen
  ) {
    var lesson = try Lesson([question])
    for earlier in 0..<days {
      lesson = try Lesson(on: lesson, at: day(earlier))
      _ = lesson.begin()
      _ = lesson.type("")
      _ = lesson.type("4")
    }
    lesson = try Lesson(on: lesson, at: day(days))
    let asked = try #require(lesson.begin().questions.first)
    return (asked, try #require(lesson.type("").revealed.first))
  }

  @Test func `recognition shows furigana and asks for the meaning`() throws {
    let (asked, revealed) = try question(Self.eat, day: 0)
    #expect(asked.asksFor == .recognition)
    #expect(asked.prompt == "食べる")
    #expect(asked.furigana == Self.word)
    #expect(revealed.answer.answer == "to eat")
    #expect(revealed.answer.word == nil)
    #expect(revealed.answer.reading == "たべる")
    #expect(revealed.answer.pitch?.kernel == 2)
    #expect(revealed.answer.pitch?.morae.filter(\.isHigh).map(\.text) == ["べ"])
    #expect(revealed.answer.details.map(\.key) == ["part_of_speech"])
    #expect(revealed.answer.details.map(\.text) == ["verb"])
    #expect(revealed.answer.example?.text.bracketed == "寿司(すし)を食(た)べる。")
    #expect(revealed.answer.example?.meaning == "to eat sushi")
  }

  @Test func `production shows the meaning, and the word with its furigana afterwards`() throws {
    let (asked, revealed) = try question(Self.eat, day: 1)
    #expect(asked.asksFor == .production)
    #expect(asked.prompt == "to eat")
    #expect(asked.furigana == nil)
    #expect(revealed.answer.answer == "食べる")
    #expect(revealed.answer.word == Self.word)
  }

  @Test func `a reading is asked for without furigana, and shown with the meaning`() throws {
    let (asked, revealed) = try question(Self.eat, day: 2)
    #expect(asked.asksFor == .reading)
    #expect(asked.prompt == "食べる")
    #expect(asked.furigana == nil)
    #expect(asked.asksForKana)
    #expect(revealed.answer.answer == "たべる")
    #expect(revealed.answer.meaning == "to eat")
    #expect(revealed.answer.word == Self.word)
    #expect(revealed.answer.reading == nil)
  }

  @Test func `a blank is asked for in its sentence, which is shown whole afterwards`() throws {
    let (asked, revealed) = try question(Self.student, day: 1)
    #expect(asked.asksFor == .cloze)
    #expect(asked.prompt == "私は学生[copula]。")
    #expect(asked.meaning == "I am a student.")
    #expect(asked.furigana?.segments.first == .init(base: "私", reading: "わたし"))
    #expect(revealed.answer.answer == "です")
    #expect(revealed.answer.sentence?.base == "私は学生です。")
  }

  @Test func `furigana never stand over a prompt whose reading answers it`() throws {
    for answer in ["たべる", "taberu", "to eat; taberu"] {
      let question = Question(prompt: "食べる", answer: answer, furigana: "食[た]べる")
      let (asked, revealed) = try self.question(question, day: 0)
      #expect(asked.furigana == nil, "\(answer)")
      #expect(revealed.answer.word == Self.word)
    }
  }

  @Test func `a group can keep furigana for after the answer`() throws {
    var lesson = try Lesson([Self.eat], settings: GroupSettings(furigana: .hidden))
    #expect(lesson.begin().questions.first?.furigana == nil)
    #expect(lesson.type("").revealed.first?.answer.word == Self.word)
  }

  @Test func `furigana go and come as the learner wants them in this session`() throws {
    var lesson = try Lesson([Self.eat])
    #expect(lesson.begin().questions.first?.furigana == Self.word)
    let gone = lesson.type(":furigana")
    #expect(gone.notices.first?.lines == ["Furigana: off on questions."])
    #expect(gone.questions.first?.furigana == nil)
    #expect(lesson.type(":f").questions.first?.furigana == Self.word)
    var hidden = try Lesson([Self.eat], settings: GroupSettings(furigana: .hidden))
    _ = hidden.begin()
    #expect(hidden.type(":furigana").questions.first?.furigana == Self.word)
  }

  @Test func `a hint that tells the reading is there only where that gives nothing away`() throws {
    var lesson = try Lesson([Self.eat])
    _ = lesson.begin()
    _ = lesson.type("")
    _ = lesson.type("4")
    var next = try Lesson(on: lesson, at: day(1))
    _ = next.begin()
    #expect(next.type(":hint").notices.first?.lines == ["This card has no hint."])
    var other = try Lesson([Self.eat])
    _ = other.begin()
    #expect(other.type(":hint").questions.first?.hint == "taberu")
  }

  @Test func `each kind of card has a judge of its own`() throws {
    var lesson = try Lesson([Self.eat, Self.student, a])
    _ = lesson.begin()
    #expect(lesson.type("to eat").verdicts.first?.verdict == .correct)
    #expect(lesson.type("wa").verdicts.first?.verdict == .correct)
    #expect(lesson.type("a").verdicts.first?.verdict == .correct)
    // “to eat” is an answer of another kind of card, so it is no confusion here.
    var other = try Lesson([Self.student, Self.eat])
    _ = other.begin()
    #expect(other.type("to eat").verdicts.first?.mistake != "other_answer")
  }

  @Test func `accents count where the group demands them`() throws {
    let summer = Question(prompt: "summer", answer: "été")
    var strict = try Lesson([summer], settings: GroupSettings(accents: .demanded))
    _ = strict.begin()
    let verdict = try #require(strict.type("ete").verdicts.first)
    #expect(verdict.verdict == .wrong)
    #expect(verdict.mistake == "accent")
    var lenient = try Lesson([summer])
    _ = lenient.begin()
    #expect(lenient.type("ete").verdicts.first?.verdict == .remark)
  }

  @Test func `an answer in another terminal sends the sibling here to tomorrow`() throws {
    var lesson = try Lesson([Self.eat, a])
    var here = lesson
    let eat = try #require(lesson.begin().questions.first)
    #expect(eat.prompt == "食べる")
    let production = CardID(
      question: QuestionID(of: Self.eat, inGroup: "Kana"), direction: .production)
    let card = try #require(
      try lesson.log.read {
        try $0.cards.standing(of: production, in: lesson.groups, at: lesson.now)
      }
    ).card
    _ = try lesson.log.write {
      try $0.reviews.record(
        Review(
          card: production, grade: .easy, moment: lesson.now, typed: nil, verdict: nil,
          hintUsed: false, duration: 0), of: card)
    }
    #expect(here.begin().questions.map(\.prompt) == ["あ"])
  }

  @Test func `undo asks the card again, and no sibling beside it`() throws {
    var lesson = try Lesson([Self.eat])
    _ = lesson.begin()
    _ = lesson.type("")
    _ = lesson.type("4")
    let screens = lesson.type(":undo")
    #expect(screens.questions.map(\.prompt) == ["食べる"])
    _ = lesson.type("")
    let end = lesson.type("4")
    #expect(end.questions.isEmpty)
    #expect(end.summaries.first?.nextDue?.phrase == "tomorrow")
  }

  @Test func `what was undone is named by what was shown`() throws {
    var lesson = try Lesson([Self.eat])
    for days in 0...1 {
      lesson = try Lesson(on: lesson, at: day(days))
      _ = lesson.begin()
      _ = lesson.type("")
      _ = lesson.type("4")
    }
    #expect(
      lesson.type(":undo").notices.first?.lines == [
        "Undone: answer to “to eat” (easy)."
      ])
  }
}
