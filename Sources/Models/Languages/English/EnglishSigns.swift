/// The signs in a text in English as they are read, so that `rock & roll` is `rock and roll`,
/// `2 - 3 days` is `2 to 3 days`, and `½` is `1/2`.
enum EnglishSigns {
  /// A text in small letters with its signs read out: "and" for &, "percent" for "per cent", "to" for
  /// the dash of a range; the sign of a number, the bar of a fraction and "No." spaced in one way.
  static func readOut(_ text: String) -> String {
    let text = withWholeWords(text)
    guard text.unicodeScalars.contains(where: isRead) || text.contains("cent") else { return text }
    let letters = Array(
      text.lowercased().replacing("&", with: " and ").replacing("＆", with: " and ")
        .replacing("per cent", with: "percent"))
    var result = ""
    var next = 0
    while next < letters.count {
      let place = next
      let letter = letters[place]
      next += 1
      if let fraction = fraction(letter) {
        if result.last?.isNumber == true { result.append(" ") }
        result += fraction
        continue
      }
      guard let sign = sign(letter) else {
        result.append(letter)
        continue
      }
      // Where the next letter is that is no space; spaces after a sign go with it.
      let after = letters[next...].firstIndex { $0 != " " } ?? letters.count
      let before = letters[..<place].lastIndex { $0 != " " }
      let isBeforeDigit = after < letters.count && isDigit(letters[after])
      let isAfterDigit = before.map { isDigit(letters[$0]) } ?? false
      let isSpaced = after > next
      if sign == .minus || sign == .wave, isBeforeDigit, isAfterDigit,
        isSpaced == (before != place - 1)
      {
        result += " to "
      } else if sign == .minus, isBeforeDigit, isSpaced, before == nil {
        result += "-"
        next = after
      } else if sign == .bar, isBeforeDigit, isAfterDigit {
        while result.last == " " { result.removeLast() }
        result += "/"
        next = after
      } else if sign == .point, isBeforeDigit, before.map({ letters[$0].isLetter }) == true {
        result += ". "
      } else {
        result.append(letter)
      }
    }
    return result
  }

  /// A text with the words that dictionaries shorten with points in the middle.
  private static func withWholeWords(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: ".")) else { return text }
    return text.replacing("s.o.", with: "someone").replacing("s.th.", with: "something")
      .replacing("s.b.", with: "somebody").replacing("s.t.", with: "something")
  }

  private static func isDigit(_ letter: Character) -> Bool {
    letter.isWholeNumber && letter.unicodeScalars.first?.properties.numericType == .decimal
  }

  /// A sign that is read in one way beside a digit.
  private enum Sign {
    case minus, wave, bar, point
  }

  /// The sign that a letter is. A letter of several scalars is none: comparing it with each of the signs would
  /// compose it again each time.
  private static func sign(_ letter: Character) -> Sign? {
    switch onlyScalar(of: letter) {
    case "-", "‐", "‑", "–", "—", "―", "−": .minus
    case "~", "〜", "～": .wave
    case "/", "／", "⁄": .bar
    case ".": .point
    default: nil
    }
  }

  private static func onlyScalar(of letter: Character) -> Unicode.Scalar? {
    let scalars = letter.unicodeScalars
    return scalars.dropFirst().isEmpty ? scalars.first : nil
  }

  /// Whether a text with this may be read out: it is &, or a number or part of one.
  private static func isRead(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? scalar == "&" || ("0"..."9").contains(scalar)
      : scalar == "＆" || scalar.properties.numericType != nil
  }

  /// A fraction in digits.
  private static func fraction(_ letter: Character) -> String? {
    switch onlyScalar(of: letter) {
    case "½": "1/2"
    case "⅓": "1/3"
    case "⅔": "2/3"
    case "¼": "1/4"
    case "¾": "3/4"
    case "⅕": "1/5"
    case "⅖": "2/5"
    case "⅗": "3/5"
    case "⅘": "4/5"
    case "⅙": "1/6"
    case "⅚": "5/6"
    case "⅛": "1/8"
    case "⅜": "3/8"
    case "⅝": "5/8"
    case "⅞": "7/8"
    default: nil
    }
  }
}
