import RabbleControllers
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics
import RabbleStorage

extension Library {
  /// Hands on every review for an export, oldest first, undone ones too.
  ///
  /// - Parameters:
  ///   - replays: whether to replay the log, so that each review that counts comes with its card's
  ///     state before and after.
  ///   - readsDecks: whether a replay says where the decks have a card now.
  ///   - body: is handed each review.
  /// - Throws: what `body` throws, or an error of the review log.
  public func export(
    replays: Bool, readsDecks: Bool, _ body: (ExportedReview) throws -> Void
  ) throws {
    try log.read { tx in
      guard replays else { return try tx.reviews.forEach { try body(ExportedReview($0)) } }
      var replay = try LogReplay(tx, readsDecks: readsDecks)
      try tx.reviews.forEach { try body(replay.add($0)) }
    }
  }

  /// The day of the first review; `nil` for an empty log.
  public func firstDay() throws -> StudyDay? {
    try log.read { try $0.days.first() }
  }
}

/// Replays reviews as an export reads them.
private struct LogReplay {
  private let history: PresetHistory
  private let book: PresetBook
  private var presets: PresetTimeline
  private var groups: [String: Int] = [:]
  private var replay: CardReplay
  private var numbers: [CardID: Int] = [:]
  private var adjustments: [(id: EventID, adjustment: Adjustment, group: String?)]
  /// What decks and tags the cards have, and the number among them of each question's.
  private var places: [Place] = []
  private var placeNumbers: [QuestionID: Int32] = [:]
  private var session = 0
  private var lastAnswer = Int64.min / 2

  /// Where the decks have a question.
  private struct Place: Hashable {
    let deck: String
    let tags: [String]
  }

  init(_ tx: Transaction, readsDecks: Bool) throws {
    history = try tx.presets.history()
    book = history.book
    presets = PresetTimeline(history)
    replay = CardReplay(schedulersMayChange: presets.isVarying)
    adjustments = try tx.statistics.adjustments().reversed()
    if readsDecks { try readPlaces(tx) }
  }

  /// Many questions share their deck and tags; each group is read by itself, since decks may be large.
  private mutating func readPlaces(_ tx: Transaction) throws {
    var known: [Place: Int32] = [:]
    for group in try tx.statistics.startedGroups() {
      for question in try tx.decks.questions(of: [group]) where placeNumbers[question.id] == nil {
        let place = Place(deck: group.deck, tags: question.question.tags)
        let number = known[place] ?? Int32(places.count)
        if number == places.count {
          known[place] = number
          places.append(place)
        }
        placeNumbers[question.id] = number
      }
    }
  }

  private mutating func number(of card: CardID) -> Int {
    let number = numbers[card] ?? numbers.count
    if number == numbers.count { numbers[card] = number }
    return number
  }

  private mutating func scheduler(_ title: String, _ event: EventID) -> Int {
    let title = book.title(of: title, since: event)
    let group = groups[title] ?? groups.count
    if group == groups.count { groups[title] = group }
    let known = presets.schedulers.count
    let number = presets.number(ofGroup: group, titled: title, at: event)
    for scheduler in presets.schedulers[known...] { replay.add(scheduler) }
    return number
  }

  private mutating func adjust(before id: EventID) {
    while let next = adjustments.last, next.id < id {
      adjustments.removeLast()
      let card = number(of: next.adjustment.card)
      let known = next.group.map { scheduler($0, next.id) }
      if presets.schedulers.isEmpty { _ = scheduler("", next.id) }
      replay.add(
        next.adjustment, card: card, scheduler: known ?? replay.scheduler(ofCard: card))
    }
  }

  mutating func add(_ recorded: RecordedReview) -> ExportedReview {
    guard !recorded.isRetracted else { return ExportedReview(recorded) }
    adjust(before: recorded.id)
    let review = recorded.review
    let card = number(of: review.card)
    let scheduler = scheduler(recorded.group, recorded.id)
    if review.moment.milliseconds - lastAnswer >= SessionRule.longestBreak { session += 1 }
    lastAnswer = review.moment.milliseconds
    var answer = CountedAnswer(
      card: card, group: 0, grade: review.grade, milliseconds: review.moment.milliseconds,
      utcOffset: review.moment.utcOffset, day: review.moment.day.number,
      duration: review.duration, kind: review.isScheduled ? .learning : .cram,
      isFirstOfDay: false, interval: 0)
    let before = replay.add(
      &answer, of: review.card, fuzzPosition: review.fuzzPosition,
      isScheduled: review.isScheduled, wasInSteps: recorded.wasInSteps, scheduler: scheduler)
    let place = placeNumbers[review.card.question].map { places[Int($0)] }
    return ExportedReview(
      recorded,
      ExportedReview.Context(
        answer: answer, card: card + 1, session: session, before: before,
        after: replay.schedules[card],
        prediction: before.map {
          replay.retrievability(
            of: $0, elapsed: Elapsed(from: $0.lastReview, to: review.moment),
            scheduler: scheduler)
        }, preset: presets.presets[scheduler], deck: place?.deck, tags: place?.tags ?? []))
  }
}
