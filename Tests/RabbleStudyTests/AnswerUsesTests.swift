import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText
import Testing

@testable import RabbleStorage
@testable import RabbleStudy

/// What is made of an answer, by how it came about: what the table says, and what sessions and reports do.
struct AnswerUsesTests {
  private static let day: Int64 = 86_400
  private static let cat = Question(
    prompt: "猫", hint: "an animal", answer: "cat", furigana: "猫[ねこ]")

  /// What there is of a card, its schedule beside the numbers of answers with the other two uses.
  private struct Traces: Equatable {
    let schedule: Schedule?
    let training: Int
    let retention: Int

    init(_ lesson: Lesson) throws {
      schedule = try lesson.standing("猫")?.schedule
      var figures = AnswerFigures()
      training = try lesson.log.read { tx in
        _ = try tx.statistics.forEach(.states) { event, _ in
          if !event.isAdjustment { figures.add(event.answer) }
        }
        return try tx.optimizerInput.histories().count
      }
      retention = figures.trueRetention.total
    }
  }

  /// A card that was answered once and is in review for a week or more, ten days later.
  private func learned() throws -> Lesson {
    var lesson = try Lesson([Self.cat])
    _ = lesson.begin()
    _ = lesson.type("")
    _ = lesson.type("4")
    lesson.wait(10 * Self.day)
    return lesson
  }

  /// A session in which that card is asked.
  private func asked(_ change: (inout SessionOptions) -> Void = { _ in }) throws -> Lesson {
    var lesson = try Lesson(on: learned(), options: change)
    #expect(try #require(lesson.begin().questions.first).prompt == "猫")
    return lesson
  }

  private static let rows: [(AnswerCircumstance, schedule: Bool, training: Bool, retention: Bool)] =
    [
      (.first, true, true, false), (.taught, true, true, false),
      (.inSteps, true, true, false), (.inReview, true, true, true), (.sameDay, true, true, false),
      (.afterHint, true, true, true), (.withFurigana, true, true, true),
      (.revealed, true, true, true), (.retyped, false, false, false),
      (.outsideSchedule, false, false, false), (.imported, true, true, true),
      (.placed, true, false, false), (.afterPlacement, true, false, true),
    ]

  @Test(arguments: rows)
  func `an answer has the uses that the table gives to how it came about`(
    _ circumstance: AnswerCircumstance, schedule: Bool, training: Bool, retention: Bool
  ) throws {
    var expected: AnswerUses = []
    if schedule { expected.insert(.schedule) }
    if training { expected.insert(.training) }
    if retention { expected.insert(.retention) }
    #expect(circumstance.uses == expected)
    let (before, after) = try traces(circumstance)
    #expect((after.schedule != before.schedule) == schedule)
    #expect(after.training - before.training == (training ? 1 : 0))
    #expect(after.retention - before.retention == (retention ? 1 : 0))
  }

  @Test func `every way in which an answer comes about is tried`() {
    #expect(Set(Self.rows.map(\.0)) == Set(AnswerCircumstance.allCases))
    #expect(ReviewOccasion.without(.schedule) == [.cram])
    #expect(ReviewOccasion.without(.training) == [.cram])
  }

  /// What there is before and after something happened in a way.
  private func traces(_ circumstance: AnswerCircumstance) throws -> (Traces, Traces) {
    var lesson: Lesson
    switch circumstance {
    case .first:
      lesson = try Lesson([Self.cat])
      _ = lesson.begin()
    case .taught:
      lesson = try Lesson(on: Lesson([Self.cat])) { $0.givesLessons = true }
      #expect(lesson.begin().lessons.count == 1)
      #expect(lesson.type("").questions.count == 1)
    case .inSteps:
      lesson = try Lesson([Self.cat])
      _ = lesson.begin()
      _ = lesson.type("cat")
      lesson.wait(1200)
      lesson = try Lesson(on: lesson)
      #expect(lesson.begin().questions.count == 1)
    case .inReview, .revealed, .retyped: lesson = try asked()
    case .sameDay:
      lesson = try asked()
      _ = lesson.type("cat")
      lesson = try Lesson(on: lesson) { $0.daysAhead = 300 }
      #expect(lesson.begin().questions.count == 1)
    case .afterHint:
      lesson = try asked()
      _ = lesson.type(":hint")
    case .withFurigana:
      lesson = try Lesson(on: learned())
      #expect(try #require(lesson.begin().questions.first).furigana != nil)
    case .outsideSchedule: lesson = try asked { $0.crams = true }
    case .imported: lesson = try learned()
    case .placed: lesson = try Lesson([Self.cat])
    case .afterPlacement:
      lesson = try Lesson([Self.cat])
      _ = try lesson.library.takeAsKnown(["Kana"])
      lesson.wait(1000 * Self.day)
      lesson = try Lesson(on: lesson)
      #expect(lesson.begin().questions.count == 1)
    }
    let before = try Traces(lesson)
    switch circumstance {
    case .revealed:
      _ = lesson.type("")
      _ = lesson.type("3")
    case .retyped:
      var library = lesson.library.settings
      library.retypes = true
      lesson = try Lesson(on: lesson, settings: library) { $0.isInteractive = true }
      _ = lesson.begin()
      let missed = lesson.type("dog")
      #expect(missed.verdicts.first?.pause == .retype(asksForKana: false))
      let miss = try Traces(lesson)
      _ = lesson.type("cat")
      return (miss, try Traces(lesson))
    case .imported: try addAnswer(to: lesson)
    case .placed: _ = try lesson.library.takeAsKnown(["Kana"])
    default: _ = lesson.type("cat")
    }
    return (before, try Traces(lesson))
  }

  /// Brings an answer to the card that another program recorded in review.
  private func addAnswer(to lesson: Lesson) throws {
    let card = try #require(try lesson.standing("猫")).card
    let answer = ImportedProgress.Answer(
      moment: lesson.now.advanced(byMilliseconds: -3_600_000), grade: .good, duration: 1000,
      kind: .review)
    try lesson.log.write { tx in
      let id = try tx.imports.record(
        "x.apkg", into: DeckFileChange(path: "/x.json", before: nil, after: [1]), taken: 1,
        updated: 0, at: lesson.now)
      let progress = ImportedProgress(
        cards: [
          .init(
            card: card, answers: [answer], changes: [], standing: nil, flag: nil,
            suspension: .active)
        ], presets: [])
      _ = try tx.imports.add(progress, because: id, at: lesson.now)
    }
  }
}
