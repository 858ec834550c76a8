extension Question {
  /// A value of a question under the key it has in a deck.
  public struct Field: Hashable, Sendable {
    /// The key in a deck, such as `part_of_speech`.
    public let key: String
    /// The value as text, the elements of a list between bars.
    public let text: String
  }

  /// All that the question says, in the order of a deck; what its cloze says already is left out.
  public var fields: [Field] {
    let sentence = ClozeText.sound(cloze)
    let texts: [(String, String?)] = [
      ("id", id), ("prompt", prompt == sentence?.opened ? nil : prompt), ("cloze", cloze),
      ("hint", hint), ("answer", answer == sentence?.filled ? nil : answer), ("reading", reading),
      ("furigana", furigana), ("alternatives", alternatives.joinedWithBars),
      ("blocked", blocked.joinedWithBars), ("part_of_speech", partOfSpeech),
      ("pitch", pitch.map { "\($0)" }), ("note", note),
      (
        "example",
        example.map { [$0.text, $0.reading, $0.meaning].compactMap(\.self) }?.joinedWithBars
      ),
      ("tags", tags.joinedWithBars),
      ("directions", directions?.compactMap(\.name).joinedWithBars), ("source", source),
    ]
    return texts.compactMap { key, text in text.map { Field(key: key, text: $0) } }
  }
}

extension [String] {
  /// The texts between bars; `nil` for none.
  fileprivate var joinedWithBars: String? { isEmpty ? nil : joined(separator: " | ") }
}
