import GRDB
import RabbleQuestions

/// A question as a deck had or has it, with its place among those around it: what an edit of a deck is
/// compared by.
struct PlacedQuestion {
  let id: QuestionID
  /// The row of its group: neighbours are neighbours only there.
  let groupRow: Int64
  let groupName: GroupName
  let name: String?
  let prompt: String
  let answer: String
  let hasBlanks: Bool

  /// The title of its group.
  var group: String { groupName.title }

  /// What it reads, without its group.
  var text: [String] { [prompt, answer] }

  static let query = """
    SELECT q.id, q.deck_group, d.name AS deck, g.title, json_extract(q.more, '$.id') AS name, q.prompt, q.answer,
      json_extract(q.more, '$.cloze') IS NOT NULL AS has_blanks
    FROM question q JOIN deck_group g ON g.id = q.deck_group JOIN deck d ON d.id = g.deck
    """

  /// Reads a row of ``query``.
  init(_ row: Row) throws {
    id = try row.decode(forColumn: "id")
    groupRow = try row.decode(forColumn: "deck_group")
    groupName = try GroupName(row, title: "title")
    name = try row.decode(forColumn: "name")
    prompt = try row.decode(forColumn: "prompt")
    answer = try row.decode(forColumn: "answer")
    hasBlanks = try row.decode(forColumn: "has_blanks")
  }

  func entry(
    _ place: IdentityEntry.Place?, isStudied: Bool, staysInGroup: Bool = false
  ) -> IdentityEntry {
    IdentityEntry(
      id: id, name: name, group: group, place: place, prompt: prompt, answer: answer,
      hasBlanks: hasBlanks, isStudied: isStudied, staysInGroup: staysInGroup)
  }

  /// Its identity with its text.
  var key: [String] { Self.key(id, prompt: prompt, answer: answer) }

  static func key(_ id: QuestionID, prompt: String, answer: String) -> [String] {
    [id.description, prompt, answer]
  }
}

extension IdentityStore {
  /// The questions of a group, in their order.
  func placedQuestions(ofGroup group: Int64) throws -> [PlacedQuestion] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: PlacedQuestion.query + " WHERE q.deck_group = ? ORDER BY q.position"),
      arguments: [group]
    ).map { try PlacedQuestion($0) }
  }

  /// The questions at some places of a group that has so many.
  func placedQuestions(ofGroup group: Int64, at positions: [Int], of count: Int) throws
    -> [PlacedQuestion]
  {
    let most = Double(count) * Double(tx.thresholds.percentOfGroup) / 100
    if Double(positions.count) > most {
      let all = try placedQuestions(ofGroup: group)
      return positions.map { all[$0] }
    }
    let one = try db.cachedStatement(
      sql: PlacedQuestion.query + " WHERE q.deck_group = ? AND q.position = ?")
    return try positions.compactMap {
      try Row.fetchOne(one, arguments: [group, $0]).map { try PlacedQuestion($0) }
    }
  }
}
