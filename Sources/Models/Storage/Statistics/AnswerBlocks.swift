import Foundation
import GRDB
import GRDBSQLite
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics

/// The answers condensed: what a replay of the log says of each, in blocks of bytes that are read about
/// twenty times as fast as the events are replayed.
///
/// It is a cache. An answer does not touch it: reports read the answers that came since from the tables
/// of events, and condense them once there are many, those of the present day never, so that what is
/// undone soon was not condensed. Where an event changes what was condensed, such as an undone answer of
/// last week, ``basis(upTo:)`` tells, and all of it is rebuilt.
struct AnswerBlocks {
  /// How far answers are condensed.
  struct Extent: Equatable {
    /// The last event in the blocks.
    let last: EventID
    /// ``AnswerBlocks/basis(upTo:)`` when they were made.
    let basis: EventID?
    /// How many events, cards, groups and presets there are in them.
    var events, cards, groups, presets: Int
  }

  /// The events of a block at the most.
  private static let size = 8_192

  let tx: Transaction
  private var db: Database { tx.db }

  init(_ tx: Transaction) { self.tx = tx }

  /// How far answers are condensed, if that is what the events come to; `nil`, too, where it can't be read.
  func current() throws -> Extent? {
    guard let kept = try StorageError.readable(extent) ?? nil,
      try basis(upTo: kept.last) == kept.basis
    else { return nil }
    return kept
  }

