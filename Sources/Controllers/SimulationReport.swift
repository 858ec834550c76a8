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

// MARK: - The choice of a desired retention

/// What each of several desired retentions costs and brings, with the learner's own marked.
package struct RetentionChoice: Sendable {
  private let tradeOffs: [Simulator.TradeOff]
  private let days: Int
  private let own: Double

  /// The desired retentions to compare where the learner names none: four from 0.8 to 0.95, and their own.
  ///
  /// - Parameter own: the learner's desired retention.
  /// - Returns: the retentions, the lowest first.
  package static func usual(with own: Double) -> [Double] {
    let round = [0.8, 0.85, 0.9, 0.95]
    return round.contains { isSame($0, own) } ? round : (round + [own]).sorted()
  }

  private static func isSame(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-6 }

  /// - Parameters:
  ///   - tradeOffs: what was simulated, a desired retention each.
  ///   - days: how many days were simulated.
  ///   - own: the learner's desired retention.
  package init(_ tradeOffs: [Simulator.TradeOff], days: Int, own: Double) {
    self.tradeOffs = tradeOffs
    self.days = days
    self.own = own
  }

  private var monthDays: Int { min(days, Simulator.monthDays) }

  /// All that is known of each, for programs.
  package var table: ReportTable {
    ReportTable("trade_offs", Self.title, of: tradeOffs) {
      Self.retention
      firstMonth
      lastMonth
      ReportTable.Column("reviews", "Reviews") { .count($0.reviews) }
      ReportTable.Column("minutes", "Minutes") { .number($0.minutes, decimals: 0) }
      knowledge
    }
  }

  /// What people compare.
  package var shortTable: ReportTable { table.without(["reviews", "minutes"]) }

  /// How the numbers of the table are counted, in words.
  package var note: String {
    "Reviews and minutes are those of a day, as the mean of days 1 to \(monthDays) and of days "
      + "\(days - monthDays + 1) to \(days). Recalled: the number of cards that you are expected to recall after "
      + "day \(days). Per hour: those for each hour of study, without the ones that you would recall without it."
  }

  /// The minutes a day at the end, a bar each.
  package var bars: ReportBars {
    ReportBars(
      title: "Minutes per day, mean of days \(days - monthDays + 1) to \(days)",
      bars: tradeOffs.map {
        ReportBars.Bar(
          label: NumberText.retention($0.retention), value: $0.lastMonth.minutes,
          remark: isOwn($0) ? "yours" : nil)
      })
  }

  private static let title = "Daily work and knowledge by desired retention"

  private typealias Column = ReportTable.Column<Simulator.TradeOff>

  private static var retention: Column {
    Column("retention", "Retention", inFull: "Desired retention") { .share($0.retention) }
  }

  private var firstMonth: [Column] {
    work("first_days", "Reviews, \(monthDays) d", "days 1 to \(monthDays)", \.firstMonth)
  }

  private var lastMonth: [Column] {
    work(
      "last_days", "Reviews, \(days) d", "days \(days - monthDays + 1) to \(days)", \.lastMonth)
  }

  private func work(
    _ key: String, _ title: String, _ period: String,
    _ work: @escaping (Simulator.TradeOff) -> Simulator.DailyWork
  ) -> [Column] {
    [
      Column(key + "_reviews", title, inFull: "Reviews per day, \(period)") {
        .number(work($0).reviews, decimals: 0)
      },
      Column(key + "_minutes", "Min.", inFull: "Minutes per day, \(period)") {
        .number(work($0).minutes, decimals: 1)
      },
    ]
  }

  private var knowledge: [Column] {
    [
      Column("expected", "Recalled", inFull: "Expected to recall at the end") {
        .number($0.known, decimals: 0)
      },
      Column("expected_per_hour", "Per hour", inFull: "Expected to recall per hour of study") {
        .number($0.knownPerMinute * 60, decimals: 1)
      },
      Column("current", "Yours") { .flag(isOwn($0)) },
    ]
  }

  private func isOwn(_ tradeOff: Simulator.TradeOff) -> Bool {
    Self.isSame(tradeOff.retention, own)
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
