import Foundation
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
  ///   - moment: the time of the reading.
  /// - Returns: which questions and groups continue under another text, and which histories are left
  ///   without a question.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  package func store(
    _ changed: [(deck: StoredDeck, groups: [QuestionGroup])], removed: [String], at moment: Moment
  ) throws -> DeckNews {
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
    let renames = try renameGroups(before: before, at: moment)
    let found = try tx.identities.identify(before: before, in: stored, at: moment)
    try splitGroups(before: before, into: stored, at: moment)
    try keepAddedDays(added, in: stored, at: moment)
    return DeckNews(match: found.match, lost: found.lost, renames: renames)
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

  // MARK: - Renamed groups

  /// Finds the groups that have another title now: no deck has the old one, and at least half of the
  /// questions of both are the same. Their presets and reports go on under the new title.
  private func renameGroups(before: [IdentityStore.ShelvedQuestion], at moment: Moment) throws
    -> [DeckNews.Rename]
  {
    let isThere = try db.makeStatement(sql: "SELECT 1 FROM deck_group WHERE title = ? LIMIT 1")
    let texts = Dictionary(grouping: before, by: \.group).mapValues { Set($0.map(\.text)) }
    var gone: [String] = []
    for title in before.map(\.group) where gone.last != title && !gone.contains(title) {
      if try Int.fetchOne(isThere, arguments: [title]) == nil { gone.append(title) }
    }
    guard !gone.isEmpty else { return [] }
    let book = try tx.presets.book()
    let answered = try String.fetchSet(db, sql: "SELECT DISTINCT group_title FROM wording")
    gone.removeAll { !answered.contains($0) && book.name(forGroup: $0) == nil }
    guard !gone.isEmpty else { return [] }
    var sizes: [String: Int] = [:]
    var shared: [String: [String: Int]] = [:]
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT DISTINCT g.title, q.prompt, q.answer FROM question q
          JOIN deck_group g ON g.id = q.deck_group
        """)
    while let row = try rows.next() {
      let title: String = try row.decode(atIndex: 0)
      let text: [String] = [try row.decode(atIndex: 1), try row.decode(atIndex: 2)]
      sizes[title, default: 0] += 1
      for old in gone where texts[old]?.contains(text) == true {
        shared[old, default: [:]][title, default: 0] += 1
      }
    }
    var renames: [DeckNews.Rename] = []
    for old in gone {
      let size = texts[old]?.count ?? 0
      let best = (shared[old] ?? [:]).max { ($0.value, $1.key) < ($1.value, $0.key) }
      guard let (new, count) = best, count * 2 >= size, count * 2 >= sizes[new] ?? 0,
        book.name(forGroup: new) == nil, !book.isRenamed(old, to: new),
        !renames.contains(where: { $0.new == new })
      else { continue }
      try tx.presets.apply(.rename(from: old, to: new), at: moment)
      renames.append(DeckNews.Rename(old: old, new: new))
    }
    return renames
  }

  // MARK: - Split groups

  /// Gives a group that is new in its deck the preset of the group that most of its questions come from,
  /// so that questions which were put into a group of their own are scheduled as before.
  private func splitGroups(
    before: [IdentityStore.ShelvedQuestion], into stored: [Int64], at moment: Moment
  ) throws {
    guard try !before.isEmpty && !tx.presets.book().isUniform else { return }
    let old = Dictionary(before.map { ($0.id, $0.group) }) { first, _ in first }
    let titles = Set(before.map(\.group))
    for group in stored {
      let title = try String.fetchOne(
        db,
        sql: """
          SELECT title FROM deck_group g WHERE id = ?1
            AND NOT EXISTS (SELECT 1 FROM deck_group o WHERE o.title = g.title AND o.id <> ?1)
          """, arguments: [group])
      guard let title, !titles.contains(title) else { continue }
      let origins = try QuestionID.fetchAll(
        db, sql: "SELECT id FROM question WHERE deck_group = ?", arguments: [group]
      ).compactMap { old[$0] }
      let counts = Dictionary(origins.map { ($0, 1) }, uniquingKeysWith: +)
      guard let origin = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else {
        continue
      }
      try tx.presets.share(of: origin, with: title, at: moment)
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

/// A deck file as the log keeps it between two readings.
package struct StoredDeck: Hashable, Sendable {
  /// The file's path.
  package let path: String
  /// What told this content of the file from any other when it was read.
  package let signature: String
  /// What was wrong with it, one line per problem.
  package let faults: [String]

  /// Makes a deck's record.
  package init(path: String, signature: String, faults: [String]) {
    self.path = path
    self.signature = signature
    self.faults = faults
  }
}

/// A group of questions as the log keeps it between two readings of its deck.
package struct StoredGroup: Hashable, Sendable {
  /// How this log identifies the group until its deck is read again.
  package let id: Int64
  /// The group's title.
  package let title: String
  /// The path of its deck file.
  package let deck: String
  /// The number of its questions.
  package let questions: Int
}

/// A question as the log keeps it between two readings of its deck.
package struct StoredQuestion: Hashable, Sendable {
  /// What its history belongs to.
  package let id: QuestionID
  /// The question.
  package let question: Question
  /// The question's group.
  package let group: StoredGroup
  /// The directions it is asked in, in the order in which its cards are introduced.
  package let directions: [Direction]
}

// MARK: - Rows

/// How a group is stored: its title in a column, everything else except its questions as JSON.
struct GroupRow {
  private let group: QuestionGroup

  init(_ group: QuestionGroup) {
    self.group = GroupRow.copy(of: group, with: [])
  }

  init(title: String, more: String?) throws {
    group =
      try more.map { try JSONDecoder().decode(QuestionGroup.self, from: $0) }
      ?? QuestionGroup(title: title, questions: [])
  }

  /// How its author wants it to be studied.
  var settings: GroupSettings { group.settings }

  /// The languages its author names.
  var languages: GroupLanguages { group.languages }

  /// The directions its questions are asked in by default.
  var directions: [Direction]? { group.directions }

  /// The group with these questions.
  func group(with questions: [Question]) -> QuestionGroup {
    GroupRow.copy(of: group, with: questions)
  }

  /// The rest as JSON, or `nil` when there is none.
  func more() throws -> String? {
    if group == QuestionGroup(title: group.title, questions: []) { return nil }
    return String(decoding: try JSONEncoder().encode(group), as: UTF8.self)
  }

  private static func copy(of group: QuestionGroup, with questions: [Question]) -> QuestionGroup {
    var copy = group
    copy.questions = questions
    return copy
  }
}

/// How a question is stored: what every prompt needs in columns, the rest as JSON.
struct QuestionRow {
  let id: QuestionID
  let position: Int
  let question: Question

  /// The columns that ``init(_:)`` reads from a table `question` of this alias.
  static func columns(_ alias: String) -> String {
    ["id", "position", "prompt", "hint", "answer", "more"].map { "\(alias).\($0)" }
      .joined(separator: ", ")
  }

  /// The number of ``columns(_:)``.
  static let count = 6

  /// A query of the questions of a group, in their order.
  static let ofGroup =
    "SELECT \(columns("q")) FROM question q WHERE q.deck_group = ? ORDER BY q.position"

  /// Reads ``columns(_:)``.
  init(_ row: Row) throws {
    id = try row.decode(atIndex: 0)
    position = try row.decode(atIndex: 1, in: LogBounds.position)
    let json: String? = try row.decode(atIndex: 5)
    let details = try json.map { try JSONDecoder().decode(Details.self, from: $0) }
    var question = details?.question ?? Question(prompt: "", answer: "")
    question.prompt = try row.decodeText(atIndex: 2)
    question.hint = row.hasNull(atIndex: 3) ? nil : try row.decodeText(atIndex: 3)
    question.answer = try row.decodeText(atIndex: 4)
    self.question = question
  }

  /// The fields of a question that have no column as JSON, or `nil` when there are none.
  static func more(_ question: Question) throws -> String? {
    let bare = Question(prompt: question.prompt, hint: question.hint, answer: question.answer)
    if question == bare { return nil }
    return String(
      decoding: try JSONEncoder().encode(Details(question: question)), as: UTF8.self)
  }

  /// The fields that have no column, since nothing searches them.
  private struct Details: Codable {
    var question: Question

    private static let fields = Question.Field.allCases.filter {
      ![.prompt, .hint, .answer].contains($0)
    }.map { (key: Key($0), kind: $0.kind) }

    /// A field's key in camel case, as the first rows had it.
    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(_ field: Question.Field) {
        let words = field.key.split(separator: "_")
        stringValue = words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
      }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { return nil }
    }

    init(question: Question) {
      self.question = question
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      question = Question(prompt: "", answer: "")
      for (key, kind) in Self.fields where values.contains(key) {
        switch kind {
        case .required(let path): question[keyPath: path] = try values.decode(forKey: key)
        case .text(let path): question[keyPath: path] = try values.decode(forKey: key)
        case .list(let path): question[keyPath: path] = try values.decode(forKey: key)
        case .number(let path, _): question[keyPath: path] = try values.decode(forKey: key)
        case .choice(let path, _): question[keyPath: path] = try values.decode(forKey: key)
        case .example(let path): question[keyPath: path] = try values.decode(forKey: key)
        case .directions(let path):
          let names: [String] = try values.decode(forKey: key)
          question[keyPath: path] = names.compactMap(Direction.init(name:))
        }
      }
    }

    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Key.self)
      for (key, kind) in Self.fields {
        switch kind {
        case .required(let path): try values.encode(question[keyPath: path], forKey: key)
        case .text(let path), .choice(let path, _):
          try values.encodeIfPresent(question[keyPath: path], forKey: key)
        case .number(let path, _): try values.encodeIfPresent(question[keyPath: path], forKey: key)
        case .example(let path): try values.encodeIfPresent(question[keyPath: path], forKey: key)
        case .list(let path):
          let texts = question[keyPath: path]
          if !texts.isEmpty { try values.encode(texts, forKey: key) }
        case .directions(let path):
          try values.encodeIfPresent(question[keyPath: path]?.compactMap(\.name), forKey: key)
        }
      }
    }
  }
}

extension JSONDecoder {
  /// Decodes a text. `Data(text.utf8)` finds out by slow casts what kind of sequence that is.
  fileprivate func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
    var text = text
    return try decode(type, from: text.withUTF8 { Data(buffer: $0) })
  }
}

extension KeyedDecodingContainer {
  /// Decodes a value of the type that is asked for.
  fileprivate func decode<Value: Decodable>(forKey key: Key) throws -> Value {
    try decode(Value.self, forKey: key)
  }
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
