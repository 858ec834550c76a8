import GRDB
import RabbleQuestions

/// A question as a deck had or has it, with its place among those around it: what an edit of a deck is
/// compared by.
struct ShelvedQuestion {
  let id: QuestionID
  /// The row of its group: neighbours are neighbours only there.
  let groupRow: Int64
  let group: String
  let name: String?
  let prompt: String
  let answer: String

  /// What it reads, without its group.
  var text: [String] { [prompt, answer] }

  static let query = """
    SELECT q.id, q.deck_group, g.title, json_extract(q.more, '$.id'), q.prompt, q.answer
    FROM question q JOIN deck_group g ON g.id = q.deck_group
    """

  /// Reads a row of ``query``.
  init(_ row: Row) throws {
    id = try row.decode(atIndex: 0)
    groupRow = try row.decode(atIndex: 1)
    group = try row.decode(atIndex: 2)
    name = try row.decode(atIndex: 3)
    prompt = try row.decode(atIndex: 4)
    answer = try row.decode(atIndex: 5)
  }

  func entry(
    _ place: IdentityEntry.Place?, isStudied: Bool, staysInGroup: Bool = false
  ) -> IdentityEntry {
    IdentityEntry(
      id: id, name: name, group: group, place: place, prompt: prompt, answer: answer,
      isStudied: isStudied, staysInGroup: staysInGroup)
  }

  /// The place of each question between those that are anchors, in its own group.
  static func places(in questions: [ShelvedQuestion], anchors: Set<QuestionID>)
    -> [IdentityEntry.Place]
  {
    func neighbours(_ questions: some Collection<ShelvedQuestion>) -> [QuestionID?] {
      var last: (row: Int64, id: QuestionID?)?
      return questions.map { question in
        if last?.row != question.groupRow { last = (question.groupRow, nil) }
        defer { if anchors.contains(question.id) { last = (question.groupRow, question.id) } }
        return last?.id
      }
    }
    return zip(neighbours(questions), neighbours(questions.reversed()).reversed()).map {
      IdentityEntry.Place(before: $0, after: $1)
    }
  }
}

extension IdentityStore {
  /// The questions of these decks as they were read last, in their order.
  func shelved(paths: [String]) throws -> [ShelvedQuestion] {
    try paths.flatMap { path in
      try Row.fetchAll(
        db,
        sql: ShelvedQuestion.query
          + " JOIN deck d ON d.id = g.deck WHERE d.path = ? ORDER BY g.position, q.position",
        arguments: [path]
      ).map { try ShelvedQuestion($0) }
    }
  }

  /// The questions of these groups, in their order.
  func shelved(groups: [Int64]) throws -> [ShelvedQuestion] {
    try groups.flatMap { group in
      try Row.fetchAll(
        db, sql: ShelvedQuestion.query + " WHERE q.deck_group = ? ORDER BY q.position",
        arguments: [group]
      ).map { try ShelvedQuestion($0) }
    }
  }
}
