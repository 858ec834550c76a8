import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics

/// Replays the events of cards to find the facts of their answers, each under the preset that was in force for its
/// group then.
struct FactReplay {
  /// What came of an answer.
  struct Outcome {
    let answer: LoggedAnswer
    let counted: CountedAnswer
    /// The schedules of the card before and after it.
    let before, after: Schedule?
    let scheduler: Scheduler
    let facts: AnswerFacts
  }

  private let book: PresetBook
  private var presets: PresetTimeline
  private let lastChanges: [EventID: EventID]
  private var groups: [String: Int] = [:]

  init(_ history: PresetHistory) {
    lastChanges = history.lastChanges
    book = history.book
    presets = PresetTimeline(history)
  }

  /// Replays a card.
  ///
  /// - Parameters:
  ///   - events: all its events that count, the oldest first.
  ///   - card: the card.
  ///   - body: is handed what came of each answer.
  mutating func replay(
    _ events: [LoggedEvent], of card: CardID, _ body: (Outcome) throws -> Void
  ) rethrows {
    var replay = CardReplay(schedulersMayChange: presets.isVarying)
    for scheduler in presets.schedulers { replay.add(scheduler) }
    for event in events {
      let scheduler = scheduler(of: event, &replay)
      switch event {
      case .adjustment(let logged): replay.add(logged.adjustment, card: 0, scheduler: scheduler)
      case .answer(let answer):
        var counted = CountedAnswer(
          card: 0, group: 0, grade: answer.grade, milliseconds: answer.moment.milliseconds,
          utcOffset: answer.moment.utcOffset, day: answer.moment.day.number,
          duration: answer.duration, kind: .learning, isFirstOfDay: false, interval: 0)
        let before = replay.add(
          &counted, of: card, fuzzPosition: answer.fuzzPosition, isScheduled: answer.isScheduled,
          wasInSteps: answer.wasInSteps, wasInReview: answer.wasInReview, scheduler: scheduler)
        let after = replay.schedules[0]
        let days = before.map { answer.moment.wholeDays(since: $0.lastReview) } ?? 0
        let recall = before.flatMap {
          counted.isFirstOfDay && days > 0
            ? replay.retrievability(of: $0, elapsedDays: days, scheduler: scheduler) : nil
        }
        let inForce = presets.schedulers[scheduler]
        try body(
          Outcome(
            answer: answer, counted: counted, before: before, after: after, scheduler: inForce,
            facts: AnswerFacts(
              kind: counted.kind, isFirstOfDay: counted.isFirstOfDay, interval: counted.interval,
              target: Float(inForce.desiredRetention),
              state: ReplayedState(after, predicted: recall))))
      }
    }
  }

  /// The number of the scheduler in force at an event: where it does not say of which group its card is, the one
  /// before.
  private mutating func scheduler(of event: LoggedEvent, _ replay: inout CardReplay) -> Int {
    if let wording = event.wording {
      let title = book.title(of: wording.group, since: wording.id)
      return scheduler(ofGroup: title, lastChanges.moment(of: event.id, event.cause), &replay)
    }
    if presets.schedulers.isEmpty { _ = scheduler(ofGroup: "", event.id, &replay) }
    return replay.scheduler(ofCard: 0)
  }

  private mutating func scheduler(
    ofGroup title: String, _ event: EventID, _ replay: inout CardReplay
  ) -> Int {
    let group = groups[title] ?? groups.count
    groups[title] = group
    let count = presets.schedulers.count
    let number = presets.number(ofGroup: group, titled: title, at: event)
    for scheduler in presets.schedulers[count...] { replay.add(scheduler) }
    return number
  }
}

extension [EventID: EventID] {
  /// When an event was under the presets that its cause brought: after the last of them.
  func moment(of event: EventID, _ cause: EventID?) -> EventID {
    guard !isEmpty, let last = cause.flatMap({ self[$0] }), last >= event else { return event }
    return EventID(bits: last.bits &+ 1)
  }
}
