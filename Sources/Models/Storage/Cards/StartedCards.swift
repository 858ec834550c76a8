import GRDB
import RabbleQuestions
import RabbleScheduling

/// The cards of some groups that have been answered before and are in their steps or due.
struct StartedCards {
  /// Those that may be asked today, in no particular order.
  private(set) var entries: [QueueEntry] = []
  /// How many of each group are due and wait for another day, because another card of their question
  /// comes today or was answered today.
  private(set) var waiting: [Int64: Int] = [:]
  /// The questions with several cards of which one is here.
  private(set) var questions: Set<QuestionID> = []

  private struct Found {
    let entry: QueueEntry
    let group: Int64
  }

  /// Reads them.
  ///
  /// - Parameters:
  ///   - tx: the log.
  ///   - groups: the groups, in the order in which their cards have their places.
  ///   - daysAhead: the days by which a card may come before it is due.
  ///   - moment: the present.
  /// - Throws: ``StorageError`` when the review log can't be read.
  init(_ tx: Transaction, of groups: [StoredGroup], daysAhead: Int = 0, at moment: Moment) throws {
    let ranks = Dictionary(groups.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let held = try tx.suspensions.held(on: moment.day)
    let (placed, others) = try Self.read(
      tx.db, ranks, dueBy: moment.day.advanced(byDays: daysAhead))
    entries = held.isEmpty ? placed : placed.filter { !held.contains($0.card) }
    var siblings: [QuestionID: [Found]] = [:]
    let places = try tx.db.cachedStatement(
      sql: """
        SELECT deck_group, position, sole IS NULL AS has_siblings FROM question
        WHERE id = ? AND (sole IS NULL OR sole = ?)
        """)
    for (card, due) in others where !held.contains(card) {
      let rows = try Row.fetchCursor(places, arguments: [card.question, card.direction])
      while let row = try rows.next() {
        let group: Int64 = try row.decode(forColumn: "deck_group")
        guard let rank = ranks[group] else { continue }
        let entry = QueueEntry(
          card: card,
          deckPosition: QueueEntry.deckPosition(
            rank, try row.decode("position", in: LogBounds.position)),
          due: due)
        if try row.decode(forColumn: "has_siblings") {
          siblings[card.question, default: []].append(Found(entry: entry, group: group))
        } else {
          entries.append(entry)
        }
      }
    }
    for (question, found) in siblings {
      let standings = try tx.cards.siblings(of: question, without: held)
      let asked = SiblingRule.asked(of: standings, at: moment)
      for card in found {
        if asked.contains(card.entry.card) {
          entries.append(card.entry)
        } else if standings.contains(where: { $0.card == card.entry.card }) {
          waiting[card.group, default: 0] += 1
        }
      }
    }
    questions = Set(siblings.keys)
  }

  /// The cards in their steps or due: those with one place in the decks as they are asked, and those
  /// whose places must be looked up.
  private static func read(_ db: Database, _ ranks: [Int64: Int], dueBy day: StudyDay) throws -> (
    placed: [QueueEntry], others: [(card: CardID, due: Due)]
  ) {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT question, direction, NULL AS due_day, due_time, deck_group, position FROM schedule
        WHERE due_time IS NOT NULL
        UNION ALL
        SELECT question, direction, due_day, NULL, deck_group, position FROM schedule
        WHERE due_day <= ?
        """, arguments: [day.number])
    var placed: [QueueEntry] = []
    var others: [(card: CardID, due: Due)] = []
    while let row = try rows.next() {
      guard let due = try Due(row) else { continue }
      if let group: Int64 = try row.decode(forColumn: "deck_group") {
        guard let rank = ranks[group] else { continue }
        placed.append(
          QueueEntry(
            card: try CardID(row),
            deckPosition: QueueEntry.deckPosition(
              rank, try row.decode("position", in: LogBounds.position)),
            due: due))
      } else {
        others.append((try CardID(row), due))
      }
    }
    return (placed, others)
  }
}
