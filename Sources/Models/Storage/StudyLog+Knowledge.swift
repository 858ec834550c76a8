import GRDB
import RabbleScheduling

extension StudyLog {
  /// How much of each group is known.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func knowledge(of groups: [StoredGroup], at moment: Moment) throws(StorageError)
    -> [GroupKnowledge]
  {
    try read { db in
      try groups.map {
        try GroupKnowledge.fetch(
          db, of: $0, scheduler: scheduler(db, forGroup: $0.title), at: moment)
      }
    }
  }

  /// Whether any card of these groups has been answered.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func hasBegun(_ groups: [StoredGroup]) throws(StorageError) -> Bool {
    try read { db in
      let ids = groups.map { String($0.id) }.joined(separator: ",")
      return try db.makeStatement(
        sql: """
          SELECT 1 FROM card INDEXED BY card_begun
          WHERE deck_group IN (\(ids)) AND is_new = 0 LIMIT 1
          """
      ).first(db) { _ in true } ?? false
    }
  }
}
