import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

extension ScheduleStore {
  /// What the events of a card come to under all presets that have held for it.
  func progress(of card: CardID, by rules: ReplayRules) throws -> CardProgress? {
    rules.progress(after: try events(of: card), of: card)
  }

  /// What the events of a card, or all but one, come to if all had been scheduled in one way.
  func progress(
    of card: CardID, under scheduler: Scheduler, without excluded: EventID? = nil
  ) throws -> CardProgress? {
    let events = try events(of: card).filter { $0.id != excluded }
    return CardProgress.after(events, of: card, scheduler: scheduler)
  }

  /// Computes a card's schedule from its reviews and adjustments; `nil` when none is left, and the card
  /// is new again.
  @discardableResult
  func replay(_ card: CardID, by rules: ReplayRules? = nil) throws -> Schedule? {
    let rules = try rules ?? ReplayRules(tx.presets.history())
    let events = try events(of: card)
    let progress = rules.progress(after: events, of: card)
    try put(progress, of: card, hadRow: true)
    try saveFacts(of: events, of: card, by: rules)
    return progress?.schedule
  }

  /// Computes the facts of the answers to a card from its reviews and adjustments.
  func renewFacts(of card: CardID, by rules: ReplayRules) throws {
    try saveFacts(of: events(of: card), of: card, by: rules)
  }

  /// The facts of a new answer, by what is kept of its card.
  ///
  /// - Parameters:
  ///   - review: the answer, which comes after all others.
  ///   - kept: the progress of its card before.
  ///   - rules: those of the group in which it was, and is, shown.
  /// - Returns: the facts; `nil` where only a replay tells them: when the card was rescheduled since its last answer, or
  ///   when a clock or time zone may have put another answer on the same day.
  /// - Throws: ``StorageError``.
  func facts(
    of review: Review, goingOnFrom kept: CardProgress?, by rules: GroupRules
  ) throws -> AnswerFacts? {
    let schedule = kept?.schedule
    if let schedule, let beginning = rules.since,
      schedule.lastReview.milliseconds <= beginning.milliseconds
    {
      return nil
    }
    var lastDay: StudyDay?
    if let last = try lastAnswer(to: review.card) {
      // No answer was given later than the last one; only on a day beside its own may others, from another time zone, have
      // a say.
      guard let moment = schedule?.lastReview, moment.milliseconds == last.time,
        last.id.milliseconds == last.time, last.time <= review.moment.milliseconds,
        abs(moment.day.number - review.moment.day.number) != 1
      else { return nil }
      lastDay = moment.day
    }
    return FactReplay.facts(
      of: review, goingOnFrom: schedule, lastDay: lastDay, by: rules.scheduler)
  }

  /// The answer to a card that came last into the log, whether it counts or not.
  private func lastAnswer(to card: CardID) throws -> (id: EventID, time: Int64)? {
    var last: (id: EventID, time: Int64)?
    try RawRows(
      db,
      cached: """
        SELECT id, time FROM review
        WHERE card = (SELECT n FROM card WHERE question = ? AND direction = ?)
        ORDER BY seq DESC LIMIT 1
        """, [card.question, card.direction]
    ).forEach { last = (EventID(bits: try $0.identity(0)), $0.integer(1)) }
    return last
  }

  /// Keeps the facts of answers where others are kept.
  private func saveFacts(of events: [LoggedEvent], of card: CardID, by rules: ReplayRules) throws {
    try rules.facts.replay(events, of: card) { outcome in
      guard outcome.answer.kept != outcome.facts else { return }
      try tx.keep(outcome.facts, ofReview: outcome.answer.seq)
    }
  }

