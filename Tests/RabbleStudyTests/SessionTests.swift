import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStudy
import Testing

@Suite struct SessionTests {
  @Test func `the first screen asks the first card`() throws {
    var lesson = try Lesson([a, i])
    let question = try #require(lesson.begin().questions.first)
    #expect(question.prompt == "あ")
    #expect(question.isNew)
    #expect(question.number == 1)
    #expect(question.hint == nil)
    #expect(question.standing.group == "Kana")
    #expect(question.standing.remaining == 2)
    #expect(question.standing.percentage == nil)
  }

  @Test func `a right answer is good, is counted, and the next card follows`() throws {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    let screens = lesson.type(" A ", after: 3)
    let verdict = try #require(screens.verdicts.first)
    #expect(verdict.verdict == .correct)
    #expect(verdict.grade == "good")
    #expect(verdict.answer?.answer == "a")
    #expect(verdict.due?.phrase == "in 10 minutes")
    #expect(verdict.standing.correct == 1)
    #expect(verdict.standing.percentage == 1)
    #expect(screens.questions.map(\.prompt) == ["い"])
    #expect(lesson.session.score == Score(correct: 1))
  }

  @Test func `a wrong answer is again, and the card comes back in a minute`() throws {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    let verdict = try #require(lesson.type("ki").verdicts.first)
    #expect(verdict.verdict == .wrong)
    #expect(verdict.grade == "again")
    #expect(verdict.due?.phrase == "in 1 minute")
    #expect(verdict.due?.timestamp == "2026-11-21T09:01:00+09:00")
    #expect(lesson.session.score == Score(incorrect: 1))
  }

