import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

extension ImportStore {
  /// Gives cards the schedules that follow from their answers, and then the due days, flags and suspensions
  /// that the other program gives them; in the order in which schedules are kept.
  func settle(
    _ cards: [ImportedProgress.OfCard], _ news: [CardNews], _ answers: [NewAnswer],
    _ known: KnownCards, because event: EventID, at moment: Moment,
    _ added: inout ImportedProgress.Added, report: (Double) -> Void
  ) throws {
    let rules = ReplayRules(try tx.presets.history())
    let paused = try PausedIndexes(tx, of: ["schedule"], adding: cards.count)
    var wordings = try WordingWriter(tx, at: moment)
    var adjustments = try EventWriter(
      tx, of: AdjustmentEvent.table,
      [
        "utc_offset", "question", "direction", "wording", "kind", "stability", "difficulty",
        "interval", "due_day", "command", "cause",
      ], at: moment)
    let order = cards.indices.sorted { cards[$0].card.precedes(cards[$1].card) }
    for (done, number) in order.enumerated() {
      if done.isMultiple(of: 1024) { report(Double(done) / Double(order.count)) }
      let (item, news) = (cards[number], news[number])
      let isStarted = known.started.contains(item.card)
      let isReset =
        try known.isAnswered(item.card) && takeReset(of: item, because: event)
      if isReset { added.resets += 1 }
      if !news.answers.isEmpty || news.hasChanges || isReset
        || (!isStarted && item.standing != nil)
      {
        var events = try self.events(
          of: item, news, answers, known, isReset: isReset, because: event)
        var progress = events.progress(of: item.card, by: rules)
        if let standing = item.standing, try follows(item, news),
          let moves = try keep(
            standing, of: item.card, from: progress?.schedule, because: event, at: moment,
            &adjustments, showing: { try news.wording ?? wordings.add(item.shown) })
        {
          added.dueDays += 1
          events.changes += moves
          progress = events.progress(of: item.card, by: rules)
        }
        if paused == nil || isStarted {
          try tx.schedules.put(progress, of: item.card, hadRow: isStarted)
        } else if let progress {
          try tx.schedules.save(progress, of: item.card)
        }
        if !known.isNew(item.card) { try tx.schedules.renewFacts(of: item.card, by: rules) }
      }
      try mark(item, known, because: event, at: moment, &added)
    }
    guard let paused else { return }
    try tx.schedules.renewPlaces()
    try paused.make()
    try tx.cards.renewNewness()
  }

  /// What the schedule of a card follows from.
  private struct CardEvents {
    let answers: [LoggedAnswer]
    var changes: [LoggedAdjustment]

    func progress(of card: CardID, by rules: ReplayRules) -> CardProgress? {
      rules.progress(after: LoggedEvent.merged(answers, changes), of: card)
    }
  }

  /// The answers and adjustments of a card that the log has now. Where it had no answers, those that were
  /// imported are all.
  private func events(
    of item: ImportedProgress.OfCard, _ news: CardNews, _ answers: [NewAnswer],
    _ known: KnownCards, isReset: Bool, because event: EventID
  ) throws -> CardEvents {
    let card = item.card
    return CardEvents(
      answers: known.isAnswered(card)
        ? try tx.schedules.answers(to: card)
        : answers[news.answers].compactMap {
          guard let wording = news.wording else { return nil }
          return item.answers[Int($0.answer)].logged(as: $0.id, showing: wording, because: event)
        },
      changes: isReset || known.adjusted.contains(card) ? try tx.adjustments.logged(of: card) : [])
  }

  /// Whether a card takes over where it stands in the other program: not where the learner has answered it
  /// here last and has not moved it there by hand since, or has made it new again here since.
  private func follows(_ item: ImportedProgress.OfCard, _ news: CardNews) throws -> Bool {
    if !news.hasOwn { return true }
    if try wasForgottenSince(item) { return false }
    return try !wasAnsweredHereLast(item.card) || wasMovedSince(item)
  }

