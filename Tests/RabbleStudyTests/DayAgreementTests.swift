import RabbleControllers
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleTestSupport
import Testing

@testable import RabbleStudy

private func words(_ count: Int) -> [Question] {
  (0..<count).map { Question(prompt: "word \($0)", answer: "answer \($0)") }
}

/// A learner with a log on disk, whose cards are all due.
private func learner(due count: Int) throws -> Lesson {
  var lesson = try Lesson(on: Lesson(onDisk: words(count)), newPerDay: count)
  _ = lesson.begin()
  for _ in 0..<count {
    _ = lesson.type("")
    _ = lesson.type("4")
  }
  lesson.wait(90 * 86_400)
  return lesson
}

/// What `due`, `today` and the end of a session tell of a day is what sessions ask.
struct DayAgreementTests {
  @Test(arguments: [2, 5, 20], [true, false])
  func `under a limit of reviews, due and today tell as many cards as a session asks`(
    most: Int, isOfGroup: Bool
  ) throws {
    var lesson = try learner(due: 8)
    var settings = lesson.library.settings
    settings.newPerDay = 0
    if isOfGroup {
      settings.deckLimits = ["Kana": DeckLimit(reviews: most)]
    } else {
      settings.reviewsPerDay = most
    }
    lesson = try Lesson(on: lesson, settings: settings) { $0.newPerDay = nil }
    _ = lesson.begin()
    for _ in 0..<2 {
      _ = lesson.type("")
      _ = lesson.type("4")
    }
    var next = try Lesson(on: lesson, settings: settings) { $0.newPerDay = nil }
    let asked = next.begin().questions.first?.standing.remaining ?? 0
    #expect(asked == min(6, most - 2))
    let library = next.library
    let due = try library.dueToday(library.plan())
    #expect((due.today, due.due) == (asked, 6))
    let today = try library.today(library.plan())
    #expect(today.left.due == 6)
    let keptBack = "The limit of reviews per day keeps back \(6 - asked) due cards."
    let advice = [
      asked > 0 ? "`rabble study` asks the \(asked) cards left today." : nil,
      asked < 6 ? keptBack : nil,
    ].compactMap(\.self)
    #expect(today.next == advice)
  }

  @Test func `a cram that leaves cards due says that the next is due now`() throws {
    var cram = try Lesson(on: learner(due: 3)) {
      $0.crams = true
      $0.isInteractive = true
    }
    _ = cram.begin()
    var summary: SummaryScreen?
    for _ in 0..<3 {
      _ = cram.type("")
      summary = cram.type("3").summaries.first
    }
    #expect(summary?.nextDue?.phrase == "now")
    #expect(summary?.today?.left.due == 3)
  }

  @Test func `what a session was limited to is not what is left of the day`() throws {
    var session = try Lesson(on: Lesson(onDisk: words(3))) {
      $0.isInteractive = true
      $0.newPerDay = 0
    }
    let summary = try #require(session.begin().summaries.first)
    #expect(summary.today?.left.new == 3)
    #expect(summary.today?.next.first == "`rabble study` asks the 3 cards left today.")
  }

  @Test func `a night between two answers counts neither for the session nor for what is left`()
    throws
  {
    var lesson = try Lesson(on: Lesson(words(6))) {
      $0.isInteractive = true
      $0.givesLessons = false
      $0.minutes = 10
    }
    _ = lesson.begin()
    for number in 0..<3 { _ = lesson.type("answer \(number)", after: 10) }
    let question = try #require(lesson.type("answer 3", after: 9 * 3600).questions.first)
    let progress = try #require(question.standing.progress)
    // Half a minute, and at most five minutes of the night; or one, as an answer counts.
    #expect(progress.seconds == 330)
    #expect(progress.secondsLeft == 90 * progress.left / 4)
    #expect(lesson.type(":quit").summaries.first?.seconds == 90)
  }

  @Test func `more cards are asked after the minutes are over`() throws {
    var lesson = try Lesson(on: Lesson(words(4))) {
      $0.minutes = 1
      $0.newPerDay = 1
    }
    _ = lesson.begin()
    _ = lesson.type("")
    #expect(lesson.type("4", after: 70).summaries.count == 1)
    let screens = lesson.type(":more 2")
    #expect(screens.notices.map(\.lines) == [["2 more cards."]])
    #expect(screens.questions.count == 1)
  }

  // MARK: - The clock

