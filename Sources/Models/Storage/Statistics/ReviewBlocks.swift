import Foundation
import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics

/// The answers side by side, for reports: what they ask of each, at a fixed width, in blocks by the order in which the
/// answers came into the log. A pass over a million takes a tenth of what their rows take.
///
/// Blocks are appended in the transaction that adds the answers, as soon as there are enough; the newest answers are
/// in their table alone. What is undone stays in them, and is left out where they are read. Where the facts of an answer
/// change, its block is written anew.
struct ReviewBlocks {
  let tx: Transaction
  /// The answers of a block at the most, and at the least where it ends with a run of answers in the order of their
  /// identities, or of one import.
  private let most, fewest: Int
  private var db: Database { tx.db }

  init(_ tx: Transaction) {
    self.tx = tx
    most = max(1, tx.thresholds.answersOfBlock)
    fewest = max(1, most / 8)
  }

  // MARK: - Writing

  /// Adds blocks as long as there are answers for two.
  func extend() throws {
    guard
      let newest = try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT max(seq) FROM review"))
    else { return }
    var last = try lastAnswer()
    // What no log has, where the blocks can't be read.
    let hasBlocks = 0...newest ~= last
    while hasBlocks, (newest - last) / 2 >= most, let block = try readable(after: last) {
      try insert(block)
      last = block.last
    }
  }

  /// The last answer that is in a block; 0 where there is none. `max(last)` would read all blocks.
  private func lastAnswer() throws -> Int64 {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT last FROM review_block ORDER BY first DESC LIMIT 1")) ?? 0
  }