  @Test func `the answer is recorded before the verdict and the next question are shown`() throws {
    let lesson = try Lesson([a, i])
    let witness = Witness(lesson.library, lines: ["a"])
    var session = lesson.session
    try session.run(on: witness)
    #expect(
      witness.reviews == [
        "question: 0", "verdict: 1", "question: 1", "summary: 1",
      ])
    #expect(try lesson.standing("あ")?.schedule?.repetitions == 1)
  }

  @Test func `an empty line reveals, and 1 to 4 grade`() throws {
    for (line, grade) in [("1", "again"), ("2", "hard"), ("３", "good"), (" easy ", "easy")] {
      var lesson = try Lesson([a])
      _ = lesson.begin()
      let revealed = try #require(lesson.type("  ").revealed.first)
      #expect(revealed.answer.answer == "a")
      #expect(revealed.choices.map(\.name) == ["again", "hard", "good", "easy"])
      #expect(revealed.choices.map(\.returns).prefix(2) == ["in 1 minute", "in 6 minutes"])
      #expect(lesson.type(line).verdicts.first?.grade == grade)
    }
  }

  @Test func `what is no grade is refused and nothing is recorded`() throws {
    var lesson = try Lesson([a])
    _ = lesson.begin()
    _ = lesson.type("")
    for line in ["", "5", "0", "yes", "-1", "33"] {
      let screens = lesson.type(line)
      #expect(screens.notices.count == 1)
      #expect(screens.verdicts.isEmpty)
    }
    #expect(lesson.session.score.total == 0)
  }

  @Test func `the hint appears when asked for, and makes the answer hard at most`() throws {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    let hinted = try #require(lesson.type(":hint").questions.first)
    #expect(hinted.hint == "as in father")
    #expect(lesson.type("a").verdicts.first?.grade == "hard")
    #expect(lesson.type(":h").notices.count == 1)
  }

  @Test func `a hint makes grading oneself easy count as hard`() throws {
    var lesson = try Lesson([a])
    _ = lesson.begin()
    _ = lesson.type(":hint")
    let revealed = try #require(lesson.type("").revealed.first)
    #expect(revealed.choices[1].returns == revealed.choices[3].returns)
    #expect(lesson.type("4").verdicts.first?.grade == "hard")
  }

  @Test func `a card without a hint says so and costs nothing`() throws {
    var lesson = try Lesson([i])
    _ = lesson.begin()
    #expect(lesson.type(":hint").notices.first?.lines == ["This card has no hint."])
    #expect(lesson.type("i").verdicts.first?.grade == "good")
  }

  @Test func `undo asks the last card again and counts it no more, as often as wanted`() throws {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    _ = lesson.type("a")
    _ = lesson.type("ki")
    #expect(lesson.session.score == Score(correct: 1, incorrect: 1))
    #expect(lesson.type(":undo").questions.last?.prompt == "い")
    #expect(lesson.session.score == Score(correct: 1))
    let screens = lesson.type(":undo")
    #expect(screens.questions.last?.prompt == "あ")
    #expect(screens.questions.last?.isNew == true)
    #expect(screens.questions.last?.standing.remaining == 2)
    #expect(lesson.session.score == Score())
    #expect(lesson.type(":undo").notices.first?.lines == ["There is nothing to undo."])
  }

  @Test func `undo after the last card goes on with that card`() throws {
    var lesson = try Lesson([i])
    _ = lesson.begin()
    _ = lesson.type("")
    #expect(lesson.type("4").summaries.count == 1)
    #expect(!lesson.isOver)
    #expect(lesson.type(":undo").questions.last?.prompt == "い")
    _ = lesson.type("")
    let summary = try #require(lesson.type("4").summaries.first)
    #expect(summary.answered == 1)
    _ = lesson.type("")
    #expect(lesson.isOver)
  }

  @Test func `undo reaches answers of an earlier session`() throws {
    var first = try Lesson([a, i])
    _ = first.begin()
    _ = first.type("a")
    var second = try Lesson(on: first)
    _ = second.begin()
    let screens = second.type(":undo")
    #expect(screens.notices.first?.lines.first?.contains("あ") == true)
    #expect(screens.questions.last?.prompt == "あ")
    #expect(second.session.score == Score())
  }

  @Test func `undo takes back this session's answer, not one given in another terminal`() throws {
    var mine = try Lesson([a, i])
    _ = mine.begin()
    var other = try Lesson(on: mine)
    _ = other.begin()
    _ = mine.type("a")
    _ = other.type("a")
    #expect(mine.type(":undo").questions.last?.prompt == "あ")
    var kept = 0
    try mine.log.read { try $0.reviews.forEach { if !$0.isRetracted { kept += 1 } } }
    #expect(kept == 1)
    #expect(try mine.log.check() == [])
  }

  @Test func `a card answered in another terminal is not asked again`() throws {
    var mine = try Lesson([a, i])
    _ = mine.begin()
    var other = try Lesson(on: mine)
    _ = other.begin()
    _ = other.type(":skip")
    _ = other.type("")
    _ = other.type("4")
    let screens = mine.type("a")
    #expect(screens.questions.map(\.prompt) == ["あ"])
  }

  @Test func `a card in its steps comes back when its minute has come`() throws {
    let many = (0..<5).map { Question(prompt: "prompt \($0)", answer: "answer \($0)") }
    var lesson = try Lesson(many)
    _ = lesson.begin()
    _ = lesson.type("quite different")
    #expect(lesson.type("answer 1", after: 30).questions.map(\.prompt) == ["prompt 2"])
    #expect(lesson.type("answer 2", after: 31).questions.map(\.prompt) == ["prompt 0"])
  }

  @Test func `when nothing else is left, a card in its steps comes up to 20 minutes early`() throws
  {
    var lesson = try Lesson([i])
    _ = lesson.begin()
    #expect(lesson.type("ki").questions.map(\.prompt) == ["い"])
    #expect(lesson.type("i").questions.map(\.prompt) == ["い"])
    #expect(lesson.type("i").summaries.count == 1)
  }

  @Test func `the summary tells answers, grades, time and when the next card is due`() throws {
    var lesson = try Lesson([i])
    _ = lesson.begin()
    _ = lesson.type("ki", after: 5)
    // An answer counts as a minute at most.
    _ = lesson.type("i", after: 65)
    let summary = try #require(lesson.type("i", after: 10).summaries.first)
    #expect(summary.answered == 3)
    #expect(summary.seconds == 75)
    #expect(summary.standing.correct == 2)
    #expect(summary.standing.incorrect == 1)
    #expect(summary.grades.map(\.count) == [1, 0, 2, 0])
    #expect(summary.nextDue?.phrase == "tomorrow")
    #expect(summary.nextDue?.timestamp == "2026-11-22T04:00:00+09:00")
  }

  @Test func `nothing to study ends at once`() throws {
    var lesson = try Lesson([i], newPerDay: 0)
    let screens = lesson.begin()
    #expect(screens.summaries.first?.answered == 0)
    #expect(lesson.isOver)
  }

  @Test func `skip asks the card at the end`() throws {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    #expect(lesson.type(":skip").questions.map(\.prompt) == ["い"])
    _ = lesson.type("")
    #expect(lesson.type("4").questions.map(\.prompt) == ["あ"])
  }

  @Test func `why says what the model knows and what each grade would do`() throws {
    var lesson = try Lesson([a])
    _ = lesson.begin()
    let new = try #require(lesson.type(":why").notices.first)
    #expect(new.lines.first == "Now     New: you have not answered this card yet.")
    #expect(new.lines.last?.contains("again in 1 minute · hard in 6 minutes") == true)
    _ = lesson.type("a")
    let learning = try #require(lesson.type(":why").notices.first)
    #expect(learning.lines.first?.contains("step 2 of 2") == true)
  }

  @Test(arguments: [
    (":suspend 5", "Type :suspend by itself; it takes no argument."),
    (":wrap 3", "Type :wrap by itself; it takes no argument."),
    (":quit now", "Type :quit by itself; it takes no argument."),
    (":flag 3", "Type :flag for this card, or `:flag last` for the one you answered last."),
    (":flag x", "Type :flag for this card, or `:flag last` for the one you answered last."),
  ])
  func `a command with an argument that it doesn't take does nothing`(line: String, advice: String)
    throws
  {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    let screens = lesson.type(line)
    #expect(screens.notices.first?.lines == [advice])
    #expect(screens.questions.map(\.prompt) == ["あ"])
    #expect(lesson.type(":undo").notices.first?.lines == ["There is nothing to undo."])
    #expect(try lesson.standing("あ")?.marks.isFlagged == false)
  }

  @Test func `a mark that is there already, or is not, is named`() throws {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    for (line, answer) in [
      (":tag -nope", "Not tagged “nope”."),
      (":tag -two words", "Not tagged “two words”."), (":tag verb", "Tagged “verb”: this card."),
      (":tag verb", "Already tagged “verb”."), (":note -", "No note of yours."),
    ] {
      #expect(lesson.type(line).notices.first?.lines == [answer])
    }
  }

  @Test func `an unknown command says so, an ambiguous one what it could be`() throws {
    var lesson = try Lesson([a])
    _ = lesson.begin()
    let unknown = try #require(lesson.type(":frobnicate").notices.first)
    #expect(unknown.tone == .problem)
    #expect(unknown.lines == ["Unknown command “:frobnicate”. Type :help for a list."])
    #expect(
      lesson.type(":s").notices.first?.lines == [
        "Ambiguous command “:s”: :show, :skip or :suspend?"
      ])
    #expect(lesson.session.score.total == 0)
  }

  @Test func `help lists every command`() throws {
    var lesson = try Lesson([a])
    _ = lesson.begin()
    let help = try #require(lesson.type(":help").notices.first).lines.joined(separator: "\n")
    for command in StudyCommand.typed { #expect(help.contains(":" + command.rawValue)) }
  }

  @Test func `an answer that could not be saved is asked for again`() throws {
    var lesson = try Lesson(onDisk: [a, i])
    _ = lesson.begin()
    try lesson.whileLog(is: .locked) { lesson in
      let screens = lesson.type("a")
      let lines = try #require(screens.notices.first?.lines)
      #expect(lines.first?.contains("study.sqlite") == true)
      #expect(lines.last == "The answer was not saved. Please answer again.")
      #expect(screens.questions.map(\.prompt) == ["あ"])
      #expect(lesson.session.score.total == 0)
    }
    #expect(lesson.session.unsavedAnswers == 1)
    #expect(lesson.type("a").verdicts.first?.verdict == .correct)
    #expect(lesson.session.unsavedAnswers == 0)
    #expect(lesson.send(.end).summaries.map(\.unsaved) == [nil])
  }

  @Test func `an answer that was refused to the end is counted in the summary, with the reason`()
    throws
  {
    var lesson = try Lesson(onDisk: [a, i])
    _ = lesson.begin()
    try lesson.whileLog(is: .locked) { lesson in
      _ = lesson.type("a")
      _ = lesson.type("a")
      let unsaved = try #require(lesson.send(.end).summaries.first?.unsaved)
      #expect(unsaved.count == 1 && unsaved.reason.contains("study.sqlite: another program"))
      #expect(unsaved.message == "1 answer was not saved. \(unsaved.reason)")
      #expect(lesson.session.unsavedAnswers == 1)
    }
  }

  @Test func `a log that can't be read lets the learner try again`() throws {
    var lesson = try Lesson(onDisk: [a])
    try lesson.whileLog(is: .unreadable) { lesson in
      #expect(lesson.begin().notices.count == 1)
    }
    #expect(lesson.type("").questions.map(\.prompt) == ["あ"])
  }

  @Test func `the end of input ends with a summary`() throws {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    _ = lesson.type("a")
    let screens = lesson.send(.end)
    #expect(screens.summaries.first?.answered == 1)
    #expect(lesson.isOver)
  }
}

/// A view that notes how many answers the log holds when each screen is drawn.
private final class Witness: StudyView {
  private let library: Library
  private var lines: ArraySlice<String>
  private(set) var reviews: [String] = []
  let leavingReason: LeavingReason? = nil

  init(_ library: Library, lines: [String]) {
    self.library = library
    self.lines = lines[...]
  }

  func draw(_ screen: StudyScreen) throws {
    var count = 0
    try library.export(replays: false, readsDecks: false) { _ in count += 1 }
    reviews.append("\(screen)".prefix { $0 != "(" } + ": \(count)")
  }

  func nextAction() -> StudyAction { lines.popFirst().map { StudyAction(line: $0) } ?? .end }
}
