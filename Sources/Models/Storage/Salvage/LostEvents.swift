import GRDB
import RabbleScheduling
import RabbleText

/// Events of a kind that are gone.
package struct LostEvents: Hashable, Sendable {
  /// The kind; `event` where nothing tells which of those that share this table.
  package let kind: String
  /// How many.
  package let count: Int
  /// The first and last time at which they can have been made; `nil` where nothing tells it.
  package let times: ClosedRange<Moment>?
}

extension LostEvents: CustomStringConvertible {
  /// How many of which kind, and from when, as in “2 events of the kind review from 2026-11-21 09:00 to 2026-11-21 09:30”.
  package var description: String {
    let kind =
      kind == Self.anyKind ? " of an unknown kind" : " of the kind \(kind)"
    let (first, last) = (times?.lowerBound.minute, times?.upperBound.minute)
    let time =
      switch (first, last) {
      case (let first?, let last?): first == last ? " from \(first)" : " from \(first) to \(last)"
      default: " from an unknown time"
      }
    return NumberText.count(count, "event") + kind + time
  }

  /// The table of events of several kinds.
  fileprivate static let anyKind = "event"
}

/// The events that were found of a damaged log, with their keys: the numbers from 1 on in the order in which they
/// came, as none is ever deleted.
struct FoundKeys {
  private(set) var ids: [String: [Int64: EventID]] = [:]

  mutating func add(_ id: EventID, at key: Int64?, in table: String) {
    if let key, key > 0 { ids[table, default: [:]][key] = id }
  }

  func has(_ id: EventID, at key: Int64?, in table: String) -> Bool {
    key.flatMap { ids[table]?[$0] } == id
  }

  /// How many events of a table were found with a key.
  func count(in table: String) -> Int { Set((ids[table] ?? [:]).values).count }

  /// The keys of a table in order, up to the first that is farther from the one before than there are keys: a damaged
  /// key may be any number.
  func keys(in table: String) -> [Int64] {
    let keys = (ids[table] ?? [:]).keys.sorted()
    let end = zip(keys, [0] + keys).first { $0 - $1 > keys.count + 1 }?.0
    return end.map { end in keys.filter { $0 < end } } ?? keys
  }

  /// Whether no key before the newest is missing in any table.
  var isWithoutGap: Bool { ids.values.allSatisfy { $0.count == $0.keys.max() ?? 0 } }
}

extension LostEvents {
  /// Finds out which events a damaged log had: by their table or one of its indexes, which name them, and by their
  /// keys, which are numbers without a gap.
  struct Search {
    ///
    /// By table and identity, with the kind where it is known.
    private var lost: [String: [EventID: String?]] = [:]
    /// How many are missing by their keys, and between which events that were found.
    private var gaps: [String: Gaps] = [:]
    /// Whether it is known of every table where it ended.
    private(set) var isComplete: Bool

    /// Looks at the keys of events alone.
    init(_ found: FoundKeys) {
      isComplete = false
      gaps = Dictionary(uniqueKeysWithValues: EventForm.tables.map { ($0, Gaps(found, in: $0)) })
    }

    /// Looks through a damaged log for events that `isKept` does not have.
    init(
      _ found: FoundKeys, in db: Database, isKept: (String, EventID) throws -> Bool
    ) throws {
      isComplete = true
      for table in EventForm.tables {
        let rows = NamedEvents(db, "\(table) NOT INDEXED", of: table)
        let indexes = Self.indexes(of: table, db).map { index in
          NamedEvents(db, "\(table) INDEXED BY \(index.name)", of: table, index.columns)
        }
        let whole = indexes.first(where: \.isComplete)
        // An identity that was read in a damaged row may be no event's: an index knows better.
        let trusted = whole?.all ?? (rows.isComplete ? rows.all : nil)
        for source in [rows] + indexes {
          for (id, event) in source.all where trusted.map({ $0[id] != nil }) ?? true {
            if try !isKept(table, id) { add(id, of: table, kind: event.kind) }
          }
        }
        if trusted != nil { continue }
        let gaps = Gaps(found, in: table)
        self.gaps[table] = gaps
        isComplete = isComplete && rows.end != nil && rows.end == gaps.end
      }
    }

