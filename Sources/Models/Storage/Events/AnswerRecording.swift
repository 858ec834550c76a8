import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

extension ReviewStore {
  /// Adds a review and schedules its card, unless the review was given outside the schedule.
  ///
  /// The schedule follows from what the log holds now: an answer that was given to the same card in
  /// another terminal in the meantime counts as well.
  ///
  /// - Parameters:
  ///   - review: what happened; where its due day was chosen is added.
  ///   - card: the card as it was asked, whose wording is kept with the review.
  ///   - other: the question whose answer was given instead, if it was one's.
  ///   - load: what other cards ask of the coming days (``DueLoadStore/besides(_:at:)``).
  /// - Returns: what came of it.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  @discardableResult
  package func record(
    _ review: Review, of card: Card, mistakenFor other: Question? = nil, load: DueLoad = DueLoad()
  ) throws -> RecordedAnswer {
    let rules = try tx.presets.rules(forGroup: card.group)
    let history = try tx.presets.history()
    let scheduler = rules.scheduler
    let content = QuestionID(ofWordingOf: card.question, inGroup: card.group.title)
    let kept = try tx.schedules.progress(of: review.card)
    // A card that has moved to another group is scheduled in that group's way from its first review on; so
    // is one of a group that was renamed, where a session still knows it by its old name.
    let book = try tx.presets.book()
    let isShownAsBefore =
      try kept.map {
        try $0.content == content
          && group(of: $0.wording) == card.group
          && book.name(of: card.group, since: $0.wording) == card.group
      } ?? true
    let before =
      isShownAsBefore ? kept : try tx.schedules.progress(of: review.card, under: scheduler)
    let wording =
      try (isShownAsBefore ? kept?.wording : nil) ?? insertWording(of: card, at: review.moment)
    let mistaken = try other.flatMap { try tx.decks.identity(of: $0, nearGroup: card.group) }
    guard review.isScheduled else {
      let id = try insert(
        review, wording: wording, mistakenFor: mistaken,
        facts: facts(of: review, goingOnFrom: kept, isShownAsBefore, rules), under: history)
      let confusions = try mistaken.map {
        try self.confusions(of: review.card.question, with: $0)
      }
      return RecordedAnswer(
        id: id, schedule: kept?.schedule, mixUps: confusions ?? 0, leech: nil)
    }
    let (schedule, fuzzPosition) = scheduler.planned(
      before?.schedule, grade: review.grade, at: review.moment, card: review.card, load: load)
    let placed = review.chosen(fuzzPosition)
    let id = try insert(
      placed, wording: wording, mistakenFor: mistaken,
      facts: facts(of: placed, goingOnFrom: kept, isShownAsBefore, rules), under: history)
    let after = CardProgress.after(
      before, placed.grade, at: placed.moment, schedule: schedule, wording: wording,
      content: content)
    if before == nil {
      try tx.schedules.save(after, of: review.card)
      try tx.cards.setNew(review.card, false)
    } else {
      try tx.schedules.update(after, of: review.card)
    }
    let leech = try noteLeech(id, placed, rules.leech, before?.schedule, schedule)
    let confusions = try mistaken.map { try self.confusions(of: review.card.question, with: $0) }
    let (dueBefore, due) = (kept?.schedule.due, schedule.due)
    tx.afterCommit { $0.load?.move(from: dueBefore, to: due) }
    return RecordedAnswer(
      id: id, schedule: schedule, before: kept?.schedule, mixUps: confusions ?? 0, leech: leech)
  }

