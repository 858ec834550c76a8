import RabbleExchange
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleText

/// What was studied in Anki, as the review log takes it: its reviews, where its cards stood, and its
/// presets; compared with what our scheduler makes of the same reviews.
struct AnkiProgress {
  /// What the review log takes.
  let progress: ImportedProgress
  /// What came of it, in words, as far as nothing need be written for it.
  let lines: [String]

  /// Whether there is nothing to take.
  var isEmpty: Bool { progress.cards.isEmpty && progress.presets.isEmpty }

  /// Takes the progress of the cards that come along.
  ///
  /// - Parameters:
  ///   - anki: the cards.
  ///   - collection: the collection.
  ///   - group: the group all questions go to; `nil` where each deck is one.
  ///   - titles: the groups of the deck that takes the cards, afterwards.
  ///   - deck: what that deck is known by.
  ///   - book: the presets that there are.
  ///   - marked: the cards that were ever suspended or flagged here.
  ///   - localTime: the learner's time zone.
  ///   - now: the present.
  init(
    _ anki: AnkiImport, _ collection: AnkiCollection, into group: String?, titles: Set<String>,
    deck: String, book: PresetBook, marked: Set<CardID>, localTime: LocalTime, now: Moment
  ) {
    var work = Work(collection, marked: marked, localTime: localTime, now: now)
    let presets = ImportedPresets(
      of: anki, collection, into: group, titles: titles, deck: deck, book: book)
    let log = LogByCard(collection.log)
    var taken = 0
    var cards: [ImportedProgress.OfCard] = []
    for imported in anki.cards {
      let name = GroupName(deck: deck, title: group ?? imported.group)
      let preset = presets.byGroup[name.title] ?? book.preset(forGroup: name)
      let entries = log.entries(of: imported.card.id)
      taken += entries.count
      let card = Card(
        id: imported.id, question: Question(prompt: imported.prompt, answer: imported.answer),
        group: name, position: 0)
      if let progress = work.progress(of: card, imported.card, entries, preset) {
        cards.append(progress)
      }
    }
    work.lostReviews = collection.log.count - taken
    progress = ImportedProgress(cards: cards, presets: presets.list)
    lines = work.lines + presets.lines
  }

  /// The day from which a collection counts due days.
  static func firstDay(of collection: AnkiCollection, _ localTime: LocalTime) -> StudyDay {
    let created = min(max(collection.created, 0), 100_000_000_000)
    if let minutes = collection.creationOffset {
      // It is the date that clocks showed there, whatever the hour, wherever the learner is now.
      let rollover = Int64(StudyDay.rolloverHour) * 3600
      return Moment(milliseconds: (created + rollover) * 1000, utcOffset: -minutes * 60).day
    }
    // It began at the hour at which its days begin; half a day later is that day in zones nearby.
    return localTime.moment(milliseconds: (created + 43_200) * 1000).day
  }
}

/// The rows of a review log by card, without another copy of them.
private struct LogByCard {
  private let log: [AnkiCollection.LogEntry]
  private var places: [Int64: Range<Int32>] = [:]
  /// The numbers of the rows, those of a card one behind the other.
  private var order: [Int32]

  /// Sorts the rows of a log that has the oldest first.
  init(_ log: [AnkiCollection.LogEntry]) {
    self.log = log
    order = [Int32](repeating: 0, count: log.count)
    var counts: [Int64: Int32] = [:]
    for entry in log { counts[entry.card, default: 0] += 1 }
    var start: Int32 = 0
    for (card, count) in counts {
      places[card] = start..<start
      start += count
    }
    for (number, entry) in log.enumerated() {
      guard let place = places[entry.card] else { continue }
      order[Int(place.upperBound)] = Int32(number)
      places[entry.card] = place.lowerBound..<(place.upperBound + 1)
    }
  }

  /// The rows of a card, oldest first.
  func entries(of card: Int64) -> [AnkiCollection.LogEntry] {
    guard let place = places[card] else { return [] }
    return order[Int(place.lowerBound)..<Int(place.upperBound)].map { log[Int($0)] }
  }
}

/// One run over the cards.
private struct Work {
  private let localTime: LocalTime
  private let now: Moment
  private let firstDay: StudyDay
  private let limit: Int64
  /// The cards of which it matters that they are new, and neither suspended nor flagged.
  private let marked: Set<CardID>
  private var schedulers: [Preset: Scheduler] = [:]
  var lostReviews = 0

  private var kinds: [ImportedProgress.Kind: Int] = [:]
  private var future = 0
  private var forgotten = 0
  private var standings = 0
  private var converted = 0
  private var flags = 0
  private var suspended = 0
  private var buried = 0
  private var compared = 0
  private var near = 0
  private var otherPhase = 0

  init(
    _ collection: AnkiCollection, marked: Set<CardID>, localTime: LocalTime, now: Moment
  ) {
    self.localTime = localTime
    self.now = now
    limit = now.milliseconds
    firstDay = AnkiProgress.firstDay(of: collection, localTime)
    // Without scheduling information, Anki exports all cards as new, neither suspended nor flagged.
    let hasStates =
      !collection.log.isEmpty
      || collection.cards.contains { $0.phase != .new || $0.hold != .none || $0.flag > 0 }
    self.marked = hasStates ? marked : []
  }

