import RabbleMemory
import RabbleScreens
import RabbleText

extension ReportTable {
  /// The table of all simulated days together.
  package static func total(of days: [SimulatedDay]) -> ReportTable {
    ReportTable("total", "After \(NumberText.count(days.count, "day"))", .record, of: [days]) {
      Column("known", "Known") { .number($0.last?.known ?? 0, decimals: 0) }
      Column("introduced", "Learned") { .count($0.reduce(0) { $0 + $1.introduced }) }
      Column("reviews", "Reviews") { .count(Self.reviews($0)) }
      Column("remembered", "Recalled") { .count(Self.remembered($0)) }
      Column("remembered_share", "Share recalled") { days in
        let reviews = Self.reviews(days)
        return reviews > 0 ? .share(Double(Self.remembered(days)) / Double(reviews)) : .missing
      }
      Column("minutes", "Minutes") { .number(Self.minutes($0), decimals: 0) }
      Column("minutes_per_day", "Minutes per day") {
        .number(Self.minutes($0) / Double(max($0.count, 1)), decimals: 1)
      }
    }
  }

  /// The table of simulated days, one of `step` days a row, and the last one in any case.
  package static func table(of days: [SimulatedDay], every step: Int = 1) -> ReportTable {
    let shown = days.indices.filter { ($0 + 1) % max(step, 1) == 0 || $0 == days.count - 1 }
    return ReportTable("days", "Day by day", of: shown.map { (number: $0 + 1, day: days[$0]) }) {
      Column("day", "Day") { .count($0.number) }
      Column("introduced", "New") { .count($0.day.introduced) }
      Column("reviews", "Reviews") { .count($0.day.reviews) }
      Column("remembered", "Recalled") { .count($0.day.remembered) }
      Column("waiting", "Backlog") { .count($0.day.waiting) }
      Column("minutes", "Minutes") { .number($0.day.minutes, decimals: 1) }
      Column("known", "Known") { .number($0.day.known, decimals: 0) }
    }
  }

  private static func reviews(_ days: [SimulatedDay]) -> Int { days.reduce(0) { $0 + $1.reviews } }

  private static func remembered(_ days: [SimulatedDay]) -> Int {
    days.reduce(0) { $0 + $1.remembered }
  }

  private static func minutes(_ days: [SimulatedDay]) -> Double {
    days.reduce(0) { $0 + $1.minutes }
  }

  /// The table of a trade-off curve, the best of it marked.
  package static func table(of tradeOffs: [Simulator.TradeOff]) -> ReportTable {
    let best = Simulator.best(tradeOffs)
    let advice =
      best.map { ": \(NumberText.percent($0.retention)) gives the most knowledge per minute" } ?? ""
    return ReportTable("trade_offs", "Efficiency by desired retention" + advice, of: tradeOffs) {
      Column("retention", "Retention") { .share($0.retention) }
      Column("known", "Known") { .number($0.known, decimals: 0) }
      Column("reviews", "Reviews") { .count($0.reviews) }
      Column("minutes", "Minutes") { .number($0.minutes, decimals: 0) }
      Column("known_per_hour", "Cards known per hour") {
        .number($0.knownPerMinute * 60, decimals: 1)
      }
      Column("best", "Best") { .flag($0 == best) }
    }
  }

  /// The table of a plan for a deadline.
  package static func table(of plan: Simulator.Deadline, cards: Int) -> ReportTable {
    let title =
      "\(NumberText.count(cards, "card")) in \(NumberText.count(plan.days.count, "day"))"
    return ReportTable("plan", title, of: [plan]) {
      Column("new_per_day", "New per day") { .count($0.newPerDay) }
      Column("introduced", "Learned") { .count($0.introduced) }
      Column("known", "Known") { .number($0.known, decimals: 0) }
      Column("wanted", "Target") { .number($0.wanted, decimals: 0) }
      Column("minutes_per_day", "Minutes per day") { .number($0.meanMinutes, decimals: 1) }
      Column("most_minutes", "Busiest day (min)") { .number($0.mostMinutes, decimals: 1) }
      Column("holds", "Feasible") { .flag($0.holds) }
    }
  }

