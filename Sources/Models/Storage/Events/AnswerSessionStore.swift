import GRDB
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics
import RabbleText

/// Answers without a long break between them (``SessionRule``): what the log knows of a study session.
package struct AnswerSession: Hashable, Sendable {
  /// An answer as it was first given; its grade may be another one since.
  package struct Answer: Hashable, Sendable {
    package let id: EventID
    package let moment: Moment
    package let card: CardID
    /// What the card showed.
    package let asked: String
    /// Whether the card's schedule follows from it.
    package let isScheduled: Bool
  }

  /// At least one, oldest first.
  package let answers: [Answer]

  /// The first and the last answer.
  package var first: Answer { answers[0] }
  package var last: Answer { answers[answers.count - 1] }
}

/// The learner's own answers by session, without those that were undone or imported.
package struct AnswerSessionStore {
  let tx: Transaction
  private var db: Database { tx.db }

  /// The session of an answer, or of the last one in the log.
  ///
  /// - Parameter answer: an answer, or one with another grade, that was not undone.
  /// - Returns: the session; `nil` when there is no such answer.
  /// - Throws: ``StorageError``.
  package func session(of answer: EventID? = nil) throws -> AnswerSession? {
    guard let answer else {
      let answers = try part(through: nil)
      return answers.isEmpty ? nil : AnswerSession(answers: answers)
    }
    let id = try original(of: answer)
    let before = try part(through: id)
    guard let found = before.last, found.id == id else { return nil }
    return AnswerSession(answers: before + (try part(after: found)))
  }

  /// The time of the last answer that schedules follow from and that is dated after a moment; `nil` when there
  /// is none.
  ///
  /// - Complexity: O(*n*) for *n* answers since the first one that was dated so, even if it was undone.
  package func answer(datedAfter moment: Moment) throws -> Moment? {
    try Row.fetchOne(
      db,
      sql: """
        \(Self.query) AND e.id >= ? AND e.time > ? AND \(ReviewEvent.isScheduled)
        ORDER BY e.id DESC LIMIT 1
        """,
      arguments: [EventID(earliestAt: moment.milliseconds), moment.milliseconds]
    ).map { try Moment($0) }
  }

  /// The sessions with answers that are dated after a moment, oldest first.
  package func sessions(datedAfter moment: Moment) throws -> [AnswerSession] {
    var sessions: [[AnswerSession.Answer]] = []
    let rows = try Row.fetchCursor(
      db, sql: "\(Self.query) AND e.id >= ? ORDER BY e.id",
      arguments: [EventID(earliestAt: moment.milliseconds)])
    while let row = try rows.next() {
      let answer = try AnswerSession.Answer(row)
      if let last = sessions.last?.last, !last.isBreak(to: answer) {
        sessions[sessions.count - 1].append(answer)
      } else {
        sessions.append([answer])
      }
    }
    return sessions.map(AnswerSession.init).filter { session in
      session.answers.contains { $0.moment.milliseconds > moment.milliseconds }
    }
  }

  /// Undoes all answers of a session; its cards get the schedules they would have without them.
  ///
  /// - Returns: how many cards got another due date.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  package func undo(_ session: AnswerSession, at moment: Moment) throws -> Int {
    let before = try Set(session.answers.map(\.card)).map { ($0, try tx.schedules.due(of: $0)) }
    for answer in session.answers.reversed() {
      for id in try regrades(of: answer.id).reversed() + [answer.id] {
        _ = try tx.history.undo(id, at: moment)
      }
    }
    return try before.count { card, due in try tx.schedules.due(of: card) != due }
  }

  // MARK: - Answers

  /// The learner's own answers as they were first given.
  private static let query = """
    SELECT e.id, e.time, e.utc_offset, e.question, e.direction, e.prompt, e.answer,
      \(ReviewEvent.isScheduled) AS is_scheduled
    FROM \(ReviewEvent.source)
    WHERE \(ReviewEvent.isOwn) AND e.revises IS NULL AND NOT \(UndoneStore.isUndone("e.id"))
    """

  /// The answers of a session up to one of them, or to the last in the log.
  private func part(through id: EventID?) throws -> [AnswerSession.Answer] {
    let rows = try Row.fetchCursor(
      db, sql: "\(Self.query) AND e.id <= ? ORDER BY e.id DESC",
      arguments: [id ?? EventID(bits: .max)])
    var answers: [AnswerSession.Answer] = []
    while let row = try rows.next() {
      let answer = try AnswerSession.Answer(row)
      if answers.last?.isBreak(to: answer) == true { break }
      answers.append(answer)
    }
    return answers.reversed()
  }

  /// The answers of a session after one of them.
  private func part(after answer: AnswerSession.Answer) throws -> [AnswerSession.Answer] {
    let rows = try Row.fetchCursor(
      db, sql: "\(Self.query) AND e.id > ? ORDER BY e.id", arguments: [answer.id])
    var answers: [AnswerSession.Answer] = []
    while let row = try rows.next() {
      let next = try AnswerSession.Answer(row)
      if (answers.last ?? answer).isBreak(to: next) { break }
      answers.append(next)
    }
    return answers
  }

  /// The answer that was given, of one with another grade.
  private func original(of id: EventID) throws -> EventID {
    var id = id
    while let revised = try EventID.fetchOne(
      db, sql: "SELECT revises FROM review WHERE id = ? AND revises IS NOT NULL AND revises < id",
      arguments: [id])
    {
      id = revised
    }
    return id
  }

  /// The grades that replaced the one of an answer and were not undone, oldest first.
  private func regrades(of id: EventID) throws -> [EventID] {
    try EventID.fetchAll(
      db,
      sql: """
        WITH RECURSIVE regrade(id) AS (
          VALUES (?) UNION
          SELECT e.id FROM regrade r JOIN review e ON e.revises = r.id AND e.id > r.id
            AND NOT \(UndoneStore.isUndone("e.id")))
        SELECT id FROM regrade LIMIT -1 OFFSET 1
        """, arguments: [id]
    ).sorted()
  }
}

extension Transaction {
  /// The learner's answers by session.
  package var answerSessions: AnswerSessionStore { AnswerSessionStore(tx: self) }
}

extension AnswerSession.Answer {
  fileprivate init(_ row: Row) throws {
    let card = try CardID(row)
    let asked: String = try row.decode(
      forColumn: card.direction == .production ? "answer" : "prompt")
    self.init(
      id: try row.decode(forColumn: "id"), moment: try Moment(row), card: card,
      asked: RubyText(asked).base, isScheduled: try row.decode(forColumn: "is_scheduled"))
  }

  fileprivate func isBreak(to other: Self) -> Bool {
    SessionRule.isBreak(from: moment.milliseconds, to: other.moment.milliseconds)
  }
}