    /// Adds an event that is known to be gone.
    mutating func add(_ id: EventID, of table: String, kind: String? = nil) {
      let known = lost[table]?[id] ?? nil
      lost[table, default: [:]].updateValue(known ?? kind, forKey: id)
    }

    /// The events by kind, where the clock was so many seconds ahead of UTC.
    ///
    /// - Parameters:
    ///   - utcOffset: the seconds.
    ///   - others: how many events of a table were found without a key.
    /// - Returns: what is gone.
    /// - Throws: what `others` throws.
    func counts(utcOffset: Int, without others: (String) throws -> Int) rethrows -> [LostEvents] {
      try EventForm.tables.flatMap { table in
        let lost = lost[table] ?? [:]
        let kinds = Dictionary(grouping: lost.keys) { id in
          (lost[id] ?? nil).flatMap { EventForm.all[$0] == nil ? nil : $0 } ?? table
        }
        var all = kinds.map { Self.lost($0, $1.count, $1, utcOffset) }
        let unnamed = (gaps[table]?.missing ?? 0) - lost.count
        let rest = unnamed > 0 ? try unnamed - others(table) : 0
        if rest > 0 {
          let ids = (kinds[table] ?? []) + (gaps[table]?.between ?? [])
          all.removeAll { $0.kind == table }
          all.append(Self.lost(table, rest + (kinds[table]?.count ?? 0), ids, utcOffset))
        }
        return all.sorted { $0.kind < $1.kind }
      }
    }

    private static func lost(
      _ kind: String, _ count: Int, _ ids: [EventID], _ utcOffset: Int
    ) -> LostEvents {
      let times = ids.map { $0.moment(utcOffset: utcOffset) }
      let first = times.min { $0.milliseconds < $1.milliseconds }
      let last = times.max { $0.milliseconds < $1.milliseconds }
      return LostEvents(
        kind: kind, count: count, times: first.flatMap { first in last.map { first...$0 } })
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
  }
}

/// The keys of a table at which no event was found.
private struct Gaps {
  private(set) var missing = 0
  /// The events before and after each.
  private(set) var between: [EventID] = []
  /// The last key at which one was found.
  private(set) var end: Int64 = 0

  init(_ found: FoundKeys, in table: String) {
    let ids = found.ids[table] ?? [:]
    for key in found.keys(in: table) {
      if key > end + 1 {
        missing += Int(key - end - 1)
        between += [ids[end], ids[key]].compactMap(\.self)
      }
      end = key
    }
  }
}

/// The events that can be named from a table or an index: from its end, and from its beginning.
private struct NamedEvents {
  private(set) var all: [EventID: (key: Int64, kind: String?)] = [:]
  /// The key of the last; `nil` where that can't be read.
  private(set) var end: Int64?
  private(set) var isComplete = false

  /// Reads the table itself, or an index with these columns.
  init(_ db: Database, _ source: String, of table: String, _ columns: [String]? = nil) {
    let key = table == WordingEvent.table ? "n" : "seq"
    let hasKind = columns?.contains("kind") ?? (table == "event")
    for order in [" DESC", ""] where !isComplete {
      do {
        let rows = try Row.fetchCursor(
          db,
          sql: """
            SELECT \(key) AS key, id, \(hasKind ? "kind" : "NULL") AS kind FROM \(source)
            ORDER BY \((columns ?? [key]).map { $0 + order }.joined(separator: ", "))
            """)
        while let row = try rows.next() {
          guard let id = try? row.decode(EventID.self, forColumn: "id"),
            let key = try? row.decode(Int64.self, forColumn: "key")
          else { continue }
          if order != "", end == nil { end = key }
          all[id] = (key, try? row.decode(String?.self, forColumn: "kind"))
        }
        isComplete = true
      } catch {}
    }
  }
}

extension EventID {
  /// When the event was made, where the clock was so many seconds ahead of UTC.
  fileprivate func moment(utcOffset: Int) -> Moment {
    let time = Int64(truncatingIfNeeded: bits >> 80)
    return Moment(
      milliseconds: min(max(time, LogBounds.time.lowerBound), LogBounds.time.upperBound),
      utcOffset: LogBounds.utcOffset.contains(utcOffset) ? utcOffset : 0)
  }
}
