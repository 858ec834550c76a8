import RabbleControllers
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleTestSupport
import Testing

@testable import RabbleStudy

private let kana = [("か", "ka"), ("き", "ki"), ("く", "ku"), ("け", "ke"), ("こ", "ko"), ("さ", "sa")]
  .map { Question(prompt: $0.0, hint: "hint for \($0.1)", answer: $0.1) }

/// A session at the keyboard over some kana, in deck order.
private func session(
  _ questions: [Question] = kana, _ change: (inout Settings) -> Void = { _ in },
  options: (inout SessionOptions) -> Void = { _ in }
) throws -> Lesson {
  var settings = Settings()
  change(&settings)
  return try Lesson(on: Lesson(questions), settings: settings) {
    $0.isInteractive = true
    options(&$0)
  }
}

struct LessonTests {
  @Test func `new cards are shown with their answers, then asked in the same order`() throws {
    var lesson = try session()
    let first = try #require(lesson.begin().lessons.first)
    #expect(first.prompt.base == "か" && first.answer.answer == "ka")
    #expect(first.answer.hint == "hint for ka")
    #expect((first.number, first.count) == (1, 5))
    #expect(first.standing.remaining == 6)
    let prompts = (0..<4).compactMap { _ in lesson.type("").lessons.first?.prompt.base }
    #expect(prompts == ["き", "く", "け", "こ"])
    let question = try #require(lesson.type("").questions.first)
    #expect(question.prompt == "か")
    #expect(question.standing.remaining == 6)
    #expect(lesson.type("ka").questions.first?.prompt == "き")
  }

  @Test func `looking records nothing, and the first answer after a lesson says taught`() throws {
    var lesson = try session([a, i]) { $0.lessonSize = 1 }
    _ = lesson.begin()
    #expect(try lesson.occasions().isEmpty)
    #expect(lesson.type("").questions.first?.prompt == "あ")
    _ = lesson.type("a")
    #expect(try lesson.occasions() == [.taught])
    _ = lesson.type(":skip-lesson")
    _ = lesson.type("i")
    _ = lesson.type("a", after: 700)
    #expect(try lesson.occasions() == [.taught, .taught, nil])
  }

  @Test func `a card whose answer changes after its lesson is shown once more before it is asked`()
    throws
  {
    // By its id, a new question goes on under its identity.
    func deck(_ answers: [String: String]) -> [Question] {
      kana.map {
        Question(id: $0.answer, prompt: $0.prompt, answer: answers[$0.prompt] ?? $0.answer)
      }
    }
    var lesson = try Lesson(on: Lesson(onDisk: deck([:]))) { $0.isInteractive = true }
    _ = lesson.begin()
    for _ in 0..<4 { _ = lesson.type("") }
    // While the last card of the lesson is shown, and then while the first is asked.
    try lesson.rewrite(deck(["か": "KA!"]))
    let again = lesson.type("")
    #expect(again.questions.isEmpty && again.lessons.map(\.answer.answer) == ["KA!"])
    #expect((again.lessons.first?.number, again.lessons.first?.count) == (1, 1))
    #expect(lesson.type("").questions.map(\.prompt) == ["か"])
    try lesson.rewrite(deck(["か": "KA!", "く": "KU!"]))
    #expect(lesson.type("KA!").questions.map(\.prompt) == ["き"])
    #expect(lesson.type("ki").lessons.map(\.answer.answer) == ["KU!"])
    #expect(lesson.type("").questions.map(\.prompt) == ["く"])
    #expect(lesson.type("KU!").questions.map(\.prompt) == ["け"])
    #expect(try lesson.occasions() == [.taught, .taught, .taught])
  }

