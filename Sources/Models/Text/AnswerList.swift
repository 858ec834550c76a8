/// How an author writes several answers in one line: separators, and brackets around what is
/// optional.
public enum AnswerList {
  /// The answers that `;`, `,`, `/`, their Japanese forms and line breaks separate, outermost spaces
  /// removed. A separator in brackets or between two digits (10,000) is none; neither is a slash
  /// between words that share what follows (`one's/my ways`), for which `variants` cares.
  public static func alternatives(of text: String) -> [String] {
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

  /// The texts that `;` or `；` separates, outermost spaces removed, none of them empty.
  public static func semicolonSeparated(_ text: String) -> [String] {
    text.split { $0 == ";" || $0 == "；" }.map(\.trimmed).filter { !$0.isEmpty }
  }

  /// The forms of one answer with and without what stands in brackets: `start(ing)` is
  /// `starting` and `start`. At most eight forms.
  public static func variants(of text: String) -> [String] {
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
      guard words.count > 1, let place = words.firstIndex(where: partsWords)
      else { return [] }
      return words[place].split(separator: "/").map { word in
        (words[..<place] + [word] + words[(place + 1)...]).joined(separator: " ")
      }
    }
  }

  /// Whether there is a slash in a text, and none of a fraction.
  private static func partsWords(_ text: Substring) -> Bool {
    let letters = Array(text.unicodeScalars)
    return letters.indices.dropFirst().contains {
      letters[$0] == "/" && !isBetweenDigits($0, of: letters)
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

  /// A piece of an answer: what stands between separators that are not in brackets.
  public struct Piece: Hashable, Sendable {
    /// The text without the spaces around it.
    public let text: String
    /// The bytes of UTF-8 between the separators, with the spaces.
    public let range: Range<Int>
  }

  /// The pieces that `;` and line breaks part. Commas also stand within one answer.
  public static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var current = String.UnicodeScalarView()
    var start = 0
    var offset = 0
    var depth = 0
    func end() {
      pieces.append(Piece(text: String(current).trimmed, range: start..<offset))
      current = String.UnicodeScalarView()
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "(", "[", "{", "（", "［", "｛": depth += 1
      case ")", "]", "}", "）", "］", "｝": depth = max(0, depth - 1)
      default: break
      }
      if depth == 0, scalar == ";" || scalar == "；" || scalar == "\n" {
        end()
        start = offset + UTF8.width(scalar)
      } else {
        current.append(scalar)
      }
      offset += UTF8.width(scalar)
    }
    end()
    return pieces
  }
}
