import RabbleQuestions

/// The keys by which the answers of a question are found.
struct AnswerKeys {
  /// All keys, each once.
  let all: Set<String>

  /// The keys of a question's answers: exact as text, forgiving as words of a meaning, and as the
  /// reading they spell if that is the prompt's own.
  init(of question: Question) {
    var keys: Set<String> = []
    var texts = AnswerText.alternatives(of: question.answer)
    if texts.count > 1 { texts.append(question.answer) }
    for text in texts + question.alternatives {
      for variant in AnswerText.variants(of: text) {
        let strict = TextFold.strict(variant)
        keys.insert(strict)
        keys.insert(Self.meaning(strict))
      }
    }
    let isKanaCard = question.prompt.utf8.count < 32 && !keys.contains { !$0.utf8.allSatisfy { $0 < 0x80 } }
    if isKanaCard, let reading = question.prompt.kanaReading,
      let romaji = RomajiKeys(question.answer.firstAlternative),
      ReadingTarget(reading: reading, repeatsVowels: true).isSpelled(by: romaji)
    {
      keys.insert(String(reading))
    }
    all = keys
  }

  /// The key under which a strictly folded text is found as words of a meaning.
  static func meaning(_ strict: String) -> String {
    MeaningFold.key(of: MeaningFold.words(of: strict))
  }
}

extension String {
  fileprivate var firstAlternative: String {
    AnswerText.alternatives(of: self).first ?? self
  }
}
