import GRDB
import RabbleQuestions
import RabbleScheduling
import RabbleText

extension StudyLog {
  /// Compares the file, and everything that is computed from the events, with the events.
  ///
  /// - Returns: what is not as it should be; empty when all is well.
  /// - Throws: ``StorageError`` when the log can't be read.
  package func check() throws -> [LogFinding] {
    try read { tx in
      let findings = try checkEvents(tx)
      return try findings.contains(where: \.isDamage)
        ? findings
        : findings + IrreplaceableRows.check(tx.db) + tx.cards.check()
          + checkBlocks(tx)
    }
  }

  /// Compares the file, and what is kept of each event, with the events: all that is not computed from
  /// something else as well.
  func checkEvents() throws -> [LogFinding] { try read(checkEvents) }

  private func checkEvents(_ tx: Transaction) throws -> [LogFinding] {
    let integrity = try String.fetchAll(tx.db, sql: "PRAGMA integrity_check(20)")
    if integrity != ["ok"] {
      return try integrity.map { .damaged(report: $0) } + lostEvents(tx.db)
    }
    // What a damaged event comes to proves nothing about what is computed.
    let damaged = try EventCheck.findings(tx.db)
    if damaged.contains(where: \.isDamage) { return damaged }
    // The view of answers has those with a wording alone.
    let forms = EventForm.all.values.filter { $0.kind != ReviewEvent.table }
    let dangling = try forms.filter { form in
      try form.fields.contains { field in
        try field.reference.flatMap { kind in
          try Int.fetchOne(
            tx.db,
            sql: """
              SELECT 1 FROM \(form.source) e WHERE e.\(field.name) IS NOT NULL AND NOT EXISTS
                (SELECT 1 FROM \(EventForm.of(kind).table) r WHERE r.id = e.\(field.name)) LIMIT 1
              """)
        } != nil
      }
    }.map(\.kind).sorted()
    return try damaged + dangling.map { .dangling(kind: $0) }
      + EventKinds.all.flatMap { try $0.check(tx) }
  }

  private func checkBlocks(_ tx: Transaction) throws -> [LogFinding] {
    let count = try ReviewBlocks(tx).countDifferences()
    return count > 0 ? [.blocksDiffer(blocks: count)] : []
  }

  /// The events that can't be read any more, as far as anything in the file names them.
  private func lostEvents(_ db: Database) throws -> [LogFinding] {
    let lost = try LogSalvage.lostEvents(of: db, at: path)
    return lost.map { .eventsLost($0) }
  }

  /// Recomputes everything that is computed from the events, in one transaction.
  ///
  /// - Returns: the number of cards that have a schedule.
  /// - Throws: ``StorageError``; then nothing was changed.
  package func rebuild() throws -> Int {
    try write { tx in
      tx.afterCommit {
        $0.forgetSchedules()
        $0.device = nil
      }
      try IrreplaceableRows.removeUnreadable(tx.db)
      for kind in EventKinds.all { try kind.rebuild(tx) }
      try tx.cards.rebuild()
      try tx.answerIndexes.forget()
      try ReviewBlocks(tx).rebuild()
      return try Int.fetchOne(tx.db, sql: "SELECT count(*) FROM schedule") ?? 0
    }
  }
}

