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
