import ArgumentParser
import RabbleControllers
import RabbleMemory
import RabbleReports
import RabbleScheduling
import RabbleScreens
import RabbleStudy
import RabbleTerminal

/// `rabble preset simulate`: what learning will cost and bring.
struct PresetSimulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    "simulate", of: "preset", "Simulate future workload and retention.",
    """
    You go on every day from where you are now, forgetting as your FSRS parameters predict and answering \
    as in your log. Shown are workload and knowledge in a year for several desired retentions; with --days or \
    one --retention, each day; with --by, the pace a deadline requires; with --break, ways to catch up.
    """,
    examples: [
      ("rabble preset simulate", "what a higher or lower desired retention costs"),
      ("rabble preset simulate --days 90", "the next 90 days"),
      ("rabble preset simulate --deck Hiragana --by 2027-03-01", "a deadline"),
    ])

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Days to simulate (default: \(PresetSimulate.usualDays)).", valueName: "n"))
  var days: Int?

  @Option(parsing: .unconditional, help: Limits.newPerDayHelp)
  var newPerDay: Int?

  @Option(
    help: ArgumentHelp(
      "Desired retention, 0.5–0.99, or a range such as 0.70-0.97.",
      discussion:
        "Default: the preset's desired retention (initially 0.9); without --days, several.",
      valueName: "share"))
  var retention: RetentionRange?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Maximum reviews per day.", valueName: "n"))
  var reviewLimit: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum study time per day, in minutes.", valueName: "n"))
  var minutes: Double?

  @Option(
    name: .customLong("deck"),
    help: ArgumentHelp(
      "Only this group or course (may be repeated).",
      valueName: "group"), completion: .groups)
  var decks: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Simulate this many new cards and no others.", valueName: "n"))
  var cards: Int?

  @Option(
    help: ArgumentHelp("Target date by which all cards should be known.", valueName: "yyyy-mm-dd"))
  var by: String?

  @Option(
    name: .customLong("break"), parsing: .unconditional,
    help: ArgumentHelp(
      "Take a break of N days starting now.",
      discussion: "With --cards: after --days of study.",
      valueName: "n"))
  var rest: Int?

  @Option(
    help: ArgumentHelp(
      "Answer and forget as in this file (- for input).",
      valueName: "file.csv"))
  var reviews: String?

  @Option(
    help: ArgumentHelp(
      "Only write an SVG of a card's forgetting curve.",
      valueName: "file.svg"))
  var drawing: String?

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  private static let usualDays = 365

  private var dayCount: Int { days ?? Self.usualDays }

  func validate() throws {
    guard (1...36_500).contains(dayCount) else {
      throw ValidationError("--days must be 1 to 36500.")
    }
    for (name, number) in [
      ("--new-per-day", newPerDay ?? 0), ("--review-limit", reviewLimit ?? 0),
      ("--cards", cards ?? 0),
      ("--break", rest ?? 0),
    ] where !(0...1_000_000).contains(number) {
      throw ValidationError("\(name) must be 0 to 1000000.")
    }
    guard minutes ?? 1 > 0 else { throw ValidationError("--minutes must be more than 0.") }
    if let drawing { try Output.requireNew(drawing, force: report.file.force) }
    if !decks.isEmpty, cards != nil || reviews != nil {
      throw ValidationError(
        "--deck can't be used with --cards or --reviews.")
    }
    if by != nil || rest != nil, let retention, retention.lower < retention.upper {
      throw ValidationError("--by and --break take one --retention, not a range.")
    }
    if by != nil {
      _ = try daysLeft()
      guard days == nil, rest == nil, newPerDay == nil else {
        throw ValidationError("--by can't be used with --days, --new-per-day or --break.")
      }
      guard cards != nil || reviews == nil else {
        throw ValidationError("--by needs --cards when --reviews is used.")
      }
    }
  }

  func run() throws {
    let learner = try beginning()
    let limits = learner.limits(newCards: newPerDay, reviews: reviewLimit, minutes: minutes)
    let share = retention?.lower ?? learner.retention
    if let drawing {
      let curve = CurveScreen(learner.simulator.model, retention: share, days: dayCount)
      try Output.write(SVGCurve.text(curve), to: drawing, force: report.file.force)
    } else if by != nil {
      try plan(learner, days: daysLeft(), share, limits)
    } else if let rest {
      try catchUp(learner, share, limits, afterBreak: rest)
    } else if let shares = comparedShares(own: learner.retention) {
      try compare(shares, learner, limits)
    } else {
      let result = learner.simulator.run(
        days: dayCount, cards: learner.newCards, knowing: learner.known, retention: share,
        limits: limits)
      try show("simulation", [], result, learner)
    }
  }

  /// The desired retentions to compare; `nil` where each day of a single one is shown.
  private func comparedShares(own: Double) -> [Double]? {
    guard let retention else { return days == nil ? RetentionChoice.usual(with: own) : nil }
    return retention.lower < retention.upper ? retention.steps : nil
  }

  /// The learner as they are now, or as they would begin with new cards.
  private func beginning() throws -> SimulatedLearner {
    let newCards = cards ?? dayCount * (newPerDay ?? SimulatedLimits.usualNewCards)
    let seed = options.seed ?? 1
    if let reviews {
      return SimulatedLearner(
        try ReviewFile.read(reviews), newCards: newCards, seed: seed)
    }
    guard cards == nil else {
      guard try options.locations().hasLog else {
        return SimulatedLearner(newCards: newCards, seed: seed)
      }
      return try options.openLog(for: .examining).learner(newCards: newCards, seed: seed)
    }
    let library = try options.openLibrary(for: .looking)
    return try library.learner(of: library.plan(decks), seed: seed)
  }

  /// The days from today to the deadline, that day included.
  private func daysLeft() throws -> Int {
    guard let by, let end = Moment(iso8601: by + "T12:00:00Z")?.day else {
      throw ValidationError("--by must be a date such as 2027-07-01.")
    }
    let left = end.number - options.surroundings.now().day.number
    guard (1...36_500).contains(left) else {
      throw ValidationError("--by must be a future date within 100 years.")
    }
    return left
  }

  private func compare(
    _ shares: [Double], _ learner: SimulatedLearner, _ limits: SimulatedLimits
  ) throws {
    let choice = RetentionChoice(
      learner.simulator.tradeOffs(
        shares, days: dayCount, cards: learner.newCards, knowing: learner.known, limits: limits),
      days: dayCount, own: learner.retention)
    let source = learner.source.table
    guard report.format == .text else {
      return try report.write("trade_offs", choice.table, [source])
    }
    let width = report.file.columns
    let parts = [
      TableText.text([choice.shortTable], width: width),
      LinesText.text([choice.note], width: width),
    ]
    let bars = options.displayStyle.isPlain ? [] : [ChartText.text(choice.bars, width: width)]
    try report.file.page(
      (parts + bars + [TableText.text([source], width: width)]).joined(separator: "\n"))
  }

  private func plan(
    _ learner: SimulatedLearner, days: Int, _ share: Double, _ limits: SimulatedLimits
  ) throws {
    let plan = learner.simulator.plan(
      cards: learner.newCards, knowing: learner.known, days: days, retention: share,
      limits: limits)
    let cards = learner.newCards + learner.known.count
    try show("deadline", [ReportTable.table(of: plan, cards: cards)], plan.days, learner)
  }

  private func catchUp(
    _ learner: SimulatedLearner, _ share: Double, _ limits: SimulatedLimits, afterBreak rest: Int
  ) throws {
    var simulation = learner.simulator.simulation(
      cards: learner.newCards, knowing: learner.known, retention: share)
    if learner.known.isEmpty {
      for _ in 0..<dayCount { _ = simulation.advance(limits, countsKnown: false) }
    }
    let backlogs = learner.simulator.catchUp(
      from: simulation, afterBreak: rest, over: [1, 3, 7, 14, 30, 60])
    try report.write(
      "catch_up", ReportTable.table(of: backlogs, afterBreak: rest), [learner.source.table])
  }

  /// Writes tables and the days; for people only some days, and charts; as CSV the days alone.
  private func show(
    _ name: String, _ tables: [ReportTable], _ days: [SimulatedDay], _ learner: SimulatedLearner
  ) throws {
    let source = [learner.source.table]
    switch report.format {
    case .json, .csv:
      try report.write(
        name, ReportTable.table(of: days), tables + [ReportTable.total(of: days)] + source)
    case .text:
      let width = report.file.columns
      let text = TableText.text(
        tables + [
          ReportTable.total(of: days), ReportTable.table(of: days, every: days.count / 12),
        ] + source,
        width: width)
      let charts =
        options.displayStyle.isPlain
        ? [] : ReportTable.charts(of: days).map { ChartText.text($0, width: width) }
      try report.file.write(([text] + charts).joined(separator: "\n"))
    }
  }
}

/// One desired retention, or a range of them: `0.9` or `0.70…0.97`, in steps of 0.01.
struct RetentionRange: ExpressibleByArgument, CustomStringConvertible {
  let lower: Double
  let upper: Double

  private static let allowed = 0.5...0.99

  init(_ retention: Double) {
    lower = retention
    upper = retention
  }

  init?(argument: String) {
    let text = argument.replacing("...", with: "…").replacing("..", with: "…")
      .replacing("-", with: "…")
    let ends = text.split(separator: "…", omittingEmptySubsequences: false).map { Double($0) }
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
      first <= last, Self.allowed.contains(first), Self.allowed.contains(last)
    else { return nil }
    lower = first
    upper = last
  }

  var description: String { lower == upper ? "\(lower)" : "\(lower)…\(upper)" }

  /// The retentions from the lower to the upper one.
  var steps: [Double] {
    let count = Int(((upper - lower) * 100 + 1e-9).rounded(.down))
    return (0...count).map { ((lower * 100 + Double($0)) / 100 * 1e6).rounded() / 1e6 }
  }
}
