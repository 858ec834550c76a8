import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

extension ImportStore {
  /// Adds what was studied in another program, as events that are undone with the import. What an
  /// earlier import has brought is not added again; what was answered here counts beside it, by time.
  ///
  /// - Parameters:
  ///   - progress: what was studied.
  ///   - event: the import.
  ///   - moment: the present.
  ///   - report: is told the share that is done, 0…1.
  /// - Returns: what was new.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  @discardableResult
  package func add(
    _ progress: ImportedProgress, because event: EventID, at moment: Moment,
    report: (Double) -> Void = { _ in }
  ) throws -> ImportedProgress.Added {
    var added = ImportedProgress.Added()
    try add(progress.presets, because: event, at: moment, &added)
    let known = try KnownCards(tx)
    var answers: [NewAnswer] = []
    var cards: [CardNews] = []
    let isFirst = try isFirstOfAll()
    for (number, item) in progress.cards.enumerated() {
      cards.append(try news(of: item, number, known, isFirst, because: event, &answers, &added))
    }
    added.answers = answers.count
    try add(answers, of: progress.cards, &cards, because: event, at: moment) { report($0 * 0.5) }
    try settle(
      progress.cards, cards, answers, known, because: event, at: moment, &added
    ) { report(0.6 + $0 * 0.4) }
    tx.afterCommit { $0.forgetSchedules() }
    return added
  }

  /// Adds the presets that the log has none of that name of, and gives groups without one theirs.
  private func add(
    _ presets: [(preset: Preset, groups: [String])], because event: EventID, at moment: Moment,
    _ added: inout ImportedProgress.Added
  ) throws {
    let before = try tx.presets.book()
    for (preset, groups) in presets {
      if before.presets.allSatisfy({ $0.name != preset.name }) {
        try tx.presets.apply(.set(preset, .learner), with: event, at: moment)
        added.presets += 1
      }
      let free = groups.filter { before.name(forGroup: $0) == nil }
      if !free.isEmpty {
        try tx.presets.apply(
          .use(preset: preset.name, retention: nil, groups: free), with: event, at: moment)
      }
    }
  }

  /// An answer that the log does not have.
  private struct NewAnswer {
    let id: EventID
    /// The numbers of its card and of the answer among the card's.
    let card: Int32
    let answer: Int32
  }

  /// What of a card's progress is new to the log.
  private struct CardNews {
    /// Whether the log has answers or changes of it that were not imported.
    let hasOwn: Bool
    /// Its new answers among those of all cards.
    var answers: Range<Int>
    /// Whether it has changes that are no answers and that the log does not have.
    var hasChanges = false
    /// What it showed, where that was kept already.
    var wording: LoggedWording?
  }

  /// The cards of which the log has something that an import must respect, so that others need not be looked
  /// up one by one.
  private struct KnownCards {
    let started, answered, adjusted, flagged, held: Set<CardID>

    init(_ tx: Transaction) throws {
      func cards(_ table: String, _ condition: String = "1") throws -> Set<CardID> {
        let rows = try Row.fetchCursor(
          tx.db, sql: "SELECT DISTINCT question, direction FROM \(table) WHERE \(condition)")
        var cards: Set<CardID> = []
        while let row = try rows.next() { cards.insert(try CardID(row)) }
        return cards
      }
      started = try cards("schedule")
      answered = try cards("review")
      adjusted = try cards("adjustment")
      flagged = try cards("mark", "kind = 'flag'")
      held = try cards("suspension")
    }
  }

