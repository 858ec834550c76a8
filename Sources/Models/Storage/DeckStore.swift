import GRDB
import RabbleQuestions
import RabbleScheduling

/// Decks as they were read last: a start reads a deck file only when it has changed.
package struct DeckStore {
  let tx: Transaction
  var db: Database { tx.db }

  /// The decks kept from earlier readings, by path.
  package func all() throws -> [String: StoredDeck] {
    var decks: [String: StoredDeck] = [:]
    let rows = try Row.fetchCursor(db, sql: "SELECT path, signature, faults FROM deck")
    while let row = try rows.next() {
      let path: String = try row.decode(atIndex: 0)
      let faults: String = try row.decode(atIndex: 2)
      decks[path] = StoredDeck(
        path: path, signature: try row.decode(atIndex: 1),
        faults: faults.split(separator: "\n").map(String.init))
    }
    return decks
  }

  /// The groups of these decks, in the order of the paths and of the files.
  package func groups(of paths: [String]) throws -> [StoredGroup] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT g.id, g.title, g.questions FROM deck_group g JOIN deck d ON d.id = g.deck
        WHERE d.path = ? ORDER BY g.position
        """)
    var groups: [StoredGroup] = []
    for path in paths {
      let rows = try Row.fetchCursor(statement, arguments: [path])
      while let row = try rows.next() {
        groups.append(
          StoredGroup(
            id: try row.decode(atIndex: 0), title: try row.decode(atIndex: 1), deck: path,
            questions: try row.decode(atIndex: 2, in: LogBounds.position)))
      }
    }
    return groups
  }

  /// The groups with their questions.
  package func content(of groups: [StoredGroup]) throws -> [QuestionGroup] {
    let questions = try db.makeStatement(sql: QuestionRow.ofGroup)
    let more = try db.makeStatement(sql: "SELECT more FROM deck_group WHERE id = ?")
    return try groups.map { group in
      let rows = try Row.fetchCursor(questions, arguments: [group.id])
      var content: [Question] = []
      while let row = try rows.next() { content.append(try QuestionRow(row).question) }
      return try GroupRow(title: group.title, more: String.fetchOne(more, arguments: [group.id]))
        .group(with: content)
    }
  }

  /// The cards of a group that were answered before: their directions, by the places of their
  /// questions.
  package func started(in group: StoredGroup) throws -> [Int: Set<Direction>] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT position, direction FROM card INDEXED BY card_begun
          WHERE deck_group = ? AND is_new = 0
          """), arguments: [group.id])
    var started: [Int: Set<Direction>] = [:]
    while let row = try rows.next() {
      started[try row.decode(atIndex: 0), default: []].insert(try Direction(row, at: 1))
    }
    return started
  }

  /// The questions of these groups with their cards, in their order.
  package func questions(of groups: [StoredGroup]) throws -> [StoredQuestion] {
    let questions = try db.makeStatement(sql: QuestionRow.ofGroup)
    let cards = try db.makeStatement(
      sql: "SELECT position, direction FROM card WHERE deck_group = ? ORDER BY position, ordinal")
    return try groups.flatMap { group in
      var directions: [Int: [Direction]] = [:]
      for row in try Row.fetchAll(cards, arguments: [group.id]) {
        directions[try row.decode(atIndex: 0), default: []].append(try Direction(row, at: 1))
      }
      return try Row.fetchAll(questions, arguments: [group.id]).map { row in
        let found = try QuestionRow(row)
        return StoredQuestion(
          id: found.id, question: found.question, group: group,
          directions: directions[found.position] ?? [])
      }
    }
  }

  /// What a question asks and what answers it: as the decks have it, or as it was answered last.
  ///
  /// - Returns: the two texts, or `nil` for a question that neither decks nor log know.
  package func text(of id: QuestionID) throws -> (prompt: String, answer: String)? {
    try Row.fetchOne(
      db,
      sql: """
        SELECT prompt, answer FROM (
          SELECT prompt, answer, 1 AS rank, NULL AS event FROM question WHERE id = ?1
          UNION ALL SELECT prompt, answer, 2, id FROM wording WHERE question = ?1)
        ORDER BY rank, event DESC LIMIT 1
        """, arguments: [id]
    ).map { (try $0.decodeText(atIndex: 0), try $0.decodeText(atIndex: 1)) }
  }

  /// The identity of a question of the decks, by its text. Of several with the same text, first one of
  /// the named group, then one that was answered before: in which order decks were read decides nothing.
  func identity(of question: Question, nearGroup title: String) throws -> QuestionID? {
    try QuestionID.fetchOne(
      db,
      sql: """
        SELECT q.id FROM question q JOIN deck_group g ON g.id = q.deck_group
        WHERE q.prompt = ? AND q.answer = ?
        ORDER BY g.title <> ?, NOT EXISTS (SELECT 1 FROM schedule s WHERE s.question = q.id), q.id
        LIMIT 1
        """, arguments: [question.prompt, question.answer, title])
  }

  /// Pairs of different questions that share an identity, because two decks give them the same
  /// `"id"`; at most 20.
  package func sharedIdentities() throws -> [(
    first: (deck: String, prompt: String), second: (deck: String, prompt: String)
  )] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT da.path, a.prompt, db.path, b.prompt
        FROM question a JOIN question b ON b.id = a.id AND b.deck_group > a.deck_group
          JOIN deck_group ga ON ga.id = a.deck_group JOIN deck da ON da.id = ga.deck
          JOIN deck_group gb ON gb.id = b.deck_group JOIN deck db ON db.id = gb.deck
        WHERE a.prompt <> b.prompt AND a.answer <> b.answer AND da.path <> db.path
        ORDER BY a.deck_group, a.position LIMIT 20
        """
    ).map { row in
      (
        (try row.decode(atIndex: 0), try row.decode(atIndex: 1)),
        (try row.decode(atIndex: 2), try row.decode(atIndex: 3))
      )
    }
  }

  // MARK: - Storing

  /// Puts what was read from deck files in place of what was read before, and finds out which edited
  /// questions are ones the learner knows; those decisions become events.
  ///
  /// - Parameters:
  ///   - changed: the decks that were read, with their groups.
  ///   - removed: paths of decks that no longer exist.
  ///   - bundled: paths of the decks that come with the program. Those of a course that was never begun
  ///     take no history of other groups.
  ///   - moment: the time of the reading.
  /// - Returns: which questions and groups continue under another text, and which histories are left
  ///   without a question.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  package func store(
    _ changed: [(deck: StoredDeck, groups: [QuestionGroup])], removed: [String],
    bundled: [String] = [], at moment: Moment
  ) throws -> DeckNews {
    let unbegun = try unbegunCourses(bundled)
    let before = try tx.identities.shelved(paths: changed.map(\.deck.path) + removed)
    let added = try addedDays(inDecks: changed.map(\.deck.path) + removed)
    for path in removed { try remove(path) }
    let identities = try tx.identities.known()
    var stored: [Int64] = []
    for (deck, groups) in changed {
      let known = try String.fetchOne(
        db, sql: "SELECT signature FROM deck WHERE path = ?", arguments: [deck.path])
      // Another session has read the same content in the meantime, and uses the rows it made.
      if known == deck.signature { continue }
      try remove(deck.path)
      try db.execute(
        sql: "INSERT INTO deck (path, signature, faults) VALUES (?, ?, ?)",
        arguments: [deck.path, deck.signature, deck.faults.joined(separator: "\n")])
      let id = db.lastInsertedRowID
      for (position, group) in groups.enumerated() {
        stored.append(
          try store(
            group, deck: id, position: position, identities: identities, added: added, at: moment))
      }
    }
    let closed = Set(try groups(of: unbegun).map(\.id))
    let renames = try renameGroups(before: before, besides: closed, at: moment)
    let found = try tx.identities.identify(
      before: before, in: stored, unbegun: closed, at: moment)
    try splitGroups(before: before, into: stored, at: moment)
    try keepAddedDays(added, in: stored, at: moment)
    return DeckNews(match: found.match, lost: found.lost, renames: renames)
  }

  /// Which of the bundled decks are of a course that was never begun: nothing was answered of any deck in a folder
  /// of its name, wherever that was when the program was installed elsewhere.
  private func unbegunCourses(_ bundled: [String]) throws -> [String] {
    func course(_ path: String) -> Substring? { path.split(separator: "/").dropLast().last }
    let begun = try String.fetchAll(
      db,
      sql: """
        SELECT path FROM deck d WHERE EXISTS (SELECT 1 FROM deck_group g
          JOIN card c INDEXED BY card_begun ON c.deck_group = g.id AND c.is_new = 0
          WHERE g.deck = d.id)
        """)
    let courses = Set(begun.map(course))
    return bundled.filter { !courses.contains(course($0)) }
  }

  // MARK: - Days of coming

  /// The day on which each question of these decks came, as far as it is known.
  private func addedDays(inDecks paths: [String]) throws -> [QuestionID: Int?] {
    let statement = try db.makeStatement(
      sql: """
        SELECT q.id, q.added_day FROM question q JOIN deck_group g ON g.id = q.deck_group
          JOIN deck d ON d.id = g.deck WHERE d.path = ?
        """)
    var days: [QuestionID: Int?] = [:]
    for path in paths {
      let rows = try Row.fetchCursor(statement, arguments: [path])
      while let row = try rows.next() {
        let id: QuestionID = try row.decode(atIndex: 0)
        let day = try row.decodeIfPresent(atIndex: 1, in: LogBounds.day)
        days.updateValue(day, forKey: id)
      }
    }
    return days
  }

  /// Gives questions that were found to continue others the days on which those came.
  private func keepAddedDays(
    _ days: [QuestionID: Int?], in groups: [Int64], at moment: Moment
  ) throws {
    let found = try db.makeStatement(
      sql: "SELECT position, id FROM question WHERE deck_group = ? AND added_day = ?")
    let update = try db.makeStatement(
      sql: "UPDATE question SET added_day = ? WHERE deck_group = ? AND position = ?")
    guard !days.isEmpty else { return }
    for group in groups {
      for row in try Row.fetchAll(found, arguments: [group, moment.day.number]) {
        if let day = days[try row.decode(atIndex: 1)] {
          try update.execute(arguments: [day, group, row.decode(Int.self, atIndex: 0)])
        }
      }
    }
  }

  private func remove(_ path: String) throws {
    try db.execute(sql: "DELETE FROM deck WHERE path = ?", arguments: [path])
  }

  private func store(
    _ group: QuestionGroup, deck: Int64, position: Int, identities: [QuestionID: QuestionID],
    added days: [QuestionID: Int?], at moment: Moment
  ) throws -> Int64 {
    try db.execute(
      sql: """
        INSERT INTO deck_group (deck, position, title, questions, more) VALUES (?, ?, ?, ?, ?)
        """,
      arguments: [
        deck, position, group.title, group.questions.count, try GroupRow(group).more(),
      ])
    let id = db.lastInsertedRowID
    let insert = try db.makeStatement(
      sql: """
        INSERT INTO question (
          deck_group, position, id, content, prompt, hint, answer, more, sole, added_day)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    let cards = try CardWriter(db)
    for (position, question) in group.questions.enumerated() {
      let content = QuestionID(of: question, inGroup: group.title)
      let identity = identities[content] ?? content
      let directions = question.askedDirections(byDefault: group.directions)
      try insert.execute(arguments: [
        id, position, identity, content, LogBounds.cut(question.prompt.databaseValue),
        LogBounds.cut(question.hint?.databaseValue ?? .null),
        LogBounds.cut(question.answer.databaseValue),
        try QuestionRow.more(question),
        directions.count == 1 ? directions[0] : nil, days[identity] ?? moment.day.number,
      ])
      try cards.write(directions, of: identity, group: id, position: position)
    }
    return id
  }
}