  @Test func `without an id, too, a card whose answer changes is shown before it is asked`() throws
  {
    var lesson = try Lesson(on: Lesson(onDisk: kana)) { $0.isInteractive = true }
    _ = lesson.begin()
    for _ in 0..<5 { _ = lesson.type("") }
    var changed = kana
    changed[2] = Question(prompt: "く", answer: "KU!")
    try lesson.rewrite(changed)
    var screens = lesson.type("ka")
    var shown: [String] = []
    for _ in 0..<20 {
      shown += screens.lessons.map(\.answer.answer)
      guard let question = screens.questions.last else {
        screens = lesson.type("")
        continue
      }
      if question.prompt == "く" { break }
      let answer = changed.first { $0.prompt == question.prompt }?.answer
      screens = lesson.type(try #require(answer))
    }
    #expect(screens.questions.last?.prompt == "く")
    #expect(shown.contains("KU!"))
  }

  @Test func `a skipped lesson asks all its cards, and the log tells which were shown`() throws {
    var lesson = try session()
    _ = lesson.begin()
    _ = lesson.type("")
    #expect(lesson.type(":skip-lesson").questions.first?.prompt == "か")
    for answer in ["ka", "ki", "ku"] { _ = lesson.type(answer) }
    #expect(try lesson.occasions() == [.taught, .taught, nil])
    #expect(lesson.type(":skip-lesson").notices.first?.lines == ["There is no lesson to skip."])
  }

  @Test func `cards known before are not taught, and lessons can be off`() throws {
    var known = try session()
    #expect(known.begin().lessons.count == 1)
    var plain = try session(kana) { $0.givesLessons = false }
    #expect(plain.begin().questions.first?.prompt == "か")
    var asked = try session(kana) {
      $0.givesLessons = false
    } options: {
      $0.givesLessons = true
    }
    #expect(asked.begin().lessons.count == 1)
    var script = try Lesson(kana)
    #expect(script.begin().lessons.isEmpty)
  }

  @Test func `undo in the middle of a lesson asks the last card, then shows the lesson again`()
    throws
  {
    var lesson = try session([a, i]) { $0.lessonSize = 1 }
    _ = lesson.begin()
    _ = lesson.type("")
    #expect(lesson.type("a").lessons.first?.prompt.base == "い")
    let screens = lesson.type(":undo")
    #expect(screens.notices.count == 1)
    let again = screens.lessons.first?.prompt.base ?? screens.questions.first?.prompt
    #expect(again == "あ")
    #expect(lesson.session.score == Score())
  }

  @Test func `undo after a lesson asks the card again, and its answer still says taught`() throws {
    var lesson = try session()
    _ = lesson.begin()
    for _ in 0..<5 { _ = lesson.type("") }
    #expect(lesson.type("ka").questions.first?.prompt == "き")
    let undone = lesson.type(":undo")
    #expect(undone.lessons.isEmpty)
    #expect(undone.questions.first?.prompt == "か")
    let redone = lesson.type(":redo")
    #expect(redone.lessons.isEmpty)
    #expect(redone.questions.first?.prompt == "き")
    _ = lesson.type(":undo")
    #expect(lesson.type("ka").questions.first?.prompt == "き")
    #expect(try lesson.occasions().suffix(1) == [.taught])
  }

  @Test func `commands in a lesson leave it where it was`() throws {
    var lesson = try session()
    _ = lesson.begin()
    for command in [":help", ":why", ":hint", ":show", ":nonsense"] {
      let screens = lesson.type(command)
      #expect(screens.notices.count == 1, "\(command)")
      #expect(screens.lessons.first?.prompt.base == "か", "\(command)")
    }
    #expect(lesson.type(":skip").lessons.first?.prompt.base == "き")
    #expect(lesson.type(":bury").lessons.first?.prompt.base == "く")
  }

  @Test(arguments: [":suspend", ":bury", ":known"])
  func `a lesson goes on without a card that is taken out, and has it back after undo`(line: String)
    throws
  {
    var lesson = try session()
    _ = lesson.begin()
    _ = lesson.type("")
    _ = lesson.type("")
    let next = try #require(lesson.type(line).lessons.first)
    #expect(next.prompt.base == "け")
    #expect((next.number, next.count) == (3, 4))
    #expect(next.standing.remaining == 5)
    let undone = lesson.type(":undo")
    #expect(undone.notices.first?.standing.remaining == 6)
    let back = try #require(undone.lessons.first)
    #expect(back.prompt.base == "く")
    #expect((back.number, back.count) == (3, 5))
    let shown = (0..<2).compactMap { _ in lesson.type("").lessons.first?.prompt.base }
    #expect(shown == ["け", "こ"])
    #expect(lesson.type("").questions.first?.prompt == "か")
    for answer in ["ka", "ki", "ku", "ke"] { _ = lesson.type(answer) }
    #expect(lesson.type("ko").lessons.first?.prompt.base == "さ")
  }

  @Test func `a lesson whose last card is taken out asks the others`() throws {
    var lesson = try session(kana) { $0.lessonSize = 2 }
    _ = lesson.begin()
    _ = lesson.type("")
    let screens = lesson.type(":suspend")
    #expect(screens.lessons.isEmpty)
    #expect(screens.questions.first?.prompt == "か")
    // It is shown by itself when it comes back, and asked at once.
    let back = try #require(lesson.type(":undo").lessons.first)
    #expect(back.prompt.base == "き")
    #expect((back.number, back.count) == (1, 1))
    #expect(lesson.type("").questions.first?.prompt == "き")
    #expect(lesson.type("ki").questions.first?.prompt == "か")
  }

  @Test func `a lesson that undo interrupts goes on where it was`() throws {
    var lesson = try session(kana) { $0.lessonSize = 3 }
    _ = lesson.begin()
    for line in ["", "", "", "ka", "ki", "ku", ""] { _ = lesson.type(line) }
    // The second lesson shows its second card.
    #expect(lesson.type(":undo").questions.first?.prompt == "く")
    let next = try #require(lesson.type("ku").lessons.first)
    #expect(next.prompt.base == "こ")
    #expect((next.number, next.count) == (2, 3))
    #expect(lesson.type("").lessons.first?.prompt.base == "さ")
    #expect(lesson.type("").questions.first?.prompt == "け")
  }

  @Test func `a wrapped-up lesson begins no cards when one of its own is suspended`() throws {
    var lesson = try session(kana) { $0.lessonSize = 3 }
    _ = lesson.begin()
    _ = lesson.type("")
    #expect(lesson.type(":wrap").notices.first?.lines.first?.contains("2 cards to finish") == true)
    let question = try #require(lesson.type(":suspend").questions.first)
    #expect(question.prompt == "か")
    #expect(question.standing.remaining == 1)
  }

  @Test func `a new card tells what it has in common with one of its group that was started`()
    throws
  {
    let words = [
      Question(prompt: "待つ", answer: "to wait"), Question(prompt: "持つ", answer: "to hold"),
    ]
    var lesson = try session(words) { $0.lessonSize = 1 }
    #expect(lesson.begin().lessons.first?.alike == [])
    _ = lesson.type("")
    let second = try #require(lesson.type("to wait").lessons.first)
    #expect(second.alike == ["待つ = to wait: 持/待"])
  }
}

struct PauseTests {
  @Test func `after a miss the answer stays until Enter`() throws {
    var lesson = try session(kana) { $0.givesLessons = false }
    _ = lesson.begin()
    let screens = lesson.type("ki")
    #expect(screens.verdicts.first?.pause == .enter)
    #expect(screens.verdicts.first?.answer?.hint == "hint for ka")
    #expect(screens.questions.isEmpty)
    #expect(lesson.type("").questions.first?.prompt == "き")
    let right = lesson.type("ki")
    #expect(right.verdicts.first?.pause == nil)
    #expect(right.questions.first?.prompt == "く")
  }

