import RabbleControllers
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleStorage
import RabbleText

/// Which statistics are asked for.
public struct StatisticsRequest: Sendable {
  /// By what the rows of a report can be, as the command line has it.
  public enum By: String, Hashable, Sendable, CaseIterable {
    case day, week, month, quarter, year, group, deck, tag, direction, grade, hour, weekday
    case session, card

    /// How answers are counted by it.
    public var grouping: AnswerGrouping {
      switch self {
      case .day: .time(.day)
      case .week: .time(.week)
      case .month: .time(.month)
      case .quarter: .time(.quarter)
      case .year: .time(.year)
      case .group: .group
      case .deck, .tag: .label
      case .direction: .direction
      case .grade: .grade
      case .hour: .hour
      case .weekday: .weekday
      case .session: .session
      case .card: .card
      }
    }
  }

  /// The report.
  public var kind: StatisticsKind
  /// The card of a report about one.
  public var card: CardQuery?
  /// The days; those that the report usually has without them.
  public var period: StatisticsPeriod?
  /// By what the rows are; what they usually are without it.
  public var by: By?
  /// Which cards count; all without it.
  public var cards: (@Sendable (CardID) -> Bool)?
  /// How many days a forecast has.
  public var forecastDays = 14
  /// The seed of a forecast's simulation.
  public var seed: UInt64 = 1

  /// Asks for a report.
  public init(_ kind: StatisticsKind) { self.kind = kind }
}

extension Library {
  /// The present day.
  public var today: StudyDay { surroundings.now().day }

  /// Makes a statistical report.
  ///
  /// - Throws: ``CardError`` where a card is meant that there is not; an error of the review log.
  public func statistics(_ request: StatisticsRequest) throws -> ReportPage {
    var page = try page(request)
    let tables = [page.summary] + page.tables
    let headings = tables.flatMap(\.headings)
    page.definitions = StatisticsDefinition.of(headings.map(\.key)).map { key, text in
      ReportPage.Definition(key, headings.first { $0.key == key }?.title ?? key, text)
    }
    return page
  }
}

extension Library {
  private func page(_ request: StatisticsRequest) throws -> ReportPage {
    let now = surroundings.now()
    var card: Card?
    var simulated: [SimulatedDay] = []
    switch request.kind {
    case .confusions, .leeches:
      let isLeeches = request.kind == .leeches
      let report = try report(isLeeches ? .leeches : .confusions)
      return ReportPage(
        name: request.kind.rawValue, title: isLeeches ? "Leeches" : "Confusions",
        last: now.day.iso8601,
        summary: ReportTable("summary", "", .record, of: [report]) {
          ReportTable.Column("rows", "Rows") { .count($0.tables.first?.rows.count ?? 0) }
        }, tables: report.tables, remarks: report.remarks)
    case .card: card = try request.card.flatMap { try cards($0).first?.card }
    case .forecast where request.cards == nil && !groups.isEmpty:
      let learner = try learner(of: plan(), model: nil, seed: request.seed)
      simulated = learner.simulator.run(
        days: request.forecastDays, cards: learner.newCards, knowing: learner.known,
        retention: learner.retention, limits: DailyLimits(newCards: learner.newPerDay))
    default: break
    }
    return try log.read { tx in
      try Statistics(
        library: self, request: request, tx: tx, now: now, card: card, simulated: simulated
      ).page()
    }
  }
}

/// Makes one report from one state of the log.
private struct Statistics {
  let library: Library
  var request: StatisticsRequest
  let tx: Transaction
  let now: Moment
  /// The card of a report about one.
  let card: Card?
  /// The coming days, as a simulation has them.
  let simulated: [SimulatedDay]

  private var today: StudyDay { now.day }

  private var period: StatisticsPeriod {
    request.period
      ?? request.kind.usualDays.map { .days($0, today: today) } ?? .all(today: today)
  }

  private var grouping: AnswerGrouping {
    request.by?.grouping ?? request.kind.grouping ?? .time(.day)
  }

  func page() throws -> ReportPage {
    switch request.kind {
    case .overview: return try overview()
    case .scores: return try answers { .scores($0, $1) }
    case .reviews: return try answers { .reviews($0, $1) }
    case .added: return try answers { .added($0, $1) }
    case .hours: return try answers { .hours($0, $1) }
    case .sessions: return try answers { .sessions($0, $1) }
    case .grades: return try answers(by: .grade) { report, _ in .grades(report) }
    case .groups:
      return try answers { .groups($0, cards: try cardsByGroup(), $1) }
    case .retention:
      if request.by != nil { return try answers { .retention($0, $1) } }
      return try retention()
    case .calendar:
      let report = try report(.all(today: period.last), by: .time(.day), replays: false).report
      return .calendar(StudyCalendar(report, period, today: today), report)
    case .cards: return .cards(try cards(), today: today)
    case .intervals: return .intervals(try cards(), today: today)
    case .forecast: return try forecast()
    case .memory: return try memory()
    case .calibration: return try calibration()
    case .words: return try words()
    case .level: return try level()
    case .mistakes: return try mistakes()
    case .card, .confusions, .leeches: return try history()
    }
  }