  /// Whether the learner has set the due day of a card in the other program after all that happened to it here.
  private func wasMovedSince(_ item: ImportedProgress.OfCard) throws -> Bool {
    guard let move = item.changes.last(where: { $0.kind == .manual && $0.interval > 0 }) else {
      return false
    }
    let time = try Int64.fetchOne(
      tx.db.cachedStatement(
        sql: """
          SELECT max(time) FROM (
            SELECT e.time FROM counted_review e WHERE e.question = ?1 AND e.direction = ?2
              AND \(ReviewEvent.isScheduled)
            UNION ALL
            SELECT e.time FROM adjustment e WHERE e.question = ?1 AND e.direction = ?2
              AND e.command IS NOT 'imported' AND \(AdjustmentEvent.counts("e")))
          """), arguments: [item.card.question, item.card.direction])
    // What was set here comes back some milliseconds later.
    return time.map { $0 + 999 < move.moment.milliseconds } ?? true
  }

  /// Gives a card the flag and the suspension that it has in the other program.
  private func mark(
    _ item: ImportedProgress.OfCard, _ known: KnownCards, because event: EventID,
    at moment: Moment, _ added: inout ImportedProgress.Added
  ) throws {
    let card = item.card
    if item.flag != nil || known.flagged.contains(card) {
      let taking = try taking(of: item.flag, by: card)
      if taking != .no {
        try tx.marks.put(
          .flag(item.flag != nil, item.flag), on: [card], again: true, with: event, at: moment)
        added.note(taking, as: \.flags)
      }
    }
    if item.suspension != .active || known.held.contains(card) {
      let (taking, review) = try taking(of: item.suspension, by: card)
      if taking != .no {
        try tx.suspensions.suspend(
          card, item.suspension, because: review, with: event, at: moment)
        added.note(taking, as: \.suspensions)
      }
    }
  }

