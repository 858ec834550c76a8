import Foundation
import RabbleScheduling

/// The rows in the bytes of a database and of its write-ahead log, in whatever state their pages are: rows are
/// recognized by their form. A row that is kept in several versions of a page comes several times, the newest version
/// first.
struct PageRows: RowSource {
  private let file: DatabaseFile
  private let tables: [TableLayout]

  init(_ file: DatabaseFile, _ tables: [TableLayout]) {
    self.file = file
    self.tables = tables
  }

  func forEachRow(of names: [String], _ body: (FoundRow) throws -> Void) rethrows {
    let tables = tables.filter { names.contains($0.name) }
    try file.forEachPage { page in
      guard let base = page.baseAddress else { return }
      // The number, which is not kept in the row, and an identity.
      var start = 2
      while start < page.count - 1,
        let hit = memchr(base + start, Self.identity, page.count - start)
      {
        let index = base.distance(to: UnsafeRawPointer(hit))
        start = index + 1
        guard page[index - 1] == 0, let header = RecordHeader(page, at: index - 2),
          let table = tables.first(where: { $0.fits(header.types) }),
          let payload = file.payload(
            in: page, at: index - 2, count: header.payloadCount, isTable: true),
          let values = payload.withUnsafeBytes({ header.values(of: $0) })
        else { continue }
        try body(
          FoundRow(
            table: table.name,
            number: Self.number(before: index - 2, payload: header.payloadCount, in: page),
            values: Dictionary(
              uniqueKeysWithValues: zip(table.columns.map(\.name), values))))
      }
    }
  }

  /// The type of a blob of 16 bytes.
  private static let identity: Int32 = 44

  /// The number of a row, which stands before its record and behind the length of that, each as an integer of
  /// variable length (sqlite.org/fileformat2.html, section 1.6).
  private static func number(
    before record: Int, payload: Int, in page: UnsafeRawBufferPointer
  ) -> Int64? {
    for length in 1...9 where record - length > 0 && page[record - 1] < 0x80 {
      let start = record - length
      if length > 1, page[start] < 0x80 { return nil }
      var (count, place, factor) = (0, start - 1, 1)
      guard page[place] < 0x80 else { continue }
      repeat {
        count += Int(page[place] & 0x7f) * factor
        factor <<= 7
        place -= 1
      } while place >= 0 && page[place] >= 0x80 && factor < 1 << 35 && count < payload
      guard count == payload else { continue }
      return page[start..<record].reduce(0) { $0 << 7 | Int64($1 & 0x7f) }
    }
    return nil
  }
}

extension TableLayout {
  /// Whether a record of these types can be a row of this table.
  fileprivate func fits(_ types: [RecordHeader.ColumnType]) -> Bool {
    types.count == columns.count
      && zip(columns, types).dropFirst().allSatisfy { column, type in
        return switch type {
        case .null: !column.isRequired
        case .integer: column.type == "INTEGER" || column.type == "REAL"
        case .real: column.type == "REAL"
        case .text: column.type == "TEXT"
        case .blob: column.type == "BLOB"
        }
      }
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

  /// The values of a payload; `nil` where a text is not UTF-8, which no program has written.
  func values(of payload: UnsafeRawBufferPointer) -> [EventValue]? {
    var start = count
    var values: [EventValue] = []
    for type in types {
      let bytes = UnsafeRawBufferPointer(rebasing: payload[start..<start + type.count])
      start += type.count
      switch type {
      case .null: values.append(.null)
      case .integer(0, let constant): values.append(.integer(constant))
      case .integer:
        let first = Int64(Int8(bitPattern: bytes[0]))
        values.append(.integer(bytes.dropFirst().reduce(first) { $0 << 8 | Int64($1) }))
      case .real:
        let bits = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        values.append(.real(Double(bitPattern: bits)))
      case .text:
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        values.append(.text(text))
      case .blob(16):
        values.append(.identity(UInt128(bigEndian: bytes.loadUnaligned(as: UInt128.self))))
      case .blob: values.append(.bytes(Data(bytes)))
      }
    }
    return values
  }
}
