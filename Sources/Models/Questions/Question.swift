/// One thing to learn: what is asked, and what answers it.
///
/// Reads a question of an original Rabble Wabble file, `{"prompt", "hint"?, "answer"}`, as it is.
public struct Question: Hashable, Sendable {
  /// The author's own name for this question, unique among all decks. It keeps the learner's
  /// history through any edit.
  public let id: String?
  /// What is asked.
  public let prompt: String
  /// What helps without giving the answer away.
  public let hint: String?
  /// The expected answer. `;`, `,` and line breaks separate answers that are all right.
  public let answer: String
  /// How the prompt is read, in kana.
  public let reading: String?
  /// Further answers that are right.
  public let alternatives: [String]
  /// Answers that are never right, not even as a typo.
  public let blocked: [String]
  /// What is worth knowing once the answer has been seen.
  public let note: String?
  /// A sentence that shows the prompt in use.
  public let example: String?
  /// The author's labels.
  public let tags: [String]

  /// Makes a question.
  public init(
    id: String? = nil, prompt: String, hint: String? = nil, answer: String, reading: String? = nil,
    alternatives: [String] = [], blocked: [String] = [], note: String? = nil,
    example: String? = nil, tags: [String] = []
  ) {
    self.id = id
    self.prompt = prompt
    self.hint = hint
    self.answer = answer
    self.reading = reading
    self.alternatives = alternatives
    self.blocked = blocked
    self.note = note
    self.example = example
    self.tags = tags
  }
}
