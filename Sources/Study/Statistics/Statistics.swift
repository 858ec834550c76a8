import RabbleControllers
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleStorage

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

  var today: StudyDay { now.day }

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
      return try groups()
    case .retention:
      if request.by != nil { return try answers { .retention($0, $1) } }
      return try retention()
    case .calendar:
      let all = StatisticsPeriod.all(today: max(today, period.last))
      let report = try report(all, by: .time(.day), []).report
      return .calendar(StudyCalendar(report, period, today: today), report)
    case .cards: return .cards(try cards(andNew: true), today: today)
    case .intervals: return .intervals(try cards(findsDecks: false), today: today)
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

  private func answers(
    by other: AnswerGrouping? = nil, _ make: (AnswerReport, StatisticsNames) throws -> ReportPage
  ) throws -> ReportPage {
    let needs: ScannedParts =
      switch request.kind {
      case .scores, .hours, .sessions: []
      default: .states
      }
    let (report, names, _) = try report(period, by: other ?? grouping, needs)
    return try make(report, names)
  }

  // MARK: - Reports

  private func cards(andNew: Bool = false, findsDecks: Bool = true) throws -> CardReport {
    var tally = CardTally(at: now)
    try forEachCard(andNew: andNew, findsDecks: findsDecks) { card, scheduler in
      tally.add(
        card.card.question, card.schedule, card.suspension, scheduler, isInDeck: card.isInDeck)
    }
    return tally.report
  }

  private func groups() throws -> ReportPage {
    let cards = try cardsByGroup()
    let (report, names, groups) = try report(
      period, by: grouping, .states, besides: Array(cards.keys))
    return .groups(
      report, cards: Dictionary(cards.map { (groups[$0], $1) }) { first, _ in first },
      namesAll: period.first == nil, names)
  }

  private func cardsByGroup() throws -> [GroupName: CardReport] {
    var numbers: [GroupName: Int] = [:]
    var tallies: [CardTally] = []
    let names = try presentGroups()
    try forEachCard(andNew: true, withGroups: true) { card, scheduler in
      let name = names[card.card.question.bits] ?? card.group
      let number = numbers[name] ?? tallies.count
      if number == tallies.count {
        numbers[name] = number
        tallies.append(CardTally(at: now))
      }
      tallies[number].add(card.card.question, card.schedule, card.suspension, scheduler)
    }
    return numbers.mapValues { tallies[$0].report }
  }

  /// The group in which each question is now: it may have been moved since it was asked last.
  private func presentGroups() throws -> [UInt128: GroupName] {
    var names: [UInt128: GroupName] = [:]
    for group in try countedGroups() {
      for question in try tx.statistics.questions(of: group) where names[question] == nil {
        names[question] = group.name
      }
    }
    return names
  }

  private func overview() throws -> ReportPage {
    var tally = AnswerTally(.all(today: today), by: .time(.day))
    var month = AnswerFigures()
    let recent = StatisticsPeriod.days(30, today: today)
    let names = try scan([.states, .hardMisuse]) { event, _ in
      tally.add(event.answer)
      if recent.contains(StudyDay(number: event.answer.day)) { month.add(event.answer) }
    }
    let days = tally.report
    var page = ReportPage.overview(
      today: today, days: days, month: month,
      StudyCalendar(days, .days(7, today: today), today: today),
      try cards(andNew: true))
    page.advice = names.hardMisuse.advice
    return page
  }

  private func retention() throws -> ReportPage {
    var days = AnswerTally(.all(today: today), by: .time(.day))
    var directions = AnswerTally(period, by: .direction)
    let names = try scan([.states]) { event, _ in
      days.add(event.answer)
      directions.add(event.answer, direction: event.direction)
    }
    return .retention(
      days: days.report, directions: directions.report,
      isOfAll: period == .all(today: today), today: today,
      StatisticsNames(groups: try labels(names.groups)))
  }

  private func forecast() throws -> ReportPage {
    let report = try cards()
    return .forecast(
      report, simulated: simulated, days: request.forecastDays ?? StatisticsRequest.usualForecast,
      today: today)
  }

  private func memory() throws -> ReportPage {
    var days = EventDays()
    _ = try scan(.states, changes: true) { event, _ in days.add(event) }
    var tally = KnowledgeTally(period, days, at: now)
    let names = try scan([.cards, .states, .memories], changes: true) { event, names in
      tally.add(event, names.schedulers)
    }
    return .memory(
      try cards(findsDecks: false), tally.curve(names.schedulers), period, today: today)
  }

  private func calibration() throws -> ReportPage {
    var tallies: [CalibrationTally] = []
    var all = CalibrationTally()
    let period = period
    var first: StudyDay?
    let names = try scan([.states, .memories]) { event, _ in
      let day = StudyDay(number: event.answer.day)
      guard period.contains(day) else { return }
      first = first.map { min($0, day) } ?? day
      guard !event.state.predicted.isNaN else { return }
      let predicted = Double(event.state.predicted)
      let isRemembered = event.answer.grade.isCorrect
      while tallies.count <= event.scheduler { tallies.append(CalibrationTally()) }
      all.add(predicted: predicted, isRemembered: isRemembered)
      tallies[event.scheduler].add(predicted: predicted, isRemembered: isRemembered)
    }
    let parts = zip(names.presets, tallies).filter { $1.count > 0 }.map { preset, tally in
      (preset: preset.name, tally: tally)
    }
    return .calibration(parts, all: all, period.beginning(first))
  }

  private func words() throws -> ReportPage {
    var words: [WordFigures] = []
    let period = period
    var first: StudyDay?
    let names = try scan([.cards, .states, .memories]) { event, _ in
      let (card, day) = (event.answer.card, StudyDay(number: event.answer.day))
      let counts = period.contains(day)
      if counts { first = first.map { min($0, day) } ?? day }
      while words.count <= card { words.append(WordFigures(card: words.count)) }
      words[card].add(event.answer, after: event.state, counts: counts)
    }
    words.removeAll { $0.score.total == 0 }
    return try .words(words, period.beginning(first), most: request.mostRows) { shown in
      (
        StatisticsNames(
          groups: try labels(names.groups), cards: try cardNames(names.cards, shown)),
        try memories(of: names, shown)
      )
    }
  }

  /// What the memory of cards is now, by their numbers: a preset may have changed since the last answer.
  private func memories(
    of names: AnswerNames, _ numbers: [Int]
  ) throws -> [Int: WordMemory] {
    var memories: [Int: WordMemory] = [:]
    let wanted = Dictionary(uniqueKeysWithValues: numbers.map { (names.cards[$0], $0) })
    try forEachCard(among: Array(wanted.keys)) { card, scheduler in
      guard let memory = card.schedule?.memory, let number = wanted[card.card] else { return }
      memories[number] = WordMemory(
        difficulty: memory.difficulty, stability: memory.stability)
    }
    return memories
  }

  private func level() throws -> ReportPage {
    let days = 28
    let period = StatisticsPeriod.days(days, today: today)
    let courses = try library.courses.filter { try tx.groups.hasStarted($0.groups) }
    let questions = try courses.map { course in
      Set(try course.groups.flatMap { try tx.statistics.questions(of: $0) })
    }
    var new = 0
    var newOfCourses = courses.map { _ in 0 }
    _ = try scan(since: period.first, [.cards, .states]) { event, names in
      guard event.answer.kind == .new, period.contains(StudyDay(number: event.answer.day)) else {
        return
      }
      new += 1
      let question = names.cards[event.answer.card].question.bits
      for index in courses.indices where questions[index].contains(question) {
        newOfCourses[index] += 1
      }
    }
    let steps = try zip(courses, newOfCourses).flatMap { course, new -> [ReportPage.CourseStep] in
      let counts = try tx.groups.counts(of: course.groups, at: now)
      let knowledge = try tx.groups.knowledge(of: course.groups, at: now)
      let known = Set(zip(course.groups, knowledge).filter { $1.isKnown }.map(\.0.id))
      return course.steps.indices.map { index in
        let waits = course.steps[index].prerequisites.filter { !known.contains($0.id) }
        return ReportPage.CourseStep(
          course: course.title, newCards: new,
          standing: StepStanding(
            counts: counts[index], knowledge: knowledge[index], waitsFor: waits.map(\.label)))
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
      guard period.contains(day), request.cards?(recorded.review.card) ?? true,
        let mistake = recorded.review.mistake
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
    try tx.reviews.forEachWithMistake { recorded in
      if recorded.review.moment.day <= today { tally.add(recorded) }
    }
    return try .confusions(tally.report, today: today) { try tx.decks.text(of: $0) }
  }

  private func leeches() throws -> ReportPage {
    let suspended = Set(try tx.suspensions.cards(at: now).map(\.card))
    let leeches = try tx.suspensions.leeches()
    let texts = try GroupTexts(library, and: leeches.lazy.map(\.group), tx)
    return .leeches(
      leeches.map { leech in
        let card = StatisticsNames.Card(
          group: texts[leech.group], prompt: leech.prompt, answer: leech.answer,
          direction: leech.card.direction)
        return (card: card, lapses: leech.lapses, isSuspended: suspended.contains(leech.card))
      }, today: today)
  }

  /// The scores in total, by day, by group and by card.
  func scoreTables() throws -> [ReportTable] {
    let all = StatisticsPeriod.all(today: today)
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
      StatisticsNames(groups: try labels(names.groups), cards: try cardNames(names.cards)))
  }

  /// One card's history.
  private func history() throws -> ReportPage {
    guard let card else { throw LibraryError.nothingToStudy }
    var answers: [ReportPage.CardAnswer] = []
    var curve: [(day: StudyDay, share: Double)] = []
    let end = now.advanced(byMilliseconds: 30 * 86_400_000)
    // A point a day, or fewer where the first answer was more than ten years ago.
    var step: Int64 = 86_400_000
    try tx.statistics.replay(card.id) { answer, before, after, scheduler in
      let moment = answer.moment
      if answers.isEmpty { step = max(step, (end.milliseconds - moment.milliseconds) / 4_000) }
      if let before { Self.extend(&curve, before, scheduler, step: step, to: moment) }
      answers.append(
        ReportPage.CardAnswer(
          answer, after: after,
          prediction: before.map {
            scheduler.model.retrievability(
              $0.memory, elapsedDays: Double(moment.wholeDays(since: $0.lastReview)))
          }, elapsed: before.map { moment.days(since: $0.lastReview) }))
    }
    // From the last answer on, the card stands where the preset as it is now has it.
    let current = try tx.schedules.schedule(of: card.id)
    let scheduler = Scheduler(try tx.presets.book().preset(forGroup: card.group))
    if let current {
      Self.extend(&curve, current, scheduler, step: step, to: end)
    }
    let question = card.question
    let others = try tx.cards.history(of: card).siblings.map(\.card.direction.fullName)
    return .card(
      "\(question.prompt) → \(question.answer), \(card.id.direction.fullName)", answers,
      others: others, current: current,
      retrievability: current.map {
        scheduler.retrievability(of: $0.memory, since: $0.lastReview, at: now)
      }, curve: curve, today: today)
  }

  /// Adds a stretch of a forgetting curve, with a point each `step` milliseconds.
  private static func extend(
    _ curve: inout [(day: StudyDay, share: Double)], _ schedule: Schedule,
    _ scheduler: Scheduler, step: Int64, to end: Moment
  ) {
    var moment = schedule.lastReview
    while moment < end {
      curve.append(
        (
          moment.day,
          scheduler.retrievability(
            of: schedule.memory, since: schedule.lastReview, at: moment)
        ))
      moment = moment.advanced(byMilliseconds: step)
    }
  }
}
