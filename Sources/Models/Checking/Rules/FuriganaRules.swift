import RabbleDecks
import RabbleJudging
import RabbleQuestions
import RabbleText

/// Furigana over another text than the prompt.
struct FuriganaBases: QuestionRule {
  static let rule = Rule(
    "RW405", "furigana-bases", .warning, "What carries the furigana does not join to the prompt.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard question.question.cloze == nil, let value = question.text(.furigana),
      let prompt = question.text(.prompt), let ruby = question.furigana
    else { return }
    // A bracket that is read as text is another rule's.
    guard !ruby.hasBareMarkup else { return }
    let base = ruby.base
    if base == prompt.text { return }
    let shown = RubyText(prompt.text).base
    guard Self.fold(base) != Self.fold(shown) else { return }
    findings.add(
      Self.rule, in: value,
      "\"furigana\" is written over \(Quoting.quoted(base)), "
        + "but the prompt is \(Quoting.quoted(shown))", "write the prompt with its readings")
  }

  private static func fold(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}

/// Furigana that read otherwise than the reading.
struct FuriganaReading: QuestionRule {
  static let rule = Rule(
    "RW406", "furigana-reading", .warning, "The furigana do not join to the reading.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard let value = question.text(.furigana), let reading = question.text(.reading) else {
      return
    }
    guard let ruby = question.furigana, ruby.hasReadings, let read = ruby.reading.kanaReading else {
      return
    }
    let readings = question.readings.compactMap(\.kana)
    guard !readings.isEmpty, !readings.contains(read) else { return }
    findings.add(
      Self.rule, in: value,
      "\"furigana\" read \(Quoting.quoted(ruby.reading)), "
        + "but \"reading\" is \(Quoting.quoted(reading.text))", "correct the one that is wrong")
  }
}

/// A bracket in furigana that is read as text.
struct FuriganaMarkup: QuestionRule {
  static let rule = Rule(
    "RW407", "furigana-markup", .warning, "A bracket in furigana is not read as a reading.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard let value = question.text(.furigana), let ruby = question.furigana else { return }
    guard ruby.hasBareMarkup else {
      if !ruby.hasReadings, !value.traits.isDisjoint(with: .kanji) {
        findings.add(
          Self.rule, in: value, "\"furigana\" has no reading over anything",
          "write one after its kanji, as in 食[た]べる")
      }
      return
    }
    let offset = Self.offsetOfText(in: value)
    findings.add(
      Self.rule, in: value, offset..<offset + 1,
      "what stands in this bracket is not read as furigana",
      "write kana in it, right after the kanji that they read: 食[た]べる")
  }

  /// The offset of the first bracket whose content is no kana or that follows no kanji.
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
}

/// Kanji in furigana without a reading.
struct FuriganaCover: QuestionRule {
  static let rule = Rule(
    "RW408", "furigana-cover", .warning, "A kanji in furigana has no reading over it.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
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
      Self.rule, in: value, offset..<offset + UTF8.width(kanji),
      "\(kanji) has no reading over it", "write one after it, as in 食[た]べる")
  }
}
