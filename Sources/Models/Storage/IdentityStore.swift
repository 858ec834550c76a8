import GRDB
import RabbleQuestions
import RabbleScheduling

/// Which question a text is, across edits of the decks. Each decision is an event; what is unclear is
/// kept until the learner decides.
package struct IdentityStore {
  let tx: Transaction
  var db: Database { tx.db }

  /// Records that questions were edited by the learner's own command: each continues under the
  /// identity it had, and its old text, if it comes back, is another
  /// question.
  ///
  /// Call it once the deck is written and before it is read again. What is known here is never
  /// guessed afterwards.
  ///
  /// - Parameters:
  ///   - edits: what each question was known by through its deck, and what it is known by now, as
  ///     ``QuestionID/init(of:inGroup:)`` says.
  ///   - cause: the event of the edit, with which all this is undone.
  ///   - moment: the time of the edit.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  package func reidentify(
    _ edits: [(from: QuestionID, to: QuestionID)], with cause: EventID? = nil, at moment: Moment
  ) throws {
    let edits = edits.filter { $0.from != $0.to }
    guard !edits.isEmpty else { return }
    let taken = Set(edits.map(\.to))
    let known = try known()
    for from in Set(edits.map(\.from)).subtracting(taken) {
      try separate(from, with: cause, at: moment)
    }
    for (from, to) in edits {
      let question = known[from] ?? from
      try append(content: to, is: question, because: .told, with: cause, at: moment)
      try rename(.content, to, to: question)
    }
  }

  /// The studied questions that an edit removed from the decks, each with the new questions that might
  /// be it, as long as nobody has decided.
  package func unclear() throws -> [UnclearIdentity] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT u.known, u.group_title, u.prompt, u.answer, q.id, g.title, q.prompt, q.answer
        FROM unclear u JOIN question q ON q.id = u.candidate
          JOIN deck_group g ON g.id = q.deck_group
        WHERE NOT EXISTS (SELECT 1 FROM question k WHERE k.id = u.known)
          AND NOT EXISTS (SELECT 1 FROM schedule s WHERE s.question = u.candidate)
        GROUP BY u.known, u.candidate ORDER BY u.rowid
        """)
    var order: [IdentityEntry] = []
    var candidates: [IdentityEntry: [IdentityEntry]] = [:]
    while let row = try rows.next() {
      let known = try IdentityEntry(row, at: 0, isStudied: true)
      if candidates[known] == nil { order.append(known) }
      candidates[known, default: []].append(try IdentityEntry(row, at: 4, isStudied: false))
    }
    return order.map { UnclearIdentity(known: $0, candidates: candidates[$0] ?? []) }
  }

  /// Decides what an edit left unclear: the question continues as `candidate`, or, with `nil`, none of
  /// the candidates is it, and it stays parked.
  package func settle(
    _ unclear: UnclearIdentity, as candidate: IdentityEntry?, at moment: Moment
  ) throws {
    for entry in candidate.map({ [$0] }) ?? unclear.candidates {
      let decision = IdentityDecision(
        entry: entry, known: candidate == nil ? entry : unclear.known,
        reason: candidate == nil ? .another : .told)
      try append(decision, at: moment)
    }
    try db.execute(sql: "DELETE FROM unclear WHERE known = ?", arguments: [unclear.known.id])
    if let candidate {
      try db.execute(sql: "DELETE FROM unclear WHERE candidate = ?", arguments: [candidate.id])
    }
  }

  /// The identity of every text that was found to be a known question; the newest decision counts.
  func known() throws -> [QuestionID: QuestionID] {
    let rows = try Row.fetchCursor(
      db,
      sql: "SELECT content, question FROM identity e WHERE \(IdentityEvent.counts("e")) ORDER BY id"
    )
    var known: [QuestionID: QuestionID] = [:]
    while let row = try rows.next() {
      known[try row.decode(atIndex: 0)] = try row.decode(atIndex: 1)
    }
    return known
  }

  // MARK: - Finding out

  /// Finds out which of the questions in these groups are ones that were there before, or that were
  /// parked when their deck lost them; makes events of it, and keeps what is unclear.
  func identify(before: [ShelvedQuestion], in groups: [Int64], at moment: Moment) throws
    -> IdentityMatch
  {
    try separateReturned(in: groups, at: moment)
    let after = try shelved(groups: groups)
    let hasHistory = try db.makeStatement(
      sql: "SELECT 1 FROM schedule WHERE question = ? LIMIT 1")
    let isShelved = try db.makeStatement(sql: "SELECT 1 FROM question WHERE id = ? LIMIT 1")
    func isTrue(_ statement: Statement, _ id: QuestionID) throws -> Bool {
      try Int.fetchOne(statement, arguments: [id]) != nil
    }
    let oldIDs = Set(before.map(\.id))
    let newIDs = Set(after.map(\.id))
    var gone: [IdentityEntry] = []
    for (old, place) in zip(before, Self.places(in: before, anchors: newIDs))
    where try !newIDs.contains(old.id) && !isTrue(isShelved, old.id) {
      gone.append(old.entry(place, isStudied: try isTrue(hasHistory, old.id)))
    }
    gone += try parked()
    var come: [IdentityEntry] = []
    for (new, place) in zip(after, Self.places(in: after, anchors: oldIDs))
    where try !oldIDs.contains(new.id) && !isTrue(hasHistory, new.id) {
      come.append(new.entry(place, isStudied: false))
    }
    let match = IdentityMatch(gone: gone.uniqued, come: come.uniqued)
    for decision in match.decisions { try append(decision, at: moment) }
    try keep(match.unclear)
    return match
  }

  /// A question as a deck had or has it.
  struct ShelvedQuestion {
    let id: QuestionID
    /// The row of its group: neighbours are neighbours only there.
    let groupRow: Int64
    let group: String
    let name: String?
    let prompt: String
    let answer: String

    fileprivate static let query = """
      SELECT q.id, q.deck_group, g.title, json_extract(q.more, '$.id'), q.prompt, q.answer
      FROM question q JOIN deck_group g ON g.id = q.deck_group
      """

    /// Reads a row of ``query``.
    fileprivate init(_ row: Row) throws {
      id = try row.decode(atIndex: 0)
      groupRow = try row.decode(atIndex: 1)
      group = try row.decode(atIndex: 2)
      name = try row.decode(atIndex: 3)
      prompt = try row.decode(atIndex: 4)
      answer = try row.decode(atIndex: 5)
    }

    fileprivate func entry(_ place: IdentityEntry.Place?, isStudied: Bool) -> IdentityEntry {
      IdentityEntry(
        id: id, name: name, group: group, place: place, prompt: prompt, answer: answer,
        isStudied: isStudied)
    }
  }

  /// The questions of these decks as they were read last, in their order.
  func shelved(paths: [String]) throws -> [ShelvedQuestion] {
    try paths.flatMap { path in
      try Row.fetchAll(
        db,
        sql: ShelvedQuestion.query
          + " JOIN deck d ON d.id = g.deck WHERE d.path = ? ORDER BY g.position, q.position",
        arguments: [path]
      ).map { try ShelvedQuestion($0) }
    }
  }

  private func shelved(groups: [Int64]) throws -> [ShelvedQuestion] {
    try groups.flatMap { group in
      try Row.fetchAll(
        db, sql: ShelvedQuestion.query + " WHERE q.deck_group = ? ORDER BY q.position",
        arguments: [group]
      ).map { try ShelvedQuestion($0) }
    }
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
  private func parked() throws -> [IdentityEntry] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT s.question, w.group_title, w.prompt, w.answer
        FROM schedule s JOIN wording w ON w.id = s.wording
        WHERE NOT EXISTS (SELECT 1 FROM question q WHERE q.id = s.question)
        """
    ).map { try IdentityEntry($0, at: 0, isStudied: true) }
  }

  /// Keeps what is to be asked, except what the learner said is another question.
  private func keep(_ unclear: [UnclearIdentity]) throws {
    for question in unclear {
      for candidate in question.candidates {
        try db.execute(
          sql: """
            INSERT OR REPLACE INTO unclear (known, candidate, group_title, prompt, answer)
            SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS
              (SELECT 1 FROM identity e WHERE question = ?2 AND reason = ?6
                AND \(IdentityEvent.counts("e")))
            """,
          arguments: [
            question.known.id, candidate.id, question.known.group, question.known.prompt,
            question.known.answer, IdentityDecision.Reason.another.rawValue,
          ])
      }
    }
  }

  // MARK: - Deciding

  /// Makes a decision an event, and gives the question the identity it continues under.
  private func append(_ decision: IdentityDecision, at moment: Moment) throws {
    let contents = try QuestionID.fetchAll(
      db, sql: "SELECT DISTINCT content FROM question WHERE id = ?", arguments: [decision.entry.id])
    for content in contents {
      try append(content: content, is: decision.known.id, because: decision.reason, at: moment)
    }
    guard decision.entry.id != decision.known.id else { return }
    try rename(.id, decision.entry.id, to: decision.known.id)
  }

  /// Makes it an event that a text is this question.
  private func append(
    content: QuestionID, is question: QuestionID, because reason: IdentityDecision.Reason,
    with cause: EventID? = nil, at moment: Moment
  ) throws {
    try tx.append(
      to: IdentityEvent.table, at: moment,
      [
        "utc_offset": moment.utcOffset, "content": content, "question": question,
        "reason": reason.rawValue, "cause": cause,
      ])
  }

  /// Makes a text another question from now on, with no history yet.
  private func separate(
    _ content: QuestionID, with cause: EventID? = nil, at moment: Moment
  ) throws {
    let other = QuestionID(bits: content.bits ^ (try tx.nextEvent(at: moment)).bits)
    try append(content: content, is: other, because: .another, with: cause, at: moment)
    try rename(.content, content, to: other)
  }

  /// Makes a text that came back another question, where the one it was continues under a new text.
  private func separateReturned(in groups: [Int64], at moment: Moment) throws {
    for group in groups {
      let returned = try QuestionID.fetchAll(
        db,
        sql: """
          SELECT q.content FROM question q
          WHERE q.deck_group = ? AND q.id = q.content AND EXISTS
            (SELECT 1 FROM question o WHERE o.id = q.id AND o.content <> q.content
              AND (o.prompt <> q.prompt OR o.answer <> q.answer))
          """, arguments: [group])
      for content in returned { try separate(content, at: moment) }
    }
  }

  /// Gives questions of the decks the identities they have after decisions were undone or redone.
  fileprivate func identify(anew contents: Set<QuestionID>) throws {
    let known = try known()
    for content in contents { try rename(.content, content, to: known[content] ?? content) }
  }

  /// What the questions to rename have in common.
  private enum Key: String {
    /// Their identity.
    case id
    /// Their text.
    case content
  }

  /// Gives questions of the decks the identity they continue under, and their cards its histories.
  private func rename(_ key: Key, _ value: QuestionID, to known: QuestionID) throws {
    try db.execute(
      sql: "UPDATE question SET id = ? WHERE \(key.rawValue) = ?", arguments: [known, value])
    try tx.cards.setNewness(ofQuestion: known)
  }
}

