/// The types of value that JSON has (RFC 8259, section 3).
public enum JSONType: UInt8, Hashable, Sendable {
  /// `{…}`
  case object
  /// `[…]`
  case array
  /// `"…"`
  case string
  /// Digits, with or without sign, fraction and exponent.
  case number
  /// `true` or `false`.
  case boolean
  /// `null`
  case null
}

extension JSONType: CustomStringConvertible {
  /// The type with its article, for a sentence.
  public var description: String {
    switch self {
    case .object: "an object {…}"
    case .array: "an array […]"
    case .string: "a text in quotation marks"
    case .number: "a number"
    case .boolean: "true or false"
    case .null: "null"
    }
  }
}
