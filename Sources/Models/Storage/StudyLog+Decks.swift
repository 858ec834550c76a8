import Foundation
import GRDB
import RabbleQuestions
import RabbleScheduling

extension StudyLog {
  /// The decks kept from earlier readings, by path.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func decks() throws(StorageError) -> [String: StoredDeck] {
    try read { db in
      var decks: [String: StoredDeck] = [:]
      try db.cachedStatement(sql: "SELECT path, signature, faults FROM deck").forEach(db) { row in
        decks[row.text(0)] = StoredDeck(
          path: row.text(0), signature: row.text(1),
          faults: row.text(2).split(separator: "\n").map(String.init))
      }
      return decks
    }
  }

  /// The groups of these decks, in the order of the paths and of the files.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func groups(of paths: [String]) throws(StorageError) -> [StoredGroup] {
    try read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT g.id, g.title, g.questions FROM deck_group g JOIN deck d ON d.id = g.deck
          WHERE d.path = ? ORDER BY g.position
          """)
      var groups: [StoredGroup] = []
      for path in paths {
        try statement.forEach(db) {
          $0.add(path)
        } _: { row in
          groups.append(
            StoredGroup(
              id: row.integer(0), title: row.text(1), deck: path, questions: row.number(2)))
        }
      }
      return groups
    }
  }

  /// The questions of these groups, as their decks were read last.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func content(of groups: [StoredGroup]) throws(StorageError) -> [QuestionGroup] {
    try read { db in
      let statement = try db.makeStatement(
        sql: "SELECT * FROM question WHERE deck_group = ? ORDER BY position")
      let more = try db.makeStatement(sql: "SELECT more FROM deck_group WHERE id = ?")
      return try groups.map { group in
        let rows = try Row.fetchAll(statement, arguments: [group.id])
        return try GroupRow(title: group.title, more: String.fetchOne(more, arguments: [group.id]))
          .group(with: rows.map { try QuestionRow(row: $0).question })
      }
    }
  }

  /// Pairs of different questions that share an identity, because two decks give them the same
  /// `"id"`.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func sharedIdentities() throws(StorageError) -> [(
    first: (deck: String, prompt: String), second: (deck: String, prompt: String)
  )] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT da.path AS first_deck, a.prompt AS first, db.path AS second_deck, b.prompt AS second
          FROM question a JOIN question b ON b.id = a.id AND b.deck_group > a.deck_group
            JOIN deck_group ga ON ga.id = a.deck_group JOIN deck da ON da.id = ga.deck
            JOIN deck_group gb ON gb.id = b.deck_group JOIN deck db ON db.id = gb.deck
          WHERE a.prompt <> b.prompt AND a.answer <> b.answer AND da.path <> db.path
          ORDER BY a.deck_group, a.position LIMIT 20
          """
      ).map { row in
        ((row["first_deck"], row["first"]), (row["second_deck"], row["second"]))
      }
    }
  }

  /// Puts what was read from deck files in place of what was read before, and finds out which
  /// edited questions are ones the learner knows; those decisions become events.
  ///
  /// - Parameters:
  ///   - changed: the decks that were read, with their groups.
  ///   - removed: paths of decks that no longer exist.
  ///   - moment: the time of the reading.
  /// - Returns: which questions go on under a known identity, and which are unclear.
  /// - Throws: ``StorageError``; then nothing was changed.
  public func store(
    _ changed: [(deck: StoredDeck, groups: [QuestionGroup])], removed: [String], at moment: Moment
  ) throws(StorageError) -> IdentityMatch {
    let match = try write { db in
      let before = try shelved(db, paths: changed.map(\.deck.path) + removed)
      for path in removed {
        try db.execute(sql: "DELETE FROM deck WHERE path = ?", arguments: [path])
      }
      let identities = try identities(db)
      var stored: [Int64] = []
      for (deck, groups) in changed {
        let known = try String.fetchOne(
          db, sql: "SELECT signature FROM deck WHERE path = ?", arguments: [deck.path])
        // Another session read the same content meanwhile, and goes by the rows it made.
        if known == deck.signature { continue }
        try db.execute(sql: "DELETE FROM deck WHERE path = ?", arguments: [deck.path])
        try db.execute(
          sql: "INSERT INTO deck (path, signature, faults) VALUES (?, ?, ?)",
          arguments: [deck.path, deck.signature, deck.faults.joined(separator: "\n")])
        let id = db.lastInsertedRowID
        for (position, group) in groups.enumerated() {
          stored.append(
            try store(db, group, deck: id, position: position, identities: identities))
        }
      }
      return try identify(db, before: before, in: stored, at: moment)
    }
    emptyLongWriteAheadLog()
    return match
  }

  private func store(
    _ db: Database, _ group: QuestionGroup, deck: Int64, position: Int,
    identities: [QuestionID: QuestionID]
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
        INSERT INTO question (deck_group, position, id, content, prompt, hint, answer, more, sole)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    let cards = try CardWriter(db)
    for (position, question) in group.questions.enumerated() {
      let content = QuestionID(of: question, inGroup: group.title)
      let identity = identities[content] ?? content
      let directions = question.askedDirections(byDefault: group.directions)
      try insert.execute(arguments: [
        id, position, identity, content, question.prompt, question.hint, question.answer,
        try QuestionRow(question).more(), directions.count == 1 ? directions[0].rawValue : nil,
      ])
      try cards.write(directions, of: identity, group: id, position: position)
    }
    return id
  }
}
