import GRDB
import RabbleQuestions
import RabbleScheduling

/// What follows from events that came into the log from elsewhere, at any place in its order: which
/// cards, marks and identities they concern. Of a few events each card is recomputed; of many, or
/// where presets changed, all are (``Thresholds/cardsFromElsewhere``).
struct EventEffects {
  /// The cards whose schedules the events concern.
  private(set) var cards: Set<CardID> = []
  /// Cards that may be held now, or not any more.
  private var held: Set<CardID> = []
  private var marks: Set<EventID> = []
  private var identities: Set<EventID> = []
  private var changesPresets = false
  /// What the events of all cards come to, where that was computed with the rows of their answers and nothing has come
  /// since that changes it.
  private var computed: (cards: [CardID], progress: [CardProgress?])?

  /// Notes what the events of all cards come to.
  mutating func note(computed: (cards: [CardID], progress: [CardProgress?])) {
    self.computed = computed
  }

  /// Notes what an event that was added concerns.
  mutating func note(_ event: EventLine, _ tx: Transaction) throws {
    switch event.form.kind {
    case SuspensionEvent.table, MarkEvent.table, IdentityEvent.table: break
    default: computed = nil
    }
    switch event.form.kind {
    case ReviewEvent.table, AdjustmentEvent.table:
      if let card = card(of: event) { cards.insert(card) }
      if event.form.kind == ReviewEvent.table {
        try note(undoOf: event.value("revises")?.eventID, tx)
      }
    case SuspensionEvent.table: if let card = card(of: event) { held.insert(card) }
    case UndoEvent.table: try note(undoOf: event.value("target")?.eventID, tx)
    case RedoEvent.table:
      let undo = event.value("target")?.eventID
      try note(
        undoOf: EventID.fetchOne(
          tx.db, sql: "SELECT target FROM undo WHERE id = ?", arguments: [undo]), tx)
    case MarkEvent.table: marks.insert(event.id)
    case IdentityEvent.table: identities.insert(event.id)
    case PresetEvent.table, PresetUseEvent.table, GroupRenameEvent.table: changesPresets = true
    default: break
    }
  }

  /// Notes that a review of a card was added.
  mutating func note(_ card: CardID) {
    cards.insert(card)
    computed = nil
  }

  /// An event counts again, or not any more, with all that it caused.
  private mutating func note(undoOf id: EventID?, _ tx: Transaction) throws {
    guard let id else { return }
    func rows(_ sql: String) throws -> [Row] {
      try Row.fetchAll(tx.db.cachedStatement(sql: sql), arguments: [id])
    }
    let isMeant = "WHERE id = ?1 OR cause = ?1"
    for source in [AdjustmentEvent.table, ReviewEvent.whole] {
      for row in try rows("SELECT question, direction FROM \(source) \(isMeant)") {
        let card = try CardID(row)
        cards.insert(card)
        // The answer may have suspended it.
        if source == ReviewEvent.whole { held.insert(card) }
      }
    }
    for row in try rows("SELECT question, direction FROM suspension \(isMeant)") {
      held.insert(try CardID(row))
    }
    for row in try rows("SELECT id FROM mark \(isMeant)") {
      marks.insert(try row.decode(forColumn: "id"))
    }
    for row in try rows("SELECT id FROM identity \(isMeant)") {
      identities.insert(try row.decode(forColumn: "id"))
    }
    for table in [PresetEvent.table, PresetUseEvent.table, GroupRenameEvent.table] {
      if try !rows("SELECT 1 FROM \(table) \(isMeant) LIMIT 1").isEmpty { changesPresets = true }
    }
  }

  private func card(of event: EventLine) -> CardID? {
    guard let question = event.value("question")?.eventID,
      let direction = event.value("direction")?.string.flatMap(Direction.init(rawValue:))
    else { return nil }
    return CardID(question: QuestionID(bits: question.bits), direction: direction)
  }

  // MARK: - Computing

  /// Brings everything up to date that follows from the events.
  ///
  /// - Returns: how many cards that had a due date have another one, or none any more.
  /// - Throws: ``StorageError``.
  func apply(_ tx: Transaction) throws -> Int {
    let moved = try replay(tx)
    // The text of a blank may have been corrected before its history came.
    var sentences = Set(cards.filter { $0.direction.kind == .cloze }.map(\.question))
    if sentences.count > tx.thresholds.cardsFromElsewhere {
      sentences.formIntersection(try tx.blanks.renamable())
    }
    for question in sentences { try tx.blanks.rename(ofQuestion: question) }
    return moved
  }

  private func replay(_ tx: Transaction) throws -> Int {
    tx.afterCommit { $0 = Caches() }
    try tx.identities.reidentify(after: identities)
    if changesPresets || computed != nil
      || cards.union(held).count > tx.thresholds.cardsFromElsewhere
    {
      return try applyToAll(tx)
    }
    try tx.suspensions.hold(held)
    try MarkEvent.replay(marks, tx)
    return try tx.schedules.replay(cards).hadDue
  }

  private func applyToAll(_ tx: Transaction) throws -> Int {
    let before = try tx.schedules.dueDates()
    for kind in EventKinds.all {
      if kind.table == ReviewEvent.table, let computed {
        try tx.schedules.replaceAll(by: computed.progress, of: computed.cards)
      } else {
        try kind.rebuild(tx)
      }
    }
    try tx.cards.renewNewness()
    if before.isEmpty { return 0 }
    let after = try tx.schedules.dueDates()
    return before.reduce(0) { $0 + (after[$1.key] == $1.value ? 0 : 1) }
  }
}
