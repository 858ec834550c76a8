/// Numbers and dates by their letters.
enum TOMLNumber {
  /// The number that a word is, if it is one.
  static func value(of word: String) -> TOMLValue? {
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where word.hasPrefix(prefix) {
      let digits = word.dropFirst(2)
      guard isDigits(digits, radix: radix) else { return nil }
      return Int(digits.filter { $0 != "_" }, radix: radix).map { .integer($0) }
    }
    let unsigned = word.hasPrefix("+") || word.hasPrefix("-") ? word.dropFirst() : word[...]
    let mantissa = unsigned.prefix { $0 != "e" && $0 != "E" }
    let parts = mantissa.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first, isDigits(whole, radix: 10), whole == "0" || whole.first != "0"
    else { return nil }
    let plain = word.filter { $0 != "_" }
    if unsigned.count == whole.count { return Int(plain).map { .integer($0) } }
    guard parts.count <= 2, parts.dropFirst().allSatisfy({ isDigits($0, radix: 10) }) else {
      return nil
    }
    if mantissa.count < unsigned.count {
      let exponent = unsigned.dropFirst(mantissa.count + 1)
      let digits = exponent.first == "+" || exponent.first == "-" ? exponent.dropFirst() : exponent
      guard isDigits(digits, radix: 10) else { return nil }
    }
    return Double(plain).map { .float($0) }
  }

  /// Whether a word is written as a decimal integer, in range or not.
  static func isDecimal(_ word: String) -> Bool {
    let unsigned = word.hasPrefix("+") || word.hasPrefix("-") ? word.dropFirst() : word[...]
    return unsigned.first != "0" && isDigits(unsigned, radix: 10)
  }

  /// Digits with single underscores between them.
  private static func isDigits(_ text: Substring, radix: Int) -> Bool {
    text.split(separator: "_", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty
        && part.allSatisfy { $0.isASCII && ($0.hexDigitValue.map { $0 < radix } ?? false) }
    }
  }

  /// Whether a word is a date, a time, or both.
  static func isDate(_ word: String) -> Bool {
    let shape = String(word.map { $0.isASCII && $0.isNumber ? "d" : $0 })
    if shape == "dddd-dd-dd" { return isDay(word) }
    if shape.hasPrefix("dd:") { return isTime(word[...]) }
    guard shape.hasPrefix("dddd-dd-dd"), let gap = shape.dropFirst(10).first,
      ["T", "t", " "].contains(gap), isDay(String(word.prefix(10)))
    else { return false }
    let rest = word.dropFirst(11)
    if rest.last == "Z" || rest.last == "z" { return isTime(rest.dropLast()) }
    let offset = rest.suffix(6)
    if let sign = offset.first, offset.count == 6, sign == "+" || sign == "-" {
      return isTime(offset.dropFirst() + ":00") && isTime(rest.dropLast(6))
    }
    return isTime(rest)
  }

  private static func isDay(_ word: String) -> Bool {
    let parts = word.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, 1...12 ~= parts[1] else { return false }
    let isLeap = parts[0] % 4 == 0 && (parts[0] % 100 != 0 || parts[0] % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return 1...days[parts[1] - 1] ~= parts[2]
  }

  private static func isTime(_ word: some StringProtocol) -> Bool {
    let shape = word.map { $0.isASCII && $0.isNumber ? "d" : $0 }
    guard String(shape.prefix(8)) == "dd:dd:dd" else { return false }
    let fraction = shape.dropFirst(8)
    guard
      fraction.isEmpty
        || fraction.count > 1 && fraction.first == "."
          && fraction.dropFirst().allSatisfy({ $0 == "d" })
    else { return false }
    let parts = word.prefix(8).split(separator: ":").compactMap { Int($0) }
    return parts.count == 3 && parts[0] < 24 && parts[1] < 60 && parts[2] < 60
  }
}
