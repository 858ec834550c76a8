import CGcrypt
import Foundation
import GRDB
import RabbleCompression
import RabbleScheduling

/// Changes of deck files by the program: which files, and, as long as there is room, their bytes before
/// and after.
package struct DeckEditStore {
  let tx: Transaction
  private var db: Database { tx.db }

  /// The most bytes that are kept of all versions of deck files together, compressed.
  static let contentLimit = 64 << 20
  /// The most bytes of one version: larger files are no decks.
  private static let versionLimit = 64 << 20

  /// Adds a change of deck files to the log. Call it before they are written: what they were is on disk
  /// then.
  ///
  /// - Parameters:
  ///   - changes: the files, in the order in which they are written.
  ///   - what: what is done, in words such as `removed “犬” from “Animals”`.
  ///   - cause: the event that this change belongs to, such as an import.
  ///   - moment: the present.
  /// - Returns: the event's identity. With several files, the later ones belong to the first.
  /// - Throws: ``StorageError``.
  @discardableResult
  package func record(
    _ changes: [DeckFileChange], _ what: String, because cause: EventID? = nil, at moment: Moment
  ) throws -> EventID {
    var root = cause
    var newest = EventID(bits: 0)
    for change in changes {
      newest = try tx.append(
        to: DeckEditEvent.table, at: moment,
        [
          "utc_offset": moment.utcOffset, "path": change.path, "what": what,
          "before_digest": try change.before.map { try keep($0).data },
          "after_digest": try change.after.map { try keep($0).data }, "cause": root,
        ])
      if root == nil { root = newest }
    }
    try dropOldest()
    return root ?? newest
  }

  /// The files that an event has changed, in the order in which they were written.
  package func edits(of event: EventID) throws -> [DeckEdit] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT \(DeckEditEvent.columns) FROM \(DeckEditEvent.source) WHERE e.id = ?1
        UNION ALL SELECT \(DeckEditEvent.columns) FROM \(DeckEditEvent.source) WHERE e.cause = ?1
        ORDER BY 1
        """, arguments: [event]
    ).map(DeckEditEvent.event)
  }

  /// The bytes of a version of a deck file; `nil` when they were dropped to make room.
  package func content(_ digest: FileDigest) throws -> [UInt8]? {
    let row = try Row.fetchOne(
      db, sql: "SELECT size, content FROM deck_content WHERE digest = ?", arguments: [digest.data])
    guard let row else { return nil }
    let size: Int = try row.decode(forColumn: "size")
    let content: Data = try row.decode(forColumn: "content")
    guard (0...Self.versionLimit).contains(size),
      let bytes = Zlib.decompress([UInt8](content), count: size), FileDigest(bytes) == digest
    else { throw LogFault("the content of a deck file") }
    return bytes
  }

  /// The numbers that a version can have. A row with another one is not counted on from, and removed by a rebuild.
  private static let isNumbered = "number BETWEEN 0 AND \(LogBounds.count.upperBound - 1)"
  /// The SQL condition for a row that can be what was kept.
  static let isSound = """
    length(digest) = \(FileDigest.byteCount) AND \(isNumbered) AND size BETWEEN 0 AND \(versionLimit)
      AND length(content) > 0
    """

  /// Keeps a version of a deck file; one that is kept already becomes the newest.
  private func keep(_ bytes: [UInt8]) throws -> FileDigest {
    let digest = FileDigest(bytes)
    let newest = try Int64.fetchOne(
      db, sql: "SELECT max(number) FROM deck_content WHERE \(Self.isNumbered)")
    let number = (newest ?? 0) + 1
    try db.execute(
      sql: "UPDATE deck_content SET number = ? WHERE digest = ?", arguments: [number, digest.data])
    guard db.changesCount == 0, bytes.count <= Self.versionLimit,
      let content = Zlib.compress(bytes)
    else { return digest }
    try db.execute(
      sql: "INSERT INTO deck_content (digest, number, size, content) VALUES (?, ?, ?, ?)",
      arguments: [digest.data, number, bytes.count, Data(content)])
    return digest
  }

  /// Drops the oldest versions for which there is no room.
  func dropOldest(limit: Int = contentLimit) throws {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT number, length(content) AS length FROM deck_content ORDER BY number DESC")
    var size = 0
    var oldest: Int64?
    while let row = try rows.next() {
      let length: Int = try row.decode(forColumn: "length")
      size += length
      if size > limit {
        oldest = try row.decode(forColumn: "number")
        break
      }
    }
    guard let oldest else { return }
    try db.execute(sql: "DELETE FROM deck_content WHERE number <= ?", arguments: [oldest])
  }
}

extension Transaction {
  /// Changes of deck files by the program.
  package var deckEdits: DeckEditStore { DeckEditStore(tx: self) }
}

/// A change of a deck file that is to be made.
package struct DeckFileChange: Hashable, Sendable {
  /// The file.
  package let path: String
  /// Its bytes now; `nil` if there is no such file.
  package let before: [UInt8]?
  /// Its bytes afterwards; `nil` if the file is to go.
  package let after: [UInt8]?

  /// Makes a change.
  package init(path: String, before: [UInt8]?, after: [UInt8]?) {
    self.path = path
    self.before = before
    self.after = after
  }
}

/// A change of a deck file: an event of the study log.
package struct DeckEdit: Hashable, Sendable {
  /// The event's identity.
  package let id: EventID
  /// When it was made.
  package let moment: Moment
  /// The deck file.
  package let path: String
  /// What was done, in words.
  package let what: String
  /// What the file was before; `nil` if there was none.
  package let before: FileDigest?
  /// What the file was afterwards; `nil` if there was none.
  package let after: FileDigest?
  /// The device that made it, which keeps the bytes.
  package let device: EventID
}

/// What tells the bytes of a file from any others: their SHA-256 (FIPS 180-4).
package struct FileDigest: Hashable, Sendable, CustomStringConvertible {
  fileprivate let data: Data

  /// How many bytes a digest has.
  fileprivate static let byteCount = 32

  /// The digest in hexadecimal digits.
  package var description: String {
    data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The digest of bytes.
  package init(_ bytes: [UInt8]) {
    var digest = [UInt8](repeating: 0, count: Self.byteCount)
    gcry_md_hash_buffer(Int32(GCRY_MD_SHA256.rawValue), &digest, bytes, bytes.count)
    data = Data(digest)
  }

  /// Reads a digest of the log.
  fileprivate init(_ text: String) throws {
    guard let data = Data(base64Encoded: text), data.count == Self.byteCount else {
      throw LogFault("the digest of a deck file")
    }
    self.data = data
  }
}

// MARK: - Events

/// The program changed a deck file, as the learner told it to.
enum DeckEditEvent: UndoableEventKind {
  static let table = "deck_edit"
  static let fields: [EventField] = [
    .utcOffset, .text("path"), .text("what"), .bytes("before_digest"), .bytes("after_digest"),
    .cause,
  ]
  static let hasCause = true
  static let columns = """
    e.id, e.time, e.utc_offset, e.path, e.what, e.before_digest, e.after_digest, e.device
    """

  static func event(_ row: Row) throws -> DeckEdit {
    let before: String? = try row.decode(forColumn: "before_digest")
    let after: String? = try row.decode(forColumn: "after_digest")
    return DeckEdit(
      id: try row.decode(forColumn: "id"), moment: try Moment(row),
      path: try row.decode(forColumn: "path"), what: try row.decode(forColumn: "what"),
      before: try before.map { try FileDigest($0) }, after: try after.map { try FileDigest($0) },
      device: try row.decode(forColumn: "device"))
  }

  static func entry(_ event: DeckEdit) -> UndoableEvent { .deckEdit(event) }
}
