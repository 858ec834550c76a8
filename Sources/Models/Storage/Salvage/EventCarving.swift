import Foundation
import GRDB
import RabbleScheduling

/// A table of events, as its rows are laid out in a file: in the table itself, or in an index that has
/// all of its columns.
struct EventTable: Sendable {
  /// Its name.
  let name: String
  /// Its columns, in their order.
  let columns: [Column]
  /// Its columns that refer to another table of events.
  let references: [(column: Int, table: String)]

  /// Whether its rows are kept by a number of SQLite's own.
  let isKeptByNumber: Bool
  fileprivate let check: Int
  /// The columns in the order of their names.
  fileprivate let order: [Int]
  /// The columns in the order in which a record has them.
  fileprivate let layout: [Int]

  /// A column of a table of events.
  struct Column: Sendable {
    /// Its name.
    let name: String
    /// Its SQL type.
    let type: String
    /// Whether it is never NULL.
    let isRequired: Bool
  }

  /// The tables of events as the newest version of the log has them.
  static func all(_ db: Database) throws -> [EventTable] {
    let numbered = try String.fetchSet(
      db, sql: "SELECT name FROM pragma_table_list WHERE type = 'table' AND wr = 0")
    return try EventKinds.tables.map { table in
      let columns = try db.columns(in: table).map {
        Column(name: $0.name, type: $0.type, isRequired: $0.isNotNull)
      }
      let references = try db.foreignKeys(on: table).compactMap { key in
        key.mapping.first.flatMap { pair in
          columns.firstIndex { $0.name == pair.origin }.map { ($0, key.destinationTable) }
        }
      }
      return EventTable(
        name: table, columns: columns, references: references,
        isKeptByNumber: numbered.contains(table),
        check: columns.firstIndex { $0.name == EventCheck.column } ?? 0,
        order: columns.indices.sorted { columns[$0].name < columns[$1].name },
        layout: Array(columns.indices))
    }
  }

  /// The records of the indexes that have all columns of a table: second copies of its rows.
  static func copies(of tables: [EventTable], _ db: Database) throws -> [EventTable] {
    try tables.flatMap { table in
      try db.indexes(on: table.name).compactMap { index in
        let layout = index.columns.compactMap { name in
          table.columns.firstIndex { $0.name == name }
        }
        guard Set(layout).count == table.columns.count else { return nil }
        return EventTable(
          name: table.name, columns: table.columns, references: table.references,
          isKeptByNumber: false, check: table.check, order: table.order, layout: layout)
      }
    }
  }

  /// Whether a row of these types can be one of this table.
  fileprivate func fits(_ types: [RecordHeader.ColumnType]) -> Bool {
    types.count == columns.count
      && zip(layout, types).allSatisfy { index, type in
        let column = columns[index]
        return switch type {
        case .null: !column.isRequired
        case .integer: column.type == "INTEGER" || column.type == "REAL"
        case .real: column.type == "REAL"
        case .text: column.type == "TEXT"
        case .blob: column.type == "BLOB"
        }
      }
  }

  /// The values of a record in the order of the columns.
  fileprivate func inOrder(_ values: [EventCheck.Value]) -> [EventCheck.Value] {
    var ordered = Array(repeating: EventCheck.Value.null, count: values.count)
    for (index, value) in zip(layout, values) { ordered[index] = value }
    return ordered
  }
}

/// The header of a record: which types and lengths its values have.
private struct RecordHeader {
  /// The type of a value and its length in bytes.
  enum ColumnType {
    case null
    /// A number without bytes is 0 or 1.
    case integer(count: Int, constant: Int64)
    case real
    case text(count: Int)
    case blob(count: Int)

    var count: Int {
      switch self {
      case .null: 0
      case .integer(let count, _), .text(let count), .blob(let count): count
      case .real: 8
      }
    }
  }

  /// The bytes of the header itself.
  let count: Int
  let types: [ColumnType]
  /// The bytes of the header and of all values.
  let payloadCount: Int

  /// Reads the header at a place of a page; `nil` when there is none. No event has so many columns that
  /// the header is longer than 127 bytes.
  init?(_ page: UnsafeRawBufferPointer, at start: Int) {
    count = Int(page[start])
    guard (4...127).contains(count), start + count <= page.count else { return nil }
    var types: [ColumnType] = []
    var payload = count
    var index = start + 1
    while index < start + count {
      var code = 0
      repeat {
        guard index < start + count, code < 1 << 40 else { return nil }
        code = code << 7 | Int(page[index] & 0x7f)
        index += 1
      } while page[index - 1] & 0x80 != 0
      let type: ColumnType
      switch code {
      case 0: type = .null
      case 1...4: type = .integer(count: code, constant: 0)
      case 5: type = .integer(count: 6, constant: 0)
      case 6: type = .integer(count: 8, constant: 0)
      case 7: type = .real
      case 8, 9: type = .integer(count: 0, constant: Int64(code - 8))
      case 10, 11: return nil
      case let code where code.isMultiple(of: 2): type = .blob(count: (code - 12) / 2)
      default: type = .text(count: (code - 13) / 2)
      }
      // No event has a longer value.
      guard type.count <= LogBounds.text else { return nil }
      payload += type.count
      types.append(type)
    }
    self.types = types
    payloadCount = payload
  }