  @Test(arguments: [
    (PauseRule.always, [true, true]), (.miss, [false, true]), (.off, [false, false]),
  ])
  func `the rule says after which verdicts it stays`(rule: PauseRule, pauses: [Bool]) throws {
    var lesson = try session(kana) {
      $0.givesLessons = false
      $0.pause = rule
    }
    _ = lesson.begin()
    var found = [lesson.type("ka").verdicts.first?.pause != nil]
    if found[0] { _ = lesson.type("") }
    found.append(lesson.type("so").verdicts.first?.pause != nil)
    #expect(found == pauses)
  }

  @Test func `a miss is typed once more and not recorded`() throws {
    var lesson = try session(kana) {
      $0.givesLessons = false
      $0.retypes = true
    }
    _ = lesson.begin()
    #expect(lesson.type("ki").verdicts.first?.pause == .retype(asksForKana: false))
    #expect(lesson.type("ku").notices.first?.lines.first?.contains("ka") == true)
    #expect(lesson.type("ka").questions.first?.prompt == "き")
    #expect(lesson.session.score == Score(incorrect: 1))
    _ = lesson.type("ka")
    #expect(lesson.type("").questions.first?.prompt == "く")
  }

  @Test func `while the answer stays, why and info tell of the card after that answer`() throws {
    var lesson = try session(kana) { $0.givesLessons = false }
    _ = lesson.begin()
    _ = lesson.type(":hint")
    _ = lesson.type("ki")
    let why = try #require(lesson.type(":why").notices.first).lines
    #expect(why.first?.contains("Learning, step 1 of 2") == true, "\(why)")
    #expect(!why.joined().contains("not answered"))
    let info = try #require(lesson.type(":info").notices.first).lines.joined(separator: "\n")
    #expect(info.contains("1 answer,") && !info.contains("New: not answered yet."), "\(info)")
    let standing = try #require(try lesson.standing("か")?.schedule)
    #expect(standing.repetitions == 1)
  }

