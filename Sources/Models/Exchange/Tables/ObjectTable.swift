import Foundation
import RabbleText

/// A table of JSON: an array of objects, each a row, whose keys name the columns. The array may stand in
/// an object, and so may its texts: `{"words": [{"front": {"text": "犬"}, "back": "dog"}]}`.
struct ObjectTable: Hashable, Sendable {
  /// The keys in the order in which the text has them first.
  private(set) var header: [String] = []
  /// A row for each object, with its number as its line.
  private(set) var records: [TableRecord] = []

  /// Whether a text begins like one, and has nothing that only decks of this program have.
  static func recognizes(_ text: String) -> Bool {
    let beginning = text.unicodeScalars.lazy.filter { !$0.properties.isWhitespace }.prefix(2)
    let start = String(String.UnicodeScalarView(beginning))
    guard start == "[{" || start.hasPrefix("{") else { return false }
    let sample = String(text.prefix(1 << 16))
    if sample.contains("\"crowdanki_uuid\"") { return false }
    if sample.contains("\"questions\"") || sample.contains("\"groups\"") { return false }
    // An object alone is a table only if there is an array of objects in it.
    return start == "[{"
      ? !sample.contains("\"title\"")
      : sample.firstMatch(of: /:\s*\[\s*\{/) != nil
  }

  /// Reads a table; `nil` where there is no array of objects.
  init?(_ text: String) {
    guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)),
      let rows = Self.rows(value, depth: 0)
    else { return nil }
    var cells: [[String: String]] = []
    var keys: Set<String> = []
    for row in rows {
      var texts: [String: String] = [:]
      Self.add(row, prefix: "", to: &texts, depth: 0)
      keys.formUnion(texts.keys)
      cells.append(texts)
    }
    header = Self.sorted(keys, by: text)
    records = cells.enumerated().map { index, texts in
      TableRecord(fields: header.map { texts[$0] ?? "" }, line: index + 1)
    }
  }

  /// The first array of objects.
  private static func rows(_ value: Any, depth: Int) -> [[String: Any]]? {
    if let array = value as? [Any] {
      let rows = array.compactMap { $0 as? [String: Any] }
      return rows.isEmpty ? nil : rows
    }
    guard depth < 4, let object = value as? [String: Any] else { return nil }
    return object.sorted { $0.key < $1.key }.lazy.compactMap { rows($0.value, depth: depth + 1) }
      .first
  }

  /// Adds the values of an object: those of an object in it under both keys, those of a list as the
  /// program's own lists are written.
  private static func add(
    _ object: [String: Any], prefix: String, to texts: inout [String: String], depth: Int
  ) {
    for (key, value) in object {
      let key = prefix + key
      switch value {
      case let text as String: texts[key] = text
      case let number as NSNumber:
        let isBool = isTruth(number)
        texts[key] = isBool ? (number.boolValue ? "true" : "false") : number.stringValue
      case let list as [Any]:
        let items = list.compactMap { ($0 as? String) ?? ($0 as? NSNumber)?.stringValue }
        if !items.isEmpty { texts[key] = items.joined(separator: "; ") }
      case let inner as [String: Any] where depth < 3:
        add(inner, prefix: key + ".", to: &texts, depth: depth + 1)
      default: break
      }
    }
  }

  /// Whether a number of Foundation stands for a truth value.
  private static func isTruth(_ number: NSNumber) -> Bool {
    String(cString: number.objCType) == "c"
  }

  /// Keys in the order in which the text has them first.
  private static func sorted(_ keys: Set<String>, by text: String) -> [String] {
    let sample = String(text.prefix(1 << 16))
    let places = Dictionary(
      uniqueKeysWithValues: keys.map { key in
        let last = key.split(separator: ".").last.map(String.init) ?? key
        return (key, sample.firstRange(of: "\"\(last)\"")?.lowerBound ?? sample.endIndex)
      })
    return keys.sorted {
      (places[$0] ?? sample.endIndex, $0) < (places[$1] ?? sample.endIndex, $1)
    }
  }
}
