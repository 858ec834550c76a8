import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// What memory models learn from.
@Suite struct HistoriesTests {
  private let log: StudyLog
  private let words = QuestionGroup(
    title: "Words",
    questions: [("犬", "dog"), ("猫", "cat"), ("鳥", "bird")].map {
      Question(prompt: $0.0, answer: $0.1, directions: [.recognition, .production])
    })

  /// Sixty answers at all hours and offsets, one of them taken back and one revised.
  init() throws {
    log = try openLog()
    try log.store([kana, words])
    var generator = SeededGenerator(seed: 3)
    let cards =
      try kana.questions.map { try log.card(of: $0, in: kana) }
      + words.questions.flatMap { question in
        try [Direction.recognition, .production].map {
          try log.card(of: question, in: words, $0)
        }
      }
    var time = morning.milliseconds
    for _ in 0..<60 {
      time += Int64.random(in: 60_000..<40_000_000, using: &generator)
      let moment = Moment(
        milliseconds: time, utcOffset: generator.element(of: [-18_000, 0, 32_400]))
      try log.answer(
        generator.element(of: cards), generator.element(of: Grade.allCases), at: moment)
    }
    _ = try log.write { try $0.reviews.undo(at: morning) }
    let third = try #require(try reviews().dropFirst(2).first)
    _ = try log.write { try $0.reviews.revise(third.id, to: .easy, accepting: false, at: morning) }
  }

  private func reviews() throws -> [RecordedReview] {
    var reviews: [RecordedReview] = []
    try log.read { try $0.reviews.forEach { if !$0.isRetracted { reviews.append($0) } } }
    return reviews
  }

  /// The reviews as the export has them, without the way that is tested.
  private func expected(where isMeant: (RecordedReview) -> Bool = { _ in true }) throws
    -> ReviewHistories
  {
    var numbers: [CardID: Int] = [:]
    return ReviewHistories(
      try reviews().filter(isMeant).map { recorded in
        let review = recorded.review
        let number = numbers[review.card] ?? numbers.count
        numbers[review.card] = number
        return LoggedReview(
          card: number, grade: review.grade, milliseconds: review.moment.milliseconds,
          day: review.moment.day.number, duration: review.duration)
      })
  }

  private func expectSame(_ actual: ReviewHistories, _ expected: ReviewHistories) {
    #expect(actual.count == expected.count && actual.cardCount == expected.cardCount)
    #expect(LearnerHabits(actual) == LearnerHabits(expected))
    #expect(actual.evaluate(MemoryModel()) == expected.evaluate(MemoryModel()))
  }

  @Test func `all reviews that count are read, each direction a card of its own`() throws {
    let histories = try log.read { try $0.optimizerInput.histories() }
    #expect(histories.count == 59 && histories.cardCount == 11)
    #expect(histories.evaluate(MemoryModel()).count > 20)
    expectSame(histories, try expected())
    expectSame(
      try log.read { try $0.optimizerInput.histories(ofPreset: Preset.defaultName) }, histories)
    #expect(try log.read { try $0.optimizerInput.histories(ofPreset: "none") }.count == 0)
    #expect(try log.read { try $0.optimizerInput.reviewCounts() } == ["default": 59])
  }

  @Test func `a preset can leave out cards that were first reviewed before a day`() throws {
    let start = morning.day.advanced(byDays: 3)
    var firsts: [CardID: StudyDay] = [:]
    for recorded in try reviews() where firsts[recorded.review.card] == nil {
      firsts[recorded.review.card] = recorded.review.moment.day
    }
    let old = Set(firsts.filter { $0.value < start }.keys)
    #expect(!old.isEmpty && old.count < firsts.count)
    try log.write {
      try $0.presets.apply(.set(Preset(ignoresBefore: start), .learner), at: morning)
    }
    expectSame(
      try log.read { try $0.optimizerInput.histories(ofPreset: Preset.defaultName) },
      try expected { !old.contains($0.review.card) })
    #expect(try log.read { try $0.optimizerInput.histories() }.count == 59)
  }

  @Test func `a preset has the reviews of the cards that were last asked in its groups`() throws {
    try log.write {
      try $0.presets.apply(.use(preset: "hard", retention: nil, groups: ["Words"]), at: morning)
    }
    let hard = try log.read { try $0.optimizerInput.histories(ofPreset: "hard") }
    #expect(hard.count > 20)
    expectSame(hard, try expected { $0.group == "Words" })
    let others = try log.read { try $0.optimizerInput.histories(ofPreset: Preset.defaultName) }
    expectSame(others, try expected { $0.group == "Kana" })
    #expect(hard.count + others.count == 59)
    #expect(try log.read { try $0.optimizerInput.histories(ofPreset: "none") }.count == 0)
    #expect(
      try log.read { try $0.optimizerInput.reviewCounts() } == [
        "hard": hard.count, "default": others.count,
      ])
    #expect(
      try log.read { try $0.optimizerInput.reviewCountsByGroup() } == [
        "Words": hard.count, "Kana": others.count,
      ])
  }

  /// The habits as they are read, beside those of all histories: the answers are added up in another order.
  private func expectHabits() throws {
    let (habits, reviews) = try log.read { try $0.optimizerInput.habits() }
    let histories = try log.read { try $0.optimizerInput.histories() }
    #expect(reviews == histories.count)
    let expected = LearnerHabits(histories)
    let parts: [KeyPath<LearnerHabits, PerGrade> & Sendable] = [
      \.first, \.remembered, \.learning, \.relearning, \.learningSeconds, \.reviewSeconds,
      \.relearningSeconds,
    ]
    for part in parts {
      let difference = habits[keyPath: part] - expected[keyPath: part]
      #expect(difference.min() > -1e-9 && difference.max() < 1e-9)
    }
  }

  @Test func `a learner's habits are read from answers, whatever was forgotten`() throws {
    try expectHabits()
    // A card that is new again is another one from then on.
    let card = try log.card(of: kana.questions[0], in: kana)
    let later = try #require(try reviews().last).review.moment.advanced(byMilliseconds: 60_000)
    _ = try log.write { try $0.adjustments.forget([card.id], at: later) }
    try log.answer(card, .good, at: later.advanced(byMilliseconds: 60_000))
    #expect(try log.read { try $0.optimizerInput.histories() }.cardCount == 12)
    try expectHabits()
  }

  @Test func `an empty log has no history`() throws {
    #expect(try openLog().read { try $0.optimizerInput.histories() }.count == 0)
    #expect(try openLog().read { try $0.optimizerInput.reviewCounts() } == [:])
  }
}

extension StudyLog {
  fileprivate func card(
    of question: Question, in group: QuestionGroup, _ direction: Direction = .recognition
  ) throws -> Card {
    Card(
      id: CardID(question: QuestionID(of: question, inGroup: group.title), direction: direction),
      question: question, group: GroupName(group.title),
      position: group.questions.firstIndex(of: question) ?? 0)
  }
}
