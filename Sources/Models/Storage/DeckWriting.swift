import GRDB
import RabbleQuestions
import RabbleScheduling

/// What was read of deck files goes in the place of what was read before. A group that reads as it did
/// stays as it is, with all that is kept of it.
extension DeckStore {
  /// Puts what was read from deck files in place of what was read before, and finds out which edited
  /// questions are ones the learner knows; those decisions become events.
  ///
  /// - Parameters:
  ///   - changed: the decks that were read, with their groups.
  ///   - removed: paths of decks that no longer exist.
  ///   - bundled: paths of the decks that come with the program. Those of a course that was never
  ///     started take no history of other groups.
  ///   - moment: the time of the reading.
  /// - Returns: which questions and groups continue under another text, and which histories are left
  ///   without a question.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  package func store(
    _ changed: [(deck: StoredDeck, groups: [QuestionGroup])], removed: [String],
    bundled: [String] = [], at moment: Moment
  ) throws -> DeckNews {
    let unstarted = try unstartedCourses(bundled)
    let before = try tx.identities.shelved(paths: changed.map(\.deck.path) + removed)
    let added = try addedDays(inDecks: changed.map(\.deck.path) + removed)
    for path in removed { try remove(path) }
    let identities = try tx.identities.known()
    let count = changed.reduce(0) { $1.groups.reduce($0) { $0 + $1.questions.count } }
    let paused = try PausedIndexes(tx, of: ["question", "card", "schedule"], adding: count)
    var stored: [Int64] = []
    for (deck, groups) in changed {
      let known = try String.fetchOne(
        db, sql: "SELECT signature FROM deck WHERE path = ?", arguments: [deck.path])
      // Another session has read the same content in the meantime, and uses the rows it made.
      if known == deck.signature { continue }
      let id = try keep(deck)
      let rows = try keptRows(of: groups, inDeck: id, identities: identities)
      try removeGroups(ofDeck: id, except: rows.compactMap(\.self))
      for (position, (group, row)) in zip(groups, rows).enumerated() {
        if let row {
          try db.execute(
            sql: "UPDATE deck_group SET position = ? WHERE id = ?", arguments: [position, row])
        } else {
          stored.append(
            try store(
              group, deck: id, position: position, identities: identities, added: added, at: moment)
          )
        }
      }
    }
    if let paused {
      try paused.make()
      try tx.schedules.renewPlaces()
    }
    let closed = Set(try groups(of: unstarted).map(\.id))
    let renames = try renameGroups(before: before, besides: closed, at: moment)
    let found = try tx.identities.identify(
      before: before, in: stored, unstarted: closed, at: moment)
    try splitGroups(before: before, into: stored, at: moment)
    try keepAddedDays(added, in: stored, at: moment)
    return DeckNews(match: found.match, lost: found.lost, renames: renames)
  }

  /// Which of the bundled decks are of a course that was never started: nothing was answered of any
  /// deck in a folder of its name, wherever that was when the program was installed elsewhere.
  private func unstartedCourses(_ bundled: [String]) throws -> [String] {
    func course(_ path: String) -> Substring? { path.split(separator: "/").dropLast().last }
    let started = try String.fetchAll(
      db,
      sql: """
        SELECT path FROM deck d WHERE EXISTS (SELECT 1 FROM deck_group g
          JOIN card c INDEXED BY card_begun ON c.deck_group = g.id AND c.is_new = 0
          WHERE g.deck = d.id)
        """)
    let courses = Set(started.map(course))
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

  /// Says what was read of a deck.
  private func keep(_ deck: StoredDeck) throws -> Int64 {
    try db.execute(
      sql: """
        INSERT INTO deck (path, signature, faults) VALUES (?, ?, ?)
        ON CONFLICT (path) DO UPDATE SET signature = excluded.signature, faults = excluded.faults
        """,
      arguments: [deck.path, deck.signature, deck.faults.joined(separator: "\n")])
    let id = try Int64.fetchOne(
      db, sql: "SELECT id FROM deck WHERE path = ?", arguments: [deck.path])
    return id ?? db.lastInsertedRowID
  }

  private func removeGroups(ofDeck deck: Int64, except kept: [Int64]) throws {
    let kept = kept.map(String.init).joined(separator: ",")
    try db.execute(
      sql: "DELETE FROM deck_group WHERE deck = ? AND id NOT IN (\(kept))", arguments: [deck])
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
        INSERT INTO question (\(WrittenQuestion.columns), deck_group, added_day)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    let cards = try CardWriter(db)
    for position in group.questions.indices {
      let question = try WrittenQuestion(at: position, in: group, identities: identities)
      let day = days[question.identity] ?? moment.day.number
      try insert.execute(arguments: StatementArguments(question.values) + [id, day])
      try cards.write(question.directions, of: question.identity, group: id, position: position)
    }
    return id
  }

  // MARK: - What stays

  /// The rows of a deck's groups that hold what would be written: of the groups that read as they did.
  private func keptRows(
    of groups: [QuestionGroup], inDeck deck: Int64, identities: [QuestionID: QuestionID]
  ) throws -> [Int64?] {
    let found = try Row.fetchAll(
      db, sql: "SELECT title, id, more, questions FROM deck_group WHERE deck = ?",
      arguments: [deck])
    var rows = Dictionary(found.map { ($0[0] as DatabaseValue, $0) }) { first, _ in first }
    return try groups.map { group in
      guard let row = rows.removeValue(forKey: group.title.databaseValue) else { return nil }
      let id: Int64 = try row.decode(atIndex: 1)
      let header = [try GroupRow(group).more().databaseValue, group.questions.count.databaseValue]
      guard row.databaseValues.dropFirst(2).elementsEqual(header) else { return nil }
      return try holds(group, inRow: id, identities: identities) ? id : nil
    }
  }

  private func holds(
    _ group: QuestionGroup, inRow id: Int64, identities: [QuestionID: QuestionID]
  ) throws -> Bool {
    let questions = try Row.fetchCursor(
      db,
      sql: "SELECT \(WrittenQuestion.columns) FROM question WHERE deck_group = ? ORDER BY position",
      arguments: [id])
    let cards = try Row.fetchCursor(db, sql: Self.cardsOfGroup, arguments: [id])
    for position in group.questions.indices {
      let question = try WrittenQuestion(at: position, in: group, identities: identities)
      guard try questions.next()?.databaseValues.elementsEqual(question.values) == true else {
        return false
      }
      for direction in question.directions {
        let card = [position.databaseValue, direction.databaseValue]
        guard try cards.next()?.databaseValues.elementsEqual(card) == true else { return false }
      }
    }
    return try questions.next() == nil && cards.next() == nil
  }
}

/// A question as it is written into its row.
private struct WrittenQuestion {
  let identity: QuestionID
  let directions: [Direction]
  /// What its ``columns`` hold.
  let values: [DatabaseValue]

  static let columns = "position, id, content, prompt, hint, answer, more, sole"

  init(at position: Int, in group: QuestionGroup, identities: [QuestionID: QuestionID]) throws {
    let question = group.questions[position]
    let content = QuestionID(of: question, inGroup: group.title)
    identity = identities[content] ?? content
    directions = question.askedDirections(byDefault: group.directions)
    let sole = directions.count == 1 ? directions[0] : nil
    values = [
      position.databaseValue, identity.databaseValue, content.databaseValue,
      LogBounds.cut(question.prompt.databaseValue),
      LogBounds.cut(question.hint?.databaseValue ?? .null),
      LogBounds.cut(question.answer.databaseValue),
      try QuestionRow.more(question)?.databaseValue ?? .null,
      sole?.databaseValue ?? .null,
    ]
  }
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