  // MARK: - Scanning

  /// An answer in a scan, with what was before it.
  private struct Scanned {
    let answer: CountedAnswer
    let event: ScannedAnswer
    let card: CardID
    let before: Schedule?
    /// The number of the scheduler in force.
    let scheduler: Int
  }

  /// Hands every answer that counts to `body`, oldest first.
  ///
  /// - Parameters:
  ///   - first: the first day of the answers that are needed. A replay needs all of them.
  ///   - replays: whether the states of cards are asked for.
  ///   - needsGroups: whether the groups are asked for.
  ///   - before: is handed the day of each answer, and the replay before it.
  ///   - body: is handed each answer, and the replay after it.
  /// - Returns: what the numbers stand for, the replay at the end, and the presets in force.
  /// - Throws: what `body` throws, or an error of the review log.
  private func scan(
    since first: StudyDay? = nil, replays: Bool, needsGroups: Bool = false,
    before: ((borrowing CardReplay, _ day: Int) -> Void)? = nil,
    _ body: (borrowing Scanned, inout CardReplay) throws -> Void
  ) throws -> (names: ScannedNames, replay: CardReplay, presets: PresetTimeline) {
    let history = try tx.presets.history()
    let needsGroups = needsGroups || replays && !history.entries.isEmpty
    var timeline: PresetTimeline?
    var replay = CardReplay([])
    var included: [Bool] = []
    let names = try tx.statistics.forEach(
      since: replays ? nil : first, needsGroups: needsGroups
    ) { event, names in
      if timeline == nil {
        let made = PresetTimeline(history, groups: names.groups)
        timeline = made
        replay = CardReplay(made.schedulers)
      }
      guard let presets = timeline else { return }
      if let cards = request.cards {
        while included.count < names.cards.count {
          included.append(cards(names.cards[included.count]))
        }
      }
      switch event {
      case .adjustment(let id, let adjustment, let card, let group):
        guard replays, request.cards == nil || included[card] else { return }
        replay.add(
          adjustment, card: card,
          scheduler: group.map { presets.scheduler(ofGroup: $0, at: id) }
            ?? replay.scheduler(ofCard: card))
      case .answer(let event):
        guard request.cards == nil || included[event.card] else { return }
        var answer = CountedAnswer(
          card: event.card, group: event.group, grade: event.grade,
          milliseconds: event.moment.milliseconds, utcOffset: event.moment.utcOffset,
          day: event.moment.day.number, duration: event.duration,
          kind: event.isScheduled ? .learning : .cram, isFirstOfDay: false, interval: 0)
        let card = names.cards[event.card]
        var schedule: Schedule?
        var scheduler = 0
        before?(replay, answer.day)
        if replays {
          scheduler = presets.scheduler(ofGroup: event.group, at: event.id)
          schedule = replay.add(
            &answer, of: card, fuzzPosition: event.fuzzPosition, isScheduled: event.isScheduled,
            scheduler: scheduler)
        }
        try body(
          Scanned(
            answer: answer, event: event, card: card, before: schedule, scheduler: scheduler),
          &replay)
      }
    }
    return (names, replay, timeline ?? PresetTimeline(history, groups: names.groups))
  }

  /// Counts the answers of a period in one way.
  private func report(_ period: StatisticsPeriod, by grouping: AnswerGrouping, replays: Bool)
    throws -> (report: AnswerReport, names: StatisticsNames)
  {
    let labels = try grouping == .label ? labels() : ([:], [])
    var directions: [DirectionKind: Int] = [:]
    for (index, kind) in StatisticsNames.directions.enumerated() { directions[kind] = index }
    var tally = AnswerTally(period, by: grouping)
    let (names, _, _) = try scan(
      since: period.first, replays: replays, needsGroups: grouping == .group
    ) { scanned, _ in
      switch grouping {
      case .direction:
        tally.add(scanned.answer, direction: directions[scanned.card.direction.kind] ?? 0)
      case .label: tally.add(scanned.answer, labels: labels.0[scanned.card] ?? [])
      default: tally.add(scanned.answer)
      }
    }
    return (
      tally.report,
      StatisticsNames(
        groups: names.groups,
        labels: request.by == .tag ? ("tag", "Tag", labels.1) : ("deck", "Deck", labels.1),
        cards: try grouping == .card ? cardNames(names) : [:])
    )
  }