  func extent() throws -> Extent? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT last, basis, events, cards, groups, presets,
            (SELECT coalesce(sum(length(cards)), 0) FROM answer_block)
          FROM answer_extent
          """)
    ).map {
      // No more cards than the blocks have bytes for: there is to be room for as many.
      let bytes: Int = try $0.decode(atIndex: 6)
      let cards = 0...bytes / CondensedBlock.cardSize
      return Extent(
        last: try $0.decode(atIndex: 0), basis: try $0.decode(atIndex: 1),
        events: try $0.decode(atIndex: 2, in: LogBounds.count),
        cards: try $0.decode(atIndex: 3, in: cards),
        groups: try $0.decode(atIndex: 4, in: LogBounds.count),
        presets: try $0.decode(atIndex: 5, in: LogBounds.count))
    }
  }

  /// The newest of the events that change what is said of events up to this one: by which some of them
  /// were undone or redone, came from elsewhere, or belong to a group that is called otherwise.
  private func basis(upTo last: EventID) throws -> EventID? {
    func isOf(_ kinds: [any UndoableEventKind.Type]) -> String {
      kinds.flatMap { kind in
        (kind.hasCause ? ["id", "cause"] : ["id"]).map {
          "EXISTS (SELECT 1 FROM \(kind.table) x WHERE x.\($0) = u.target)"
        }
      }.joined(separator: " OR ")
    }
    let earlier = isOf([
      ReviewEvent.self, PresetEvent.self, PresetUseEvent.self, AdjustmentEvent.self,
    ])
    let isMeant = """
      (u.target <= ?1 AND (\(earlier))
        OR \(isOf([ImportEvent.self, LogUnionEvent.self, GroupRenameEvent.self])))
      """
    return try EventID.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT max(id) FROM (
            SELECT max(id) AS id FROM import UNION ALL SELECT max(id) FROM log_union
            UNION ALL SELECT max(id) FROM foreign_change UNION ALL SELECT max(id) FROM group_rename
            UNION ALL SELECT max(id) FROM review WHERE revises <= ?1
            UNION ALL SELECT max(r.id) FROM redo r LEFT JOIN undo u ON u.id = r.target
              WHERE u.id IS NULL OR \(isMeant)
            UNION ALL SELECT max(u.id) FROM undo u WHERE \(isMeant))
          """), arguments: [last])
  }

  /// Whether there are answers or changes of schedules after an event.
  func hasMore(after last: EventID) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM review WHERE id > ?1)
            OR EXISTS (SELECT 1 FROM adjustment WHERE id > ?1)
          """), arguments: [last]) ?? false
  }

  // MARK: - Reading

  /// Numbers cards, groups and presets as the blocks do.
  func restore(_ extent: Extent, _ replay: inout AnswerReplay, readsCards: Bool) throws {
    var presets: [(group: Int, event: EventID)] = []
    let rows = try Row.fetchCursor(db, sql: "SELECT names FROM answer_block ORDER BY number")
    var directions: [(direction: Direction, code: UInt64)] = []
    while let row = try rows.next() {
      try row.withUnsafeData(atIndex: 0) { data in
        var reader = ByteReader(data ?? Data())
        for direction in try Self.directions(&reader) {
          var name = direction.rawValue
          directions.append((direction, name.withUTF8 { AnswerNames.code($0) }))
        }
        for _ in 0..<(try reader.count()) { _ = replay.names.number(ofGroup: try reader.text()) }
        for _ in 0..<(try reader.count()) {
          presets.append(
            (Int(try reader.integer(UInt32.self)), EventID(bits: try reader.integer(UInt128.self))))
        }
      }
    }
    if readsCards {
      try forEachCard(extent) { question, number in
        guard directions.indices.contains(number) else {
          throw LogFault("the direction of a condensed card")
        }
        let (direction, code) = directions[number]
        let card = CardID(question: QuestionID(bits: question), direction: direction)
        _ = replay.names.number(of: card, code: code)
      }
    }
    for preset in presets { try replay.restore(presetOf: preset.group, at: preset.event) }
    guard !readsCards || replay.names.cards.count == extent.cards,
      replay.names.groups.count == extent.groups, presets.count == extent.presets
    else { throw LogFault("the names of condensed answers") }
  }

  /// The directions of the cards in the blocks, by their numbers.
  func directions() throws -> [Direction] {
    var directions: [Direction] = []
    let rows = try Row.fetchCursor(db, sql: "SELECT names FROM answer_block ORDER BY number")
    while let row = try rows.next() {
      try row.withUnsafeData(atIndex: 0) { data in
        var reader = ByteReader(data ?? Data())
        directions += try Self.directions(&reader)
      }
    }
    return directions
  }

  /// The directions that come for the first time in a block.
  private static func directions(_ reader: inout ByteReader) throws -> [Direction] {
    try (0..<(try reader.count())).map { _ in
      let name = try reader.text()
      guard let direction = Direction(rawValue: name) else {
        throw LogFault("the direction “\(name)”")
      }
      return direction
    }
  }

  /// Passes on the cards in the blocks by their numbers, each with the number of its direction.
  func forEachCard(
    _ extent: Extent, _ body: (_ question: UInt128, _ direction: Int) throws -> Void
  ) throws {
    var count = 0
    try SteppedRows(db, "SELECT cards FROM answer_block ORDER BY number").forEach { row in
      let bytes = row.bytes(0)
      let size = CondensedBlock.cardSize
      guard bytes.count >= 4 else { throw LogFault("the names of condensed answers") }
      let cards = Int(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
      guard bytes.count == 4 + cards * size else {
        throw LogFault("the names of condensed answers")
      }
      for place in stride(from: 4, to: bytes.count, by: size) {
        try body(
          UInt128(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt128.self)),
          Int(
            UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 16, as: UInt16.self))))
      }
      count += cards
    }
    guard count == extent.cards else { throw LogFault("the names of condensed answers") }
  }

  /// Passes on the events in the blocks, changes of schedules with the states only; those before the first
  /// block with a day may be left out, and so may answers of days after another.
  func forEach(
    _ extent: Extent, since first: StudyDay?, through last: StudyDay? = nil,
    _ needs: ScannedParts, _ body: (borrowing ReplayedEvent) throws -> Void
  ) throws {
    let memories = needs.contains(.memories)
    let end = last.map { DayStore.end(of: $0) } ?? .max
    try SteppedRows(
      db,
      """
      SELECT events, answers\(memories ? ", memories" : "") FROM answer_block
      WHERE number >= (SELECT min(number) FROM answer_block WHERE last_day >= ?) ORDER BY number
      """, [first?.number ?? Int(Int32.min)]
    ).forEach { row in
      let count = try row.integer(0, in: 1...Self.size)
      let answers = row.bytes(1)
      let states = memories ? row.bytes(2) : UnsafeRawBufferPointer(start: nil, count: 0)
      guard answers.count == count * CondensedEvent.size,
        !memories || states.count == count * CondensedEvent.stateSize
      else { throw LogFault("the length of condensed answers") }
      for index in 0..<count where !CondensedEvent.isAnswer(answers, index, after: end) {
        guard
          var event = CondensedEvent.read(answers, index), event.answer.card < extent.cards,
          event.answer.group <= extent.groups, event.scheduler < extent.presets
        else { throw LogFault("a condensed answer") }
        if event.isAdjustment, !needs.contains(.states) { continue }
        if memories {
          CondensedEvent.readState(states, index, into: &event.state)
          guard event.state.isPossible else { throw LogFault("a condensed memory") }
        }
        try body(event)
      }
    }
  }

  /// The sum of what the blocks tell of a misuse of “hard”.
  func hardUse() throws -> HardUse {
    var use = HardUse()
    try SteppedRows(db, "SELECT hard_use FROM answer_block ORDER BY number").forEach { row in
      let bytes = row.bytes(0)
      guard bytes.count == 48 else { throw LogFault("counts of condensed answers") }
      func number(_ place: Int) -> Int64 {
        Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: place * 8, as: Int64.self))
      }
      let block = HardUse(
        judgedWrong: Int(number(0)), calledHard: Int(number(1)), selfGraded: Int(number(2)),
        expected: Double(bitPattern: UInt64(bitPattern: number(3))), again: Int(number(4)),
        hard: Int(number(5)))
      guard block.isPossible else { throw LogFault("counts of condensed answers") }
      use = use + block
    }
    return use
  }

  // MARK: - Condensing

  /// Whether more answers before a day are not condensed than reports replay
  /// (``Thresholds/uncondensedAnswers``).
  func isWorthwhile(before day: StudyDay) throws -> Bool {
    let last = try current()?.last ?? EventID(bits: 0)
    return try Int.fetchOne(
      db, sql: "SELECT 1 FROM review WHERE id > ? AND id < ? LIMIT 1 OFFSET ?",
      arguments: [last, DayStore.firstID(of: day), tx.thresholds.uncondensedAnswers]) != nil
  }

  /// Condenses the answers before a day.
  func extend(before day: StudyDay) throws {
    let known = try areNumbered() ? current() : nil
    if known == nil { try forget() }
    let insertion = try db.makeStatement(
      sql: """
        INSERT INTO answer_block
          (number, events, last_day, hard_use, names, cards, answers, memories)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """)
    var number = try Int.fetchOne(db, sql: "SELECT count(*) FROM answer_block") ?? 0
    var replay = try replay(from: known)
    let extent = try condense(&replay, from: known, before: DayStore.firstID(of: day)) { block in
      try insertion.execute(arguments: [
        number, block.events, block.lastDay, block.hardUse, block.names, block.cards,
        block.answers, block.memories,
      ])
      number += 1
    }
    guard let extent else { return }
    try CondensedCards(tx).keep(replay)
    try db.execute(sql: "DELETE FROM answer_extent")
    try db.execute(
      sql: """
        INSERT INTO answer_extent (last, basis, events, cards, groups, presets)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        extent.last, extent.basis, extent.events, extent.cards, extent.groups, extent.presets,
      ])
  }

  /// Whether the blocks have the numbers from 0 on, after which the next comes.
  private func areNumbered() throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: """
        SELECT count(*) = 0 OR min(number) = 0 AND max(number) = count(*) - 1 FROM answer_block
        """) ?? false
  }

  /// Removes all blocks; reports rebuild them.
  func forget() throws {
    try db.execute(
      sql: "DELETE FROM answer_block; DELETE FROM answer_card; DELETE FROM answer_extent")
  }

  /// Compares the blocks with what the events come to.
  func check() throws -> [LogFinding] {
    guard let extent = try StorageError.readable(extent), let keptSums = try keptSums() else {
      return [.condensedAnswersDiffer]
    }
    guard let kept = extent, try basis(upTo: kept.last) == kept.basis else { return [] }
    // Blocks end where condensing once ended; the bytes of all of them are the same.
    var sums = (kept: keptSums, made: CondensedSums())
    var use = HardUse()
    var replay = try replay(from: nil)
    let made = try condense(&replay, from: nil, before: EventID(bits: kept.last.bits &+ 1)) {
      block in
      use = use + block.use
      block.answers.withUnsafeBytes { answers in
        block.memories.withUnsafeBytes { sums.made.add(block.events, answers, $0) }
      }
    }
    let isSame =
      try made == kept && sums.kept == sums.made && holds(kept, replay.names, use)
      && CondensedCards(tx).hold(replay)
    return isSame ? [] : [.condensedAnswersDiffer]
  }

  /// What tells the bytes of the blocks; `nil` where their numbers or days can't be theirs.
  private func keptSums() throws -> CondensedSums? {
    guard try areNumbered() else { return nil }
    return try StorageError.readable {
      var sums = CondensedSums()
      try SteppedRows(
        db, "SELECT events, answers, memories, last_day FROM answer_block ORDER BY number"
      ).forEach { row in
        let (count, answers) = (try row.integer(0, in: 1...Self.size), row.bytes(1))
        // Reports leave out the blocks before a day.
        let last = try row.integer(3, in: LogBounds.day)
        for index in 0..<min(count, answers.count / CondensedEvent.size) {
          if let event = CondensedEvent.read(answers, index), event.answer.day > last {
            throw LogFault("the last day of condensed answers")
          }
        }
        sums.add(count, answers, row.bytes(2))
      }
      return sums
    }
  }

  /// Whether the blocks name these cards and groups, and tell this of a misuse of “hard”.
  private func holds(_ extent: Extent, _ names: AnswerNames, _ use: HardUse) throws -> Bool {
    try StorageError.readable {
      let kept = try replay(from: extent)
      let (ours, other) = (try hardUse(), use)
      return kept.names.cards == names.cards && kept.names.groups == names.groups
        && ours.judgedWrong == other.judgedWrong && ours.calledHard == other.calledHard
        && ours.selfGraded == other.selfGraded && ours.again == other.again
        && ours.hard == other.hard
        // The order of adding may differ.
        && abs(ours.expected - other.expected) < 1e-6
    } ?? false
  }

  /// What goes on after the blocks.
  private func replay(from known: Extent?) throws -> AnswerReplay {
    let parts: ScannedParts = [.cards, .groups, .states, .memories, .hardUse]
    var replay = AnswerReplay(tx, parts, after: known?.last, try tx.presets.history())
    if let known { try restore(known, &replay, readsCards: true) }
    return replay
  }

  /// Condenses the events that are not yet, and come before an identity.
  ///
  /// - Returns: how far answers are condensed then; `nil` where there were none.
  private func condense(
    _ replay: inout AnswerReplay, from known: Extent?, before end: EventID,
    _ body: (CondensedBlock) throws -> Void
  ) throws -> Extent? {
    var made = (events: known?.events ?? 0, cards: known?.cards ?? 0, groups: known?.groups ?? 0)
    var presets = known?.presets ?? 0
    var directions: [Direction: UInt16] = [:]
    if known != nil {
      for card in replay.names.cards where directions[card.direction] == nil {
        directions[card.direction] = UInt16(clamping: directions.count)
      }
    }
    var block = CondensedBlock()
    func finish(_ replay: inout AnswerReplay) throws {
      guard block.events > 0 else { return }
      block.finish(
        cards: replay.names.cards[made.cards...], groups: replay.names.groups[made.groups...],
        presets: replay.presets.examples[presets...], hardUse: replay.takeHardUse(), &directions)
      try body(block)
      made.events += block.events
      (made.cards, made.groups) = (replay.names.cards.count, replay.names.groups.count)
      presets = replay.presets.examples.count
      block = CondensedBlock()
    }
    let last = try EventID.fetchOne(
      db,
      sql: """
        SELECT max(id) FROM (SELECT max(id) AS id FROM review WHERE id < ?1
          UNION ALL SELECT max(id) FROM adjustment WHERE id < ?1)
        """, arguments: [end])
    guard let last, last > known?.last ?? EventID(bits: 0) else { return known }
    try replay.runInPieces(after: known?.last, before: end) { event, replay in
      block.add(event)
      if block.events == Self.size { try finish(&replay) }
    }
    try finish(&replay)
    return Extent(
      last: last, basis: try basis(upTo: last), events: made.events, cards: made.cards,
      groups: made.groups, presets: presets)
  }
}

