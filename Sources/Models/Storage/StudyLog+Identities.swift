import GRDB
import RabbleScheduling

extension StudyLog {
  /// This device's identity, made at the first event.
  func device(_ db: Database, at moment: Moment) throws -> EventID {
    if let known = known.withLock({ $0.identities.device }) { return known }
    if let id = try EventID.fetchOne(db, sql: "SELECT id FROM device") {
      known.withLock { $0.identities.device = id }
      return id
    }
    // Kept in memory only once it is read back: this transaction may still fail.
    let id = EventID(after: nil, milliseconds: moment.milliseconds, random: random())
    try db.execute(sql: "INSERT INTO device (id) VALUES (?)", arguments: [id])
    return id
  }

  /// The identity of the next event, after all that the log holds.
  func nextEvent(_ db: Database, at moment: Moment) throws -> EventID {
    let version = try dataVersion(db)
    let newest = known.withLock { known in
      known.identities.version == version ? known.identities.newest : nil
    }
    let id = EventID(
      after: try newest ?? newestEvent(db), milliseconds: moment.milliseconds, random: random())
    known.withLock {
      $0.identities.newest = id
      $0.identities.version = version
    }
    return id
  }

  /// A number that changes with another connection's commit.
  func dataVersion(_ db: Database) throws -> Int64? {
    try db.cachedStatement(sql: "PRAGMA data_version").first(db) { $0.integer(0) }
  }

  private func newestEvent(_ db: Database) throws -> EventID? {
    try EventID.fetchOne(
      db,
      sql: """
        SELECT max(id) FROM (
          SELECT max(id) AS id FROM review UNION ALL SELECT max(id) FROM wording
          UNION ALL SELECT max(id) FROM retraction UNION ALL SELECT max(id) FROM acceptance
          UNION ALL SELECT max(id) FROM identity UNION ALL SELECT max(id) FROM import
          UNION ALL SELECT max(id) FROM import_retraction UNION ALL SELECT max(id) FROM preset
          UNION ALL SELECT max(id) FROM preset_use UNION ALL SELECT max(id) FROM suspension
          UNION ALL SELECT max(id) FROM change_retraction)
        """)
  }
}