  private func answers(
    by other: AnswerGrouping? = nil, _ make: (AnswerReport, StatisticsNames) throws -> ReportPage
  ) throws -> ReportPage {
    let grouping = other ?? grouping
    let needsReplay: Bool =
      switch request.kind {
      case .scores, .hours, .sessions: false
      default: true
      }
    let (report, names) = try report(period, by: grouping, replays: needsReplay)
    var page = try make(report, names)
    if grouping == .label {
      page.title.replace("by label", with: "by \(names.labels.title.lowercased())")
      if request.by == .tag {
        page.remarks.append("A card with several tags is counted in each of them.")
      }
    }
    return page
  }

  /// The names of the cards in a scan.
  private func cardNames(_ names: ScannedNames) throws -> [Int: StatisticsNames.Card] {
    var numbers: [CardID: Int] = [:]
    for (number, card) in names.cards.enumerated() { numbers[card] = number }
    var result: [Int: StatisticsNames.Card] = [:]
    try tx.statistics.forEachCard(of: []) { card in
      guard let number = numbers.removeValue(forKey: card.card) else { return }
      result[number] = StatisticsNames.Card(
        group: card.group, prompt: card.prompt, answer: card.answer,
        direction: card.card.direction)
    }
    for (card, number) in numbers {
      let text = try tx.decks.text(of: card.question)
      result[number] = StatisticsNames.Card(
        group: "", prompt: text?.prompt ?? card.question.description, answer: text?.answer ?? "",
        direction: card.direction)
    }
    return result
  }

  /// The numbers of each card's labels, and the labels.
  private func labels() throws -> ([CardID: [Int]], [String]) {
    var numbers: [String: Int] = [:]
    var names: [String] = []
    func number(_ name: String) -> Int {
      if let known = numbers[name] { return known }
      numbers[name] = names.count
      names.append(name)
      return names.count - 1
    }
    var result: [CardID: [Int]] = [:]
    for stored in try tx.decks.questions(of: tx.statistics.startedGroups()) {
      let labels =
        request.by == .tag ? stored.question.tags.map(number) : [number(stored.group.deck)]
      for direction in stored.directions {
        result[CardID(question: stored.id, direction: direction), default: []] += labels
      }
    }
    return (result, names)
  }

  // MARK: - Cards as they stand

  private func cards() throws -> CardReport {
    var tally = CardTally(at: now)
    try forEachCard { card, scheduler in
      tally.add(card.card.question, card.schedule, card.suspension, scheduler)
    }
    return tally.report
  }

  private func cardsByGroup() throws -> [String: CardReport] {
    var tallies: [String: CardTally] = [:]
    try forEachCard { card, scheduler in
      tallies[card.group, default: CardTally(at: now)]
        .add(card.card.question, card.schedule, card.suspension, scheduler)
    }
    return tallies.mapValues(\.report)
  }

  private func forEachCard(_ body: (StandingCard, Scheduler) -> Void) throws {
    let book = try tx.presets.book()
    var schedulers: [String: Scheduler] = [:]
    try tx.statistics.forEachCard(of: tx.statistics.startedGroups()) { card in
      if let cards = request.cards, !cards(card.card) { return }
      let scheduler =
        schedulers[card.group] ?? Scheduler(book.preset(forGroup: card.group))
      schedulers[card.group] = scheduler
      body(card, scheduler)
    }
  }

  // MARK: - Reports

  private func overview() throws -> ReportPage {
    var tally = AnswerTally(.all(today: today), by: .time(.day))
    var month = AnswerFigures()
    let first = today.number - 29
    _ = try scan(replays: true) { scanned, _ in
      tally.add(scanned.answer)
      if scanned.answer.day >= first { month.add(scanned.answer) }
    }
    let days = tally.report
    return .overview(
      today: today, days: days, month: month,
      StudyCalendar(days, .days(7, today: today), today: today), try cards())
  }

  private func retention() throws -> ReportPage {
    var days = AnswerTally(.all(today: today), by: .time(.day))
    var directions = AnswerTally(period, by: .direction)
    let kinds = StatisticsNames.directions
    let (names, _, _) = try scan(replays: true) { scanned, _ in
      days.add(scanned.answer)
      directions.add(
        scanned.answer,
        direction: kinds.firstIndex(of: scanned.card.direction.kind) ?? 0)
    }
    return .retention(
      days: days.report, directions: directions.report, today: today,
      StatisticsNames(groups: names.groups))
  }

