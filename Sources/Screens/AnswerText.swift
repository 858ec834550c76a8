import RabbleText

/// The right answer, with what is worth showing beside it.
public struct AnswerText: Hashable, Sendable {
  /// The answer as the deck has it, without furigana.
  public let answer: String
  /// What was asked about, or the answer, with its furigana; `nil` where there are none or they were
  /// to be seen before.
  public let word: RubyText?
  /// The sentence whose blank was asked for, filled.
  public let sentence: RubyText?
  /// What the word means, where something else was asked.
  public let meaning: String?
  /// How the word is read, if the deck says so and it is not the answer.
  public let reading: String?
  /// The word's pitch.
  public let pitch: PitchPattern?
  /// What else the deck says of the word, in the order it is shown.
  public let details: [Detail]
  /// The deck's hint, where it is shown with the answer: of a new card, and of one that was missed.
  public let hint: String?
  /// The deck's note.
  public let note: String?
  /// The deck's example.
  public let example: ExampleText?

  /// Makes an answer's text.
  public init(
    answer: String, word: RubyText? = nil, sentence: RubyText? = nil, meaning: String? = nil,
    reading: String? = nil, pitch: PitchPattern? = nil, details: [Detail] = [],
    hint: String? = nil, note: String? = nil, example: ExampleText? = nil
  ) {
    self.answer = answer
    self.word = word
    self.sentence = sentence
    self.meaning = meaning
    self.reading = reading
    self.pitch = pitch
    self.details = details
    self.hint = hint
    self.note = note
    self.example = example
  }
}

extension AnswerText {
  /// A field of the question that is shown as it is.
  public struct Detail: Hashable, Sendable {
    /// Its key in JSON.
    public let key: String
    /// What stands before it.
    public let label: String
    /// The deck's text.
    public let text: String

    /// Makes a detail.
    public init(key: String, label: String, text: String) {
      self.key = key
      self.label = label
      self.text = text
    }
  }
}

/// A sentence that shows a word in use.
public struct ExampleText: Hashable, Sendable {
  /// The sentence.
  public let text: RubyText
  /// How it is read, if the deck says so.
  public let reading: String?
  /// What it means, if the deck says so.
  public let meaning: String?

  /// Makes an example.
  public init(_ text: RubyText, reading: String? = nil, meaning: String? = nil) {
    self.text = text
    self.reading = reading
    self.meaning = meaning
  }
}