extension StatisticsStore {
  /// Whether so many answers that are not condensed were given before a day that it is worth it.
  package func isCondensingWorthwhile(before day: StudyDay) throws -> Bool {
    try AnswerBlocks(tx).isWorthwhile(before: day)
  }

  /// Condenses all answers before a day, so that reports need not replay them again.
  package func condense(before day: StudyDay) throws { try AnswerBlocks(tx).extend(before: day) }

  /// Compares what is condensed with what the events come to.
  func check() throws -> [LogFinding] { try AnswerBlocks(tx).check() }

  /// Removes what is condensed; reports condense it again.
  func forget() throws { try AnswerBlocks(tx).forget() }

  /// Removes what is condensed if this event is, or is before the last that is.
  func forget(reaching event: EventID) throws {
    let blocks = AnswerBlocks(tx)
    guard let extent = try StorageError.readable(blocks.extent) else { return try blocks.forget() }
    if let extent, event <= extent.last { try blocks.forget() }
  }
}

extension HardUse {
  /// Whether a block of answers can have these counts.
  fileprivate var isPossible: Bool {
    [judgedWrong, calledHard, selfGraded, again, hard].allSatisfy(LogBounds.count.contains)
      && calledHard <= judgedWrong && again + hard <= selfGraded
      && (0...Double(selfGraded)).contains(expected)
  }
}

extension ReplayedState {
  /// Whether a card can be remembered so: days and difficulties are what they are in the log, 0 for a new card.
  fileprivate var isPossible: Bool {
    func isKnown(_ number: Float, _ bounds: ClosedRange<Double>) -> Bool {
      bounds.contains(Double(number))
    }
    return (predicted.isNaN || isKnown(predicted, 0...1))
      && isKnown(stability, 0...LogBounds.stability.upperBound)
      && isKnown(difficulty, 0...LogBounds.difficulty.upperBound)
  }
}
