import RabbleQuestions

extension Judge {
  /// Whether every right answer of a question is in kana, so that a line for it can turn into kana
  /// while it is typed.
  public static func asksForKana(_ question: Question) -> Bool {
    let answers = AnswerText.alternatives(of: question.answer) + question.alternatives
    return !answers.isEmpty && answers.allSatisfy { $0.kanaReading != nil }
  }
}
