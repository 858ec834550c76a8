import GRDB
import RabbleScheduling

extension StudyLog {
  /// This device's identity, made at the first event.
  func device(_ db: Database, at moment: Moment) throws -> EventID {
    if let known = identities.withLock({ $0.device }) { return known }
    if let id = try EventID.fetchOne(db, sql: "SELECT id FROM device") {
      identities.withLock { $0.device = id }
      return id
    }
    // Kept in memory only once it is read back: this transaction may still fail.
    let id = EventID(after: nil, milliseconds: moment.milliseconds, random: random())
    try db.execute(sql: "INSERT INTO device (id) VALUES (?)", arguments: [id])
    return id
  }

  /// The identity of the next event, after all that the log holds.
  func nextEvent(_ db: Database, at moment: Moment) throws -> EventID {
    let version = try db.cachedStatement(sql: "PRAGMA data_version").first(db) { $0.integer(0) }
    let known = identities.withLock { $0.version == version ? $0.newest : nil }
    let id = EventID(
      after: try known ?? newestEvent(db), milliseconds: moment.milliseconds, random: random())
    identities.withLock {
      $0.newest = id
      $0.version = version
    }
    return id
  }

  private func newestEvent(_ db: Database) throws -> EventID? {
    try EventID.fetchOne(
      db,
      sql: """
        SELECT max(id) FROM (
          SELECT max(id) AS id FROM review UNION ALL SELECT max(id) FROM wording
          UNION ALL SELECT max(id) FROM retraction UNION ALL SELECT max(id) FROM acceptance
          UNION ALL SELECT max(id) FROM identity UNION ALL SELECT max(id) FROM import
          UNION ALL SELECT max(id) FROM import_retraction)
        """)
  }
}
