import RabbleDecks
import RabbleQuestions
import RabbleText

/// RW405–408: furigana against the prompt and the reading.
enum FuriganaRules {
  static let checks = [
    Check(
      "RW405", "furigana-bases", .warning, "The text under the furigana is not the prompt.",
      example: #"{"prompt": "食べる", "answer": "to eat", "furigana": "飲[の]む"}"#,
      .question(furiganaBases)),
    Check(
      "RW406", "furigana-reading", .warning, "The furigana do not match the reading.",
      example: #"{"prompt": "食べる", "answer": "to eat", "reading": "たべる", "furigana": "食[く]べる"}"#,
      .question(furiganaReading)),
    Check(
      "RW407", "furigana-markup", .warning, "A bracket in the furigana does not contain a reading.",
      example: #"{"prompt": "食べる", "answer": "to eat", "furigana": "食[ta]べる"}"#,
      .question(furiganaMarkup)),
    Check(
      "RW408", "furigana-cover", .warning, "A kanji in the furigana has no reading.",
      example: #"{"prompt": "食べ物", "answer": "food", "furigana": "食[た]べ物"}"#,
      .question(furiganaCover)),
  ]

  /// Finds furigana over another text than the prompt.
  private static func furiganaBases(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard question.question.cloze == nil, let value = question.text(.furigana),
      let prompt = question.text(.prompt), let ruby = question.furigana
    else { return }
    // A bracket that is left in the text is reported by RW407.
    guard !ruby.hasBareMarkup else { return }
    let base = ruby.base
    if base == prompt.text { return }
    let shown = RubyText(prompt.text).base
    guard fold(base) != fold(shown) else { return }
    findings.add(
      rule, in: value,
      "the text under \"furigana\" is \(Quoting.quoted(base)), "
        + "but the prompt is \(Quoting.quoted(shown))", "write the prompt with its readings")
  }

  private static func fold(_ text: String) -> String { text.filter { !$0.isWhitespace } }

  /// Finds furigana that differ from the reading.
  private static func furiganaReading(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard let value = question.text(.furigana), let reading = question.text(.reading) else {
      return
    }
    guard let ruby = question.furigana, ruby.hasReadings, let read = ruby.reading.kanaReading else {
      return
    }
    let readings = question.readings.compactMap(\.kana)
    guard !readings.isEmpty, !readings.contains(read) else { return }
    findings.add(
      rule, in: value,
      "\"furigana\" says \(Quoting.quoted(ruby.reading)), "
        + "but \"reading\" is \(Quoting.quoted(reading.text))", "correct the one that is wrong")
  }

  /// Finds brackets in furigana that don't contain a reading.
  private static func furiganaMarkup(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard let value = question.text(.furigana), let ruby = question.furigana else { return }
    guard ruby.hasBareMarkup else {
      if !ruby.hasReadings, !value.traits.isDisjoint(with: .kanji) {
        findings.add(
          rule, in: value, "\"furigana\" contains no reading",
          "write one after its kanji, as in 食[た]べる")
      }
      return
    }
    let offset = offsetOfText(in: value)
    findings.add(
      rule, in: value, offset..<offset + 1,
      "this bracket does not contain a reading",
      "put kana in it, directly after their kanji: 食[た]べる")
  }

  /// The offset of the first bracket whose content is not kana or that does not follow a kanji.
  private static func offsetOfText(in value: TextValue) -> Int {
    var open: (offset: Int, isSound: Bool)?
    var previous: Unicode.Scalar?
    var found: Int?
    value.forEachScalar { offset, scalar in
      switch scalar {
      case "[", "《":
        open = (offset, previous.map { !Script(of: $0).isKana && $0 != " " } ?? false)
      case "]", "》":
        if open?.isSound != true, found == nil { found = open?.offset ?? offset }
        open = nil
      default:
        if open != nil, !Script(of: scalar).isKana { open?.isSound = false }
      }
      previous = scalar
    }
    return found ?? open?.offset ?? 0
  }

  /// Finds kanji in furigana without a reading.
  private static func furiganaCover(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard let value = question.text(.furigana), let ruby = question.furigana, ruby.hasReadings,
      let bare = ruby.segments.first(where: {
        $0.reading == nil && $0.base.unicodeScalars.contains(where: JapaneseText.isKanji)
      }), let kanji = bare.base.unicodeScalars.first(where: JapaneseText.isKanji)
    else { return }
    var found: Int?
    var depth = 0
    value.forEachScalar { offset, scalar in
      if scalar == "[" || scalar == "《" { depth += 1 }
      if scalar == "]" || scalar == "》" { depth -= 1 }
      if depth == 0, scalar == kanji, found == nil { found = offset }
    }
    let offset = found ?? 0
    findings.add(
      rule, in: value, offset..<offset + UTF8.width(kanji),
      "\(kanji) has no reading", "write one after it, as in 食[た]べる")
  }
}
