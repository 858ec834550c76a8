import RabbleMemory
import RabbleScreens

extension ReportTable {
  /// The tables of simulated days: all together, and day by day.
  ///
  /// - Parameters:
  ///   - days: the days.
  ///   - step: every how many days one is shown; the last one always is.
  /// - Returns: two tables.
  public static func tables(of days: [SimulatedDay], every step: Int = 1) -> [ReportTable] {
    let minutes = days.reduce(0) { $0 + $1.minutes }
    let reviews = days.reduce(0) { $0 + $1.reviews }
    let remembered = days.reduce(0) { $0 + $1.remembered }
    let shown = days.indices.filter { ($0 + 1) % max(step, 1) == 0 || $0 == days.count - 1 }
    return [
      ReportTable(
        key: "total", title: "After \(days.count) days",
        columns: [
          Column("known", "Known"), Column("introduced", "Learned"), Column("reviews", "Reviews"),
          Column("remembered", "Remembered"), Column("minutes", "Minutes"),
          Column("minutes_per_day", "Minutes a day"),
        ],
        rows: [
          [
            .number(days.last?.known ?? 0, decimals: 0),
            .count(days.reduce(0) { $0 + $1.introduced }), .count(reviews),
            reviews > 0 ? .share(Double(remembered) / Double(reviews)) : .missing,
            .number(minutes, decimals: 0),
            .number(minutes / Double(max(days.count, 1)), decimals: 1),
          ]
        ]),
      ReportTable(
        key: "days", title: "Day by day",
        columns: [
          Column("day", "Day"), Column("introduced", "New"), Column("reviews", "Reviews"),
          Column("remembered", "Remembered"), Column("waiting", "Waiting"),
          Column("minutes", "Minutes"), Column("known", "Known"),
        ],
        rows: shown.map { index in
          let day = days[index]
          return [
            .count(index + 1), .count(day.introduced), .count(day.reviews),
            .count(day.remembered), .count(day.waiting), .number(day.minutes, decimals: 1),
            .number(day.known, decimals: 0),
          ]
        }),
    ]
  }

  /// The table of a trade-off curve, the best of it marked.
  public static func table(of tradeOffs: [Simulator.TradeOff]) -> ReportTable {
    let best = Simulator.best(tradeOffs)
    return ReportTable(
      key: "trade_offs",
      title: "Knowledge for time, by desired retention"
        + (best.map { ": most a minute with \(percent($0.retention))" } ?? ""),
      columns: [
        Column("retention", "Retention"), Column("known", "Known"), Column("reviews", "Reviews"),
        Column("minutes", "Minutes"), Column("known_per_hour", "Known an hour"),
        Column("best", "Best"),
      ],
      rows: tradeOffs.map { point in
        [
          .share(point.retention), .number(point.known, decimals: 0), .count(point.reviews),
          .number(point.minutes, decimals: 0),
          .number(point.knownPerMinute * 60, decimals: 1), .flag(point == best),
        ]
      })
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded()))%" }

  /// The table of a plan for a deadline.
  public static func table(of plan: Simulator.Deadline, cards: Int) -> ReportTable {
    ReportTable(
      key: "plan", title: "\(cards) cards in \(plan.days.count) days",
      columns: [
        Column("new_per_day", "New a day"), Column("introduced", "Learned"),
        Column("known", "Known"), Column("wanted", "Wanted"),
        Column("minutes_per_day", "Minutes a day"), Column("most_minutes", "Longest day"),
        Column("holds", "Holds"),
      ],
      rows: [
        [
          .count(plan.newPerDay), .count(plan.introduced), .number(plan.known, decimals: 0),
          .number(plan.wanted, decimals: 0),
          .number(plan.meanMinutes, decimals: 1), .number(plan.mostMinutes, decimals: 1),
          .flag(plan.holds),
        ]
      ])
  }

  /// The table of ways to catch up after a break.
  public static func table(of backlogs: [Simulator.Backlog], afterBreak days: Int) -> ReportTable {
    ReportTable(
      key: "catch_up", title: "After a break of \(days) days",
      columns: [
        Column("due", "Due"), Column("reviews_per_day", "Reviews a day"),
        Column("days", "Days"), Column("minutes_per_day", "Minutes a day"),
        Column("remembered", "Remembered"), Column("lost", "Forgotten more"),
      ],
      rows: backlogs.map { backlog in
        [
          .count(backlog.due), .count(backlog.reviewsPerDay),
          backlog.days.map { .count($0) } ?? .missing, .number(backlog.minutes, decimals: 1),
          .share(backlog.remembered), .number(backlog.lost, decimals: 0),
        ]
      })
  }

  /// The charts of simulated days: cards known and minutes a day.
  public static func charts(of days: [SimulatedDay]) -> [ReportChart] {
    [
      ReportChart(title: "Cards known", values: days.map(\.known)),
      ReportChart(title: "Minutes a day", values: days.map(\.minutes)),
    ]
  }
}

