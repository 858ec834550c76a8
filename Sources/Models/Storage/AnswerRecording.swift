import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

extension StudyLog {
  /// Adds a review to the log and schedules its card anew.
  ///
  /// When this returns, the review is on disk. The schedule follows from what the log holds now: an
  /// answer given to the same card in another terminal meanwhile counts as well.
  ///
  /// - Parameters:
  ///   - review: what happened; where its day was chosen is added.
  ///   - card: the card as it was asked, whose wording is kept with the review.
  ///   - other: the question whose answer was given instead, if it was one's.
  ///   - load: what other cards ask of the days to come (``dueLoad(besides:at:)``).
  /// - Returns: what came of it.
  /// - Throws: ``StorageError``; then nothing was recorded.
  public func record(
    _ review: Review, of card: Card, mistakenFor other: Question? = nil, load: DueLoad = DueLoad()
  ) throws(StorageError) -> RecordedAnswer {
    try write { db in
      let scheduler = try scheduler(db, forGroup: card.group)
      let content = QuestionID(ofWordingOf: card.question, inGroup: card.group)
      let kept = try CardProgress.fetch(db, card: review.card)
      // A card that came into another group is scheduled in that group's way from its first review on.
      let before =
        kept == nil || kept?.content == content
        ? kept : try replay(db, card: review.card, under: scheduler)
      let wording =
        try before.flatMap { $0.content == content ? $0.wording : nil }
        ?? insertWording(db, of: card, content: content, at: review.moment)
      let mistaken = try other.flatMap { try identity(db, of: $0) }
      let (schedule, fuzzPosition) = scheduler.planned(
        before?.schedule, grade: review.grade, at: review.moment, card: review.card, load: load)
      let placed = review.chosen(fuzzPosition)
      let id = try insert(db, placed, wording: wording, mistakenFor: mistaken)
      let after = CardProgress.after(
        before, placed, schedule: schedule, wording: wording, content: content)
      if before == nil {
        try after.save(db, card: review.card)
        try setNew(db, review.card, false)
      } else {
        try after.update(db, card: review.card)
      }
      let leech = try noteLeech(db, id, placed, in: card.group, before?.schedule, schedule)
      let mixUps = try mistaken.map { try self.mixUps(db, review.card.question, for: $0) } ?? 0
      known.withLock { $0.load.move(from: kept?.schedule.due, to: schedule.due) }
      return RecordedAnswer(id: id, schedule: schedule, mixUps: mixUps, leech: leech)
    }
  }

  /// Takes back a review by adding a retraction, and gives its card the schedule it had before.
  ///
  /// - Parameters:
  ///   - id: the review; `nil` for the last one that still counts.
  ///   - moment: the time of the retraction.
  /// - Returns: the review that was taken back, or `nil` when there is none.
  /// - Throws: ``StorageError``; then nothing was taken back.
  public func retract(_ id: EventID? = nil, at moment: Moment) throws(StorageError)
    -> RecordedReview?
  {
    defer { forgetSchedulers() }
    return try write { db in
      guard let recorded = try counting(db, id) else { return nil }
      try insertRetraction(db, of: recorded.id, at: moment)
      try reschedule(db, recorded.review.card)
      return recorded
    }
  }

  /// Gives a review another grade: takes it back and adds it anew, at the time it was given.
  ///
  /// - Parameters:
  ///   - id: the review.
  ///   - grade: the grade that counts from now on.
  ///   - accepts: whether what was typed is right from now on, for this learner.
  ///   - moment: the time of the change.
  /// - Returns: what came of it, and the review as it is now; `nil` when the review does not count
  ///   any more.
  /// - Throws: ``StorageError``; then nothing was changed.
  public func revise(_ id: EventID, to grade: Grade, accepting accepts: Bool, at moment: Moment)
    throws(StorageError) -> (answer: RecordedAnswer, review: Review)?
  {
    defer { forgetSchedulers() }
    return try write { db -> (answer: RecordedAnswer, review: Review)? in
      guard let old = try counting(db, id),
        let wording = try EventID.fetchOne(
          db, sql: "SELECT wording FROM review WHERE id = ?", arguments: [id])
      else { return nil }
      try insertRetraction(db, of: id, at: moment)
      let scheduler = try scheduler(db, forGroup: old.group)
      let rest = try replay(db, card: old.review.card, under: scheduler)
      let isLast = rest.map { $0.schedule.lastReview <= old.review.moment } ?? true
      let regraded = old.review.regraded(grade)
      let plan =
        isLast
        ? scheduler.planned(
          rest?.schedule, grade: regraded.grade, at: old.review.moment, card: old.review.card,
          load: try dueLoad(db, besides: old.review.card, at: moment)) : nil
      let review = regraded.chosen(plan?.fuzzPosition)
      let new = try insert(
        db, review, wording: wording, mistakenFor: review.grade.isCorrect ? nil : old.mistakenFor)
      if accepts, let typed = review.typed {
        try db.execute(
          sql: """
            INSERT INTO acceptance (id, device, time, review, question, answer)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            try nextEvent(db, at: moment), try device(db, at: moment), moment.milliseconds, new,
            review.card.question, typed,
          ])
      }
      guard let schedule = try reschedule(db, review.card) else { return nil }
      let leech =
        isLast ? try noteLeech(db, new, review, in: old.group, rest?.schedule, schedule) : nil
      return (RecordedAnswer(id: new, schedule: schedule, mixUps: 0, leech: leech), review)
    }
  }

  /// Hands every review to `body`, oldest first, those taken back included.
  ///
  /// - Throws: ``StorageError``, or what `body` throws.
  public func forEachReview(_ body: (RecordedReview) throws -> Void) throws {
    try forEachReview(where: "1", body)
  }

  /// Hands every review that counts, of questions that have been mixed up, to `body`, oldest first.
  ///
  /// - Throws: ``StorageError``, or what `body` throws.
  public func forEachReviewOfMixedUp(_ body: (RecordedReview) throws -> Void) throws {
    try forEachReview(
      where: """
        \(RecordedReview.counts) AND r.question IN (
          SELECT question FROM review WHERE mistaken_for IS NOT NULL
          UNION SELECT mistaken_for FROM review WHERE mistaken_for IS NOT NULL)
        """, body)
  }

  /// Hands every review that counts to `body`, oldest first, as far as its grade goes: without what was
  /// typed, mistake, duration and place. It is several times as fast as ``forEachReview(_:)``.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func forEachGrade(_ body: (Review) -> Void) throws(StorageError) {
    try read { db in
      try db.cachedStatement(
        sql: """
          SELECT r.question, r.direction, r.grade, r.time, r.utc_offset, r.verdict, r.hint_used
          FROM review r WHERE \(RecordedReview.counts) ORDER BY r.id
          """
      ).forEach(db) { row in
        body(
          Review(
            card: CardID(columns: row), grade: Grade(rawValue: row.number(2)) ?? .again,
            moment: Moment(milliseconds: row.integer(3), utcOffset: row.number(4)), typed: nil,
            verdict: row.isNull(5) ? nil : row.text(5), hintUsed: row.integer(6) != 0, duration: 0))
      }
    }
  }

  private func forEachReview(where condition: String, _ body: (RecordedReview) throws -> Void)
    throws
  {
    try database.read { db in
      do {
        let rows = try Row.fetchCursor(
          db, sql: RecordedReview.query(where: condition, order: "r.id"))
        while let row = try rows.next() { try body(RecordedReview(row: row)) }
      } catch let error as DatabaseError {
        throw StorageError(error, path: path)
      }
    }
  }
}