  /// Keeps what was computed for a card; `nil` for a new one.
  ///
  /// - Parameters:
  ///   - progress: what its events come to.
  ///   - card: the card.
  ///   - hadRow: whether there may be a row of it.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  func put(_ progress: CardProgress?, of card: CardID, hadRow: Bool) throws {
    guard let progress else { return hadRow ? try remove(card) : () }
    if try hadRow && replace(progress, of: card) { return }
    try save(progress, of: card)
    try tx.cards.setNew(card, false)
  }

  /// Computes all schedules, and the facts of all answers, from the events.
  func rebuild() throws {
    let adjustments = try tx.adjustments.all()
    let table = try AnswerTable(tx, adjustments)
    let outcome = table.replay(try tx.presets.history(), adjustments)
    try replaceAll(by: outcome.progress, of: table.cards)
    try saveFacts(of: outcome, in: table)
  }

  /// Puts the rows of all cards that have any in place of those there were.
  func replaceAll(by progress: [CardProgress?], of cards: [CardID]) throws {
    try db.execute(sql: "DELETE FROM schedule")
    let paused = try PausedIndexes(tx, of: ["schedule"], adding: .max)
    try save(progress, of: cards)
    try renewPlaces()
    try paused?.make()
  }

  /// Computes the schedules of cards, and the facts of their answers, from their events: of a few, card by card; of many,
  /// in one pass over the log (``Thresholds/cardsFromElsewhere``).
  ///
  /// - Returns: how many cards got another due date, and how many of those had one before.
  func replay(_ cards: Set<CardID>) throws -> (moved: Int, hadDue: Int) {
    var result = (moved: 0, hadDue: 0)
    func compare(_ before: Due?, _ after: Due?) {
      guard before != after else { return }
      result.moved += 1
      if before != nil { result.hadDue += 1 }
    }
    if cards.count <= tx.thresholds.cardsFromElsewhere {
      let rules = ReplayRules(try tx.presets.history())
      for card in cards {
        let before = try due(of: card)
        compare(before, try replay(card, by: rules)?.due)
      }
      return result
    }
    let before = try dueDates()
    let adjustments = try tx.adjustments.all()
    let table = try AnswerTable(tx, of: cards, adjustments, skipsUndone: true)
    let outcome = table.replay(try tx.presets.history(), adjustments)
    try replace(outcome.progress, of: table.cards, startedBefore: before)
    try saveFacts(of: outcome, in: table)
    for (card, progress) in zip(table.cards, outcome.progress) {
      compare(before[card], progress?.schedule.due)
    }
    return result
  }

  /// Computes the facts of the answers to cards from their reviews and adjustments.
  func renewFacts(of cards: Set<CardID>) throws {
    let history = try tx.presets.history()
    if cards.count <= tx.thresholds.cardsFromElsewhere {
      let rules = ReplayRules(history)
      for card in cards { try renewFacts(of: card, by: rules) }
      return
    }
    let adjustments = try tx.adjustments.all()
    let table = try AnswerTable(tx, of: cards, adjustments, skipsUndone: true)
    try saveFacts(of: table.replay(history, adjustments), in: table)
  }

  /// Keeps the facts of the log's answers where others are kept.
  func saveFacts(of outcome: AnswerTable.Outcome, in table: AnswerTable) throws {
    for place in table.entries.indices where outcome.differs[place] {
      if let facts = outcome.facts[place], let number = table.number(ofEntry: place) {
        try tx.keep(facts, ofReview: number)
      }
    }
  }

  /// Compares all schedules, and the facts of all answers, with what the events come to.
  func check() throws -> [LogFinding] {
    let adjustments = try tx.adjustments.all()
    let table = try AnswerTable(tx, adjustments)
    let outcome = table.replay(try tx.presets.history(), adjustments)
    var findings: [LogFinding] = []
    var unreadable = 0
    var next = 0
    let cards = table.cards
    // Both are in the same order.
    func passOver(before card: CardID?) {
      while next < cards.count, card.map({ cards[next].precedes($0) }) ?? true {
        if outcome.progress[next] != nil { findings.append(.scheduleMisplaced(card: cards[next])) }
        next += 1
      }
    }
    let columns = CardProgress.columns
    try RawRows(
      db,
      """
      SELECT \(columns.joined(separator: ", ")), question, direction FROM schedule
      ORDER BY question, direction
      """
    ).forEach { row in
      guard let card = try StorageError.readable({ try row.card(CInt(columns.count)) }) else {
        unreadable += 1
        return
      }
      passOver(before: card)
      guard next < cards.count, cards[next] == card, let progress = outcome.progress[next] else {
        findings.append(.scheduleMisplaced(card: card))
        if next < cards.count, cards[next] == card { next += 1 }
        return
      }
      next += 1
      // What is kept and can't be read is something else.
      if try StorageError.readable({ try CardProgress(row) }) != progress {
        findings.append(.scheduleDiffers(card: card))
      }
    }
    passOver(before: nil)
    if unreadable > 0 { findings.insert(.schedulesUnreadable(rows: unreadable), at: 0) }
    let count = outcome.differs.count { $0 }
    if count > 0 { findings.append(.factsDiffer(answers: count)) }
    return findings
  }

  /// The answers and adjustments of a card that were not undone, oldest first.
  func events(of card: CardID) throws -> [LoggedEvent] {
    LoggedEvent.merged(try answers(to: card), try tx.adjustments.logged(of: card))
  }

  /// The answers to a card that were not undone, oldest first.
  func answers(to card: CardID) throws -> [LoggedAnswer] {
    let rows = try RawRows(
      db,
      cached: """
        SELECT \(LoggedAnswer.columns) FROM counted_review e
        WHERE e.question = ? AND e.direction = ? ORDER BY e.id
        """, [card.question, card.direction])
    var answers: [LoggedAnswer] = []
    try rows.forEach { answers.append(try LoggedAnswer($0)) }
    return answers
  }
}

