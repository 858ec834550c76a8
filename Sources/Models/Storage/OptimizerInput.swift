import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

extension StudyLog {
  /// The reviews that count, as memory models learn from them. Days are the learner's own, and each
  /// direction of a question is a card of its own.
  ///
  /// - Parameter name: the preset of the cards that are meant, each by the group it was last asked
  ///   in; `nil` for all cards.
  /// - Returns: the reviews by card.
  /// - Throws: ``StorageError`` when the log can't be read.
  public func histories(ofPreset name: String? = nil) throws(StorageError) -> ReviewHistories {
    try read { db in
      let meant = try name.flatMap { try cards(db, ofPreset: $0) }
      var retracted: Set<UInt128> = []
      try db.cachedStatement(sql: "SELECT review FROM retraction").forEach(db) {
        retracted.insert($0.bits(0))
      }
      var numbers: [CardID: Int] = [:]
      var builder = ReviewHistories.Builder()
      try db.cachedStatement(
        sql: """
          SELECT id, question, direction, grade, time, utc_offset, duration FROM review ORDER BY id
          """
      ).forEach(db) { row in
        if !retracted.isEmpty, retracted.contains(row.bits(0)) { return }
        let card = CardID(columns: row, from: 1)
        if let meant, !meant.contains(card) { return }
        guard let grade = Grade(rawValue: row.number(3)) else { return }
        let moment = Moment(milliseconds: row.integer(4), utcOffset: row.number(5))
        let number = numbers[card] ?? numbers.count
        if number == numbers.count { numbers[card] = number }
        builder.append(
          LoggedReview(
            card: number, grade: grade, milliseconds: moment.milliseconds, day: moment.day.number,
            duration: row.number(6)))
      }
      return builder.histories()
    }
  }

  /// How many reviews count for each preset, by its name; presets without any are left out.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func reviewCounts() throws(StorageError) -> [String: Int] {
    try read { db in
      let book = try presets(db)
      guard !book.isUniform else {
        let count = try Int.fetchOne(db, sql: "SELECT sum(correct + incorrect) FROM schedule")
        return count.map { [Preset.defaultName: $0] } ?? [:]
      }
      var counts: [String: Int] = [:]
      try db.cachedStatement(
        sql: """
          SELECT w.group_title, sum(s.correct + s.incorrect)
          FROM schedule s JOIN wording w ON w.id = s.wording GROUP BY w.group_title
          """
      ).forEach(db) { row in
        counts[book.preset(forGroup: row.text(0)).name, default: 0] += row.number(1)
      }
      return counts
    }
  }

  /// The cards that were last asked in a group with the preset of this name; `nil` when all are.
  private func cards(_ db: Database, ofPreset name: String) throws -> Set<CardID>? {
    let book = try presets(db)
    if book.isUniform { return name == Preset.defaultName ? nil : [] }
    var names: [String: String] = [:]
    var cards: Set<CardID> = []
    try db.cachedStatement(
      sql: """
        SELECT s.question, s.direction, w.group_title
        FROM schedule s JOIN wording w ON w.id = s.wording
        """
    ).forEach(db) { row in
      let title = row.text(2)
      let used = names[title] ?? book.preset(forGroup: title).name
      names[title] = used
      if used == name { cards.insert(CardID(columns: row)) }
    }
    return cards
  }
}

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
