import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStudy
import RabbleTestSupport
import Testing

/// What sessions make of the parameters of learners whose memory is known.
struct AutomaticRefitTests {
  @Test(arguments: [1, 2])
  func `who remembers as the defaults predict keeps them for twelve days`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var lesson = try Lesson(
      (0..<200).map { Question(prompt: "prompt \($0)", answer: "answer \($0)") })
    var reviews = 0
    for day in 0..<12 {
      let morning = Lesson.start.advanced(byMilliseconds: Int64(day) * 86_400_000)
      lesson = try Lesson(on: lesson, at: morning)
      _ = lesson.begin()
      while let card = lesson.session.currentCard {
        let grade = try grade(of: card, lesson, &generator)
        _ = lesson.type("")
        _ = lesson.type("\(grade.rawValue)", after: 6)
        reviews += 1
      }
      let news = lesson.library.refit(after: lesson.session)
      #expect(news == [], "day \(day), after \(reviews) reviews")
    }
    #expect(reviews > 500)
    #expect(try lesson.log.read { try $0.presets.book() }.preset(named: "default") == Preset())
  }

  /// A grade by chance, as the memory of a learner with the default parameters gives it.
  private func grade(
    of card: Card, _ lesson: Lesson, _ generator: inout SeededGenerator
  ) throws -> Grade {
    let standing = try lesson.log.read {
      try $0.cards.standing(of: card.id, in: lesson.groups, at: lesson.now)
    }
    guard let schedule = standing?.schedule else {
      return generator.element(of: [.again, .good, .good, .good, .easy])
    }
    let recalled = Scheduler().retrievability(
      of: schedule.memory, since: schedule.lastReview, at: lesson.now)
    return Double.random(in: 0..<1, using: &generator) < recalled
      ? generator.element(of: [.hard, .good, .good, .good, .good, .good, .easy]) : .again
  }

  @Test func `who forgets more gets other parameters, and again when there are more reviews`()
    throws
  {
    let words = (0..<110).map { Question(prompt: "prompt \($0)", answer: "answer \($0)") }
    var lesson = try Lesson(words)
    try forget(in: lesson, days: 0...10)
    let installed = try refit(after: &lesson, day: 11)
    #expect(installed.count == 1)
    let line = try #require(installed.first)
    #expect(
      line.hasPrefix(
        "Preset “default”: updated the FSRS parameters to fit your answers (1171 reviews; "))
    #expect(line.contains("; you remember a new card for ") && line.contains(", not 2; "))
    let book = try lesson.log.read { try $0.presets.book() }
    #expect(book.preset(named: "default")?.learnedFrom == 1171)
    // One answer more is less than three percent.
    #expect(try refit(after: &lesson, day: 12) == [])
    #expect(try lesson.log.read { try $0.presets.book() } == book)
    try forget(in: lesson, days: 13...14)
    _ = try refit(after: &lesson, day: 15)
    let after = try lesson.log.read { try $0.presets.book() }
    #expect(after.preset(named: "default")?.learnedFrom == 1383)
    #expect(try lesson.log.check() == [])
  }

  /// Records a review of each card a day, most of them forgotten; the last five are asked now and then, and
  /// remembered, so that they are due in a while and can be moved.
  private func forget(in lesson: Lesson, days: ClosedRange<Int>) throws {
    for day in days {
      let morning = Lesson.start.advanced(byMilliseconds: Int64(day) * 86_400_000)
      try lesson.log.write { tx in
        let questions = try tx.decks.questions(of: lesson.groups)
        for (index, question) in questions.enumerated() where index < 105 || day % 4 == 0 {
          let id = CardID(question: question.id)
          guard let card = try tx.cards.standing(of: id, in: lesson.groups, at: morning)?.card
          else { continue }
          _ = try tx.reviews.record(
            Review(
              card: id, grade: day == 0 ? .easy : day % 4 == 0 ? .good : .again, moment: morning,
              typed: nil, verdict: nil, hintUsed: false, duration: 4000),
            of: card, mistakenFor: nil, load: DueLoad())
        }
      }
    }
  }

  /// Answers a card, and optimizes after the session.
  private func refit(after lesson: inout Lesson, day: Int) throws -> [String] {
    let morning = Lesson.start.advanced(byMilliseconds: Int64(day) * 86_400_000)
    lesson = try Lesson(on: lesson, at: morning)
    _ = lesson.begin()
    _ = lesson.type("")
    _ = lesson.type("1")
    return lesson.library.refit(after: lesson.session)
  }
}
