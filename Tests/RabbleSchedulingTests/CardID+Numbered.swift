import RabbleQuestions

extension CardID {
  /// A card of a made-up question.
  static func numbered(_ number: Int) -> CardID {
    CardID(question: QuestionID(bits: UInt128(number)))
  }
}
