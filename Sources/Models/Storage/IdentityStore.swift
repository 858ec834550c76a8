import GRDB
import RabbleQuestions
import RabbleScheduling

extension StudyLog {
  /// A question as a deck had or has it.
  struct ShelvedQuestion {
    let id: QuestionID
    /// The row of its group: neighbours are neighbours only there.
    let groupRow: Int64
    let group: String
    let name: String?
    let prompt: String
    let answer: String

    fileprivate init(row: Row) {
      id = row["id"]
      groupRow = row["deck_group"]
      group = row["title"]
      name = row["name"]
      prompt = row["prompt"]
      answer = row["answer"]
    }

    fileprivate static let query = """
      SELECT q.id, q.deck_group, g.title, json_extract(q.more, '$.id') AS name,
        q.prompt, q.answer
      FROM question q JOIN deck_group g ON g.id = q.deck_group
      """

    fileprivate func entry(_ place: IdentityEntry.Place?, isStudied: Bool) -> IdentityEntry {
      IdentityEntry(
        id: id, name: name, group: group, place: place, prompt: prompt, answer: answer,
        isStudied: isStudied)
    }
  }

  /// The questions of these decks as they were read last, in their order.
  func shelved(_ db: Database, paths: [String]) throws -> [ShelvedQuestion] {
    try paths.flatMap { path in
      try Row.fetchAll(
        db,
        sql: ShelvedQuestion.query
          + " JOIN deck d ON d.id = g.deck WHERE d.path = ? ORDER BY g.position, q.position",
        arguments: [path]
      ).map(ShelvedQuestion.init(row:))
    }
  }

  private func shelved(_ db: Database, groups: [Int64]) throws -> [ShelvedQuestion] {
    try groups.flatMap { group in
      try Row.fetchAll(
        db, sql: ShelvedQuestion.query + " WHERE q.deck_group = ? ORDER BY q.position",
        arguments: [group]
      ).map(ShelvedQuestion.init(row:))
    }
  }

  /// The identity of every text that was found to be a known question; the newest decision counts.
  func identities(_ db: Database) throws -> [QuestionID: QuestionID] {
    let rows = try Row.fetchAll(db, sql: "SELECT content, question FROM identity ORDER BY id")
    return Dictionary(rows.map { ($0["content"], $0["question"]) }) { _, newer in newer }
  }

  /// Finds out which of the questions in these groups are ones that were there before, or that were
  /// parked when their deck lost them; makes events of it, and keeps what is unclear.
  func identify(
    _ db: Database, before: [ShelvedQuestion], in groups: [Int64], at moment: Moment
  ) throws -> IdentityMatch {
    try separateReturned(db, in: groups, at: moment)
    let after = try shelved(db, groups: groups)
    let hasHistory = try db.makeStatement(
      sql: "SELECT 1 FROM schedule WHERE question = ? LIMIT 1")
    let isShelved = try db.makeStatement(sql: "SELECT 1 FROM question WHERE id = ? LIMIT 1")
    func isTrue(_ statement: Statement, _ id: QuestionID) throws -> Bool {
      try Int.fetchOne(statement, arguments: [id]) != nil
    }
    let oldIDs = Set(before.map(\.id))
    let newIDs = Set(after.map(\.id))
    var gone = try zip(before, Self.places(in: before, anchors: newIDs)).compactMap { old, place in
      newIDs.contains(old.id)
        ? nil
        : try isTrue(isShelved, old.id)
          ? nil : old.entry(place, isStudied: try isTrue(hasHistory, old.id))
    }
    gone += try parked(db)
    let come = try zip(after, Self.places(in: after, anchors: oldIDs)).compactMap { new, place in
      oldIDs.contains(new.id)
        ? nil
        : try isTrue(hasHistory, new.id)
          ? nil : new.entry(place, isStudied: false)
    }
    let match = IdentityMatch(gone: gone.uniqued, come: come.uniqued)
    for decision in match.decisions { try insert(db, decision, at: moment) }
    try keep(db, match.unclear)
    return match
  }

  /// The place of each question between those that are anchors, in its own group.
  private static func places(in questions: [ShelvedQuestion], anchors: Set<QuestionID>)
    -> [IdentityEntry.Place]
  {
    func neighbours(_ questions: some Collection<ShelvedQuestion>) -> [QuestionID?] {
      var last: (row: Int64, id: QuestionID?)?
      return questions.map { question in
        if last?.row != question.groupRow { last = (question.groupRow, nil) }
        defer { if anchors.contains(question.id) { last = (question.groupRow, question.id) } }
        return last?.id
      }
    }
    return zip(neighbours(questions), neighbours(questions.reversed()).reversed()).map {
      IdentityEntry.Place(before: $0, after: $1)
    }
  }

  /// Questions with a history that no deck has any more, as they were answered last.
  private func parked(_ db: Database) throws -> [IdentityEntry] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT s.question AS id, w.group_title, w.prompt, w.answer
        FROM schedule s JOIN wording w ON w.id = s.wording
        WHERE NOT EXISTS (SELECT 1 FROM question q WHERE q.id = s.question)
        """
    ).map { row in
      IdentityEntry(
        id: row["id"], group: row["group_title"], place: nil, prompt: row["prompt"],
        answer: row["answer"], isStudied: true)
    }
  }

  /// Makes a decision an event, and gives the question the identity it goes on under.
  func insert(_ db: Database, _ decision: IdentityDecision, at moment: Moment) throws {
    let contents = try QuestionID.fetchAll(
      db, sql: "SELECT DISTINCT content FROM question WHERE id = ?", arguments: [decision.entry.id])
    for content in contents {
      try insertIdentity(
        db, of: content, as: decision.known.id, because: decision.reason, at: moment)
    }
    guard decision.entry.id != decision.known.id else { return }
    try rename(db, .id, decision.entry.id, to: decision.known.id)
  }

  /// Makes a text that came back another question, where the one it was goes on under a new text.
  private func separateReturned(_ db: Database, in groups: [Int64], at moment: Moment) throws {
    for group in groups {
      let returned = try QuestionID.fetchAll(
        db,
        sql: """
          SELECT q.content FROM question q
          WHERE q.deck_group = ? AND q.id = q.content AND EXISTS
            (SELECT 1 FROM question o WHERE o.id = q.id AND o.content <> q.content
              AND (o.prompt <> q.prompt OR o.answer <> q.answer))
          """, arguments: [group])
      for content in returned { try separate(db, content, at: moment) }
    }
  }
}

extension [IdentityEntry] {
  /// Each question once with each of its texts, where that stands first.
  fileprivate var uniqued: [IdentityEntry] {
    var seen: Set<[String]> = []
    return filter { seen.insert([$0.id.description, $0.prompt, $0.answer]).inserted }
  }
}

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
