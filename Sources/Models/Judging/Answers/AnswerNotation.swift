/// How an author writes several answers in one line: separators, and brackets around what may be
/// left out.
package enum AnswerText {
  /// The answers that `;`, `,`, `/`, their Japanese forms and line breaks separate, outermost spaces
  /// removed. A separator in brackets or between two digits (10,000) is none; neither is a slash
  /// between words that share what follows (`one's/my ways`), for which `variants` cares.
  package static func alternatives(of text: String) -> [String] {
    guard text.unicodeScalars.contains(where: isSeparator) else { return [text.trimmed] }
    var alternatives: [String] = []
    var current = ""
    var depth = 0
    let letters = Array(text.unicodeScalars)
    for (index, letter) in letters.enumerated() {
      if isOpening(letter) { depth += 1 }
      if isClosing(letter) { depth = max(0, depth - 1) }
      if depth == 0, isSeparator(letter), !isBetweenDigits(index, of: letters) {
        alternatives.append(current)
        current = ""
      } else {
        current.unicodeScalars.append(letter)
      }
    }
    alternatives.append(current)
    let trimmed = alternatives.map(\.trimmed).filter { !$0.isEmpty }
    return trimmed.isEmpty ? [text.trimmed] : trimmed + slashed(text)
  }

  /// The forms of one answer with what stands in brackets read and left out: `start(ing)` is
  /// `starting` and `start`. At most eight forms.
  package static func variants(of text: String) -> [String] {
    guard text.unicodeScalars.contains(where: isOpening) else { return [text] }
    var variants = [String.UnicodeScalarView()]
    var depth = 0
    var bracket = String.UnicodeScalarView()
    for letter in text.unicodeScalars {
      if isOpening(letter) {
        depth += 1
      } else if isClosing(letter), depth > 0 {
        depth -= 1
        if depth == 0 {
          let content = bracket
          bracket = String.UnicodeScalarView()
          let canGrow = variants.count < 8
          variants = variants.flatMap { canGrow ? [$0, $0 + content] : [$0] }
        }
      } else if depth > 0 {
        bracket.append(letter)
      } else {
        for index in variants.indices { variants[index].append(letter) }
      }
    }
    // A bracket that nobody closed is text.
    let whole = variants.map { String($0 + bracket).trimmed }.filter { !$0.isEmpty }
    return whole.isEmpty ? [text] : whole
  }

  /// `one's ways` for `one's/my ways`: what stands around a slash between two words.
  private static func slashed(_ text: String) -> [String] {
    guard text.unicodeScalars.contains("/") else { return [] }
    let parts = text.unicodeScalars.split {
      $0 != "/" && (isSeparator($0) || isOpening($0) || isClosing($0))
    }.map { Substring($0) }
    return parts.flatMap { part -> [String] in
      let words = part.split(separator: " ")
      guard words.count > 1, let place = words.firstIndex(where: { $0.dropFirst().contains("/") })
      else { return [] }
      return words[place].split(separator: "/").map { word in
        (words[..<place] + [word] + words[(place + 1)...]).joined(separator: " ")
      }
    }
  }

  private static func isSeparator(_ letter: Unicode.Scalar) -> Bool {
    switch letter {
    case ";", ",", "/", "；", "，", "、", "／", "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}",
      "\u{2029}":
      true
    default: false
    }
  }

  private static func isOpening(_ letter: Unicode.Scalar) -> Bool {
    switch letter {
    case "(", "[", "{", "（", "［", "｛", "【", "〔": true
    default: false
    }
  }

  private static func isClosing(_ letter: Unicode.Scalar) -> Bool {
    switch letter {
    case ")", "]", "}", "）", "］", "｝", "】", "〕": true
    default: false
    }
  }

  private static func isBetweenDigits(_ index: Int, of letters: [Unicode.Scalar]) -> Bool {
    let isDigit = { (letter: Unicode.Scalar) in letter.properties.numericType != nil }
    return [",", "/", "，"].contains(letters[index]) && index > 0 && index + 1 < letters.count
      && isDigit(letters[index - 1]) && isDigit(letters[index + 1])
  }
}

extension String {
  /// The text without white space around it.
  var trimmed: String {
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}
