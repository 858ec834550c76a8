import GRDB
import RabbleQuestions

/// Compares a group with the rows that are kept of it.
struct GroupComparison {
  /// The questions that are kept.
  private(set) var old: [QuestionID] = []
  /// The questions of the group.
  private(set) var new: [QuestionID] = []
  /// The places of those that are kept and read otherwise, or are not there any more.
  private(set) var went: [Int] = []
  /// The places of those that read otherwise than what is kept, or have come.
  private(set) var came: [Int] = []
  private(set) var days: [(QuestionID, Int?)] = []
  private(set) var stood: Set<[String]> = []

  /// - Returns: `nil` if the kept positions have a gap.
  init?(
    of group: QuestionGroup, withGroup row: Int64, _ identities: [QuestionID: QuestionID],
    _ continued: Set<QuestionID>, _ tx: Transaction
  ) throws {
    let questions = group.questions
    var isSame = try Self.haveSameCards(group, asGroup: row, tx)
    var (old, days, stood) = ([QuestionID](), [(QuestionID, Int?)](), Set<[String]>())
    var new: [QuestionID] = []
    new.reserveCapacity(questions.count)
    var isWhole = true
    try RawRows(
      tx.db,
      cached: """
        SELECT position, id, content, prompt, hint, answer, more, sole, added_day
        FROM question WHERE deck_group = ? ORDER BY position
        """, [row]
    ).forEach { row in
      let index = old.count
      isWhole = isWhole && row.integer(0) == index
      let id = QuestionID(bits: try row.identity(1))
      old.append(id)
      if continued.contains(id) {
        stood.insert(
          PlacedQuestion.key(
            id, prompt: String(decoding: row.text(3), as: UTF8.self),
            answer: String(decoding: row.text(5), as: UTF8.self)))
      }
      if index < questions.count {
        let question = try WrittenQuestion(at: index, in: group, identities: identities)
        new.append(question.identity)
        isSame[index] = isSame[index] && question.isSame(as: row)
        if isSame[index] { return }
      }
      let day = row.isNull(8) ? nil : Int(row.integer(8))
      guard day.map(LogBounds.day.contains) != false else {
        throw LogFault("the day on which a question came")
      }
      days.append((id, day))
    }
    guard isWhole else { return nil }
    for index in new.count..<max(new.count, questions.count) {
      isSame[index] = false
      new.append(
        try WrittenQuestion(at: index, in: group, identities: identities).identity)
    }
    (self.old, self.new, self.days, self.stood) = (old, new, days, stood)
    came = isSame.indices.filter { !isSame[$0] }
    went = old.indices.filter { $0 >= isSame.count || !isSame[$0] }
  }

  /// Whether each question of a group has the cards that are kept.
  private static func haveSameCards(
    _ group: QuestionGroup, asGroup row: Int64, _ tx: Transaction
  ) throws -> [Bool] {
    let directions = group.questions.map { $0.askedDirections(byDefault: group.directions) }
    var isSame = [Bool](repeating: true, count: directions.count)
    var counts = [Int](repeating: 0, count: directions.count)
    try RawRows(tx.db, cached: DeckStore.cardsOfGroup, [row]).forEach { row in
      guard let index = Int(exactly: row.integer(0)), directions.indices.contains(index) else {
        return
      }
      let known = directions[index]
      isSame[index] =
        isSame[index] && counts[index] < known.count
        && row.holds(known[counts[index]].rawValue, in: 1)
      counts[index] += 1
    }
    return isSame.indices.map { isSame[$0] && counts[$0] == directions[$0].count }
  }
}

/// A question as it is written into its row.
struct WrittenQuestion {
  let identity: QuestionID
  let directions: [Direction]
  /// The direction of its only card, if it has just one.
  let sole: Direction?
  private let position: Int
  private let content: QuestionID
  private let prompt: String
  private let hint: String?
  private let answer: String
  private let more: String?
  /// Folded when it is written: nearly all questions of an edited deck are as they were.
  private let question: Question

  init(at position: Int, in group: QuestionGroup, identities: [QuestionID: QuestionID]) throws {
    question = group.questions[position]
    self.position = position
    content = QuestionID(of: question, inGroup: group.title)
    identity = identities[content] ?? content
    directions = question.askedDirections(byDefault: group.directions)
    sole = directions.count == 1 ? directions[0] : nil
    prompt = LogBounds.cut(question.prompt)
    hint = question.hint.map { LogBounds.cut($0) }
    answer = LogBounds.cut(question.answer)
    more = try QuestionRow.more(question)
  }

  /// The columns of ``values``.
  static let columns = [
    "position", "id", "content", "prompt", "hint", "answer", "more", "sole", "folded",
  ]

  /// What its row holds, without its group and its day.
  var values: [EventValue] {
    [
      .integer(Int64(position)), EventValue(identity), EventValue(content), .text(prompt),
      EventValue(hint), .text(answer), EventValue(more),
      EventValue(sole?.rawValue), .text(FilterText.fields(of: asReadBack)),
    ]
  }

  /// The question as the row gives it back: with texts of a bounded length, and SQLite's end at a NUL.
  private var asReadBack: Question {
    func kept(_ text: String) -> String {
      text.utf8.firstIndex(of: 0).map { String(text[..<$0]) } ?? text
    }
    var read = question
    (read.prompt, read.hint, read.answer) = (kept(prompt), hint.map(kept), kept(answer))
    return read
  }

  /// Whether a row of these columns holds it.
  func isSame(as row: RawRow) -> Bool {
    row.holds(identity, in: 1) && row.holds(content, in: 2) && row.holds(prompt, in: 3)
      && row.holds(hint, in: 4) && row.holds(answer, in: 5) && row.holds(more, in: 6)
      && row.holds(sole?.rawValue, in: 7)
  }
}
