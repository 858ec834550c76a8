import ArgumentParser
import RabbleControllers
import RabbleMemory
import RabbleReports
import RabbleScheduling
import RabbleScreens
import RabbleTerminal

/// `rabble simulate`: what learning will cost and bring.
struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Foretell what learning will cost a day, and how much will be known.",
    discussion: """
      A learner who forgets as the memory model says studies day after day. Without more, each day \
      is shown; with a range of retentions, what each costs and brings; with --by and --cards, what \
      a deadline costs and whether it holds; with --break, ways to catch up after some days off.
      """)

  @Option(help: ArgumentHelp("Simulate so many days.", valueName: "n"))
  var days = 365

  @Option(help: ArgumentHelp("Learn so many new cards a day.", valueName: "n"))
  var newPerDay = 10

  @Option(
    help: ArgumentHelp(
      "Remember this share of the cards when they come back, 0.5 to 0.99, or try a range: 0.70…0.97.",
      valueName: "share"))
  var retention = RetentionRange(0.9)

  @Option(help: ArgumentHelp("Review at most so many cards a day.", valueName: "n"))
  var reviewLimit: Int?

  @Option(help: ArgumentHelp("Study at most so many minutes a day.", valueName: "n"))
  var minutes: Double?

  @Option(help: ArgumentHelp("There are so many cards to learn.", valueName: "n"))
  var cards: Int?

  @Option(help: ArgumentHelp("Know the --cards by this day.", valueName: "yyyy-mm-dd"))
  var by: String?

  @Option(name: .customLong("break"), help: ArgumentHelp("Then rest so many days.", valueName: "n"))
  var rest: Int?

  @Option(
    help: ArgumentHelp(
      "Answer and forget as in this CSV file of reviews; - is standard input.",
      valueName: "file.csv"))
  var reviews: String?

  @Option(
    help: ArgumentHelp(
      "Draw how a card is forgotten and reviewed, as SVG, and do nothing else.",
      valueName: "file.svg"))
  var drawing: String?

  @Option(help: "The memory model: fsrs-6 or fsrs-7.")
  var model: MemoryModel.Kind = .fsrs6

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  func validate() throws {
    guard (1...36_500).contains(days) else { throw ValidationError("--days must be 1 to 36500.") }
    for (name, number) in [
      ("--new-per-day", newPerDay), ("--review-limit", reviewLimit ?? 0), ("--cards", cards ?? 0),
      ("--break", rest ?? 0),
    ] where !(0...1_000_000).contains(number) {
      throw ValidationError("\(name) must be 0 to 1000000.")
    }
    guard minutes ?? 1 > 0 else { throw ValidationError("--minutes must be more than 0.") }
    if by != nil {
      guard cards != nil else { throw ValidationError("--by takes --cards too.") }
      _ = try daysLeft()
    }
  }

  func run() throws {
    let simulator = try simulator()
    let shares = retention.steps
    if let drawing {
      let curve = CurveScreen(simulator.model, retention: shares[0], days: days)
      try OutputFile.write(SVGCurve.text(curve), to: drawing)
    } else if by != nil, let cards {
      try plan(simulator, cards, days: daysLeft(), shares[0])
    } else if let rest {
      try catchUp(simulator, shares[0], afterBreak: rest)
    } else if shares.count > 1 {
      let tradeOffs = simulator.tradeOffs(shares, days: days, cards: deck, limits: limits)
      try report.write([ReportTable.table(of: tradeOffs)])
    } else {
      let result = simulator.run(days: days, cards: deck, retention: shares[0], limits: limits)
      try show([], result)
    }
  }

  private var deck: Int { cards ?? days * newPerDay }

  private var limits: DailyLimits {
    DailyLimits(newCards: newPerDay, reviews: reviewLimit ?? .max, minutes: minutes ?? .infinity)
  }

  private func simulator() throws -> Simulator {
    let seed = options.seed ?? 1
    guard let reviews else { return Simulator(model: MemoryModel(model), seed: seed) }
    let histories = try ReviewFile.read(reviews)
    return Simulator(
      model: Optimizer(histories).fit(model).model, habits: LearnerHabits(histories), seed: seed)
  }

  /// The days from today to the deadline, that day included.
  private func daysLeft() throws -> Int {
    guard let by, let end = Moment(iso8601: by + "T12:00:00Z")?.day else {
      throw ValidationError("--by takes a day such as 2027-07-01.")
    }
    let left = end.number - options.clock.now().day.number
    guard (1...36_500).contains(left) else {
      throw ValidationError("--by must be a day to come, within a hundred years.")
    }
    return left
  }

  private func plan(_ simulator: Simulator, _ cards: Int, days: Int, _ share: Double) throws {
    let plan = simulator.plan(
      cards: cards, days: days, retention: share, reviews: reviewLimit ?? .max,
      minutes: minutes ?? .infinity)
    try show([ReportTable.table(of: plan, cards: cards)], plan.days)
  }

  private func catchUp(_ simulator: Simulator, _ share: Double, afterBreak rest: Int) throws {
    var simulation = simulator.simulation(cards: deck, retention: share)
    for _ in 0..<days { _ = simulation.advance(limits, countsKnown: false) }
    let backlogs = simulator.catchUp(
      from: simulation, afterBreak: rest, over: [1, 3, 7, 14, 30, 60])
    try report.write([ReportTable.table(of: backlogs, afterBreak: rest)])
  }

  /// Writes tables and the days; for people only some days, and charts.
  private func show(_ tables: [ReportTable], _ days: [SimulatedDay]) throws {
    switch report.format {
    case .json, .csv: try report.write(tables + ReportTable.tables(of: days))
    case .text:
      let text = TableText.text(tables + ReportTable.tables(of: days, every: days.count / 12))
      let charts = ReportTable.charts(of: days).map(ChartText.text)
      try OutputFile.write(([text] + charts).joined(separator: "\n"), to: report.output)
    }
  }
}

extension MemoryModel.Kind: ExpressibleByArgument {}
