import RabbleQuestions
import RabbleScreens

extension AnswerText {
  /// The answer of a question, with what belongs to it.
  init(_ question: Question) {
    self.init(
      answer: question.answer, reading: question.reading, note: question.note,
      example: question.example?.text)
  }
}
