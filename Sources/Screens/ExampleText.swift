/// A sentence that shows a word in use.
public struct ExampleText: Hashable, Sendable {
  /// The sentence.
  public let text: RubyLine
  /// How it is read, if the deck says so.
  public let reading: String?
  /// What it means, if the deck says so.
  public let meaning: String?

  /// Makes an example.
  public init(_ text: RubyLine, reading: String? = nil, meaning: String? = nil) {
    self.text = text
    self.reading = reading
    self.meaning = meaning
  }
}
