import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

extension StudyLog {
  /// What the answers to one card come to, those taken back left out.
  func replay(_ db: Database, card: CardID, by rules: ReplayRules) throws -> CardProgress? {
    rules.progress(after: try answers(db, to: card), of: card)
  }

  /// What the answers to one card come to had they all been scheduled in one way.
  func replay(_ db: Database, card: CardID, under scheduler: Scheduler) throws -> CardProgress? {
    CardProgress.after(try answers(db, to: card), of: card, scheduler: scheduler)
  }

  /// The answers to a card that count, the oldest first.
  private func answers(_ db: Database, to card: CardID) throws -> [LoggedAnswer] {
    var answers: [LoggedAnswer] = []
    try db.cachedStatement(
      sql: """
        SELECT \(LoggedAnswer.columns) FROM review r JOIN wording w ON w.id = r.wording
        WHERE r.question = ? AND r.direction = ? AND \(RecordedReview.counts) ORDER BY r.id
        """
    ).forEach(db) {
      $0.add(card.question)
      $0.add(card.direction.rawValue)
    } _: {
      answers.append(LoggedAnswer(columns: $0))
    }
    return answers
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
      let misheld = try cardsWronglyHeld(db)
      if misheld > 0 { findings.append(.suspensionsDiffer(cards: misheld)) }
      return findings
    }
  }

  /// Makes everything that is computed from the events anew, in one transaction.
  ///
  /// - Returns: the number of cards scheduled.
  /// - Throws: ``StorageError``; then nothing was changed.
  public func rebuild() throws(StorageError) -> Int {
    defer { forgetSchedulers() }
    return try write { db in
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
      try holdAnew(db)
      return cards
    }
  }

  /// Replays all cards that have an answer that counts, each once.
  private func forEachReplayed(
    _ db: Database, _ body: (CardID, CardProgress) throws -> Void
  ) throws {
    let rules = ReplayRules(try PresetHistory.fetch(db))
    var current: CardID?
    var answers: [LoggedAnswer] = []
    func finish() throws {
      guard let card = current, let progress = rules.progress(after: answers, of: card) else {
        return
      }
      try body(card, progress)
    }
    try db.cachedStatement(
      sql: """
        SELECT r.question, r.direction, \(LoggedAnswer.columns)
        FROM review r JOIN wording w ON w.id = r.wording
        WHERE \(RecordedReview.counts) ORDER BY r.question, r.direction, r.id
        """
    ).forEach(db) { row in
      let card = CardID(columns: row)
      if card != current {
        try finish()
        current = card
        answers.removeAll(keepingCapacity: true)
      }
      answers.append(LoggedAnswer(columns: row, from: 2))
    }
    try finish()
  }

  /// Hands every card that was answered to `body`, with the title of the group it was last asked in.
  /// The body may change schedules.
  func forEachStudied(
    _ db: Database, _ body: (CardID, String, CardProgress) throws -> Void
  ) throws {
    var studied: [(CardID, String, CardProgress)] = []
    var titles: [String: String] = [:]
    try db.cachedStatement(
      sql: """
        SELECT \(CardProgress.columns), question, direction,
          (SELECT group_title FROM wording WHERE id = schedule.wording)
        FROM schedule
        """
    ).forEach(db) { row in
      let title = row.text(19)
      // One copy of each title, not one a card.
      titles[title] = titles[title] ?? title
      studied.append(
        (CardID(columns: row, from: 17), titles[title] ?? title, CardProgress(columns: row)))
    }
    for (card, title, progress) in studied { try body(card, title, progress) }
  }
}

extension CardID {
  /// Reads the columns `question` and `direction`.
  init(row: Row) {
    self.init(
      question: row["question"], direction: Direction(rawValue: row["direction"]) ?? .recognition)
  }

  /// Reads the columns `question` and `direction`, which stand there one after the other.
  init(columns row: Columns, from first: CInt = 0) {
    self.init(
      question: QuestionID(bits: row.bits(first)),
      direction: Direction(rawValue: row.text(first + 1)) ?? .recognition)
  }
}

/// Makes a card's progress again from its reviews and from all that changed how it is scheduled.
final class ReplayRules {
  let history: PresetHistory
  private var periods: [String: [PresetHistory.Period]] = [:]

  init(_ history: PresetHistory) {
    self.history = history
  }

  /// What the answers to one card come to: under the preset that held when the last of them was given,
  /// then under each that took its place since.
  func progress(after answers: [LoggedAnswer], of card: CardID) -> CardProgress? {
    guard let last = answers.last else { return nil }
    let periods = periods(ofGroup: last.group)
    let first = periods.lastIndex { ($0.beginning?.id).map { $0 < last.id } ?? true } ?? 0
    var progress = CardProgress.after(
      answers, of: card, scheduler: periods[first].scheduler)
    for period in periods[(first + 1)...] {
      guard let moment = period.beginning?.moment, let before = progress,
        let after = CardProgress.after(answers, of: card, scheduler: period.scheduler)
      else { continue }
      progress = after.with(after.schedule.replacing(before.schedule, at: moment))
    }
    return progress
  }

  private func periods(ofGroup title: String) -> [PresetHistory.Period] {
    if let known = periods[title] { return known }
    let found = history.periods(ofGroup: title)
    periods[title] = found
    return found
  }
}

/// What a card's schedule needs of one of its reviews.
struct LoggedAnswer {
  let id: EventID
  let grade: Grade
  let moment: Moment
  let fuzzPosition: Double?
  let wording: EventID
  let content: QuestionID
  /// The title of the group it was asked in.
  let group: String

  /// The columns of a review `r` with its wording `w`, without the card.
  static let columns = """
    r.id, r.grade, r.time, r.utc_offset, r.place, r.wording, w.content, w.group_title
    """

  /// Reads ``columns``.
  init(columns row: Columns, from first: CInt = 0) {
    id = EventID(bits: row.bits(first))
    grade = Grade(rawValue: row.number(first + 1)) ?? .again
    moment = Moment(milliseconds: row.integer(first + 2), utcOffset: row.number(first + 3))
    fuzzPosition = row.isNull(first + 4) ? nil : row.real(first + 4)
    wording = EventID(bits: row.bits(first + 5))
    content = QuestionID(bits: row.bits(first + 6))
    group = row.text(first + 7)
  }

  /// The review of this card, as far as a schedule goes.
  func review(of card: CardID) -> Review {
    Review(
      card: card, grade: grade, moment: moment, typed: nil, verdict: nil, hintUsed: false,
      duration: 0, fuzzPosition: fuzzPosition)
  }
}
