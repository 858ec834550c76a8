import RabbleDecks
import RabbleQuestions
import RabbleText

/// RW411, 412, 513: example sentences.
enum ExampleRules {
  static let checks = [
    Check(
      "RW411", "example-without-word", .warning, "The example does not contain the word.",
      example: #"{"prompt": "犬", "answer": "dog", "example": "猫がいる。"}"#,
      .question(exampleUse)),
    Check(
      "RW412", "example-reading", .warning,
      "The reading of the example does not match its sentence.",
      example:
        #"{"prompt": "猫", "answer": "cat", "example": {"text": "猫がいる。", "reading": "ねこがいます。"}}"#,
      .question(exampleReading)),
    Check(
      "RW513", "example-is-prompt", .warning, "The example only repeats the prompt.",
      example: #"{"prompt": "犬", "answer": "dog", "example": "犬"}"#,
      .question(exampleAlone)),
  ]

  /// Finds examples that don't contain the word.
  private static func exampleUse(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard question.group.isJapanese, question.question.cloze == nil,
      let prompt = question.text(.prompt), let value = question.text(example: .text),
      !value.traits.isDisjoint(with: .japanese), !prompt.traits.isDisjoint(with: .japanese),
      prompt.traits.isDisjoint(with: [.bracket, .separator, .latin, .digit])
    else { return }
    guard let ruby = question.example else { return }
    // Most examples contain the word, or its kanji, unchanged.
    if ByteSearch.contains(ruby.base, stems(of: prompt.text)[0]) { return }
    let example = fold(ruby.base)
    let read = fold(ruby.reading) + " " + fold(question.question.example?.reading ?? "")
    let word = fold(prompt.text)
    if stems(of: word).contains(where: { example.contains($0) || read.contains($0) }) {
      return
    }
    let readings = JapaneseText.readings(of: question).map { String($0) }
    let readStems = readings.flatMap { stems(of: $0) }
    if readStems.contains(where: { example.contains($0) || read.contains($0) }) { return }
    // A word in kana may appear in the example in kanji without a reading, and short verbs change
    // all of their kana.
    let isKana = prompt.traits.isDisjoint(with: .kanji)
    if isKana, !value.traits.isDisjoint(with: .kanji) { return }
    if isKana, word.count == 2 { return }
    findings.add(
      rule, in: value, "the example does not contain \(Quoting.quoted(prompt.text))",
      "use the word, or put the sentence in \"note\"")
  }

  /// The part of a word that stays in every form: up to its last kanji, what precedes する, or all but
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

  /// Finds readings of examples that don't match the sentence.
  private static func exampleReading(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard question.group.isJapanese, let value = question.text(example: .reading),
      let text = question.text(example: .text), !text.traits.isDisjoint(with: .kana),
      let reading = value.text.kanaReading, let ruby = question.example,
      let pattern = ReadingPattern(ruby.base)
    else { return }
    if pattern.fits(reading) { return }
    findings.add(
      rule, in: value, "this does not match the sentence of the example",
      "keep its kana in order, and replace only its kanji")
  }

  /// Finds examples that only repeat the prompt.
  private static func exampleAlone(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard let value = question.text(example: .text), let prompt = question.text(.prompt),
      question.example?.base == prompt.text
    else { return }
    findings.add(
      rule, in: value, "the example only repeats the prompt",
      "use the prompt in a sentence, or remove it")
  }
}
