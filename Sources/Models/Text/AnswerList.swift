/// How an author writes several answers in one line: separators, and brackets around what is
/// optional.
package enum AnswerList {
  /// The answers that `;`, `,`, `/`, their Japanese forms and line breaks separate, outermost spaces
  /// removed, each once. A separator in brackets or between two digits (10,000) is none, and neither
  /// is a comma within a sentence or a date: `Water, please.` is one answer. A slash within a phrase
  /// or a word stands for whole texts: `one's/my ways` for `one's ways` and `my ways`, `bonito/a` for
  /// `bonito` and `bonita`.
  package static func alternatives(of text: String) -> [String] {
    guard text.unicodeScalars.contains(where: isSeparator) else { return [text.trimmed] }
    let pieces = parts(of: text) { index, letters in
      isSeparator(letters[index]) && !AnswerCommas.isComma(letters[index])
        && !isBetweenDigits(index, of: letters) && !isSlashInWord(index, of: letters)
    }
    var seen: Set<String> = []
    let alternatives = pieces.flatMap(AnswerCommas.parts).flatMap(SlashedWords.alternatives)
      .filter { seen.insert($0).inserted }
    return alternatives.isEmpty ? [text.trimmed] : alternatives
  }

  /// The parts of a text between separators outside of brackets, outermost spaces removed, none of
  /// them empty.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - separates: Whether the letter at a place of the text is a separator.
  /// - Returns: The parts.
  static func parts(
    of text: String, at separates: (_ index: Int, _ letters: [Unicode.Scalar]) -> Bool
  ) -> [String] {
    let letters = Array(text.unicodeScalars)
    var parts: [String] = []
    var current = String.UnicodeScalarView()
    var depth = 0
    for (index, letter) in letters.enumerated() {
      if letter.opensBracket(.remark) { depth += 1 }
      if letter.closesBracket(.remark) { depth = max(0, depth - 1) }
      if depth == 0, separates(index, letters) {
        parts.append(String(current))
        current = String.UnicodeScalarView()
      } else {
        current.append(letter)
      }
    }
    parts.append(String(current))
    return parts.map(\.trimmed).filter { !$0.isEmpty }
  }

  /// The texts that `;` or `；` separates, outermost spaces removed, none of them empty.
  package static func semicolonSeparated(_ text: String) -> [String] {
    text.split { $0 == ";" || $0 == "；" }.map(\.trimmed).filter { !$0.isEmpty }
  }

  /// The texts that slashes with spaces on both sides separate outside of brackets.
  package static func slashSeparated(_ text: String) -> [String] {
    guard text.contains(where: { $0 == "/" || $0 == "／" }) else { return [text.trimmed] }
    return parts(of: text) { index, letters in
      SlashedWords.isSlash(letters[index]) && index > 0 && index + 1 < letters.count
        && letters[index - 1].properties.isWhitespace
        && letters[index + 1].properties.isWhitespace
    }
  }

  /// The texts that commas separate outside of brackets, whatever they say.
  package static func commaSeparated(_ text: String) -> [String] {
    guard text.contains(",") else { return [text.trimmed] }
    return parts(of: text) { index, letters in
      letters[index] == "," && !isBetweenDigits(index, of: letters)
    }
  }

  /// The forms of one answer with and without what stands in brackets: `start(ing)` is `start` and
  /// `starting`. Of several things in brackets, each may stand there by itself: `ride (a bike, a horse)`
  /// is `ride a bike`, too. At most sixteen forms.
  package static func variants(of text: String) -> [String] {
    guard text.unicodeScalars.contains(where: { $0.opensBracket(.remark) }) else { return [text] }
    var variants = [String.UnicodeScalarView()]
    var depth = 0
    var bracket = String.UnicodeScalarView()
    for letter in text.unicodeScalars {
      if letter.opensBracket(.remark) {
        depth += 1
      } else if letter.closesBracket(.remark), depth > 0 {
        depth -= 1
        if depth == 0 {
          let contents = contents(of: bracket, atMost: mostVariants / variants.count - 1)
          bracket = String.UnicodeScalarView()
          variants = variants.flatMap { variant in [variant] + contents.map { variant + $0 } }
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

  private static let mostVariants = 16

  /// What may stand for a bracket: its text, and each part of it where commas list several.
  private static func contents(
    of bracket: String.UnicodeScalarView, atMost most: Int
  ) -> [String.UnicodeScalarView] {
    guard most > 0 else { return [] }
    let parts = AnswerCommas.parts(of: String(bracket))
    guard parts.count > 1, parts.count < most else { return [bracket] }
    return [bracket]
      + parts.map { ($0.hasPrefix("or ") ? String($0.dropFirst(3)) : $0).unicodeScalars }
  }

  /// The forms of one answer, as ``variants(of:)`` has them, of each text that its slashes stand for.
  package static func spelledOut(_ text: String) -> [String] {
    SlashedWords.expansions(of: text)?.flatMap(variants) ?? variants(of: text)
  }

  /// Whether there is a slash with letters right before and after it.
  private static func isSlashInWord(_ index: Int, of letters: [Unicode.Scalar]) -> Bool {
    SlashedWords.isSlash(letters[index]) && index > 0 && index + 1 < letters.count
      && !letters[index - 1].properties.isWhitespace
      && !letters[index + 1].properties.isWhitespace
  }

  private static func isSeparator(_ letter: Unicode.Scalar) -> Bool {
    letter.isListSeparator || letter.endsLine
  }

  /// Whether a separator stands between two digits, and so separates nothing.
  static func isBetweenDigits(_ index: Int, of letters: [Unicode.Scalar]) -> Bool {
    let isDigit = { (letter: Unicode.Scalar) in letter.properties.numericType != nil }
    return [",", "/", "，"].contains(letters[index]) && index > 0 && index + 1 < letters.count
      && isDigit(letters[index - 1]) && isDigit(letters[index + 1])
  }

  /// A piece of an answer: what stands between separators that are not in brackets.
  package struct Piece: Hashable, Sendable {
    /// The text without the spaces around it.
    package let text: String
    /// The bytes of UTF-8 between the separators, with the spaces.
    package let range: Range<Int>
  }

  /// The pieces that `;` and line breaks part. Commas also stand within one answer.
  package static func pieces(of text: String) -> [Piece] {
    var depth = 0
    return pieces(of: text) { scalar in
      if scalar.opensBracket(.remark) { depth += 1 }
      if scalar.closesBracket(.remark) { depth = max(0, depth - 1) }
      return depth == 0 && (scalar == ";" || scalar == "；" || scalar == "\n")
    }
  }

  /// The pieces of a text that lists the readings of a prompt: `;` parts them, and so do commas, slashes and line
  /// breaks, unless the prompt has some of its own. Readings have no remarks in brackets.
  package static func readingPieces(of text: String, prompt: String) -> [Piece] {
    func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isListSeparator && scalar != ";" && scalar != "；" || scalar.endsLine
    }
    let isOne = RubyText(prompt).base.unicodeScalars.contains(where: isSeparator)
    return pieces(of: text) { $0 == ";" || $0 == "；" || !isOne && isSeparator($0) }
  }

  private static func pieces(of text: String, at separates: (Unicode.Scalar) -> Bool) -> [Piece] {
    var pieces: [Piece] = []
    var current = String.UnicodeScalarView()
    var start = 0
    var offset = 0
    func end() {
      pieces.append(Piece(text: String(current).trimmed, range: start..<offset))
      current = String.UnicodeScalarView()
    }
    for scalar in text.unicodeScalars {
      if separates(scalar) {
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
