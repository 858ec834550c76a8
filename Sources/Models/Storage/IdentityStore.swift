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
        SELECT u.known, u.group_title, u.prompt, u.answer, q.id, g.title, q.prompt, q.answer,
          EXISTS (SELECT 1 FROM schedule s WHERE s.question = u.candidate)
        FROM unclear u JOIN question q ON q.id = u.candidate
          JOIN deck_group g ON g.id = q.deck_group
        WHERE NOT EXISTS (SELECT 1 FROM question k WHERE k.id = u.known)
          AND \(Self.answers("u.candidate")) < \(Self.answers("u.known"))
        GROUP BY u.known, u.candidate ORDER BY u.rowid
        """)
    var order: [IdentityEntry] = []
    var candidates: [IdentityEntry: [IdentityEntry]] = [:]
    while let row = try rows.next() {
      let known = try IdentityEntry(row, at: 0, isStudied: true)
      if candidates[known] == nil { order.append(known) }
      candidates[known, default: []].append(
        try IdentityEntry(row, at: 4, isStudied: row.decode(atIndex: 8)))
    }
    return order.map { UnclearIdentity(known: $0, candidates: candidates[$0] ?? []) }
  }

  /// The questions with a history that no deck has, once with each text they were answered with last, by
  /// group and prompt.
  package func parked() throws -> [IdentityEntry] {
    try parkedRows().map { try IdentityEntry($0, at: 0, isStudied: true) }.uniqued
  }

  /// As ``parked()``. A history of which nothing was ever shown on this device waits for the deck of the device
  /// that it came from.
  private func parkedHere() throws -> [IdentityEntry] {
    let own = try tx.devices.own()
    let wasShown = try db.makeStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM wording WHERE question = ? AND device = ?)")
    return try parkedRows().map { row in
      let question: QuestionID = try row.decode(atIndex: 0)
      let isHere = try Bool.fetchOne(wasShown, arguments: [question, own]) ?? false
      return try IdentityEntry(row, at: 0, isStudied: true, staysInGroup: !isHere)
    }.uniqued
  }

  private func parkedRows() throws -> [Row] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT s.question, w.group_title, w.prompt, w.answer
        FROM schedule s JOIN wording w ON w.id = s.wording
        WHERE NOT EXISTS (SELECT 1 FROM question q WHERE q.id = s.question)
        ORDER BY w.group_title, w.prompt
        """)
  }

  /// How many answers the history of a question has.
  private static func answers(_ question: String) -> String {
    "(SELECT coalesce(sum(s.correct + s.incorrect), 0) FROM schedule s WHERE s.question = \(question))"
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
      known[try row.decode(atIndex: 0)] = try row.decode(atIndex: 1)
    }
    return known
  }

  // MARK: - Finding out

  /// Finds out which of the questions in these groups are ones that were there before, or that were
  /// parked when their deck lost them; makes events of it, and keeps what is unclear.
  ///
  /// - Parameters:
  ///   - before: the questions of the decks that were read, as they were before.
  ///   - groups: the groups that were read.
  ///   - unbegun: the groups of courses that were never begun.
  ///   - moment: the present.
  /// - Returns: what was found out; of the questions that nothing resembles, those that went now.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  func identify(
    before: [ShelvedQuestion], in groups: [Int64], unbegun: Set<Int64>, at moment: Moment
  ) throws -> (match: IdentityMatch, lost: [IdentityEntry]) {
    try separateReturned(in: groups, before: before, at: moment)
    guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM schedule)") == true else {
      return (IdentityMatch(gone: [], come: []), [])
    }
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
    for (old, place) in zip(before, ShelvedQuestion.places(in: before, anchors: newIDs))
    where try !newIDs.contains(old.id) && !isTrue(isShelved, old.id) {
      gone.append(old.entry(place, isStudied: try isTrue(hasHistory, old.id)))
    }
    let went = Set(gone.map(\.id))
    gone += try parkedHere()
    var come: [IdentityEntry] = []
    for (new, place) in zip(after, ShelvedQuestion.places(in: after, anchors: oldIDs))
    where try !oldIDs.contains(new.id) && !isTrue(hasHistory, new.id) {
      come.append(
        new.entry(place, isStudied: false, staysInGroup: unbegun.contains(new.groupRow)))
    }
    let arrived = Set(come.map(\.id))
    let match = try IdentityMatch(gone: gone.uniqued, come: come.uniqued, refused: refused()) {
      try standing(for: $0.filter { went.contains($0.id) }, besides: arrived, unbegun)
    }
    for decision in match.decisions { try append(decision, at: moment) }
    try keep(match.unclear)
    return (match, match.lost.filter { went.contains($0.id) })
  }

  /// The questions of the decks that might be one of those that went: they have a side in common, or
  /// stand in its group, and have no longer history.
  private func standing(
    for gone: [IdentityEntry], besides arrived: Set<QuestionID>, _ unbegun: Set<Int64>
  ) throws -> [IdentityEntry] {
    if gone.isEmpty { return [] }
    let titles = Set(gone.map(\.group))
    let prompts = Dictionary(grouping: gone, by: \.prompt)
    let otherSides = Set(gone.map(\.answer))
    let answers = try db.makeStatement(sql: "SELECT \(Self.answers("?"))")
    func count(_ id: QuestionID) throws -> Int { try Int.fetchOne(answers, arguments: [id]) ?? 0 }
    var found: [IdentityEntry] = []
    let rows = try Row.fetchCursor(
      db, sql: ShelvedQuestion.query + " ORDER BY q.deck_group, q.position")
    while let row = try rows.next() {
      let question = try ShelvedQuestion(row)
      let known = prompts[question.prompt]
      guard
        known != nil || titles.contains(question.group) || otherSides.contains(question.answer),
        !arrived.contains(question.id)
      else { continue }
      let number = try count(question.id)
      let isShorter = try known?.contains { try count($0.id) > number } ?? false
      if number == 0 || isShorter {
        found.append(
          question.entry(
            nil, isStudied: number > 0, staysInGroup: unbegun.contains(question.groupRow)))
      }
    }
    return found.uniqued
  }

  /// What was decided not to be a known question: the learner said so, or undid that it was taken for it.
  private func refused() throws -> Set<IdentityMatch.Refusal> {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT e.known, q.id FROM identity e JOIN question q ON q.content = e.content
        WHERE e.known IS NOT NULL AND
          CASE e.reason WHEN '\(IdentityDecision.Reason.another.rawValue)'
            THEN \(IdentityEvent.counts("e"))
            ELSE \(IdentityEvent.isAutomatic) AND NOT \(IdentityEvent.counts("e")) END
        """)
    return Set(
      try rows.map { .init(known: try $0.decode(atIndex: 0), entry: try $0.decode(atIndex: 1)) })
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
  private func append(
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

  /// Has one history belong to one text where two of the decks would share it, because one was found to continue the
  /// other: a text that came back is another question, but one that was there all the time keeps its own history,
  /// whatever another device without that deck found out.
  private func separateReturned(
    in groups: [Int64], before: [ShelvedQuestion], at moment: Moment
  ) throws {
    let stood = Set(before.map { [$0.id.description] + $0.text })
    let read = Set(groups)
    let pairs = try db.makeStatement(
      sql: """
        SELECT q.content, q.prompt, q.answer, q.deck_group, o.content
        FROM question r JOIN question q ON q.id = r.id AND q.content = q.id
          JOIN question o ON o.id = q.id AND o.content <> q.content
            AND (o.prompt <> q.prompt OR o.answer <> q.answer)
        WHERE r.deck_group = ? AND (
          (r.deck_group = q.deck_group AND r.position = q.position)
          OR (r.deck_group = o.deck_group AND r.position = o.position))
        """)
    var separated: [QuestionID] = []
    for group in groups {
      for row in try Row.fetchAll(pairs, arguments: [group]) {
        let content: QuestionID = try row.decode(atIndex: 0)
        let text: [String] = [try row.decode(atIndex: 1), try row.decode(atIndex: 2)]
        let isReturned =
          try read.contains(row.decode(atIndex: 3))
          && !stood.contains([content.description] + text)
        let other: QuestionID = isReturned ? content : try row.decode(atIndex: 4)
        if !separated.contains(other) { separated.append(other) }
      }
    }
    for content in separated { try separate(content, at: moment) }
  }

  /// Gives questions of the decks the identities they have after decisions came in, or were undone or
  /// redone elsewhere.
  func identify(anew events: Set<EventID>) throws {
    let recorded = try events.sorted().compactMap { id in
      try Row.fetchOne(
        db.cachedStatement(
          sql: "SELECT \(IdentityEvent.columns) FROM \(IdentityEvent.source) WHERE e.id = ?"),
        arguments: [id]
      ).map(IdentityEvent.event)
    }
    if !recorded.isEmpty { try identify(anew: recorded) }
  }

  /// Gives questions of the decks the identities they have after decisions were undone or redone, and
  /// asks again what the learner's answer no longer decides.
  func identify(anew events: [RecordedIdentity]) throws {
    let known = try known()
    let stands = try db.makeStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM question WHERE id = ?1 AND content = ?1)")
    for content in Set(events.map(\.content)) {
      let question = known[content] ?? content
      // A text that stands in a deck keeps its history, whatever was found out where that deck is not.
      let isTaken =
        try question != content && Bool.fetchOne(stands, arguments: [question]) == true
      try rename(.content, content, to: isTaken ? content : question)
    }
    for event in events where !event.reason.isAutomatic {
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO unclear (known, candidate, group_title, prompt, answer)
          SELECT e.known, q.id, e.known_group, e.known_prompt, e.known_answer
          FROM identity e JOIN question q ON q.content = e.content
          WHERE e.id = ? AND e.known IS NOT NULL AND NOT \(IdentityEvent.counts("e"))
          """, arguments: [event.id])
      try db.execute(
        sql: """
          DELETE FROM unclear WHERE known = (SELECT e.known FROM identity e
            WHERE e.id = ? AND e.known IS NOT NULL AND \(IdentityEvent.counts("e")))
          """, arguments: [event.id])
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
    try tx.filters.forgetCards(ofGroupsWith: value, in: key.rawValue)
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
  fileprivate init(
    _ row: Row, at first: Int, isStudied: Bool, staysInGroup: Bool = false
  ) throws {
    self.init(
      id: try row.decode(atIndex: first), group: try row.decode(atIndex: first + 1), place: nil,
      prompt: try row.decode(atIndex: first + 2), answer: try row.decode(atIndex: first + 3),
      isStudied: isStudied, staysInGroup: staysInGroup)
  }
}

extension [IdentityEntry] {
  /// Each question once with each of its texts, where that comes first.
  fileprivate var uniqued: [IdentityEntry] {
    var seen: Set<[String]> = []
    return filter { seen.insert([$0.id.description, $0.prompt, $0.answer]).inserted }
  }
}

// MARK: - Tables

extension IdentityStore {
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
