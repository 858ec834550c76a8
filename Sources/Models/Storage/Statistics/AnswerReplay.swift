import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics

/// What statistics read of the log.
package struct StatisticsStore {
  let tx: Transaction
  var db: Database { tx.db }
}

extension Transaction {
  /// What statistics read.
  package var statistics: StatisticsStore { StatisticsStore(tx: self) }
}

extension StatisticsStore {
  /// What the numbers in events stand for.
  package struct Names {
    /// The cards; empty unless they were asked for.
    package let cards: [CardID]
    /// The titles of groups, as they are called now.
    package let groups: [String]
    /// The presets that were in force.
    package let presets: [Preset]
    /// Their schedulers.
    package let schedulers: [Scheduler]
    /// What tells of a misuse of “hard”; no counts unless they were asked for.
    package let hardUse: HardUse
  }

  /// Hands every answer that counts, and every change of a schedule, to `body`, oldest first: as far as
  /// they are condensed (``AnswerBlocks``) from there, the rest from the tables of events.
  ///
  /// - Parameters:
  ///   - first: a day; answers before it may be left out.
  ///   - needs: what is asked for besides when each answer was given, its grade and how long it took.
  ///     Changes of schedules come with the states only.
  ///   - body: is handed each event, and the cards that have a number so far.
  /// - Returns: what the numbers stand for.
  /// - Throws: ``StorageError``, or what `body` throws.
  package func forEach(
    since first: StudyDay? = nil, _ needs: ScannedParts,
    _ body: (borrowing ReplayedEvent, AnswerNames) throws -> Void
  ) throws -> Names {
    let blocks = AnswerBlocks(tx)
    let condensed = try blocks.current()
    var replay = AnswerReplay(tx, needs, after: condensed?.last, try tx.presets.history())
    var use = HardUse()
    if let condensed {
      try blocks.restore(condensed, &replay, readsCards: needs.contains(.cards))
      if needs.contains(.hardUse) { use = try blocks.hardUse() }
      let names = replay.names
      try blocks.forEach(condensed, since: first, needs) { try body($0, names) }
      if try !blocks.hasMore(after: condensed.last) { return replay.result(use) }
    }
    let isComplete = needs.contains(.states)
    let start = isComplete ? nil : first.map { DayStore.firstID(of: $0) }
    try replay.run(after: [condensed?.last, start].compactMap { $0 }.max(), body)
    return replay.result(use + replay.takeHardUse())
  }

  /// What tells of a misuse of “hard”.
  ///
  /// - Complexity: O(*n*) in the number of answers that are not condensed.
  package func hardUse() throws -> HardUse {
    let blocks = AnswerBlocks(tx)
    let condensed = try blocks.current()
    var replay = AnswerReplay(tx, .hardUse, after: condensed?.last, try tx.presets.history())
    var use = HardUse()
    if let condensed {
      use = try blocks.hardUse()
      if try !blocks.hasMore(after: condensed.last) { return use }
    }
    try replay.run(after: condensed?.last) { _, _ in }
    return use + replay.takeHardUse()
  }

  /// Replays what happened to one card, oldest first.
  ///
  /// - Parameters:
  ///   - card: the card.
  ///   - body: is handed each answer, what it was, and the schedules before and after it.
  /// - Throws: ``StorageError``, or what `body` throws.
  package func replay(
    _ card: CardID,
    _ body: (CountedAnswer, _ before: Schedule?, _ after: Schedule?, Scheduler) throws -> Void
  ) throws {
    var presets = PresetTimeline(try tx.presets.history())
    var replay = CardReplay(schedulersMayChange: presets.isVarying)
    let names = AnswerNames()
    let book = try tx.presets.book()
    var adjustments = Array(try tx.adjustments.logged(of: card).reversed())
    func scheduler(_ title: String, _ event: EventID) -> Int {
      let group = names.number(ofGroup: title)
      let count = presets.schedulers.count
      let number = presets.number(ofGroup: group, titled: title, at: event)
      for scheduler in presets.schedulers[count...] { replay.add(scheduler) }
      return number
    }
    func adjust(before id: EventID) {
      while let next = adjustments.last, next.id < id {
        adjustments.removeLast()
        let number =
          next.wording.map { scheduler(book.title(of: $0.group, since: $0.id), next.id) }
          ?? replay.scheduler(ofCard: 0)
        if presets.schedulers.isEmpty { _ = scheduler("", next.id) }
        replay.add(next.adjustment, card: 0, scheduler: number)
      }
    }
    for recorded in try tx.reviews.recorded(of: card) {
      adjust(before: recorded.id)
      let review = recorded.review
      let number = scheduler(book.title(of: recorded.group, since: recorded.id), recorded.id)
      var answer = CountedAnswer(
        card: 0, group: 0, grade: review.grade, milliseconds: review.moment.milliseconds,
        utcOffset: review.moment.utcOffset, day: review.moment.day.number,
        duration: review.duration, kind: .learning, isFirstOfDay: false, interval: 0)
      let before = replay.add(
        &answer, of: card, fuzzPosition: review.fuzzPosition, isScheduled: review.isScheduled,
        wasInSteps: recorded.wasInSteps, wasInReview: recorded.wasInReview, scheduler: number)
      try body(answer, before, replay.schedules[0], presets.schedulers[number])
    }
  }