  @Test func `while the answer stays, the miss can be overridden, explained and undone`() throws {
    var lesson = try session(kana) { $0.givesLessons = false }
    _ = lesson.begin()
    _ = lesson.type("ki")
    #expect(lesson.type(":why").notices.count == 1)
    #expect(lesson.type(":override").questions.first?.prompt == "き")
    #expect(lesson.session.score == Score(correct: 1))
    _ = lesson.type("ka")
    #expect(lesson.type(":undo").questions.last?.prompt == "き")
    #expect(lesson.session.score == Score(correct: 1))
  }
}

struct StoppedLessonTests {
  /// Answers every card right until the session sums up.
  private func finish(_ lesson: inout Lesson, from screens: [StudyScreen]) -> (
    prompts: Set<String>, summary: SummaryScreen?
  ) {
    var (screens, prompts) = (screens, Set<String>())
    for _ in 0..<60 {
      guard screens.summaries.isEmpty, let prompt = screens.questions.last?.prompt else { break }
      prompts.insert(prompt)
      screens = lesson.type(kana.first { $0.prompt == prompt }?.answer ?? "")
    }
    return (prompts, screens.summaries.last)
  }

  @Test func `wrap in a lesson asks what was shown, and leaves the rest new`() throws {
    var lesson = try session()
    _ = lesson.begin()
    _ = lesson.type("")
    let screens = lesson.type(":wrap")
    #expect(screens.notices.map(\.lines) == [["Wrapping up: 2 cards to finish. :more goes on."]])
    let shown = try #require(screens.lessons.first)
    #expect(shown.prompt.base == "き")
    #expect((shown.number, shown.count) == (2, 2))
    let (prompts, summary) = finish(&lesson, from: lesson.type(""))
    #expect(prompts == ["か", "き"])
    #expect(summary?.heldBack == 4)
    let more = lesson.type(":more 2").lessons.first
    #expect(more?.prompt.base == "く")
    #expect(more?.count == 2)
  }

  @Test func `the minutes end a lesson, too`() throws {
    var lesson = try session {
      $0.minutes = 1
    }
    _ = lesson.begin()
    _ = lesson.type("", after: 40)
    let screens = lesson.type("", after: 40)
    #expect(
      screens.notices.map(\.lines) == [
        ["1 minute is over. No other cards are started; 2 cards to finish."]
      ])
    let (prompts, summary) = finish(&lesson, from: screens)
    #expect(prompts == ["か", "き"])
    #expect(summary?.heldBack == 4)
  }

