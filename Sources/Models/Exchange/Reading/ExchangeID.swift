import RabbleQuestions

/// What an exported question without an id of its own is called in other programs, so that it is
/// found again when it comes back.
enum ExchangeID {
  private static let prefix = "rabble-"

  /// The id for a question: its own, or one made of its wording.
  static func text(of question: Question, inGroup title: String) -> String {
    question.id ?? prefix + QuestionID(ofWordingOf: question, inGroup: title).description
  }

  /// The wording that an id was made of; `nil` for an author's own id.
  static func wording(_ text: String) -> QuestionID? {
    guard text.hasPrefix(prefix), text.utf8.count == prefix.utf8.count + 32 else { return nil }
    return UInt128(text.dropFirst(prefix.count), radix: 16).map(QuestionID.init(bits:))
  }
}

extension Question {
  /// The question under another id, or none.
  func with(id: String?) -> Question {
    Question(
      id: id, prompt: prompt, hint: hint, answer: answer, reading: reading, furigana: furigana,
      alternatives: alternatives, blocked: blocked, partOfSpeech: partOfSpeech, pitch: pitch,
      example: example, note: note, tags: tags, directions: directions, cloze: cloze,
      source: source)
  }
}
