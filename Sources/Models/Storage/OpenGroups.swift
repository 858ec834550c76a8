import GRDB
import RabbleMemory
import RabbleScheduling

/// Tells which groups give new cards, working out no more than is asked for.
struct OpenGroups {
  private let db: Database
  private let prerequisites: Prerequisites
  private let scheduler: (_ group: String) throws -> Scheduler
  private let moment: Moment
  private var known: [Int64: Bool] = [:]

  init(
    _ db: Database, _ prerequisites: Prerequisites,
    scheduler: @escaping (_ group: String) throws -> Scheduler, at moment: Moment
  ) {
    self.db = db
    self.prerequisites = prerequisites
    self.scheduler = scheduler
    self.moment = moment
  }

  /// Whether all that a group builds on is known.
  mutating func contains(_ group: StoredGroup) throws -> Bool {
    for needed in prerequisites[group] {
      let isKnown =
        try known[needed.id]
        ?? GroupKnowledge.fetch(
          db, of: needed, scheduler: scheduler(needed.title), at: moment
        ).isKnown
      known[needed.id] = isKnown
      if !isKnown { return false }
    }
    return true
  }
}

extension GroupKnowledge {
  /// Reads what is known of a group.
  static func fetch(
    _ db: Database, of group: StoredGroup, scheduler: Scheduler, at moment: Moment
  ) throws -> GroupKnowledge {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT q.position, s.stability, s.difficulty, s.last_time, s.last_offset, s.fast_stability
          FROM question q JOIN schedule s ON s.question = q.id
          WHERE q.deck_group = ? AND s.phase <> 0
          """), arguments: [group.id])
    var sums: [Int: (sum: Double, count: Double)] = [:]
    while let row = try rows.next() {
      let retrievability = scheduler.retrievability(
        of: MemoryState(stability: row[1], difficulty: row[2], fastStability: row[5]),
        since: Moment(milliseconds: row[3], utcOffset: row[4]), at: moment)
      let before = sums[row[0]] ?? (0, 0)
      sums[row[0]] = (before.sum + retrievability, before.count + 1)
    }
    return GroupKnowledge(
      questions: group.questions, retrievabilities: sums.values.map { $0.sum / $0.count })
  }
}