  @Test func `a clock that is put back by days brings the cards of its day, and a line says so`()
    throws
  {
    var lesson = try Lesson(on: learner(due: 3)) { _ in }
    _ = lesson.begin()
    _ = lesson.type("")
    lesson.wait(-86_400)
    let day = lesson.now.day.iso8601
    let screens = lesson.type("4")
    #expect(
      screens.notices.map(\.lines) == [["The clock was put back to \(day): 2 cards to study."]])
    #expect(screens.questions.first?.standing.remaining == 2)
    _ = lesson.type("")
    lesson.wait(86_400)
    #expect(
      lesson.type("4").notices.first?.lines == ["A new day has started: 1 card to study."])
  }

  @Test func `a clock behind the last answer is told at the keyboard, not to a script`() throws {
    var lesson = try Lesson(words(3))
    _ = lesson.begin()
    _ = lesson.type("answer 0")
    let earlier = Lesson.start.advanced(byMilliseconds: -3_600_000)
    var next = try Lesson(on: lesson, at: earlier) { $0.isInteractive = true }
    #expect(
      next.begin().notices.first?.lines == [
        "The clock is behind your last answer (2026-11-21 09:00): cards may be due that are not asked."
      ])
    var script = try Lesson(on: lesson) { _ in }
    #expect(script.begin().notices.isEmpty)
  }

  // MARK: - Interrupted cards

  @Test func `the card that was interrupted comes first in a random order under a limit, too`()
    throws
  {
    var settings = Settings()
    settings.reviewsPerDay = 2
    let first = try learner(due: 8)
    func session(_ seed: UInt64) throws -> Lesson {
      try Lesson(on: first, settings: settings) {
        $0.isInteractive = true
        $0.givesLessons = false
        $0.newPerDay = 0
        $0.order = .random(seed: seed)
      }
    }
    for seed in UInt64(0)..<8 {
      var lesson = try session(seed)
      let prompt = try #require(lesson.begin().questions.first?.prompt)
      #expect(lesson.library.remember(lesson.session) == nil)
      var next = try session(seed + 100)
      let question = try #require(next.begin().questions.first)
      #expect((question.prompt, question.standing.remaining) == (prompt, 2))
    }
  }
}

/// Decks that change, or seem to, while a session goes on.
struct ChangedDeckTests {
  private func lesson() throws -> Lesson {
    try Lesson(on: Lesson(onDisk: words(4))) { $0.isInteractive = true }
  }

  @Test func `a deck that changes during a lesson is taught as it is now, and the lesson goes on`()
    throws
  {
    var lesson = try lesson()
    #expect(lesson.begin().lessons.first?.prompt.base == "word 0")
    var changed = words(4)
    changed[1] = Question(prompt: "word 1", answer: "answer one")
    try lesson.rewrite(changed)
    let screens = lesson.type("")
    #expect(screens.notices.map(\.lines) == [["Changed on disk, and read again: kana.json."]])
    // A question that is new in another form is a new one, which comes after the lesson.
    let card = try #require(screens.lessons.first)
    #expect((card.prompt.base, card.number, card.count) == ("word 2", 2, 3))
    #expect(lesson.type("").lessons.first?.prompt.base == "word 3")
    #expect(lesson.type("").questions.first?.prompt == "word 0")
    #expect(lesson.type("answer 0").questions.first?.prompt == "word 2")
    _ = lesson.type("answer 2")
    let last = try #require(lesson.type("answer 3").lessons.first)
    #expect((last.prompt.base, last.answer.answer) == ("word 1", "answer one"))
  }

  @Test func `a deck that is deleted during a lesson is taught no longer`() throws {
    var lesson = try lesson()
    _ = lesson.begin()
    try lesson.rename(to: nil)
    let screens = lesson.type("")
    #expect(screens.lessons.isEmpty)
    #expect(
      screens.notices.first?.lines.first
        == "kana.json is no longer there, so its cards are not asked.")
    let summary = try #require(screens.summaries.first)
    #expect(summary.today == nil, "There is no deck that anything could be advised about.")
  }

  @Test func `a deck that was written again as it was is not worth a line`() throws {
    var lesson = try Lesson(onDisk: words(3))
    _ = lesson.begin()
    try lesson.rewrite(words(3))
    let screens = lesson.type("answer 0")
    #expect(screens.notices.isEmpty)
    #expect(screens.questions.first?.prompt == "word 1")
    var changed = words(3)
    changed[2] = Question(prompt: "word 2", answer: "Answer 2")
    try lesson.rewrite(changed)
    #expect(
      lesson.type("answer 1").notices.map(\.lines) == [
        ["Changed on disk, and read again: kana.json."]
      ])
  }

  @Test func `of many files that changed three are named`() {
    let paths = ["a", "b", "c", "d", "e"].map { "decks/\($0).json" }
    #expect(SessionDecks.names(Array(paths.prefix(3))) == "a.json, b.json, c.json")
    #expect(SessionDecks.names(paths) == "a.json, b.json, c.json and 2 more")
  }
}
