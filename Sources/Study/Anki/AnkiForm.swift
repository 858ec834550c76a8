import RabbleExchange
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStorage

/// How Anki has what stands in the review log: where a card stands.
struct AnkiForm {
  /// The first day of the collection, from which its days are counted.
  let firstDay: StudyDay
  /// The present.
  let now: Moment

  /// Whether a card is asked.
  func hold(_ suspension: Suspension) -> AnkiCollection.Card.Hold {
    switch suspension {
    case .active: .none
    case .suspended: .suspended
    case .buried: .buried
    }
  }

  /// A card with its schedule.
  ///
  /// - Parameters:
  ///   - card: the card, with its note and deck.
  ///   - hold: whether it is asked.
  ///   - flag: its flag.
  ///   - schedule: where it stands.
  ///   - preset: how it is scheduled.
  ///   - position: its place among new cards.
  /// - Returns: the card, as Anki keeps it.
  func card(
    _ card: AnkiCollection.Card, hold: AnkiCollection.Card.Hold, flag: Int, _ schedule: Schedule,
    _ preset: Preset, position: Int?
  ) -> AnkiCollection.Card {
    var written = AnkiCollection.Card.Written()
    written.position = position
    written.desiredRetention = preset.desiredRetention
    written.decay = preset.model.parameters.last
    written.lastReview = schedule.lastReview.milliseconds / 1000
    let phase: AnkiCollection.Card.Phase
    switch schedule.phase {
    case .review: phase = .review
    case .learning(let step):
      phase = .learning
      written.stepsLeft = max(1, preset.learningSteps.count - step)
    case .relearning(let step):
      phase = .relearning
      written.stepsLeft = max(1, preset.relearningSteps.count - step)
    }
    let due: Int64
    switch schedule.due {
    case .on(let day):
      due = Int64(day.number - firstDay.number)
      written.isDayStep = phase != .review
    case .at(let time):
      let day = Moment(milliseconds: time, utcOffset: now.utcOffset).day
      // Anki has steps that go into another day wait for that day.
      let isDay = phase == .review || day > schedule.lastReview.day
      due = isDay ? Int64(day.number - firstDay.number) : time / 1000
      written.isDayStep = isDay && phase != .review
    }
    return AnkiCollection.Card(
      id: card.id, note: card.note, deck: card.deck, ordinal: card.ordinal, phase: phase,
      hold: hold, due: due, interval: phase == .learning ? 0 : max(1, schedule.interval),
      ease: 2.5, repetitions: schedule.repetitions, lapses: schedule.lapses, flag: flag,
      memory: AnkiCollection.Card.Memory(
        stability: schedule.memory.stability, difficulty: schedule.memory.difficulty),
      written: written)
  }
}

/// How Anki has what happened to a card: the rows of its review log, with the intervals that our
/// scheduler gave.
struct AnkiEntries {
  /// A row without its time, which no other row of a collection may have.
  struct Entry {
    let card: Int64
    let grade: Int
    let kind: AnkiCollection.LogEntry.Kind
    let factor: Int
    let duration: Int
    let interval: Int
    let lastInterval: Int

    /// The row.
    func at(_ time: Int64) -> AnkiCollection.LogEntry {
      AnkiCollection.LogEntry(
        id: time, card: card, grade: grade, kind: kind, factor: factor, duration: duration,
        interval: interval, lastInterval: lastInterval)
    }
  }

  private let card: CardID
  private let number: Int64
  private let scheduler: Scheduler
  private var last = 0
  /// The schedule after what was read so far.
  private var current: Schedule?

  /// Begins with a new card.
  init(card: CardID, number: Int64, _ scheduler: Scheduler) {
    self.card = card
    self.number = number
    self.scheduler = scheduler
  }

  /// The row for what happened next; `nil` for what Anki has itself done.
  mutating func entry(for event: ExportedProgress.Event) -> Entry? {
    let before = last
    var duration = 0
    let row: (grade: Int, kind: AnkiCollection.LogEntry.Kind, factor: Int, interval: Int)
    switch event {
    case .answer(let review, let known):
      let kind =
        known.map { AnkiCollection.LogEntry.Kind($0) }
        ?? (review.isScheduled ? Self.kind(current) : .filtered)
      if review.isScheduled {
        current = scheduler.schedule(
          current, grade: review.grade, at: review.moment, card: card,
          fuzzPosition: review.fuzzPosition)
      }
      duration = review.duration
      // An answer in a filtered deck that reschedules nothing has no factor.
      let isOutside = !review.isScheduled && kind == .filtered
      row = (
        review.grade.rawValue, kind, isOutside ? 0 : Self.factor(current),
        Self.interval(current, at: review.moment)
      )
    case .adjustment(let adjustment):
      current = scheduler.schedule(current, after: adjustment)
      if adjustment.command == .imported { return nil }
      row = (0, .manual, current == nil ? 0 : 2500, current?.interval ?? 0)
    case .change(let change):
      row = (0, .init(change.kind), change.interval == 0 ? 0 : 2500, change.interval)
    }
    last = row.interval
    return Entry(
      card: number, grade: row.grade, kind: row.kind, factor: row.factor, duration: duration,
      interval: row.interval, lastInterval: before)
  }

  private static func kind(_ before: Schedule?) -> AnkiCollection.LogEntry.Kind {
    switch before?.phase {
    case nil, .learning: .learn
    case .review: .review
    case .relearning: .relearn
    }
  }

  /// The difficulty in thousandths from 100 to 1100, as Anki keeps it with FSRS.
  private static func factor(_ schedule: Schedule?) -> Int {
    guard let schedule else { return 2500 }
    return Int((((schedule.memory.difficulty - 1) / 9 + 0.1) * 1000).rounded())
  }

  /// The days until a card is due, or the seconds, negative.
  private static func interval(_ schedule: Schedule?, at moment: Moment) -> Int {
    guard let schedule else { return 0 }
    guard case .at(let time) = schedule.due else { return max(1, schedule.interval) }
    let seconds = Int(max(1, (time - moment.milliseconds) / 1000))
    return seconds >= 86_400 ? seconds / 86_400 : -seconds
  }
}

// MARK: - Kinds of entries

extension ImportedProgress.Kind {
  /// What Anki calls an entry of its review log.
  init(_ kind: AnkiCollection.LogEntry.Kind) {
    self =
      switch kind {
      case .learn: .learn
      case .review: .review
      case .relearn: .relearn
      case .filtered: .filtered
      case .manual: .manual
      case .rescheduled: .rescheduled
      }
  }
}

extension AnkiCollection.LogEntry.Kind {
  /// What Anki has called an imported event.
  init(_ kind: ImportedProgress.Kind) {
    self =
      switch kind {
      case .learn: .learn
      case .review: .review
      case .relearn: .relearn
      case .filtered: .filtered
      case .manual: .manual
      case .rescheduled: .rescheduled
      }
  }
}
