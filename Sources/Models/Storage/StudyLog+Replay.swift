import GRDB
import RabbleQuestions
import RabbleScheduling

extension StudyLog {
  /// What the reviews of one card come to, those taken back left out.
  func replay(_ db: Database, card: CardID) throws -> CardProgress? {
    let rows = try Row.fetchCursor(
      db,
      sql: RecordedReview.query(
        where: "r.question = ? AND r.direction = ? AND \(RecordedReview.counts)", order: "r.id"),
      arguments: [card.question, card.direction.rawValue])
    var progress: CardProgress?
    while let row = try rows.next() { progress = step(progress, row) }
    return progress
  }

  /// Compares the file and everything that was computed with the events.
  ///
  /// - Returns: what is not as it should be; empty when all is well.
  /// - Throws: ``StorageError`` when the log can't be read.
  public func check() throws(StorageError) -> [LogFinding] {
    try read { db in
      let integrity = try String.fetchAll(db, sql: "PRAGMA integrity_check(20)")
      if integrity != ["ok"] { return integrity.map { .damaged(report: $0) } }
      var findings = try Set(
        Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map { row -> String in row[0] }
      ).sorted().map { LogFinding.dangling(table: $0) }
      var unproven = try Set(
        Row.fetchAll(db, sql: "SELECT question, direction FROM schedule").map(CardID.init(row:)))
      try forEachReplayed(db) { card, progress in
        guard unproven.remove(card) != nil else {
          findings.append(.scheduleMisplaced(card: card))
          return
        }
        if try CardProgress.fetch(db, card: card) != progress {
          findings.append(.scheduleDiffers(card: card))
        }
      }
      findings += unproven.map { .scheduleMisplaced(card: $0) }
      let misplaced =
        try Int.fetchOne(
          db, sql: "SELECT count(*) FROM card c WHERE is_new <> \(Self.newness)") ?? 0
      if misplaced > 0 { findings.append(.newnessDiffers(cards: misplaced)) }
      let displaced =
        try Int.fetchOne(
          db,
          sql: """
            SELECT count(*) FROM schedule WHERE (deck_group, position) IS NOT (\(Self.onlyPlace))
            """) ?? 0
      if displaced > 0 { findings.append(.placesDiffer(cards: displaced)) }
      let miscounted = try questionsWithOtherCards(db).count
      if miscounted > 0 { findings.append(.cardsDiffer(questions: miscounted)) }
      return findings
    }
  }

  /// Makes everything that is computed from the events anew, in one transaction.
  ///
  /// - Returns: the number of cards scheduled.
  /// - Throws: ``StorageError``; then nothing was changed.
  public func rebuild() throws(StorageError) -> Int {
    try write { db in
      var cards = 0
      try db.execute(sql: "DELETE FROM schedule")
      try forEachReplayed(db) { card, progress in
        try progress.save(db, card: card)
        cards += 1
      }
      let writer = try CardWriter(db)
      for found in try questionsWithOtherCards(db) {
        try db.execute(
          sql: "DELETE FROM card WHERE deck_group = ? AND position = ?",
          arguments: [found.group, found.position])
        try writer.write(
          found.directions, of: found.id, group: found.group, position: found.position)
      }
      try db.execute(sql: "UPDATE card AS c SET is_new = \(Self.newness)")
      return cards
    }
  }

  /// Replays all cards that have a review that counts, each once.
  private func forEachReplayed(
    _ db: Database, _ body: (CardID, CardProgress) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: RecordedReview.query(
        where: RecordedReview.counts, order: "r.question, r.direction, r.id"))
    var current: (card: CardID, progress: CardProgress)?
    while let row = try rows.next() {
      let card = CardID(row: row)
      if let finished = current, finished.card != card {
        try body(finished.card, finished.progress)
        current = nil
      }
      current = (card, step(current?.progress, row))
    }
    if let current { try body(current.card, current.progress) }
  }

  private func step(_ progress: CardProgress?, _ row: Row) -> CardProgress {
    CardProgress.after(
      progress, Review(row: row), wording: row["wording"], content: row["content"],
      scheduler: scheduler)
  }
}

extension CardID {
  /// Reads the columns `question` and `direction`.
  init(row: Row) {
    self.init(
      question: row["question"], direction: Direction(rawValue: row["direction"]) ?? .recognition)
  }
}