  /// Writes those blocks anew that have these answers.
  func remake(_ answers: [Int64]) throws {
    guard let oldest = answers.min(), try oldest <= lastAnswer() else { return }
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: "SELECT first, last FROM review_block WHERE last >= ? ORDER BY first"),
      arguments: [oldest])
    if rows.isEmpty { return }
    var rest = answers.sorted()[...]
    for row in rows {
      let (first, last): (Int64, Int64) = (
        try row.decode(forColumn: "first"), try row.decode(forColumn: "last")
      )
      rest = rest.drop { $0 < first }
      guard let next = rest.first, next <= last,
        let block = try readable(after: first &- 1, through: last)
      else { continue }
      try db.execute(sql: "DELETE FROM review_block WHERE first = ?", arguments: [first])
      try insert(block)
    }
  }

  /// Makes all blocks anew.
  func rebuild() throws {
    try db.execute(sql: "DELETE FROM review_block")
    try extend()
  }

  /// How many blocks are not what their answers come to.
  func countDifferences() throws -> Int {
    var count = 0
    var last = try Int64.fetchOne(db, sql: "SELECT min(seq) FROM review").map { $0 &- 1 } ?? 0
    try RawRows(db, "SELECT \(Self.columns) FROM review_block ORDER BY first").forEach { row in
      let made = try readable(after: last, through: row.integer(1))
      let isSame = made.map { $0.holds(in: row) } ?? false
      if !isSame { count += 1 }
      last = max(last, row.integer(1))
    }
    return count
  }

  /// The numbers of the answers without the blocks of imports that were undone.
  func runsThatMayCount(_ counted: CountedReviews) throws -> [ClosedRange<Int64>] {
    var runs: [ClosedRange<Int64>] = []
    var next = Int64.min
    try RawRows(
      db, "SELECT first, last, cause FROM review_block WHERE cause IS NOT NULL ORDER BY first"
    ).forEach { row in
      let (first, last) = (row.integer(0), row.integer(1))
      guard first >= next, last >= first, last < .max, !counted.contains(0, try row.identity(2))
      else { return }
      if first > next { runs.append(next...first - 1) }
      next = last + 1
    }
    return runs + [next...Int64.max]
  }

  private static let columns = "first, last, cause, lowest, highest, is_sorted, causes, answers"

  private func insert(_ block: Block) throws {
    try RowWriter(db, into: "review_block", Self.columns.components(separatedBy: ", "))
      .add(block.values)
  }

  /// The block of the answers after one, through another, or as many as belong to one block; `nil` where there is none.
  private func block(after seq: Int64, through last: Int64? = nil) throws -> Block? {
    var block = Block()
    var isOver = false
    try RawRows(
      db, cached: Self.reading + " AND seq <= ?2 ORDER BY seq LIMIT ?3",
      [seq, last ?? .max, last == nil ? most : -1]
    ).forEach { row in
      if isOver { return }
      let (seq, answer) = try Self.answer(row)
      if block.count > 0, seq != block.last &+ 1 || block.isFull(before: answer) {
        isOver = true
      } else if last == nil, block.count >= fewest, block.ends(before: answer) {
        isOver = true
      } else {
        block.add(answer, seq)
      }
    }
    return block.count > 0 ? block : nil
  }

  /// As ``block(after:through:)``; `nil`, too, where an answer can't be read: no answer is refused because of another.
  private func readable(after seq: Int64, through last: Int64? = nil) throws -> Block? {
    try StorageError.readable { try block(after: seq, through: last) } ?? nil
  }

  /// The answers that are in no block.
  private func rest(after seq: Int64) throws -> [PackedAnswer] {
    var answers: [PackedAnswer] = []
    try RawRows(db, cached: Self.reading + " ORDER BY seq", [seq]).forEach {
      answers.append(try Self.answer($0).answer)
    }
    return answers
  }

  private static let reading =
    """
    SELECT seq, id, cause, card, wording, time, utc_offset, grade, duration, verdict, hint_used, 
    """ + AnswerFacts.columns.joined(separator: ", ") + " FROM review WHERE seq > ?1"

  private static func answer(_ row: RawRow) throws -> (seq: Int64, answer: PackedAnswer) {
    let verdict: PackedAnswer.Verdict =
      row.isNull(9) ? .none : row.holds("wrong", in: 9) ? .wrong : .right
    return (
      row.integer(0),
      PackedAnswer(
        id: try row.identity(1), cause: row.isNull(2) ? nil : try row.identity(2),
        card: try row.integer(3, in: LogBounds.position),
        wording: try row.integer(4, in: LogBounds.position), moment: try row.moment(5),
        grade: try row.grade(7), duration: try row.integer(8, in: LogBounds.duration),
        verdict: verdict, hintUsed: row.integer(10) != 0, facts: try AnswerFacts(row, at: 11))
    )
  }

  // MARK: - Reading

  /// Hands on all answers after an identity that count, in the order of their identities.
  func forEach(after start: EventID, _ body: (borrowing PackedAnswer) throws -> Void) throws {
    let counted = try CountedReviews(db)
    var parts: [Part] = []
    guard let first = try Int64.fetchOne(db, sql: "SELECT min(seq) FROM review") else { return }
    var last = first &- 1
    var hasGap = false
    try RawRows(
      db,
      """
      SELECT first, last, lowest, highest, is_sorted,
        cause IN (SELECT target FROM undone) FROM review_block ORDER BY first
      """
    ).forEach { row in
      // Where one is missing, the rows of answers tell what comes after.
      hasGap = hasGap || row.integer(0) != last &+ 1
      if hasGap { return }
      last = row.integer(1)
      let highest = UInt64(bitPattern: row.integer(3))
      let isUndone = row.integer(5) == 1
      if !isUndone, highest >= UInt64(truncatingIfNeeded: start.bits >> 64) {
        parts.append(
          Part(
            first: row.integer(0), lowest: UInt64(bitPattern: row.integer(2)), highest: highest,
            isSorted: row.integer(4) == 1))
      }
    }
    let rest = try rest(after: last)
    func hand(_ answer: borrowing PackedAnswer) throws {
      if answer.id > start.bits, counted.contains(answer.id, answer.cause) { try body(answer) }
    }
    let statement = try db.makeStatement(
      sql: "SELECT causes, answers FROM review_block WHERE first = ?")
    parts.sort { ($0.lowest, $0.first) < ($1.lowest, $1.first) }
    let isInOrder =
      parts.allSatisfy(\.isSorted)
      && zip(parts, parts.dropFirst()).allSatisfy { $0.highest < $1.lowest }
      && rest.isSorted && (rest.first.map { $0.order > parts.last?.highest ?? 0 } ?? true)
    if isInOrder {
      for part in parts { try Self.read(part.first, statement, hand) }
      for answer in rest { try hand(answer) }
    } else {
      var all: [PackedAnswer] = []
      for part in parts { try Self.read(part.first, statement) { all.append(copy $0) } }
      all += rest
      var order = all.indices.map { UInt32(truncatingIfNeeded: $0) }
      order.sort { all[Int($0)].id < all[Int($1)].id }
      for place in order { try hand(all[Int(place)]) }
    }
  }

  /// A block as a reader needs it to know the order.
  private struct Part {
    let first: Int64
    let lowest, highest: UInt64
    let isSorted: Bool
  }

  private static func read(
    _ first: Int64, _ statement: Statement, _ body: (borrowing PackedAnswer) throws -> Void
  ) throws {
    try statement.setArguments([first])
    try RawRows(statement).forEach { row in
      let (ids, bytes) = (row.bytes(0), row.bytes(1))
      guard ids.count % 16 == 0, bytes.count % PackedAnswer.size == 0 else {
        throw LogFault("the length of a block of answers")
      }
      let causes = (0..<ids.count / 16).map {
        UInt128(littleEndian: ids.loadUnaligned(fromByteOffset: $0 * 16, as: UInt128.self))
      }
      for place in stride(from: 0, to: bytes.count, by: PackedAnswer.size) {
        guard let answer = PackedAnswer(bytes, at: place, causes) else {
          throw LogFault("an answer of a block")
        }
        try body(answer)
      }
    }
  }
}

