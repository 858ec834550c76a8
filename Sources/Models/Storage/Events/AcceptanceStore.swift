import GRDB
import RabbleQuestions
import RabbleScheduling

/// What learners accepted as right for their cards beside what the decks say, with `:accept`.
package struct AcceptanceStore {
  let tx: Transaction
  private var db: Database { tx.db }

  /// The answers that were accepted for this card and not withdrawn since.
  func answers(of card: CardID) throws -> [String] {
    try String.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT DISTINCT a.answer FROM acceptance a JOIN counted_review e ON e.id = a.review
          WHERE a.question = ? AND e.direction = ? AND \(Self.counts)
          """), arguments: [card.question, card.direction])
  }

  /// All answers that were accepted and not withdrawn since, oldest first; what was accepted twice for a
  /// card comes once.
  package func all() throws -> [RecordedAcceptance] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT a.question, e.direction, a.answer, a.review, a.time, e.utc_offset,
          e.deck, e.group_title, e.prompt, e.answer AS right_answer
        FROM acceptance a JOIN counted_review e ON e.id = a.review
        WHERE \(Self.counts) ORDER BY a.id
        """)
    var known: Set<RecordedAcceptance.Key> = []
    return try rows.map { row in
      RecordedAcceptance(
        card: try CardID(row), answer: try row.decode(forColumn: "answer"),
        review: try row.decode(forColumn: "review"), moment: try Moment(row),
        group: try GroupName(row),
        prompt: try row.decode(forColumn: "prompt"),
        rightAnswer: try row.decode(forColumn: "right_answer"))
    }.filter { known.insert($0.key).inserted }
  }

  /// Withdraws an answer that was accepted for a card; the grade that it got stays.
  ///
  /// - Returns: the event's identity.
  /// - Throws: ``StorageError``.
  @discardableResult
  package func withdraw(_ answer: String, from card: CardID, at moment: Moment) throws -> EventID {
    try tx.append(
      to: WithdrawalEvent.table, at: moment,
      [
        "utc_offset": moment.utcOffset, "question": card.question, "direction": card.direction,
        "answer": answer,
      ])
  }

  /// The SQL condition for an acceptance `a`, made with a review `e`, that counts.
  private static let counts = """
    NOT EXISTS (SELECT 1 FROM withdrawal x
      WHERE x.question = a.question AND x.direction = e.direction AND x.answer = a.answer
        AND x.id > a.id AND \(WithdrawalEvent.counts("x")))
    """
}

extension Transaction {
  /// What the learner accepted beside what the decks say.
  package var acceptances: AcceptanceStore { AcceptanceStore(tx: self) }
}

/// An answer that the learner accepted for a card.
package struct RecordedAcceptance: Hashable, Sendable {
  /// The card.
  package let card: CardID
  /// The answer, as it was typed.
  package let answer: String
  /// The review that it was accepted with.
  package let review: EventID
  /// When it was accepted.
  package let moment: Moment
  /// The group in which the card was asked.
  package let group: GroupName
  /// The question's prompt when it was asked.
  package let prompt: String
  /// The question's answer when it was asked.
  package let rightAnswer: String

  fileprivate struct Key: Hashable {
    let card: CardID
    let answer: String
  }

  fileprivate var key: Key { Key(card: card, answer: answer) }
}

/// Answers of a card that were accepted do not count any more.
package struct RecordedWithdrawal: Hashable, Sendable {
  /// The event's identity.
  package let id: EventID
  /// The card.
  package let card: CardID
  /// The answer.
  package let answer: String
  /// When it was withdrawn.
  package let moment: Moment
}

// MARK: - Events

/// The learner's decision that an answer is correct for a card from now on. It is undone with the
/// review it was made for.
enum AcceptanceEvent: EventKind {
  static let table = "acceptance"
  static let fields: [EventField] = [
    .identity("review", in: "target", of: ReviewEvent.table), .question, .text("answer"),
  ]
}

/// The learner's decision that an answer that they accepted is not correct any more.
enum WithdrawalEvent: UndoableEventKind {
  static let table = "withdrawal"
  static let fields: [EventField] = [.utcOffset, .question, .direction(), .text("answer")]
  static let columns = "e.id, e.question, e.direction, e.answer, e.time, e.utc_offset"

  static func event(_ row: Row) throws -> RecordedWithdrawal {
    RecordedWithdrawal(
      id: try row.decode(forColumn: "id"), card: try CardID(row),
      answer: try row.decode(forColumn: "answer"), moment: try Moment(row))
  }

  static func entry(_ event: RecordedWithdrawal) -> UndoableEvent { .withdrawal(event) }
}
