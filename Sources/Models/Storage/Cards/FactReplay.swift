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
  private var groups: [GroupName: Int] = [:]

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
        var counted = CountedAnswer(answer.grade, at: answer.moment, duration: answer.duration)
        let inForce = presets.schedulers[scheduler]
        let before = replay.add(
          &counted, of: card, fuzzPosition: answer.fuzzPosition, isScheduled: answer.isScheduled,
          wasInSteps: answer.wasInSteps, wasInReview: answer.wasInReview, scheduler: scheduler)
        try body(
          Outcome(
            answer: answer, counted: counted, before: before, after: replay.schedules[0],
            scheduler: inForce,
            facts: AnswerFacts(of: counted, before: before, replay.schedules[0], inForce)))
      }
    }
  }

  /// The facts of an answer that goes on from a schedule.
  ///
  /// - Parameters:
  ///   - review: the answer.
  ///   - before: the schedule of its card; `nil` for a new card.
  ///   - lastDay: the latest day on which the card was answered, which must not be one beside the answer's;
  ///     `nil` where it was not.
  ///   - scheduler: what made that schedule, and is in force.
  /// - Returns: the facts.
  static func facts(
    of review: Review, goingOnFrom before: Schedule?, lastDay: StudyDay?, by scheduler: Scheduler
  ) -> AnswerFacts {
    var replay = CardReplay(goingOnFrom: before, lastDay: lastDay, by: scheduler)
    var counted = CountedAnswer(review.grade, at: review.moment, duration: review.duration)
    replay.add(
      &counted, of: review.card, fuzzPosition: review.fuzzPosition,
      isScheduled: review.isScheduled, scheduler: 0)
    return AnswerFacts(of: counted, before: before, replay.schedules[0], scheduler)
  }

  /// The number of the scheduler in force at an event: where it does not say of which group its card is, the one
  /// before.
  private mutating func scheduler(of event: LoggedEvent, _ replay: inout CardReplay) -> Int {
    if let wording = event.wording {
      let group = book.name(of: wording.group, since: wording.id)
      return scheduler(ofGroup: group, lastChanges.moment(of: event.id, event.cause), &replay)
    }
    if presets.schedulers.isEmpty {
      _ = scheduler(ofGroup: GroupName(deck: "", title: ""), event.id, &replay)
    }
    return replay.scheduler(ofCard: 0)
  }

  private mutating func scheduler(
    ofGroup name: GroupName, _ event: EventID, _ replay: inout CardReplay
  ) -> Int {
    let group = groups[name] ?? groups.count
    groups[name] = group
    let count = presets.schedulers.count
    let number = presets.number(ofGroup: group, named: name, at: event)
    for scheduler in presets.schedulers[count...] { replay.add(scheduler) }
    return number
  }
}

extension CountedAnswer {
  /// An answer to the only card of a replay, before it is known what it was to it.
  fileprivate init(_ grade: Grade, at moment: Moment, duration: Int) {
    self.init(
      card: 0, group: 0, grade: grade, milliseconds: moment.milliseconds,
      utcOffset: moment.utcOffset, day: moment.day.number, duration: duration, kind: .learning,
      isFirstOfDay: false, interval: 0)
  }
}

extension AnswerFacts {
  fileprivate init(
    of answer: CountedAnswer, before: Schedule?, _ after: Schedule?, _ scheduler: Scheduler
  ) {
    let days = before.map { answer.moment.wholeDays(since: $0.lastReview) } ?? 0
    let recall = before.flatMap {
      answer.isFirstOfDay && days > 0
        ? scheduler.model.retrievability($0.memory, elapsedDays: Double(days)) : nil
    }
    self.init(
      kind: answer.kind, isFirstOfDay: answer.isFirstOfDay, interval: answer.interval,
      target: Float(scheduler.target(of: before)), state: ReplayedState(after, predicted: recall))
  }
}

extension [EventID: EventID] {
  /// When an event was under the presets that its cause brought: after the last of them.
  func moment(of event: EventID, _ cause: EventID?) -> EventID {
    guard !isEmpty, let last = cause.flatMap({ self[$0] }), last >= event else { return event }
    return EventID(bits: last.bits &+ 1)
  }
}
