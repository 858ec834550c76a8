import RabbleQuestions

extension Judge {
  /// Whether every right answer of a question, as it is asked, is in kana, so that a line for it can turn into kana
  /// while it is typed.
  public static func asksForKana(_ question: Question) -> Bool {
    let answers = question.answerTexts + question.alternatives
    return !answers.isEmpty && answers.allSatisfy { $0.kanaReading != nil }
  }

  /// Whether a text is written in kana only, spaces and punctuation aside.
  public static func isKana(_ text: String) -> Bool { text.kanaReading != nil }

  /// Whether a reading answers a question, in kana or in romaji, so that furigana over its prompt
  /// would give the answer away.
  public static func asksForReading(_ question: Question) -> Bool {
    AnswerSheet(question).asksReading
  }
}
