import RabbleDecks
import RabbleJudging
import RabbleQuestions

/// What the rules about Japanese have in common.
enum JapaneseText {
  /// One of the readings that a text gives.
  struct Reading {
    /// The reading as it is written.
    let text: String
    /// The offset of its first byte in the text.
    let offset: Int
    /// Its kana; `nil` if it has something else in it.
    let kana: RabbleJudging.Reading?

    /// The bytes it takes in the text.
    var range: Range<Int> { offset..<offset + text.utf8.count }
  }

  /// The readings that `;` and its kin separate in a text.
  static func readings(in value: TextValue) -> [Reading] {
    guard !value.traits.isDisjoint(with: [.separator, .lineBreak, .edgeSpace]) else {
      return [Reading(text: value.text, offset: 0, kana: value.text.kanaReading)]
    }
    var result: [Reading] = []
    var current = String.UnicodeScalarView()
    var start = 0
    func end() {
      let trimmed = current.drop { $0.properties.isWhitespace }
      let skipped =
        current.reduce(0) { $0 + UTF8.width($1) }
        - trimmed.reduce(0) { $0 + UTF8.width($1) }
      var text = String.UnicodeScalarView(trimmed)
      while let last = text.last, last.properties.isWhitespace { text.removeLast() }
      let plain = String(text)
      if !plain.isEmpty {
        result.append(Reading(text: plain, offset: start + skipped, kana: plain.kanaReading))
      }
      current = String.UnicodeScalarView()
    }
    value.forEachScalar { offset, scalar in
      switch scalar {
      case ";", "；", ",", "，", "、", "/", "／", "\n":
        end()
        start = offset + UTF8.width(scalar)
      default: current.append(scalar)
      }
    }
    end()
    return result
  }

  /// The readings of a question's prompt: those it gives, or its own kana.
  static func readings(of question: CheckedQuestion) -> [RabbleJudging.Reading] {
    if question.text(.reading) != nil { return question.readings.compactMap(\.kana) }
    if let reading = question.question.prompt.kanaReading { return [reading] }
    guard let ruby = question.furigana, ruby.hasReadings else { return [] }
    return ruby.reading.kanaReading.map { [$0] } ?? []
  }

  /// The morae of a reading: every kana but the small ones that join the one before.
  static func morae(_ reading: RabbleJudging.Reading) -> Int {
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
        && segment.base.unicodeScalars.contains {
          $0 == "[" || $0 == "]" || $0 == "《" || $0 == "》" || $0 == "｜" || $0 == "<"
        }
    }
  }
}
