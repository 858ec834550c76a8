import RabbleQuestions

/// A question that comes into a deck: new, or as an author wrote it elsewhere.
public struct WrittenQuestion: Hashable, Sendable {
  /// The question.
  public let question: Question
  /// The JSON it was written as, if it was, with the white space before it on its line.
  let json: JSON?

  struct JSON: Hashable, Sendable {
    let text: String
    let indentation: String
  }

  /// A question that nobody has written yet.
  public init(_ question: Question) {
    self.question = question
    json = nil
  }

  init(_ question: Question, json: JSON) {
    self.question = question
    self.json = json
  }
}
