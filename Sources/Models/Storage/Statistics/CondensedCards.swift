import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics

/// Where a card stands after the last answer that is condensed.
struct CondensedCard: Hashable {
  /// Where its replay stands.
  let standing: CardReplay.Standing
  /// What tells of a misuse of “hard” in later answers.
  let memory: HardUseTally.Memory?
}

/// Where the cards of condensed answers (``AnswerBlocks``) stand after them, a row for each: a replay of later
/// answers goes on from there, and need not read what happened to their cards before.
struct CondensedCards {
  let tx: Transaction
  private var db: Database { tx.db }

  init(_ tx: Transaction) { self.tx = tx }

  /// Where a card stands; `nil` where no condensed answer is of it.
  func card(_ card: CardID) throws -> CondensedCard? {
    var found: CondensedCard?
    try SteppedRows(db, cached: Self.fetching, [card.question, card.direction])
      .forEach { found = try Self.read($0) }
    return found
  }

  /// Keeps where the cards stand that came in a replay.
  func keep(_ replay: AnswerReplay) throws {
    let removal = try db.makeStatement(
      sql: "DELETE FROM answer_card WHERE question = ? AND direction = ?")
    let rows = try RowWriter(db, into: "answer_card", Self.columns + ["question", "direction"])
    let cards = replay.names.cards
    // In the order of the table.
    for number in replay.cards.sorted(by: { cards[$0].question.bits < cards[$1].question.bits }) {
      let (card, kept) = (cards[number], replay.standing(ofCard: number))
      try removal.execute(arguments: [card.question, card.direction])
      let (standing, memory) = (kept.standing, kept.memory)
      try rows.add(
        SteppedSchedule.values(standing.schedule) + [
          .init(standing.scheduler), .init(standing.lastDay),
          .init(standing.hadPreviousDay ? 1 : 0), .init(memory?.state.stability),
          .init(memory?.state.difficulty), memory.map { .integer($0.last.milliseconds) } ?? .null,
          .init(memory?.last.utcOffset), .init(card.question),
          .text(card.direction.rawValue),
        ])
    }
  }

  /// Whether the rows say where all cards stand after a replay.
  func hold(_ replay: AnswerReplay) throws -> Bool {
    let cards = replay.names.cards.count
    return try StorageError.readable {
      var count = 0
      var isSame = true
      try SteppedRows(db, "SELECT \(Self.list), question, direction FROM answer_card").forEach {
        // A card that did not come gets the next number.
        let number = replay.names.number(of: try $0.card(CInt(Self.columns.count)))
        let kept = try Self.read($0)
        isSame = isSame && number < cards && replay.standing(ofCard: number) == kept
        count += 1
      }
      return isSame && count == cards
    } ?? false
  }

  private static func read(_ row: SteppedRow) throws -> CondensedCard {
    let next = SteppedSchedule.columnCount
    return CondensedCard(
      standing: CardReplay.Standing(
        schedule: row.isNull(0) ? nil : try SteppedSchedule.read(row),
        scheduler: try row.integer(next, in: LogBounds.position),
        lastDay: row.isNull(next + 1) ? nil : try row.integer(next + 1, in: LogBounds.day),
        hadPreviousDay: try row.integer(next + 2, in: 0...1) == 1),
      memory: row.isNull(next + 3)
        ? nil
        : HardUseTally.Memory(
          state: MemoryState(
            stability: try row.number(next + 3, in: LogBounds.stability),
            difficulty: try row.number(next + 4, in: LogBounds.difficulty)),
          last: try row.moment(next + 5)))
  }

  private static let columns =
    SteppedSchedule.names + [
      "scheduler", "last_day", "had_previous_day", "average_stability", "average_difficulty",
      "average_time", "average_offset",
    ]
  private static let list = columns.joined(separator: ", ")
  private static let fetching =
    "SELECT \(list) FROM answer_card WHERE question = ? AND direction = ?"
}
