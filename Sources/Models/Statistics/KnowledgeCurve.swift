import RabbleScheduling

/// How much was known in the past.
public struct KnowledgeCurve: Hashable, Sendable {
  /// What was known at the end of a day.
  public struct Point: Hashable, Sendable {
    /// The day.
    public let day: StudyDay
    /// How many cards would have been recalled: the sum of their retrievability.
    public let known: Double
    /// How many cards had been answered.
    public let cards: Int

    /// Makes a point.
    public init(day: StudyDay, known: Double, cards: Int) {
      self.day = day
      self.known = known
      self.cards = cards
    }
  }

  /// The points in order.
  public let points: [Point]
  /// The days from the first point to the last; `nil` without any.
  public var period: StatisticsPeriod? {
    guard let first = points.first, let last = points.last else { return nil }
    return StatisticsPeriod(first: first.day, last: last.day)
  }

  /// Makes a curve.
  public init(_ points: [Point]) { self.points = points }
}

/// How many cards were known on days of the past: the events of the log go by, and at the end of each day
/// that is sampled the probabilities of recall of all cards are added up.
public struct KnowledgeTally {
  /// How many points the curve has at the most.
  private static let mostPoints = 40

  /// What is known of a card at some time of the past.
  private struct Remembered {
    var state: ReplayedState
    var last: Moment
    var scheduler: Int
  }

  private let period: StatisticsPeriod
  private let now: Moment
  private var cards: [Remembered?] = []
  /// The days of the points, once the first event is known.
  private var days: [Int]?
  private var points: [KnowledgeCurve.Point] = []
  /// The day of the next point; before all days until the first event is known, and after them at the end.
  private var nextDay: Int {
    guard let days else { return .min }
    return points.count < days.count ? days[points.count] : .max
  }

  /// Makes a tally of a period that ends now at the latest.
  public init(_ period: StatisticsPeriod, at now: Moment) {
    self.period = period
    self.now = now
  }

  /// Adds an event, in the order of the log.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - schedulers: those that were in force so far, by the numbers that events have.
  public mutating func add(
    _ event: borrowing ReplayedEvent, _ schedulers: @autoclosure () -> [Scheduler]
  ) {
    if event.answer.day > nextDay { sample(before: event.answer.day, schedulers()) }
    if !event.isAdjustment, event.answer.kind == .cram { return }
    while cards.count <= event.answer.card { cards.append(nil) }
    cards[event.answer.card] =
      event.state.phase == .new
      ? nil
      : Remembered(
        state: event.state,
        last: Moment(
          milliseconds: event.answer.milliseconds, utcOffset: event.answer.utcOffset),
        scheduler: event.scheduler)
  }

  /// The curve, after the last event.
  public consuming func curve(_ schedulers: [Scheduler]) -> KnowledgeCurve {
    sample(before: .max, schedulers)
    return KnowledgeCurve(points)
  }

  /// Adds the points of the days before one.
  private mutating func sample(before day: Int, _ schedulers: [Scheduler]) {
    if days == nil, day < .max {
      let first = max(period.first?.number ?? day, day)
      let last = min(period.last.number, now.day.number)
      let count = min(Self.mostPoints, max(last - first + 1, 0))
      days = (0..<count).map {
        last - (count - 1 - $0) * (last - first) / max(count - 1, 1)
      }
    }
    guard days != nil else { return }
    while nextDay < day { points.append(point(StudyDay(number: nextDay), schedulers)) }
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