  /// Gives a review another grade: undoes it and adds it again, at the time it was given.
  ///
  /// - Parameters:
  ///   - id: the review.
  ///   - grade: the grade that counts from now on.
  ///   - accepts: whether what was typed is correct from now on, for this learner.
  ///   - moment: the time of the change.
  /// - Returns: what came of it, and the review as it is now; `nil` when there is no such review or it
  ///   was undone.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  package func revise(
    _ id: EventID, to grade: Grade, accepting accepts: Bool, at moment: Moment
  ) throws -> (answer: RecordedAnswer, review: Review)? {
    guard let old = try ReviewEvent.newest(tx, where: "e.id = ?", [id]),
      let wording = try EventID.fetchOne(
        db, sql: "SELECT wording FROM whole_review WHERE id = ?", arguments: [id])
    else { return nil }
    let book = try tx.presets.book()
    let group = book.name(of: old.group, since: id)
    let scheduler = try tx.presets.scheduler(forGroup: group)
    let leechRule = book.preset(forGroup: group).leech
    let load = try tx.dueLoad.besides(old.review.card, at: moment)
    let rest = try tx.schedules.progress(of: old.review.card, under: scheduler, without: id)
    let isLast =
      old.review.isScheduled && rest.map { $0.schedule.lastReview <= old.review.moment } ?? true
    let regraded = old.review.regraded(grade)
    let plan =
      isLast
      ? scheduler.planned(
        rest?.schedule, grade: regraded.grade, at: old.review.moment, card: old.review.card,
        load: load) : nil
    let review = regraded.chosen(plan?.fuzzPosition)
    let new = try append(
      review, wording: wording, mistakenFor: review.grade.isCorrect ? nil : old.mistakenFor,
      revising: id)
    try tx.undone.refresh(id)
    if accepts, let typed = review.typed {
      try tx.append(
        to: AcceptanceEvent.table, at: moment,
        ["review": new, "question": review.card.question, "answer": typed])
    }
    try tx.suspensions.hold(review.card)
    let schedule = try tx.schedules.replay(review.card)
    let leech =
      isLast
      ? try schedule.flatMap { try noteLeech(new, review, leechRule, rest?.schedule, $0) } : nil
    tx.afterCommit { $0.forgetSchedules() }
    return (RecordedAnswer(id: new, schedule: schedule, mixUps: 0, leech: leech), review)
  }

  /// Finds out whether this review has made its card a leech, and suspends the card if its preset says
  /// so. Undoing the review undoes that too.
  private func noteLeech(
    _ id: EventID, _ review: Review, _ rule: LeechRule, _ before: Schedule?, _ after: Schedule
  ) throws -> LeechRule.Action? {
    let action = rule.outcome(before: before?.lapses ?? 0, after: after.lapses)
    if action == .suspend {
      try tx.suspensions.suspend(review.card, .suspended, because: id, at: review.moment)
    }
    return action
  }

  /// The facts of a new answer where what is kept of its card tells them; `nil` where a replay does.
  private func facts(
    of review: Review, goingOnFrom kept: CardProgress?, _ isShownAsBefore: Bool, _ rules: GroupRules
  ) throws -> AnswerFacts? {
    guard isShownAsBefore else { return nil }
    return try tx.schedules.facts(of: review, goingOnFrom: kept, by: rules)
  }

  /// Adds an answer; without facts, those of all answers to its card are found by a replay under all presets.
  private func insert(
    _ review: Review, wording: EventID, mistakenFor: QuestionID?, facts: AnswerFacts?,
    under history: PresetHistory
  ) throws -> EventID {
    let id = try append(
      review, wording: wording, mistakenFor: mistakenFor, facts: facts ?? .pending)
    if facts == nil {
      try tx.schedules.renewFacts(of: review.card, by: ReplayRules(history))
    }
    return id
  }

  private func append(
    _ review: Review, wording: EventID, mistakenFor: QuestionID?, revising revised: EventID? = nil,
    facts: AnswerFacts = .pending
  ) throws -> EventID {
    try tx.append(
      to: ReviewEvent.table, at: review.moment, facts: facts,
      [
        "utc_offset": review.moment.utcOffset, "question": review.card.question,
        "direction": review.card.direction, "wording": wording, "grade": review.grade,
        "typed": review.typed, "verdict": review.verdict, "mistake": review.mistake,
        "mistaken_for": mistakenFor, "hint_used": review.hintUsed, "duration": review.duration,
        "place": review.fuzzPosition, "revises": revised, "occasion": review.occasion,
      ])
  }

  /// Records what a card shows.
  func insertWording(of card: Card, at moment: Moment) throws -> EventID {
    var writer = try WordingWriter(tx, at: moment)
    return try writer.add(ShownCard(card)).id
  }
}

/// What a card shows, as the log keeps it with answers.
struct ShownCard: Hashable {
  let question: QuestionID
  let content: QuestionID
  let group: GroupName
  let position: Int
  let prompt: String
  let answer: String

  init(_ card: Card) {
    question = card.id.question
    content = QuestionID(ofWordingOf: card.question, inGroup: card.group.title)
    group = card.group
    position = card.position
    prompt = card.question.prompt
    answer = card.question.answer
  }
}

/// Records what cards show.
struct WordingWriter {
  private var writer: EventWriter
  private let moment: Moment

  init(_ tx: Transaction, at moment: Moment) throws {
    self.moment = moment
    writer = try EventWriter(
      tx, of: WordingEvent.table,
      ["question", "content", "deck", "group_title", "position", "prompt", "answer"], at: moment)
  }

  /// Records what a card shows.
  mutating func add(_ card: ShownCard) throws -> LoggedWording {
    let id = try writer.add(
      nil, at: moment,
      [
        .init(card.question), .init(card.content), .text(card.group.deck), .text(card.group.title),
        .init(card.position), .text(card.prompt), .text(card.answer),
      ])
    return LoggedWording(id: id, content: card.content, group: card.group)
  }
}
