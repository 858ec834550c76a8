/// The signs in a text in English as they are read, so that `rock & roll` is `rock and roll`,
/// `2 - 3 days` is `2 to 3 days`, and `½` is `1/2`.
enum EnglishSigns {
  /// A text in small letters with its signs read out: "and" for &, "percent" for "per cent", "to" for
  /// the dash of a range; the sign of a number, the bar of a fraction and "No." spaced in one way.
  static func readOut(_ text: String) -> String {
    guard text.utf8.contains(where: isSign) || text.contains("cent") else { return text }
    let letters = Array(
      text.lowercased().replacing("&", with: " and ").replacing("＆", with: " and ")
        .replacing("per cent", with: "percent"))
    var result = ""
    var next = 0
    while next < letters.count {
      let place = next
      let letter = letters[place]
      next += 1
      if let fraction = fractions[letter] {
        if result.last?.isNumber == true { result.append(" ") }
        result += fraction
        continue
      }
      guard isMinus(letter) || "~〜～/／⁄.".contains(letter) else {
        result.append(letter)
        continue
      }
      // Where the next letter is that is no space; spaces after a sign go with it.
      let after = letters[next...].firstIndex { $0 != " " } ?? letters.count
      let before = letters[..<place].lastIndex { $0 != " " }
      let isBeforeDigit = after < letters.count && isDigit(letters[after])
      let isAfterDigit = before.map { isDigit(letters[$0]) } ?? false
      let isSpaced = after > next
      if !"/／⁄.".contains(letter), isBeforeDigit, isAfterDigit,
        isSpaced == (before != place - 1)
      {
        result += " to "
      } else if isMinus(letter), isBeforeDigit, isSpaced, before == nil {
        result += "-"
        next = after
      } else if "/／⁄".contains(letter), isBeforeDigit, isAfterDigit {
        while result.last == " " { result.removeLast() }
        result += "/"
        next = after
      } else if letter == ".", isBeforeDigit, before.map({ letters[$0].isLetter }) == true {
        result += ". "
      } else {
        result.append(letter)
      }
    }
    return result
  }

  private static func isDigit(_ letter: Character) -> Bool {
    letter.isWholeNumber && letter.unicodeScalars.first?.properties.numericType == .decimal
  }

  private static func isMinus(_ letter: Character) -> Bool { "-‐‑–—―−".contains(letter) }

  /// Whether a byte may be of a digit, of & or of a sign outside of ASCII.
  private static func isSign(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "&") || (0x30...0x39).contains(byte)
  }

  private static let fractions: [Character: String] = [
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5",
    "⅗": "3/5", "⅘": "4/5", "⅙": "1/6", "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8",
  ]
}
