import GRDB
import RabbleQuestions
import RabbleScheduling

/// Which questions of decks that were read again are ones that were there before.
extension IdentityStore {
  /// What a question has that an edit must not cost it: answers, also undone ones and those before it was
  /// made new again; suspensions; flags, tags and notes; adjustments.
  static let kept = ["schedule", ReviewEvent.whole, "suspension", "mark", "adjustment"]

  /// Finds out which of the questions that have come are ones that were there before, or that were
  /// parked when their deck lost them; makes events of it, and keeps what is unclear.
  ///
  /// - Parameters:
  ///   - edit: what went from the decks, and what came.
  ///   - unstarted: the groups of courses that were never started.
  ///   - unlisted: the decks that are not studied now.
  ///   - isUndoing: whether what went is never looked for among what the decks had before.
  ///   - moment: the present.
  /// - Returns: what was found out; of the questions that nothing resembles, those that went now.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  func identify(
    _ edit: StoredDeckChange, unstarted: Set<Int64>, unlisted: Set<Int64>, isUndoing: Bool,
    at moment: Moment
  ) throws -> (match: IdentityMatch, lost: [IdentityEntry]) {
    let hasSeparated = try separateReturned(edit, at: moment)
    guard
      try Self.kept.contains(where: { table in
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(table))") == true
      })
    else { return (IdentityMatch(gone: [], come: []), []) }
    let after = try hasSeparated ? edit.after.map(reread) : edit.after
    let hasHistory = try db.makeStatement(
      sql: Self.kept.map { "SELECT 1 FROM \($0) WHERE question = ?1" }.joined(
        separator: " UNION ALL ")
        + " LIMIT 1")
    let isInDeck = try db.makeStatement(sql: "SELECT \(Self.isInDeck("?1", besides: unlisted))")
    func isTrue(_ statement: Statement, _ id: QuestionID) throws -> Bool {
      try Bool.fetchOne(statement, arguments: [id]) == true
    }
    let oldIDs = Set(edit.before.lazy.flatMap(\.ids))
    let newIDs = Set(after.lazy.flatMap { group in group.changed.lazy.map { group.ids[$0] } })
    var gone: [IdentityEntry] = []
    for (old, place) in zip(edit.gone, edit.before.lazy.flatMap { $0.places(besides: newIDs) })
    where try !newIDs.contains(old.id) && !isTrue(isInDeck, old.id) {
      gone.append(old.entry(place, isStudied: try isTrue(hasHistory, old.id)))
    }
    let went = Set(gone.map(\.id))
    let parked = try parkedHere(besides: unlisted)
    // Many questions may have come, of which none continues another.
    guard
      try gone.contains(where: \.isStudied) || !parked.isEmpty
        || !markedHere(besides: unlisted).isEmpty
    else { return (IdentityMatch(gone: [], come: []), []) }
    var come: [IdentityEntry] = []
    for group in after {
      let places = try zip(group.changed, group.places(besides: oldIDs)).filter { position, _ in
        try !oldIDs.contains(group.ids[position]) && !isTrue(hasHistory, group.ids[position])
      }
      let questions = try placedQuestions(
        ofGroup: group.row, at: places.map(\.0), of: group.ids.count)
      for (new, (_, place)) in zip(questions, places) {
        come.append(
          new.entry(place, isStudied: false, staysInGroup: unstarted.contains(group.row)))
      }
    }
    let titles = Set(come.map(\.group))
    gone += try (parked + unansweredTexts(of: parked, besides: unlisted, among: come))
      .filter { !$0.staysInGroup || titles.contains($0.group) }
    let arrived = Set(come.map(\.id))
    let match = try IdentityMatch(gone: gone.uniqued, come: come.uniqued, refused: refused()) {
      try isUndoing
        ? [] : standing(for: $0.filter { went.contains($0.id) }, besides: arrived, unstarted)
    }
    for decision in match.decisions { try append(decision, at: moment) }
    try followCandidates(match.unstudied)
    try keep(match.unclear)
    let lost = match.lost.filter { went.contains($0.id) }
    if !isUndoing { return (match, lost) }
    // Where an import was undone, its history is gone with its questions.
    let stands = try db.makeStatement(
      sql: """
        SELECT EXISTS (SELECT 1 FROM schedule WHERE question = ?1)
          OR EXISTS (SELECT 1 FROM suspension e
            WHERE e.question = ?1 AND \(SuspensionEvent.counts("e")))
          OR EXISTS (SELECT 1 FROM mark e WHERE e.question = ?1 AND \(MarkEvent.counts("e")))
        """)
    return (match, try lost.filter { try isTrue(stands, $0.id) })
  }

  /// A group with the identities that its questions have now.
  private func reread(_ group: StoredDeckChange.Group) throws -> StoredDeckChange.Group {
    var group = group
    group.ids = try QuestionID.fetchAll(
      db, sql: "SELECT id FROM question WHERE deck_group = ? ORDER BY position",
      arguments: [group.row])
    return group
  }

  /// The parked questions, once more with each text that has come elsewhere and that an edit had given
  /// them; and those of which there are no answers but suspensions, marks and the like. Both are known only
  /// by what identifies a text in its group.
  private func unansweredTexts(
    of parked: [IdentityEntry], besides unlisted: Set<Int64>, among come: [IdentityEntry]
  ) throws -> [IdentityEntry] {
    let come = come.filter { !$0.staysInGroup }
    if come.isEmpty { return [] }
    let marked = try markedHere(besides: unlisted)
    if parked.isEmpty, marked.isEmpty { return [] }
    let questions = Dictionary(parked.map { ($0.id, $0) }) { first, _ in first }
    let known = try known()
    var texts = known.filter { questions[$0.value] != nil || marked.contains($0.value) }
    for id in marked where known[id] == nil { texts[id] = id }
    if texts.isEmpty { return [] }
    var titles = Set(texts.values.compactMap { questions[$0]?.group })
    let rows = try Row.fetchCursor(
      db, sql: "SELECT DISTINCT question, group_title FROM identity WHERE group_title IS NOT NULL")
    while let row = try rows.next() {
      let id: QuestionID = try row.decode(forColumn: "question")
      if questions[id] != nil || marked.contains(id) {
        titles.insert(try row.decode(forColumn: "group_title"))
      }
    }
    if !marked.isEmpty {
      // The log does not say in which group they stood.
      let all = try titles.union(
        String.fetchAll(
          db, sql: "SELECT title FROM deck_group UNION SELECT group_title FROM wording"))
      if all.count * come.count <= Self.mostTexts { titles = all }
    }
    return titles.sorted().flatMap { title in
      come.compactMap { new in
        let text = Question(prompt: new.prompt, answer: new.answer)
        guard let id = texts[QuestionID(of: text, inGroup: title)] else { return nil }
        return IdentityEntry(
          id: id, group: title, place: nil, prompt: new.prompt, answer: new.answer,
          hasBlanks: new.hasBlanks, isStudied: true,
          staysInGroup: questions[id]?.staysInGroup ?? false)
      }
    }
  }

  /// The most texts in groups that are looked up for what was never answered.
  private static let mostTexts = 250_000

  /// The questions that were suspended, marked or adjusted on this device, that were never answered, and
  /// that no deck has.
  private func markedHere(besides unlisted: Set<Int64>) throws -> Set<QuestionID> {
    guard let own = try tx.devices.own() else { return [] }
    let marked = ["suspension", "mark", "adjustment"].map {
      "SELECT question FROM \($0) WHERE device = ?1"
    }
    return try QuestionID.fetchSet(
      db,
      sql: """
        SELECT question FROM (\(marked.joined(separator: " UNION "))) m
        WHERE NOT EXISTS (SELECT 1 FROM schedule s WHERE s.question = m.question)
          AND NOT \(Self.isInDeck("m.question", besides: unlisted))
        """, arguments: [own])
  }

  /// As ``parked(besides:)``. A history of which nothing was ever shown on this device waits for the deck of the device
  /// that it came from.
  private func parkedHere(besides unlisted: Set<Int64>) throws -> [IdentityEntry] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT s.question, w.group_title, w.prompt, w.answer,
          s.direction LIKE 'cloze %' AS has_blanks,
          EXISTS (SELECT 1 FROM wording WHERE question = s.question AND device = ?) AS was_shown
        FROM schedule s JOIN wording w ON w.id = s.wording
        WHERE NOT \(Self.isInDeck("s.question", besides: unlisted))
        ORDER BY w.group_title, w.prompt
        """, arguments: [tx.devices.own()]
    ).map { row in
      try IdentityEntry(
        row, hasBlanks: row.decode(forColumn: "has_blanks"), isStudied: true,
        staysInGroup: !row.decode(forColumn: "was_shown"))
    }.uniqued
  }

  /// The questions of the decks that might be one of those that went: they have a side in common, or
  /// stand in its group, and have no longer history.
  private func standing(
    for gone: [IdentityEntry], besides arrived: Set<QuestionID>, _ unstarted: Set<Int64>
  ) throws -> [IdentityEntry] {
    if gone.isEmpty { return [] }
    let titles = Set(gone.map(\.group))
    let prompts = Dictionary(grouping: gone, by: \.prompt)
    let otherSides = Set(gone.map(\.answer))
    let answers = try db.makeStatement(sql: "SELECT \(Self.answers("?"))")
    func count(_ id: QuestionID) throws -> Int { try Int.fetchOne(answers, arguments: [id]) ?? 0 }
    var found: [IdentityEntry] = []
    let rows = try Row.fetchCursor(
      db, sql: PlacedQuestion.query + " ORDER BY q.deck_group, q.position")
    while let row = try rows.next() {
      let question = try PlacedQuestion(row)
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
            nil, isStudied: number > 0, staysInGroup: unstarted.contains(question.groupRow)))
      }
    }
    return found.uniqued
  }

  /// What was decided not to be a known question: the learner said so, or undid that it was taken for it.
  private func refused() throws -> Set<IdentityMatch.Refusal> {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT e.known, q.id AS entry FROM identity e JOIN question q ON q.content = e.content
        WHERE e.known IS NOT NULL AND
          CASE e.reason WHEN '\(IdentityDecision.Reason.another.rawValue)'
            THEN \(IdentityEvent.counts("e"))
            ELSE \(IdentityEvent.isAutomatic) AND NOT \(IdentityEvent.counts("e")) END
        """)
    return Set(
      try rows.map {
        .init(
          known: try $0.decode(forColumn: "known"), entry: try $0.decode(forColumn: "entry"))
      })
  }

  /// Asks about the questions that candidates without a history have become, too.
  private func followCandidates(_ successors: [QuestionID: QuestionID]) throws {
    for candidate in try QuestionID.fetchAll(db, sql: "SELECT DISTINCT candidate FROM unclear") {
      guard let new = successors[candidate] else { continue }
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO unclear (known, candidate, group_title, prompt, answer)
          SELECT known, ?, group_title, prompt, answer FROM unclear WHERE candidate = ?
          """, arguments: [new, candidate])
    }
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
}
