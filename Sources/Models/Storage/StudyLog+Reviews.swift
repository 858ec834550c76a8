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
  /// - Returns: the event's identity, and the card's new schedule.
  /// - Throws: ``StorageError``; then nothing was recorded.
  public func record(_ review: Review, of card: Card) throws(StorageError) -> (
    id: EventID, schedule: Schedule
  ) {
    try write { db in
      let device = try device(db, at: review.moment)
      let before = try CardProgress.fetch(db, card: review.card)
      let content = QuestionID(of: card.question, inGroup: card.group)
      var id = try nextEvent(db, at: review.moment)
      let wording: EventID
      if let before, before.content == content {
        wording = before.wording
      } else {
        wording = id
        try db.cachedStatement(
          sql: """
            INSERT INTO wording
              (id, device, time, question, content, group_title, position, prompt, answer)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ).execute(arguments: [
          id, device, review.moment.milliseconds, review.card.question, content, card.group,
          card.position, card.question.prompt, card.question.answer,
        ])
        id = EventID(after: id, milliseconds: review.moment.milliseconds, random: random())
      }
      try db.cachedStatement(
        sql: """
          INSERT INTO review
            (id, device, time, utc_offset, question, direction, wording, grade, typed, verdict,
             hint_used, duration)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        id, device, review.moment.milliseconds, review.moment.utcOffset, review.card.question,
        review.card.direction.rawValue, wording, review.grade.rawValue, review.typed,
        review.verdict, review.hintUsed, review.duration,
      ])
      let after = CardProgress.after(
        before, review, wording: wording, content: content, scheduler: scheduler)
      try after.save(db, card: review.card)
      if before == nil { try setNew(db, question: review.card.question, false) }
      return (id, after.schedule)
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
      guard
        let recorded = try RecordedReview.fetchOne(
          db, where: RecordedReview.counts + (id == nil ? "" : " AND r.id = ?"),
          order: "r.id DESC", arguments: id.map { [$0] } ?? [])
      else { return nil }
      let device = try device(db, at: moment)
      try db.execute(
        sql: "INSERT INTO retraction (id, device, time, review) VALUES (?, ?, ?, ?)",
        arguments: [
          try nextEvent(db, at: moment), device, moment.milliseconds, recorded.id,
        ])
      let card = recorded.review.card
      if let progress = try replay(db, card: card) {
        try progress.save(db, card: card)
      } else {
        try db.execute(
          sql: "DELETE FROM schedule WHERE question = ? AND direction = ?",
          arguments: [card.question, card.direction.rawValue])
        try setNew(db, question: card.question, true)
      }
      return recorded
    }
  }

  /// Hands every review to `body`, oldest first, those taken back included.
  ///
  /// - Throws: ``StorageError``, or what `body` throws.
  public func forEachReview(_ body: (RecordedReview) throws -> Void) throws {
    try database.read { db in
      do {
        let rows = try Row.fetchCursor(db, sql: RecordedReview.query(order: "r.id"))
        while let row = try rows.next() { try body(RecordedReview(row: row)) }
      } catch let error as DatabaseError {
        throw StorageError(error, path: path)
      }
    }
  }

  func setNew(_ db: Database, question: QuestionID, _ isNew: Bool) throws {
    try db.cachedStatement(sql: "UPDATE question SET is_new = ? WHERE id = ?")
      .execute(arguments: [isNew, question])
  }
}
