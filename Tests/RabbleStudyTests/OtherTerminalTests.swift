import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStudy
import Testing

/// What a session makes of what another terminal has done since it began.
struct OtherTerminalTests {
  private let dog = Question(
    prompt: "犬", answer: "dog", directions: [.recognition, .production])
  private let cat = Question(prompt: "猫", answer: "cat")
  private let water = Question(prompt: "水", answer: "water")
  private let tree = Question(prompt: "木", answer: "tree")

  @Test func `cards that were answered elsewhere wait for their steps, and new ones come first`()
    throws
  {
    var mine = try Lesson([dog, cat, water, tree])
    _ = mine.begin()
    var other = try Lesson(on: mine)
    _ = other.begin()
    _ = other.type("dog")
    _ = other.type("cat")
    let next = mine.type(":skip").questions
    #expect(next.map(\.prompt) == ["水"])
    // The skipped card is looked up when it comes.
    #expect(next.first?.standing.counts == .init(due: 0, learning: 1, new: 3))
    #expect(mine.type("water").questions.map(\.prompt) == ["木"])
    let early = mine.type("tree").questions
    #expect(early.map(\.prompt) == ["猫"])
    #expect(early.first?.isNew == false)
  }

  @Test func `a skipped card that was answered elsewhere comes in its step`() throws {
    var mine = try Lesson([dog, cat])
    _ = mine.begin()
    var other = try Lesson(on: mine)
    _ = other.begin()
    _ = other.type("dog")
    _ = mine.type(":skip")
    _ = mine.type("")
    let back = mine.type("4").questions
    #expect(back.map(\.prompt) == ["犬"])
    #expect(back.first?.isNew == false)
    #expect(back.first?.standing.counts == .init(due: 0, learning: 1, new: 0))
  }

  @Test func `a card whose step was passed elsewhere comes at its next one`() throws {
    var mine = try Lesson([dog, cat, water])
    _ = mine.begin()
    _ = mine.type("quite different")
    mine.wait(61)
    var other = try Lesson(on: mine)
    #expect(other.begin().questions.map(\.prompt) == ["犬"])
    _ = other.type("dog")
    #expect(mine.type("cat").questions.map(\.prompt) == ["水"])
  }

  @Test func `a card of a lesson that was answered elsewhere comes in its step`() throws {
    var mine = try Lesson(on: Lesson([dog, cat, water])) { $0.givesLessons = true }
    _ = mine.begin()
    var other = try Lesson(on: mine)
    _ = other.begin()
    _ = other.type(":skip")
    _ = other.type("cat")
    let shown = mine.type("").lessons.first
    #expect(shown?.prompt.base == "水")
    #expect(shown?.standing.counts == .init(due: 0, learning: 1, new: 2))
  }

  @Test func `undo brings back no card that was suspended elsewhere, then that suspension whole`()
    throws
  {
    var mine = try Lesson([dog, cat])
    _ = mine.begin()
    _ = mine.type("dog")
    let question = try #require(try mine.standing("犬")?.card.id.question)
    _ = try mine.library.suspend(
      [CardID(question: question), CardID(question: question, direction: .production)], .suspended)
    var screens = mine.type(":undo")
    #expect(
      screens.notices.map(\.lines) == [
        ["Undone: answer to “犬” (good)."], ["“犬” is suspended, so it is not asked."],
      ])
    #expect(screens.questions.map(\.prompt) == ["猫"])
    #expect(screens.questions.first?.standing.remaining == 1)
    screens = mine.type(":undo")
    #expect(
      screens.notices.map(\.lines) == [["Undone: suspended “犬” and 1 more, 2026-11-21 09:00."]])
    #expect(screens.questions.map(\.prompt) == ["犬"])
    #expect(try mine.log.read { try $0.suspensions.cards(at: mine.now) } == [])
  }

  @Test(arguments: [true, false])
  func `a sibling that was suspended and no longer is stays out of the session`(isUndone: Bool)
    throws
  {
    var mine = try Lesson([dog, cat])
    let first = try #require(mine.begin().questions.first)
    let suspend = StudyRequest(.suspend, card: first.card, direction: "production")
    #expect(mine.send(.request(suspend)).questions.map(\.prompt) == ["犬"])
    let back =
      isUndone
      ? mine.type(":undo")
      : mine.send(
        .request(StudyRequest(.unsuspend, card: first.card, direction: "production")))
    #expect(back.questions.map(\.prompt) == ["犬"])
    #expect(back.questions.first?.standing.counts == first.standing.counts)
    #expect(back.notices.first?.standing.counts == first.standing.counts)
  }

  @Test func `a sibling that was suspended before the session began stays out of it, too`() throws {
    let before = try Lesson([dog, cat])
    let question = try #require(try before.standing("犬")?.card.id.question)
    _ = try before.library.suspend(
      [CardID(question: question, direction: .production)], .suspended)
    var mine = try Lesson(on: before)
    let first = try #require(mine.begin().questions.first)
    let back = mine.send(
      .request(StudyRequest(.unsuspend, card: first.card, direction: "production")))
    #expect(
      back.notices.map(\.lines) == [["Unsuspended; it is not asked in this session."]])
    #expect(back.questions.first?.standing.counts == first.standing.counts)
  }

  @Test func `a session in memory, as the tutorial is, ends without a day`() throws {
    var lesson = try Lesson(on: Lesson([cat])) {
      $0.isInteractive = true
      $0.givesLessons = false
    }
    _ = lesson.begin()
    _ = lesson.type("")
    let summary = try #require(lesson.type("4").summaries.first)
    #expect(summary.answered == 1 && summary.today == nil)
  }
}
