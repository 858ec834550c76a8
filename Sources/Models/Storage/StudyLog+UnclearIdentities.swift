import GRDB
import RabbleQuestions
import RabbleScheduling

extension StudyLog {
  /// The studied questions that an edit took from the decks, each with the new questions that might
  /// be it, as long as nobody has decided.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func unclearIdentities() throws(StorageError) -> [UnclearIdentity] {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT u.known, u.group_title, u.prompt, u.answer, q.id AS candidate, g.title,
            q.prompt AS new_prompt, q.answer AS new_answer
          FROM unclear u JOIN question q ON q.id = u.candidate
            JOIN deck_group g ON g.id = q.deck_group
          WHERE NOT EXISTS (SELECT 1 FROM question k WHERE k.id = u.known)
            AND NOT EXISTS (SELECT 1 FROM schedule s WHERE s.question = u.candidate)
          GROUP BY u.known, u.candidate ORDER BY u.rowid
          """)
      var order: [IdentityEntry] = []
      var candidates: [IdentityEntry: [IdentityEntry]] = [:]
      for row in rows {
        let known = IdentityEntry(
          id: row["known"], group: row["group_title"], place: nil, prompt: row["prompt"],
          answer: row["answer"], isStudied: true)
        if candidates[known] == nil { order.append(known) }
        candidates[known, default: []].append(
          IdentityEntry(
            id: row["candidate"], group: row["title"], place: nil, prompt: row["new_prompt"],
            answer: row["new_answer"], isStudied: false))
      }
      return order.map { UnclearIdentity(known: $0, candidates: candidates[$0] ?? []) }
    }
  }

  /// Settles what an edit left unclear: the question goes on as `candidate`, or, with `nil`, none of
  /// the candidates is it, and it stays parked.
  ///
  /// - Throws: ``StorageError``; then nothing was decided.
  public func settle(_ unclear: UnclearIdentity, as candidate: IdentityEntry?, at moment: Moment)
    throws(StorageError)
  {
    try write { db in
      for entry in candidate.map({ [$0] }) ?? unclear.candidates {
        let decision = IdentityDecision(
          entry: entry, known: candidate == nil ? entry : unclear.known,
          reason: candidate == nil ? .another : .told)
        try insert(db, decision, at: moment)
      }
      try db.execute(sql: "DELETE FROM unclear WHERE known = ?", arguments: [unclear.known.id])
      if let candidate {
        try db.execute(sql: "DELETE FROM unclear WHERE candidate = ?", arguments: [candidate.id])
      }
    }
  }

  /// Keeps what is to be asked, but for what the learner said is another question.
  func keep(_ db: Database, _ unclear: [UnclearIdentity]) throws {
    for question in unclear {
      for candidate in question.candidates {
        try db.execute(
          sql: """
            INSERT OR REPLACE INTO unclear (known, candidate, group_title, prompt, answer)
            SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS
              (SELECT 1 FROM identity WHERE question = ?2 AND reason = ?6)
            """,
          arguments: [
            question.known.id, candidate.id, question.known.group, question.known.prompt,
            question.known.answer, IdentityDecision.Reason.another.rawValue,
          ])
      }
    }
  }
}