  /// Finds the answers to a card that the log does not have, and adds the changes of it that are none.
  private func news(
    of item: ImportedProgress.OfCard, _ number: Int, _ known: KnownCards, _ isFirst: Bool,
    because event: EventID, _ answers: inout [NewAnswer], _ added: inout ImportedProgress.Added
  ) throws -> CardNews {
    let card = item.card
    let isKnown = known.answered.contains(card) || known.adjusted.contains(card)
    let own = isKnown ? try ownTimes(of: card) : OwnTimes(times: [])
    let first = answers.count
    var last: EventID?
    let reviews = ImportedIdentity(of: card, in: ReviewEvent.table)
    for (index, answer) in item.answers.enumerated() {
      // What was exported from here comes back as it went.
      if own.has(answer.moment) { continue }
      let id =
        isFirst
        ? reviews.id(at: answer.moment)
        : try identity(of: card, at: answer.moment, in: ReviewEvent.self)
      guard let id, id != last else { continue }
      last = id
      answers.append(NewAnswer(id: id, card: Int32(number), answer: Int32(index)))
    }
    var news = CardNews(hasOwn: !own.times.isEmpty, answers: first..<answers.count)
    for change in item.changes {
      if own.has(change.moment) { continue }
      let id = try identity(of: card, at: change.moment, in: ForeignChangeEvent.self)
      guard let id, id != last else { continue }
      last = id
      try tx.append(
        to: ForeignChangeEvent.table, at: change.moment, as: id,
        [
          "utc_offset": change.moment.utcOffset, "question": card.question,
          "direction": card.direction, "kind": change.kind.rawValue, "interval": change.interval,
          "cause": event,
        ])
      added.changes += 1
      news.hasChanges = true
    }
    return news
  }

  /// Adds answers in the order in which the log keeps them, by time: card by card, as they come, each
  /// would be written elsewhere.
  private func add(
    _ answers: [NewAnswer], of cards: [ImportedProgress.OfCard], _ news: inout [CardNews],
    because event: EventID, at moment: Moment, report: (Double) -> Void
  ) throws {
    let paused = try PausedIndexes(
      tx, of: [ReviewEvent.table, WordingEvent.table], adding: answers.count)
    // In kibibytes: where the indexes stay, each answer is added to another place of them.
    if paused == nil { try tx.db.execute(sql: "PRAGMA cache_size = -96000") }
    var wordings = try WordingWriter(tx, at: moment)
    var writer = try EventWriter(
      tx, into: ReviewEvent.table,
      [
        "utc_offset", "question", "direction", "wording", "grade", "hint_used", "duration", "place",
        "occasion", "kind", "cause",
      ], at: moment)
    var order = answers.indices.map { Int32($0) }
    order.sort { answers[Int($0)].id < answers[Int($1)].id }
    for (done, place) in order.enumerated() {
      if done.isMultiple(of: 4096) { report(Double(done) / Double(order.count)) }
      let new = answers[Int(place)]
      let item = cards[Int(new.card)]
      let answer = item.answers[Int(new.answer)]
      let wording = try news[Int(new.card)].wording ?? wordings.add(item.shown)
      news[Int(new.card)].wording = wording
      try writer.add(
        new.id, at: answer.moment,
        [
          .integer(Int64(answer.moment.utcOffset)), .init(item.card.question),
          .text(item.card.direction.rawValue), .init(wording.id),
          .integer(Int64(answer.grade.rawValue)), .integer(0), .integer(Int64(answer.duration)),
          .init(answer.fuzzPosition), .init(answer.occasion?.rawValue),
          .text(answer.kind.rawValue), .init(event),
        ])
    }
    if let paused { try paused.make() } else { try tx.db.execute(sql: "PRAGMA cache_size = -8000") }
  }