  /// All adjustments that were not undone, oldest first, with the title of the card's group where that
  /// was recorded.
  package func adjustments() throws -> [(id: EventID, adjustment: Adjustment, group: String?)] {
    try tx.adjustments.all().values.joined().sorted { $0.id < $1.id }
      .map { ($0.id, $0.adjustment, $0.wording?.group) }
  }
}

/// Replays answers from some event on: what each was to its card, and what came of it.
///
/// Where it goes on after the condensed answers, so do their cards (``CondensedCards``), when they come.
struct AnswerReplay {
  let names = AnswerNames()
  private(set) var presets: PresetTimeline
  private let tx: Transaction
  private let parts: ScannedParts
  private let needs: ScannedParts
  private var replay: CardReplay
  private var hard = HardUseTally()
  /// The last condensed event, after which it begins; `nil` where it begins with the first.
  private let beginning: EventID?
  /// How much is known of what happened to each card before.
  private var pasts: [Past] = []
  /// The scan of the answers from then on.
  private var scan: AnswerScan?

  private enum Past {
    /// The card has not come yet.
    case unknown
    /// Where it stood after the condensed answers.
    case condensed
    /// Every event, or that there was none.
    case complete
  }

  init(_ tx: Transaction, _ parts: ScannedParts, after last: EventID?, _ history: PresetHistory) {
    self.tx = tx
    self.parts = parts
    beginning = last
    presets = PresetTimeline(history)
    replay = CardReplay(schedulersMayChange: presets.isVarying)
    var needs = parts
    if parts.contains(.states), presets.isVarying { needs.insert(.groups) }
    self.needs = needs
  }

  /// What its numbers stand for, beside the counts of a misuse of “hard”.
  func result(_ use: HardUse) -> StatisticsStore.Names {
    StatisticsStore.Names(
      cards: names.cards, groups: names.groups, presets: presets.presets,
      schedulers: presets.schedulers, hardUse: use)
  }

  /// Gives a preset the number it had before, by an event at which it was in force for a group.
  mutating func restore(presetOf group: Int, at event: EventID) throws {
    guard names.groups.indices.contains(group) || group == 0 else {
      throw LogFault("the group of a preset")
    }
    _ = scheduler(ofGroup: group, at: event)
  }

  /// The numbers of the cards that came.
  var cards: [Int] {
    names.cards.indices.filter {
      beginning == nil || pasts.indices.contains($0) && pasts[$0] != .unknown
    }
  }

  /// Where a card stands.
  func standing(ofCard number: Int) -> CondensedCard {
    CondensedCard(
      standing: replay.standing(ofCard: number), memory: hard.memory(of: names.cards[number]))
  }

  /// The counts of ``HardUse`` since they were taken last.
  mutating func takeHardUse() -> HardUse { hard.take() }

  /// Replays all answers after an event.
  mutating func run(
    after last: EventID?, _ body: (borrowing ReplayedEvent, AnswerNames) throws -> Void
  ) throws {
    try runInPieces(after: last, before: EventID(bits: .max)) { try body($0, $1.names) }
  }

  /// As ``run(after:_:)``, but before `end`; `body` may take what was counted so far.
  mutating func runInPieces(
    after last: EventID?, before end: EventID,
    _ body: (borrowing ReplayedEvent, inout AnswerReplay) throws -> Void
  ) throws {
    let scan = try AnswerScan(tx, needs)
    self.scan = scan
    try scan.forEach(after: last, before: end, names) { event in
      if let replayed = try add(event) { try body(replayed, &self) }
    }
  }

  /// What an event was.
  private mutating func add(_ event: borrowing ScannedEvent) throws -> ReplayedEvent? {
    switch event {
    case .adjustment(let id, let adjustment, let card, let group):
      guard parts.contains(.states) else { return nil }
      try begin(card)
      let number = group.map { scheduler(ofGroup: $0, at: id) } ?? replay.scheduler(ofCard: card)
      try requirePast(ofCard: card, before: id, under: number)
      if presets.schedulers.isEmpty { _ = scheduler(ofGroup: 0, at: id) }
      replay.add(adjustment, card: card, scheduler: number)
      let schedule = replay.schedules[card]
      let last = schedule?.lastReview ?? adjustment.moment
      return ReplayedEvent(
        CountedAnswer(
          card: card, group: group ?? 0, grade: .again, milliseconds: last.milliseconds,
          utcOffset: last.utcOffset, day: adjustment.moment.day.number, duration: 0, kind: .cram,
          isFirstOfDay: false, interval: 0),
        isAdjustment: true, direction: Int(names.kinds[card]), scheduler: number,
        state: ReplayedState(schedule))
    case .answer(let scanned):
      var replayed = ReplayedEvent(
        CountedAnswer(
          card: scanned.card, group: scanned.group, grade: scanned.grade,
          milliseconds: scanned.moment.milliseconds, utcOffset: scanned.moment.utcOffset,
          day: scanned.moment.day.number, duration: scanned.duration,
          kind: scanned.isScheduled ? .learning : .cram, isFirstOfDay: false, interval: 0))
      if names.kinds.indices.contains(scanned.card) {
        replayed.direction = Int(names.kinds[scanned.card])
      }
      if !parts.isDisjoint(with: [.states, .hardUse]) { try begin(scanned.card) }
      if parts.contains(.states) { try replay(scanned, &replayed) }
      if parts.contains(.hardUse) { hard.add(Self.review(scanned, names.cards[scanned.card])) }
      return replayed
    }
  }

