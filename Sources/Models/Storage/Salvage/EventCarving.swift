import Foundation
import GRDB
import RabbleScheduling

/// A table of a log as its rows are laid out in a file: a number of SQLite's own, then what the columns have.
private struct TableLayout {
  let name: String
  let columns: [(name: String, type: String, isRequired: Bool)]

  init(_ name: String, _ db: Database) throws {
    self.name = name
    columns = try db.columns(in: name).map { ($0.name, $0.type, $0.isNotNull) }
  }

  /// Whether a row of these types can be one of this table.
  func fits(_ types: [RecordHeader.ColumnType]) -> Bool {
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

/// A row that was found in a file.
private struct CarvedRow {
  let table: String
  /// Its number; `nil` where that can't be read.
  let number: Int64?
  let values: [String: EventValue]
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

/// An event that was found in a file.
struct CarvedEvent {
  let form: EventForm
  /// Its fields, in the order of the form.
  let values: [EventValue]
  let check: Int64
  let id: EventID
}

/// What the numbers in answers stand for, as far as a damaged log tells it. Which of several is right the check
/// value of an answer says.
private struct CarvedNames {
  private(set) var devices: [Int64: Set<UInt128>] = [:]
  private(set) var wordings: [Int64: Set<UInt128>] = [:]
  private(set) var cards: [Int64: Set<Card>] = [:]

  struct Card: Hashable {
    let question: UInt128
    let direction: String
  }

  mutating func add(_ row: CarvedRow) {
    guard let number = row.number else { return }
    switch (row.table, row.values["id"], row.values["question"], row.values["direction"]) {
    case ("device", .identity(let id)?, _, _): devices[number, default: []].insert(id)
    case ("wording", .identity(let id)?, _, _): wordings[number, default: []].insert(id)
    case ("card", _, .identity(let question)?, .text(let direction)?):
      cards[number, default: []].insert(Card(question: question, direction: direction))
    default: break
    }
  }

  /// Reads the tables as far as SQLite can, and the indexes that have the same.
  mutating func addAll(of db: Database) {
    for (table, columns) in [("device", "id"), ("wording", "id"), ("card", "question, direction")] {
      for source in ["\(table) NOT INDEXED", "\(table) INDEXED BY sqlite_autoindex_\(table)_1"] {
        for order in ["", " DESC"] {
          let key = source.hasSuffix("_1") ? columns : "n"
          let orders = key.split(separator: ", ").map { $0 + order }.joined(separator: ", ")
          let rows = try? Row.fetchCursor(
            db, sql: "SELECT n, \(columns) FROM \(source) ORDER BY \(orders)")
          while let row = try? rows?.next() {
            add(
              CarvedRow(
                table: table, number: Int64.fromDatabaseValue(row[0]),
                values: Dictionary(
                  zip(row.columnNames, row.databaseValues).map {
                    ($0.lowercased(), EventValue($1, as: .identity))
                  }, uniquingKeysWith: { $1 })))
          }
        }
      }
    }
  }
}

/// Finds the events in the bytes of a database, in whatever state its pages are: rows are recognized by their form, and proven by
/// their check values.
struct EventCarver {
  private let tables: [TableLayout]

  /// Looks for the rows of events as a log has them.
  init(_ db: Database) throws {
    tables = try (EventForm.tables + ["device", "card"]).map { try TableLayout($0, db) }
  }

  /// Passes on the events of all pages that their check values prove. An event that is kept in several versions of a page comes several
  /// times, the newest version first.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - db: the same file as SQLite reads it; `nil` where it can't.
  ///   - body: is called with each.
  func forEach(
    in file: DatabaseFile, readableAs db: Database?, _ body: (CarvedEvent) throws -> Void
  ) rethrows {
    var names = CarvedNames()
    forEachRow(of: ["device", "card", "wording"], in: file) { names.add($0) }
    if let db { names.addAll(of: db) }
    try forEachRow(of: EventForm.tables, in: file) { row in
      if let event = Self.event(row, names) { try body(event) }
    }
  }

  private func forEachRow(
    of names: [String], in file: DatabaseFile, _ body: (CarvedRow) throws -> Void
  ) rethrows {
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
          CarvedRow(
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

  /// The event that a row is; `nil` where its check value does not prove it.
  private static func event(_ row: CarvedRow, _ names: CarvedNames) -> CarvedEvent? {
    let kind = row.table == "event" ? row.values["kind"]?.string : row.table
    guard let form = kind.flatMap({ EventForm.all[$0] }), form.table == row.table,
      case .integer(let check)? = row.values[EventCheck.column]
    else { return nil }
    var sum = EventCheck(form)
    for values in candidates(row, form, names) where sum.value(values) == check {
      return values[EventForm.id].eventID.map {
        CarvedEvent(form: form, values: values, check: check, id: $0)
      }
    }
    return nil
  }

  /// What the fields of a row can be.
  private static func candidates(
    _ row: CarvedRow, _ form: EventForm, _ names: CarvedNames
  ) -> [[EventValue]] {
    func number(_ column: String) -> Int64 { row.values[column]?.number ?? -1 }
    if form.kind != ReviewEvent.table {
      let members = row.values["body"]?.string.flatMap { EventForm.members(ofBody: $0) } ?? [:]
      return [
        form.fields.map { field in
          let column = field.column ?? (form.table == form.kind ? field.name : nil)
          return column.map { row.values[$0] ?? .null } ?? form.value(of: field, inBody: members)
        }
      ]
    }
    return (names.cards[number("card")] ?? []).flatMap { card in
      (names.devices[number("device")] ?? []).flatMap { device in
        (names.wordings[number("wording")] ?? []).map { wording in
          form.fields.map { field in
            switch field.name {
            case "question": .identity(card.question)
            case "direction": .text(card.direction)
            case "device": .identity(device)
            case "wording": .identity(wording)
            default: row.values[field.name] ?? .null
            }
          }
        }
      }
    }
  }
}

extension EventForm {
  /// The members of a body; `nil` where it is none.
  fileprivate static func members(ofBody text: String) -> [String: FlatObjectReader.Scalar]? {
    var text = text
    return text.withUTF8 { bytes in
      var reader = FlatObjectReader(UnsafeRawBufferPointer(bytes))
      return reader.members().map { Dictionary($0, uniquingKeysWith: { $1 }) }
    }
  }

  /// What a body has of a field.
  fileprivate func value(
    of field: EventField, inBody members: [String: FlatObjectReader.Scalar]
  ) -> EventValue {
    switch members[field.name] {
    case .text(let text)?: EventValue(ofBody: text, as: field.type)
    case .integer(let number)?: .integer(number)
    case .real(let number)?: .real(number)
    case nil: .null
    }
  }
}
