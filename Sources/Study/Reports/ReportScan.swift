import RabbleQuestions
import RabbleScheduling
import RabbleStatistics
import RabbleStorage

/// The answers and the cards that reports are made of, as the log and the decks have them.
extension ReportSource {
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
  ) throws -> AnswerNames {
    try scanAll(since: first, needs, changes: changes) { event, names, isSelected in
      if isSelected { try body(event, names) }
    }
  }

  /// As ``scan(since:_:changes:_:)``, with the answers to other cards than those that were chosen, too.
  private func scanAll(
    since first: StudyDay? = nil, _ needs: ScannedParts, changes: Bool = false,
    _ body: (borrowing ReplayedEvent, AnswerNames, _ isSelected: Bool) throws -> Void
  ) throws -> AnswerNames {
    guard let cards = request.cards else {
      return try tx.statistics.forEach(since: first, needs) { event, names in
        if changes || !event.isAdjustment { try body(event, names, true) }
      }
    }
    var isIncluded: [Bool] = []
    return try tx.statistics.forEach(since: first, needs.union(.cards)) { event, names in
      while isIncluded.count < names.cards.count {
        isIncluded.append(cards(names.cards[isIncluded.count]))
      }
      guard changes || !event.isAdjustment else { return }
      try body(event, names, isIncluded[event.answer.card])
    }
  }

  /// Counts the answers of the period in one way.
  ///
  /// - Parameters:
  ///   - rows: by what.
  ///   - asked: what is asked for of each answer besides.
  ///   - others: groups whose names are needed, too.
  /// - Returns: the counts, and what their numbers stand for.
  /// - Throws: an error of the review log.
  func answers(by rows: ReportRows, _ asked: ScannedParts, besides others: [GroupName] = [])
    throws -> (report: AnswerReport, names: ReportNames, groups: GroupTexts)
  {
    let grouping = rows.grouping ?? .time(.day)
    let isByTag = rows == .tag
    let labels = try Labels(
      QuestionPlaces(
        // Those that were answered outside the schedule alone have a deck, too.
        isByTag || rows == .deck ? library.groups : [], tx, readsTags: isByTag), byTag: isByTag)
    var presets = PresetLabels()
    var placesOfCards: [Int] = []
    var tally = AnswerTally(period, by: grouping)
    var needs = asked
    switch grouping {
    case .group: needs.insert(.groups)
    case .label where rows == .preset, .kind: needs.insert(.states)
    case .direction, .label, .card: needs.insert(.cards)
    case .time, .grade, .hour, .weekday, .session: break
    }
    // Sessions are numbered from the beginning of the log.
    let first = grouping == .session ? nil : period.first
    let names = try scanAll(since: first, needs) { event, names, isSelected in
      switch grouping {
      case .session: tally.add(event.answer, isSelected: isSelected)
      case _ where !isSelected: break
      case .label where rows == .preset:
        tally.add(event.answer, labels: [presets.number(of: event.scheduler, names)])
      case .label:
        while placesOfCards.count < names.cards.count {
          placesOfCards.append(labels.place(of: names.cards[placesOfCards.count].question))
        }
        tally.add(event.answer, labels: labels.ofPlaces[placesOfCards[event.answer.card]])
      default: tally.add(event.answer, direction: event.direction)
      }
    }
    let report = tally.report
    let most = grouping == .card ? request.mostRows : nil
    let groups = try GroupTexts(library, and: names.groups + others, tx)
    return (
      report,
      ReportNames(
        groups: names.groups.map { groups[$0] },
        labels: rows == .preset ? presets.names : labels.names,
        cards: try grouping == .card
          ? cardNames(names.cards, report.parts.prefix(most ?? .max).map(\.key)) : [:],
        mostCards: most),
      groups
    )
  }

  /// The names of cards by their numbers; of all, or of those with these numbers.
  func cardNames(_ cards: [CardID], _ numbers: [Int]? = nil) throws -> [Int: ReportNames.Card] {
    let numbers = numbers ?? Array(cards.indices)
    let texts = try tx.statistics.texts(of: numbers.map { cards[$0] })
    let groups = try GroupTexts(library, and: texts.values.lazy.map(\.group), tx)
    var result: [Int: ReportNames.Card] = [:]
    result.reserveCapacity(numbers.count)
    for number in numbers {
      let card = cards[number]
      guard let text = texts[card] else {
        let text = try tx.decks.text(of: card.question)
        result[number] = ReportNames.Card(
          group: "", prompt: text?.prompt ?? card.question.description,
          answer: text?.answer ?? "", direction: card.direction)
        continue
      }
      result[number] = ReportNames.Card(
        group: groups[text.group], prompt: text.prompt, answer: text.answer,
        direction: card.direction)
    }
    return result
  }

  /// What groups are called.
  func labels(_ names: [GroupName]) throws -> [String] {
    let texts = try GroupTexts(library, and: names, tx)
    return names.map { texts[$0] }
  }

  /// The labels of answers: decks or tags, by number; and which each question has.
  private struct Labels {
    var names: [String] = []
    /// The labels of each place; the last is that of questions that no deck has, which have none.
    private(set) var ofPlaces: [[Int]] = []
    private let places: QuestionPlaces

    init(_ places: QuestionPlaces, byTag: Bool) {
      self.places = places
      var numbers: [String: Int] = [:]
      for place in places.places {
        ofPlaces.append(
          (byTag ? place.tags : [place.deck]).map { name in
            let number = numbers[name] ?? names.count
            if numbers[name] == nil {
              numbers[name] = number
              names.append(name)
            }
            return number
          })
      }
      ofPlaces.append([])
    }

    /// The place of a question.
    func place(of question: QuestionID) -> Int {
      places.number(of: question) ?? ofPlaces.count - 1
    }
  }

  /// The names of presets by number; those of one name, which differ in parameters, have one.
  private struct PresetLabels {
    private(set) var names: [String] = []
    private var numbers: [Int] = []

    /// The number of the name of a scheduler's preset.
    mutating func number(of scheduler: Int, _ answers: AnswerNames) -> Int {
      while numbers.count <= scheduler {
        let name = answers.presets[numbers.count].name
        let number = names.firstIndex(of: name) ?? names.count
        if number == names.count { names.append(name) }
        numbers.append(number)
      }
      return numbers[scheduler]
    }
  }

  // MARK: - Cards as they stand

  /// The groups whose new cards count: those of started decks and courses, and those that were chosen.
  func countedGroups() throws -> [StoredGroup] {
    let started = try tx.statistics.startedGroups()
    let ofCourses = try library.courses.filter { try tx.groups.hasStarted($0.groups) }
      .flatMap(\.path)
    let chosen = library.groups.filter { request.groups.contains($0.id) }
    var known: Set<Int64> = []
    return (started + ofCourses + chosen).filter { known.insert($0.id).inserted }
  }

  /// Hands every card that was answered, or some of them, those of a question one after the other, to `body`,
  /// with the scheduler of its preset; then the new ones, if they are asked for.
  func forEachCard(
    among cards: [CardID]? = nil, andNew: Bool = false, withGroups: Bool = false,
    findsDecks: Bool = false, _ body: (StandingCard, Scheduler) -> Void
  ) throws {
    let book = try tx.presets.book()
    let (isUniform, usual) = (book.isUniform, Scheduler(book.usual))
    let isIncluded = request.cards
    var schedulers: [GroupName: Scheduler] = [:]
    var recent = (group: GroupName?.none, scheduler: usual)
    try tx.statistics.forEachCard(
      among: cards, andNewOf: andNew ? countedGroups() : [],
      withGroups: withGroups || !isUniform, findsDecks: findsDecks
    ) { card in
      if let isIncluded, !isIncluded(card.card) { return }
      if isUniform { return body(card, usual) }
      if card.group != recent.group {
        let scheduler =
          schedulers[card.group] ?? Scheduler(book.preset(forGroup: card.group))
        schedulers[card.group] = scheduler
        recent = (card.group, scheduler)
      }
      body(card, recent.scheduler)
    }
  }
}