/// Something that is not as it should be in a study log.
package enum LogFinding: Hashable, Sendable, CustomStringConvertible {
  /// SQLite's own check of the file found damage.
  case damaged(report: String)
  /// Events of a day are not what their check values say; the day is `nil` where it can't be read.
  case eventsDamaged(kind: String, day: StudyDay?, events: Int)
  /// Events can't be read any more.
  case eventsLost(LostEvents)
  /// An event refers to one that was lost.
  case dangling(kind: String)
  /// The kept schedule of a card is not what its reviews come to.
  case scheduleDiffers(card: CardID)
  /// A card without reviews has a schedule, or one with reviews has none.
  case scheduleMisplaced(card: CardID)
  /// Schedules are kept with a card that can't be one.
  case schedulesUnreadable(rows: Int)
  /// Rows of a table can't be what was kept in them.
  case rowsUnreadable(table: String, rows: Int)
  /// What is kept of decks can't be read, or has another number of questions than it says.
  case decksUnreadable(decks: Int)
  /// Cards are marked as new although they have been answered, or the reverse.
  case newnessDiffers(cards: Int)
  /// Events are kept as undone that count, or the reverse.
  case undoneDiffer(events: Int)
  /// Cards are suspended that should not be, or the reverse.
  case suspensionsDiffer(cards: Int)
  /// Cards have flags, or questions tags and notes, that they should not have, or the reverse.
  case marksDiffer(cards: Int)
  /// Answered cards are kept with a place where their decks do not have them.
  case placesDiffer(cards: Int)
  /// Questions have other cards than their decks give them.
  case cardsDiffer(questions: Int)
  /// What filters search is not what questions say.
  case textsDiffer(questions: Int)
  /// What is kept of answers for statistics is not what their cards' events come to.
  case factsDiffer(answers: Int)
  /// Blocks of answers are not what their answers come to.
  case blocksDiffer(blocks: Int)

  /// Whether `rabble log check --rebuild` fixes it.
  package var isFixable: Bool {
    switch self {
    case .damaged, .eventsDamaged, .eventsLost, .dangling: false
    case .scheduleDiffers, .scheduleMisplaced, .schedulesUnreadable, .rowsUnreadable,
      .decksUnreadable, .newnessDiffers, .placesDiffer, .cardsDiffer, .undoneDiffer,
      .suspensionsDiffer,
      .marksDiffer, .textsDiffer, .factsDiffer, .blocksDiffer:
      true
    }
  }

  /// Whether it may be as it should be, so that the learner is only told.
  package var isRemark: Bool {
    if case .dangling = self { true } else { false }
  }

  /// Whether what was written is not what is read.
  package var isDamage: Bool {
    switch self {
    case .damaged, .eventsDamaged, .eventsLost: true
    default: false
    }
  }

  /// What was found.
  package var description: String {
    switch self {
    case .damaged(let report):
      "The review database is damaged (\(report)). `rabble log check --salvage NEW` reads what can be "
        + "read into a new one; `rabble log restore` restores a backup."
    case .eventsDamaged(let kind, let day, let events):
      "\(NumberText.count(events, "event")) of \(Self.name(day)) of the kind \(kind) "
        + "\(events == 1 ? "is" : "are") damaged: the check value does not match."
    case .eventsLost(let lost): "\(lost.description) can't be read."
    case .dangling(let kind):
      "An event of the kind \(kind) refers to one that was lost."
    case .scheduleDiffers(let card):
      "The schedule of card \(card) does not match its recorded answers."
    case .scheduleMisplaced(let card):
      "The schedule of card \(card) is missing, or has no recorded answers."
    case .schedulesUnreadable(let rows):
      "\(NumberText.count(rows, "schedule")) of no card can't be read."
    case .rowsUnreadable(let table, let rows):
      "\(NumberText.count(rows, "row")) of the table \(table) can't be read."
    case .decksUnreadable(let decks):
      "What is kept of \(NumberText.count(decks, "deck")) can't be read; the files are read again."
    case .newnessDiffers(let cards):
      "\(NumberText.count(cards, "card")) wrongly marked as new or as answered."
    case .undoneDiffer(let events):
      "\(NumberText.count(events, "event")) wrongly kept as undone, or as not undone."
    case .suspensionsDiffer(let cards):
      "\(NumberText.count(cards, "card")) wrongly suspended or wrongly asked."
    case .marksDiffer(let cards):
      "\(NumberText.count(cards, "card")) with wrong flags, tags or notes."
    case .placesDiffer(let cards):
      "\(NumberText.count(cards, "card")) kept with a place where no deck has them."
    case .cardsDiffer(let questions):
      "\(NumberText.count(questions, "question")) with other cards than the deck gives."
    case .textsDiffer(let questions):
      "\(NumberText.count(questions, "question")) with other texts for filters than the deck has."
    case .blocksDiffer(let blocks):
      "\(NumberText.count(blocks, "block")) of answers for statistics \(blocks == 1 ? "does" : "do") not match what was recorded."
    case .factsDiffer(let answers):
      "What statistics keep of \(NumberText.count(answers, "answer")) does not match what was recorded."
    }
  }

  private static func name(_ day: StudyDay?) -> String { day?.iso8601 ?? "an unknown day" }
}
