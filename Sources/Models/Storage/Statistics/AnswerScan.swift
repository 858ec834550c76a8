import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics
import RabbleText

/// What statistics read of the log.
package struct StatisticsStore {
  let tx: Transaction
  var db: Database { tx.db }
}

extension Transaction {
  /// What statistics read.
  package var statistics: StatisticsStore { StatisticsStore(tx: self) }
}

extension StatisticsStore {
  /// Hands every answer that counts, and every change of a schedule by which a card's memory starts over, to `body`,
  /// oldest first.
  ///
  /// - Parameters:
  ///   - first: a day; answers before it may be left out.
  ///   - needs: what is asked for besides when each answer was given, its grade and how long it took.
  ///     Changes of schedules come with the states only.
  ///   - body: is handed each event, and what its numbers stand for so far.
  /// - Returns: what the numbers stand for.
  /// - Throws: ``StorageError``, or what `body` throws.
  @discardableResult
  package func forEach(
    since first: StudyDay? = nil, _ needs: ScannedParts,
    _ body: (borrowing ReplayedEvent, AnswerNames) throws -> Void
  ) throws -> AnswerNames {
    var scan = try AnswerScan(tx, needs)
    try scan.run(after: first.map { DayStore.firstID(of: $0) } ?? EventID(bits: 0), body)
    return scan.names
  }

  /// What tells of a misuse of “hard”.
  ///
  /// - Complexity: O(*n*) in the number of answers.
  package func hardMisuse() throws -> HardMisuse { try forEach(.hardMisuse) { _, _ in }.hardMisuse }

  /// Replays what happened to one card, oldest first.
  ///
  /// - Parameters:
  ///   - card: the card.
  ///   - body: is handed each answer, what it was, and the schedules before and after it.
  /// - Throws: ``StorageError``, or what `body` throws.
  package func replay(
    _ card: CardID,
    _ body: (CountedAnswer, _ before: Schedule?, _ after: Schedule?, Scheduler) throws -> Void
  ) throws {
    var replay = FactReplay(try tx.presets.history())
    try replay.replay(try tx.schedules.events(of: card), of: card) {
      try body($0.counted, $0.before, $0.after, $0.scheduler)
    }
  }

  /// All adjustments that were not undone, oldest first, with the card's group where that was
  /// recorded.
  package func adjustments() throws -> [(id: EventID, adjustment: Adjustment, group: GroupName?)] {
    try tx.adjustments.all().values.joined().sorted { $0.id < $1.id }
      .map { ($0.id, $0.adjustment, $0.wording?.group) }
  }
}

/// What is asked for of answers.
package struct ScannedParts: OptionSet, Sendable {
  /// The parts as bits.
  package let rawValue: Int

  /// Makes parts from bits.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The card of each answer and what it asks for; without it every card is number 0.
  package static let cards = ScannedParts(rawValue: 1)
  /// The group of each answer; without it every group is number 0.
  package static let groups = ScannedParts(rawValue: 2)
  /// What each answer was to its card. Without it an answer in the schedule is one in the learning steps.
  package static let states = ScannedParts(rawValue: 4)
  /// The state of the card after each answer, and what was predicted; with ``states``.
  package static let memories = ScannedParts(rawValue: 8)
  /// What tells of a misuse of “hard”.
  package static let hardMisuse = ScannedParts(rawValue: 16)
}

/// Reads answers and adjustments, oldest first, in one pass over the answers.
private struct AnswerScan {
  let names = AnswerNames()
  private let tx: Transaction
  private let needs: ScannedParts
  private let hasCards: Bool
  private let hasGroups: Bool
  private var cards: NumberedCards
  private var groups: NumberedGroups
  private var presets: PresetTimeline
  private let lastChanges: [EventID: EventID]
  /// The changes of schedules that are still to come, the next one last.
  private var adjustments: [LoggedAdjustment] = []
  private var hard = HardMisuseTally()

  init(_ tx: Transaction, _ needs: ScannedParts) throws {
    self.tx = tx
    self.needs = needs
    let history = try tx.presets.history()
    presets = PresetTimeline(history)
    lastChanges = history.lastChanges
    hasCards = !needs.isDisjoint(with: [.cards, .states, .hardMisuse])
    hasGroups = needs.contains(.groups) || needs.contains(.states) && presets.isVarying
    cards = try NumberedCards(hasCards ? tx.db : nil)
    groups = try NumberedGroups(hasGroups ? tx : nil)
    if needs.contains(.states) {
      adjustments = try tx.adjustments.all().values.joined().filter {
        if case .due = $0.adjustment.change { false } else { true }
      }.sorted { $0.id > $1.id }
    }
  }

