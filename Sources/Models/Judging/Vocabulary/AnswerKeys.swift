import RabbleQuestions

/// The keys by which the answers of a question are found.
struct AnswerKeys {
  /// All keys, each once.
  private(set) var all: [String] = []

  /// The keys of a question's answers: exact as text, forgiving as words of a meaning, and as the
  /// reading they spell if that is the prompt's own.
  init(of question: Question) {
    let texts = question.answerTexts
    if texts.count > 1 { add(question.answer) }
    for text in texts + question.alternatives {
      for variant in AnswerText.variants(of: text) { add(variant) }
    }
    if let reading = question.prompt.kanaReading, let romaji = texts.first.flatMap(RomajiKeys.init),
      ReadingTarget(reading: reading, repeatsVowels: true).isSpelled(by: romaji)
    {
      append(String(reading))
    }
  }

  private mutating func add(_ text: String) {
    let strict = TextFold.strict(text)
    append(strict)
    append(Self.meaning(strict))
  }

  private mutating func append(_ key: String) {
    if !all.contains(key) { all.append(key) }
  }

  /// The key under which a strictly folded text is found as words of a meaning.
  static func meaning(_ strict: String) -> String {
    MeaningFold.key(of: MeaningFold.words(of: strict))
  }
}
