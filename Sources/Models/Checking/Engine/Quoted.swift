/// Text of a deck as a message repeats it.
enum Quoted {
  /// The text in quotation marks, at most 40 scalars of it, with nothing invisible in it.
  static func text(_ text: some StringProtocol) -> String {
    let scalars = text.unicodeScalars
    let isShort = scalars.dropFirst(40).isEmpty
    var result = "\""
    for scalar in isShort ? scalars.prefix(40) : scalars.prefix(39) { result += visible(scalar) }
    return result + (isShort ? "\"" : "…\"")
  }

  /// A scalar's number in Unicode: `U+200B`.
  static func number(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func visible(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: String(scalar)
    }
  }
}
