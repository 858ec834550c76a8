import GRDB
import RabbleQuestions
import RabbleScheduling

/// Which question a text is, across edits of the decks. Each decision is an event; what is unclear is
/// kept until the learner decides.
package struct IdentityStore {
  let tx: Transaction
  var db: Database { tx.db }

  /// Records that the learner's own command edited questions: each keeps its identity, and its old
  /// text is another question if it comes back.
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
  ///
  /// - Parameter unlisted: the decks that are not studied now.
  /// - Returns: the unclear cases, in the order in which they came up.
  /// - Throws: ``StorageError``.
  package func unclear(besides unlisted: Set<Int64> = []) throws -> [UnclearIdentity] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT u.known AS question, u.group_title, u.prompt, u.answer,
          q.id AS candidate, g.title AS candidate_group, q.prompt AS candidate_prompt,
          q.answer AS candidate_answer,
          EXISTS (SELECT 1 FROM schedule s WHERE s.question = u.candidate) AS is_studied
        FROM unclear u JOIN question q ON q.id = u.candidate
          JOIN deck_group g ON g.id = q.deck_group
        WHERE \(Self.isUnclear(besides: unlisted))
        GROUP BY u.known, u.candidate ORDER BY u.rowid
        """)
    var order: [IdentityEntry] = []
    var candidates: [IdentityEntry: [IdentityEntry]] = [:]
    while let row = try rows.next() {
      let known = try IdentityEntry(row, isStudied: true)
      if candidates[known] == nil { order.append(known) }
      candidates[known, default: []].append(
        IdentityEntry(
          id: try row.decode(forColumn: "candidate"),
          group: try row.decode(forColumn: "candidate_group"), place: nil,
          prompt: try row.decode(forColumn: "candidate_prompt"),
          answer: try row.decode(forColumn: "candidate_answer"),
          isStudied: try row.decode(forColumn: "is_studied")))
    }
    return order.map { UnclearIdentity(known: $0, candidates: candidates[$0] ?? []) }
  }

  /// The SQL condition that a row `u` of `unclear` still is: the question is in no deck, something is known of
  /// it, and the candidate has less of a history.
  private static func isUnclear(besides unlisted: Set<Int64> = []) -> String {
    // Of what was only taken as known, nothing is left once that is undone.
    let standing = ["schedule", ReviewEvent.whole, "suspension", "mark"].map {
      "EXISTS (SELECT 1 FROM \($0) WHERE question = u.known)"
    }.joined(separator: " OR ")
    return """
      NOT \(isInDeck("u.known", besides: unlisted))
        AND (\(answers("u.candidate")) < \(answers("u.known")) OR \(answers("u.candidate")) = 0)
        AND (\(standing))
      """
  }

  /// The query of the questions without a history that might be an edited one: they wait until the learner
  /// has said so, since an answer would begin another history.
  static let waiting = """
    SELECT u.candidate FROM unclear u WHERE \(isUnclear())
      AND NOT EXISTS (SELECT 1 FROM schedule s WHERE s.question = u.candidate)
    """

  /// Whether anything might be unclear: nearly always nothing is, and no more needs to be asked.
  private var mayBeUnclear: Bool {
    get throws {
      try Bool.fetchOne(db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM unclear)")) ?? false
    }
  }

  /// Whether a question might be an edited one, and waits until the learner has said so.
  func isWaiting(_ question: QuestionID) throws -> Bool {
    guard try mayBeUnclear else { return false }
    return try Bool.fetchOne(
      db, sql: "SELECT ?1 IN (\(Self.waiting))", arguments: [question]) ?? false
  }

  /// The cards of such questions.
  var waitingCards: Set<CardID> {
    get throws {
      guard try mayBeUnclear else { return [] }
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT q.id AS question, c.direction FROM question q
            JOIN deck_card c ON c.deck_group = q.deck_group AND c.position = q.position
          WHERE q.id IN (\(Self.waiting))
          """)
      var cards: Set<CardID> = []
      while let row = try rows.next() { cards.insert(try CardID(row)) }
      return cards
    }
  }

  /// The questions with a history that no deck has, each as it read last: as it was answered, or as an edit
  /// made it since; by group and prompt.
  ///
  /// - Parameter unlisted: the decks that are not studied now.
  /// - Returns: the questions.
  /// - Throws: ``StorageError``.
  package func parked(besides unlisted: Set<Int64> = []) throws -> [IdentityEntry] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT question, group_title, prompt, answer, max(2 * time + is_edit) AS newest FROM (
          SELECT s.question, w.group_title, w.prompt, w.answer, s.last_time AS time, 0 AS is_edit
          FROM schedule s JOIN wording w ON w.id = s.wording
          WHERE NOT \(Self.isInDeck("s.question", besides: unlisted))
          UNION ALL SELECT e.question, e.group_title, e.prompt, e.answer, e.time, 1 FROM identity e
          WHERE e.prompt IS NOT NULL AND \(IdentityEvent.counts("e"))
            AND e.question IN (SELECT question FROM schedule)
            AND NOT \(Self.isInDeck("e.question", besides: unlisted)))
        GROUP BY question ORDER BY group_title, prompt
        """
    ).map { try IdentityEntry($0, isStudied: true) }
  }

  /// Whether a deck has a question, other than those that are not studied now, such as the original of a copied
  /// folder.
  static func isInDeck(_ question: String, besides unlisted: Set<Int64>) -> String {
    if unlisted.isEmpty { return "EXISTS (SELECT 1 FROM question k WHERE k.id = \(question))" }
    return """
      EXISTS (SELECT 1 FROM question k JOIN deck_group h ON h.id = k.deck_group
        WHERE k.id = \(question) AND h.deck NOT IN (\(unlisted.sqlList)))
      """
  }

  /// How many answers the history of a question has.
  static func answers(_ question: String) -> String {
    "(SELECT \(Score.sum(of: "s.correct + s.incorrect")) FROM schedule s WHERE s.question = \(question))"
  }

  /// Decides what an edit left unclear: the question continues as `candidate`, or, with `nil`, none of
  /// the candidates is it, and it stays parked. A history that the candidate had is parked then.
  package func settle(
    _ unclear: UnclearIdentity, as candidate: IdentityEntry?, at moment: Moment
  ) throws {
    var cause: EventID?
    for entry in candidate.map({ [$0] }) ?? unclear.candidates {
      let decision = IdentityDecision(
        entry: entry, known: unclear.known, reason: candidate == nil ? .another : .told)
      cause = try append(decision, with: cause, at: moment)
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
      known[try row.decode(forColumn: "content")] = try row.decode(forColumn: "question")
    }
    return known
  }

  // MARK: - Deciding

  /// Makes a decision an event, with the words by which people know it, and gives the question the
  /// identity it continues under.
  ///
  /// - Parameters:
  ///   - decision: the decision.
  ///   - cause: the event with which it is undone, if it is not the first of one decision.
  ///   - moment: the present.
  /// - Returns: the event with which the whole decision is undone.
  /// - Throws: ``StorageError``.
  @discardableResult
  func append(
    _ decision: IdentityDecision, with cause: EventID? = nil, at moment: Moment
  ) throws -> EventID? {
    let (entry, known) = (decision.entry, decision.known)
    let question = decision.reason == .another ? entry.id : known.id
    let contents = try QuestionID.fetchAll(
      db, sql: "SELECT DISTINCT content FROM question WHERE id = ?", arguments: [entry.id])
    var cause = cause
    for content in contents {
      let id = try tx.append(
        to: IdentityEvent.table, at: moment,
        [
          "utc_offset": moment.utcOffset, "content": content, "question": question,
          "reason": decision.reason.rawValue, "cause": cause, "known": known.id,
          "known_group": known.group, "known_prompt": known.prompt, "known_answer": known.answer,
          "group_title": entry.group, "prompt": entry.prompt, "answer": entry.answer,
        ])
      cause = cause ?? id
    }
    if entry.id != question { try rename(.id, entry.id, to: question) }
    return cause
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

  /// Makes a text another question from now on, with no history yet. Devices that find the same out
  /// apart give it the same identity, so that what it is asked on each is one history.
  private func separate(
    _ content: QuestionID, with cause: EventID? = nil, at moment: Moment
  ) throws {
    let known = try QuestionID.fetchOne(
      db,
      sql: """
        SELECT question FROM identity e WHERE content = ? AND \(IdentityEvent.counts("e"))
        ORDER BY id DESC LIMIT 1
        """, arguments: [content])
    let other = content.another(than: known ?? content)
    try append(content: content, is: other, because: .another, with: cause, at: moment)
    try rename(.content, content, to: other)
  }

  /// Whether the question of a text goes on with another one, as an edit by command said, or as it had before
  /// such an edit that is undone.
  private func isGivenUp(_ content: QuestionID) throws -> Bool {
    let counts = IdentityEvent.counts("e")
    return try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT known IS NULL AND reason = iif(\(counts), ?1, ?2) FROM identity e
          WHERE content = ?3 ORDER BY \(counts) DESC, id DESC LIMIT 1
          """),
      arguments: [
        IdentityDecision.Reason.another.rawValue, IdentityDecision.Reason.told.rawValue, content,
      ]) ?? false
  }

  /// Whether an edit by command gave a text to a question, or took it from one, before an event.
  package func wasEdited(_ content: QuestionID, before event: EventID) throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: "SELECT EXISTS (SELECT 1 FROM identity WHERE content = ? AND known IS NULL AND id < ?)",
      arguments: [content, event]) ?? false
  }

  /// Separates texts of the decks that would share a history because one was found to continue the
  /// other: a text that came back is another question, but one that was there all the time keeps
  /// its own history, whatever another device without that deck found out.
  ///
  /// - Returns: whether there were any.
  func separateReturned(_ edit: StoredDeckChange, at moment: Moment) throws -> Bool {
    let read = Set(edit.after.map(\.row))
    let pairs = try db.makeStatement(
      sql: """
        SELECT q.prompt, q.answer, q.deck_group, o.deck_group AS other_group, o.content AS other
        FROM question q JOIN question o ON o.id = q.id AND o.content <> q.content
          AND (o.prompt <> q.prompt OR o.answer <> q.answer)
        WHERE q.id = ?1 AND q.content = ?1
        """)
    var separated: [QuestionID] = []
    for id in edit.continued.sorted(by: { $0.bits < $1.bits }) where !read.isEmpty {
      for row in try Row.fetchAll(pairs, arguments: [id]) {
        let isOfRead = try read.contains(row.decode(forColumn: "deck_group"))
        guard try isOfRead || read.contains(row.decode(forColumn: "other_group")) else { continue }
        let key = PlacedQuestion.key(
          id, prompt: try row.decode(forColumn: "prompt"),
          answer: try row.decode(forColumn: "answer"))
        let other: QuestionID =
          isOfRead && !edit.stood.contains(key) ? id : try row.decode(forColumn: "other")
        if !separated.contains(other) { separated.append(other) }
      }
    }
    for content in separated { try separate(content, at: moment) }
    return !separated.isEmpty
  }

  /// Gives questions of the decks the identities they have after decisions came in, or were undone or
  /// redone elsewhere.
  func reidentify(after events: Set<EventID>) throws {
    let recorded = try events.sorted().compactMap { id in
      try Row.fetchOne(
        db.cachedStatement(
          sql: "SELECT \(IdentityEvent.columns) FROM \(IdentityEvent.source) WHERE e.id = ?"),
        arguments: [id]
      ).map(IdentityEvent.event)
    }
    if !recorded.isEmpty { try reidentify(after: recorded, areFromElsewhere: true) }
  }

  /// Gives questions of the decks the identities they have after decisions were undone or redone, or came
  /// from elsewhere, and asks again what the learner's answer no longer decides.
  func reidentify(after events: [RecordedIdentity], areFromElsewhere: Bool = false) throws {
    let known = try known()
    let stands = try db.makeStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM question WHERE id = ?1 AND content = ?1)")
    let contents = Set(events.map(\.content))
    let givenUp = try areFromElsewhere ? contents.filter(isGivenUp) : []
    for content in contents.subtracting(givenUp) {
      let question = known[content] ?? content
      // A text that stands in a deck keeps its history, whatever was found out where that deck is not.
      let isTaken =
        try question != content && Bool.fetchOne(stands, arguments: [question]) == true
      try rename(.content, content, to: isTaken ? content : question)
    }
    let history = Self.kept.map { "EXISTS (SELECT 1 FROM \($0) WHERE question = q.id)" }
    let isAlone = try db.makeStatement(
      sql: """
        SELECT EXISTS (SELECT 1 FROM question q WHERE q.content = ?1
          AND NOT EXISTS (SELECT 1 FROM question o WHERE o.id = q.id AND o.content <> ?1)
          AND (\(history.joined(separator: " OR "))))
        """)
    for content in givenUp {
      // The text that an edit made of it elsewhere has not come: until it does, the history stays here.
      if try Bool.fetchOne(isAlone, arguments: [content]) == true { continue }
      try rename(.content, content, to: known[content] ?? content)
    }
    for event in events where !event.reason.isAutomatic {
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT e.known, \(IdentityEvent.counts("e")) AS counts FROM identity e
          WHERE e.id = ? AND e.known IS NOT NULL
          """, arguments: [event.id])
      guard let row else { continue }
      let known: QuestionID = try row.decode(forColumn: "known")
      if try row.decode(forColumn: "counts") {
        try db.execute(sql: "DELETE FROM unclear WHERE known = ?", arguments: [known])
      } else {
        try db.execute(
          sql: """
            INSERT OR REPLACE INTO unclear (known, candidate, group_title, prompt, answer)
            SELECT ?, q.id, e.known_group, e.known_prompt, e.known_answer
            FROM identity e JOIN question q ON q.content = e.content WHERE e.id = ?
            """, arguments: [known, event.id])
      }
    }
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
    try tx.blanks.rename(ofQuestion: known)
    try tx.cards.setNewness(ofQuestion: known)
  }
}

extension Transaction {
  /// Which question a text is, across edits of the decks.
  package var identities: IdentityStore { IdentityStore(tx: self) }
}

extension IdentityEntry {
  /// Reads the columns `question`, `group_title`, `prompt` and `answer`.
  init(
    _ row: Row, hasBlanks: Bool = false, isStudied: Bool, staysInGroup: Bool = false
  ) throws {
    self.init(
      id: try row.decode(forColumn: "question"), group: try row.decode(forColumn: "group_title"),
      place: nil, prompt: try row.decode(forColumn: "prompt"),
      answer: try row.decode(forColumn: "answer"), hasBlanks: hasBlanks, isStudied: isStudied,
      staysInGroup: staysInGroup)
  }
}

/// A question with one of its texts.
private struct EntryText: Hashable {
  let id: QuestionID
  let prompt: String
  let answer: String

  init(_ entry: IdentityEntry) {
    (id, prompt, answer) = (entry.id, entry.prompt, entry.answer)
  }
}

extension [IdentityEntry] {
  /// Each question once with each of its texts, where that comes first.
  var uniqued: [IdentityEntry] {
    var seen: Set<EntryText> = []
    return filter { seen.insert(EntryText($0)).inserted }
  }
}
