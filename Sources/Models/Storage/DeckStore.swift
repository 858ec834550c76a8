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

/// A deck file as the log keeps it between two readings.
public struct StoredDeck: Hashable, Sendable {
  /// The file's path.
  public let path: String
  /// What told this content of the file from any other when it was read.
  public let signature: String
  /// What was wrong with it, a line a fault.
  public let faults: [String]

  /// Makes a deck's record.
  public init(path: String, signature: String, faults: [String]) {
    self.path = path
    self.signature = signature
    self.faults = faults
  }
}

/// A group of questions as the log keeps it between two readings of its deck.
public struct StoredGroup: Hashable, Sendable {
  /// What this log knows the group by until its deck is read again.
  public let id: Int64
  /// The group's title.
  public let title: String
  /// The deck file it stands in.
  public let deck: String
  /// The number of its questions.
  public let questions: Int
}

/// A question as the log keeps it between two readings of its deck.
public struct StoredQuestion: Hashable, Sendable {
  /// What its history hangs on.
  public let id: QuestionID
  /// The question.
  public let question: Question
  /// The group it stands in.
  public let group: StoredGroup
  /// The directions it is asked in, in the order in which its cards are introduced.
  public let directions: [Direction]
}

/// How a group stands in its table: its title in a column, all else but its questions as JSON.
struct GroupRow {
  private let group: QuestionGroup

  init(_ group: QuestionGroup) {
    self.group = QuestionGroup(
      title: group.title, description: group.description, language: group.language,
      author: group.author, licence: group.licence, version: group.version,
      directions: group.directions, settings: group.settings, questions: [], score: group.score)
  }

  init(title: String, more: String?) throws {
    group =
      try more.map { try JSONDecoder().decode(QuestionGroup.self, from: Data($0.utf8)) }
      ?? QuestionGroup(title: title, questions: [])
  }

  /// How its author wants it to be studied.
  var settings: GroupSettings { group.settings }

  /// The directions its questions are asked in by default.
  var directions: [Direction]? { group.directions }

  /// The group with these questions.
  func group(with questions: [Question]) -> QuestionGroup {
    QuestionGroup(
      title: group.title, description: group.description, language: group.language,
      author: group.author, licence: group.licence, version: group.version,
      directions: group.directions, settings: group.settings, questions: questions,
      score: group.score)
  }

  /// The rest as JSON, or `nil` when there is none.
  func more() throws -> String? {
    if group == QuestionGroup(title: group.title, questions: []) { return nil }
    return String(decoding: try JSONEncoder().encode(group), as: UTF8.self)
  }
}

/// How a question stands in its table: what every prompt needs in columns, the rest as JSON.
struct QuestionRow {
  let question: Question

  /// What nothing searches.
  private struct More: Codable, Equatable {
    var id: String?
    var reading: String?
    var furigana: String?
    var alternatives: [String]?
    var blocked: [String]?
    var partOfSpeech: String?
    var pitch: Int?
    var example: Example?
    var note: String?
    var tags: [String]?
    var directions: [String]?
    var cloze: String?
    var source: String?
  }

  init(_ question: Question) {
    self.question = question
  }

  init(row: Row) throws {
    let json: String? = row["more"]
    let more = try json.map { try JSONDecoder().decode(More.self, from: Data($0.utf8)) } ?? More()
    question = Question(
      id: more.id, prompt: row["prompt"], hint: row["hint"], answer: row["answer"],
      reading: more.reading, furigana: more.furigana, alternatives: more.alternatives ?? [],
      blocked: more.blocked ?? [], partOfSpeech: more.partOfSpeech, pitch: more.pitch,
      example: more.example, note: more.note, tags: more.tags ?? [],
      directions: more.directions?.compactMap(Direction.init(name:)), cloze: more.cloze,
      source: more.source)
  }

  /// The rest as JSON, or `nil` when there is none.
  func more() throws -> String? {
    let more = More(
      id: question.id, reading: question.reading, furigana: question.furigana,
      alternatives: question.alternatives.isEmpty ? nil : question.alternatives,
      blocked: question.blocked.isEmpty ? nil : question.blocked,
      partOfSpeech: question.partOfSpeech, pitch: question.pitch, example: question.example,
      note: question.note, tags: question.tags.isEmpty ? nil : question.tags,
      directions: question.directions?.compactMap(\.name), cloze: question.cloze,
      source: question.source)
    if more == More() { return nil }
    return String(decoding: try JSONEncoder().encode(more), as: UTF8.self)
  }
}
