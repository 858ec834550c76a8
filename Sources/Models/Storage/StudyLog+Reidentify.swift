import GRDB
import RabbleQuestions
import RabbleScheduling

extension StudyLog {
  /// Records that questions were edited by the learner's own command: each goes on under the
  /// identity it had, whatever it reads now, and its old text, should it ever come back, is another
  /// question.
  ///
  /// Call it once the deck is written and before it is read again. What is known here is never
  /// guessed afterwards.
  ///
  /// - Parameters:
  ///   - edits: what each question was known by through its deck, and what it is known by now, as
  ///     ``QuestionID/init(of:inGroup:)`` says.
  ///   - moment: the time of the edit.
  /// - Throws: ``StorageError``; then nothing was recorded.
  public func reidentify(_ edits: [(from: QuestionID, to: QuestionID)], at moment: Moment)
    throws(StorageError)
  {
    let edits = edits.filter { $0.from != $0.to }
    guard !edits.isEmpty else { return }
    let taken = Set(edits.map(\.to))
    try write { db in
      let known = try identities(db)
      for from in Set(edits.map(\.from)).subtracting(taken) {
        try separate(db, from, at: moment)
      }
      for (from, to) in edits {
        let question = known[from] ?? from
        try insertIdentity(db, of: to, as: question, because: .told, at: moment)
        try rename(db, .content, to, to: question)
      }
    }
  }

  /// Makes a text another question from now on, with no history yet.
  func separate(_ db: Database, _ content: QuestionID, at moment: Moment) throws {
    let other = QuestionID(bits: content.bits ^ (try nextEvent(db, at: moment)).bits)
    try insertIdentity(db, of: content, as: other, because: .another, at: moment)
    try rename(db, .content, content, to: other)
  }

  /// Makes it an event that a text is a known question.
  func insertIdentity(
    _ db: Database, of content: QuestionID, as question: QuestionID,
    because reason: IdentityDecision.Reason, at moment: Moment
  ) throws {
    try db.execute(
      sql: """
        INSERT INTO identity (id, device, time, content, question, reason)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        try nextEvent(db, at: moment), try device(db, at: moment), moment.milliseconds, content,
        question, reason.rawValue,
      ])
  }
}
