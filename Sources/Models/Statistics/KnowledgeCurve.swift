import RabbleScheduling

/// How much was known in the past.
package struct KnowledgeCurve: Hashable, Sendable {
  /// What was known at the end of a day.
  package struct Point: Hashable, Sendable {
    package let day: StudyDay
    /// How many cards would have been recalled: the sum of their retrievability.
    package let known: Double
    /// How many cards had been answered.
    package let cards: Int

    package init(day: StudyDay, known: Double, cards: Int) {
      self.day = day
      self.known = known
      self.cards = cards
    }
  }

  /// The points in order.
  package let points: [Point]
  /// The days from the first point to the last; `nil` without any.
  package var period: StatisticsPeriod? {
    guard let first = points.first, let last = points.last else { return nil }
    return StatisticsPeriod(first: first.day, last: last.day)
  }

  package init(_ points: [Point]) { self.points = points }
}

/// How many cards were known on days of the past: the events of the log go by, and at the end of each day
/// that is sampled the probabilities of recall of all cards are added up.
package struct KnowledgeTally {
  /// How many points the curve has at the most.
  private static let mostPoints = 40

  /// What is known of a card at some time of the past.
  private struct Remembered {
    var state: ReplayedState
    var last: Moment
    var scheduler: Int
  }

  private let now: Moment
  private var cards: [Remembered?] = []
  /// The days of the points, and how many answers are of each of them or of earlier days.
  private let days: [(day: Int, answers: Int)]
  private var points: [KnowledgeCurve.Point] = []
  private var answers = 0

  /// Makes a tally of a period that ends now at the latest.
  ///
  /// - Parameters:
  ///   - period: the period.
  ///   - counts: how many events there are on each day, and how many of them are answers.
  ///   - now: the present.
  package init(_ period: StatisticsPeriod, _ counts: EventDays, at now: Moment) {
    self.now = now
    guard let start = counts.first else {
      days = []
      return
    }
    let first = max(period.first?.number ?? start, start)
    let last = min(period.last.number, now.day.number)
    let count = min(Self.mostPoints, max(last - first + 1, 0))
    days = counts.answers(
      upTo: (0..<count).map { last - (count - 1 - $0) * (last - first) / max(count - 1, 1) })
  }

  /// Adds an event, in the order of the log.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - schedulers: those that were in force so far, by the numbers that events have.
  package mutating func add(
    _ event: borrowing ReplayedEvent, _ schedulers: @autoclosure () -> [Scheduler]
  ) {
    // A day ends after as many answers as are of it or of earlier days: where a clock was ahead for an answer,
    // the days of the next ones are still to come.
    let (day, isAdjustment) = (event.answer.day, event.isAdjustment)
    while points.count < days.count, answers >= days[points.count].answers,
      !isAdjustment || day > days[points.count].day
    {
      sample(schedulers())
    }
    if !isAdjustment { answers += 1 }
    if !isAdjustment, !event.answer.kind.uses.contains(.schedule) { return }
    while cards.count <= event.answer.card { cards.append(nil) }
    cards[event.answer.card] =
      event.state.phase == .new
      ? nil
      : Remembered(
        state: event.state, last: event.answer.moment, scheduler: event.scheduler)
  }

  /// The curve, after the last event.
  package consuming func curve(_ schedulers: [Scheduler]) -> KnowledgeCurve {
    while points.count < days.count { sample(schedulers) }
    return KnowledgeCurve(points)
  }

  /// Adds the point of the next day.
  private mutating func sample(_ schedulers: [Scheduler]) {
    points.append(point(StudyDay(number: days[points.count].day), schedulers))
  }

  /// What was known at the end of a day.
  private func point(_ day: StudyDay, _ schedulers: [Scheduler]) -> KnowledgeCurve.Point {
    let end = Moment(
      milliseconds: Int64(day.number + 1) * 86_400_000 + Int64(StudyDay.rolloverHour) * 3_600_000
        - Int64(now.utcOffset) * 1000, utcOffset: now.utcOffset)
    let moment = min(end, now)
    var known = 0.0
    var count = 0
    // One scheduler after the other: to take out that of each card takes a third of the time.
    for (number, scheduler) in schedulers.enumerated() {
      for case let card? in cards where card.scheduler == number {
        count += 1
        known += scheduler.retrievability(
          of: card.state.memory, since: card.last, at: max(moment, card.last))
      }
    }
    return KnowledgeCurve.Point(day: day, known: known, cards: count)
  }
}

/// How many answers there are on each day, in whatever order they came.
package struct EventDays {
  /// The earliest day of an event; `nil` without any.
  package private(set) var first: Int?
  private var counts: [Int: Int] = [:]
  /// The day of the last answer, and how many in a row are of it.
  private var recent: (day: Int, count: Int)?

  package init() {}

  /// Counts an event.
  package mutating func add(_ event: borrowing ReplayedEvent) {
    let day = event.answer.day
    first = min(first ?? day, day)
    if event.isAdjustment { return }
    if let last = recent, last.day == day {
      recent = (day, last.count + 1)
    } else {
      take()
      recent = (day, 1)
    }
  }

  private mutating func take() {
    if let last = recent { counts[last.day, default: 0] += last.count }
  }

  /// How many answers are of these days or of earlier ones; the days in order.
  consuming func answers(upTo days: [Int]) -> [(day: Int, answers: Int)] {
    take()
    var rest = counts.sorted { $0.key < $1.key }[...]
    var sum = 0
    return days.map { day in
      while let next = rest.first, next.key <= day {
        sum += next.value
        rest.removeFirst()
      }
      return (day, sum)
    }
  }
}
