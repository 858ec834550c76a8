import Foundation
import GRDB
import RabbleQuestions
import RabbleScheduling
import RabbleText

/// Where a card stands now.
package struct StandingCard {
  /// The card.
  package let card: CardID
  /// Its schedule; `nil` for a new card.
  package let schedule: Schedule?
  /// The group it is in, or was last asked in; one without a name unless groups were asked for.
  package let group: GroupName
  /// Whether it is suspended or buried.
  package let suspension: Suspension
  /// Whether a deck has it, so that a session can ask it; always unless that was asked for.
  package let isInDeck: Bool
}

/// What a card showed when it was asked last.
package struct AskedText: Hashable, Sendable {
  /// Its group, as it is known now.
  package let group: GroupName
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
          AND EXISTS (SELECT 1 FROM deck_card c WHERE c.deck_group = g.id AND c.is_new = 0))
        ORDER BY d.path
        """)
    return try tx.decks.groups(of: paths)
  }

  /// The bits of the identities of a group's questions, in their order.
  package func questions(of group: StoredGroup) throws -> [UInt128] {
    var questions: [UInt128] = []
    try RawRows(
      db, cached: "SELECT id FROM question WHERE deck_group = ? ORDER BY position", [group.id]
    ).forEach { questions.append(try $0.identity(0)) }
    return questions
  }

  /// Hands the identity and the tags of every question of a group to `body`, in their order; the rest of
  /// them is not read.
  package func forEachQuestion(
    of group: StoredGroup, _ body: (QuestionID, _ tags: [String]) throws -> Void
  ) throws {
    // Few lists of tags for many questions.
    var known: [String: [String]] = [:]
    try RawRows(
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

  /// Hands every card that was answered to `body`, those of a question one after the other; then the new cards of
  /// these groups, each once.
  ///
  /// - Parameters:
  ///   - cards: the answered cards that are asked for; `nil` for all.
  ///   - groups: the groups whose new cards are wanted.
  ///   - withGroups: whether the group of each card is asked for.
  ///   - findsDecks: whether it is asked for if a deck has each card.
  ///   - body: is handed each card.
  /// - Throws: ``StorageError``, or what `body` throws.
  package func forEachCard(
    among cards: [CardID]? = nil, andNewOf groups: [StoredGroup], withGroups: Bool,
    findsDecks: Bool = false, _ body: (StandingCard) throws -> Void
  ) throws {
    let held = try tx.suspensions.all()
    func suspension(_ card: CardID) -> Suspension {
      held.isEmpty ? .active : held[card] ?? .active
    }
    let isFew = cards.map { $0.count <= tx.thresholds.namedCards } ?? false
    let wanted = isFew ? nil : cards.map { Set($0) }
    let asked = withGroups && !isFew ? try AskedGroups(tx) : nil
    let book = try tx.presets.book()
    var directions = DirectionNumbers()
    // Made for the first card that does not have its place in its row: one of several, or of no deck.
    var ofDecks: CardTable?
    func isInDeck(_ card: CardID) throws -> Bool {
      let table = try ofDecks ?? CardTable(tx, of: startedGroups())
      ofDecks = table
      return table.place(of: card) != nil
    }
    func read(_ row: RawRow) throws {
      let next = CInt(Schedule.columns.count)
      let card = try directions.card(row, next)
      if let wanted, !wanted.contains(card) { return }
      var group = GroupName(deck: "", title: "")
      if withGroups {
        let wording = EventID(bits: try row.identity(next + 2))
        group =
          try asked?.name(of: wording.bits)
          ?? book.name(of: tx.reviews.group(of: wording), since: wording)
      }
      try body(
        StandingCard(
          card: card, schedule: try Schedule(row), group: group,
          suspension: suspension(card),
          isInDeck: try !findsDecks || !row.isNull(next + 3) || isInDeck(card)))
    }
    let columns =
      Schedule.columns.map { "s.\($0), " }.joined()
      + "s.question, s.direction, s.wording, s.deck_group"
    if isFew, let cards {
      for card in Set(cards).sorted(by: { $0.precedes($1) }) {
        try RawRows(
          db, cached: "SELECT \(columns) FROM schedule s WHERE s.question = ? AND s.direction = ?",
          [card.question, card.direction]
        ).forEach(read)
      }
    } else {
      try RawRows(
        db, "SELECT \(columns) FROM schedule s ORDER BY s.question, s.direction"
      ).forEach(read)
    }
    if groups.isEmpty { return }
    let table = try CardTable(tx, of: groups)
    try table.forEach(table.newCards(tx), inOrderOf: groups) { place, question, group, isFirst in
      guard isFirst else { return }
      let card = table.card(place, ofQuestion: question)
      try body(
        StandingCard(
          card: card, schedule: nil,
          group: withGroups ? group.name : GroupName(deck: "", title: ""),
          suspension: suspension(card), isInDeck: true))
    }
  }

  /// What cards showed when they were asked last; those that were never asked are left out.
  package func texts(of cards: [CardID]) throws -> [CardID: AskedText] {
    let book = try tx.presets.book()
    var texts: [CardID: AskedText] = [:]
    texts.reserveCapacity(cards.count)
    var names: [GroupName: GroupName] = [:]
    func text(_ row: RawRow, of wording: UInt128) -> AskedText {
      func string(_ column: CInt) -> String { String(decoding: row.text(column), as: UTF8.self) }
      let name = book.name(of: row.group(3), since: EventID(bits: wording))
      let group = names[name] ?? name
      names[name] = group
      return AskedText(group: group, prompt: string(1), answer: string(2))
    }
    guard cards.count <= tx.thresholds.namedCards else {
      let wanted = Set(cards)
      var directions = DirectionNumbers()
      var wordings: [(wording: UInt128, card: CardID)] = []
      try RawRows(db, "SELECT question, direction, wording FROM schedule").forEach { row in
        let card = try directions.card(row, 0)
        if wanted.contains(card) { wordings.append((try row.identity(2), card)) }
      }
      // Both in the order of wordings, so that no page of them is looked for.
      wordings.sort { $0.wording < $1.wording }
      var next = wordings[...]
      try RawRows(db, "SELECT id, prompt, answer, deck, group_title FROM wording ORDER BY id")
        .forEach { row in
          let wording = try row.identity(0)
          while let first = next.first, first.wording <= wording {
            if first.wording == wording { texts[first.card] = text(row, of: wording) }
            next.removeFirst()
          }
        }
      for card in cards where texts[card] == nil {
        texts[card] = try askedOutsideSchedule(card, text)
      }
      return texts
    }
    for card in cards {
      try RawRows(
        db,
        cached: """
          SELECT w.id, w.prompt, w.answer, w.deck, w.group_title
          FROM schedule s JOIN wording w ON w.id = s.wording WHERE s.question = ? AND s.direction = ?
          """,
        [card.question, card.direction]
      ).forEach { texts[card] = text($0, of: try $0.identity(0)) }
      if texts[card] == nil { texts[card] = try askedOutsideSchedule(card, text) }
    }
    return texts
  }

  /// What a card without a schedule showed when it was asked last; `nil` where it never was.
  private func askedOutsideSchedule(
    _ card: CardID, _ text: (RawRow, UInt128) -> AskedText
  ) throws -> AskedText? {
    var result: AskedText?
    try RawRows(
      db,
      cached: """
        SELECT w.id, w.prompt, w.answer, w.deck, w.group_title FROM counted_review r JOIN wording w ON w.id = r.wording
        WHERE r.question = ? AND r.direction = ?
        ORDER BY r.id DESC LIMIT 1
        """,
      [card.question, card.direction]
    ).forEach { result = text($0, try $0.identity(0)) }
    return result
  }
}

/// The group that each wording names, as it is called now. Wordings are read in their order: to look for that of
/// each card took most of the time of a pass over all cards.
private struct AskedGroups {
  private var groups: [UInt128: Int32] = [:]
  private var names: [GroupName] = []

  init(_ tx: Transaction) throws {
    let book = try tx.presets.book()
    var numbers: [GroupName: Int32] = [:]
    try RawRows(tx.db, "SELECT id, deck, group_title FROM wording ORDER BY id").forEach { row in
      let wording = try row.identity(0)
      let name = book.name(of: row.group(1), since: EventID(bits: wording))
      let number = numbers[name] ?? Int32(names.count)
      if number == names.count {
        numbers[name] = number
        names.append(name)
      }
      groups[wording] = number
    }
  }

  /// The group; `nil` for a wording that the log does not have.
  func name(of wording: UInt128) -> GroupName? { groups[wording].map { names[Int($0)] } }
}
