import GRDB

/// Rows that neither an event nor a deck file tells: what this log knows about itself, about folders that it
/// exchanges events by, and about edits of decks; and rows that belong to one that is not there. Where a row
/// can't be what was kept, nothing can make it again; a rebuild removes it, and the log goes on as one that
/// never had it:
///
/// - without a row in `device`, its next event gets the identity of another device;
/// - without one in `deck_content`, an edit of a deck can't be undone to that content;
/// - without one in `unclear`, the question stays parked;
/// - without one in `sync_folder`, a sync with that folder reads all of it; what else belongs to syncs comes
///   again with the next one;
/// - where a deck or course has lost something, its file is read again.
enum IrreplaceableRows {
  /// The tables, each before what belongs to it, with the SQL condition for a row that can be what was kept.
  private static let tables = [
    // What answers refer to is found with them.
    (
      name: "device",
      isSound: isIdentity("id") + " OR EXISTS (SELECT 1 FROM review r WHERE r.device = device.n)"
    ),
    ("deck_content", DeckEditStore.isSound),
    ("unclear", isIdentity("known") + " AND " + isIdentity("candidate")),
    (
      "sync_folder",
      isIdentity("device") + " AND " + isIn("time", LogBounds.time) + " AND "
        + isIn("utc_offset", LogBounds.utcOffset) + " AND " + isIn("reviews", LogBounds.count)
        + " AND " + isIn("events", LogBounds.count) + " AND " + isIn("wordings", LogBounds.count)
    ),
    (
      "sync_file",
      isIdentity("device") + " AND length(name) > 0 AND offset >= 0 AND size >= 0"
        + " AND is_closed IN (0, 1) AND " + isIn("faults", LogBounds.count) + " AND "
        + belongs("folder", to: "sync_folder")
    ),
    ("sync_waiting", "length(line) > 0"),
    ("course_step", belongs("course", to: "course")),
    ("deck_group", belongs("deck", to: "deck")),
    (
      "question",
      belongs("deck_group", to: "deck_group")
        + " AND (added_day IS NULL OR \(isIn("added_day", LogBounds.day)))"
    ),
    (
      "deck_card",
      "EXISTS (SELECT 1 FROM question q WHERE q.deck_group = deck_card.deck_group AND q.position = deck_card.position)"
    ),
  ]
  /// What files are read again where a table has lost a row; of other rows of a deck it has the number.
  private static let read = ["course_step": "course", "deck_group": "deck"]

  private static func isIdentity(_ column: String) -> String { "length(\(column)) = 16" }

  private static func belongs(_ column: String, to table: String) -> String {
    "\(column) IN (SELECT id FROM \(table))"
  }

  private static func isIn<Number>(_ column: String, _ bounds: ClosedRange<Number>) -> String {
    "\(column) BETWEEN \(bounds.lowerBound) AND \(bounds.upperBound)"
  }

  /// Counts the rows that can't be what was kept.
  static func check(_ db: Database) throws -> [LogFinding] {
    try tables.compactMap { table, isSound in
      let rows = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM \(table) WHERE (\(isSound)) IS NOT 1")
      return rows.flatMap { $0 > 0 ? .rowsUnreadable(table: table, rows: $0) : nil }
    }
  }

  /// Removes them.
  static func removeUnreadable(_ db: Database) throws {
    for (table, isSound) in tables {
      try db.execute(sql: "DELETE FROM \(table) WHERE (\(isSound)) IS NOT 1")
      guard db.changesCount > 0, let files = read[table] else { continue }
      try db.execute(sql: "UPDATE \(files) SET signature = ''")
    }
  }
}
