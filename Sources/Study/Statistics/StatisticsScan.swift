import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics
import RabbleStorage

extension Statistics {
  /// An answer in a scan, with what was before it.
  struct Scanned {
    let answer: CountedAnswer
    let event: ScannedAnswer
    let card: CardID
    let before: Schedule?
    /// The number of the scheduler in force.
    let scheduler: Int
  }

  /// The card of an answer in a scan without cards.
  private static let noCard = CardID(question: QuestionID(bits: 0))

  /// Hands every answer that counts to `body`, oldest first.
  ///
  /// - Parameters:
  ///   - first: the first day of the answers that are needed. A replay needs all of them.
  ///   - replays: whether the states of cards are asked for.
  ///   - needs: what is asked for of each answer; a replay and a filter ask for more by themselves.
  ///   - before: is handed the day of each answer, and the replay before it.
  ///   - body: is handed each answer, and the replay after it.
  /// - Returns: what the numbers stand for, the replay at the end, and the presets in force.
  /// - Throws: what `body` throws, or an error of the review log.
  func scan(
    since first: StudyDay? = nil, replays: Bool, _ needs: ScannedParts = [],
    before: ((borrowing CardReplay, _ day: Int) -> Void)? = nil,
    _ body: (borrowing Scanned, inout CardReplay) throws -> Void
  ) throws -> (names: ScannedNames, replay: CardReplay, presets: PresetTimeline) {
    let history = try tx.presets.history()
    var needs = needs
    if replays || request.cards != nil { needs.insert(.cards) }
    if replays, !history.entries.isEmpty { needs.insert(.groups) }
    let hasCards = needs.contains(.cards)
    var timeline: PresetTimeline?
    var replay = CardReplay([])
    var included: [Bool] = []
    let names = try tx.statistics.forEach(
      since: replays ? nil : first, needs
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
        let card = hasCards ? names.cards[event.card] : Self.noCard
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