extension Transaction {
  /// Keeps the facts of an answer.
  fileprivate func keep(_ facts: AnswerFacts, ofReview seq: Int64) throws {
    let statement = try db.cachedStatement(sql: Self.keepingFacts)
    try statement.run(facts.values + [.integer(seq)], db)
    noteChange(ofReview: seq)
  }

  private static let keepingFacts = {
    let names = AnswerFacts.columns.joined(separator: ", ")
    let places = AnswerFacts.columns.map { _ in "?" }.joined(separator: ", ")
    return "UPDATE review SET (\(names)) = (\(places)) WHERE seq = ?"
  }()
}

/// Computes a card's progress from its events and from all that changed how it is scheduled.
final class ReplayRules {
  /// What finds the facts of answers.
  var facts: FactReplay
  private let history: PresetHistory
  private let book: PresetBook
  private var periods: [GroupName: [PresetHistory.Period]] = [:]

  init(_ history: PresetHistory) {
    self.history = history
    book = history.book
    facts = FactReplay(history)
  }

  /// What the events of one card come to: under the preset that held at the last of them, then under
  /// each that has replaced it since.
  func progress(after events: [LoggedEvent], of card: CardID) -> CardProgress? {
    let events = events.allSatisfy(\.isScheduled) ? events : events.filter(\.isScheduled)
    guard let last = events.last, let wording = events.lazy.reversed().compactMap(\.wording).first
    else { return nil }
    let periods = periods(ofGroup: book.name(of: wording.group, since: wording.id))
    let first = periods.lastIndex { ($0.beginning?.id).map { $0 < last.id } ?? true } ?? 0
    var progress = CardProgress.after(events, of: card, scheduler: periods[first].scheduler)
    for period in periods[(first + 1)...] where !period.keepsSchedules {
      guard let moment = period.beginning?.moment, let before = progress,
        let after = CardProgress.after(events, of: card, scheduler: period.scheduler)
      else { continue }
      progress = after.with(
        after.schedule.replacing(
          before.schedule, at: moment, keepsNearDays: period.keepsNearDays))
    }
    return progress
  }

  private func periods(ofGroup name: GroupName) -> [PresetHistory.Period] {
    if let known = periods[name] { return known }
    let found = history.periods(ofGroup: name)
    periods[name] = found
    return found
  }
}

