import RabbleDecks
import RabbleJudging
import RabbleQuestions

/// What the rules about Japanese have in common.
enum JapaneseText {
  /// The readings that `;` and its kin separate in a text, each with the offset of its first byte.
  static func readings(in value: TextValue) -> [(text: String, offset: Int)] {
    var result: [(String, Int)] = []
    var current = ""
    var start = 0
    func end(_ offset: Int) {
      let trimmed = current.drop { $0.isWhitespace }
      let skipped = current.utf8.count - trimmed.utf8.count
      let text = String(String(trimmed.reversed()).drop { $0.isWhitespace }.reversed())
      if !text.isEmpty { result.append((text, start + skipped)) }
      current = ""
    }
    value.forEachScalar { offset, scalar in
      if isSeparator(scalar) {
        end(offset)
        start = offset + UTF8.width(scalar)
      } else {
        current.unicodeScalars.append(scalar)
      }
    }
    end(value.text.utf8.count)
    return result
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    ";；,，、/／\n".unicodeScalars.contains(scalar)
  }

  /// The readings of a question's prompt: those it gives, or its own kana.
  static func readings(of question: Question) -> [Reading] {
    if let reading = question.reading {
      return AnswerText.alternatives(of: reading).compactMap(\.kanaReading)
    }
    if let reading = question.prompt.kanaReading { return [reading] }
    guard let furigana = question.furigana else { return [] }
    let ruby = RubyText(furigana)
    return ruby.hasReadings ? [ruby.reading.kanaReading].compactMap(\.self) : []
  }

  /// The morae of a reading: every kana but the small ones that join the one before.
  static func morae(_ reading: Reading) -> Int {
    reading.count { !$0.isSmallKana }
  }

  /// Whether a scalar is one of the marks that count for kanji in a base.
  static func isKanji(_ scalar: Unicode.Scalar) -> Bool { Script(of: scalar) == .kanji }
}

extension RubyText {
  /// Whether a mark of one of the notations is read as text.
  var hasBareMarkup: Bool {
    segments.contains { segment in
      segment.reading == nil
        && (segment.base.contains { "[]《》｜".contains($0) } || segment.base.contains("<ruby>"))
    }
  }
}
