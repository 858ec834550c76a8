/// A sentence that shows a question's prompt in use.
public struct Example: Hashable, Sendable {
  /// The sentence, which may carry furigana as ``RubyText`` reads it.
  public let text: String
  /// How it is read.
  public let reading: String?
  /// What it means.
  public let meaning: String?

  /// Makes an example.
  public init(text: String, reading: String? = nil, meaning: String? = nil) {
    self.text = text
    self.reading = reading
    self.meaning = meaning
  }
}