  /// Makes a card due on the day on which the other program has it due. The day is kept even where
  /// our scheduler comes to the same, so that parameters learned later move no card of an import
  /// before its next answer.
  ///
  /// - Returns: the adjustments that do so; `nil` where its schedule stays the same.
  private func keep(
    _ standing: ImportedProgress.Standing, of card: CardID, from schedule: Schedule?,
    because event: EventID, at moment: Moment, _ writer: inout EventWriter,
    showing wording: () throws -> LoggedWording
  ) throws -> [LoggedAdjustment]? {
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
      let adjustment = try adjust(.due(standing.due), at: moment)
      return day == standing.due ? nil : [adjustment]
    }
    // It has no answers, or was answered in steps that it has left there.
    let last = schedule?.lastReview ?? standing.lastReview(before: moment)
    return [
      try adjust(
        .known(schedule?.memory ?? standing.memory, interval: max(1, standing.interval)),
        at: last, showing: wording()),
      try adjust(.due(standing.due), at: moment),
    ]
  }

  /// Whether the newest answer to a card was not imported.
  private func wasAnsweredHereLast(_ card: CardID) throws -> Bool {
    try Bool.fetchOne(
      tx.db.cachedStatement(
        sql: """
          SELECT e.cause IS NULL FROM counted_review e WHERE e.question = ? AND e.direction = ?
            AND \(ReviewEvent.isScheduled) ORDER BY e.id DESC LIMIT 1
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

  /// Whether schedules here follow from an answer, which may be some milliseconds later in the other program, and the
  /// card was not made new since.
  private func counts(_ answer: ImportedProgress.Answer, of card: CardID) throws -> Bool {
    try Bool.fetchOne(
      tx.db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM counted_review e WHERE e.question = ?1 AND e.direction = ?2
              AND ?3 - e.time BETWEEN 0 AND 999
              AND \(ReviewEvent.isScheduled))
            AND NOT EXISTS (SELECT 1 FROM adjustment e WHERE e.question = ?1 AND e.direction = ?2
              AND e.kind = 'forget' AND e.time >= ?3 - 999 AND \(AdjustmentEvent.counts("e")))
          """), arguments: [card.question, card.direction, answer.moment.milliseconds]) ?? false
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

  /// What an import makes of the flag of a card in the other program.
  private func taking(of flag: FlagColor?, by card: CardID) throws -> ImportedTaking {
    let row = try Row.fetchOne(
      tx.db.cachedStatement(
        sql: """
          SELECT e.is_on, e.cause IN (SELECT id FROM import) AS is_imported, e.value FROM mark e
          WHERE e.question = ? AND e.direction = ? AND e.kind = 'flag'
            AND \(MarkEvent.counts("e"))
          ORDER BY e.id DESC LIMIT 1
          """), arguments: [card.question, card.direction])
    guard let row else { return flag == nil ? .no : .change }
    let (isOn, isImported): (Bool, Bool?) = (
      try row.decode(forColumn: "is_on"), try row.decode(forColumn: "is_imported")
    )
    let known = isOn ? try FlagColor(row) ?? .red : nil
    return ImportedTaking(isSame: known == flag, isImported: isImported == true)
  }

  /// What an import makes of the suspension of a card in the other program, and the answer that suspended it here, if
  /// it was one.
  private func taking(
    of suspension: Suspension, by card: CardID
  ) throws -> (ImportedTaking, review: EventID?) {
    let row = try Row.fetchOne(
      tx.db.cachedStatement(
        sql: """
          SELECT e.state, e.cause IN (SELECT id FROM import) AS is_imported, e.review
          FROM suspension e
          WHERE e.question = ? AND e.direction = ? AND \(SuspensionEvent.counts("e"))
          ORDER BY e.id DESC LIMIT 1
          """), arguments: [card.question, card.direction])
    guard let row else { return (suspension == .active ? .no : .change, nil) }
    let (state, isImported, review): (String, Bool?, EventID?) = (
      try row.decode(forColumn: "state"), try row.decode(forColumn: "is_imported"),
      try row.decode(forColumn: "review")
    )
    let isSame: Bool
    switch (state, suspension) {
    case ("suspended", .active), ("active", .suspended), ("buried", .suspended): isSame = false
    case ("suspended", .suspended), ("active", .active): isSame = true
    // Cards that are buried come back by themselves.
    default: return (.no, nil)
    }
    return (
      ImportedTaking(isSame: isSame, isImported: isImported == true), isSame ? review : nil
    )
  }
}

/// What an import makes of a flag or a suspension.
private enum ImportedTaking {
  /// Nothing: it has not changed there, or the learner has changed it here.
  case no
  /// The card gets it.
  case change
  /// The learner has set it here, and the other program has it by now: what is changed there from now on counts.
  case agree

  /// What comes of one that the log has: whether it is the same there, and whether an import has brought it.
  init(isSame: Bool, isImported: Bool) {
    self = isSame == isImported ? .no : isSame ? .agree : .change
  }
}

extension ImportedProgress.Added {
  fileprivate mutating func note(
    _ taking: ImportedTaking, as changes: WritableKeyPath<ImportedProgress.Added, Int>
  ) {
    self[keyPath: taking == .change ? changes : \.agreements] += 1
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
  /// The answer as the log has it; `seq` is its number among those that are imported.
  func logged(
    as id: EventID, _ seq: Int = 0, showing wording: LoggedWording, because event: EventID
  ) -> LoggedAnswer {
    LoggedAnswer(
      id: id, seq: Int64(seq), grade: grade, moment: moment, duration: duration,
      fuzzPosition: fuzzPosition, wording: wording, isScheduled: isScheduled,
      wasInSteps: kind == .learn || kind == .relearn, wasInReview: kind == .review, cause: event,
      kept: nil)
  }
}
