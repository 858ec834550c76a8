import GRDB
import RabbleQuestions
import RabbleText

/// Decks as they were read last: a start reads a deck file only when it has changed.
package struct DeckStore {
  let tx: Transaction
  var db: Database { tx.db }

  /// The decks kept from earlier readings, by path.
  package func all() throws -> [ExactText: StoredDeck] {
    var decks: [ExactText: StoredDeck] = [:]
    let rows = try Row.fetchCursor(db, sql: "SELECT path, name, signature, faults FROM deck")
    while let row = try rows.next() {
      let path: String = try row.decode(forColumn: "path")
      let faults: String = try row.decode(forColumn: "faults")
      decks[ExactText(path)] = StoredDeck(
        path: path, name: try row.decode(forColumn: "name"),
        signature: try row.decode(forColumn: "signature"),
        faults: faults.split(separator: "\n").map(String.init))
    }
    return decks
  }

  /// The groups of these decks, in the order of the paths and of the files; each is called so that it is
  /// told from the others.
  package func groups(of paths: [String]) throws -> [StoredGroup] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT g.id, d.name AS deck, g.title, g.questions
        FROM deck_group g JOIN deck d ON d.id = g.deck WHERE d.path = ? ORDER BY g.position
        """)
    var found: [(id: Int64, name: GroupName, path: String, questions: Int)] = []
    for path in paths {
      let rows = try Row.fetchCursor(statement, arguments: [path])
      while let row = try rows.next() {
        found.append(
          (
            try row.decode(forColumn: "id"), try GroupName(row, title: "title"), path,
            try row.decode("questions", in: LogBounds.position)
          ))
      }
    }
    let labels = GroupLabels(found.lazy.map(\.name))
    return found.map {
      StoredGroup(
        id: $0.id, name: $0.name, label: labels[$0.name], deck: $0.path, questions: $0.questions)
    }
  }

  /// The groups of all decks that were read.
  package func groupNames() throws -> [GroupName] {
    try Row.fetchAll(
      db,
      sql: "SELECT d.name AS deck, g.title FROM deck_group g JOIN deck d ON d.id = g.deck"
    ).map { try GroupName($0, title: "title") }
  }

  /// What the deck in a file is known by; `nil` where it was never read.
  package func name(ofDeck path: String) throws -> String? {
    try String.fetchOne(db, sql: "SELECT name FROM deck WHERE path = ?", arguments: [path])
  }

  /// The decks that were read once and are none of these.
  package func unlistedDecks(besides paths: [String]) throws -> Set<Int64> {
    let paths = Set(paths.lazy.map(ExactText.init))
    let rows = try Row.fetchCursor(db, sql: "SELECT id, path FROM deck")
    var found = Set<Int64>()
    while let row = try rows.next() {
      if !paths.contains(ExactText(try row.decode(forColumn: "path"))) {
        found.insert(try row.decode(forColumn: "id"))
      }
    }
    return found
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
          SELECT position, direction FROM deck_card INDEXED BY card_begun
          WHERE deck_group = ? AND is_new = 0
          """), arguments: [group.id])
    var started: [Int: Set<Direction>] = [:]
    while let row = try rows.next() {
      started[try row.decode(forColumn: "position"), default: []].insert(try Direction(row))
    }
    return started
  }

  /// The query of the cards of a group, in their order.
  static let cardsOfGroup =
    "SELECT position, direction FROM deck_card WHERE deck_group = ? ORDER BY position, ordinal"

  /// The questions of these groups with their cards, in their order.
  package func questions(of groups: [StoredGroup]) throws -> [StoredQuestion] {
    let questions = try db.makeStatement(sql: QuestionRow.ofGroup)
    let cards = try db.makeStatement(sql: Self.cardsOfGroup)
    return try groups.flatMap { group in
      var directions: [Int: [Direction]] = [:]
      for row in try Row.fetchAll(cards, arguments: [group.id]) {
        directions[try row.decode(forColumn: "position"), default: []].append(try Direction(row))
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
    ).map { (try $0.decodeText("prompt"), try $0.decodeText("answer")) }
  }

  /// The identity of a question of the decks, by its text. Of several with the same text, first one of
  /// the named group, then one that was answered before: in which order decks were read decides nothing.
  func identity(of question: Question, nearGroup name: GroupName) throws -> QuestionID? {
    try QuestionID.fetchOne(
      db,
      sql: """
        SELECT q.id FROM question q JOIN deck_group g ON g.id = q.deck_group
          JOIN deck d ON d.id = g.deck
        WHERE q.prompt = ? AND q.answer = ?
        ORDER BY g.title <> ? OR d.name <> ?, g.title <> ?, NOT EXISTS (SELECT 1 FROM schedule s WHERE s.question = q.id), q.id
        LIMIT 1
        """, arguments: [question.prompt, question.answer, name.title, name.deck, name.title])
  }

  /// Pairs of different questions that share an identity, because two decks give them the same
  /// `"id"`; at most 20.
  package func sharedIdentities() throws -> [(
    first: (deck: String, prompt: String), second: (deck: String, prompt: String)
  )] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT da.path AS first_deck, a.prompt AS first_prompt, db.path AS second_deck,
          b.prompt AS second_prompt
        FROM question a JOIN question b ON b.id = a.id AND b.deck_group > a.deck_group
          JOIN deck_group ga ON ga.id = a.deck_group JOIN deck da ON da.id = ga.deck
          JOIN deck_group gb ON gb.id = b.deck_group JOIN deck db ON db.id = gb.deck
        WHERE a.id IN
            (SELECT id FROM question GROUP BY id HAVING min(deck_group) <> max(deck_group))
          AND a.prompt <> b.prompt AND a.answer <> b.answer AND da.path <> db.path
        ORDER BY a.deck_group, a.position LIMIT 20
        """
    ).map { row in
      (
        (try row.decode(forColumn: "first_deck"), try row.decode(forColumn: "first_prompt")),
        (try row.decode(forColumn: "second_deck"), try row.decode(forColumn: "second_prompt"))
      )
    }
  }
}

extension Transaction {
  /// Decks as they were read last.
  package var decks: DeckStore { DeckStore(tx: self) }
}
