import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

extension StudyLog {
  /// The cards of these groups that have been answered, as a simulation begins with them. Suspended
  /// cards are not among them, and one that several groups have counts once.
  ///
  /// - Parameters:
  ///   - groups: the groups.
  ///   - model: the memory model to remember them by; cards whose preset has another one are
  ///     replayed under it.
  ///   - moment: the present.
  /// - Returns: each card once.
  /// - Throws: ``StorageError`` when the log can't be read.
  public func knownCards(of groups: [StoredGroup], under model: MemoryModel, at moment: Moment)
    throws(StorageError) -> [KnownCard]
  {
    try read { db in
      let book = try presets(db)
      var studied: [(card: CardID, title: String, schedule: Schedule)] = []
      var met: Set<CardID> = []
      let statement = try db.cachedStatement(
        sql: """
          SELECT \(CardProgress.columns), question, direction,
            (SELECT group_title FROM wording WHERE id = schedule.wording)
          FROM (
            SELECT DISTINCT q.id AS known, c.direction AS side FROM card c
              JOIN question q ON q.deck_group = c.deck_group AND q.position = c.position
            WHERE c.deck_group = ?)
            JOIN schedule ON question = known AND direction = side
          WHERE NOT EXISTS (SELECT 1 FROM held h WHERE h.question = schedule.question
            AND h.direction = schedule.direction AND h.until_day IS NULL)
          """)
      for group in groups {
        try statement.forEach(db) {
          $0.add(group.id)
        } _: { row in
          let card = CardID(columns: row, from: 17)
          guard met.insert(card).inserted else { return }
          studied.append((card, row.text(19), CardProgress(columns: row).schedule))
        }
      }
      let scheduler = Scheduler(model: model)
      return try studied.map { card, title, schedule in
        let memory =
          book.preset(forGroup: title).model == model
          ? schedule.memory
          : try replay(db, card: card, under: scheduler)?.schedule.memory ?? schedule.memory
        return KnownCard(
          state: memory,
          daysSinceReview: moment.day.number - schedule.lastReview.day.number,
          daysUntilDue: schedule.due.day(on: moment).number - moment.day.number)
      }
    }
  }
}

extension Due {
  /// The day it falls on, by the clock of this moment.
  fileprivate func day(on moment: Moment) -> StudyDay {
    switch self {
    case .at(let time): Moment(milliseconds: time, utcOffset: moment.utcOffset).day
    case .on(let day): day
    }
  }
}
