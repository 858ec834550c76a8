import GRDB
import RabbleQuestions
import RabbleScheduling

/// What was studied, as an export to another program takes it along, card by card.
///
///     let progress = try ExportedProgress(tx)
///     progress.schedule(of: card)            // where it stands
///     try progress.events(of: card)          // how it came there
package struct ExportedProgress {
  /// Something that happened to a card.
  package enum Event: Sendable {
    /// It was answered; what another program called the answer, where an import has brought it.
    case answer(Review, ImportedProgress.Kind?)
    /// Its schedule was changed here otherwise than by an answer.
    case adjustment(Adjustment)
    /// Another program changed its schedule otherwise than by an answer.
    case change(ImportedProgress.Change)

    /// When.
    package var moment: Moment {
      switch self {
      case .answer(let review, _): review.moment
      case .adjustment(let adjustment): adjustment.moment
      case .change(let change): change.moment
      }
    }
  }

  private let tx: Transaction
  private var schedules: [CardID: Schedule] = [:]
  private let held: [CardID: Suspension]
  private var flags: [CardID: FlagColor?] = [:]
  private var tags: [QuestionID: [String]] = [:]
  private var notes: [QuestionID: String] = [:]
  private let adjustments: [CardID: [LoggedAdjustment]]
  private let hasChanges: Bool

  /// Reads where all cards stand.
  ///
  /// - Throws: ``StorageError``.
  package init(_ tx: Transaction) throws {
    self.tx = tx
    adjustments = try tx.adjustments.all()
    hasChanges =
      try Bool.fetchOne(tx.db, sql: "SELECT EXISTS (SELECT 1 FROM foreign_change)") ?? false
    held = try tx.suspensions.all()
    let rows = try RawRows(
      tx.db,
      "SELECT \(Schedule.columns.joined(separator: ", ")), question, direction FROM schedule")
    try rows.forEach { row in
      schedules[try row.card(CInt(Schedule.columns.count))] = try Schedule(row)
    }
    let marks = try Row.fetchCursor(
      tx.db, sql: "SELECT question, direction, kind, name, value FROM marked")
    while let row = try marks.next() {
      let question: QuestionID = try row.decode(forColumn: "question")
      switch try MarkKind(row) {
      case .flag: flags.updateValue(try FlagColor(row), forKey: try CardID(row))
      case .tag: tags[question, default: []].append(try row.decodeText("name"))
      case .note: notes[question] = try row.decodeText("value")
      }
    }
  }

  /// Where a card stands; `nil` for a new one.
  package func schedule(of card: CardID) -> Schedule? { schedules[card] }

  /// Whether a card is suspended, or buried on a day.
  package func suspension(of card: CardID, on day: StudyDay) -> Suspension {
    held[card].flatMap { $0.holds(on: day) ? $0 : nil } ?? .active
  }

  /// Whether the learner has flagged a card.
  package func isFlagged(_ card: CardID) -> Bool { flags[card] != nil }

  /// The color of a card's flag, if the learner has given it one.
  package func flagColor(of card: CardID) -> FlagColor? { flags[card] ?? nil }

  /// The learner's own tags on a question, by name.
  package func tags(of question: QuestionID) -> [String] { tags[question]?.sorted() ?? [] }

  /// What the learner has noted on a question.
  package func note(of question: QuestionID) -> String? { notes[question] }

  /// What happened to a card and was not undone, oldest first.
  ///
  /// - Throws: ``StorageError``.
  package func events(of card: CardID) throws -> [Event] {
    var events: [(id: EventID, event: Event)] = []
    let rows = try RawRows(
      tx.db,
      cached: """
        SELECT e.id, e.grade, e.time, e.utc_offset, e.duration, e.place, e.occasion, e.kind
        FROM counted_review e WHERE e.question = ? AND e.direction = ?
        ORDER BY e.id
        """, [card.question, card.direction])
    try rows.forEach { row in
      let review = Review(
        card: card, grade: try row.grade(1), moment: try row.moment(2), typed: nil, verdict: nil,
        hintUsed: false, duration: try row.integer(4, in: LogBounds.duration),
        fuzzPosition: row.isNull(5) ? nil : try row.number(5, in: LogBounds.place),
        occasion: try row.occasion(6))
      let kind = row.string(7).flatMap(ImportedProgress.Kind.init)
      events.append((EventID(bits: try row.identity(0)), .answer(review, kind)))
    }
    let others = (adjustments[card] ?? []).map { ($0.id, Event.adjustment($0.adjustment)) }
    events += others
    let changes = hasChanges ? try self.changes(of: card) : []
    events += changes
    if !others.isEmpty || !changes.isEmpty { events.sort { $0.id < $1.id } }
    return events.map(\.event)
  }

  private func changes(of card: CardID) throws -> [(id: EventID, event: Event)] {
    try Row.fetchAll(
      tx.db.cachedStatement(
        sql: """
          SELECT e.id, e.time, e.utc_offset, e.kind, e.interval FROM foreign_change e
          WHERE e.question = ? AND e.direction = ? AND \(ForeignChangeEvent.counts("e"))
          ORDER BY e.id
          """), arguments: [card.question, card.direction]
    ).map { row in
      let kind = ImportedProgress.Kind(rawValue: try row.decodeName("kind")) ?? .manual
      return (
        try row.decode(forColumn: "id"),
        .change(
          ImportedProgress.Change(
            moment: try Moment(row), kind: kind,
            interval: try row.decode("interval", in: LogBounds.count)))
      )
    }
  }
}

extension DeckStore {
  /// The languages that the author of a group names.
  package func languages(of group: StoredGroup) throws -> GroupLanguages {
    let more = try String.fetchOne(
      db.cachedStatement(sql: "SELECT more FROM deck_group WHERE id = ?"), arguments: [group.id])
    return try GroupRow(title: group.title, more: more).languages
  }
}