extension Transaction {
  /// Which question a text is, across edits of the decks.
  package var identities: IdentityStore { IdentityStore(tx: self) }
}

extension IdentityEntry {
  /// Reads a question's identity, group, prompt and answer, which follow each other from `first` on.
  fileprivate init(_ row: Row, at first: Int, isStudied: Bool) throws {
    self.init(
      id: try row.decode(atIndex: first), group: try row.decode(atIndex: first + 1), place: nil,
      prompt: try row.decode(atIndex: first + 2), answer: try row.decode(atIndex: first + 3),
      isStudied: isStudied)
  }
}

extension [IdentityEntry] {
  /// Each question once with each of its texts, where that comes first.
  fileprivate var uniqued: [IdentityEntry] {
    var seen: Set<[String]> = []
    return filter { seen.insert([$0.id.description, $0.prompt, $0.answer]).inserted }
  }
}

// MARK: - Events

/// A text was found to be a question that the learner knows, or another one.
package struct RecordedIdentity: Hashable, Sendable {
  /// The event's identity.
  package let id: EventID
  /// When it was.
  package let moment: Moment
  /// The text.
  package let content: QuestionID
  /// The question it is.
  package let question: QuestionID
  /// Why.
  package let reason: IdentityDecision.Reason
}

/// A text was found to be a question that the learner knows, or another one.
enum IdentityEvent: UndoableEventKind {
  static let table = "identity"
  static let retraction: Retraction? = .ofChange
  static let hasCause = true
  /// It is undone with the edit that it belongs to.
  static let isOwn = "0"
  static let columns =
    "e.id, e.time, coalesce(e.utc_offset, 0), e.content, e.question, e.reason"