  @Test func `a miss that the learner graded shows the hint, and so does the card when it is back`()
    throws
  {
    var lesson = try session([a, i]) { $0.givesLessons = false }
    _ = lesson.begin()
    for _ in 0..<2 {
      _ = lesson.type("")
      _ = lesson.type("4")
    }
    var later = try self.later(than: lesson, by: 30 * 86_400)
    var screens = later.begin()
    if screens.questions.first?.prompt != "あ" { screens = later.type(":skip") }
    #expect(screens.questions.first?.prompt == "あ")
    #expect(later.type("").revealed.first?.answer.hint == nil)
    #expect(later.type("1").verdicts.first?.answer?.hint == "as in father")
    later.wait(3600)
    #expect(later.type("").questions.first?.prompt == "あ")
    #expect(later.type("").revealed.first?.answer.hint == "as in father")
    // It stands there already.
    #expect(later.type("1").verdicts.first?.answer?.hint == nil)
  }

  private func later(than lesson: Lesson, by seconds: Int64) throws -> Lesson {
    try Lesson(on: lesson, at: lesson.now.advanced(byMilliseconds: seconds * 1000)) {
      $0.isInteractive = true
      $0.givesLessons = false
    }
  }
}

struct LimitTests {
  /// Answers every card right until the session sums up; the prompts, and the summary.
  private func finish(_ lesson: inout Lesson, after seconds: Int64 = 0) -> (
    prompts: [String], summary: SummaryScreen?
  ) {
    var prompts: [String] = []
    var screens = lesson.begin()
    while prompts.count < 60 {
      if let summary = screens.summaries.last { return (prompts, summary) }
      guard let prompt = screens.questions.last?.prompt else { break }
      prompts.append(prompt)
      let answer = kana.first { $0.prompt == prompt }?.answer ?? ""
      screens = lesson.type(answer, after: seconds)
    }
    return (prompts, nil)
  }

  @Test func `a limit ends the session when its cards are learned, and says what is still due`()
    throws
  {
    var lesson = try session(kana) {
      $0.givesLessons = false
    } options: {
      $0.cards = 2
    }
    let (prompts, summary) = finish(&lesson)
    #expect(Set(prompts) == ["か", "き"])
    #expect(prompts.count == 4)
    #expect(summary?.heldBack == 4)
    #expect(try lesson.standing("か")?.schedule?.due != nil)
    #expect(try lesson.standing("く")?.schedule == nil)
  }

  @Test(arguments: [true, false])
  func `a new day resets no limit, and wraps up what was being wrapped up`(wraps: Bool) throws {
    var lesson = try session(kana) {
      $0.givesLessons = false
    } options: {
      if !wraps { $0.cards = 2 }
    }
    #expect(lesson.begin().questions.first?.prompt == "か")
    if wraps { _ = lesson.type(":wrap") }
    let screens = lesson.type("ka", after: 20 * 3600)
    let count = wraps ? "1 card" : "2 cards"
    #expect(screens.notices.first?.lines == ["A new day has started: \(count) to study."])
    #expect(screens.questions.first?.standing.remaining == (wraps ? 1 : 2))
    #expect(screens.questions.first?.prompt == (wraps ? "か" : "き"))
  }

  @Test func `the count says what is left within the limit`() throws {
    var lesson = try session(kana) {
      $0.givesLessons = false
    } options: {
      $0.cards = 2
    }
    let first = try #require(lesson.begin().questions.first?.standing)
    #expect(first.remaining == 2)
    #expect(first.progress?.new == 2 && first.progress?.learning == 0)
    let second = try #require(lesson.type("ka").questions.first?.standing)
    #expect(second.progress?.new == 1 && second.progress?.learning == 1)
  }

