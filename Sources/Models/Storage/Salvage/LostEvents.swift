import GRDB
import RabbleScheduling

/// Events of a table and a day that are gone.
package struct LostEvents: Hashable, Sendable {
  /// The table.
  package let table: String
  /// The day; `nil` where it is unknown.
  package let day: StudyDay?
  /// How many.
  package let count: Int
}

extension LostEvents {
  /// Finds out which events a damaged log had, where anything names them: the table, or one of its
  /// indexes.
  struct Search {
    private var lost: [String: Set<EventID>] = [:]
    /// Whether the events of every table could be named.
    private(set) var isComplete: Bool

    /// Knows of no event yet.
    init(isComplete: Bool) { self.isComplete = isComplete }

    /// Looks through a damaged log for events that `isKept` does not have.
    init(in db: Database, isKept: (String, EventID) throws -> Bool) throws {
      isComplete = true
      for table in EventForm.tables {
        let rows = Self.identities(db, "\(table) NOT INDEXED", by: ["rowid"])
        var missing = try rows.all.filter { try !isKept(table, $0) }
        if rows.isComplete, missing.isEmpty { continue }
        // An identity that was read in a damaged row may be no event's: an index knows better.
        let indexes = Self.indexes(of: table, db).map { index in
          Self.identities(db, "\(table) INDEXED BY \(index.name)", by: index.columns)
        }
        if let whole = indexes.first(where: \.isComplete) {
          missing = try whole.all.filter { try !isKept(table, $0) }
        } else {
          isComplete = isComplete && rows.isComplete
          for index in indexes {
            missing.formUnion(try index.all.filter { try !isKept(table, $0) })
          }
        }
        lost[table] = missing
      }
    }

    /// Adds an event that is known to be gone.
    mutating func add(_ id: EventID, of table: String) { lost[table, default: []].insert(id) }

    /// The events by table and day, where the clock was so many seconds ahead of UTC.
    func counts(utcOffset: Int) -> [LostEvents] {
      lost.sorted { $0.key < $1.key }.flatMap { table, ids in
        Dictionary(grouping: ids) { $0.day(utcOffset: utcOffset) }.sorted { $0.key < $1.key }.map {
          LostEvents(table: table, day: $0.key, count: $0.value.count)
        }
      }
    }

    /// The indexes that have an entry with the identity of each row.
    private static func indexes(of table: String, _ db: Database) -> [(
      name: String, columns: [String]
    )] {
      // An index that can't be read proves nothing; the others are asked.
      let names = try? String.fetchAll(
        db, sql: "SELECT name FROM pragma_index_list(?) WHERE partial = 0", arguments: [table])
      return (names ?? []).compactMap { name in
        (try? String.fetchAll(
          db, sql: "SELECT name FROM pragma_index_info(?) ORDER BY seqno", arguments: [name]))
          .flatMap { $0.contains("id") ? (name, $0) : nil }
      }
    }

    /// The identities that can be read from a table or an index: from its beginning, and from its end.
    private static func identities(_ db: Database, _ source: String, by columns: [String]) -> (
      all: Set<EventID>, isComplete: Bool
    ) {
      var all: Set<EventID> = []
      for order in ["", " DESC"] {
        do {
          let ids = try EventID.fetchCursor(
            db,
            sql:
              "SELECT id FROM \(source) ORDER BY \(columns.map { $0 + order }.joined(separator: ", "))"
          )
          while let id = try ids.next() { all.insert(id) }
          return (all, true)
        } catch {}
      }
      return (all, false)
    }
  }
}