  /// The progress of a card; `nil` where there is none.
  mutating func progress(
    of card: Card, _ anki: AnkiCollection.Card, _ entries: [AnkiCollection.LogEntry],
    _ preset: Preset
  ) -> ImportedProgress.OfCard? {
    if anki.flag > 0 { flags += 1 }
    let (answers, changes, schedule) = events(
      of: card.id, entries, preset, isNew: anki.phase == .new)
    var standing: ImportedProgress.Standing?
    if anki.phase == .review {
      let memory =
        anki.memory.map { MemoryState(stability: $0.stability, difficulty: $0.difficulty) }
        // As Anki does for a card that FSRS has never seen: at 0.9, the stability is the interval.
        ?? preset.model.state(
          interval: Double(min(max(anki.interval, 1), MemoryModel.longestInterval)),
          easeFactor: max(anki.ease, 1.3), retention: 0.9)
      let days = Int(min(max(anki.due, -100_000), 1_000_000))
      standing = ImportedProgress.Standing(
        due: firstDay.advanced(byDays: days),
        interval: min(max(anki.interval, 1), MemoryModel.longestInterval),
        memory: memory)
      standings += 1
      if !answers.contains(where: \.isScheduled) { converted += 1 }
    }
    compare(anki, schedule)
    let suspension: Suspension
    switch anki.hold {
    case .none: suspension = .active
    case .suspended:
      suspension = .suspended
      suspended += 1
    case .buried:
      suspension = .buried(until: now.day.advanced(byDays: 1))
      buried += 1
    }
    if answers.isEmpty, changes.isEmpty, standing == nil, suspension == .active, anki.flag == 0,
      !marked.contains(card.id)
    {
      return nil
    }
    return ImportedProgress.OfCard(
      card: card, answers: answers, changes: changes, standing: standing,
      flag: FlagColor(rawValue: anki.flag), suspension: suspension)
  }

  /// The rows of the review log of a card: answers, and changes that are no answers; and the schedule that
  /// our scheduler makes of the answers. Answers before the card was made new again are outside the
  /// schedule, as those in filtered decks that don't reschedule.
  private mutating func events(
    of card: CardID, _ entries: [AnkiCollection.LogEntry], _ preset: Preset, isNew: Bool
  ) -> ([ImportedProgress.Answer], [ImportedProgress.Change], Schedule?) {
    let reset = entries.lastIndex { $0.grade == 0 && $0.kind == .manual && $0.factor == 0 }
    if reset != nil { forgotten += 1 }
    var answers: [ImportedProgress.Answer] = []
    answers.reserveCapacity(entries.count)
    var changes: [ImportedProgress.Change] = []
    let scheduler = scheduler(preset)
    var schedule: Schedule?
    for (index, entry) in entries.enumerated() {
      guard entry.id <= limit else {
        future += 1
        continue
      }
      let kind = ImportedProgress.Kind(entry.kind)
      kinds[kind, default: 0] += 1
      let moment = localTime.moment(milliseconds: entry.id)
      guard let grade = Grade(rawValue: entry.grade) else {
        changes.append(
          ImportedProgress.Change(moment: moment, kind: kind, interval: max(entry.interval, 0)))
        continue
      }
      let isOutside =
        isNew || index < reset ?? 0 || entry.kind == .filtered && entry.factor == 0
      // The day that Anki chose within the fuzz range of the interval.
      let position =
        isOutside || entry.interval <= 0
        ? nil
        : scheduler.fuzzPosition(
          of: entry.interval, after: schedule, grade: grade, at: moment, card: card)
      if !isOutside {
        schedule = scheduler.schedule(
          schedule, grade: grade, at: moment, card: card, fuzzPosition: position)
      }
      answers.append(
        ImportedProgress.Answer(
          moment: moment, grade: grade, duration: max(0, entry.duration), fuzzPosition: position,
          occasion: isOutside ? .cram : nil, kind: kind))
    }
    return (answers, changes, schedule)
  }

  private mutating func scheduler(_ preset: Preset) -> Scheduler {
    let scheduler = schedulers[preset] ?? Scheduler(preset)
    schedulers[preset] = scheduler
    return scheduler
  }

  /// Compares what our scheduler makes of the answers with what Anki has.
  private mutating func compare(_ anki: AnkiCollection.Card, _ schedule: Schedule?) {
    guard anki.phase != .new, let schedule else { return }
    if (anki.phase == .review) != (schedule.phase == .review) { otherPhase += 1 }
    guard let memory = anki.memory else { return }
    compared += 1
    if abs(schedule.memory.stability - memory.stability) <= 0.1 * memory.stability { near += 1 }
  }

  // MARK: - In words

  var lines: [String] {
    let answers = [ImportedProgress.Kind.learn, .review, .relearn, .filtered]
    let count = answers.reduce(0) { $0 + kinds[$1, default: 0] }
    var lines: [String] = []
    if count > 0 {
      let parts = answers.compactMap { kind in
        kinds[kind].map { "\(kind.rawValue) \($0)" }
      }
      lines.append("Reviews: \(count) (\(parts.joined(separator: ", ")))")
    }
    let others = kinds[.manual, default: 0] + kinds[.rescheduled, default: 0]
    let rest: [(count: Int, text: String)] = [
      (others, "Schedule changes that are not answers, kept with the reviews"),
      (forgotten, "Cards reset to new in Anki; their earlier reviews don't count"),
      (standings, "Cards in review that keep Anki's due date until the next answer"),
      (
        converted,
        "Cards in review without reviews; their memory is estimated from interval and ease"
      ),
      (otherPhase, "Cards that would be in another phase with the steps here"),
      (suspended, "Suspended cards"), (buried, "Buried cards, until tomorrow"),
      (flags, "Flagged cards"),
      (future, "Reviews in the future, not imported"),
      (lostReviews, "Reviews of cards that are not imported"),
    ]
    lines += rest.filter { $0.count > 0 }.map { "\($0.text): \($0.count)" }
    if compared > 0 {
      lines.append("Cards whose stability is within 10% of Anki's: \(near) of \(compared)")
    }
    return lines
  }
}
