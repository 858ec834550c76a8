import Foundation
import GRDB
import RabbleQuestions
import RabbleText

/// By what the cards of the decks are found, as a judge wants it: bytes that only it understands, made
/// when it first needs them. They go with the questions they were made of: those of
/// a large group are in parts, so that an edit of one question costs one part.
package struct AnswerIndexStore {
  let tx: Transaction
  private var db: Database { tx.db }

  /// How many questions a part has at most.
  static let part = 2048

  /// The places of the questions of each part of a group that has so many.
  package static func parts(of count: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: part).map { $0..<min($0 + part, count) }
  }

  /// What a part is kept as: the first by its kind alone.
  private static func name(_ kind: String, _ part: Int) -> String {
    part == 0 ? kind : "\(kind) \(part)"
  }

  /// A group of which an index may be kept.
  package struct Group: Hashable, Sendable {
    /// The group.
    package let stored: StoredGroup
    /// What told the content of its deck file from any other when it was read.
    package let signature: String
    /// Whether any of its cards was answered.
    package let isStarted: Bool
    /// The places of the questions of each of its parts.
    package var parts: [Range<Int>] { AnswerIndexStore.parts(of: stored.questions) }
  }

  /// A question with what its group says and the directions in which it was answered.
  package struct Found: Sendable {
    /// The question.
    package let question: Question
    /// Its group, without its questions.
    package let group: QuestionGroup
    /// The directions in which it was answered.
    package let started: Set<Direction>
  }

  /// The groups as they are now, with as many questions as they have now; those that are gone are left out.
  package func groups(_ groups: [StoredGroup]) throws -> [Group] {
    let signature = try db.cachedStatement(
      sql: """
        SELECT d.signature, g.questions, EXISTS (SELECT 1 FROM deck_card INDEXED BY card_begun
          WHERE deck_group = g.id AND is_new = 0) AS is_started
        FROM deck_group g JOIN deck d ON d.id = g.deck
        WHERE g.id = ? AND g.title = ? AND d.path = ?
        """)
    return try groups.compactMap { group in
      try Row.fetchOne(signature, arguments: [group.id, group.title, group.deck]).map {
        Group(
          stored: StoredGroup(
            id: group.id, name: group.name, label: group.label, deck: group.deck,
            questions: try $0.decode("questions", in: LogBounds.count)),
          signature: try $0.decode(forColumn: "signature"),
          isStarted: try $0.decode(forColumn: "is_started"))
      }
    }
  }

  /// The index of those cards of a part of a group that ask for one kind of thing, if one is kept.
  package func bytes(of group: StoredGroup, _ kind: DirectionKind, part: Int) throws -> Data? {
    try Data.fetchOne(
      db.cachedStatement(sql: "SELECT bytes FROM answer_index WHERE deck_group = ? AND kind = ?"),
      arguments: [group.id, Self.name(kind.rawValue, part)])
  }

  /// Keeps the index of those cards of a part of a group that ask for one kind of thing.
  package func keep(_ bytes: Data, of group: StoredGroup, _ kind: DirectionKind, part: Int) throws {
    try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO answer_index (deck_group, kind, bytes) VALUES (?, ?, ?)"
    ).execute(arguments: [group.id, Self.name(kind.rawValue, part), bytes])
  }

  /// The question at a place of a group; `nil` when its deck was read again in the meantime.
  package func question(at position: Int, of group: Group) throws -> Found? {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT \(QuestionRow.columns("q")), g.title, g.more AS group_more, (
            SELECT group_concat(direction, char(10)) FROM deck_card
            WHERE deck_group = q.deck_group AND position = q.position AND is_new = 0) AS started
          FROM question q JOIN deck_group g ON g.id = q.deck_group JOIN deck d ON d.id = g.deck
          WHERE q.deck_group = ? AND q.position = ? AND d.signature = ? AND d.path = ?
          """), arguments: [group.stored.id, position, group.signature, group.stored.deck])
    guard let row else { return nil }
    let header = try GroupRow(
      title: row.decode(forColumn: "title"), more: row.decode(forColumn: "group_more"))
    let started: String? = try row.decode(forColumn: "started")
    return Found(
      question: try QuestionRow(row).question, group: header.group(with: []),
      started: Set(
        (started ?? "").split(separator: "\n").compactMap { Direction(rawValue: String($0)) }))
  }

  /// Deletes what was made of a group.
  func forget(ofGroup group: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM answer_index WHERE deck_group = ?")
      .execute(arguments: [group])
  }

  /// Deletes what was made of questions at some places of a group.
  func forget(ofGroup group: Int64, at positions: [Int]) throws {
    let parts = Set(positions.map { $0 / Self.part })
    let names = try String.fetchAll(
      db, sql: "SELECT kind FROM answer_index WHERE deck_group = ?", arguments: [group])
    for name in names {
      let part = name.split(separator: " ").last.flatMap { Int($0) } ?? 0
      guard parts.contains(part) else { continue }
      try db.execute(
        sql: "DELETE FROM answer_index WHERE deck_group = ? AND kind = ?",
        arguments: [group, name])
    }
  }

  /// Deletes all of them, so that they are made again.
  func forget() throws { try db.execute(sql: "DELETE FROM answer_index") }
}

extension Transaction {
  /// By what the cards of the decks are found.
  package var answerIndexes: AnswerIndexStore { AnswerIndexStore(tx: self) }
}