extension CardProgress {
  /// The progress after all events of a card; `nil` when it is new.
  fileprivate static func after(
    _ events: [LoggedEvent], of card: CardID, scheduler: Scheduler
  ) -> CardProgress? {
    var progress: CardProgress?
    for event in events {
      switch event {
      case .answer(let answer) where !answer.isScheduled: break
      case .answer(let answer):
        var schedule = scheduler.schedule(
          progress?.schedule, grade: answer.grade, at: answer.moment, card: card,
          fuzzPosition: answer.fuzzPosition)
        if answer.wasInSteps { schedule = schedule.keepingLapses(of: progress?.schedule) }
        progress = after(
          progress, answer.grade, at: answer.moment, schedule: schedule,
          wording: answer.wording.id, content: answer.wording.content)
      case .adjustment(let logged):
        progress = after(progress, logged, scheduler: scheduler)
      }
    }
    return progress
  }

  /// The progress after one more adjustment; `nil` when the card is new all the same, or again.
  private static func after(
    _ progress: CardProgress?, _ logged: LoggedAdjustment, scheduler: Scheduler
  ) -> CardProgress? {
    guard let schedule = scheduler.schedule(progress?.schedule, after: logged.adjustment) else {
      return nil
    }
    guard let wording = logged.wording else { return progress?.with(schedule) }
    return CardProgress(
      schedule: schedule, introduced: progress?.introduced ?? logged.adjustment.moment.day,
      score: progress?.score ?? Score(), answered: progress?.answered ?? LastAnswers(),
      wording: wording.id, content: wording.content)
  }
}

/// An event that a card's schedule follows from.
enum LoggedEvent {
  case answer(LoggedAnswer)
  case adjustment(LoggedAdjustment)

  /// The event's identity.
  var id: EventID {
    switch self {
    case .answer(let answer): answer.id
    case .adjustment(let adjustment): adjustment.id
    }
  }

  /// Whether the card's schedule follows from it.
  var isScheduled: Bool {
    switch self {
    case .answer(let answer): answer.isScheduled
    case .adjustment: true
    }
  }

  /// The event with which it came.
  var cause: EventID? {
    switch self {
    case .answer(let answer): answer.cause
    case .adjustment: nil
    }
  }

  /// What the card showed; `nil` where only its due day was changed.
  var wording: LoggedWording? {
    switch self {
    case .answer(let answer): answer.wording
    case .adjustment(let adjustment): adjustment.wording
    }
  }

  /// The answers and adjustments of a card in their order.
  static func merged(
    _ answers: [LoggedAnswer], _ adjustments: [LoggedAdjustment]
  ) -> [LoggedEvent] {
    let events = answers.map(LoggedEvent.answer)
    if adjustments.isEmpty { return events }
    return (events + adjustments.map(LoggedEvent.adjustment)).sorted { $0.id < $1.id }
  }
}

/// What a replay needs of one of a card's reviews.
struct LoggedAnswer {
  let id: EventID
  /// Its number in the log.
  let seq: Int64
  let grade: Grade
  let moment: Moment
  /// How long it took, in milliseconds.
  let duration: Int
  let fuzzPosition: Double?
  let wording: LoggedWording
  /// Whether a schedule follows from it.
  let isScheduled: Bool
  /// Whether another program had the card in its steps, or in review.
  let wasInSteps, wasInReview: Bool
  /// The import that brought it.
  let cause: EventID?
  /// The facts that are kept with it; `nil` where they can't be read, or there is no row of it yet.
  let kept: AnswerFacts?

  /// The columns of a review `e`, without the card.
  static let columns =
    """
    e.id, e.seq, e.grade, e.time, e.utc_offset, e.place, e.wording, e.content, e.deck, \
    e.group_title, \(ReviewEvent.isScheduled), \(ReviewEvent.wasInSteps("e")), \
    \(ReviewEvent.wasInReview("e")), e.duration, e.cause, 
    """ + AnswerFacts.columns.map { "e.\($0)" }.joined(separator: ", ")
}