  /// Gives cards the schedules that follow from their answers, and then the due days, flags and suspensions
  /// that the other program gives them; in the order in which schedules are kept.
  private func settle(
    _ cards: [ImportedProgress.OfCard], _ news: [CardNews], _ answers: [NewAnswer],
    _ known: KnownCards, because event: EventID, at moment: Moment,
    _ added: inout ImportedProgress.Added, report: (Double) -> Void
  ) throws {
    let rules = ReplayRules(try tx.presets.history())
    let paused = try PausedIndexes(tx, of: ["schedule"], adding: cards.count)
    var wordings = try WordingWriter(tx, at: moment)
    var adjustments = try EventWriter(
      tx, into: AdjustmentEvent.table,
      [
        "utc_offset", "question", "direction", "wording", "kind", "stability", "difficulty",
        "interval", "due_day", "command", "cause",
      ], at: moment)
    let order = cards.indices.sorted { cards[$0].card.precedes(cards[$1].card) }
    for (done, number) in order.enumerated() {
      if done.isMultiple(of: 1024) { report(Double(done) / Double(order.count)) }
      let (item, news) = (cards[number], news[number])
      let card = item.card
      let isStarted = known.started.contains(card)
      let isReset = try known.answered.contains(card) && takeReset(of: item, because: event)
      if !news.answers.isEmpty || news.hasChanges || isReset
        || (!isStarted && item.standing != nil)
      {
        let logged =
          known.answered.contains(card)
          ? try tx.schedules.answers(to: card)
          : answers[news.answers].compactMap {
            item.answers[Int($0.answer)].logged(as: $0.id, showing: news.wording)
          }
        var changes =
          isReset || known.adjusted.contains(card) ? try tx.adjustments.logged(of: card) : []
        func replayed() -> CardProgress? {
          rules.progress(after: LoggedEvent.merged(logged, changes), of: card)
        }
        var progress = replayed()
        if let standing = item.standing,
          try !news.hasOwn || (!wasForgottenSince(item) && !wasAnsweredHereLast(card))
        {
          let kept = try keep(
            standing, of: card, from: progress?.schedule, because: event, at: moment, &adjustments,
            showing: { try news.wording ?? wordings.add(item.shown) })
          if kept.isMoved {
            added.dueDays += 1
            changes += kept.adjustments
            progress = replayed()
          }
        }
        if paused == nil || isStarted {
          try tx.schedules.put(progress, of: card, hadRow: isStarted)
        } else if let progress {
          try tx.schedules.save(progress, of: card)
        }
      }
      try mark(item, known, because: event, at: moment, &added)
    }
    guard let paused else { return }
    try tx.schedules.renewPlaces()
    try paused.make()
    try tx.cards.renewNewness()
  }

  /// Gives a card the flag and the suspension that it has in the other program.
  private func mark(
    _ item: ImportedProgress.OfCard, _ known: KnownCards, because event: EventID,
    at moment: Moment, _ added: inout ImportedProgress.Added
  ) throws {
    let card = item.card
    if item.flag != nil || known.flagged.contains(card),
      try isFlaggedOtherwise(card, item.flag)
    {
      try tx.marks.put(
        .flag(item.flag != nil, item.flag), on: [card], with: event, at: moment)
      added.flags += 1
    }
    if item.suspension != .active || known.held.contains(card),
      try isHeldOtherwise(card, item.suspension)
    {
      try tx.suspensions.suspend(card, item.suspension, with: event, at: moment)
      added.suspensions += 1
    }
  }

  /// Makes a card due on the day on which the other program has it due. The day is kept even where
  /// our scheduler comes to the same, so that parameters learned later move no card of an import
  /// before its next answer.
  ///
  /// - Returns: the adjustments that do so, and whether they give it another schedule.
  private func keep(
    _ standing: ImportedProgress.Standing, of card: CardID, from schedule: Schedule?,
    because event: EventID, at moment: Moment, _ writer: inout EventWriter,
    showing wording: () throws -> LoggedWording
  ) throws -> (adjustments: [LoggedAdjustment], isMoved: Bool) {
    func adjust(
      _ change: Adjustment.Change, at moment: Moment, showing wording: LoggedWording? = nil
    ) throws -> LoggedAdjustment {
      var (kind, memory, interval, day) = ("due", MemoryState?.none, Int?.none, Int?.none)
      switch change {
      case .known(let state, let days): (kind, memory, interval) = ("known", state, days)
      case .due(let date): day = date.number
      case .forget: kind = "forget"
      }
      let id = try writer.add(
        nil, at: moment,
        [
          .init(moment.utcOffset), .init(card.question), .text(card.direction.rawValue),
          .init(wording?.id), .text(kind), .init(memory?.stability), .init(memory?.difficulty),
          .init(interval), .init(day), .text("imported"), .init(event),
        ])
      return LoggedAdjustment(
        id: id,
        adjustment: Adjustment(card: card, change: change, command: .imported, moment: moment),
        wording: wording)
    }
    if case .on(let day)? = schedule?.due {
      return ([try adjust(.due(standing.due), at: moment)], day != standing.due)
    }
    // It has no answers, or was answered in steps that it has left there.
    let last = schedule?.lastReview ?? standing.lastReview(before: moment)
    return (
      [
        try adjust(
          .known(schedule?.memory ?? standing.memory, interval: max(1, standing.interval)),
          at: last, showing: wording()),
        try adjust(.due(standing.due), at: moment),
      ], true
    )
  }

