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
  ///   - review: what happened.
  ///   - card: the card as it was asked, whose wording is kept with the review.
  ///   - other: the question whose answer was given instead, if it was one's.
  /// - Returns: the event's identity, the card's new schedule, and how often these two questions
  ///   have been mixed up, this time included.
  /// - Throws: ``StorageError``; then nothing was recorded.
  public func record(_ review: Review, of card: Card, mistakenFor other: Question? = nil)
    throws(StorageError) -> (id: EventID, schedule: Schedule, mixUps: Int)
  {
    try write { db in
      let before = try CardProgress.fetch(db, card: review.card)
      let content = QuestionID(ofWordingOf: card.question, inGroup: card.group)
      let wording =
        try before.flatMap { $0.content == content ? $0.wording : nil }
        ?? insertWording(db, of: card, content: content, at: review.moment)
      let mistaken = try other.flatMap { try identity(db, of: $0) }
      let id = try insert(db, review, wording: wording, mistakenFor: mistaken)
      let after = CardProgress.after(
        before, review, wording: wording, content: content, scheduler: scheduler)
      if before == nil {
        try after.save(db, card: review.card)
        try setNew(db, review.card, false)
      } else {
        try after.update(db, card: review.card)
      }
      let mixUps = try mistaken.map { try self.mixUps(db, review.card.question, for: $0) } ?? 0
      return (id, after.schedule, mixUps)
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
    try write { db in
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
  /// - Returns: the new event's identity with the review and the card's schedule; `nil` when the
  ///   review does not count any more.
  /// - Throws: ``StorageError``; then nothing was changed.
  public func revise(_ id: EventID, to grade: Grade, accepting accepts: Bool, at moment: Moment)
    throws(StorageError) -> (id: EventID, review: Review, schedule: Schedule)?
  {
    try write { db -> (id: EventID, review: Review, schedule: Schedule)? in
      guard let old = try counting(db, id),
        let wording = try EventID.fetchOne(
          db, sql: "SELECT wording FROM review WHERE id = ?", arguments: [id])
      else { return nil }
      try insertRetraction(db, of: id, at: moment)
      let review = Review(
        card: old.review.card, grade: grade, moment: old.review.moment, typed: old.review.typed,
        verdict: old.review.verdict, slip: grade.isCorrect ? nil : old.review.slip,
        hintUsed: old.review.hintUsed, duration: old.review.duration)
      let new = try insert(
        db, review, wording: wording, mistakenFor: grade.isCorrect ? nil : old.mistakenFor)
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
      return (new, review, schedule)
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
