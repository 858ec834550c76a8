/// The right answer, with what is worth showing beside it.
public struct AnswerText: Hashable, Sendable {
  /// The answer as the deck has it.
  public let answer: String
  /// How the prompt is read, if the deck says so.
  public let reading: String?
  /// The deck's note.
  public let note: String?
  /// The deck's example.
  public let example: String?

  /// Makes an answer's text.
  public init(answer: String, reading: String? = nil, note: String? = nil, example: String? = nil) {
    self.answer = answer
    self.reading = reading
    self.note = note
    self.example = example
  }
}
