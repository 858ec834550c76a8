import RabbleControllers
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleTestSupport
import Testing

@testable import RabbleStudy

/// Whatever happens between two sessions, or in the middle of one.
struct ReturningTests {
  private static let day: Int64 = 86_400

  private func cards(_ count: Int) -> [Question] {
    (0..<count).map { Question(prompt: "word \($0)", answer: "answer \($0)") }
  }

  /// A learner who has learned some cards in one day, and comes back later.
  private func learner(cards count: Int, back seconds: Int64) throws -> Lesson {
    var lesson = try Lesson(cards(count), newPerDay: count)
    _ = lesson.begin()
    for _ in 0..<count {
      _ = lesson.type("")
      _ = lesson.type("4")
    }
    lesson.wait(seconds)
    return lesson
  }

  /// A learner who has learned some cards a day for some days, and was away for others.
  private func learner(on first: Lesson, days: Int, newPerDay: Int, away: Int64) throws -> Lesson {
    var lesson = first
    for _ in 0..<days {
      lesson = try Lesson(on: lesson, newPerDay: newPerDay)
      _ = lesson.begin()
      for _ in 0..<newPerDay {
        _ = lesson.type("")
        _ = lesson.type("4")
      }
      lesson.wait(Self.day)
    }
    lesson.wait(away * Self.day)
    return lesson
  }

  @Test func `what a learner does on one day is no backlog`() throws {
    var lesson = try Lesson(on: learner(cards: 60, back: 90 * Self.day)) {
      $0.isInteractive = true
    }
    #expect(lesson.begin().choices.isEmpty)
  }

  @Test func `a backlog of three times a day's work is caught up in days, the best known first`()
    throws
  {
    // Thirty answers a day on three days, then three months away.
    let lesson = try learner(on: Lesson(cards(90)), days: 3, newPerDay: 30, away: 90)
    var back = try Lesson(on: lesson) {
      $0.isInteractive = true
      $0.givesLessons = false
      $0.newPerDay = 0
    }
    let choice = try #require(back.begin().choices.first)
    #expect(choice.lines.first?.hasPrefix("90 cards are due") == true)
    #expect(choice.choices.last == "All 90 today")
    #expect(choice.choices.first?.contains("caught up in") == true)
    let share = try #require(choice.choices.first?.split(separator: " ").first.flatMap { Int($0) })
    #expect(back.type("9").choices.count == 1)
    #expect(back.type(":why").choices.count == 1)
    let question = try #require(back.type("").questions.first)
    #expect(question.standing.remaining == share)
    #expect(share < 60)
    // Once a day is enough.
    _ = back.type("")
    _ = back.type("3")
    var again = try Lesson(on: back) { $0.isInteractive = true }
    #expect(again.begin().choices.isEmpty)
  }

  @Test func `shares are offered after a break of years, too, by what was usual right before it`()
    throws
  {
    // Thirty answers a day long ago, ten on the last days before the break.
    var lesson = try Lesson(cards(100))
    lesson = try learner(on: lesson, days: 2, newPerDay: 30, away: 100)
    lesson = try learner(on: lesson, days: 4, newPerDay: 10, away: 900)
    let answers = try lesson.library.log.read { try $0.days.answers(inLast: 30) }
    #expect(answers.count == 4)
    var back = try Lesson(on: lesson) {
      $0.isInteractive = true
      $0.givesLessons = false
    }
    #expect(back.begin().choices.count == 1)
  }

