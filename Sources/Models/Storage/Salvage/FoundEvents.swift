import Foundation
import GRDB
import GRDBSQLite
import RabbleScheduling

/// A row that was found in a damaged log, as it was kept there.
struct FoundRow {
  let table: String
  /// Its key; `nil` where that can't be read.
  let number: Int64?
  let values: [String: EventValue]
}

/// An event that was found in a damaged log, and is what was written: its check value says so.
struct FoundEvent {
  let form: EventForm
  /// Its fields, in the order of the form.
  let values: [EventValue]
  let check: Int64
  let id: EventID
}

/// Where rows of a damaged log are found.
protocol RowSource {
  /// Passes on the rows of tables. A row may come several times.
  func forEachRow(of tables: [String], _ body: (FoundRow) throws -> Void) throws
}

/// A table whose rows are looked for.
struct TableLayout {
  let name: String
  /// The columns in their order; the first is the key, which is not kept in the record of a row.
  let columns: [(name: String, type: String, isRequired: Bool)]
  var key: String { columns[0].name }

  /// The tables of events, and those that say what the numbers in answers are.
  static func all(_ db: Database) throws -> [TableLayout] {
    let others = FoundNames.tables.filter { !EventForm.tables.contains($0) }
    return try (EventForm.tables + others).map { name in
      TableLayout(
        name: name, columns: try db.columns(in: name).map { ($0.name, $0.type, $0.isNotNull) })
    }
  }
}

/// What the numbers in answers are, as far as a damaged log tells it. Which of several is right the check value of an
/// answer says.
struct FoundNames {
  /// The tables that tell it.
  static let tables = ["device", "card", "wording"]

  private(set) var devices: [Int64: Set<UInt128>] = [:]
  private(set) var wordings: [Int64: Set<UInt128>] = [:]
  private(set) var cards: [Int64: Set<Card>] = [:]

  struct Card: Hashable {
    let question: UInt128
    let direction: String
  }

  mutating func add(_ row: FoundRow) {
    guard let number = row.number else { return }
    switch (row.table, row.values["id"], row.values["question"], row.values["direction"]) {
    case ("device", .identity(let id)?, _, _): devices[number, default: []].insert(id)
    case ("wording", .identity(let id)?, _, _): wordings[number, default: []].insert(id)
    case ("card", _, .identity(let question)?, .text(let direction)?):
      cards[number, default: []].insert(Card(question: question, direction: direction))
    default: break
    }
  }
}

// MARK: - Proof

extension FoundNames {
  /// The event that a row is; `nil` where its check value does not prove it.
  func event(_ row: FoundRow) -> FoundEvent? {
    let kind = row.table == "event" ? row.values["kind"]?.string : row.table
    guard let form = kind.flatMap({ EventForm.all[$0] }), form.table == row.table,
      case .integer(let check)? = row.values[EventCheck.column]
    else { return nil }
    var sum = EventCheck(form)
    for values in candidates(row, form)
    where !values.contains(where: { $0.length > LogBounds.text }) && sum.value(values) == check {
      return values[EventForm.id].eventID.map {
        FoundEvent(form: form, values: values, check: check, id: $0)
      }
    }
    return nil
  }

  /// What the fields of a row can be.
  private func candidates(_ row: FoundRow, _ form: EventForm) -> [[EventValue]] {
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
    return (cards[number("card")] ?? []).flatMap { card in
      (devices[number("device")] ?? []).flatMap { device in
        (wordings[number("wording")] ?? []).map { wording in
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