/// A block of answers while it is made.
private struct Block {
  private(set) var count = 0
  private var first: Int64 = 0
  private(set) var last: Int64 = 0
  private var lowest = UInt64.max
  private var highest = UInt64.min
  private var isSorted = true
  private var newest: UInt128 = 0
  private var causes: [UInt128] = []
  private var hasOwn = false
  private var answers = Data()

  /// The import that brought all of them.
  private var sole: UInt128? { causes.count == 1 && !hasOwn ? causes[0] : nil }

  /// Whether there is no room for another import.
  func isFull(before answer: PackedAnswer) -> Bool {
    guard let cause = answer.cause else { return false }
    return causes.count == Int(UInt16.max) && !causes.contains(cause)
  }

  /// Whether an answer begins another run.
  func ends(before answer: PackedAnswer) -> Bool {
    answer.id < newest || sole != answer.cause && (sole != nil || causes.isEmpty)
  }

  mutating func add(_ answer: PackedAnswer, _ seq: Int64) {
    if count == 0 { first = seq }
    last = seq
    count += 1
    isSorted = isSorted && answer.id > newest
    newest = max(newest, answer.id)
    lowest = min(lowest, answer.order)
    highest = max(highest, answer.order)
    var number = 0
    if let cause = answer.cause {
      number = (causes.firstIndex(of: cause) ?? causes.count) + 1
      if number > causes.count { causes.append(cause) }
    } else {
      hasOwn = true
    }
    answer.append(to: &answers, causeNumber: number)
  }

  private var causeBytes: Data {
    var data = Data()
    for cause in causes { withUnsafeBytes(of: cause.littleEndian) { data.append(contentsOf: $0) } }
    return data
  }

  /// The values of the columns.
  var values: [EventValue] {
    [
      .integer(first), .integer(last), sole.map { .identity($0) } ?? .null,
      .integer(Int64(bitPattern: lowest)), .integer(Int64(bitPattern: highest)),
      .integer(isSorted ? 1 : 0), .bytes(causeBytes), .bytes(answers),
    ]
  }

  /// Whether a row has these values.
  func holds(in row: RawRow) -> Bool {
    let cause = row.isNull(2) ? nil : try? row.identity(2)
    return row.integer(0) == first && row.integer(1) == last && row.isNull(2) == (sole == nil)
      && cause == sole && row.integer(3) == Int64(bitPattern: lowest)
      && row.integer(4) == Int64(bitPattern: highest) && row.integer(5) == (isSorted ? 1 : 0)
      && Self.areEqual(row.bytes(6), causeBytes) && Self.areEqual(row.bytes(7), answers)
  }

  private static func areEqual(_ bytes: UnsafeRawBufferPointer, _ data: Data) -> Bool {
    data.withUnsafeBytes { other in
      guard bytes.count == other.count else { return false }
      guard let one = bytes.baseAddress, let other = other.baseAddress else { return true }
      return memcmp(one, other, bytes.count) == 0
    }
  }
}

extension [PackedAnswer] {
  /// Whether they are in the order of their identities.
  fileprivate var isSorted: Bool { zip(self, dropFirst()).allSatisfy { $0.id < $1.id } }
}
