import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleText

/// The answers to many cards side by side, as a replay needs them: a third of what ``LoggedAnswer`` takes. The cards are
/// in the order in which schedules are kept, and are replayed on all processors.
struct AnswerTable: Sendable {
  /// An answer.
  struct Entry: Sendable {
    /// In two halves: as one number it would have every answer take 8 bytes more.
    private let upperID, lowerID: UInt64
    /// In Unix milliseconds.
    let time: Int64
    /// Not a number where there is none.
    let place: Double
    /// The place of its card; -1 where it does not count.
    fileprivate(set) var card: Int32
    /// The places of what the card showed, and of the import that brought it, which is -1 without one.
    fileprivate(set) var wording: Int32
    let cause: Int32
    /// In seconds.
    let utcOffset: Int32
    let grade: Grade
    let isScheduled, wasInSteps, wasInReview: Bool

    var id: UInt128 { UInt128(upperID) << 64 | UInt128(lowerID) }

    init(
      id: UInt128, time: Int64, place: Double, card: Int32, wording: Int32, cause: Int32,
      utcOffset: Int32, grade: Grade, isScheduled: Bool, wasInSteps: Bool, wasInReview: Bool
    ) {
      upperID = UInt64(truncatingIfNeeded: id >> 64)
      lowerID = UInt64(truncatingIfNeeded: id)
      self.time = time
      self.place = place
      self.card = card
      self.wording = wording
      self.cause = cause
      self.utcOffset = utcOffset
      self.grade = grade
      self.isScheduled = isScheduled
      self.wasInSteps = wasInSteps
      self.wasInReview = wasInReview
    }
  }

  /// The imports that brought answers.
  struct Causes: Sendable {
    private(set) var all: [EventID] = []
    private var places: [UInt128: Int32] = [:]

    /// The place of one; -1 for none.
    mutating func place(of cause: UInt128?) -> Int32 {
      guard let cause else { return -1 }
      if let place = places[cause] { return place }
      let place = Int32(all.count)
      places[cause] = place
      all.append(EventID(bits: cause))
      return place
    }

    subscript(_ place: Int32) -> EventID? { place < 0 ? nil : all[Int(place)] }
  }

  /// What a replay comes to.
  struct Outcome: Sendable {
    /// What the events of each card come to, in the order of ``AnswerTable/cards``; `nil` for a new card.
    var progress: [CardProgress?] = []
    /// The facts of the answers, in their order; `nil` for one that was not replayed.
    var facts: [AnswerFacts?] = []
    /// Whether those facts are others than what was kept.
    var differs: [Bool] = []
  }

  /// The cards, in the order in which schedules are kept.
  let cards: [CardID]
  /// The answers: first those that the log does not have yet, then its own in their order.
  private(set) var entries: [Entry] = []
  /// The numbers of the log's own answers, and what is kept of each.
  private var numbers: [Int64] = []
  private var kept: [AnswerFacts?] = []
  private var wordings: [LoggedWording] = []
  private var causes: Causes

  /// The number of an answer in the log; `nil` where it has none yet.
  func number(ofEntry place: Int) -> Int64? {
    let first = entries.count - numbers.count
    return place < first ? nil : numbers[place - first]
  }

  // MARK: - Replaying

  /// Replays all cards.
  ///
  /// - Parameters:
  ///   - history: the changes of presets.
  ///   - adjustments: the adjustments of the cards.
  /// - Returns: what that comes to.
  func replay(
    _ history: PresetHistory, _ adjustments: [CardID: [LoggedAdjustment]]
  ) -> Outcome {
    let order = entriesByCard()
    let parts = parts(of: order.starts)
    var outcome = Outcome()
    outcome.facts = Array(repeating: nil, count: entries.count - kept.count) + kept
    outcome.differs = Array(repeating: false, count: entries.count)
    let progress = outcome.facts.withUnsafeMutableBufferPointer { facts in
      outcome.differs.withUnsafeMutableBufferPointer { differs in
        // Each part writes to the places of its own answers.
        nonisolated(unsafe) let (facts, differs) = (facts, differs)
        return Parallel.map(parts.count) { part in
          let rules = ReplayRules(history)
          return parts[part].map { card in
            let answers = order.places[Int(order.starts[card])..<Int(order.starts[card + 1])]
            let events = LoggedEvent.merged(
              answers.map { logged(Int($0)) }, adjustments[cards[card]] ?? [])
            rules.facts.replay(events, of: cards[card]) {
              let place = Int($0.answer.seq)
              differs[place] = facts[place] != $0.facts
              facts[place] = $0.facts
            }
            return rules.progress(after: events, of: cards[card])
          }
        }
      }
    }
    outcome.progress = Array(progress.joined())
    return outcome
  }