  static func event(_ row: Row) throws -> RecordedIdentity {
    let name: String = try row.decode(atIndex: 5)
    guard let reason = IdentityDecision.Reason(rawValue: name) else {
      throw LogFault("the reason “\(name)” of an identity")
    }
    return RecordedIdentity(
      id: try row.decode(atIndex: 0), moment: try Moment(row, at: 1),
      content: try row.decode(atIndex: 3), question: try row.decode(atIndex: 4), reason: reason)
  }

  static func entry(_ event: RecordedIdentity) -> UndoableEvent { .identity(event) }

  static func replay(_ events: [RecordedIdentity], _ tx: Transaction) throws -> Int {
    try tx.identities.identify(anew: Set(events.map(\.content)))
    return 0
  }
}

// MARK: - Tables

extension IdentityStore {
  static let migration1 = """
    CREATE TABLE identity (
      id BLOB PRIMARY KEY NOT NULL,
      device BLOB NOT NULL,
      time INTEGER NOT NULL,
      content BLOB NOT NULL,
      question BLOB NOT NULL,
      reason TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX identity_of_content ON identity(content);
    """

  static let migration8 = "ALTER TABLE identity ADD COLUMN utc_offset INTEGER;"

  /// What an edit left undecided: computed when a deck is read, and removed once it is decided.
  static let migration3 = """
    CREATE TABLE unclear (
      known BLOB NOT NULL,
      candidate BLOB NOT NULL,
      group_title TEXT NOT NULL,
      prompt TEXT NOT NULL,
      answer TEXT NOT NULL,
      UNIQUE (known, candidate)
    ) STRICT;
    """
}
