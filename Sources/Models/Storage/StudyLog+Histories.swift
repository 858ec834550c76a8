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
