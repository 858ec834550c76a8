import RabbleControllers
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleStorage

/// A card's answers, each with what was predicted and what came of it, and how the probability of recall has fallen
/// in between.
struct CardAnswers {
  /// An answer, and the schedules around it.
  struct Answer {
    let card: CardID
    let answer: CountedAnswer
    let hintUsed: Bool
    let after: Schedule?
    /// The probability of recall before it, 0…1.
    let prediction: Double?
    /// The days since the answer before.
    let elapsed: Double?
  }

  /// A place of the forgetting curve.
  struct Point {
    let card: CardID
    let day: StudyDay
    let share: Double
  }

  private(set) var answers: [Answer] = []
  private(set) var curve: [Point] = []

  /// Reads the answers of a card that has been asked or not, and draws its curve until a month from now.
  init(_ explanation: Explanation, _ tx: Transaction, at now: Moment) throws {
    let card = explanation.standing.card
    let hints = explanation.history.reviews.map(\.hintUsed)
    let end = now.advanced(byMilliseconds: 30 * Self.day)
    // A point a day, or fewer where the first answer was more than ten years ago.
    var step = Self.day
    try tx.statistics.replay(card.id) { answer, before, after, scheduler in
      let moment = answer.moment
      if answers.isEmpty { step = max(step, (end.milliseconds - moment.milliseconds) / 4_000) }
      if let before { extend(before, scheduler, card.id, step: step, to: moment) }
      answers.append(
        Answer(
          card: card.id, answer: answer,
          hintUsed: hints.indices.contains(answers.count) && hints[answers.count], after: after,
          prediction: before.map {
            scheduler.model.retrievability(
              $0.memory, elapsedDays: Double(moment.wholeDays(since: $0.lastReview)))
          }, elapsed: before.map { moment.days(since: $0.lastReview) }))
    }
    // From the last answer on, the card stands where the preset as it is now has it.
    guard let current = try tx.schedules.schedule(of: card.id) else { return }
    let scheduler = Scheduler(try tx.presets.book().preset(forGroup: card.group))
    extend(current, scheduler, card.id, step: step, to: end)
  }

  private static let day: Int64 = 86_400_000

  /// Adds a stretch of the curve, with a point each `step` milliseconds.
  private mutating func extend(
    _ schedule: Schedule, _ scheduler: Scheduler, _ card: CardID, step: Int64, to end: Moment
  ) {
    var moment = schedule.lastReview
    while moment < end {
      curve.append(
        Point(
          card: card, day: moment.day,
          share: scheduler.retrievability(
            of: schedule.memory, since: schedule.lastReview, at: moment)))
      moment = moment.advanced(byMilliseconds: step)
    }
  }
}

extension Library {
  /// Why cards are due when they are, as a page: the cards, what each grade would do, their answers, and their
  /// forgetting curves.
  ///
  /// - Throws: an error of the review log.
  package func page(of explanations: [Explanation]) throws -> ReportPage {
    let now = surroundings.now()
    let histories = try log.read { tx in
      try explanations.map { try CardAnswers($0, tx, at: now) }
    }
    let tables = ReportTable.tables(of: explanations)
    let answers = ReportTable("answers", "Answers", of: histories.flatMap(\.answers)) {
      Column(.card) { .text($0.card.question.description) }
      Column(.direction) { .text($0.card.direction.fullName) }
      Column(.time) { .time($0.answer.moment) }
      Column(ReportRows.grade.heading) { .text($0.answer.grade.name) }
      Column(.hintUsed) { .flag($0.hintUsed) }
      Column(.state) { .text($0.answer.kind.name) }
      Column(.elapsed) { .number(ifAny: $0.elapsed, decimals: 1) }
      Column(.predicted) { .share(ifAny: $0.prediction) }
      Column(.interval) { .count(ifAny: $0.after?.interval) }
      Column(.stability) { .number(ifAny: $0.after?.memory.stability, decimals: 1) }
      Column(.difficulty) { .number(ifAny: $0.after?.memory.difficulty, decimals: 1) }
      Column(.seconds) { .number(Double($0.answer.duration) / 1000, decimals: 1) }
    }
    let curve = ReportTable("curve", "Forgetting curve", of: histories.flatMap(\.curve)) {
      Column(.card) { .text($0.card.question.description) }
      Column(.direction) { .text($0.card.direction.fullName) }
      Column(.day) { .text($0.day.iso8601) }
      Column(.retrievability) { .share($0.share) }
    }
    return ReportPage(
      name: "why", title: "Answers and forgetting curve",
      summary: ReportTable("summary", "", .record, of: [Int]()) {},
      tables: tables + [answers, curve],
      drawings: [
        .curve(
          table: "curve", label: ReportTable.Heading.day.key,
          values: [ReportTable.Heading.retrievability.key], title: "Forgetting curve")
      ])
  }
}

extension ReportPage {
  /// The last answers and the forgetting curve of the only card there is, for people.
  ///
  /// - Parameter answers: the most answers.
  /// - Returns: a page with these two tables.
  package func ofOneCard(answers: Int) -> ReportPage {
    var page = self
    page.tables = tables.filter { ["answers", "curve"].contains($0.key) }.map { table in
      let table = table.without(["card", "direction"])
      return table.key == "answers" ? table.limited(toLast: answers) : table
    }
    page.onlyDrawn = ["curve"]
    return page.showing([
      .time, ReportRows.grade.heading, .state, .elapsed, .predicted, .interval, .stability,
    ])
  }
}

extension ReportTable.Heading {
  fileprivate static let card = ReportTable.Heading("card", "Card")
  fileprivate static let time = ReportTable.Heading("time", "Time", form: .time)
  fileprivate static let hintUsed = ReportTable.Heading("hint_used", "Hint used", form: .flag)
  fileprivate static let elapsed = number(
    "elapsed", "Days since", "Days since the card's previous answer.")
  fileprivate static let interval = ReportTable.Heading(
    "interval", "Interval", form: .count, isOptional: true,
    definition: "The days from the answer to the due date.")
  fileprivate static let seconds = number(
    "seconds", "Seconds", "The time that the answer took, at most 60 seconds.")
  fileprivate static let retrievability = share(
    "retrievability", "Retrievability",
    "The probability of recalling a card, by its memory model.")
}