  /// The values of a payload, where they are.
  func values(of payload: UnsafeRawBufferPointer) -> [EventCheck.Value] {
    var start = count
    return types.map { type in
      let bytes = UnsafeRawBufferPointer(rebasing: payload[start..<start + type.count])
      start += type.count
      switch type {
      case .null: return .null
      case .integer(0, let constant): return .integer(constant)
      case .integer:
        let first = Int64(Int8(bitPattern: bytes[0]))
        return .integer(bytes.dropFirst().reduce(first) { $0 << 8 | Int64($1) })
      case .real:
        let bits = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        return .real(Double(bitPattern: bits))
      case .text: return .text(bytes)
      case .blob: return .blob(bytes)
      }
    }
  }
}

/// An event that was found in a file.
struct CarvedEvent {
  let table: EventTable
  /// Its identity.
  let id: EventID
  let values: [DatabaseValue]
}

/// Finds events by the look of their rows, wherever in a file they are: neither the schema nor the
/// tree of pages nor the header of a page is needed, so that an event is lost only when its own bytes
/// are damaged.
///
/// A row begins with the length of its header and the types of `id`, `device` and `time`: two blobs of
/// 16 bytes and an integer. In an index of cards there are those of `question` and `direction` before
/// them: another blob of 16 bytes and a text. Its check value proves that it is an event, and of which
/// table.
struct EventCarver {
  private let tables: [EventTable]

  /// Looks for the rows of these tables of a database, and for copies of them in its indexes.
  init(_ tables: [EventTable], _ db: Database) throws {
    self.tables = try tables + EventTable.copies(of: tables, db)
  }

  /// Passes on the events of all pages that their check values prove. An event that is kept in several versions of a page comes several
  /// times, the newest version first.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - body: is called with each.
  func forEach(in file: DatabaseFile, _ body: (CarvedEvent) throws -> Void) rethrows {
    try file.forEachPage { page in
      guard let base = page.baseAddress else { return }
      var start = 1
      while start < page.count - 2,
        let hit = memchr(base + start, Self.identity, page.count - start)
      {
        let index = base.distance(to: UnsafeRawPointer(hit))
        start = index + 1
        guard index + 2 < page.count, page[index + 1] == UInt8(Self.identity),
          (1...9).contains(page[index + 2])
        else { continue }
        for header in [index - 1, index - 3] where header >= 0 {
          guard let found = RecordHeader(page, at: header),
            let event = event(found, in: page, at: header, file)
          else { continue }
          try body(event)
          break
        }
      }
    }
  }

  /// The type of a blob of 16 bytes.
  private static let identity: Int32 = 44

  private func event(
    _ header: RecordHeader, in page: UnsafeRawBufferPointer, at start: Int, _ file: DatabaseFile
  ) -> CarvedEvent? {
    let fitting = tables.filter { $0.fits(header.types) }
    guard let first = fitting.first else { return nil }
    // Only the table of imports is kept by number, and nothing else looks like its rows.
    let payload = file.payload(
      in: page, at: start, count: header.payloadCount, isTable: first.isKeptByNumber)
    return payload?.withUnsafeBytes { bytes in
      let values = header.values(of: bytes)
      return fitting.lazy.map { ($0, $0.inOrder(values)) }.first { $0.isProven($1) }
        .flatMap(CarvedEvent.init)
    }
  }
}

extension EventTable {
  /// Whether the check value of a row is that of its values.
  fileprivate func isProven(_ values: [EventCheck.Value]) -> Bool {
    guard case .integer(let expected) = values[check] else { return false }
    var sum = EventCheck(table: name)
    for index in order where index != check {
      sum.add(columns[index].name, values[index])
    }
    return sum.value == expected
  }
}

extension CarvedEvent {
  /// Copies the values; `nil` when a text is not UTF-8, which no program has written.
  fileprivate init?(_ table: EventTable, _ values: [EventCheck.Value]) {
    var copies: [DatabaseValue] = []
    for value in values {
      switch value {
      case .null: copies.append(.null)
      case .integer(let number): copies.append(number.databaseValue)
      case .real(let number): copies.append(number.databaseValue)
      case .text(let bytes):
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        copies.append(text.databaseValue)
      case .blob(let bytes): copies.append(Data(bytes).databaseValue)
      }
    }
    guard let id = copies.first.flatMap({ EventID.fromDatabaseValue($0) }) else { return nil }
    self.table = table
    self.id = id
    self.values = copies
  }
}