  /// The places of the answers by card, those of a card in the order of time, and where those of each card begin.
  private func entriesByCard() -> (places: [Int32], starts: [Int32]) {
    var starts = [Int32](repeating: 0, count: cards.count + 1)
    for entry in entries where entry.card >= 0 { starts[Int(entry.card) + 1] += 1 }
    for card in cards.indices { starts[card + 1] += starts[card] }
    var next = starts
    var places = [Int32](repeating: 0, count: entries.count)
    for (place, entry) in entries.enumerated() where entry.card >= 0 {
      places[Int(next[Int(entry.card)])] = Int32(place)
      next[Int(entry.card)] += 1
    }
    for card in cards.indices {
      let range = Int(starts[card])..<Int(starts[card + 1])
      let isSorted = zip(range, range.dropFirst()).allSatisfy {
        entries[Int(places[$0])].id < entries[Int(places[$1])].id
      }
      if !isSorted { places[range].sort { entries[Int($0)].id < entries[Int($1)].id } }
    }
    return (places, starts)
  }

  /// Runs of cards with about as many answers each.
  private func parts(of starts: [Int32]) -> [Range<Int>] {
    let size = max(2_000, entries.count / 64)
    var parts: [Range<Int>] = []
    var first = 0
    for card in cards.indices
    where Int(starts[card + 1] - starts[first]) + card - first >= size || card == cards.count - 1 {
      parts.append(first..<card + 1)
      first = card + 1
    }
    return parts
  }

  /// The answer at a place, whose number is that place. How long it took is not asked for.
  private func logged(_ place: Int) -> LoggedAnswer {
    let entry = entries[place]
    return LoggedAnswer(
      id: EventID(bits: entry.id), seq: Int64(place), grade: entry.grade,
      moment: Moment(milliseconds: entry.time, utcOffset: Int(entry.utcOffset)), duration: 0,
      fuzzPosition: entry.place.isNaN ? nil : entry.place, wording: wordings[Int(entry.wording)],
      isScheduled: entry.isScheduled, wasInSteps: entry.wasInSteps, wasInReview: entry.wasInReview,
      cause: causes[entry.cause], kept: nil)
  }
}

// MARK: - Reading

extension AnswerTable {
  /// Reads the answers that count, in the order in which they came into the log.
  ///
  /// - Parameters:
  ///   - tx: a transaction.
  ///   - chosen: the cards; `nil` for all that were answered or adjusted.
  ///   - adjustments: the adjustments of all cards.
  ///   - skipsUndone: whether runs of answers are passed over of which ``ReviewBlocks`` knows that they came by an
  ///     import that was undone.
  ///   - others: answers that the log does not have yet, by the numbers of their cards and wordings.
  ///   - causes: the imports of those.
  /// - Throws: ``StorageError``.
  init(
    _ tx: Transaction, of chosen: Set<CardID>? = nil, _ adjustments: [CardID: [LoggedAdjustment]],
    skipsUndone: Bool = false, besides others: consuming [Entry] = [], _ causes: Causes = Causes()
  ) throws {
    let names = try CardNames(tx.db, chosen, adjustments)
    let texts = try Wordings(tx.db)
    let counted = try CountedReviews(tx.db)
    cards = names.cards
    wordings = texts.all
    self.causes = causes
    entries = others
    for place in entries.indices {
      let entry = entries[place]
      let counts = counted.contains(entry.id, causes[entry.cause]?.bits)
      entries[place].card = counts ? try names.place(of: Int64(entry.card)) ?? -1 : -1
      entries[place].wording = texts.place(Int64(entry.wording)) ?? -1
    }
    let devices = try Set(Int64.fetchAll(tx.db, sql: "SELECT n FROM device"))
    let runs =
      try skipsUndone ? ReviewBlocks(tx).runsThatMayCount(counted) : [Int64.min...Int64.max]
    for run in runs {
      try RawRows(tx.db, cached: Self.reading, [run.lowerBound, run.upperBound]).forEach { row in
        let id = try row.identity(1)
        let cause = row.isNull(2) ? nil : try row.identity(2)
        guard counted.contains(id, cause), devices.contains(row.integer(5)),
          let card = try names.place(of: row.integer(3)), let wording = texts.place(row.integer(4))
        else { return }
        let moment = try row.moment(7)
        entries.append(
          Entry(
            id: id, time: moment.milliseconds,
            place: row.isNull(9) ? .nan : try row.number(9, in: LogBounds.place), card: card,
            wording: wording, cause: self.causes.place(of: cause),
            utcOffset: Int32(moment.utcOffset),
            grade: try row.grade(6), isScheduled: row.integer(10) != 0,
            wasInSteps: row.integer(11) != 0, wasInReview: row.integer(12) != 0))
        _ = try row.integer(13, in: LogBounds.duration)
        numbers.append(row.integer(0))
        kept.append(try? AnswerFacts(row, at: 14))
      }
    }
  }

