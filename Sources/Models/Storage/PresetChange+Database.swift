import GRDB
import RabbleMemory
import RabbleScheduling

extension PresetHistory {
  /// Reads all changes that count.
  static func fetch(_ db: Database) throws -> PresetHistory {
    let sets = try Entry.sets(db, where: StudyLog.changeCounts)
    let uses = try Entry.uses(db)
    return PresetHistory((sets + uses).sorted { $0.id < $1.id })
  }
}

extension PresetBook {
  /// Reads what all changes come to: of each preset the newest.
  static func fetch(_ db: Database) throws -> PresetBook {
    let newest = """
      \(StudyLog.changeCounts) AND NOT EXISTS (SELECT 1 FROM preset n WHERE n.name = e.name
        AND n.id > e.id AND NOT EXISTS (SELECT 1 FROM change_retraction t WHERE t.change = n.id))
      """
    let changes = try PresetHistory.Entry.sets(db, where: newest) + PresetHistory.Entry.uses(db)
    return PresetBook(changes.sorted { $0.id < $1.id }.map(\.change))
  }
}

extension PresetHistory.Entry {
  fileprivate static func sets(_ db: Database, where condition: String) throws
    -> [PresetHistory.Entry]
  {
    try Row.fetchAll(db, sql: "SELECT * FROM preset e WHERE \(condition) ORDER BY id").map { row in
      let reason = PresetChange.Reason(rawValue: row["reason"]) ?? .learner
      return PresetHistory.Entry(row, .set(Preset(row: row), reason))
    }
  }

  fileprivate static func uses(_ db: Database) throws -> [PresetHistory.Entry] {
    try Row.fetchAll(
      db, sql: "SELECT * FROM preset_use e WHERE \(StudyLog.changeCounts) ORDER BY id"
    ).map { row in
      let titles: String = row["group_titles"]
      let groups = titles.split(separator: StudyLog.titleSeparator).map(String.init)
      return PresetHistory.Entry(
        row, .use(preset: row["preset"], retention: row["retention"], groups: groups))
    }
  }

  private init(_ row: Row, _ change: PresetChange) {
    self.init(
      id: row["id"], moment: Moment(milliseconds: row["time"], utcOffset: row["utc_offset"]),
      change: change)
  }
}

extension Preset {
  /// Reads a row of `preset`. Weights that a later version of the program may have written and this
  /// one does not know read as the defaults.
  fileprivate init(row: Row) {
    func words(_ column: String) -> [Substring] {
      let text: String = row[column]
      return text.split(separator: " ")
    }
    let weights = words("weights").compactMap { Double($0) }
    self.init(
      name: row["name"],
      model: (try? MemoryModel(weights: weights)) ?? MemoryModel(.fsrs6),
      desiredRetention: row["retention"], maximumInterval: row["maximum_interval"],
      learningSteps: words("learning_steps").compactMap { Int($0) },
      relearningSteps: words("relearning_steps").compactMap { Int($0) },
      week: StudyWeek(words("week").map { StudyWeek.Load(rawValue: String($0)) ?? .normal }),
      balancesLoad: row["balances"],
      leech: LeechRule(
        threshold: row["leech_threshold"],
        action: LeechRule.Action(rawValue: row["leech_action"]) ?? .tag),
      learnedFrom: row["learned_from"])
  }
}
