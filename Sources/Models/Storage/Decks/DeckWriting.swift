import GRDB
import RabbleQuestions
import RabbleScheduling

/// What was read of deck files goes in the place of what was read before. What reads as it did
/// stays as it is, with all that is kept of it.
extension DeckStore {
  /// Puts what was read from deck files in place of what was read before, and finds out which edited
  /// questions are ones the learner knows; those decisions become events.
  ///
  /// - Parameters:
  ///   - changed: the decks that were read, with their groups.
  ///   - new: decks that the log does not have; each is asked for when the one before is written, so that
  ///     they need not be in memory together.
  ///   - count: about how many questions the new decks have.
  ///   - removed: paths of decks that no longer exist.
  ///   - bundled: paths of the decks that come with the program. Those of a course that was never
  ///     started take no history of other groups.
  ///   - listed: paths of all decks that are studied now; `nil` for all that were ever read. What stands in
  ///     another deck only, such as the original of a copied folder, is gone.
  ///   - isUndoing: whether a change of the decks was just undone or redone. What goes then continues
  ///     nowhere among what was there before: an undone import is no copy of the learner's own deck.
  ///   - moment: the time of the reading.
  /// - Returns: which questions and groups continue under another text, and which histories are left
  ///   without a question.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  package func store(
    _ changed: [(deck: StoredDeck, groups: [QuestionGroup])],
    new: some Sequence<(deck: StoredDeck, groups: [QuestionGroup])> = EmptyCollection(),
    expecting count: Int = 0, removed: [String],
    bundled: [String] = [], listed: [String]? = nil, isUndoing: Bool = false, at moment: Moment
  ) throws -> DeckNews {
    let unstarted = try unstartedCourses(bundled)
    let identities = try tx.identities.known()
    let moved = try renameDecks(changed.map(\.deck), at: moment)
    var edit = StoredDeckChange(continued: identities)
    for path in removed {
      for row in try rows(ofDeck: path) { try remove(row, &edit) }
      try db.execute(sql: "DELETE FROM deck WHERE path = ?", arguments: [path])
    }
    let writings = try changed.flatMap { deck, groups in
      try compare(groups, withDeck: deck, identities, &edit)
    }
    let added = writings.reduce(count) {
      $0 + ($1.row == nil ? $1.group.questions.count : $1.changed.count)
    }
    let paused = try PausedIndexes(tx, of: ["question", "deck_card", "schedule"], adding: added)
    let writer = try QuestionWriter(db, at: moment)
    for writing in writings { try write(writing, with: writer, identities, &edit) }
    for (deck, groups) in new {
      for writing in try compare(groups, withDeck: deck, identities, &edit) {
        try write(writing, with: writer, identities, &edit)
      }
    }
    if let paused {
      try paused.make()
      try tx.schedules.renewPlaces()
    }
    let closed = Set(try groups(of: unstarted).map(\.id))
    // Only now: a deck that has come may have the number of one that went.
    let unlisted = try listed.map { try unlistedDecks(besides: $0) } ?? []
    let renames =
      try isUndoing
      ? [] : renameGroups(edit, besides: closed, unlisted: unlisted, at: moment)
    try findDecks(at: moment)
    let found = try tx.identities.identify(
      edit, unstarted: closed, unlisted: unlisted, isUndoing: isUndoing, at: moment)
    try splitGroups(edit, at: moment)
    try keepAddedDays(edit, of: found.match.decisions, at: moment)
    return DeckNews(
      match: found.match, lost: found.lost,
      lostBlanks: try tx.blanks.lost(of: edit.blanks, besides: unlisted), renames: moved + renames)
  }

  /// Which of the bundled decks are of a course that was never started: nothing was answered of any
  /// deck in a folder of its name, wherever that was when the program was installed elsewhere.
  private func unstartedCourses(_ bundled: [String]) throws -> [String] {
    func course(_ path: String) -> Substring? { path.split(separator: "/").dropLast().last }
    let started = try String.fetchAll(
      db,
      sql: """
        SELECT path FROM deck d WHERE EXISTS (SELECT 1 FROM deck_group g
          JOIN deck_card c INDEXED BY card_begun ON c.deck_group = g.id AND c.is_new = 0
          WHERE g.deck = d.id)
        """)
    let courses = Set(started.map(course))
    return bundled.filter { !courses.contains(course($0)) }
  }

  /// Gives questions that were found to continue others the days on which those came.
  private func keepAddedDays(
    _ edit: StoredDeckChange, of decisions: [IdentityDecision], at moment: Moment
  ) throws {
    let update = try db.makeStatement(
      sql: "UPDATE question SET added_day = ? WHERE id = ? AND added_day = ?")
    for decision in decisions {
      if let day = edit.days[decision.known.id] {
        try update.execute(arguments: [day, decision.known.id, moment.day.number])
      }
    }
  }

  // MARK: - What stays and what goes

  /// A group as it was read last.
  private struct KnownGroupRow {
    let id: Int64
    let name: GroupName
    let more: String?
  }

  /// A group to be written: new, or the questions of a known one that are others now.
  private struct Writing {
    let group: QuestionGroup
    let name: GroupName
    let deck: Int64
    let position: Int
    var row: Int64?
    var ids: [QuestionID] = []
    var changed: [Int] = []
  }

  /// The groups of a deck as they were read last, in their order.
  private func rows(ofDeck path: String) throws -> [KnownGroupRow] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT g.id, d.name AS deck, g.title, g.more FROM deck_group g JOIN deck d ON d.id = g.deck
        WHERE d.path = ? ORDER BY g.position
        """, arguments: [path]
    ).map {
      KnownGroupRow(
        id: try $0.decode(forColumn: "id"), name: try GroupName($0, title: "title"),
        more: try $0.decode(forColumn: "more"))
    }
  }

  private func remove(_ row: KnownGroupRow, _ edit: inout StoredDeckChange) throws {
    edit.blanks += try tx.blanks.answered(inGroup: row.id)
    let questions = try tx.identities.placedQuestions(ofGroup: row.id)
    edit.gone += questions
    for question in questions where edit.continued.contains(question.id) {
      edit.stood.insert(question.key)
    }
    edit.before.append(
      StoredDeckChange.Group(
        row: row.id, name: row.name, ids: questions.map(\.id),
        changed: Array(questions.indices)))
    let days = try Row.fetchCursor(
      db, sql: "SELECT id, added_day FROM question WHERE deck_group = ?", arguments: [row.id])
    while let row = try days.next() {
      let day = try row.decodeIfPresent("added_day", in: LogBounds.day)
      edit.days.updateValue(day, forKey: try row.decode(forColumn: "id"))
    }
    try db.execute(sql: "DELETE FROM deck_group WHERE id = ?", arguments: [row.id])
  }

  /// Says what was read of a deck, and removes what it has no longer.
  ///
  /// - Returns: what is to be written of it.
  private func compare(
    _ groups: [QuestionGroup], withDeck deck: StoredDeck,
    _ identities: [QuestionID: QuestionID], _ edit: inout StoredDeckChange
  ) throws -> [Writing] {
    let known = try String.fetchOne(
      db, sql: "SELECT signature FROM deck WHERE path = ?", arguments: [deck.path])
    // Another session has read the same content in the meantime, and uses the rows it made.
    if known == deck.signature { return [] }
    let groups = try groups.map { try tx.blanks.named($0, identities) }
    let id = try keep(deck)
    func writing(_ place: Int) -> Writing {
      Writing(
        group: groups[place], name: GroupName(deck: deck.name, title: groups[place].title),
        deck: id, position: place)
    }
    let places = Dictionary(groups.enumerated().map { ($1.title, $0) }) { first, _ in first }
    var writings: [Int: Writing] = [:]
    for row in try rows(ofDeck: deck.path) {
      guard let place = places[row.name.title], writings[place] == nil,
        let comparison = try GroupComparison(
          of: groups[place], withGroup: row.id, identities, edit.continued, tx)
      else {
        try remove(row, &edit)
        continue
      }
      var writing = writing(place)
      writing.row = row.id
      (writing.ids, writing.changed) = (comparison.new, comparison.came)
      writings[place] = writing
      try keep(writing, in: row, comparison, &edit)
    }
    return groups.indices.compactMap { place in
      let writing = writings[place] ?? writing(place)
      return writing.row != nil && writing.changed.isEmpty ? nil : writing
    }
  }

  private func keep(_ deck: StoredDeck) throws -> Int64 {
    try db.execute(
      sql: """
        INSERT INTO deck (path, name, signature, faults) VALUES (?, ?, ?, ?)
        ON CONFLICT (path) DO UPDATE SET signature = excluded.signature, faults = excluded.faults
        """,
      arguments: [deck.path, deck.name, deck.signature, deck.faults.joined(separator: "\n")])
    let id = try Int64.fetchOne(
      db, sql: "SELECT id FROM deck WHERE path = ?", arguments: [deck.path])
    return id ?? db.lastInsertedRowID
  }

  /// Keeps a group, without the questions that are others now and what was made of them.
  private func keep(
    _ writing: Writing, in row: KnownGroupRow, _ comparison: GroupComparison,
    _ edit: inout StoredDeckChange
  ) throws {
    let more = try GroupRow(writing.group).more()
    try db.cachedStatement(
      sql: "UPDATE deck_group SET position = ?, questions = ?, more = ? WHERE id = ?"
    ).execute(arguments: [writing.position, writing.ids.count, more, row.id])
    if more != row.more {
      try tx.answerIndexes.forget(ofGroup: row.id)
    } else if !comparison.went.isEmpty || !comparison.came.isEmpty {
      try tx.answerIndexes.forget(ofGroup: row.id, at: comparison.went + comparison.came)
    }
    for position in comparison.went {
      edit.blanks += try tx.blanks.answered(inGroup: row.id, at: position)
    }
    edit.gone += try tx.identities.placedQuestions(
      ofGroup: row.id, at: comparison.went, of: comparison.old.count)
    edit.stood.formUnion(comparison.stood)
    edit.days.merge(comparison.days) { $1 }
    edit.before.append(
      StoredDeckChange.Group(
        row: row.id, name: row.name, ids: comparison.old, changed: comparison.went))
    let delete = try db.cachedStatement(
      sql: "DELETE FROM question WHERE deck_group = ? AND position BETWEEN ? AND ?")
    for run in comparison.went.runs {
      try delete.execute(arguments: [row.id, run.lowerBound, run.upperBound - 1])
    }
  }

  // MARK: - What comes

  private func write(
    _ writing: Writing, with writer: QuestionWriter, _ identities: [QuestionID: QuestionID],
    _ edit: inout StoredDeckChange
  ) throws {
    let group = writing.group
    if let row = writing.row {
      for run in writing.changed.runs {
        _ = try writer.write(group, run, intoGroup: row, identities, edit.days)
      }
      edit.after.append(
        StoredDeckChange.Group(
          row: row, name: writing.name, ids: writing.ids, changed: writing.changed))
      return
    }
    try db.cachedStatement(
      sql: """
        INSERT INTO deck_group (deck, position, title, questions, more) VALUES (?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      writing.deck, writing.position, group.title, group.questions.count,
      try GroupRow(group).more(),
    ])
    let row = db.lastInsertedRowID
    let ids = try writer.write(
      group, group.questions.indices, intoGroup: row, identities, edit.days)
    edit.after.append(
      StoredDeckChange.Group(row: row, name: writing.name, ids: ids, changed: Array(ids.indices)))
  }
}