  private static let reading =
    """
    SELECT e.seq, e.id, e.cause, e.card, e.wording, e.device, e.grade, e.time, e.utc_offset, e.place, \
    \(ReviewEvent.isScheduled), \(ReviewEvent.wasInSteps("e")), \(ReviewEvent.wasInReview("e")), \
    e.duration, 
    """ + AnswerFacts.columns.map { "e.\($0)" }.joined(separator: ", ")
    + " FROM review e WHERE e.seq BETWEEN ? AND ? ORDER BY e.seq"

  /// The cards that are read, in the order in which schedules are kept, and their places by the numbers that the
  /// log gives them.
  private struct CardNames {
    let cards: [CardID]
    private var places: [Int64: Int32] = [:]
    /// Why those cards can't be read that can't be.
    private var faults: [Int64: any Error] = [:]

    init(
      _ db: Database, _ chosen: Set<CardID>?, _ adjustments: [CardID: [LoggedAdjustment]]
    ) throws {
      var found: [(card: CardID, number: Int64?)] = []
      var directions = DirectionNumbers()
      var faults: [Int64: any Error] = [:]
      var others = chosen ?? Set(adjustments.keys)
      try RawRows(db, "SELECT question, direction, n FROM card").forEach { row in
        do {
          let card = try directions.card(row, 0)
          if chosen.map({ $0.contains(card) }) ?? true {
            found.append((card, row.integer(2)))
            others.remove(card)
          }
        } catch let error where StorageError.isOfValue(error) {
          faults[row.integer(2)] = error
        }
      }
      found += others.map { ($0, nil) }
      found.sort { $0.card.precedes($1.card) }
      cards = found.map(\.card)
      places.reserveCapacity(found.count)
      for (place, card) in found.enumerated() {
        if let number = card.number { places[number] = Int32(place) }
      }
      self.faults = faults
    }

    /// The place of the card of an answer; `nil` where it is none that is read.
    func place(of number: Int64) throws -> Int32? {
      if let place = places[number] { return place }
      if let fault = faults[number] { throw fault }
      return nil
    }
  }

  /// What cards showed, by the numbers that the log gives it.
  private struct Wordings {
    private(set) var all: [LoggedWording] = []
    private var places: [Int64: Int32] = [:]

    init(_ db: Database) throws {
      var group = GroupName(deck: "", title: "")
      try RawRows(db, "SELECT n, id, content, deck, group_title FROM wording").forEach { row in
        if !row.holds(group.deck, in: 3) || !row.holds(group.title, in: 4) { group = row.group(3) }
        places[row.integer(0)] = Int32(all.count)
        all.append(
          LoggedWording(
            id: EventID(bits: try row.identity(1)), content: QuestionID(bits: try row.identity(2)),
            group: group))
      }
    }

    func place(_ number: Int64) -> Int32? { places[number] }
  }
}
