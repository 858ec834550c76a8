import RabbleQuestions

extension Question {
  /// The keys in the order in which a question is written.
  static let writtenKeys: [DeckKey.Question] = [
    .id, .prompt, .cloze, .hint, .answer, .reading, .furigana, .alternatives, .blocked,
    .partOfSpeech, .pitch, .example, .note, .tags, .directions, .source,
  ]

  /// What is written under each key that the question has; `comma` stands between the elements of a
  /// list.
  func members(comma: String) -> [(key: DeckKey.Question, literal: String)] {
    Self.writtenKeys.compactMap { key in literal(key, comma: comma).map { (key, $0) } }
  }

  /// What is written under a key; `nil` for nothing, and for what the cloze says already.
  private func literal(_ key: DeckKey.Question, comma: String) -> String? {
    func list(_ texts: [String]) -> String? {
      texts.isEmpty ? nil : JSONLiteral.list(texts, comma: comma)
    }
    let sentence = cloze.flatMap { try? ClozeText($0) }
    return switch key {
    case .id: id.map(JSONLiteral.string)
    case .prompt: prompt == sentence?.opened ? nil : JSONLiteral.string(prompt)
    case .cloze: cloze.map(JSONLiteral.string)
    case .hint: hint.map(JSONLiteral.string)
    case .answer: answer == sentence?.filled ? nil : JSONLiteral.string(answer)
    case .reading: reading.map(JSONLiteral.string)
    case .furigana: furigana.map(JSONLiteral.string)
    case .alternatives: list(alternatives)
    case .blocked: list(blocked)
    case .partOfSpeech: partOfSpeech.map(JSONLiteral.string)
    case .pitch: pitch.map(String.init)
    case .example: example.map { Self.literal($0, comma: comma) }
    case .note: note.map(JSONLiteral.string)
    case .tags: list(tags)
    case .directions: directions.flatMap { list($0.compactMap(\.name)) }
    case .source: source.map(JSONLiteral.string)
    default: nil
    }
  }

  private static func literal(_ example: Example, comma: String) -> String {
    if example.reading == nil, example.meaning == nil { return JSONLiteral.string(example.text) }
    var layout = JSONLayout()
    layout.between = comma == "," ? "" : " "
    if comma == "," { layout.colon = ":" }
    let parts = [
      ("text", example.text), ("reading", example.reading), ("meaning", example.meaning),
    ]
    return layout.text(
      of: parts.compactMap { key, text in text.map { (key, JSONLiteral.string($0)) } })
  }
}
