import Foundation
import GRDB
import RabbleScheduling
import RabbleText

/// Imports into decks.
package struct ImportStore {
  let tx: Transaction

  /// Adds an import to the log, with the change of the deck that belongs to it. Call it before the deck
  /// is written: what the deck was is on disk then.
  ///
  /// - Parameters:
  ///   - source: what is imported, for people: the file's name.
  ///   - change: what it makes of the deck.
  ///   - taken: how many questions are imported.
  ///   - updated: how many questions are updated.
  ///   - moment: the present.
  /// - Returns: the event's identity.
  /// - Throws: ``StorageError``.
  package func record(
    _ source: String, into change: DeckFileChange, taken: Int, updated: Int, at moment: Moment
  ) throws -> EventID {
    let id = try tx.append(
      to: ImportEvent.table, at: moment,
      [
        "utc_offset": moment.utcOffset, "source": source, "deck": change.path,
        "taken": taken, "updated": updated,
      ])
    try tx.deckEdits.record([change], "imported \(source)", because: id, at: moment)
    return id
  }

  /// Whether an import was undone.
  ///
  /// - Parameter event: its identity in words.
  /// - Returns: whether it was; `false` for one that the log does not have.
  /// - Throws: ``StorageError``.
  package func isUndone(_ event: String) throws -> Bool {
    try Bool.fetchOne(
      tx.db,
      sql: """
        SELECT NOT \(ImportEvent.counts("e")) FROM import e
        WHERE lower(hex(e.id)) = replace(?, '-', '')
        """, arguments: [event]) ?? false
  }
}

extension Transaction {
  /// Imports into decks.
  package var imports: ImportStore { ImportStore(tx: self) }
}

/// An import into a deck: an event of the study log.
package struct ImportRecord: Hashable, Sendable {
  /// What was imported, for people: the file's name.
  package let source: String
  /// The deck file that was changed.
  package let deck: String
  /// How many questions were imported.
  package let taken: Int
  /// How many questions were updated.
  package let updated: Int
  /// When it was.
  package let moment: Moment
}

/// What tells the bytes of a file from others: their number, and a hash of them. It guards against edits, not against anybody's intent.
package struct ContentDigest: Hashable, Sendable {
  /// The number of bytes.
  package let count: Int
  /// The hash.
  package let hash: UInt64

  /// The digest of bytes.
  package init(_ bytes: [UInt8]) {
    count = bytes.count
    hash = FNV1a.hash(bytes)
  }
}

// MARK: - Events

/// Questions were imported into a deck.
enum ImportEvent: UndoableEventKind {
  static let table = "import"
  static let fields: [EventField] = [
    .utcOffset, .text("source"), .text("deck"), .integer("taken"), .integer("updated"),
  ]
  static let columns = """
    e.id, e.source, e.deck, e.taken, e.updated, e.time, e.utc_offset
    """

  static func event(_ row: Row) throws -> (id: EventID, record: ImportRecord) {
    let record = ImportRecord(
      source: try row.decode(forColumn: "source"), deck: try row.decode(forColumn: "deck"),
      taken: try row.decode("taken", in: LogBounds.count),
      updated: try row.decode("updated", in: LogBounds.count), moment: try Moment(row))
    return (try row.decode(forColumn: "id"), record)
  }

  static func entry(_ event: (id: EventID, record: ImportRecord)) -> UndoableEvent {
    .import(event.id, event.record)
  }
}

/// Another program changed a schedule otherwise than by an answer. It is kept beside the answers, and no
/// schedule here follows from it.
enum ForeignChangeEvent: EventKind {
  static let table = "foreign_change"
  static let fields: [EventField] = [
    .utcOffset, .question, .direction(), .text("kind", atMost: LogBounds.name),
    .integer("interval", in: LogBounds.interval), .identity("cause"),
  ]

  static func counts(_ event: String) -> String { UndoneStore.isMissing("\(event).cause") }
}
