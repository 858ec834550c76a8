import RabbleControllers
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics
import RabbleStorage

extension Library {
  /// Passes on every review for an export, oldest first, undone ones too.
  ///
  /// - Parameters:
  ///   - replays: whether to replay the log, so that each review that counts comes with its card's
  ///     state before and after.
  ///   - readsDecks: whether a replay says where the decks have a card now.
  ///   - body: is handed each review.
  /// - Throws: what `body` throws, or an error of the review log.
  package func export(
    replays: Bool, readsDecks: Bool, _ body: (ExportedReview) throws -> Void
  ) throws {
    try log.read { tx in
      let texts = try GroupTexts(self, tx)
      guard replays else {
        return try tx.reviews.forEach {
          try body(ExportedReview($0, group: texts[$0.group, since: $0.id]))
        }
      }
      var replay = try LogReplay(tx, texts, decks: readsDecks ? groups : nil)
      try tx.reviews.forEach { try body(replay.add($0)) }
    }
  }

  /// Passes on every review that counts in the schedule, oldest first, as programs read it that learn how cards
  /// are forgotten.
  ///
  /// - Parameters:
  ///   - isIncluded: whether the reviews of a card are wanted; `nil` for all cards.
  ///   - body: is handed each review.
  /// - Throws: what `body` throws, or an error of the review log.
  package func exportScheduled(
    where isIncluded: ((CardID) -> Bool)? = nil, _ body: (ScheduledReview) throws -> Void
  ) throws {
    try log.read { tx in
      var last: [Moment?] = []
      try tx.statistics.forEach([.cards, .states]) { event, names in
        let card = event.answer.card
        while last.count <= card { last.append(nil) }
        let moment = event.answer.moment
        let previous = last[card]
        if !event.isAdjustment, !event.answer.kind.uses.contains(.schedule) { return }
        // Only a change makes a card new again.
        last[card] = event.isAdjustment && event.state.phase == .new ? nil : moment
        if event.isAdjustment || isIncluded?(names.cards[card]) == false { return }
        try body(ScheduledReview(event.answer, previous: previous))
      }
    }
  }

  /// The earliest day of a review; `nil` for an empty log.
  package func firstDay() throws -> StudyDay? {
    try log.read { try $0.days.first() }
  }
}

/// Replays reviews as an export reads them.
private struct LogReplay {
  private let history: PresetHistory
  private let book: PresetBook
  private var presets: PresetTimeline
  private let texts: GroupTexts
  private var groups: [GroupName: Int] = [:]
  private var replay: CardReplay
  private let names = AnswerNames()
  private var adjustments: [(id: EventID, adjustment: Adjustment, group: GroupName?)]
  /// Where the decks have a question; `nil` unless that is asked for.
  private let places: QuestionPlaces?
  private var session = 0
  private var lastAnswer = Int64.min / 2

  init(_ tx: Transaction, _ texts: GroupTexts, decks: [StoredGroup]?) throws {
    self.texts = texts
    history = try tx.presets.history()
    book = history.book
    presets = PresetTimeline(history)
    replay = CardReplay(schedulersMayChange: presets.isVarying)
    adjustments = try tx.statistics.adjustments().reversed()
    // A card that was answered outside the schedule alone has a deck, too.
    places = try decks.map { try QuestionPlaces($0, tx, readsTags: true) }
  }

  private mutating func scheduler(_ name: GroupName, _ event: EventID) -> Int {
    let name = book.name(of: name, since: event)
    let group = groups[name] ?? groups.count
    if group == groups.count { groups[name] = group }
    let known = presets.schedulers.count
    let number = presets.number(ofGroup: group, named: name, at: event)
    for scheduler in presets.schedulers[known...] { replay.add(scheduler) }
    return number
  }

  private mutating func adjust(before id: EventID) {
    while let next = adjustments.last, next.id < id {
      adjustments.removeLast()
      let card = names.number(of: next.adjustment.card)
      let known = next.group.map { scheduler($0, next.id) }
      if presets.schedulers.isEmpty { _ = scheduler(GroupName(deck: "", title: ""), next.id) }
      replay.add(
        next.adjustment, card: card, scheduler: known ?? replay.scheduler(ofCard: card))
    }
  }

  mutating func add(_ recorded: RecordedReview) -> ExportedReview {
    let text = texts[recorded.group, since: recorded.id]
    guard !recorded.isRetracted else { return ExportedReview(recorded, group: text) }
    adjust(before: recorded.id)
    let review = recorded.review
    let card = names.number(of: review.card)
    let scheduler = scheduler(recorded.group, recorded.id)
    if SessionRule.isBreak(from: lastAnswer, to: review.moment.milliseconds) { session += 1 }
    lastAnswer = review.moment.milliseconds
    var answer = CountedAnswer(
      card: card, group: 0, grade: review.grade, milliseconds: review.moment.milliseconds,
      utcOffset: review.moment.utcOffset, day: review.moment.day.number,
      duration: review.duration, kind: review.isScheduled ? .learning : .cram,
      isFirstOfDay: false, interval: 0)
    let before = replay.add(
      &answer, of: review.card, fuzzPosition: review.fuzzPosition,
      isScheduled: review.isScheduled, wasInSteps: recorded.wasInSteps,
      wasInReview: recorded.wasInReview, scheduler: scheduler)
    let place = places.flatMap { all in
      all.number(of: review.card.question).map { all.places[$0] }
    }
    return ExportedReview(
      recorded, group: text,
      ExportedReview.Context(
        answer: answer, session: session, before: before,
        after: replay.schedules[card],
        prediction: before.map {
          replay.retrievability(
            of: $0, elapsedDays: review.moment.wholeDays(since: $0.lastReview),
            scheduler: scheduler)
        }, preset: presets.presets[scheduler], deck: place?.deck, tags: place?.tags ?? []))
  }
}