extension [Int] {
  /// Rising numbers as runs of those that follow each other.
  fileprivate var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    for number in self {
      if let last = runs.last, last.upperBound == number {
        runs[runs.count - 1] = last.lowerBound..<number + 1
      } else {
        runs.append(number..<number + 1)
      }
    }
    return runs
  }
}

/// Puts questions and their cards into their tables.
private struct QuestionWriter {
  private let rows: RowWriter
  private let cards: CardWriter
  private let moment: Moment

  init(_ db: Database, at moment: Moment) throws {
    rows = try RowWriter(
      db, into: "question", WrittenQuestion.columns + ["deck_group", "added_day"])
    cards = try CardWriter(db)
    self.moment = moment
  }

  /// Writes a run of questions, of which some came on other days.
  ///
  /// - Returns: their identities.
  func write(
    _ group: QuestionGroup, _ run: Range<Int>, intoGroup row: Int64,
    _ identities: [QuestionID: QuestionID], _ days: [QuestionID: Int?]
  ) throws -> [QuestionID] {
    let ids = try run.map { position in
      let question = try WrittenQuestion(at: position, in: group, identities: identities)
      let day = days[question.identity] ?? moment.day.number
      try rows.add(question.values + [.integer(row), EventValue(day)])
      if question.sole == nil {
        try cards.write(question.directions, of: question.identity, group: row, position: position)
      }
      return question.identity
    }
    try cards.writeSole(ofGroup: row, run)
    return ids
  }
}

/// What came of reading decks that have changed.
package struct DeckNews: Hashable, Sendable {
  /// A group that has another title, or is in another deck.
  package struct Rename: Hashable, Sendable {
    /// What it was known by.
    package let old: GroupName
    /// What it is known by.
    package let new: GroupName
  }

  /// Which questions continue under another text, and what is unclear.
  package let match: IdentityMatch
  /// The studied questions that went, and that nothing resembles.
  package let lost: [IdentityEntry]
  /// The studied blanks that went, and that none of their sentence is a correction of.
  package let lostBlanks: [LostBlank]
  /// The groups that have another title, or are in another deck.
  package let renames: [Rename]
}