  private func forecast() throws -> ReportPage {
    let report = try cards()
    var page = ReportPage.forecast(
      report, simulated: simulated, days: request.forecastDays, today: today)
    if simulated.isEmpty { page.remarks.append("Some cards alone are not simulated.") }
    return page
  }

  /// How many points the curve of the past has at the most.
  private static let curvePoints = 40

  private func memory() throws -> ReportPage {
    let start = period.first?.number
    var points: [KnowledgeCurve.Point] = []
    var samples: [Int]?
    var next = 0
    func sample(_ replay: borrowing CardReplay, before day: Int) {
      if samples == nil, day < .max {
        let first = max(start ?? day, day)
        let last = max(min(period.last.number, today.number), first)
        let count = min(Self.curvePoints, last - first + 1)
        samples = (0..<count).map {
          last - (count - 1 - $0) * (last - first) / max(count - 1, 1)
        }
      }
      guard let days = samples else { return }
      while next < days.count, days[next] < day {
        let end = Moment(
          milliseconds: Int64(days[next] + 1) * 86_400_000
            + Int64(StudyDay.rolloverHour) * 3_600_000 - Int64(now.utcOffset) * 1000,
          utcOffset: now.utcOffset)
        points.append(Self.point(replay, StudyDay(number: days[next]), at: min(end, now)))
        next += 1
      }
    }
    let (_, replay, _) = try scan(
      replays: true, before: { sample($0, before: $1) }, { _, _ in })
    sample(replay, before: .max)
    return .memory(try cards(), KnowledgeCurve(points), today: today)
  }

  private static func point(
    _ replay: borrowing CardReplay, _ day: StudyDay, at moment: Moment
  ) -> KnowledgeCurve.Point {
    var known = 0.0
    var cards = 0
    for number in replay.schedules.indices {
      guard let schedule = replay.schedules[number] else { continue }
      cards += 1
      known += replay.retrievability(
        of: schedule, at: max(moment, schedule.lastReview),
        scheduler: replay.scheduler(ofCard: number))
    }
    return KnowledgeCurve.Point(day: day, known: known, cards: cards)
  }

  private func calibration() throws -> ReportPage {
    var tallies: [Int: CalibrationTally] = [:]
    var all = CalibrationTally()
    let period = period
    let (_, _, presets) = try scan(replays: true) { scanned, replay in
      guard let before = scanned.before, scanned.answer.isFirstOfDay,
        period.contains(StudyDay(number: scanned.answer.day))
      else { return }
      let elapsed = Elapsed(from: before.lastReview, to: scanned.event.moment)
      guard elapsed.wholeDays > 0 else { return }
      let predicted = replay.retrievability(
        of: before, elapsed: elapsed, scheduler: scanned.scheduler)
      let isRemembered = scanned.answer.grade.isCorrect
      all.add(predicted: predicted, isRemembered: isRemembered)
      tallies[scanned.scheduler, default: CalibrationTally()]
        .add(predicted: predicted, isRemembered: isRemembered)
    }
    let parts = tallies.sorted { $0.key < $1.key }.map { number, tally in
      (
        preset: presets.presets[number].name, model: presets.presets[number].model.kind.rawValue,
        tally: tally
      )
    }
    return .calibration(parts, all: all, period)
  }

  private func words() throws -> ReportPage {
    var words: [WordFigures?] = []
    let period = period
    let (names, _, _) = try scan(replays: true) { scanned, replay in
      guard period.contains(StudyDay(number: scanned.answer.day)) else { return }
      let card = scanned.answer.card
      while words.count <= card { words.append(nil) }
      var figures = words[card] ?? WordFigures(card: card, first: scanned.answer.day)
      figures.add(scanned.answer, after: replay.schedules[card])
      words[card] = figures
    }
    return .words(
      words.compactMap { $0 }, StatisticsNames(groups: names.groups, cards: try cardNames(names)),
      period, today: today)
  }

  private func level() throws -> ReportPage {
    let days = 28
    let first = today.number - days + 1
    var new = 0
    _ = try scan(replays: true) { scanned, _ in
      if scanned.answer.kind == .new, scanned.answer.day >= first { new += 1 }
    }
    let steps = try library.courses.flatMap { course -> [ReportPage.CourseStep] in
      guard try tx.groups.hasStarted(course.groups) else { return [] }
      let counts = try tx.groups.counts(of: course.groups, at: now)
      let knowledge = try tx.groups.knowledge(of: course.groups, at: now)
      let known = Set(zip(course.groups, knowledge).filter { $1.isKnown }.map(\.0.id))
      return course.steps.indices.map { index in
        let waits = course.steps[index].prerequisites.filter { !known.contains($0.id) }
        return ReportPage.CourseStep(
          course: course.title,
          standing: StepStanding(
            counts: counts[index], knowledge: knowledge[index], waitsFor: waits.map(\.title)))
      }
    }
    return .level(steps, newCards: new, days: days, today: today)
  }

