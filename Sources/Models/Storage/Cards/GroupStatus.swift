import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// What there is to study in groups, and how well they are known.
package struct GroupStatus {
  let tx: Transaction

  /// What there is to study in each group, and how it has gone. A card that waits for another card of
  /// its question to be asked on another day is not due.
  package func counts(of groups: [StoredGroup], at moment: Moment) throws -> [GroupCounts] {
    let held = SuspensionStore.isHeld(direction: "c.direction")
    let newHeld = SuspensionStore.isNewHeld(direction: "c.direction")
    let statement = try tx.db.makeStatement(
      sql: """
        SELECT count(*) AS cards, count(*) FILTER (WHERE c.is_new AND NOT \(newHeld)) AS new_cards,
          count(s.due_time) FILTER (WHERE NOT \(held)) AS learning,
          count(*) FILTER (WHERE s.due_day <= ?1 AND NOT \(held)) AS due,
          \(Score.sum(of: "s.correct")) AS correct, \(Score.sum(of: "s.incorrect")) AS incorrect
        FROM deck_card c JOIN question q ON q.deck_group = c.deck_group AND q.position = c.position
          LEFT JOIN schedule s ON s.question = q.id AND s.direction = c.direction
        WHERE c.deck_group = ?2
        """)
    let waiting = try StartedCards(tx, of: groups, at: moment).waiting
    let others = try scoresOutsideSchedule()
    return try groups.compactMap { group in
      try Row.fetchOne(statement, arguments: [moment.day.number, group.id]).map { row in
        GroupCounts(
          title: group.label, questions: group.questions,
          cards: try row.decode(forColumn: "cards"), new: try row.decode(forColumn: "new_cards"),
          learning: try row.decode(forColumn: "learning"),
          due: try row.decode(forColumn: "due") - (waiting[group.id] ?? 0),
          score: try Score(row) + (others[group.id] ?? Score()))
      }
    }
  }

  /// The answers of each group outside the schedule; schedules count the others. They are few: SQLite begins
  /// with them (`CROSS JOIN`), where it would look for answers to each card otherwise.
  private func scoresOutsideSchedule() throws -> [Int64: Score] {
    let rows = try Row.fetchAll(
      tx.db,
      sql: """
        SELECT c.deck_group, count(*) FILTER (WHERE e.grade > 1) AS correct,
          count(*) FILTER (WHERE e.grade = 1) AS incorrect
        FROM counted_review e CROSS JOIN question q ON q.id = e.question
          JOIN deck_card c ON c.deck_group = q.deck_group AND c.position = q.position
            AND c.direction = e.direction
        WHERE \(ReviewEvent.isOutsideSchedule) GROUP BY c.deck_group
        """)
    return try Dictionary(
      uniqueKeysWithValues: rows.map { (try $0.decode(forColumn: "deck_group"), try Score($0)) })
  }

  /// How much of each group is known.
  package func knowledge(of groups: [StoredGroup], at moment: Moment) throws -> [GroupKnowledge] {
    try groups.map { try knowledge(of: $0, at: moment) }
  }

  /// Whether any card of these groups has been answered or taken as known.
  package func hasStarted(_ groups: [StoredGroup]) throws -> Bool {
    let started = try started()
    return groups.contains { started.contains($0.id) }
  }

  /// The groups of which any card has been answered or taken as known.
  package func started() throws -> Set<Int64> {
    // One statement for all groups: to prepare it takes longer than to run it.
    try Set(
      Int64.fetchCursor(
        tx.db.cachedStatement(
          sql: """
            SELECT id FROM deck_group WHERE EXISTS
              (SELECT 1 FROM deck_card INDEXED BY card_begun
                WHERE deck_group = deck_group.id AND is_new = 0)
            """)))
  }

  /// The groups of which no card has been answered and that build on others, all of them known: what
  /// the learner has just unlocked.
  package func unlocked(
    of groups: [StoredGroup], after prerequisites: Prerequisites, at moment: Moment
  ) throws -> [StoredGroup] {
    var unlocked = UnlockedGroups(tx, prerequisites, at: moment)
    return try groups.filter {
      try !prerequisites[$0].isEmpty && !hasStarted([$0]) && unlocked.contains($0)
    }
  }

  /// The groups that give no new cards, because not all that they build on is known.
  package func locked(
    of groups: [StoredGroup], after prerequisites: Prerequisites, at moment: Moment
  ) throws -> [StoredGroup] {
    var unlocked = UnlockedGroups(tx, prerequisites, at: moment)
    return try groups.filter { try !unlocked.contains($0) }
  }

  fileprivate func knowledge(of group: StoredGroup, at moment: Moment) throws -> GroupKnowledge {
    let scheduler = try tx.presets.scheduler(forGroup: group.name)
    let rows = try Row.fetchCursor(
      tx.db.cachedStatement(
        sql: """
          SELECT q.position, s.stability, s.difficulty, s.last_time, s.last_offset
          FROM question q JOIN schedule s ON s.question = q.id
          WHERE q.deck_group = ? AND s.phase <> 0
          """), arguments: [group.id])
    var sums: [Int: (sum: Double, count: Double)] = [:]
    while let row = try rows.next() {
      let memory = try MemoryState(row)
      let retrievability = scheduler.retrievability(
        of: memory, since: try Moment(row, "last_time", "last_offset"), at: moment)
      let position: Int = try row.decode(forColumn: "position")
      let before = sums[position] ?? (0, 0)
      sums[position] = (before.sum + retrievability, before.count + 1)
    }
    return GroupKnowledge(
      questions: group.questions,
      // In their order, so that the sum is the same each time.
      retrievabilities: sums.sorted { $0.key < $1.key }.map { $0.value.sum / $0.value.count })
  }
}

extension Transaction {
  /// What there is to study in groups, and how well they are known.
  package var groups: GroupStatus { GroupStatus(tx: self) }
}

/// Tells which groups are unlocked, computing no more than is asked for.
struct UnlockedGroups {
  private let tx: Transaction
  private let prerequisites: Prerequisites
  private let moment: Moment
  private var known: [Int64: Bool] = [:]
  /// The groups that the learner has started, once they are asked for.
  private var started: Set<Int64>?

  init(_ tx: Transaction, _ prerequisites: Prerequisites, at moment: Moment) {
    self.tx = tx
    self.prerequisites = prerequisites
    self.moment = moment
  }

  /// Whether the learner has answered a card of a group, or taken one as known.
  mutating func hasStarted(_ group: StoredGroup) throws -> Bool {
    let started = try started ?? tx.groups.started()
    self.started = started
    return started.contains(group.id)
  }

  /// Whether all that a group builds on is known, or the learner has started it all the same.
  mutating func contains(_ group: StoredGroup) throws -> Bool {
    if try prerequisites[group].isEmpty || hasStarted(group) { return true }
    for needed in prerequisites[group] {
      let isKnown = try known[needed.id] ?? tx.groups.knowledge(of: needed, at: moment).isKnown
      known[needed.id] = isKnown
      if !isKnown { return false }
    }
    return true
  }
}