  /// Whether no import has brought anything yet, so that nothing of this one can be known.
  private func isFirstOfAll() throws -> Bool {
    try Bool.fetchOne(
      tx.db,
      sql: """
        SELECT NOT EXISTS (SELECT 1 FROM review WHERE cause IS NOT NULL)
          AND NOT EXISTS (SELECT 1 FROM foreign_change)
        """) ?? false
  }

  /// When a card was answered or changed here.
  private func ownTimes(of card: CardID) throws -> OwnTimes {
    OwnTimes(
      times: try Int64.fetchAll(
        tx.db.cachedStatement(
          sql: """
            SELECT e.time FROM review e
            WHERE e.question = ?1 AND e.direction = ?2 AND e.cause IS NULL
            UNION ALL
            SELECT e.time FROM adjustment e WHERE e.question = ?1 AND e.direction = ?2
              AND e.command IS NOT 'imported'
            """), arguments: [card.question, card.direction]))
  }

  /// Times in milliseconds since 1970. In another program each answer has a time of its own, so that of
  /// several at the same time all but one are some milliseconds later there; nobody answers a card twice
  /// in a second.
  private struct OwnTimes {
    let times: [Int64]

    func has(_ moment: Moment) -> Bool {
      times.contains { (0..<1000).contains(moment.milliseconds - $0) }
    }
  }

  /// Whether the newest answer to a card was not imported.
  private func wasAnsweredHereLast(_ card: CardID) throws -> Bool {
    try Bool.fetchOne(
      tx.db.cachedStatement(
        sql: """
          SELECT e.cause IS NULL FROM review e WHERE e.question = ? AND e.direction = ?
            AND \(ReviewEvent.isScheduled) AND \(ReviewEvent.counts("e")) ORDER BY e.id DESC LIMIT 1
          """), arguments: [card.question, card.direction]) ?? false
  }

  /// Makes a card new again that the other program has made new since an earlier import, at the time at
  /// which it did: the answers before that, which the log has as others, don't count any more.
  private func takeReset(
    of item: ImportedProgress.OfCard, because event: EventID
  ) throws -> Bool {
    let card = item.card
    // Answers of a filtered deck are outside the schedule from the first.
    guard let last = item.answers.last(where: { !$0.isScheduled && $0.kind != .filtered }),
      try counts(last, of: card)
    else { return false }
    let reset = item.changes.last { $0.kind == .manual && $0.interval == 0 }?.moment
    let moment = max(reset ?? last.moment, last.moment.advanced(byMilliseconds: 1))
    let id = try identity(of: card, at: moment, in: AdjustmentEvent.self)
    guard let id else { return false }
    try tx.append(
      to: AdjustmentEvent.table, at: moment, as: id,
      [
        "utc_offset": moment.utcOffset, "question": card.question,
        "direction": card.direction, "kind": "forget", "command": "imported", "cause": event,
      ])
    return true
  }

  /// Whether an answer that an earlier import has brought is one that schedules follow from.
  private func counts(_ answer: ImportedProgress.Answer, of card: CardID) throws -> Bool {
    let id = ImportedIdentity(of: card, in: ReviewEvent.table).id(at: answer.moment)
    return try Bool.fetchOne(
      tx.db.cachedStatement(
        sql: """
          SELECT \(ReviewEvent.isScheduled) AND \(ReviewEvent.counts("e")) FROM review e
          WHERE e.id = ?
          """), arguments: [id]) ?? false
  }

  /// Whether the learner has made a card new again here after all that the other program knows of it.
  private func wasForgottenSince(_ item: ImportedProgress.OfCard) throws -> Bool {
    let time = try Int64.fetchOne(
      tx.db.cachedStatement(
        sql: """
          SELECT max(e.time) FROM adjustment e WHERE e.question = ? AND e.direction = ?
            AND e.kind = 'forget' AND e.command = 'forget' AND \(AdjustmentEvent.counts("e"))
          """), arguments: [item.card.question, item.card.direction])
    guard let time else { return false }
    return item.answers.last { $0.isScheduled }.map { $0.moment.milliseconds < time } ?? true
  }

