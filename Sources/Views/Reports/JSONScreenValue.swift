/// A value on its way into one line of JSON (RFC 8259).
enum JSONScreenValue: Hashable {
  case null
  case string(String)
  case integer(Int)
  case number(Double)
  case boolean(Bool)
  case array([JSONScreenValue])
  case object([String: JSONScreenValue])

  /// A text, or null.
  init(_ text: String?) {
    self = text.map { .string($0) } ?? .null
  }

  /// A number, or null: also for what JSON has no number for.
  init(_ number: Double?) {
    self = number.flatMap { $0.isFinite ? .number($0) : nil } ?? .null
  }

  /// The JSON text: keys sorted, no spaces, and nothing in it that could command a terminal.
  var text: String {
    switch self {
    case .null: "null"
    case .string(let string): JSONText.string(string)
    case .integer(let integer): String(integer)
    case .number(let number): number.description
    case .boolean(let boolean): String(boolean)
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }
        .map { JSONText.string($0.key) + ":" + $0.value.text }
        .joined(separator: ",") + "}"
    }
  }
}
