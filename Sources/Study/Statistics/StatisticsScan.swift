import RabbleControllers
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics
import RabbleStorage

/// The answers and the cards that reports are made of, as the log and the decks have them.
extension Statistics {
  /// Hands every answer that counts to `body`, oldest first.
  ///
  /// - Parameters:
  ///   - first: the first day of the answers that are needed.
  ///   - needs: what is asked for of each answer; a filter asks for more by itself.
  ///   - changes: whether `body` gets changes of schedules, too.
  ///   - body: is handed each answer, and the cards that have a number so far.
  /// - Returns: what the numbers stand for.
  /// - Throws: what `body` throws, or an error of the review log.
  func scan(
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
  func report(
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

  /// The names of the cards with these numbers.
  func cardNames(_ cards: [CardID]) throws -> [Int: StatisticsNames.Card] {
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
  func labels() throws -> ([CardID: [Int]], [String]) {
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
  func countedGroups() throws -> [StoredGroup] {
    let started = try tx.statistics.startedGroups()
    if request.groups.isEmpty { return started }
    let known = Set(started.map(\.id))
    return started
      + library.groups.filter { request.groups.contains($0.title) && !known.contains($0.id) }
  }

  func forEachCard(
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
}