extension LoggedAnswer {
  /// Reads ``columns``.
  fileprivate init(_ row: RawRow) throws {
    self.init(
      id: EventID(bits: try row.identity(0)), seq: row.integer(1), grade: try row.grade(2),
      moment: try row.moment(3), duration: try row.integer(13, in: LogBounds.duration),
      fuzzPosition: row.isNull(5) ? nil : try row.number(5, in: LogBounds.place),
      wording: LoggedWording(
        id: EventID(bits: try row.identity(6)), content: QuestionID(bits: try row.identity(7)),
        group: row.group(8)),
      isScheduled: row.integer(10) != 0, wasInSteps: row.integer(11) != 0,
      wasInReview: row.integer(12) != 0,
      cause: row.isNull(14) ? nil : EventID(bits: try row.identity(14)),
      kept: try? AnswerFacts(row, at: 15))
  }
}

// MARK: - Many cards at once

/// The events of the cards that are rescheduled: of a few, each card's are looked up; of many, the log is
/// read once from beginning to end (``Thresholds/rescheduledCards``).
final class RescheduledEvents {
  /// What a schedule needs of an answer.
  private struct Answer {
    let moment: Moment
    let place: Double
    let grade: Grade
    let wasInSteps: Bool
  }

  private let store: ScheduleStore
  private let adjusted: [CardID: [LoggedAdjustment]]
  /// The cards' numbers, where their answers begin, and all answers by card; empty for few cards.
  private var numbers: [CardID: Int32] = [:]
  private var starts: [Int32] = []
  private var answers: [Answer] = []

  init(of cards: [CardID], _ store: ScheduleStore) throws {
    self.store = store
    guard cards.count > store.tx.thresholds.rescheduledCards else {
      adjusted = [:]
      return
    }
    adjusted = try store.tx.adjustments.all()
    numbers.reserveCapacity(cards.count)
    for (number, card) in cards.enumerated() { numbers[card] = Int32(number) }
    try read(count: cards.count)
  }

  /// The schedule that a card's events lead to under a scheduler; `nil` when there are none.
  func schedule(of card: CardID, under scheduler: Scheduler) throws -> Schedule? {
    guard let number = numbers[card], adjusted[card] == nil else {
      return try store.progress(of: card, under: scheduler)?.schedule
    }
    var schedule: Schedule?
    for answer in answers[Int(starts[Int(number)])..<Int(starts[Int(number) + 1])] {
      let next = scheduler.schedule(
        schedule, grade: answer.grade, at: answer.moment, card: card,
        fuzzPosition: answer.place.isNaN ? nil : answer.place)
      schedule = answer.wasInSteps ? next.keepingLapses(of: schedule) : next
    }
    return schedule
  }

  /// Reads the log in the order of time, and sorts its answers by card in as many steps as there are.
  private func read(count: Int) throws {
    var cards: [Int32] = []
    var read: [Answer] = []
    starts = [Int32](repeating: 0, count: count + 1)
    let rows = try Row.fetchCursor(
      store.db,
      sql: """
        SELECT question, direction, grade, time, utc_offset, place, id, \
        \(ReviewEvent.wasInSteps("e")) AS was_in_steps FROM counted_review e
        WHERE \(ReviewEvent.isScheduled) ORDER BY id
        """)
    while let row = try rows.next() {
      guard let number = numbers[try CardID(row)] else { continue }
      cards.append(number)
      starts[Int(number) + 1] += 1
      read.append(
        Answer(
          moment: try Moment(row),
          place: try row.decodeIfPresent("place", in: LogBounds.place) ?? .nan,
          grade: try row.decode(forColumn: "grade"),
          wasInSteps: try row.decode(forColumn: "was_in_steps")))
    }
    for number in 0..<count { starts[number + 1] += starts[number] }
    var next = starts
    var order = [Int32](repeating: 0, count: read.count)
    for (index, card) in cards.enumerated() {
      order[Int(next[Int(card)])] = Int32(index)
      next[Int(card)] += 1
    }
    answers = order.map { read[Int($0)] }
  }
}
