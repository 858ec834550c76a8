import GRDB
import RabbleQuestions
import RabbleScheduling

/// Answers: reviews, the wordings of the cards as they were asked, and the answers that the learner
/// accepted for a card. `AnswerRecording.swift` adds them.
package struct ReviewStore {
  let tx: Transaction
  var db: Database { tx.db }

  /// The last review that was given here and not undone; `nil` when there is none.
  package func last() throws -> RecordedReview? {
    try ReviewEvent.newest(tx, where: ReviewEvent.isOwn)
  }

  /// The last review of a card that was not undone; `nil` when there is none.
  package func last(of card: CardID) throws -> RecordedReview? {
    try ReviewEvent.newest(
      tx, where: "e.question = ? AND e.direction = ?", [card.question, card.direction])
  }

  /// Makes sure that the answers to a card are as they were written, before it is asked again.
  ///
  /// - Throws: ``StorageError/corrupt(path:reason:)`` when one is not.
  package func verify(_ card: CardID) throws { try EventCheck.verify(answersTo: card, tx) }

  /// Hands every review to `body`, oldest first, including those that were undone.
  package func forEach(_ body: (RecordedReview) throws -> Void) throws {
    var scan = try ReviewScan(tx)
    try scan.forEach(body)
  }

  /// Hands every review that counts, of questions that have been confused, to `body`, oldest first.
  package func forEachConfused(_ body: (RecordedReview) throws -> Void) throws {
    try forEach(
      where: """
        e.question IN (
          SELECT question FROM counted_review WHERE mistaken_for IS NOT NULL
          UNION SELECT mistaken_for FROM counted_review WHERE mistaken_for IS NOT NULL)
        """, body)
  }

  private func forEach(
    where condition: String, arguments: StatementArguments = [],
    _ body: (RecordedReview) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(ReviewEvent.columns) FROM counted_review e
        WHERE \(condition) ORDER BY e.id
        """, arguments: arguments)
    while let row = try rows.next() { try body(ReviewEvent.event(row)) }
  }

  /// Hands every review that counts and has a mistake, names another card, or is about a card that was confused
  /// with another, to `body`, oldest first: all that confusions and mistakes follow from.
  package func forEachWithMistake(_ body: (RecordedReview) throws -> Void) throws {
    // By the indexes, which have few of them, and then in the order of the identities: no pass over all.
    try forEach(
      where: """
        e.id IN (
          SELECT id FROM review WHERE mistake IS NOT NULL
          UNION SELECT id FROM review WHERE mistaken_for IS NOT NULL
          UNION SELECT id FROM whole_review WHERE question IN (
            SELECT question FROM counted_review WHERE mistaken_for IS NOT NULL
            UNION SELECT mistaken_for FROM counted_review WHERE mistaken_for IS NOT NULL))
        """, body)
  }

  /// The reviews of a card that were not undone, oldest first.
  func recorded(of card: CardID) throws -> [RecordedReview] {
    var reviews: [RecordedReview] = []
    try forEach(
      where: "e.question = ? AND e.direction = ?",
      arguments: [card.question, card.direction]
    ) { reviews.append($0) }
    return reviews
  }

  /// The milliseconds that the latest correct answers took, at most `count` of them; without those
  /// outside the schedule, which come soon after others.
  package func durationsOfRightAnswers(latest count: Int) throws -> [Int] {
    try Int.fetchAll(
      db,
      sql: """
        SELECT e.duration FROM counted_review e
        WHERE e.verdict IN ('correct', 'remark') AND e.grade > 1 AND \(ReviewEvent.isScheduled)
        ORDER BY e.id DESC LIMIT ?
        """, arguments: [count])
  }

  /// How many reviews there are, undone ones among them; not counted beyond `most`.
  package func count(upTo most: Int) throws -> Int {
    try Int.fetchOne(
      db, sql: "SELECT count(*) FROM (SELECT 1 FROM review LIMIT ?)", arguments: [most]) ?? 0
  }

  /// How often two questions have been confused, either way round.
  func confusions(of question: QuestionID, with other: QuestionID) throws -> Int {
    try Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM counted_review e
        WHERE ((e.question = ?1 AND e.mistaken_for = ?2)
            OR (e.question = ?2 AND e.mistaken_for = ?1))
        """, arguments: [question, other]) ?? 0
  }

  /// The UTC offset of the last answer, in seconds; 0 in a log without answers. Kinds of events
  /// that keep no offset are dated by it.
  static func lastOffset(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT utc_offset FROM counted_review ORDER BY id DESC LIMIT 1") ?? 0
  }

  /// The group that an answer's wording names.
  func group(of wording: EventID) throws -> GroupName {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT deck, group_title FROM wording WHERE id = ?"),
      arguments: [wording])
    guard let row else { throw LogFault("the wording of an answer, which is missing") }
    return try GroupName(row)
  }

  /// A review, whether or not it was undone, and whether the learner accepted with it what was typed.
  package func review(_ id: EventID) throws -> (review: RecordedReview, accepts: Bool)? {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT \(ReviewEvent.columns),
          EXISTS (SELECT 1 FROM acceptance a WHERE a.review = e.id) AS accepts
        FROM \(ReviewEvent.source) WHERE e.id = ?
        """, arguments: [id])
    return try row.map { (try ReviewEvent.event($0), try $0.decode(forColumn: "accepts")) }
  }
}

extension Transaction {
  /// Answers.
  package var reviews: ReviewStore { ReviewStore(tx: self) }
}

// MARK: - Events

/// An answer to a card. Schedules follow from these events.
enum ReviewEvent: UndoableEventKind {
  static let table = "review"
  static let fields: [EventField] = [
    .utcOffset, .question, .direction(), .identity("wording", of: WordingEvent.table),
    .integer("grade", in: 1...4), .text("typed", isRequired: false),
    .text("verdict", isRequired: false), .text("mistake", isRequired: false),
    .identity("mistaken_for", isRequired: false), .integer("hint_used", in: 0...1),
    .integer("duration", in: LogBounds.duration),
    .real("place", in: LogBounds.place, isRequired: false),
    .identity("revises", isRequired: false), .occasion,
    .text("kind", atMost: LogBounds.name, isRequired: false), .cause,
  ]
  /// The view of answers with what their numbers stand for.
  static let whole = "whole_review"
  static let source = "\(whole) e"
  static let hasCause = true
  static let columns = """
    e.id, e.device, e.question, e.direction, e.grade, e.time, e.utc_offset, e.typed, e.verdict, e.mistake, \
    e.mistaken_for, e.hint_used, e.duration, e.place, e.deck, e.group_title, e.prompt, e.answer, \
    NOT (\(counts("e"))) AS is_retracted, e.revises, e.occasion, \
    \(wasInSteps("e")) AS was_in_steps, \(wasInReview("e")) AS was_in_review
    """

  /// The SQL condition for a review `e` that its card's schedule follows from.
  static let isScheduled = has(.schedule)
  /// The SQL condition for a review `e` that memory models are fitted to, as far as its occasion says.
  static let isTraining = has(.training)

  private static func has(_ use: AnswerUses) -> String {
    ReviewOccasion.without(use).map { "e.occasion IS NOT '\($0.rawValue)'" }
      .joined(separator: " AND ")
  }

  /// The SQL condition for a review `e` outside the schedule, as the index of these has it.
  static let isOutsideSchedule = ReviewOccasion.without(.schedule)
    .map { "e.occasion = '\($0.rawValue)'" }.joined(separator: " OR ")

  /// The SQL condition for a review to a card that another program had in its steps then.
  static func wasInSteps(_ event: String) -> String {
    "coalesce(\(event).kind IN (\(stepKinds.map { "'\($0)'" }.joined(separator: ", "))), 0)"
  }

  /// The SQL condition for a review to a card that another program had in review then.
  static func wasInReview(_ event: String) -> String {
    "coalesce(\(event).kind = '\(reviewKind)', 0)"
  }

  /// What other programs call answers in steps, and answers in review.
  static let (stepKinds, reviewKind) = (["learn", "relearn"], "review")

  static func event(_ row: Row) throws -> RecordedReview {
    RecordedReview(
      id: try row.decode(forColumn: "id"), device: try row.decode(forColumn: "device"),
      review: Review(
        card: try CardID(row), grade: try row.decode(forColumn: "grade"), moment: try Moment(row),
        typed: try row.decode(forColumn: "typed"), verdict: try row.decode(forColumn: "verdict"),
        mistake: try row.decode(forColumn: "mistake"),
        hintUsed: try row.decode(forColumn: "hint_used"),
        duration: try row.decode("duration", in: LogBounds.duration),
        fuzzPosition: try row.decodeIfPresent("place", in: LogBounds.place),
        occasion: try row.decode(forColumn: "occasion")),
      group: try GroupName(row),
      prompt: try row.decode(forColumn: "prompt"), answer: try row.decode(forColumn: "answer"),
      mistakenFor: try row.decode(forColumn: "mistaken_for"),
      isRetracted: try row.decode(forColumn: "is_retracted"),
      revises: try row.decode(forColumn: "revises"),
      wasInSteps: try row.decode(forColumn: "was_in_steps"),
      wasInReview: try row.decode(forColumn: "was_in_review"))
  }

  static func entry(_ event: RecordedReview) -> UndoableEvent { .review(event) }

  /// Replays the cards of answers and of adjustments together: an import brings both.
  static func replay(eventsOf id: EventID, _ tx: Transaction) throws -> Int {
    var answered: Set<CardID> = []
    var directions = DirectionNumbers()
    for condition in ["r.id = ?", "r.cause = ?"] {
      try RawRows(
        tx.db,
        """
        SELECT c.question, c.direction FROM card c
        WHERE c.n IN (SELECT r.card FROM review r WHERE \(condition))
        """, [id]
      ).forEach { answered.insert(try directions.card($0, 0)) }
    }
    try tx.suspensions.hold(answered)
    let adjusted = try Row.fetchAll(
      tx.db,
      sql: "SELECT DISTINCT question, direction FROM adjustment WHERE id = ?1 OR cause = ?1",
      arguments: [id])
    return try tx.schedules.replay(answered.union(adjusted.map { try CardID($0) })).moved
  }

  static func rebuild(_ tx: Transaction) throws { try tx.schedules.rebuild() }

  static func check(_ tx: Transaction) throws -> [LogFinding] { try tx.schedules.check() }
}

/// What a card showed when it was asked: a review refers to it.
enum WordingEvent: EventKind {
  static let table = "wording"
  static let fields: [EventField] = [
    .question, .identity("content"), .text("deck"), .text("group_title"),
    .integer("position", in: LogBounds.position), .text("prompt"), .text("answer"),
  ]
}