  private mutating func replay(_ scanned: ScannedAnswer, _ replayed: inout ReplayedEvent) throws {
    replayed.scheduler = scheduler(ofGroup: scanned.group, at: scanned.id)
    try requirePast(ofCard: scanned.card, before: scanned.id, under: replayed.scheduler)
    let before = replay.add(
      &replayed.answer, of: names.cards[scanned.card], fuzzPosition: scanned.fuzzPosition,
      isScheduled: scanned.isScheduled, wasInSteps: scanned.wasInSteps,
      wasInReview: scanned.wasInReview, scheduler: replayed.scheduler)
    guard parts.contains(.memories) else { return }
    var predicted: Double?
    if let before, replayed.answer.isFirstOfDay {
      let days = scanned.moment.wholeDays(since: before.lastReview)
      if days > 0 {
        predicted = replay.retrievability(
          of: before, elapsedDays: days, scheduler: replayed.scheduler)
      }
    }
    replayed.state = ReplayedState(replay.schedules[scanned.card], predicted: predicted)
  }

  private mutating func scheduler(ofGroup group: Int, at event: EventID) -> Int {
    let count = presets.schedulers.count
    let number = presets.number(
      ofGroup: group, titled: names.groups.indices.contains(group) ? names.groups[group] : "",
      at: event)
    if presets.schedulers.count > count {
      for scheduler in presets.schedulers[count...] { replay.add(scheduler) }
      names.schedulers = presets.schedulers
    }
    return number
  }

  /// What the grade of an answer tells; every verdict but “wrong” is “correct”.
  private static func review(_ scanned: ScannedAnswer, _ card: CardID) -> Review {
    Review(
      card: card, grade: scanned.grade, moment: scanned.moment, typed: nil,
      verdict: scanned.isJudgedWrong.map { $0 ? "wrong" : "correct" },
      hintUsed: scanned.hintUsed, duration: 0, occasion: scanned.isScheduled ? nil : .cram)
  }

  // MARK: - The past of a card

  /// Has a card go on from where it stood after the condensed answers, when it comes for the first time.
  private mutating func begin(_ number: Int) throws {
    guard beginning != nil else { return }
    while pasts.count <= number { pasts.append(.unknown) }
    guard pasts[number] == .unknown else { return }
    pasts[number] = .complete
    let card = names.cards[number]
    guard let kept = try CondensedCards(tx).card(card) else { return }
    if parts.contains(.hardUse), let memory = kept.memory { hard.begin(card, with: memory) }
    guard parts.contains(.states) else { return }
    guard presets.schedulers.indices.contains(kept.standing.scheduler) else {
      throw LogFault("the preset of a condensed card")
    }
    replay.begin(number, at: kept.standing)
    pasts[number] = .condensed
  }

  /// Replays what happened to a card before an event, if its schedule was made by another scheduler than the
  /// one in force.
  private mutating func requirePast(
    ofCard number: Int, before event: EventID, under scheduler: Int
  ) throws {
    guard let scan, pasts.indices.contains(number), pasts[number] == .condensed,
      replay.scheduler(ofCard: number) != scheduler
    else { return }
    pasts[number] = .complete
    let card = names.cards[number]
    var past: [(id: EventID, event: CardReplay.Event)] = []
    try SteppedRows(
      tx.db, cached: Self.past, [card.question, card.direction, event]
    ).forEach { row in
      let answer = try ScannedAnswer(row.handle, card: number)
      guard answer.isScheduled, !scan.undone.contains(answer.id) else { return }
      past.append(
        (
          answer.id,
          .answer(
            answer.grade, answer.moment, fuzzPosition: answer.fuzzPosition,
            wasInSteps: answer.wasInSteps)
        ))
    }
    if let adjustments = scan.adjustments[card] {
      past += adjustments.filter { $0.id < event }.map { ($0.id, .adjustment($0.adjustment)) }
      past.sort { $0.id < $1.id }
    }
    replay.begin(number, of: card, after: past.map(\.event), scheduler: scheduler)
  }

  /// The columns that ``ScannedAnswer`` reads, of the answers to a card.
  private static let past = """
    SELECT e.id, NULL, NULL, e.time, e.utc_offset, NULL, e.grade, NULL, e.duration, e.place, \
    e.occasion, NULL, \(ReviewEvent.wasInSteps("e")), 0 FROM whole_review e
    WHERE e.question = ? AND e.direction = ? AND e.id < ? ORDER BY e.id
    """
}
