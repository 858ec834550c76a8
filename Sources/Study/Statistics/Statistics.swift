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
      let all = StatisticsPeriod.all(today: max(today, period.last))
      let report = try report(all, by: .time(.day), []).report
      return .calendar(StudyCalendar(report, period, today: today), report)
    case .cards: return .cards(try cards(), today: today)
    case .intervals: return .intervals(try cards(), today: today)
    case .forecast: return try forecast()
    case .memory: return try memory()
    case .calibration: return try calibration()
    case .words: return try words()
    case .level: return try level()
    case .mistakes: return try mistakes()
    case .card: return try history()
    case .confusions: return try confusions()
    case .leeches: return try leeches()
    }
  }

  /// Hands every answer that counts to `body`, oldest first.
  ///
  /// - Parameters:
  ///   - first: the first day of the answers that are needed.
  ///   - needs: what is asked for of each answer; a filter asks for more by itself.
  ///   - changes: whether `body` gets changes of schedules, too.
  ///   - body: is handed each answer, and the cards that have a number so far.
  /// - Returns: what the numbers stand for.
  /// - Throws: what `body` throws, or an error of the review log.
  private func scan(
    since first: StudyDay? = nil, _ needs: ScannedParts, changes: Bool = false,
    _ body: (borrowing ReplayedEvent, AnswerNames) throws -> Void
  ) throws -> StatisticsStore.Names {
    guard let cards = request.cards else {
      return try tx.statistics.forEach(since: first, needs) { event, names in
        if changes || !event.isAdjustment { try body(event, names) }
      }
    }
    var isIncluded: [Bool] = []
    return try tx.statistics.forEach(since: first, needs.union(.cards)) { event, names in
      while isIncluded.count < names.cards.count {
        isIncluded.append(cards(names.cards[isIncluded.count]))
      }
      guard isIncluded[event.answer.card], changes || !event.isAdjustment else { return }
      try body(event, names)
    }
  }

  /// Counts the answers of a period in one way.
  private func report(
    _ period: StatisticsPeriod, by grouping: AnswerGrouping, _ asked: ScannedParts
  )
    throws -> (report: AnswerReport, names: StatisticsNames)
  {
    let labels = try grouping == .label ? labels() : ([:], [])
    var labelsOfCards: [[Int]] = []
    var tally = AnswerTally(period, by: grouping)
    var needs = asked
    switch grouping {
    case .group: needs.insert(.groups)
    case .direction, .label, .card: needs.insert(.cards)
    case .time, .grade, .hour, .weekday, .session: break
    }
    // Sessions are numbered from the beginning of the log.
    let first = grouping == .session ? nil : period.first
    let names = try scan(since: first, needs) { event, names in
      switch grouping {
      case .label:
        while labelsOfCards.count < names.cards.count {
          labelsOfCards.append(labels.0[names.cards[labelsOfCards.count]] ?? [])
        }
        tally.add(event.answer, labels: labelsOfCards[event.answer.card])
      default: tally.add(event.answer, direction: event.direction)
      }
    }
    return (
      tally.report,
      StatisticsNames(
        groups: names.groups,
        labels: request.by == .tag ? ("tag", "Tag", labels.1) : ("deck", "Deck", labels.1),
        cards: try grouping == .card ? cardNames(names.cards) : [:])
    )
  }

  private func answers(
    by other: AnswerGrouping? = nil, _ make: (AnswerReport, StatisticsNames) throws -> ReportPage
  ) throws -> ReportPage {
    let grouping = other ?? grouping
    let needs: ScannedParts =
      switch request.kind {
      case .scores, .hours, .sessions: []
      default: .states
      }
    let (report, names) = try report(period, by: grouping, needs)
    var page = try make(report, names)
    if grouping == .label {
      page.title.replace("by label", with: "by \(names.labels.title.lowercased())")
      if request.by == .tag {
        page.remarks.append("A card with several tags is counted in each of them.")
      }
    }
    return page
  }

  /// The names of the cards with these numbers.
  private func cardNames(_ cards: [CardID]) throws -> [Int: StatisticsNames.Card] {
    let texts = try tx.statistics.texts(of: cards)
    var result: [Int: StatisticsNames.Card] = [:]
    result.reserveCapacity(cards.count)
    for (number, card) in cards.enumerated() {
      guard let text = texts[card] else {
        let text = try tx.decks.text(of: card.question)
        result[number] = StatisticsNames.Card(
          group: "", prompt: text?.prompt ?? card.question.description,
          answer: text?.answer ?? "", direction: card.direction)
        continue
      }
      result[number] = StatisticsNames.Card(
        group: text.group, prompt: text.prompt, answer: text.answer, direction: card.direction)
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
    // Group by group: the questions of all at once would take a hundred megabytes.
    for group in try countedGroups() {
      for stored in try tx.decks.questions(of: [group]) {
        let labels = request.by == .tag ? stored.question.tags.map(number) : [number(group.deck)]
        for direction in stored.directions {
          result[CardID(question: stored.id, direction: direction), default: []] += labels
        }
      }
    }
    return (result, names)
  }

  // MARK: - Cards as they stand

  /// The groups whose new cards count: those of started decks, and those that were chosen.
  private func countedGroups() throws -> [StoredGroup] {
    let started = try tx.statistics.startedGroups()
    if request.groups.isEmpty { return started }
    let known = Set(started.map(\.id))
    return started
      + library.groups.filter { request.groups.contains($0.title) && !known.contains($0.id) }
  }

  private func cards() throws -> CardReport {
    var tally = CardTally(at: now)
    try forEachCard { card, scheduler in
      tally.add(card.card.question, card.schedule, card.suspension, scheduler)
    }
    return tally.report
  }

  private func cardsByGroup() throws -> [String: CardReport] {
    var tallies: [String: CardTally] = [:]
    try forEachCard(withGroups: true) { card, scheduler in
      tallies[card.group, default: CardTally(at: now)]
        .add(card.card.question, card.schedule, card.suspension, scheduler)
    }
    return tallies.mapValues(\.report)
  }

  private func forEachCard(
    withGroups: Bool = false, _ body: (StandingCard, Scheduler) -> Void
  ) throws {
    let book = try tx.presets.book()
    var schedulers: [String: Scheduler] = [:]
    try tx.statistics.forEachCard(
      of: countedGroups(), withGroups: withGroups || !book.isUniform
    ) { card in
      if let cards = request.cards, !cards(card.card) { return }
      if let scheduler = schedulers[card.group] { return body(card, scheduler) }
      let scheduler = Scheduler(book.preset(forGroup: card.group))
      schedulers[card.group] = scheduler
      body(card, scheduler)
    }
  }

  // MARK: - Reports

  private func overview() throws -> ReportPage {
    var tally = AnswerTally(.all(today: today), by: .time(.day))
    var month = AnswerFigures()
    let first = today.number - 29
    _ = try scan(.states) { event, _ in
      tally.add(event.answer)
      if event.answer.day >= first { month.add(event.answer) }
    }
    let days = tally.report
    return .overview(
      today: today, days: days, month: month,
      StudyCalendar(days, .days(7, today: today), today: today), try cards())
  }

  private func retention() throws -> ReportPage {
    var days = AnswerTally(.all(today: today), by: .time(.day))
    var directions = AnswerTally(period, by: .direction)
    let names = try scan([.states]) { event, _ in
      days.add(event.answer)
      directions.add(event.answer, direction: event.direction)
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

  private func memory() throws -> ReportPage {
    var tally = KnowledgeTally(period, at: now)
    let names = try scan([.cards, .states, .memories], changes: true) { event, names in
      tally.add(event, names.schedulers)
    }
    return .memory(try cards(), tally.curve(names.schedulers), today: today)
  }

  private func calibration() throws -> ReportPage {
    var tallies: [CalibrationTally] = []
    var all = CalibrationTally()
    let period = period
    let names = try scan([.states, .memories]) { event, _ in
      guard !event.state.predicted.isNaN, period.contains(StudyDay(number: event.answer.day))
      else { return }
      let predicted = Double(event.state.predicted)
      let isRemembered = event.answer.grade.isCorrect
      while tallies.count <= event.scheduler { tallies.append(CalibrationTally()) }
      all.add(predicted: predicted, isRemembered: isRemembered)
      tallies[event.scheduler].add(predicted: predicted, isRemembered: isRemembered)
    }
    let parts = zip(names.presets, tallies).filter { $1.count > 0 }.map { preset, tally in
      (preset: preset.name, model: preset.model.kind.rawValue, tally: tally)
    }
    return .calibration(parts, all: all, period)
  }

  private func words() throws -> ReportPage {
    var words: [WordFigures?] = []
    let period = period
    let names = try scan([.cards, .states, .memories]) { event, _ in
      guard period.contains(StudyDay(number: event.answer.day)) else { return }
      let card = event.answer.card
      while words.count <= card { words.append(nil) }
      var figures = words[card] ?? WordFigures(card: card, first: event.answer.day)
      figures.add(event.answer, after: event.state)
      words[card] = figures
    }
    // A preset may have changed since a card's last answer.
    let numbers = Dictionary(uniqueKeysWithValues: zip(names.cards, names.cards.indices))
    try forEachCard { card, scheduler in
      guard let memory = card.schedule?.memory, let number = numbers[card.card],
        words.indices.contains(number)
      else { return }
      words[number]?.difficulty = memory.difficulty
      words[number]?.stability = scheduler.model.ninetyPercentDays(memory)
    }
    return .words(
      words.compactMap { $0 },
      StatisticsNames(groups: names.groups, cards: try cardNames(names.cards)), period,
      today: today)
  }

  private func level() throws -> ReportPage {
    let days = 28
    let first = today.number - days + 1
    var new = 0
    _ = try scan(since: StudyDay(number: first), .states) { event, _ in
      if event.answer.kind == .new, event.answer.day >= first { new += 1 }
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
    let all = try report(period, by: .time(.year), []).report
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

  private func confusions() throws -> ReportPage {
    var tally = ConfusionTally()
    try tx.reviews.forEachWithMistake { tally.add($0) }
    return try .confusions(tally.report, today: today) { try tx.decks.text(of: $0) }
  }

  private func leeches() throws -> ReportPage {
    let suspended = Set(try tx.suspensions.cards(at: now).map(\.card))
    typealias Column = ReportTable.Column<Leech>
    let rows = ReportTable("leeches", "", of: try tx.suspensions.leeches()) {
      Column("prompt", "Prompt") { .text($0.prompt) }
      Column("answer", "Answer") { .text($0.answer) }
      Column("direction", "Direction") { .text($0.card.direction.fullName) }
      Column("group", "Group") { .text($0.group) }
      Column("lapses", "Lapses") { .count($0.lapses) }
      Column("suspended", "Suspended") { .flag(suspended.contains($0.card)) }
    }
    return .list("leeches", "Leeches", [rows], remarks: [], today: today)
  }

  /// The scores in total, by day, by group and by card.
  func scoreTables() throws -> [ReportTable] {
    let all = StatisticsPeriod.all(today: StudyDay(number: .max))
    var days = AnswerTally(all, by: .time(.day))
    var groups = AnswerTally(all, by: .group)
    var cards = AnswerTally(all, by: .card)
    let names = try scan([.cards, .groups]) { event, _ in
      days.add(event.answer)
      groups.add(event.answer)
      cards.add(event.answer)
    }
    return ReportPage.scoreTables(
      days: days.report, groups: groups.report, cards: cards.report,
      StatisticsNames(groups: names.groups, cards: try cardNames(names.cards)))
  }

  /// One card's history.
  private func history() throws -> ReportPage {
    guard let card else { throw LibraryError.nothingToStudy }
    var answers: [ReportPage.CardAnswer] = []
    var curve: [(day: StudyDay, share: Double)] = []
    try tx.statistics.replay(card.id) { answer, before, after, scheduler in
      let moment = Moment(milliseconds: answer.milliseconds, utcOffset: answer.utcOffset)
      let elapsed = before.map { Elapsed(from: $0.lastReview, to: moment) }
      if let before { Self.extend(&curve, before, scheduler, to: moment) }
      answers.append(
        ReportPage.CardAnswer(
          answer, after: after, model: scheduler.model,
          prediction: before.flatMap { before in
            elapsed.map { scheduler.model.retrievability(before.memory, elapsed: $0) }
          }, elapsed: elapsed?.days))
    }
    // From the last answer on, the card stands where the preset as it is now has it.
    let current = try tx.schedules.schedule(of: card.id)
    let scheduler = Scheduler(try tx.presets.book().preset(forGroup: card.group))
    if let current {
      Self.extend(&curve, current, scheduler, to: now.advanced(byMilliseconds: 30 * 86_400_000))
    }
    let question = card.question
    return .card(
      "\(question.prompt) → \(question.answer), \(card.id.direction.fullName)", answers,
      current: current, model: scheduler.model,
      retrievability: current.map {
        scheduler.retrievability(of: $0.memory, since: $0.lastReview, at: now)
      }, curve: curve, today: today)
  }

  /// Adds a day-by-day stretch of a forgetting curve.
  private static func extend(
    _ curve: inout [(day: StudyDay, share: Double)], _ schedule: Schedule,
    _ scheduler: Scheduler, to end: Moment
  ) {
    var moment = schedule.lastReview
    while moment < end, curve.count < 4_000 {
      curve.append(
        (
          moment.day,
          scheduler.retrievability(
            of: schedule.memory, since: schedule.lastReview, at: moment)
        ))
      moment = moment.advanced(byMilliseconds: 86_400_000)
    }
  }
}
