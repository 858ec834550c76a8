import RabbleQuestions
import RabbleTestSupport

/// Random decks.
enum DeckSamples {
  private static let pieces = [
    "a", "Z", "か", "が", "か\u{3099}", "漢", "字", "ｶ", "😀", "👨‍👩‍👧", "\"", "\\", "/", "\n", "\t", "\u{1}",
    ",",
    "{", "}", "[", "]", ":", "'", "é", "\u{2028}", "\u{FEFF}", "\u{7F}", " ", "\u{10FFFF}",
  ]

  /// A text that is never blank.
  static func text(using random: inout SeededGenerator) -> String {
    let count = Int.random(in: 0...6, using: &random)
    return "x" + (0..<count).map { _ in random.element(of: pieces) }.joined()
  }

  private static func optionalText(using random: inout SeededGenerator) -> String? {
    Bool.random(using: &random) ? text(using: &random) : nil
  }

  private static func texts(using random: inout SeededGenerator) -> [String] {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in text(using: &random) }
  }

  /// A group whose questions all have different identities.
  static func group(_ name: String, using random: inout SeededGenerator) -> QuestionGroup {
    let questions = (0..<Int.random(in: 1...5, using: &random)).map { index in
      Question(
        id: Bool.random(using: &random) ? "\(name).\(index)" : nil,
        prompt: "\(index)" + text(using: &random),
        hint: optionalText(using: &random),
        answer: text(using: &random),
        reading: optionalText(using: &random),
        furigana: optionalText(using: &random),
        spellings: texts(using: &random),
        alternatives: texts(using: &random),
        blocked: texts(using: &random),
        partOfSpeech: optionalText(using: &random),
        pitch: Bool.random(using: &random) ? Int.random(in: 0...9, using: &random) : nil,
        example: optionalText(using: &random).map {
          Example(text: $0, reading: optionalText(using: &random))
        },
        note: optionalText(using: &random),
        tags: texts(using: &random),
        directions: Bool.random(using: &random) ? [.reading, .recognition] : nil,
        cloze: Bool.random(using: &random) ? "a{{\(index)}}b" : nil,
        typos: Bool.random(using: &random) ? .off : nil,
        source: optionalText(using: &random)
      )
    }
    return QuestionGroup(
      title: name + text(using: &random),
      description: optionalText(using: &random),
      language: optionalText(using: &random),
      answerLanguage: optionalText(using: &random),
      author: optionalText(using: &random),
      directions: Bool.random(using: &random) ? [.production] : nil,
      settings: GroupSettings(
        accents: Bool.random(using: &random) ? .demanded : nil,
        typos: Bool.random(using: &random) ? .young : nil,
        politeness: Bool.random(using: &random) ? .plain : nil),
      questions: questions,
      score: Bool.random(using: &random) ? Score(correct: 3, incorrect: 4) : nil
    )
  }
}
