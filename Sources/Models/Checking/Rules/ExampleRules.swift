import RabbleDecks
import RabbleJudging
import RabbleQuestions
import RabbleText

/// An example without the word it is to show.
struct ExampleUse: QuestionRule {
  static let rule = Rule(
    "RW411", "example-without-word", .warning, "An example does not have its word in it.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard question.group.isJapanese, question.question.cloze == nil,
      let prompt = question.text(.prompt), let value = question.text(example: .text),
      !value.traits.isDisjoint(with: .japanese), !prompt.traits.isDisjoint(with: .japanese),
      prompt.traits.isDisjoint(with: [.bracket, .separator, .latin, .digit])
    else { return }
    guard let ruby = question.example else { return }
    // Most examples have the word, or its kanji, just as it is.
    if ByteSearch.contains(ruby.base, Self.stems(of: prompt.text)[0]) { return }
    let example = Self.fold(ruby.base)
    let read = Self.fold(ruby.reading) + " " + Self.fold(question.question.example?.reading ?? "")
    let word = Self.fold(prompt.text)
    if Self.stems(of: word).contains(where: { example.contains($0) || read.contains($0) }) {
      return
    }
    let readings = JapaneseText.readings(of: question).map { String($0) }
    let stems = readings.flatMap { Self.stems(of: $0) }
    if stems.contains(where: { example.contains($0) || read.contains($0) }) { return }
    // A word in kana may stand in the example in kanji that nothing reads, and short verbs change
    // all of their kana.
    let isKana = prompt.traits.isDisjoint(with: .kanji)
    if isKana, !value.traits.isDisjoint(with: .kanji) { return }
    if isKana, word.count == 2 { return }
    findings.add(
      Self.rule, in: value, "the example does not have \(Quoting.quoted(prompt.text)) in it",
      "use the word, or put the sentence under \"note\"")
  }

  /// What of a word stays in every form: its kanji up to the last one, what する follows, or all but
  /// its last kana.
  private static func stems(of word: String) -> [String] {
    let scalars = Array(word.unicodeScalars)
    func text(_ part: ArraySlice<Unicode.Scalar>) -> String {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: part)
      return String(view)
    }
    if let last = scalars.lastIndex(where: JapaneseText.isKanji) { return [text(scalars[...last])] }
    if scalars.count > 3, word.hasSuffix("する") { return [text(scalars.dropLast(2))] }
    return scalars.count > 2 ? [text(scalars.dropLast())] : [word]
  }

  /// The text with katakana as hiragana, without spaces and signs.
  private static func fold(_ text: String) -> String { TextFold.strict(text) }
}

/// An example's reading that is not kana or does not fit its sentence.
struct ExampleReading: QuestionRule {
  static let rule = Rule(
    "RW412", "example-reading", .warning, "An example's reading does not read its sentence.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard question.group.isJapanese, let value = question.text(example: .reading),
      let text = question.text(example: .text), !text.traits.isDisjoint(with: .kana),
      let reading = value.text.kanaReading, let ruby = question.example,
      let pattern = ReadingPattern(ruby.base)
    else { return }
    if pattern.fits(reading) { return }
    findings.add(
      Self.rule, in: value, "this does not read the example's sentence",
      "write its kana in their order, and only its kanji otherwise")
  }
}

/// An example that is the prompt itself.
struct ExampleAlone: QuestionRule {
  static let rule = Rule("RW513", "example-is-prompt", .warning, "An example only says the prompt.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard let value = question.text(example: .text), let prompt = question.text(.prompt),
      question.example?.base == prompt.text
    else { return }
    findings.add(
      Self.rule, in: value, "the example is nothing but the prompt",
      "show the prompt in a sentence, or remove it")
  }
}
