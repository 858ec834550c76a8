import RabbleScheduling
import RabbleStorage
import RabbleText

/// A study session that can be undone: all of its answers.
package struct UndoableSession: Hashable, Sendable {
  let session: AnswerSession

  /// When its last answer was given.
  package var moment: Moment { session.last.moment }

  /// What it was, in words: `12 answers of the session of 2026-11-21 09:00`.
  var what: String {
    "\(NumberText.count(session.answers.count, "answer")) of the session of "
      + session.first.moment.minute
  }

  /// What the learner is told before a session of an earlier day is undone.
  package var notice: String { "This was done on an earlier day: \(what)." }
}

extension Library {
  /// The session that would be undone.
  ///
  /// - Parameter number: the number of one of its answers in the history; the last session without it.
  /// - Returns: the session; `nil` when there is no answer to undo.
  /// - Throws: ``LibraryError/notUndoable(number:_:)``, or an error of the review log.
  package func session(toUndo number: Int? = nil) throws -> UndoableSession? {
    try log.read { tx in
      guard let number else {
        return try tx.answerSessions.session().map(UndoableSession.init)
      }
      guard let entry = try tx.history.entry(number: number) else {
        throw LibraryError.notUndoable(number: number, "does not exist")
      }
      guard case .review(let review) = entry.event else {
        throw LibraryError.notUndoable(number: number, "is not an answer")
      }
      guard entry.state != .undone, let found = try tx.answerSessions.session(of: review.id) else {
        throw LibraryError.notUndoable(number: number, "was undone already")
      }
      return UndoableSession(session: found)
    }
  }

  /// Undoes all answers of a session at once. They stay in the review log, marked as undone.
  ///
  /// - Returns: what was undone.
  /// - Throws: an error of the review log; nothing was changed then.
  package func undo(_ session: UndoableSession) throws -> Undone {
    let moved = try log.write {
      try $0.answerSessions.undo(session.session, at: surroundings.now())
    }
    let cards = NumberText.count(moved, "card")
    return Undone(
      description: "Undone: \(session.what). \(cards) \(moved == 1 ? "was" : "were") rescheduled.",
      news: [])
  }
}