  mutating func run(
    after last: EventID, _ body: (borrowing ReplayedEvent, AnswerNames) throws -> Void
  ) throws {
    while let next = adjustments.last, next.id < last { adjustments.removeLast() }
    try ReviewBlocks(tx).forEach(after: last) { answer in
      while let next = adjustments.last, next.id.bits < answer.id {
        adjustments.removeLast()
        try body(event(next), names)
      }
      try body(event(answer), names)
    }
    while let next = adjustments.popLast() { try body(event(next), names) }
    names.hardMisuse = hard.use
  }

  private mutating func event(_ packed: borrowing PackedAnswer) throws -> ReplayedEvent {
    let card = hasCards ? try cards.number(packed.card, names) : 0
    let group = hasGroups ? try groups.number(packed.wording, names) : 0
    let (moment, facts) = (packed.moment, packed.facts)
    let answer = CountedAnswer(
      card: card, group: group, grade: packed.grade, milliseconds: moment.milliseconds,
      utcOffset: moment.utcOffset, day: moment.day.number, duration: packed.duration,
      kind: facts.kind, isFirstOfDay: facts.isFirstOfDay, interval: facts.interval,
      target: facts.target)
    if needs.contains(.hardMisuse), answer.kind.uses.contains(.schedule) {
      let isJudgedWrong = packed.verdict == .none ? nil : packed.verdict == .wrong
      hard.add(
        card, answer.grade, at: moment, isJudgedWrong: isJudgedWrong, hintUsed: packed.hintUsed)
    }
    var scheduler = 0
    if needs.contains(.states) {
      let cause = packed.cause.map { EventID(bits: $0) }
      scheduler = self.scheduler(
        ofGroup: group, at: lastChanges.moment(of: EventID(bits: packed.id), cause))
    }
    return ReplayedEvent(
      answer, direction: hasCards ? Int(names.kinds[card]) : 0, scheduler: scheduler,
      state: facts.state)
  }

  private mutating func event(_ logged: LoggedAdjustment) throws -> ReplayedEvent {
    let adjustment = logged.adjustment
    let group =
      hasGroups
      ? logged.wording.map { groups.number(named: $0.group, since: $0.id, names) } ?? 0 : 0
    let card = names.number(of: adjustment.card)
    var state = ReplayedState()
    if case .known(let memory, _) = adjustment.change {
      state = ReplayedState(
        stability: Float(memory.stability), difficulty: Float(memory.difficulty), phase: .review)
    }
    return ReplayedEvent(
      CountedAnswer(
        card: card, group: group, grade: .again, milliseconds: adjustment.moment.milliseconds,
        utcOffset: adjustment.moment.utcOffset, day: adjustment.moment.day.number, duration: 0,
        kind: .cram, isFirstOfDay: false, interval: 0),
      isAdjustment: true, direction: Int(names.kinds[card]),
      scheduler: scheduler(ofGroup: group, at: logged.id), state: state)
  }

  private mutating func scheduler(ofGroup group: Int, at event: EventID) -> Int {
    let number = presets.number(
      ofGroup: group,
      named: names.groups.indices.contains(group)
        ? names.groups[group] : GroupName(deck: "", title: ""),
      at: event)
    if presets.schedulers.count > names.schedulers.count {
      (names.presets, names.schedulers) = (presets.presets, presets.schedulers)
    }
    return number
  }
}

/// Numbers what answers refer to in the order in which it first comes. The log gives it numbers from 1 to how many
/// there are.
private struct FirstCome<Value> {
  private var values: [Value?]
  /// The new numbers, by those of the log; -1 for what has not come.
  private var numbers: [Int32]

  init(count: Int) {
    values = Array(repeating: nil, count: count + 1)
    numbers = Array(repeating: -1, count: count + 1)
  }

  /// Sets what a number of the log stands for; one that the log does not give is left out.
  mutating func set(_ number: Int64, _ value: @autoclosure () throws -> Value) rethrows {
    let number = Int(number)
    if values.indices.contains(number) { values[number] = try value() }
  }

  /// The new number of what a number of the log stands for; `make` is called when it comes for the first time.
  @inline(__always)
  mutating func number(_ number: Int, _ make: (Value) -> Int) throws -> Int {
    guard numbers.indices.contains(number) else { throw Self.missing }
    if numbers[number] >= 0 { return Int(numbers[number]) }
    guard let value = values[number] else { throw Self.missing }
    let made = make(value)
    numbers[number] = Int32(truncatingIfNeeded: made)
    return made
  }

  private static var missing: LogFault {
    LogFault("what an answer refers to, which is missing")
  }
}

