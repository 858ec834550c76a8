import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleText

/// Answers and a clock that do not go together: one of them has a wrong time, and due dates follow both.
extension Library {
  /// How far after the present an answer may be dated, in milliseconds: a day.
  private static let mostAhead: Int64 = 86_400_000
  /// The milliseconds since the last answer after which the clock is doubted: a year.
  private static let longestAbsence: Int64 = 365 * 86_400_000
  /// The most sessions whose undoing is spelled out.
  private static let mostNamed = 5
  /// The most cards that are named.
  private static let mostCards = 3

  private static let remedy = "If the clock is wrong (`date` shows it), set it first."

  /// What the learner must know of the clock before the first card, by the last answer; `nil` where it agrees with
  /// the log. A clock that is behind by less than a day is worth a word only to who is there.
  func clockWarning(
    after last: RecordedReview, isInteractive: Bool, at now: Moment
  ) throws -> String? {
    let limit = now.advanced(byMilliseconds: Self.mostAhead)
    let stray = try log.read { try $0.answerSessions.answer(datedAfter: limit) }
    let given = last.review.moment
    if given.milliseconds > limit.milliseconds {
      return "Your last answer is dated \(given.minute), but the clock shows \(now.minute). "
        + "\(Self.remedy) If it was wrong then, `rabble undo --session` undoes that session."
    }
    if let stray {
      return "There are answers dated \(stray.minute), but the clock shows \(now.minute). "
        + "\(Self.remedy) If it was wrong then, `rabble log check` names the session to undo."
    }
    if isInteractive, given.milliseconds > now.milliseconds {
      return
        "The clock is behind your last answer (\(given.minute)): cards may be due that are not asked."
    }
    guard now.milliseconds - last.done.milliseconds > Self.longestAbsence else { return nil }
    return
      "The clock shows \(now.minute), more than a year after your last answer (\(given.minute)). "
      + "\(Self.remedy) `rabble undo --session` undoes a session with wrong dates."
  }

  /// Which cards have due dates from sessions that are dated after the present, and how to undo these, in a line;
  /// `nil` where there are none.
  func answersAfterNow(at now: Moment) throws -> String? {
    let limit = now.advanced(byMilliseconds: Self.mostAhead)
    return try log.read { tx in
      let sessions = try tx.answerSessions.sessions(datedAfter: limit).filter { session in
        session.answers.contains(where: \.isScheduled)
      }
      guard let last = sessions.last else { return nil }
      var cards: [String] = []
      var known: Set<CardID> = []
      for answer in sessions.flatMap(\.answers) where answer.isScheduled {
        if known.insert(answer.card).inserted { cards.append("“\(answer.asked)”") }
      }
      let names =
        cards.prefix(Self.mostCards).joined(separator: ", ")
        + (cards.count > Self.mostCards ? " and \(cards.count - Self.mostCards) more" : "")
      let newest = try tx.answerSessions.session()?.last.id
      let commands = try sessions.suffix(Self.mostNamed).reversed().map { session in
        try session.last.id == newest
          ? "`rabble undo --session`"
          : "`rabble undo --session --event \(tx.history.number(of: session.last.id))`"
      }
      return
        "\(NumberText.count(cards.count, "card")) (\(names)) "
        + "\(cards.count == 1 ? "has a due date" : "have due dates") from answers dated up to "
        + "\(last.last.moment.minute), but the clock shows \(now.minute). \(Self.remedy) "
        + "If it was wrong then, undo "
        + (sessions.count == 1 ? "that session: " : "those \(sessions.count) sessions: ")
        + commands.joined(separator: ", ")
        + (sessions.count > Self.mostNamed ? ", and run `rabble log check` again." : ".")
    }
  }
}
