import RabbleControllers
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleStorage
import RabbleText

/// Makes one report from one state of the log.
struct Statistics {
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

  /// Counts the answers of a period in one way.
  private func report(_ period: StatisticsPeriod, by grouping: AnswerGrouping, replays: Bool)
    throws -> (report: AnswerReport, names: StatisticsNames)
  {
    let labels = try grouping == .label ? labels() : ([:], [])
    var directions: [DirectionKind: Int] = [:]
    for (index, kind) in StatisticsNames.directions.enumerated() { directions[kind] = index }
    var tally = AnswerTally(period, by: grouping)
    let needs: ScannedParts =
      switch grouping {
      case .group: .groups
      case .direction, .label, .card: .cards
      case .time, .grade, .hour, .weekday, .session: []
      }
    let (names, _, _) = try scan(since: period.first, replays: replays, needs) { scanned, _ in
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
      report, simulated: simulated, days: request.forecastDays ?? StatisticsRequest.usualForecast,
      today: today)
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
    let period = period
    let all = try report(period, by: .time(.year), replays: false).report
    try tx.reviews.forEachWithMistake { recorded in
      let day = recorded.review.moment.day
      guard !recorded.isRetracted, period.contains(day),
        request.cards?(recorded.review.card) ?? true, let mistake = recorded.review.mistake
      else { return }
      var kind = kinds[mistake] ?? ReportPage.Mistake(kind: mistake)
      kind.times[interval.start(of: day).number, default: 0] += 1
      kind.example = (recorded.asked, recorded.answer, recorded.review.typed ?? "", day)
      kinds[mistake] = kind
    }
    return .mistakes(
      Array(kinds.values), by: interval, answers: all.total.total, all.period)
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