/// The cards by the numbers that the log gives them.
private struct NumberedCards {
  private var cards = FirstCome<CardID>(count: 0)

  /// Reads all; none without a log.
  init(_ db: Database?) throws {
    guard let db else { return }
    cards = FirstCome(count: try Int.fetchOne(db, sql: "SELECT count(*) FROM card") ?? 0)
    var directions = DirectionNumbers()
    try RawRows(db, "SELECT question, direction, n FROM card").forEach { row in
      try cards.set(row.integer(2), try directions.card(row, 0))
    }
  }

  @inline(__always)
  mutating func number(_ card: Int, _ names: AnswerNames) throws -> Int {
    try cards.number(card) { names.number(of: $0) }
  }
}

/// The groups that wordings name, by the numbers that the log gives wordings.
private struct NumberedGroups {
  private var groups = FirstCome<GroupName>(count: 0)
  private let book: PresetBook

  /// Reads all; none without a log.
  init(_ tx: Transaction?) throws {
    guard let tx else {
      book = PresetBook([])
      return
    }
    book = try tx.presets.book()
    groups = FirstCome(count: try Int.fetchOne(tx.db, sql: "SELECT count(*) FROM wording") ?? 0)
    // A few groups for many wordings: each name is kept once.
    var known: [GroupName: GroupName] = [:]
    try RawRows(tx.db, "SELECT n, id, deck, group_title FROM wording").forEach { row in
      let name = book.name(of: row.group(2), since: EventID(bits: try row.identity(1)))
      let kept = known[name] ?? name
      known[name] = kept
      groups.set(row.integer(0), kept)
    }
  }

  @inline(__always)
  mutating func number(_ wording: Int, _ names: AnswerNames) throws -> Int {
    try groups.number(wording) { names.number(ofGroup: $0) }
  }

  func number(named name: GroupName, since wording: EventID, _ names: AnswerNames) -> Int {
    names.number(ofGroup: book.name(of: name, since: wording))
  }
}

/// What the numbers of cards and groups stand for, in the order in which each first came.
package final class AnswerNames {
  /// The cards.
  package private(set) var cards: [CardID] = []
  /// The groups, as they are known now.
  package private(set) var groups: [GroupName] = []
  /// The presets that were in force, and their schedulers.
  package fileprivate(set) var presets: [Preset] = []
  package fileprivate(set) var schedulers: [Scheduler] = []
  /// What tells of a misuse of “hard”; no counts unless they were asked for.
  package fileprivate(set) var hardMisuse = HardMisuse()
  /// The place of what each card asks for among `DirectionKind.allCases`.
  private(set) var kinds: [UInt8] = []

  /// Open addressing: a question's bits are a hash themselves.
  private var table: [Int32] = Array(repeating: -1, count: 1 << 12)
  private var directions: [UInt64] = []
  private var groupNumbers: [GroupName: Int] = [:]

  /// Makes names of which none has a number yet.
  package init() {}

  /// The number of a group.
  func number(ofGroup name: GroupName) -> Int {
    if let number = groupNumbers[name] { return number }
    groupNumbers[name] = groups.count
    groups.append(name)
    return groups.count - 1
  }

  /// The number of a card; one that comes for the first time gets the next.
  package func number(of card: CardID) -> Int {
    var name = card.direction.rawValue
    return name.withUTF8 { number(of: card, FNV1a.hash($0)) }
  }

  /// The number of a card, with a hash of its direction's name.
  private func number(of card: CardID, _ code: UInt64) -> Int {
    let question = card.question.bits
    var place = Self.place(question, code) & (table.count - 1)
    while table[place] >= 0 {
      let number = Int(table[place])
      if cards[number].question.bits == question, directions[number] == code { return number }
      place = (place + 1) & (table.count - 1)
    }
    table[place] = Int32(cards.count)
    cards.append(card)
    kinds.append(Self.place(of: card.direction.kind))
    directions.append(code)
    if cards.count * 2 > table.count { grow() }
    return cards.count - 1
  }

  private func grow() {
    table = Array(repeating: -1, count: table.count * 4)
    for (number, card) in cards.enumerated() {
      var place = Self.place(card.question.bits, directions[number]) & (table.count - 1)
      while table[place] >= 0 { place = (place + 1) & (table.count - 1) }
      table[place] = Int32(number)
    }
  }

  private static func place(of kind: DirectionKind) -> UInt8 {
    UInt8(DirectionKind.allCases.firstIndex(of: kind) ?? 0)
  }

  private static func place(_ question: UInt128, _ code: UInt64) -> Int {
    Int(truncatingIfNeeded: UInt64(truncatingIfNeeded: question) ^ (code &* 31))
  }
}
