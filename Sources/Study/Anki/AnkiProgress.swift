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
  ///   - book: the presets that there are.
  ///   - localTime: the learner's time zone.
  ///   - now: the present.
  init(
    _ anki: AnkiImport, _ collection: AnkiCollection, into group: String?, titles: Set<String>,
    book: PresetBook, localTime: LocalTime, now: Moment
  ) {
    var work = Work(collection, localTime: localTime, now: now)
    let presets = Presets(of: anki, collection, into: group, titles: titles, book: book)
    let log = LogByCard(collection.log)
    var taken = 0
    var cards: [ImportedProgress.OfCard] = []
    for imported in anki.cards {
      let preset =
        presets.byGroup[group ?? imported.group] ?? book.preset(forGroup: group ?? imported.group)
      let entries = log.entries(of: imported.card.id)
      taken += entries.count
      let card = Card(
        id: imported.id, question: Question(prompt: imported.prompt, answer: imported.answer),
        group: group ?? imported.group, position: 0)
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

  // MARK: - Presets

  /// What a preset is made of: options of decks, with the desired retention and the daily limits of those
  /// decks that have their own.
  fileprivate struct PresetSource: Hashable, Comparable {
    let options: Int64
    let retention: Double?
    let new: Int?
    let reviews: Int?

    /// Makes the source for a deck; `nil` for one whose options are missing.
    init?(_ deck: AnkiCollection.Deck?, _ collection: AnkiCollection) {
      guard let deck, let values = collection.options[deck.options] else { return nil }
      options = deck.options
      let own = deck.desiredRetention.map { min(max(($0 * 1000).rounded() / 1000, 0.7), 0.99) }
      retention = own.flatMap { abs($0 - values.desiredRetention) < 0.0005 ? nil : $0 }
      new = deck.newPerDay.flatMap { $0 == values.newPerDay ? nil : $0 }
      reviews = deck.reviewsPerDay.flatMap { $0 == values.reviewsPerDay ? nil : $0 }
    }

    static func < (left: Self, right: Self) -> Bool {
      let rank = { (source: Self) in
        (source.options, source.retention ?? 0, source.new ?? -1, source.reviews ?? -1)
      }
      return rank(left) < rank(right)
    }

    /// What the decks have of their own, behind the name of the options: ` (75%, 5 new)`.
    var ending: String {
      let own = [
        retention.map(NumberText.retention), new.map { "\($0) new" },
        reviews.map { NumberText.count($0, "review") },
      ].compactMap(\.self)
      return own.isEmpty ? "" : " (\(own.joined(separator: ", ")))"
    }
  }

  /// The presets that groups with cards use.
  private struct Presets {
    /// Those that groups without a preset are given, which may be there already, and these groups.
    var list: [(preset: Preset, groups: [String])] = []
    /// By which preset the cards of a group are scheduled from now on, where it is not that of all groups.
    var byGroup: [String: Preset] = [:]
    /// What is said of those in the list.
    var lines: [String] = []

    init(
      of anki: AnkiImport, _ collection: AnkiCollection, into group: String?, titles: Set<String>,
      book: PresetBook
    ) {
      var counts: [String: [PresetSource: Int]] = [:]
      for card in anki.cards {
        guard let source = PresetSource(collection.decks[card.card.deck], collection) else {
          continue
        }
        counts[group ?? card.group, default: [:]][source, default: 0] += 1
      }
      var free: [PresetSource: [String]] = [:]
      for (title, counts) in counts where book.name(forGroup: title) == nil {
        // A group may hold cards of several decks: most of them decide.
        let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
        if let source = most?.key { free[source, default: []].append(title) }
      }
      for source in free.keys.sorted() {
        guard let groups = free[source], let options = collection.options[source.options] else {
          continue
        }
        let made = Preset(options, of: source)
        // An export from here calls options as the preset.
        let isOwn = made.name == "Anki: \(options.name)"
        if isOwn, options.name == Preset.defaultName { continue }
        let known =
          book.preset(named: made.name) ?? (isOwn ? book.preset(named: options.name) : nil)
        var usual = Preset()
        usual.name = made.name
        if known == nil, made == usual { continue }
        let preset = known ?? made
        for title in groups { byGroup[title] = preset }
        // Notes that were moved in Anki stay in their group here, which may be all that there is.
        let present = groups.filter { titles.contains($0) }.sorted()
        if present.isEmpty { continue }
        list.append((preset, present))
        lines.append(
          "Preset “\(preset.name)”\(known == nil ? "" : ", which you have,") for "
            + AnkiProgress.text(
              of: preset, from: known == nil ? "Anki's" : "its own", groups: present.count))
      }
    }
  }
}

extension AnkiProgress {
  /// What a preset does, behind the number of groups that use it.
  fileprivate static func text(of preset: Preset, from owner: String, groups: Int) -> String {
    "\(NumberText.count(groups, "group")): desired retention "
      + "\(NumberText.retention(preset.desiredRetention)), intervals up to \(NumberText.count(preset.maximumInterval, "day")), "
      + (preset.model == Preset().model ? "default FSRS parameters" : "\(owner) FSRS parameters")
      + text(of: preset.limits)
  }

  /// The limits of a preset, behind what else is said of it.
  fileprivate static func text(of limits: DeckLimit) -> String {
    let parts = [
      limits.new.map { NumberText.count($0, "new card") },
      limits.reviews.map { NumberText.count($0, "review") },
    ].compactMap(\.self)
    return parts.isEmpty ? "" : "; a day brings up to \(parts.joined(separator: " and "))"
  }
}

extension DeckLimit {
  /// Limits of Anki, where this number and more are none.
  private static let none = 9999

  fileprivate init(ankiNew new: Int, reviews: Int) {
    func limit(_ most: Int) -> Int? { most >= Self.none ? nil : max(most, 0) }
    self.init(new: limit(new), reviews: limit(reviews))
  }
}

extension Preset {
  /// The options of decks in Anki; what is out of our ranges becomes the nearest within.
  ///
  /// - Parameters:
  ///   - options: the options.
  ///   - source: what decks have of their own, which the name then says.
  fileprivate init(
    _ options: AnkiCollection.DeckOptions, of source: AnkiProgress.PresetSource
  ) {
    let ending = source.ending
    let name = String("Anki: \(options.name)".printable.prefix(60 - ending.count)) + ending
    let weekdays = options.easyDays.count == 7 ? options.easyDays : []
    let retention = ((source.retention ?? options.desiredRetention) * 10_000).rounded() / 10_000
    // Parameters that no model takes are as if the preset had none.
    self.init(
      name: name, model: (try? MemoryModel(parameters: options.parameters)) ?? MemoryModel(.fsrs6),
      desiredRetention: retention.isFinite ? min(max(retention, 0.7), 0.99) : 0.9,
      maximumInterval: min(max(options.maximumInterval, 1), MemoryModel.longestInterval),
      learningSteps: options.learningSteps, relearningSteps: options.relearningSteps,
      week: StudyWeek(weekdays.map { $0 >= 0.75 ? .normal : $0 >= 0.25 ? .half : .least }),
      leech: LeechRule(
        // Anki takes 0 for “never”; no card has a thousand lapses.
        threshold: options.leechThreshold > 0 ? options.leechThreshold : 1000,
        action: options.suspendsLeeches ? .suspend : .tag),
      limits: DeckLimit(
        ankiNew: source.new ?? options.newPerDay, reviews: source.reviews ?? options.reviewsPerDay))
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

  init(_ collection: AnkiCollection, localTime: LocalTime, now: Moment) {
    self.localTime = localTime
    self.now = now
    limit = now.milliseconds
    firstDay = AnkiProgress.firstDay(of: collection, localTime)
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
    if answers.isEmpty, changes.isEmpty, standing == nil, suspension == .active, anki.flag == 0 {
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
