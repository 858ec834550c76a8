import GRDB
import RabbleQuestions
import RabbleText

/// Which blank of a sentence goes on as which card. That follows from the texts and from what was answered,
/// so it is no event: it changes with the identity of its sentence, and is undone with it.
struct BlankStore {
  let tx: Transaction
  private var db: Database { tx.db }

  /// A group whose blanks go on as the cards as which they were answered before their text was
  /// corrected.
  func named(
    _ group: QuestionGroup, _ identities: [QuestionID: QuestionID]
  ) throws -> QuestionGroup {
    guard group.questions.contains(where: { $0.cloze != nil }) else { return group }
    var group = group
    for index in group.questions.indices where group.questions[index].cloze != nil {
      let content = QuestionID(of: group.questions[index], inGroup: group.title)
      group.questions[index].blankNames = try names(
        of: group.questions[index], identities[content] ?? content)
    }
    return group
  }

  /// The same for the cards of a question of the decks that has just got its identity.
  func rename(ofQuestion id: QuestionID) throws {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT \(QuestionRow.columns("q")), q.deck_group, g.title, g.more AS group_more
          FROM question q JOIN deck_group g ON g.id = q.deck_group
          WHERE q.id = ? AND json_extract(q.more, '$.cloze') IS NOT NULL
          """), arguments: [id])
    for row in rows {
      let found = try QuestionRow(row)
      var question = found.question
      question.blankNames = try names(of: question, id)
      if question.blankNames == found.question.blankNames { continue }
      let group: Int64 = try row.decode(forColumn: "deck_group")
      let settings = try GroupRow(
        title: row.decode(forColumn: "title"), more: row.decode(forColumn: "group_more"))
      let directions = question.askedDirections(byDefault: settings.directions)
      try db.execute(
        sql: "UPDATE question SET more = ?, sole = ? WHERE deck_group = ? AND position = ?",
        arguments: [
          try QuestionRow.more(question), directions.count == 1 ? directions[0].rawValue : nil,
          group, found.position,
        ])
      try db.execute(
        sql: "DELETE FROM deck_card WHERE deck_group = ? AND position = ?",
        arguments: [group, found.position])
      try CardWriter(db).write(directions, of: id, group: group, position: found.position)
      try tx.answerIndexes.forget(ofGroup: group, at: [found.position])
    }
  }

  /// The questions of the decks with a blank that continues another one, or with a history of a blank that
  /// they don't have: those that ``rename(ofQuestion:)`` may change.
  func renamable() throws -> Set<QuestionID> {
    try QuestionID.fetchSet(
      db,
      sql: """
        SELECT id FROM question WHERE json_extract(more, '$.blankNames') IS NOT NULL
        UNION
        SELECT q.id FROM schedule s JOIN question q ON q.id = s.question
        WHERE s.direction LIKE 'cloze %' AND NOT EXISTS (SELECT 1 FROM deck_card c
          WHERE c.deck_group = q.deck_group AND c.position = q.position
            AND c.direction = s.direction)
        """)
  }

  private func names(of question: Question, _ id: QuestionID) throws -> [String: String] {
    let keys = try Row.fetchAll(
      db.cachedStatement(
        sql: "SELECT direction FROM schedule WHERE question = ? AND direction LIKE 'cloze %'"),
      arguments: [id]
    ).compactMap { try Direction($0).blank }
    var texts: [String: String] = [:]
    if keys.contains(where: ClozeText.isNumber) {
      let present = Set(ClozeText.sound(question.cloze)?.keys ?? [])
      for key in keys where ClozeText.isNumber(key) && !present.contains(key) {
        texts[key] = try text(of: CardID(question: id, direction: .cloze(key)))
      }
    }
    return question.continuingBlanks(among: Set(keys), texts: texts)
  }

  /// What was right in a blank when it was answered last: what was typed, or what stood in it if it was the only
  /// one of its sentence; `nil` otherwise.
  private func text(of blank: CardID) throws -> String? {
    let typed = try String.fetchOne(
      db,
      sql: """
        SELECT e.typed FROM counted_review e
        WHERE e.question = ? AND e.direction = ? AND e.verdict = 'correct' AND e.typed IS NOT NULL
        ORDER BY e.id DESC LIMIT 1
        """, arguments: [blank.question, blank.direction])
    if let typed { return typed }
    let sentence = try Row.fetchOne(
      db,
      sql: """
        SELECT w.prompt, w.answer FROM schedule s JOIN wording w ON w.id = s.wording
        WHERE s.question = ? AND s.direction = ?
        """, arguments: [blank.question, blank.direction])
    guard let sentence else { return nil }
    return try ClozeText.filling(
      of: sentence.decodeText("answer"), open: sentence.decodeText("prompt"))
  }

  // MARK: - What is left without a card

  /// The blanks of a group, or of the question at a place of it, that were answered.
  func answered(inGroup group: Int64, at position: Int? = nil) throws -> [CardID] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT q.id AS question, c.direction FROM deck_card c
            JOIN question q ON q.deck_group = c.deck_group AND q.position = c.position
          WHERE c.deck_group = ?1 \(position == nil ? "" : "AND c.position = ?2")
            AND c.is_new = 0 AND c.direction LIKE 'cloze %'
          ORDER BY c.position, c.ordinal
          """), arguments: position.map { [group, $0] } ?? [group]
    ).map { try CardID($0) }
  }

  /// Those of some blanks whose sentence is in the decks without them.
  func lost(of cards: [CardID], besides unlisted: Set<Int64>) throws -> [LostBlank] {
    var seen: Set<CardID> = []
    return try cards.filter { seen.insert($0).inserted }.flatMap { card in
      try lost(
        "s.question = ? AND s.direction = ?", [card.question, card.direction], besides: unlisted)
    }
  }

  /// All blanks that were answered and whose sentence is in the decks without them.
  func lost(besides unlisted: Set<Int64>) throws -> [LostBlank] {
    try lost("s.direction LIKE 'cloze %'", [], besides: unlisted)
  }

  private func lost(
    _ condition: String, _ arguments: StatementArguments, besides unlisted: Set<Int64>
  ) throws -> [LostBlank] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT s.direction, s.question, g.title, q.prompt, q.answer
          FROM schedule s JOIN question q ON q.id = s.question
            JOIN deck_group g ON g.id = q.deck_group
          WHERE \(condition) AND g.deck NOT IN (\(unlisted.sqlList))
            AND json_extract(q.more, '$.isWithheld') IS NULL
            AND NOT EXISTS (SELECT 1 FROM question o
              JOIN deck_card c ON c.deck_group = o.deck_group AND c.position = o.position
              WHERE o.id = s.question AND c.direction = s.direction)
          GROUP BY s.question, s.direction ORDER BY g.title, q.position
          """), arguments: arguments
    ).compactMap { row in
      try Direction(row).blank.map {
        LostBlank(
          question: try row.decode(forColumn: "question"), key: $0,
          text: RecordedIdentity.Text(
            group: try row.decode(forColumn: "title"), prompt: try row.decode(forColumn: "prompt"),
            answer: try row.decode(forColumn: "answer")))
      }
    }
  }
}

/// A blank with a history that its sentence, which is still in the decks, no longer has.
package struct LostBlank: Hashable, Sendable {
  /// The sentence.
  package let question: QuestionID
  /// What the blank was known by, as `ClozeText.Blank.key`.
  package let key: String
  /// How the sentence reads now.
  package let text: RecordedIdentity.Text
}

extension Direction {
  /// The key of the blank that it asks for.
  fileprivate var blank: String? {
    if case .cloze(let key) = self { key } else { nil }
  }
}

extension IdentityStore {
  /// The blanks that were answered and that their sentences, which the decks still have, no longer have.
  ///
  /// - Parameter unlisted: the decks that are not studied now.
  /// - Returns: the blanks, by group.
  /// - Throws: ``StorageError``.
  package func lostBlanks(besides unlisted: Set<Int64> = []) throws -> [LostBlank] {
    try tx.blanks.lost(besides: unlisted)
  }
}

extension Transaction {
  /// Which blank of a sentence goes on as which card.
  var blanks: BlankStore { BlankStore(tx: self) }
}
