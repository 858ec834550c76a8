import GRDB
import RabbleQuestions
import RabbleScheduling
import RabbleText

/// Reads every review in one pass over their table, for exports.
///
/// The texts that cards showed are looked up in memory: to have SQLite look up the wording of each review
/// takes half as long as all the rest.
struct ReviewScan {
  private let tx: Transaction
  private let texts: WordingTexts
  private var directions = DirectionNumbers()

  init(_ tx: Transaction) throws {
    self.tx = tx
    texts = try WordingTexts(tx.db)
  }

  /// Hands every review to `body`, oldest first, including those that were undone.
  mutating func forEach(_ body: (RecordedReview) throws -> Void) throws {
    let counted = try CountedReviews(tx.db)
    try RawRows(
      tx.db,
      """
      SELECT e.id, e.device, e.question, e.direction, e.grade, e.time, e.utc_offset, e.typed, e.verdict, \
      e.mistake, e.mistaken_for, e.hint_used, e.duration, e.place, e.wording, e.revises, e.occasion, \
      \(ReviewEvent.wasInSteps("e")), \(ReviewEvent.wasInReview("e")), e.cause FROM whole_review e ORDER BY e.id
      """
    ).forEach { row in
      guard let text = texts.index(of: try row.identity(14)) else { return }
      try body(recorded(row, text, counted))
    }
  }

  private mutating func recorded(
    _ row: RawRow, _ text: Int, _ counted: CountedReviews
  ) throws -> RecordedReview {
    let id = EventID(bits: try row.identity(0))
    return RecordedReview(
      id: id, device: EventID(bits: try row.identity(1)),
      review: Review(
        card: try directions.card(row, 2), grade: try row.grade(4), moment: try row.moment(5),
        typed: row.string(7), verdict: row.string(8), mistake: row.string(9),
        hintUsed: row.integer(11) != 0, duration: try row.integer(12, in: LogBounds.duration),
        fuzzPosition: row.isNull(13) ? nil : try row.number(13, in: LogBounds.place),
        occasion: try row.occasion(16)),
      group: texts.group(text), prompt: texts.prompt(text), answer: texts.answer(text),
      mistakenFor: row.isNull(10) ? nil : QuestionID(bits: try row.identity(10)),
      isRetracted: try !counted.contains(id.bits, row.isNull(19) ? nil : row.identity(19)),
      revises: row.isNull(15) ? nil : EventID(bits: try row.identity(15)),
      wasInSteps: row.integer(17) != 0, wasInReview: row.integer(18) != 0)
  }
}

/// The texts of all wordings, side by side.
private struct WordingTexts {
  /// The identities, in order.
  private var ids: [UInt128] = []
  private var groups: [Int32] = []
  /// The names of groups, each once.
  private var names: [GroupName] = []
  /// Where each prompt and each answer ends.
  private var ends: [(prompt: Int, answer: Int)] = []
  private var bytes: [UInt8] = []

  init(_ db: Database) throws {
    var numbers: [GroupName: Int32] = [:]
    try RawRows(db, "SELECT id, prompt, answer, deck, group_title FROM wording ORDER BY id").forEach
    {
      row in
      ids.append(try row.identity(0))
      let name = row.group(3)
      let number = numbers[name] ?? Int32(clamping: names.count)
      if numbers[name] == nil {
        numbers[name] = number
        names.append(name)
      }
      groups.append(number)
      bytes.append(contentsOf: row.text(1))
      let end = bytes.count
      bytes.append(contentsOf: row.text(2))
      ends.append((end, bytes.count))
    }
  }

  /// The place of a wording; `nil` where there is none.
  func index(of id: UInt128) -> Int? {
    let place = ids.partitioningIndex { $0 >= id }
    return place < ids.count && ids[place] == id ? place : nil
  }

  func group(_ index: Int) -> GroupName { names[Int(groups[index])] }

  func prompt(_ index: Int) -> String {
    let start = index == 0 ? 0 : ends[index - 1].answer
    return String(decoding: bytes[start..<ends[index].prompt], as: UTF8.self)
  }

  func answer(_ index: Int) -> String {
    String(decoding: bytes[ends[index].prompt..<ends[index].answer], as: UTF8.self)
  }
}
