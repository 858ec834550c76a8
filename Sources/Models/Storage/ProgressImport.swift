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
  /// - Returns: what was new.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  @discardableResult
  package func add(
    _ progress: ImportedProgress, because event: EventID, at moment: Moment
  ) throws -> ImportedProgress.Added {
    var added = ImportedProgress.Added()
    let before = try tx.presets.book()
    for (preset, groups) in progress.presets {
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
    let rules = ReplayRules(try tx.presets.history())
    var answers: [NewAnswer] = []
    var cards: [CardNews] = []
    let isFirst = try isFirstOfAll()
    for (number, item) in progress.cards.enumerated() {
      cards.append(try news(of: item, number, isFirst, because: event, &answers, &added))
    }
    try add(answers, of: progress.cards, &cards, because: event, at: moment)
    added.answers = answers.count
    let touched = try TouchedCards(tx)
    var adjustments = try EventWriter(
      tx, into: AdjustmentEvent.table,
      [
        "utc_offset", "question", "direction", "wording", "kind", "stability", "difficulty",
        "interval",
        "due_day", "command", "cause",
      ], at: moment)
    for (item, news) in zip(progress.cards, cards) {
      try settle(item, news, touched, because: event, rules, at: moment, &adjustments, &added)
    }
    tx.afterCommit { $0.forgetSchedules() }
    return added
  }

  /// From how many answers on the log is prepared for them.
  private static let many = 10_000

  /// An answer that the log does not have.
  private struct NewAnswer {
    let id: EventID
    /// The numbers of its card and of the answer among the card's.
    let card: Int32
    let answer: Int32
  }

  /// What of a card's progress is new to the log.
  private struct CardNews {
    /// Whether the log had a schedule of it.
    let wasStarted: Bool
    /// Whether the log has answers or changes of it that were not imported.
    let hasOwn: Bool
    /// Whether it has answers or changes that the log does not have.
    var isNews: Bool
    /// What it showed, where that was kept already.
    var wording: EventID?
  }

  /// Finds the answers to a card that the log does not have, and adds the changes of it that are none.
  private func news(
    of item: ImportedProgress.OfCard, _ number: Int, _ isFirst: Bool, because event: EventID,
    _ answers: inout [NewAnswer], _ added: inout ImportedProgress.Added
  ) throws -> CardNews {
    let card = item.card.id
    let own = try ownTimes(of: card)
    var news = CardNews(
      wasStarted: try tx.schedules.progress(of: card) != nil, hasOwn: !own.times.isEmpty,
      isNews: false)
    var last: EventID?
    for (index, answer) in item.answers.enumerated() {
      // What was exported from here comes back as it went.
      if own.has(answer.moment) { continue }
      let id = try identity(of: card, at: answer.moment, in: ReviewEvent.self, isFirst)
      guard let id, id != last else { continue }
      last = id
      answers.append(NewAnswer(id: id, card: Int32(number), answer: Int32(index)))
      news.isNews = true
    }
    for change in item.changes {
      if own.has(change.moment) { continue }
      let id = try identity(of: card, at: change.moment, in: ForeignChangeEvent.self, isFirst)
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
      news.isNews = true
    }
    return news
  }

  /// Adds answers in the order in which the log keeps them, by time: card by card, as they come, each
  /// would be written elsewhere.
  private func add(
    _ answers: [NewAnswer], of cards: [ImportedProgress.OfCard], _ news: inout [CardNews],
    because event: EventID, at moment: Moment
  ) throws {
    let paused = answers.count > Self.many ? try PausedIndexes(tx) : nil
    // In kibibytes: where the indexes stay, each answer is added to another place of them.
    if paused == nil { try tx.db.execute(sql: "PRAGMA cache_size = -96000") }
    var writer = try EventWriter(
      tx, into: ReviewEvent.table,
      [
        "utc_offset", "question", "direction", "wording", "grade", "hint_used", "duration", "place",
        "occasion", "kind", "cause",
      ], at: moment)
    for new in answers.sorted(by: { $0.id < $1.id }) {
      let item = cards[Int(new.card)]
      let answer = item.answers[Int(new.answer)]
      let wording =
        try news[Int(new.card)].wording ?? tx.reviews.insertWording(of: item.card, at: moment)
      news[Int(new.card)].wording = wording
      try writer.add(
        new.id, at: answer.moment,
        [
          .integer(Int64(answer.moment.utcOffset)), .init(item.card.id.question),
          .text(item.card.id.direction.rawValue), .init(wording),
          .integer(Int64(answer.grade.rawValue)), .integer(0), .integer(Int64(answer.duration)),
          .init(answer.fuzzPosition), .init(answer.occasion?.rawValue),
          .text(answer.kind.rawValue), .init(event),
        ])
    }
    if let paused { try paused.make() } else { try tx.db.execute(sql: "PRAGMA cache_size = -8000") }
  }

  /// The cards of which the log has events that an import must respect, so that others need not be looked
  /// up one by one.
  private struct TouchedCards {
    let flagged, held, adjusted: Set<CardID>

    init(_ tx: Transaction) throws {
      func cards(_ table: String, _ condition: String = "1") throws -> Set<CardID> {
        let rows = try Row.fetchCursor(
          tx.db, sql: "SELECT DISTINCT question, direction FROM \(table) WHERE \(condition)")
        var cards: Set<CardID> = []
        while let row = try rows.next() { cards.insert(try CardID(row)) }
        return cards
      }
      flagged = try cards("mark", "kind = 'flag'")
      held = try cards("suspension")
      adjusted = try cards("adjustment")
    }
  }

  /// Gives a card the schedule that follows from its answers, and then the due day, flag and
  /// suspension that the other program gives it.
  private func settle(
    _ item: ImportedProgress.OfCard, _ news: CardNews, _ touched: TouchedCards,
    because event: EventID, _ rules: ReplayRules, at moment: Moment,
    _ writer: inout EventWriter, _ added: inout ImportedProgress.Added
  ) throws {
    let card = item.card.id
    let isReset = try takeReset(of: item, because: event)
    if news.isNews || isReset || (!news.wasStarted && item.standing != nil) {
      let answers = try tx.schedules.answers(to: card)
      func replayed(_ adjustments: [LoggedAdjustment]) -> CardProgress? {
        rules.progress(after: LoggedEvent.merged(answers, adjustments), of: card)
      }
      let isAdjusted = isReset || touched.adjusted.contains(card)
      var progress = replayed(isAdjusted ? try tx.adjustments.logged(of: card) : [])
      if let standing = item.standing,
        try !news.hasOwn || (!wasForgottenSince(item) && !wasAnsweredHereLast(card))
      {
        let wording = { try news.wording ?? tx.reviews.insertWording(of: item.card, at: moment) }
        let isMoved = try keep(
          standing, of: card, from: progress?.schedule, wording, because: event, at: moment, &writer
        )
        if isMoved {
          added.dueDays += 1
          progress = replayed(try tx.adjustments.logged(of: card))
        }
      }
      try tx.schedules.put(progress, of: card, hadRow: news.wasStarted)
    }
    if item.flag != nil || touched.flagged.contains(card),
      try isFlaggedOtherwise(card, item.flag)
    {
      try tx.marks.put(
        .flag(item.flag != nil, item.flag), on: [card], with: event, at: moment)
      added.flags += 1
    }
    if item.suspension != .active || touched.held.contains(card),
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
  /// - Returns: whether that gives it another schedule.
  private func keep(
    _ standing: ImportedProgress.Standing, of card: CardID, from schedule: Schedule?,
    _ wording: () throws -> EventID, because event: EventID, at moment: Moment,
    _ writer: inout EventWriter
  ) throws -> Bool {
    func adjust(
      _ kind: String, at moment: Moment, wording: EventID? = nil, memory: MemoryState? = nil,
      interval: Int? = nil, day: StudyDay? = nil
    ) throws {
      func number(_ value: Int?) -> EventWriter.Value { value.map { .integer(Int64($0)) } ?? .null }
      try writer.add(
        nil, at: moment,
        [
          number(moment.utcOffset), .init(card.question), .text(card.direction.rawValue),
          wording.map { .init($0) } ?? .null, .text(kind), .init(memory?.stability),
          .init(memory?.difficulty), number(interval), number(day?.number), .text("imported"),
          .init(event),
        ])
    }
    if case .on(let day)? = schedule?.due {
      try adjust("due", at: moment, day: standing.due)
      return day != standing.due
    }
    // It has no answers, or was answered in steps that it has left there.
    let last = schedule?.lastReview ?? standing.lastReview(before: moment)
    try adjust(
      "known", at: last, wording: try wording(), memory: schedule?.memory ?? standing.memory,
      interval: max(1, standing.interval))
    try adjust("due", at: moment, day: standing.due)
    return true
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
    let card = item.card.id
    // Answers of a filtered deck are outside the schedule from the first.
    guard let last = item.answers.last(where: { !$0.isScheduled && $0.kind != .filtered }),
      try counts(last, of: card)
    else { return false }
    let reset = item.changes.last { $0.kind == .manual && $0.interval == 0 }?.moment
    let moment = max(reset ?? last.moment, last.moment.advanced(byMilliseconds: 1))
    let id = try identity(of: card, at: moment, in: AdjustmentEvent.self, false)
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
    let id = EventID(
      imported: card, at: answer.moment.milliseconds, round: 0, kind: ReviewEvent.table)
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
          """), arguments: [item.card.id.question, item.card.id.direction])
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
    of card: CardID, at moment: Moment, in kind: Kind.Type, _ isFirst: Bool
  ) throws -> EventID? {
    if isFirst {
      return EventID(imported: card, at: moment.milliseconds, round: 0, kind: Kind.table)
    }
    let statement = try tx.db.cachedStatement(
      sql: "SELECT \(Kind.counts("e")) FROM \(Kind.table) e WHERE e.id = ?")
    for round in 0..<1000 {
      let id = EventID(imported: card, at: moment.milliseconds, round: round, kind: Kind.table)
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

extension EventID {
  /// The identity of an answer that another program has given to a card at a time: its bits behind the
  /// time are made of the card, so that it is the same wherever it is imported.
  fileprivate init(imported card: CardID, at milliseconds: Int64, round: Int, kind: String) {
    var hash = card.question.bits
    for byte in "\(kind) \(card.direction.rawValue) \(round)".utf8 {
      hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
    }
    self.init(after: nil, milliseconds: milliseconds, random: hash)
  }
}
