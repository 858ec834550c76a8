import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import Testing

/// Cards in their steps that come early when nothing else is left.
struct LearnAheadTests {
  @Test(arguments: [0, 5])
  func
    `a new card that is forgotten each time is asked early three times; then the session ends and says when`(
      seconds: Int64
    ) throws
  {
    var lesson = try Lesson([a])
    var screens = lesson.begin()
    var answers = 0
    var due: ReturnTime?
    while screens.summaries.isEmpty, answers < 50 {
      _ = lesson.type("")
      screens = lesson.type("1", after: seconds)
      due = screens.verdicts.first?.due
      answers += 1
    }
    #expect(answers == 1 + ReviewQueue.mostEarly)
    let summary = try #require(screens.summaries.first)
    #expect(summary.nextDue == due && due != nil)
    #expect(summary.standing.remaining == 1)
    _ = lesson.type("")
    #expect(lesson.isOver)
  }

  @Test func `it comes early only when nothing else is left, and others come as before`() throws {
    let many = [a, i] + (0..<3).map { Question(prompt: "prompt \($0)", answer: "answer \($0)") }
    var lesson = try Lesson(many)
    var screens = lesson.begin()
    var asked: [String] = []
    while let question = screens.questions.last, asked.count < 100 {
      asked.append(question.prompt)
      _ = lesson.type("")
      screens = lesson.type("1")
    }
    #expect(Array(asked.prefix(5)) == many.map(\.prompt))
    for question in many {
      #expect(asked.count { $0 == question.prompt } == 1 + ReviewQueue.mostEarly)
    }
    #expect(screens.summaries.count == 1)
  }

  @Test func `a card whose minute has come is asked, however often it came early`() throws {
    var lesson = try Lesson([a])
    _ = lesson.begin()
    for _ in 0...ReviewQueue.mostEarly {
      _ = lesson.type("")
      _ = lesson.type("1")
    }
    // The session has ended; the next one asks it when it is due.
    var later = try Lesson(on: lesson, at: lesson.now.advanced(byMilliseconds: 60 * 60_000))
    #expect(later.begin().questions.map(\.prompt) == ["あ"])
  }
}
