import Foundation
import GRDB
import RabbleScheduling

/// What the log remembers of folders by which it exchanges events: how far it has read each file there,
/// what it has yet to write, and the lines it can't take in yet. It is about this log alone, and can be
/// recomputed from the folder and the events.
package struct SyncStore {
  let tx: Transaction
  var db: Database { tx.db }

  /// A folder that events were exchanged by.
  package struct Folder: Hashable, Sendable {
    /// Its row.
    package let number: Int64
    /// Where it is, or was.
    package let path: String
    /// The device under whose identity this log writes there.
    package let device: EventID
    /// All that came into this log before is there.
    package let position: LogPosition
    /// When events were exchanged last.
    package let moment: Moment
  }

  /// How far a file was read.
  package struct File: Hashable, Sendable {
    package let position: SyncPosition
    /// How many of its lines were no sound events.
    package let faults: Int
  }

  /// A file by its device and name.
  package struct FileKey: Hashable, Sendable {
    /// The device in whose folder it is.
    package let device: EventID
    /// The name under which it is remembered, the same before and after it is closed.
    package let name: String
  }

  /// The folder at a path; `nil` when no events were exchanged by it.
  package func folder(at path: String) throws -> Folder? {
    try folders().first { $0.path == path }
  }

  /// All folders that events were exchanged by.
  func folders() throws -> [Folder] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT id, path, device, reviews, events, wordings, time, utc_offset FROM sync_folder
        ORDER BY id
        """
    ).map { row in
      Folder(
        number: try row.decode(forColumn: "id"), path: try row.decodeText("path"),
        device: try row.decode(forColumn: "device"),
        position: LogPosition(
          reviews: try row.decode(forColumn: "reviews"),
          events: try row.decode(forColumn: "events"),
          wordings: try row.decode(forColumn: "wordings")), moment: try Moment(row))
    }
  }

  /// How far the files of a folder were read.
  package func files(of folder: Int64) throws -> [FileKey: File] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT device, name, offset, tail, size, modified, is_closed, faults FROM sync_file
        WHERE folder = ?
        """, arguments: [folder])
    var files: [FileKey: File] = [:]
    while let row = try rows.next() {
      let key = FileKey(
        device: try row.decode(forColumn: "device"), name: try row.decodeText("name"))
      let tail: Int64 = try row.decode(forColumn: "tail")
      files[key] = File(
        position: SyncPosition(
          offset: try row.decode(forColumn: "offset"), tail: UInt64(bitPattern: tail),
          size: try row.decode(forColumn: "size"),
          modified: try row.decode(forColumn: "modified"),
          isClosed: try row.decode(forColumn: "is_closed")),
        faults: try row.decode(forColumn: "faults"))
    }
    return files
  }

  /// The lines that wait, by what they wait for.
  package func waiting() throws -> [SyncWait: Int] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT reason, count(*) AS lines FROM sync_waiting GROUP BY reason")
    var counts: [SyncWait: Int] = [:]
    for row in rows {
      let name: String = try row.decode(forColumn: "reason")
      counts[SyncWait(rawValue: name) ?? .unknown, default: 0] += try row.decode(forColumn: "lines")
    }
    return counts
  }

  /// Whether a line waits that might be taken in now. What this version does not know it will know no
  /// better before another comes.
  func mayTakeWaiting() throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: "SELECT EXISTS (SELECT 1 FROM sync_waiting WHERE reason <> ? OR version <> ?)",
      arguments: [SyncWait.unknown.rawValue, Schema.current.number]) ?? false
  }

  /// How many events this device has yet to write into a folder.
  package func owed(to folder: Folder) throws -> Int {
    let counts = EventForm.tables.map {
      "SELECT count(*) AS n FROM \($0) WHERE \(LogPosition.column(of: $0)) > "
        + "\(folder.position.number(in: $0))"
    }
    // What was joined with this log is its own affair.
    let own = "SELECT -count(*) FROM event WHERE kind = ? AND seq > ?"
    return try Int.fetchOne(
      db, sql: "SELECT sum(n) FROM (\(counts.joined(separator: " UNION ALL ")) UNION ALL \(own))",
      arguments: [LogUnionEvent.table, folder.position.events]) ?? 0
  }

  // MARK: - Keeping

  /// Keeps that a folder is at another path than it was.
  func move(_ folder: Folder, to path: String) throws -> Folder? {
    try db.execute(
      sql: "UPDATE sync_folder SET path = ? WHERE id = ?", arguments: [path, folder.number])
    return try self.folder(at: path)
  }

  /// Forgets a folder: the next exchange reads all of it, and writes all that it does not have.
  package func forget(_ folder: Folder) throws {
    try db.execute(sql: "DELETE FROM sync_folder WHERE id = ?", arguments: [folder.number])
  }

  /// Keeps that events were exchanged by a folder, and how far its files were read.
  func keep(
    _ path: String, device: EventID, position: LogPosition, files: [FileKey: File],
    at moment: Moment
  ) throws {
    let known = try folder(at: path)
    try db.execute(
      sql: """
        INSERT INTO sync_folder (path, device, reviews, events, wordings, time, utc_offset)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        ON CONFLICT (path) DO UPDATE SET device = ?2, reviews = ?3, events = ?4, wordings = ?5,
          time = ?6, utc_offset = ?7
        """,
      arguments: [
        path, device, position.reviews, position.events, position.wordings, moment.milliseconds,
        moment.utcOffset,
      ])
    guard let folder = try known ?? folder(at: path) else { return }
    try keep(files, of: folder.number)
  }

  /// Keeps how far the files of a folder were read.
  func keep(_ files: [FileKey: File], of folder: Int64) throws {
    let before = try self.files(of: folder)
    for key in before.keys where files[key] == nil {
      try db.execute(
        sql: "DELETE FROM sync_file WHERE folder = ? AND device = ? AND name = ?",
        arguments: [folder, key.device, key.name])
    }
    for (key, file) in files where before[key] != file {
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO sync_file (
            folder, device, name, offset, tail, size, modified, is_closed, faults)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          folder, key.device, key.name, file.position.offset,
          Int64(bitPattern: file.position.tail), file.position.size, file.position.modified,
          file.position.isClosed, file.faults,
        ])
    }
  }
}

extension Transaction {
  /// What the log remembers of folders by which it exchanges events.
  package var syncs: SyncStore { SyncStore(tx: self) }
}