  @Test func `wrap finishes what was begun, and more goes on`() throws {
    var lesson = try session(kana) { $0.givesLessons = false }
    _ = lesson.begin()
    _ = lesson.type("ka")
    #expect(lesson.type(":wrap").questions.first?.prompt == "き")
    #expect(lesson.type("ki").questions.first?.prompt == "か")
    #expect(lesson.type("ka").questions.first?.prompt == "き")
    let summary = try #require(lesson.type("ki").summaries.first)
    #expect(summary.heldBack == 4 && !summary.isFinal)
    let screens = lesson.type(":more 2")
    #expect(screens.notices.first?.lines == ["2 more cards."])
    #expect(screens.questions.first?.prompt == "く")
    #expect(screens.questions.first?.standing.remaining == 2)
  }

  @Test func `more brings new cards beyond the day's limit once nothing else is left`() throws {
    var lesson = try session(kana) {
      $0.givesLessons = false
    } options: {
      $0.newPerDay = 1
    }
    let (prompts, summary) = finish(&lesson)
    #expect(prompts == ["か", "か"] && summary?.heldBack == 0)
    let screens = lesson.type(":more 3")
    #expect(screens.questions.first?.prompt == "き")
    #expect(screens.questions.first?.standing.remaining == 3)
    #expect(lesson.type(":more 0").notices.first?.tone == .problem)
    #expect(lesson.type(":more 99999999999999999999").notices.first?.tone == .problem)
    #expect(lesson.type(":more").questions.first?.standing.remaining == 5)
  }

  @Test func `after its minutes a session begins no other card`() throws {
    var lesson = try session(kana) {
      $0.givesLessons = false
    } options: {
      $0.minutes = 1
    }
    let (prompts, summary) = finish(&lesson, after: 25)
    #expect(Set(prompts) == ["か", "き", "く"])
    #expect(summary?.heldBack == 3)
    for (minutes, sentence) in [(1, "1 minute is over."), (2, "2 minutes are over.")] {
      var timed = try session(kana) {
        $0.givesLessons = false
      } options: {
        $0.minutes = minutes
      }
      _ = timed.begin()
      let lines = timed.type("ka", after: 150).notices.flatMap(\.lines)
      #expect(lines.contains { $0.hasPrefix(sentence) }, "\(lines)")
    }
  }

  @Test func `the greatest limits are no danger`() throws {
    var lesson = try session(kana) {
      $0.givesLessons = false
    } options: {
      $0.minutes = .max
      $0.cards = .max
      $0.newPerDay = 1
    }
    _ = lesson.begin()
    #expect(lesson.type("ka").verdicts.count == 1)
    #expect(lesson.type(":more 3").notices.first?.lines == ["3 more cards."])
  }

  @Test func `one deck can have limits of its own`() throws {
    var lesson = try session(kana) {
      $0.givesLessons = false
      $0.deckLimits = ["kana": DeckLimit(new: 3), "Other": DeckLimit(new: 0)]
    }
    #expect(lesson.begin().questions.first?.standing.remaining == 3)
    for _ in 0..<3 {
      _ = lesson.type("")
      _ = lesson.type("4")
    }
    lesson.wait(30 * 86_400)
    func due(_ limit: DeckLimit) throws -> Int? {
      var settings = Settings()
      settings.deckLimits = ["Kana": limit]
      var later = try Lesson(on: lesson, settings: settings) { $0.newPerDay = 0 }
      let count = later.begin().questions.first?.standing.remaining
      _ = later.type("")
      _ = later.type("4")
      return count
    }
    #expect(try due(DeckLimit(reviews: 2)) == 2)
    #expect(try due(DeckLimit(reviews: 2)) == 1, "one of the two was answered")
    #expect(try due(DeckLimit(new: 9)) == 1)
  }

  @Test func `new cards are limited by group and day`() throws {
    var lesson = try session(kana) {
      $0.givesLessons = false
      $0.newPerGroup = 2
    }
    #expect(lesson.begin().questions.first?.standing.remaining == 2)
    _ = lesson.type("ka")
    var again = try Lesson(on: lesson, settings: lesson.library.settings) { _ in }
    #expect(again.begin().questions.first?.standing.remaining == 2)
  }
}