/// Where the numbers of a simulation come from.
public struct SimulationSource: Sendable, Hashable {
  /// Where the model's parameters are from.
  public enum Parameters: Sendable, Hashable {
    /// They are the defaults.
    case defaults
    /// The learner has set them.
    case own
    /// They were learned from so many reviews.
    case learned(from: Int)
  }

  /// The memory model.
  public let model: MemoryModel.Kind
  /// Where its parameters are from.
  public let parameters: Parameters
  /// How many reviews show how the learner answers.
  public let reviews: Int
  /// The cards that are learned already.
  public let known: Int
  /// The cards that are new.
  public let newCards: Int

  /// Up to so many reviews the usual habits of learners still tell.
  private static let fewReviews = 500

  /// Makes a source.
  public init(
    model: MemoryModel.Kind, parameters: Parameters, reviews: Int, known: Int, newCards: Int
  ) {
    self.model = model
    self.parameters = parameters
    self.reviews = reviews
    self.known = known
    self.newCards = newCards
  }

  /// The source as a table.
  public var table: ReportTable {
    ReportTable(
      key: "source", title: "Where the numbers come from",
      columns: [
        .init("model", "Memory"), .init("weights", "Parameters"), .init("answers", "Answers"),
        .init("reviews", "Reviews"), .init("known_cards", "Cards known"),
        .init("new_cards", "Cards new"),
      ],
      rows: [
        [
          .text(model.title), .text(parametersName), .text(habitsName), .count(reviews),
          .count(known), .count(newCards),
        ]
      ])
  }

  private var parametersName: String {
    switch parameters {
    case .defaults: "defaults"
    case .own: "set by hand"
    case .learned(let reviews): "learned from \(reviews) reviews"
    }
  }

  private var habitsName: String {
    switch reviews {
    case 0: "as most learners"
    case ..<Self.fewReviews: "own, and as most learners"
    default: "own"
    }
  }
}

extension CurveScreen {
  /// How a card is forgotten that is answered "good" whenever its retrievability has fallen to the
  /// desired retention.
  ///
  /// - Parameters:
  ///   - model: the memory model.
  ///   - retention: the desired retention.
  ///   - days: the days that are drawn.
  public init(_ model: MemoryModel, retention: Double, days: Int) {
    let last = Double(max(days, 1))
    var stretches: [[Point]] = []
    var state = model.initialState(.good)
    var start = 0.0
    while start < last, stretches.count < 100 {
      let wait = max(model.interval(state, retention: retention).rounded(), 1)
      let end = min(start + wait, last)
      stretches.append(
        (0...40).map { step in
          let elapsed = (end - start) * Double(step) / 40
          return Point(
            day: start + elapsed, share: model.retrievability(state, elapsedDays: elapsed))
        })
      state = model.nextState(
        state, grade: .good, elapsed: Elapsed(wholeDays: Int(wait), days: wait))
      start += wait
    }
    self.init(
      title: "How a card is forgotten, and how each review makes that slower",
      stretches: stretches, level: retention, lastDay: last)
  }
}
