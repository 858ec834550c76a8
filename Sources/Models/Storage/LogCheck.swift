import GRDB
import RabbleQuestions
import RabbleScheduling

extension StudyLog {
  /// Compares the file, and everything that is computed from the events, with the events.
  ///
  /// - Returns: what is not as it should be; empty when all is well.
  /// - Throws: ``StorageError`` when the log can't be read.
  package func check() throws -> [LogFinding] {
    try read { tx in
      let integrity = try String.fetchAll(tx.db, sql: "PRAGMA integrity_check(20)")
      if integrity != ["ok"] { return integrity.map { .damaged(report: $0) } }
      // What a damaged event comes to proves nothing about what is computed.
      let damaged = try EventCheck.findings(tx.db)
      if damaged.contains(where: \.isDamage) { return damaged }
      let dangling = try String.fetchSet(tx.db, sql: "PRAGMA foreign_key_check").sorted()
      return try damaged + dangling.map { .dangling(table: $0) }
        + EventKinds.all.flatMap { try $0.check(tx) } + tx.cards.check()
    }
  }

  /// Recomputes everything that is computed from the events, in one transaction.
  ///
  /// - Returns: the number of cards that have a schedule.
  /// - Throws: ``StorageError``; then nothing was changed.
  package func rebuild() throws -> Int {
    try write { tx in
      tx.afterCommit { $0.forgetSchedules() }
      for kind in EventKinds.all { try kind.rebuild(tx) }
      try tx.cards.rebuild()
      return try Int.fetchOne(tx.db, sql: "SELECT count(*) FROM schedule") ?? 0
    }
  }
}

/// Something that is not as it should be in a study log.
package enum LogFinding: Hashable, Sendable, CustomStringConvertible {
  /// SQLite's own check of the file found damage.
  case damaged(report: String)
  /// Events of a day are not what their check values say; the day is `nil` where it can't be read.
  case eventsDamaged(table: String, day: StudyDay?, events: Int)
  /// Events of a day that are newer than check values have none.
  case eventsUnchecked(table: String, day: StudyDay?, events: Int)
  /// A row refers to one that does not exist.
  case dangling(table: String)
  /// The kept schedule of a card is not what its reviews come to.
  case scheduleDiffers(card: CardID)
  /// A card without reviews has a schedule, or one with reviews has none.
  case scheduleMisplaced(card: CardID)
  /// Cards are marked as new although they have been answered, or the reverse.
  case newnessDiffers(cards: Int)
  /// Cards are suspended that should not be, or the reverse.
  case suspensionsDiffer(cards: Int)
  /// Answered cards are kept with a place where their decks do not have them.
  case placesDiffer(cards: Int)
  /// Questions have other cards than their decks give them.
  case cardsDiffer(questions: Int)

  /// Whether `rabble check --rebuild` fixes it.
  package var isFixable: Bool {
    switch self {
    case .damaged, .eventsDamaged, .eventsUnchecked, .dangling: false
    case .scheduleDiffers, .scheduleMisplaced, .newnessDiffers, .placesDiffer, .cardsDiffer,
      .suspensionsDiffer:
      true
    }
  }

  /// Whether it may be as it should be, so that the learner is only told.
  package var isRemark: Bool {
    if case .eventsUnchecked = self { true } else { false }
  }

  /// Whether what was written is not what is read.
  package var isDamage: Bool {
    switch self {
    case .damaged, .eventsDamaged: true
    default: false
    }
  }

  /// What was found.
  package var description: String {
    switch self {
    case .damaged(let report):
      "The review database is damaged (\(report)). Restore a backup, or export what is readable "
        + "with `rabble log export`."
    case .eventsDamaged(let table, let day, let events):
      "\(Self.number(events, "event")) of \(Self.name(day)) in the table \(table) "
        + "\(events == 1 ? "is" : "are") damaged: the check value does not match."
    case .eventsUnchecked(let table, let day, let events):
      "\(Self.number(events, "event")) of \(Self.name(day)) in the table \(table) "
        + "\(events == 1 ? "has" : "have") no check value: another program or an older version of "
        + "rabble wrote \(events == 1 ? "it" : "them"), or \(events == 1 ? "it is" : "they are") damaged."
    case .dangling(let table): "A row of \(table) refers to one that is missing."
    case .scheduleDiffers(let card):
      "The schedule of card \(card) does not match its recorded answers."
    case .scheduleMisplaced(let card):
      "The schedule of card \(card) is missing, or has no recorded answers."
    case .newnessDiffers(let cards):
      "\(Self.number(cards, "card")) wrongly marked as new or as answered."
    case .suspensionsDiffer(let cards):
      "\(Self.number(cards, "card")) wrongly suspended or wrongly asked."
    case .placesDiffer(let cards):
      "\(Self.number(cards, "card")) kept with a place where no deck has them."
    case .cardsDiffer(let questions):
      "\(Self.number(questions, "question")) with other cards than the deck gives."
    }
  }

  private static func name(_ day: StudyDay?) -> String { day?.iso8601 ?? "an unknown day" }

  private static func number(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
