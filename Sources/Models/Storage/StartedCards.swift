import GRDB
import RabbleQuestions
import RabbleScheduling

/// The cards of some groups that have been answered before and are in their steps or due.
struct StartedCards {
  /// Those that may be asked today, in no particular order.
  private(set) var entries: [QueueEntry] = []
  /// How many of each group are due and wait for another day, because another card of their question
  /// comes today or was answered today.
  private(set) var waiting: [Int64: Int] = [:]
  /// The questions with several cards of which one is here.
  private(set) var questions: Set<QuestionID> = []

  private struct Found {
    let entry: QueueEntry
    let group: Int64
  }

  /// Reads them.
  ///
  /// - Parameters:
  ///   - db: the log.
  ///   - groups: the groups, in the order in which their cards have their places.
  ///   - moment: the present.
  /// - Throws: `DatabaseError` when the log can't be read.
  init(_ db: Database, of groups: [StoredGroup], at moment: Moment) throws {
    let ranks = Dictionary(groups.enumerated().map { ($1.id, $0) }) { first, _ in first }
    var siblings: [QuestionID: [Found]] = [:]
    let columns = "s.question, s.direction, s.due_day, %, q.deck_group, q.position, q.sole"
    let tables = """
      FROM schedule s JOIN question q ON q.id = s.question
        AND (q.sole IS NULL OR q.sole = s.direction)
      """
    let due = try db.cachedStatement(
      sql: """
        SELECT \(columns.replacing("%", with: "s.due_time")) \(tables)
        WHERE s.due_time IS NOT NULL
        UNION ALL
        SELECT \(columns.replacing("%", with: "NULL")) \(tables) WHERE s.due_day <= ?
        """)
    // Bound and read in place: there may be thousands of rows.
    let held = try HeldCards.fetch(db, on: moment.day)
    var single: [QueueEntry] = []
    try due.forEach(db) {
      $0.add(moment.day.number)
    } _: { row in
      let group = row.integer(4)
      guard let rank = ranks[group] else { return }
      let entry = QueueEntry(
        card: CardID(
          question: QuestionID(bits: row.bits(0)),
          direction: Direction(rawValue: row.text(1)) ?? .recognition),
        place: Self.place(rank, row.number(5)),
        due: row.isNull(2) ? .at(row.integer(3)) : .on(StudyDay(number: row.number(2))))
      if !held.isEmpty, held.contains(entry.card) { return }
      if row.isNull(6) {
        siblings[entry.card.question, default: []].append(Found(entry: entry, group: group))
      } else {
        single.append(entry)
      }
    }
    entries = single
    for (question, found) in siblings {
      let standings = try Siblings.Standing.fetch(db, question: question, without: held)
      let asked = Siblings.asked(of: standings, at: moment)
      for card in found {
        if asked.contains(card.entry.card) {
          entries.append(card.entry)
        } else if standings.contains(where: { $0.card == card.entry.card }) {
          waiting[card.group, default: 0] += 1
        }
      }
    }
    questions = Set(siblings.keys)
  }

  /// The place of a card over all groups: the group's rank, then the position in it.
  static func place(_ rank: Int, _ position: Int) -> Int { rank << 32 | position }
}

extension Siblings.Standing {
  /// Where the cards of a question stand that some deck has, in the order of their introduction;
  /// those that are held are never due.
  static func fetch(_ db: Database, question: QuestionID, without held: Set<CardID>) throws
    -> [Siblings.Standing]
  {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT c.direction, s.due_day, s.due_time, s.last_time, s.last_offset
          FROM question q
            JOIN card c ON c.deck_group = q.deck_group AND c.position = q.position
            LEFT JOIN schedule s ON s.question = q.id AND s.direction = c.direction
          WHERE q.id = ? ORDER BY c.deck_group, c.position, c.ordinal
          """), arguments: [question])
    var standings: [Siblings.Standing] = []
    while let row = try rows.next() {
      let card = CardID(
        question: question, direction: Direction(rawValue: row[0]) ?? .recognition)
      guard !standings.contains(where: { $0.card == card }) else { continue }
      let dueDay: Int? = row[1]
      let dueTime: Int64? = row[2]
      let last: Int64? = row[3]
      standings.append(
        Siblings.Standing(
          card: card,
          due: held.contains(card)
            ? .on(StudyDay(number: .max))
            : dueDay.map { .on(StudyDay(number: $0)) } ?? dueTime.map { .at($0) },
          lastAnswered: last.map { Moment(milliseconds: $0, utcOffset: row[4]).day }))
    }
    return standings
  }
}