  /// Whether a card is flagged otherwise in the other program, and the learner has said nothing here.
  private func isFlaggedOtherwise(_ card: CardID, _ flag: FlagColor?) throws -> Bool {
    let row = try Row.fetchOne(
      tx.db.cachedStatement(
        sql: """
          SELECT e.is_on, e.cause IN (SELECT id FROM import), e.value FROM mark e
          WHERE e.question = ? AND e.direction = ? AND e.kind = 'flag'
            AND \(MarkEvent.counts("e"))
          ORDER BY e.id DESC LIMIT 1
          """), arguments: [card.question, card.direction])
    guard let row else { return flag != nil }
    let (isOn, isImported): (Bool, Bool?) = (
      try row.decode(atIndex: 0), try row.decode(atIndex: 1)
    )
    let known = isOn ? try FlagColor(row, at: 2) ?? .red : nil
    return isImported == true && known != flag
  }

  /// Whether a card was held otherwise in the other program, and the learner has said nothing here.
  private func isHeldOtherwise(_ card: CardID, _ suspension: Suspension) throws -> Bool {
    let row = try Row.fetchOne(
      tx.db.cachedStatement(
        sql: """
          SELECT e.state, e.cause IN (SELECT id FROM import) FROM suspension e
          WHERE e.question = ? AND e.direction = ? AND \(SuspensionEvent.counts("e"))
          ORDER BY e.id DESC LIMIT 1
          """), arguments: [card.question, card.direction])
    guard let row else { return suspension != .active }
    let (state, isImported): (String, Bool?) = (
      try row.decode(atIndex: 0), try row.decode(atIndex: 1)
    )
    guard isImported == true else { return false }
    switch (state, suspension) {
    case ("suspended", .active), ("active", .suspended), ("buried", .suspended): return true
    default: return false
    }
  }

  /// The identity of an answer or a change of another program: the same on every device, so that
  /// importing it twice adds it once. `nil` where the log has it, and its import was not undone.
  private func identity<Kind: EventKind>(
    of card: CardID, at moment: Moment, in kind: Kind.Type
  ) throws -> EventID? {
    let statement = try tx.db.cachedStatement(
      sql: "SELECT \(Kind.counts("e")) FROM \(Kind.table) e WHERE e.id = ?")
    for round in 0..<1000 {
      let id = ImportedIdentity(of: card, in: Kind.table, round: round).id(at: moment)
      guard let counts = try Bool.fetchOne(statement, arguments: [id]) else { return id }
      if counts { return nil }
    }
    return nil
  }
}

extension ImportedProgress.Standing {
  /// When the card was answered last, as far as its day and interval tell.
  fileprivate func lastReview(before moment: Moment) -> Moment {
    let days = due.number - interval - moment.day.number
    return moment.advanced(byMilliseconds: Int64(min(0, max(days, -100_000))) * 86_400_000)
  }
}

extension ImportedProgress.Answer {
  /// The answer as the log has it; `nil` for one that schedules don't follow from.
  fileprivate func logged(as id: EventID, showing wording: LoggedWording?) -> LoggedAnswer? {
    guard isScheduled, let wording else { return nil }
    return LoggedAnswer(
      id: id, grade: grade, moment: moment, fuzzPosition: fuzzPosition, wording: wording,
      wasInSteps: kind == .learn || kind == .relearn)
  }
}

extension CardID {
  /// Whether its schedule is kept before another's.
  fileprivate func precedes(_ other: CardID) -> Bool {
    question == other.question
      ? direction.rawValue < other.direction.rawValue : question.bits < other.question.bits
  }
}

/// The identities of the answers that another program has given to a card: their bits behind the time are
/// made of the card, so that they are the same wherever they are imported.
private struct ImportedIdentity {
  private let bits: UInt128

  init(of card: CardID, in kind: String, round: Int = 0) {
    var hash = card.question.bits
    for byte in "\(kind) \(card.direction.rawValue) \(round)".utf8 {
      hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
    }
    bits = hash
  }

  /// The identity of the answer at a time.
  func id(at moment: Moment) -> EventID {
    EventID(after: nil, milliseconds: moment.milliseconds, random: bits)
  }
}
