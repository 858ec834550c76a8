import Foundation
import GRDB
import RabbleQuestions
import RabbleScheduling

/// Where a card stands now.
package struct StandingCard {
  /// The card.
  package let card: CardID
  /// Its schedule; `nil` for a new card.
  package let schedule: Schedule?
  /// The title of the group it is in, or was last asked in; empty unless groups were asked for.
  package let group: String
  /// Whether it is suspended or buried.
  package let suspension: Suspension
}

/// What a card showed when it was asked last.
package struct AskedText: Hashable, Sendable {
  /// The title of its group, as it is called now.
  package let group: String
  /// Its prompt.
  package let prompt: String
  /// Its answer.
  package let answer: String
}

extension StatisticsStore {
  /// The groups of the decks of which a card was answered or taken as known, as the decks were read last.
  package func startedGroups() throws -> [StoredGroup] {
    let paths = try String.fetchAll(
      db,
      sql: """
        SELECT d.path FROM deck d WHERE EXISTS (SELECT 1 FROM deck_group g WHERE g.deck = d.id
          AND EXISTS (SELECT 1 FROM card c WHERE c.deck_group = g.id AND c.is_new = 0))
        ORDER BY d.path
        """)
    return try tx.decks.groups(of: paths)
  }

  /// Hands the identity and the tags of every question of a group to `body`, in their order; the rest of
  /// them is not read.
  package func forEachQuestion(
    of group: StoredGroup, _ body: (QuestionID, _ tags: [String]) throws -> Void
  ) throws {
    // Few lists of tags for many questions.
    var known: [String: [String]] = [:]
    try SteppedRows(
      db,
      cached: """
        SELECT id, json_extract(more, '$.tags') FROM question WHERE deck_group = ? ORDER BY position
        """, [group.id]
    ).forEach { row in
      let list = row.string(1)
      let tags = try list.map {
        try known[$0] ?? JSONDecoder().decode([String].self, from: Data($0.utf8))
      }
      if let list { known[list] = tags }
      try body(QuestionID(bits: try row.identity(0)), tags ?? [])
    }
  }

  /// Hands every card that was answered, or that these groups have, to `body`, each once.
  ///
  /// - Parameters:
  ///   - groups: the groups whose new cards are wanted.
  ///   - withGroups: whether the title of each card's group is asked for.
  ///   - body: is handed each card.
  /// - Throws: ``StorageError``, or what `body` throws.
  package func forEachCard(
    of groups: [StoredGroup], withGroups: Bool, _ body: (StandingCard) throws -> Void
  ) throws {
    let book = try tx.presets.book()
    let held = try tx.suspensions.all()
    func suspension(_ card: CardID) -> Suspension {
      held.isEmpty ? .active : held[card] ?? .active
    }
    var directions = DirectionNumbers()
    try SteppedRows(
      db,
      """
      SELECT \(SteppedSchedule.columns(of: "s")), s.question, s.direction\
      \(withGroups ? ", w.group_title, s.wording" : "")
      FROM schedule s \(withGroups ? "JOIN wording w ON w.id = s.wording" : "")
      """
    ).forEach { row in
      let next = SteppedSchedule.columnCount
      let card = try directions.card(row, next)
      var group = ""
      if withGroups {
        group = book.title(
          of: String(decoding: row.text(next + 2), as: UTF8.self),
          since: EventID(bits: try row.identity(next + 3)))
      }
      try body(
        StandingCard(
          card: card, schedule: try SteppedSchedule.read(row), group: group,
          suspension: suspension(card)))
    }
    var met: Set<CardID> = []
    for group in groups {
      try SteppedRows(
        db,
        cached: """
          SELECT q.id, c.direction FROM card c
            JOIN question q ON q.deck_group = c.deck_group AND q.position = c.position
          WHERE c.deck_group = ? AND c.is_new = 1
          """, [group.id]
      ).forEach { row in
        let card = try directions.card(row, 0)
        guard met.insert(card).inserted else { return }
        try body(
          StandingCard(
            card: card, schedule: nil, group: withGroups ? group.title : "",
            suspension: suspension(card)))
      }
    }
  }

  /// From how many cards on all are read to find some.
  private static let many = 2_000

  /// What cards showed when they were asked last; those that were never asked are left out.
  package func texts(of cards: [CardID]) throws -> [CardID: AskedText] {
    let book = try tx.presets.book()
    var texts: [CardID: AskedText] = [:]
    texts.reserveCapacity(cards.count)
    let columns = "w.group_title, s.wording, w.prompt, w.answer"
    let source = "schedule s JOIN wording w ON w.id = s.wording"
    var titles: [String: String] = [:]
    func text(_ row: SteppedRow, _ first: CInt) throws -> AskedText {
      func string(_ column: CInt) -> String { String(decoding: row.text(column), as: UTF8.self) }
      let title = book.title(
        of: string(first), since: EventID(bits: try row.identity(first + 1)))
      let group = titles[title] ?? title
      titles[title] = group
      return AskedText(group: group, prompt: string(first + 2), answer: string(first + 3))
    }
    guard cards.count < Self.many else {
      let wanted = Set(cards)
      var directions = DirectionNumbers()
      try SteppedRows(db, "SELECT s.question, s.direction, \(columns) FROM \(source)").forEach {
        row in
        let card = try directions.card(row, 0)
        if wanted.contains(card) { texts[card] = try text(row, 2) }
      }
      return texts
    }
    for card in cards {
      try SteppedRows(
        db,
        cached: "SELECT \(columns) FROM \(source) WHERE s.question = ? AND s.direction = ?",
        [card.question, card.direction]
      ).forEach { texts[card] = try text($0, 0) }
    }
    return texts
  }
}
