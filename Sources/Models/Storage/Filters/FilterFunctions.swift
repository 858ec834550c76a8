import Foundation
import GRDB
import GRDBSQLite
import RabbleQuestions

/// What SQL can ask of texts, on each connection.
///
/// - `folded(kind, text)`: the text as a field of ``FilterText``.
/// - `fits(fields, kind, parts)`: whether one field of this kind has these parts, one after the other, with U+001F
///   between them; with the kind 0, one of any kind but tags.
enum FilterFunctions {
  /// Registers them.
  static func add(to db: Database) {
    db.add(
      function: DatabaseFunction("folded", argumentCount: 2, pure: true) { values in
        guard let kind = Int.fromDatabaseValue(values[0]).flatMap(UInt8.init(exactly:)),
          let kind = FilterText.Kind(rawValue: kind),
          let text = String.fromDatabaseValue(values[1])
        else { return nil }
        return FilterText.field(kind, text)
      })
    // It is called for each question. Without copies of its arguments, which GRDB's own functions get,
    // it takes a quarter of the time.
    sqlite3_create_function_v2(
      db.sqliteConnection, "fits", 3, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nil,
      { context, _, values in
        guard let values else { return }
        func text(_ index: Int) -> UnsafeRawBufferPointer {
          UnsafeRawBufferPointer(
            start: sqlite3_value_text(values[index]),
            count: Int(sqlite3_value_bytes(values[index])))
        }
        let kind = UInt8(truncatingIfNeeded: sqlite3_value_int(values[1]))
        let isFound = FilterText.fits(text(0), kind, text(2))
        sqlite3_result_int(context, isFound ? 1 : 0)
      }, nil, nil, nil)
  }

  /// `is_rated(number, question, direction)`: whether a card is in the set with this number.
  static func isRated(_ cards: [Set<CardID>]) -> DatabaseFunction {
    DatabaseFunction("is_rated", argumentCount: 3, pure: true) { values in
      guard let number = Int.fromDatabaseValue(values[0]),
        let question = QuestionID.fromDatabaseValue(values[1]),
        let direction = Direction.fromDatabaseValue(values[2])
      else { return false }
      return cards[number].contains(CardID(question: question, direction: direction))
    }
  }
}