struct OccasionTests {
  private func learned() throws -> Lesson {
    var lesson = try Lesson([a, i])
    _ = lesson.begin()
    for _ in 0..<2 {
      _ = lesson.type("")
      _ = lesson.type("4")
    }
    return lesson
  }

  @Test func `cards are asked ahead of their day, by true time`() throws {
    let lesson = try learned()
    let tomorrow = Lesson.start.advanced(byMilliseconds: 86_400_000)
    var now = try Lesson(on: lesson, at: tomorrow) { _ in }
    #expect(now.begin().questions.isEmpty)
    var ahead = try Lesson(on: lesson) { $0.daysAhead = 30 }
    #expect(ahead.begin().questions.first?.standing.remaining == 2)
    let before = try #require(try ahead.standing("あ")?.schedule)
    _ = ahead.type("a")
    let after = try #require(try ahead.standing("あ")?.schedule)
    #expect(after.repetitions == before.repetitions + 1)
    let expected = Scheduler(Preset()).schedule(
      before, grade: .good, at: tomorrow, card: try #require(try ahead.standing("あ")?.card.id))
    #expect(after.memory == expected.memory)
    #expect(ahead.type("i").questions.isEmpty)
  }

  @Test func `cram asks every card, and changes no schedule`() throws {
    let lesson = try learned()
    let before = try ["あ", "い"].map { try lesson.standing($0)?.schedule }
    var cram = try Lesson(on: lesson) { $0.crams = true }
    let first = try #require(cram.begin().questions.first?.prompt)
    let second = try #require(cram.type(first == "あ" ? "i" : "a").questions.first?.prompt)
    #expect(first != second)
    let third = cram.type(second == "あ" ? "a" : "i").questions.first?.prompt
    #expect(third == first, "a miss comes again at the end")
    let summary = cram.type(first == "あ" ? "a" : "i").summaries.first
    #expect(summary?.answered == 3)
    #expect(try ["あ", "い"].map { try lesson.standing($0)?.schedule } == before)
    #expect(try cram.occasions().suffix(3) == [.cram, .cram, .cram])
    #expect(cram.type(":undo").questions.last?.prompt == first)
  }

  @Test func `cram tells no intervals, and neither cards due nor cards left by a limit`() throws {
    var cram = try Lesson(on: learned()) {
      $0.crams = true
      $0.cards = 1
      $0.isInteractive = true
    }
    #expect(cram.begin().questions.first?.standing.asksAny == true)
    let choices = cram.type("").revealed.first?.choices.map(\.returns)
    #expect(
      choices == ["comes again in this session"]
        + Array(repeating: "no change of schedule", count: 3))
    #expect(cram.type("3").summaries.first?.heldBack == 0)
  }

  @Test func `in a cram every card counts as due, and a miss comes again without a due date`()
    throws
  {
    var cram = try Lesson(on: Lesson([a, i])) {
      $0.crams = true
      $0.order = .sequential
    }
    let all = TodayScreen.Left(due: 2, learning: 0, new: 0)
    #expect(cram.begin().questions.first?.standing.counts == all)
    #expect(cram.type(":skip").questions.first?.standing.counts == all)
    let miss = cram.type("ki")
    #expect(
      miss.verdicts.first?.returns == "comes again in this session; schedule unchanged")
    #expect(miss.questions.first?.standing.counts == all)
    #expect(cram.type("a").verdicts.first?.returns == "schedule unchanged")
  }

  @Test func `cram leaves a new card new`() throws {
    var cram = try Lesson(on: Lesson([a])) { $0.crams = true }
    #expect(cram.begin().questions.first?.isNew == true)
    _ = cram.type("a")
    #expect(try cram.standing("あ")?.schedule == nil)
  }
}

extension Lesson {
  /// The occasions of all answers, oldest first.
  fileprivate func occasions() throws -> [ReviewOccasion?] {
    var found: [ReviewOccasion?] = []
    try library.export(replays: false, readsDecks: false) {
      found.append($0.recorded.review.occasion)
    }
    return found
  }
}
