import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// Changes of schedules that are no answers: cards that were taken as known, cards that are due on
/// another day, and cards that are new again.
package struct AdjustmentStore {
  let tx: Transaction
  private var db: Database { tx.db }

  /// Takes new cards as known, with one event a card; all are undone at once. A card that was answered
  /// or taken as known in the meantime is left alone.
  ///
  /// - Parameters:
  ///   - cards: the cards as they are in their groups, each with its memory and first interval in days.
  ///   - command: what has them taken as known.
  ///   - moment: the present.
  /// - Returns: the event that is undone with the others; and how many cards were taken as known.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  @discardableResult
  package func takeAsKnown(
    _ cards: [(card: Card, memory: MemoryState, interval: Int)],
    _ command: Adjustment.Command, at moment: Moment
  ) throws -> (id: EventID?, count: Int) {
    var batch = try Batch(tx)
    for (card, memory, interval) in cards
    where try tx.schedules.progress(of: card.id) == nil {
      let wording = try tx.reviews.insertWording(of: card, at: moment)
      let adjustment = Adjustment(
        card: card.id, change: .known(memory, interval: interval), command: command,
        moment: moment)
      try batch.record(adjustment, wording: wording)
    }
    return (batch.cause, batch.count)
  }

  /// Moves cards to other due days, with one event a card; all are undone at once. A card that is
  /// new or in its steps is left alone.
  ///
  /// - Parameters:
  ///   - cards: the cards, each with its day.
  ///   - command: what moves them.
  ///   - moment: the present.
  /// - Returns: the event that is undone with the others; and the cards that got another day.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  @discardableResult
  package func move(
    _ cards: [(card: CardID, day: StudyDay)], _ command: Adjustment.Command, at moment: Moment
  ) throws -> (id: EventID?, cards: [CardID]) {
    var batch = try Batch(tx)
    var moved: [CardID] = []
    for (card, day) in cards {
      guard case .on(let before) = try tx.schedules.due(of: card), before != day else { continue }
      try batch.record(
        Adjustment(card: card, change: .due(day), command: command, moment: moment), wording: nil)
      moved.append(card)
    }
    return (batch.cause, moved)
  }

  /// Makes cards new again, with one event a card; all are undone at once. A card that is new is left
  /// alone. Its answers stay in the log, and count in statistics.
  ///
  /// - Parameters:
  ///   - cards: the cards.
  ///   - moment: the present.
  /// - Returns: the event that is undone with the others; and how many cards are new again.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  @discardableResult
  package func forget(_ cards: [CardID], at moment: Moment) throws -> (
    id: EventID?, cards: [CardID]
  ) {
    var batch = try Batch(tx)
    let answered = try cards.filter { try tx.schedules.progress(of: $0) != nil }
    for card in answered {
      try batch.record(
        Adjustment(card: card, change: .forget, command: .forget, moment: moment), wording: nil)
    }
    return (batch.cause, answered)
  }

  /// How many cards were adjusted with an event, its own included.
  package func count(with event: EventID) throws -> Int {
    try Int.fetchOne(
      db, sql: "SELECT count(*) FROM adjustment WHERE id = ?1 OR cause = ?1", arguments: [event])
      ?? 0
  }

  /// The adjustments of a card that were not undone, oldest first.
  func logged(of card: CardID) throws -> [LoggedAdjustment] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: AdjustmentEvent.query(where: "e.question = ? AND e.direction = ?")),
      arguments: [card.question, card.direction])
    var adjustments: [LoggedAdjustment] = []
    while let row = try rows.next() { adjustments.append(try AdjustmentEvent.event(row)) }
    return adjustments
  }

  /// All adjustments that were not undone, those of a card oldest first.
  func all() throws -> [CardID: [LoggedAdjustment]] {
    let rows = try Row.fetchCursor(db, sql: AdjustmentEvent.query())
    var adjustments: [CardID: [LoggedAdjustment]] = [:]
    while let row = try rows.next() {
      let adjustment = try AdjustmentEvent.event(row)
      adjustments[adjustment.adjustment.card, default: []].append(adjustment)
    }
    return adjustments
  }

  /// Where the memory of cards started over, each card's beginnings in their order: `isGuess` where it was
  /// taken as known, so that its first memory is a guess; otherwise it was new again.
  func beginnings() throws -> [CardID: [(id: EventID, isGuess: Bool)]] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT e.question, e.direction, e.id, e.kind = 'known' AS is_guess FROM adjustment e
        WHERE e.kind IN ('known', 'forget') AND \(AdjustmentEvent.counts("e")) ORDER BY e.id
        """)
    var beginnings: [CardID: [(id: EventID, isGuess: Bool)]] = [:]
    while let row = try rows.next() {
      beginnings[try CardID(row), default: []].append(
        (try row.decode(forColumn: "id"), try row.decode(forColumn: "is_guess")))
    }
    return beginnings
  }
}

extension Transaction {
  /// Changes of schedules that are no answers.
  package var adjustments: AdjustmentStore { AdjustmentStore(tx: self) }
}

/// The adjustments of one command.
private struct Batch {
  private let tx: Transaction
  private let rules: ReplayRules
  /// The first of them.
  private(set) var cause: EventID?
  /// How many there are.
  private(set) var count = 0

  init(_ tx: Transaction) throws {
    self.tx = tx
    rules = ReplayRules(try tx.presets.history())
  }

  mutating func record(_ adjustment: Adjustment, wording: EventID?) throws {
    var (kind, state, interval, day): (String, MemoryState?, Int?, Int?) = ("due", nil, nil, nil)
    switch adjustment.change {
    case .known(let memory, let days): (kind, state, interval) = ("known", memory, days)
    case .due(let date): day = date.number
    case .forget: kind = "forget"
    }
    let (command, days) = adjustment.command.columns
    let id = try tx.append(
      to: AdjustmentEvent.table, at: adjustment.moment,
      [
        "utc_offset": adjustment.moment.utcOffset, "question": adjustment.card.question,
        "direction": adjustment.card.direction, "wording": wording, "kind": kind,
        "stability": state?.stability, "difficulty": state?.difficulty, "interval": interval,
        "due_day": day, "command": command, "days": days, "cause": cause,
      ])
    cause = cause ?? id
    count += 1
    try tx.schedules.replay(adjustment.card, by: rules)
    tx.afterCommit { $0.load = nil }
  }
}

// MARK: - Events

/// A card's schedule was changed other than by an answer. Schedules follow from these events, too.
enum AdjustmentEvent: UndoableEventKind {
  static let table = "adjustment"
  static let fields: [EventField] = [
    .utcOffset, .question, .direction(),
    .identity("wording", isRequired: false, in: "target", of: WordingEvent.table),
    .text("kind", atMost: LogBounds.name),
    .real("stability", in: LogBounds.stability, isRequired: false),
    .real("difficulty", in: LogBounds.difficulty, isRequired: false),
    .integer("interval", in: LogBounds.interval, isRequired: false),
    .integer("due_day", in: LogBounds.day, isRequired: false), .text("command"),
    .integer("days", isRequired: false), .cause,
  ]
  static let hasCause = true
  static let source = "adjustment e LEFT JOIN wording w ON w.id = e.wording"
  static let columns = """
    e.id, e.question, e.direction, e.time, e.utc_offset, e.kind, e.stability, e.difficulty, \
    e.interval, e.due_day, e.command, e.days, e.wording, w.content, w.deck, w.group_title
    """

  static func event(_ row: Row) throws -> LoggedAdjustment {
    let kind = try row.decodeName("kind")
    let change: Adjustment.Change
    switch kind {
    case "known":
      change = .known(
        MemoryState(
          stability: try row.decodeReal("stability", in: LogBounds.stability),
          difficulty: try row.decodeReal("difficulty", in: LogBounds.difficulty)),
        interval: try row.decode("interval", in: LogBounds.interval))
    case "due": change = .due(try StudyDay(row, "due_day"))
    case "forget": change = .forget
    default: throw LogFault("the kind “\(kind)” of an adjustment")
    }
    let content: QuestionID? = try row.decode(forColumn: "content")
    return LoggedAdjustment(
      id: try row.decode(forColumn: "id"),
      adjustment: Adjustment(
        card: try CardID(row), change: change, command: try Adjustment.Command(row),
        moment: try Moment(row)),
      wording: try content.map {
        LoggedWording(
          id: try row.decode(forColumn: "wording"), content: $0,
          group: try GroupName(row))
      })
  }

  static func entry(_ event: LoggedAdjustment) -> UndoableEvent {
    .adjustment(event.id, event.adjustment)
  }

  /// ``ReviewEvent/replay(eventsOf:_:)`` has replayed its card.
  static func replay(eventsOf id: EventID, _ tx: Transaction) throws -> Int { 0 }
}

/// An adjustment with what a replay needs besides.
struct LoggedAdjustment {
  let id: EventID
  let adjustment: Adjustment
  /// What the card showed when it was taken as known.
  let wording: LoggedWording?
}

/// What a card showed, as far as a replay needs it.
struct LoggedWording {
  let id: EventID
  let content: QuestionID
  /// The group it was in.
  let group: GroupName
}

extension Adjustment.Command {
  /// The columns `command` and `days`.
  fileprivate var columns: (name: String, days: Int?) {
    switch self {
    case .known: ("known", nil)
    case .placement: ("placement", nil)
    case .spread(let days): ("spread", days)
    case .postpone(let days): ("postpone", days)
    case .advance(let days): ("advance", days)
    case .set: ("set", nil)
    case .forget: ("forget", nil)
    case .imported: ("imported", nil)
    }
  }

  /// Reads ``columns``.
  fileprivate init(_ row: Row) throws {
    let name = try row.decodeName("command")
    switch (name, try row.decodeIfPresent("days", in: LogBounds.interval)) {
    case ("known", nil): self = .known
    case ("placement", nil): self = .placement
    case ("spread", let days?): self = .spread(days: days)
    case ("postpone", let days?): self = .postpone(days: days)
    case ("advance", let days?): self = .advance(days: days)
    case ("set", nil): self = .set
    case ("forget", nil): self = .forget
    case ("imported", nil): self = .imported
    default: throw LogFault("the command “\(name)” of an adjustment")
    }
  }
}