  private func mistakes() throws -> ReportPage {
    let interval: StatisticsInterval =
      if case .time(let interval)? = request.by?.grouping { interval } else { .month }
    var kinds: [String: ReportPage.Mistake] = [:]
    var answers = 0
    var first: StudyDay?
    let period = period
    try tx.reviews.forEach { recorded in
      let day = recorded.review.moment.day
      guard !recorded.isRetracted, period.contains(day),
        request.cards?(recorded.review.card) ?? true
      else { return }
      answers += 1
      first = first.map { min($0, day) } ?? day
      guard let mistake = recorded.review.mistake else { return }
      var kind = kinds[mistake] ?? ReportPage.Mistake(kind: mistake)
      kind.times[interval.start(of: day).number, default: 0] += 1
      kind.example = (recorded.asked, recorded.answer, recorded.review.typed ?? "", day)
      kinds[mistake] = kind
    }
    return .mistakes(
      Array(kinds.values), by: interval, answers: answers, period.beginning(first))
  }

  /// One card's history.
  private func history() throws -> ReportPage {
    guard let card else { throw LibraryError.nothingToStudy }
    let wanted = card.id
    var answers: [ReportPage.CardAnswer] = []
    var curve: [(day: StudyDay, share: Double)] = []
    var alone = self
    alone.request.cards = { $0 == wanted }
    let (_, replay, _) = try alone.scan(replays: true) { scanned, replay in
      let elapsed = scanned.before.map {
        Elapsed(from: $0.lastReview, to: scanned.event.moment)
      }
      if let before = scanned.before {
        Self.extend(&curve, replay, before, scanned.scheduler, to: scanned.event.moment)
      }
      answers.append(
        ReportPage.CardAnswer(
          scanned.answer, after: replay.schedules[scanned.answer.card],
          prediction: scanned.before.flatMap { before in
            elapsed.map {
              replay.retrievability(of: before, elapsed: $0, scheduler: scanned.scheduler)
            }
          }, elapsed: elapsed?.days))
    }
    if let number = replay.schedules.indices.last(where: { replay.schedules[$0] != nil }),
      let last = replay.schedules[number]
    {
      let end = now.advanced(byMilliseconds: 30 * 86_400_000)
      Self.extend(&curve, replay, last, replay.scheduler(ofCard: number), to: end)
    }
    let question = card.question
    return .card(
      "\(question.prompt) → \(question.answer), \(wanted.direction.fullName)", answers,
      curve: curve, today: today)
  }

  /// Adds a day-by-day stretch of a forgetting curve.
  private static func extend(
    _ curve: inout [(day: StudyDay, share: Double)], _ replay: CardReplay, _ schedule: Schedule,
    _ scheduler: Int, to end: Moment
  ) {
    var moment = schedule.lastReview
    while moment < end, curve.count < 4_000 {
      curve.append(
        (moment.day, replay.retrievability(of: schedule, at: moment, scheduler: scheduler)))
      moment = moment.advanced(byMilliseconds: 86_400_000)
    }
  }
}

// MARK: - Presets

/// Which scheduler was in force for each group at each time.
struct PresetTimeline {
  /// The presets that were ever in force, each once.
  private(set) var presets: [Preset] = []
  /// When each group got which of them; the oldest first.
  private var periods: [[(since: EventID?, preset: Int)]] = []

  /// Their schedulers.
  var schedulers: [Scheduler] { presets.map { Scheduler($0) } }

  /// Makes the timeline of the groups in a scan.
  init(_ history: PresetHistory, groups: [String]) {
    var numbers: [Preset: Int] = [:]
    for title in history.entries.isEmpty ? [""] : groups {
      periods.append(
        history.periods(ofGroup: title).map { period in
          let number = numbers[period.preset] ?? presets.count
          if number == presets.count {
            numbers[period.preset] = number
            presets.append(period.preset)
          }
          return (period.beginning?.id, number)
        })
    }
    if presets.isEmpty { presets = [Preset()] }
  }

  /// The number of the scheduler that was in force for a group at an event.
  func scheduler(ofGroup group: Int, at event: EventID) -> Int {
    guard presets.count > 1, periods.indices.contains(group) else { return 0 }
    return periods[group].last { $0.since.map { $0 < event } ?? true }?.preset ?? 0
  }
}