extension Transaction {
  /// Decks as they were read last.
  package var decks: DeckStore { DeckStore(tx: self) }
}

/// What came of reading decks that have changed.
package struct DeckNews: Hashable, Sendable {
  /// A group that has another title.
  package struct Rename: Hashable, Sendable {
    /// The title it had.
    package let old: String
    /// The title it has.
    package let new: String
  }

  /// Which questions continue under another text, and what is unclear.
  package let match: IdentityMatch
  /// The studied questions that went, and that nothing resembles.
  package let lost: [IdentityEntry]
  /// The groups that have another title.
  package let renames: [Rename]
}

// MARK: - Tables

extension DeckStore {
  static let migration1 = """
    CREATE TABLE deck (
      id INTEGER PRIMARY KEY,
      path TEXT NOT NULL UNIQUE,
      signature TEXT NOT NULL,
      faults TEXT NOT NULL
    ) STRICT;

    CREATE TABLE deck_group (
      id INTEGER PRIMARY KEY,
      deck INTEGER NOT NULL REFERENCES deck(id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      title TEXT NOT NULL,
      questions INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX group_of_deck ON deck_group(deck, position);

    CREATE TABLE question (
      deck_group INTEGER NOT NULL REFERENCES deck_group(id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      id BLOB NOT NULL,
      content BLOB NOT NULL,
      is_new INTEGER NOT NULL,
      prompt TEXT NOT NULL,
      hint TEXT,
      answer TEXT NOT NULL,
      more TEXT,
      PRIMARY KEY (deck_group, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX question_by_id ON question(id, deck_group, position);
    CREATE INDEX question_new ON question(deck_group, position, id) WHERE is_new = 1;
    """

  /// `question.sole` is the direction of a question's only card, so that the queue need not look it
  /// up; NULL when it has several. Until its deck is read again, for which its signature is removed, a
  /// question is asked as it was before.
  static let migration2 = """
    DROP INDEX question_new;
    ALTER TABLE question DROP COLUMN is_new;
    ALTER TABLE question ADD COLUMN sole TEXT;
    UPDATE question SET sole = 'answer';
    DROP INDEX question_by_id;
    CREATE INDEX question_by_id ON question(id, deck_group, position, sole);
    ALTER TABLE deck_group ADD COLUMN more TEXT;
    UPDATE deck SET signature = '';
    """

  /// The day on which a question came into the decks first, as far as it has been in one since; of those
  /// there are already, the day of their first answer.
  static let migration13 = """
    ALTER TABLE question ADD COLUMN added_day INTEGER;
    UPDATE question SET added_day =
      (SELECT min(s.introduced_day) FROM schedule s WHERE s.question = question.id);
    CREATE INDEX question_added ON question(added_day) WHERE added_day IS NOT NULL;

    """
}