  @Test func `the share of a backlog holds on every day until no more is due than the share`()
    throws
  {
    let first = try Lesson(onDisk: cards(60))
    var lesson = try Lesson(on: first, newPerDay: 20)
    for _ in 0..<3 {
      lesson = try Lesson(on: lesson, newPerDay: 20)
      _ = lesson.begin()
      for _ in 0..<20 {
        _ = lesson.type("")
        _ = lesson.type("4")
      }
      lesson.wait(Self.day)
    }
    lesson.wait(120 * Self.day)
    func session(after seconds: Int64, _ change: (inout SessionOptions) -> Void = { _ in }) throws
      -> Lesson
    {
      lesson.wait(seconds)
      return try Lesson(on: lesson) {
        $0.isInteractive = true
        $0.givesLessons = false
        $0.newPerDay = 0
        change(&$0)
      }
    }
    var back = try session(after: 0)
    let choice = try #require(back.begin().choices.first)
    let share = try #require(choice.choices[0].split(separator: " ").first.flatMap { Int($0) })
    #expect(share < 60)
    _ = back.type("1")
    for _ in 0..<5 {
      _ = back.type("")
      _ = back.type("4")
    }

    // The rest of the share on the same day, whatever else is due.
    var rest = try session(after: 60)
    let opening = rest.begin()
    #expect(opening.choices.isEmpty)
    #expect(opening.questions.first?.standing.remaining == share - 5)
    #expect(
      opening.notices.first?.lines == [
        "Catching up: \(share - 5) of 55 due cards today, no new cards. "
          + "`rabble study --reviews 60` studies them all, besides the 5 reviewed today."
      ])
    // What is left of the share is left today.
    var left = try session(after: 0)
    _ = left.begin()
    let early = try #require(left.type(":quit").summaries.first)
    #expect(early.left == share - 5 && early.nextDue?.phrase == "now")
    var ending: [StudyScreen] = []
    for _ in 0..<share - 5 {
      _ = rest.type("")
      ending = rest.type("4")
    }
    let end = try #require(ending.summaries.last)
    #expect(end.left == 0 && end.heldBack == 60 - share && end.nextDue?.phrase == "tomorrow")
    let today = try #require(end.today)
    #expect(today.carriedOver == 60 - share && today.forecast[0].count >= 60 - share)
    #expect(
      today.next.first
        == "Today's share of the backlog is done; `rabble study --reviews 60` asks the "
        + "\(60 - share) cards still due, besides the \(share) reviewed today.")
    let overview = try rest.library.report("overview")
    let forecast = try #require(overview.tables.first { $0.key == "forecast" })
    #expect(forecast.rows.first?.values.last == .count(today.carriedOver))
    var done = try session(after: 60)
    #expect(
      done.begin().notices.first?.lines.first?.hasPrefix("Today's share of the backlog is done")
        == true)
    var all = try session(after: 0) { $0.reviewsPerDay = 60 }
    #expect(all.begin().questions.first?.standing.remaining == 60 - share)

    // From day to day, until the rest is a day's share: then it is as if nothing had been chosen.
    var open = 60 - share
    while open > share {
      var next = try session(after: Self.day)
      #expect(next.begin().questions.first?.standing.remaining == share)
      for _ in 0..<share {
        _ = next.type("")
        _ = next.type("4")
      }
      open -= share
    }
    var last = try session(after: Self.day)
    let screens = last.begin()
    #expect(screens.notices.isEmpty && screens.questions.first?.standing.remaining == open)
  }

  /// A learner who comes back after five months to fifteen cards a day on eight days, and takes the first
  /// pace: the days that were told, and how many it took.
  private func caughtUp(seed: UInt64) throws -> (told: Int, days: Int) {
    let first = try Lesson(onDisk: cards(150))
    let lesson = try learner(on: first, days: 8, newPerDay: 15, away: 150)
    func session() throws -> (Lesson, [StudyScreen]) {
      var session = try Lesson(on: lesson) {
        $0.isInteractive = true
        $0.givesLessons = false
        $0.newPerDay = nil
        $0.order = nil
      }
      let screens = session.begin()
      return (session, screens)
    }
    var (back, screens) = try session()
    let choice = try #require(screens.choices.first?.choices.first)
    let told = try #require(
      choice.firstMatch(of: #/caught up in (\d+) days/#).flatMap { Int($0.1) })
    screens = back.type("1")
    // From day to day, the learner knows as much as the model predicts.
    var generator = SeededGenerator(seed: seed)
    var days = 0
    repeat {
      days += 1
      while let question = screens.questions.last {
        #expect(!question.isNew)
        let standing = try #require(try back.standing(question.prompt))
        let schedule = try #require(standing.schedule)
        let recall = Scheduler(standing.preset).retrievability(
          of: schedule.memory, since: schedule.lastReview, at: back.now)
        _ = back.type("")
        screens = back.type(Double.random(in: 0..<1, using: &generator) < recall ? "3" : "1")
        if screens.questions.isEmpty, screens.verdicts.last?.pause != nil {
          screens = back.type("")
        }
      }
      if days == 1 {
        let today = try back.library.today(back.library.plan())
        #expect(today.left.new == 0 && today.next.contains { $0.contains("--reviews") })
      }
      lesson.wait(Self.day)
      (back, screens) = try session()
    } while screens.notices.first?.lines.first?.hasPrefix("Catching up") == true && days < 60
    #expect(try back.library.today(back.library.plan()).left.new == 20)
    // On the last day the rest is no more than a share, and new cards come again.
    return (told, days + 1)
  }

  @Test func `new cards wait until the learner has caught up, in as many days as were told`() throws
  {
    let learners = try (1...8).map { try caughtUp(seed: $0) }
    let told = try #require(learners.first?.told)
    #expect(told > 4 && learners.allSatisfy { $0.told == told })
    // The mean of some learners is off by a few of its standard errors at most, and by the rounding of
    // both to days.
    let days = learners.map { Double($0.days) }
    let mean = days.reduce(0, +) / Double(days.count)
    let variance = days.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(days.count - 1)
    let error = (variance / Double(days.count)).squareRoot()
    #expect(abs(mean - Double(told)) <= 3 * error + 0.5, "\(days), \(told) were told")
  }

  @Test func `a script and a session with a limit of its own are not asked about a backlog`() throws
  {
    let back = try learner(cards: 60, back: 90 * Self.day)
    var script = try Lesson(on: back) { _ in }
    #expect(script.begin().choices.isEmpty)
    var limited = try Lesson(on: back) {
      $0.isInteractive = true
      $0.reviewsPerDay = 10
      $0.newPerDay = 0
    }
    #expect(limited.begin().questions.first?.standing.remaining == 10)
  }

  @Test func `whoever leaves a session is told what is left, and that it is due now`() throws {
    var back = try Lesson(
      on: learner(on: Lesson(cards(100)), days: 3, newPerDay: 30, away: 90)
    ) {
      $0.isInteractive = true
      $0.givesLessons = false
    }
    #expect(back.begin().choices.count == 1)
    let atChoice = try #require(back.type(":quit").summaries.first)
    #expect(atChoice.left == 90 && atChoice.nextDue?.phrase == "now")

    var lesson = try Lesson(on: Lesson(cards(4))) {
      $0.isInteractive = true
      $0.givesLessons = true
    }
    #expect(lesson.begin().lessons.count == 1)
    let atLesson = try #require(lesson.type(":quit").summaries.first)
    #expect(atLesson.left == 4 && atLesson.standing.counts == .init(due: 0, learning: 0, new: 4))

    var settings = Settings()
    settings.pause = .always
    var paused = try Lesson(on: lesson, settings: settings) {
      $0.isInteractive = true
      $0.givesLessons = false
    }
    _ = paused.begin()
    #expect(paused.type("answer 0").verdicts.first?.pause == .enter)
    let atPause = try #require(paused.type(":quit").summaries.first)
    #expect(atPause.left == 4 && atPause.nextDue?.phrase == "now")
  }

  @Test func `a session of some minutes or cards is offered a share of a backlog, too`() throws {
    let lesson = try learner(on: Lesson(onDisk: cards(90)), days: 3, newPerDay: 30, away: 90)
    func session(_ change: (inout SessionOptions) -> Void) throws -> Lesson {
      try Lesson(on: lesson) {
        $0.isInteractive = true
        $0.givesLessons = false
        $0.order = nil
        change(&$0)
      }
    }
    var reviews = try session { $0.reviewsPerDay = 40 }
    #expect(reviews.begin().choices.isEmpty)
    var minutes = try session { $0.minutes = 3 }
    #expect(minutes.begin().choices.first?.lines.first?.hasPrefix("90 cards are due") == true)
    var few = try session { $0.cards = 5 }
    #expect(few.begin().choices.first?.lines.first?.hasPrefix("90 cards are due") == true)
    let first = try #require(few.type("1").questions.first)
    #expect(first.standing.remaining == 5)
    // On the same day the rest of the share, in the same order.
    _ = few.type("")
    _ = few.type("4")
    var again = try session { $0.cards = 5 }
    let screens = again.begin()
    #expect(screens.notices.first?.lines.first?.contains(" of 89 due cards today") == true)
    #expect(screens.questions.first?.standing.remaining == 5)
    #expect(screens.questions.first?.prompt == few.session.currentCard?.question.prompt)
  }

  @Test func `what is due today is what a session asks while a backlog is caught up`() throws {
    var lesson = try Lesson(on: Lesson(onDisk: cards(120)), newPerDay: 30)
    lesson = try learner(on: lesson, days: 3, newPerDay: 30, away: 90)
    let library = lesson.library
    let before = try library.dueToday(library.plan())
    #expect(before.description == "110 to study: 90 due, 0 learning, 20 new")
    func session() throws -> Lesson {
      try Lesson(on: lesson) {
        $0.isInteractive = true
        $0.givesLessons = false
        $0.newPerDay = nil
      }
    }
    var back = try session()
    _ = back.begin()
    let share = try #require(back.type("1").questions.first?.standing.remaining)
    _ = back.type("")
    _ = back.type("4")
    let due = try library.dueToday(library.plan())
    #expect(due.today == share - 1 && due.due == 89 && due.new == 0)
    #expect(
      due.description
        == "\(share - 1) to study today: \(share - 1) of the 89 due, 0 learning, 0 new")
    var again = try session()
    #expect(again.begin().questions.first?.standing.remaining == due.today)
    #expect(
      try library.today(library.plan()).next.first
        == "`rabble study` asks the \(due.today) cards left today.")
    #expect(try library.dueToday(library.plan(), newPerDay: 5).today == share + 4)
  }

  @Test func `a simulation and a forecast follow the share of a backlog that was chosen`() throws {
    let first = try Lesson(on: Lesson(onDisk: cards(120)), newPerDay: 30)
    let lesson = try learner(on: first, days: 3, newPerDay: 30, away: 90)
    let library = lesson.library
    func simulated(
      _ change: (RabbleStudy.SimulatedLearner) -> SimulatedLimits = { $0.limits() }
    ) throws -> [SimulatedDay] {
      let learner = try library.learner(of: library.plan(), seed: 1)
      return learner.simulator.run(
        days: 40, cards: learner.newCards, knowing: learner.known, retention: learner.retention,
        limits: change(learner))
    }
    let before = try simulated()
    #expect(before[0].reviews == 90 && before[0].introduced == 20)
    var back = try Lesson(on: lesson) {
      $0.isInteractive = true
      $0.givesLessons = false
      $0.newPerDay = nil
    }
    _ = back.begin()
    let share = try #require(back.type("1").questions.first?.standing.remaining)
    _ = back.type("")
    _ = back.type("4")

    let days = try simulated()
    #expect(days[0].reviews == share - 1 && days[0].introduced == 0)
    let caughtUp = try #require(days.firstIndex { $0.waiting == 0 })
    #expect(caughtUp > 1)
    #expect(days[1..<caughtUp].allSatisfy { $0.reviews == share && $0.introduced == 0 })
    #expect(days[caughtUp].reviews <= share && days[caughtUp].introduced == 20)
    let forecast = try #require(try library.report("forecast").tables.first)
    let column = try #require(forecast.headings.firstIndex { $0.key == "simulated" })
    #expect(
      forecast.rows.prefix(5).map { $0.values[column] }
        == days.prefix(5).map { ReportTable.Value.count($0.reviews) })
    // A limit of reviews takes its place, and new cards that are asked for come all the same.
    let limited = try simulated { $0.limits(reviews: 50) }
    #expect(limited[0].reviews == 49 && limited[0].introduced == 20)
    let more = try simulated { $0.limits(newCards: 3) }
    #expect(more[0].reviews == share - 1 && more[0].introduced == 3)
  }

  @Test func `a simulation goes by the preset that most reviews of its groups were under`() throws {
    func group(_ title: String) -> QuestionGroup {
      QuestionGroup(
        title: title,
        questions: (0..<4).map { Question(prompt: "\(title) \($0)", answer: "answer \($0)") })
    }
    let library = try Library(
      inMemory: [group("Few"), group("Many")], TestClock(Lesson.start).surroundings)
    var preset = Preset(name: "careful")
    preset.desiredRetention = 0.95
    try library.set(preset)
    _ = try library.use(preset: "careful", for: ["Many"])
    func answer(_ group: String, _ count: Int) throws {
      var session = try library.session(library.plan([group]))
      _ = session.start()
      for _ in 0..<count {
        _ = session.send(StudyAction(line: ""))
        _ = session.send(StudyAction(line: "4"))
      }
    }
    func retention(_ groups: String...) throws -> Double {
      try library.learner(of: library.plan(groups), seed: 1).retention
    }
    try answer("Few", 1)
    #expect(try retention("Few", "Many") == 0.9)
    try answer("Many", 3)
    #expect(try retention("Few", "Many") == 0.95)
    #expect(try retention("Few") == 0.9)
    // Where both groups have a preset of their own, too.
    _ = try library.use(preset: "default", for: ["Few"])
    #expect(try retention("Few", "Many") == 0.95)
  }

  @Test func `a preset with an impossible value is refused, and nothing is changed`() throws {
    let library = try Library(
      inMemory: [QuestionGroup(title: "Kana", questions: [a])],
      TestClock(Lesson.start).surroundings)
    let before = try library.presets()
    #expect(throws: PresetError.self) { try library.set(Preset(desiredRetention: 7)) }
    #expect(throws: PresetError.self) {
      try library.use(preset: "default", for: ["Kana"], retention: -1)
    }
    #expect(try library.presets() == before)
  }

  @Test func `the first session speaks of lessons only where it gives them`() throws {
    let first = try Lesson(cards(3))
    for lessons in [true, false] {
      var lesson = try Lesson(on: first) {
        $0.isInteractive = true
        $0.givesLessons = lessons
      }
      let lines = try #require(lesson.begin().notices.first?.lines)
      #expect(lines.contains { $0.hasPrefix("New cards are shown first. :help") } == lessons)
      #expect(lines.contains { $0.hasPrefix(":help lists") } == !lessons)
    }
  }

  @Test func `the next session begins with the card that the last one ended with`() throws {
    let first = try Lesson(onDisk: cards(5))
    var lesson = try Lesson(on: first) {
      $0.isInteractive = true
      $0.givesLessons = false
    }
    _ = lesson.begin()
    _ = lesson.type("answer 0")
    _ = lesson.type(":skip")
    #expect(lesson.session.currentCard?.question.prompt == "word 2")
    #expect(lesson.library.remember(lesson.session) == nil)
    var next = try Lesson(on: first) {
      $0.isInteractive = true
      $0.givesLessons = false
    }
    #expect(next.begin().questions.first?.prompt == "word 2")
    for number in [2, 0, 1, 3, 4] { _ = next.type("answer \(number)") }
    _ = next.send(.end)
    #expect(next.library.remember(next.session) == nil)
    var script = try Lesson(on: first) { _ in }
    #expect(script.begin().questions.first?.prompt != nil)
  }

  @Test func `at four in the morning the cards of the new day come in, and a line says so`() throws
  {
    var lesson = try learner(cards: 3, back: 0)
    var night = try Lesson(on: lesson, newPerDay: 1)
    _ = night.begin()
    lesson = try Lesson(cards(3), at: Lesson.start, newPerDay: 1)
    _ = lesson.begin()
    let screens = lesson.type("answer 0", after: 20 * 3600)
    #expect(screens.notices.first?.lines.first?.hasPrefix("A new day has started") == true)
    #expect(screens.questions.first?.standing.remaining == 1)
  }

  @Test func `a deck that another program changes is read again, and a line says which`() throws {
    let first = try Lesson(onDisk: cards(3))
    var lesson = first
    _ = lesson.begin()
    var changed = cards(3)
    changed[1] = Question(prompt: "word 1", answer: "answer one")
    try lesson.rewrite(changed)
    let screens = lesson.type("answer 0")
    #expect(
      screens.notices.first?.lines.first == "Changed on disk, and read again: kana.json.")
    #expect(screens.questions.first?.prompt == "word 1")
    #expect(lesson.type("answer one").verdicts.first?.verdict == .correct)
  }

  @Test func `no stale preview is shown of a card that another session has answered`() throws {
    var one = try Lesson(cards(2))
    var other = try Lesson(on: one)
    #expect(one.begin().questions.first?.prompt == other.begin().questions.first?.prompt)
    _ = other.type("answer 0")
    let screens = one.type("")
    #expect(
      screens.notices.first?.lines == ["This card was answered in another session meanwhile."])
    #expect(screens.revealed.isEmpty && screens.questions.first?.prompt != "word 0")
  }

  @Test func `a card that another session suspends is not revealed, and a line says so`() throws {
    var one = try Lesson(cards(2))
    _ = one.begin()
    let card = try #require(try one.standing("word 0")?.card.id)
    _ = try one.library.suspend([card], .suspended)
    let screens = one.type("")
    #expect(
      screens.notices.first?.lines == ["This card was suspended in another session meanwhile."])
    #expect(screens.revealed.isEmpty && screens.questions.first?.prompt == "word 1")
  }

  @Test func `a second answer to a card that another session answered counts, and a line says so`()
    throws
  {
    var one = try Lesson(cards(2))
    var other = try Lesson(on: one)
    #expect(one.begin().questions.first?.prompt == other.begin().questions.first?.prompt)
    _ = other.type("answer 0")
    let screens = one.type("answer 0", after: 60)
    #expect(screens.verdicts.first?.verdict == .correct)
    #expect(
      screens.notices.first?.lines == [
        "This card was answered in another session meanwhile. Both answers count."
      ])
    #expect(try one.standing("word 0")?.schedule?.repetitions == 2)
    #expect(one.type("answer 1").notices.isEmpty)
  }

  @Test func `a clock that is put back neither asks twice nor ends the session`() throws {
    var lesson = try Lesson(cards(3))
    _ = lesson.begin()
    _ = lesson.type("answer 0")
    let screens = lesson.type("answer 1", after: -7200)
    #expect(screens.verdicts.first?.verdict == .correct)
    #expect(screens.questions.first?.prompt == "word 2")
  }
}