  /// The table of ways to catch up after a break.
  package static func table(of backlogs: [Simulator.Backlog], afterBreak days: Int) -> ReportTable {
    ReportTable("catch_up", "After a break of \(NumberText.count(days, "day"))", of: backlogs) {
      Column("due", "Due") { .count($0.due) }
      Column("reviews_per_day", "Reviews per day") { .count($0.reviewsPerDay) }
      Column("days", "Days") { .count(ifAny: $0.days) }
      Column("minutes_per_day", "Minutes per day") { .number($0.minutes, decimals: 1) }
      Column("remembered_share", "Recalled") { .share($0.remembered) }
      Column("lost", "Extra lapses") { .number($0.lost, decimals: 0) }
    }
  }

  /// The charts of simulated days: cards known and minutes per day.
  package static func charts(of days: [SimulatedDay]) -> [ReportChart] {
    [
      ReportChart(title: "Cards known", values: days.map(\.known)),
      ReportChart(title: "Minutes per day", values: days.map(\.minutes)),
    ]
  }
}

// MARK: - Assumptions

/// The assumptions of a simulation: the memory model's parameters, and how the learner answers.
package struct SimulationSource: Sendable, Hashable {
  /// Where the FSRS parameters are from.
  package enum Parameters: Sendable, Hashable {
    /// They are the defaults.
    case defaults
    /// The learner has set them.
    case own
    /// They were optimized on this many reviews.
    case learned(from: Int)
  }

  /// Where the FSRS parameters are from.
  package let parameters: Parameters
  /// The number of reviews that show how the learner answers.
  package let reviews: Int
  /// The number of cards that are learned already.
  package let known: Int
  package let newCards: Int

  /// Below this many reviews, the learner's own habits are blended with population averages.
  private static let fewReviews = 500

  /// Makes a source.
  package init(parameters: Parameters, reviews: Int, known: Int, newCards: Int) {
    self.parameters = parameters
    self.reviews = reviews
    self.known = known
    self.newCards = newCards
  }

  package var table: ReportTable {
    ReportTable("source", "Assumptions", of: [self]) {
      ReportTable.Column("parameters", "Parameters") { $0.parametersTerm }
      ReportTable.Column("answers", "Answers") { $0.habitsTerm }
      ReportTable.Column("reviews", "Reviews") { .count($0.reviews) }
      ReportTable.Column("known_cards", "Known cards") { .count($0.known) }
      ReportTable.Column("new_cards", "New cards") { .count($0.newCards) }
    }
  }

  private var parametersTerm: ReportTable.Value {
    switch parameters {
    case .defaults: .term("defaults", words: "defaults")
    case .own: .term("set by hand", words: "set by hand")
    case .learned(let reviews):
      .term(
        "optimized on \(reviews) reviews",
        words: "optimized on \(NumberText.count(reviews, "review"))")
    }
  }

  private var habitsTerm: ReportTable.Value {
    switch reviews {
    case 0: .term("as most learners", words: "population averages")
    case ..<Self.fewReviews:
      .term(
        "own, and as most learners", words: "your reviews, blended with population averages")
    default: .term("own", words: "your reviews")
    }
  }
}

// MARK: - The forgetting curve

extension CurveScreen {
  /// How a card is forgotten that is answered "good" whenever its retrievability has fallen to the
  /// desired retention.
  ///
  /// - Parameters:
  ///   - model: the memory model.
  ///   - retention: the desired retention.
  ///   - days: the number of days to draw.
  package init(_ model: MemoryModel, retention: Double, days: Int) {
    let last = Double(max(days, 1))
    var stretches: [[Point]] = []
    var state = model.initialState(.good)
    var start = 0.0
    while start < last, stretches.count < 100 {
      let wait = max(
        model.interval(stability: state.stability, retention: retention).rounded(), 1)
      let end = min(start + wait, last)
      stretches.append(
        (0...40).map { step in
          let elapsed = (end - start) * Double(step) / 40
          return Point(
            day: start + elapsed, share: model.retrievability(state, elapsedDays: elapsed))
        })
      state = model.nextState(state, grade: .good, elapsedDays: Int(wait))
      start += wait
    }
    self.init(
      title: "Forgetting curve of a card, flatter after each review",
      stretches: stretches, level: retention, lastDay: last)
  }
}
