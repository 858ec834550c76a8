/// A value of a row that `rabble log export --format jsonl` writes.
enum ExportedValue: Decodable {
  case text(String)
  case number(Int)
  case flag(Bool)
  case missing

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .missing
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  /// How a CSV writes the value, where a tab is a space.
  var csv: String {
    switch self {
    case .text(let text): String(String.UnicodeScalarView(text.unicodeScalars.map(Self.spaced)))
    case .number(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    case .missing: ""
    }
  }

  private static func spaced(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar == "\t" ? " " : scalar
  }
}
