import RabbleDecks
import RabbleText

/// A table of JSON: an array of objects, each a row, whose keys name the columns. The array may stand in
/// an object, whose title is the group of its rows then, and so may texts:
/// `{"title": "Animals", "words": [{"front": {"text": "犬"}, "back": "dog"}]}`. Several such objects may stand in
/// an array.
struct ObjectTable: Hashable, Sendable {
  /// The keys in the order in which the text has them first.
  private(set) var header: [String] = []
  /// A row for each object, with its number as its line.
  private(set) var records: [TableRecord] = []
  /// The numbers of what stands among the objects and is none.
  private(set) var skipped: [Int] = []

  /// Whether a text begins like one, and has nothing that only decks of this program have.
  static func recognizes(_ text: String) -> Bool {
    let beginning = text.unicodeScalars.lazy.filter { !$0.properties.isWhitespace }.prefix(2)
    let start = String(String.UnicodeScalarView(beginning))
    guard start == "[{" || start.hasPrefix("{") else { return false }
    let sample = String(decoding: text.utf8.prefix(1 << 16), as: UTF8.self)
    if sample.contains("\"crowdanki_uuid\"") { return false }
    if sample.contains("\"questions\"") || sample.contains("\"groups\"") { return false }
    // An object alone is a table only if there is an array of objects in it.
    return start == "[{" || sample.firstMatch(of: /:\s*\[\s*\{/) != nil
  }

  /// Reads a table; `nil` where there is no array of objects.
  init?(_ text: String) {
    let table = JSONView.read(Array(text.utf8)) { value -> Self? in
      Self.rows(value, title: nil, depth: 0).map(Self.init)
    }
    guard let table = table ?? nil else { return nil }
    self = table
  }

  private init(_ rows: [Row]) {
    var columns: [String: Int] = [:]
    for (index, row) in rows.enumerated() {
      guard row.object.type == .object else {
        skipped.append(index + 1)
        continue
      }
      var fields = [String](repeating: "", count: header.count)
      func add(_ text: String, to key: String) {
        if let column = columns[key] {
          fields[column] = text
        } else {
          columns[key] = header.count
          header.append(key)
          fields.append(text)
        }
      }
      Self.forEachText(of: row.object, prefix: "", depth: 0) { add($1, to: $0) }
      if let title = row.title,
        !header.contains(where: { ColumnRole(name: $0) == .group && $0 != Self.titleKey })
      {
        add(title, to: Self.titleKey)
      }
      records.append(TableRecord(fields: fields, line: index + 1))
    }
    // A key that comes late is missing in the rows before.
    for index in records.indices where records[index].fields.count < header.count {
      let count = header.count - records[index].fields.count
      records[index].fields += Array(repeating: "", count: count)
    }
  }

  // MARK: - Rows

  /// An object that is a row, or what stands among such objects, and the title of the object around it.
  private typealias Row = (object: JSONView, title: String?)

  /// The name of the column with the titles of objects around rows.
  private static let titleKey = "group"

  /// What the arrays of objects hold, those in objects with titles, too.
  private static func rows(_ value: JSONView, title: String?, depth: Int) -> [Row]? {
    guard depth < 8 else { return nil }
    if value.type == .object {
      let title = Self.title(of: value) ?? title
      let found = value.members.compactMap { rows($0.value, title: title, depth: depth + 1) }
      return found.isEmpty ? nil : Array(found.joined())
    }
    let elements = value.elements
    guard elements.contains(where: { $0.type == .object }) else { return nil }
    let found = elements.flatMap { element -> [Row] in
      isGroup(element) ? rows(element, title: nil, depth: depth + 1) ?? [] : [(element, title)]
    }
    return found.contains { $0.object.type == .object } ? found : nil
  }

  private static func title(of object: JSONView) -> String? {
    let named = object.members.first { key, value in
      let name = key.lowercased()
      return value.type == .string
        && (name == "title" || name == "name" || ColumnRole(name: key) == .group)
    }
    return named?.value.text.flatMap { $0.isBlank ? nil : $0.trimmed }
  }

  /// Whether an object is no row but has some: it has a title and an array of objects, and neither side of a card.
  private static func isGroup(_ object: JSONView) -> Bool {
    let sides: [ColumnRole?] = [.field(.prompt), .field(.answer), .field(.cloze)]
    let members = object.members
    return members.contains { $0.value.elements.first?.type == .object }
      && !members.contains { $0.value.elements.isEmpty && sides.contains(ColumnRole(name: $0.key)) }
      && title(of: object) != nil
  }

  // MARK: - Texts

  /// Passes on the values of an object: those of an object in it under both keys, those of a list as the
  /// program's own lists are written.
  private static func forEachText(
    of object: JSONView, prefix: String, depth: Int,
    _ body: (_ key: String, _ text: String) -> Void
  ) {
    for (key, value) in object.members {
      let key = prefix + key
      switch value.type {
      case .string, .number, .boolean: body(key, text(value))
      case .array:
        let items = value.elements.filter { $0.type == .string || $0.type == .number }.map(text)
        if !items.isEmpty { body(key, items.joined(separator: "; ")) }
      case .object where depth < 3:
        forEachText(of: value, prefix: key + ".", depth: depth + 1, body)
      case .object, .null: break
      }
    }
  }

  private static func text(_ value: JSONView) -> String { value.text ?? value.source }
}
