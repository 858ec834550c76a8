extension Question: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, prompt, hint, answer, reading, furigana, alternatives, blocked
    case partOfSpeech = "part_of_speech"
    case pitch, example, note, tags, directions, cloze, source
  }

  /// Reads a question; only `prompt` and `answer` must be there, or `cloze` in their place, and
  /// unknown keys are no error.
  ///
  /// - Throws: `DecodingError` when one of them is missing or a value has another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let cloze = try values.decodeIfPresent(String.self, forKey: .cloze)
    let sentence = ClozeText.sound(cloze)
    func text(_ key: CodingKeys, or derived: String?) throws -> String {
      guard let derived else { return try values.decode(String.self, forKey: key) }
      return try values.decodeIfPresent(String.self, forKey: key) ?? derived
    }
    self.init(
      id: try values.decodeIfPresent(String.self, forKey: .id),
      prompt: try text(.prompt, or: sentence?.opened),
      hint: try values.decodeIfPresent(String.self, forKey: .hint),
      answer: try text(.answer, or: sentence?.filled),
      reading: try values.decodeIfPresent(String.self, forKey: .reading),
      furigana: try values.decodeIfPresent(String.self, forKey: .furigana),
      alternatives: try values.decodeIfPresent([String].self, forKey: .alternatives) ?? [],
      blocked: try values.decodeIfPresent([String].self, forKey: .blocked) ?? [],
      partOfSpeech: try values.decodeIfPresent(String.self, forKey: .partOfSpeech),
      pitch: try values.decodeIfPresent(Int.self, forKey: .pitch),
      example: try values.decodeIfPresent(Example.self, forKey: .example),
      note: try values.decodeIfPresent(String.self, forKey: .note),
      tags: try values.decodeIfPresent([String].self, forKey: .tags) ?? [],
      directions: try values.decodeIfPresent([String].self, forKey: .directions)?
        .compactMap(Direction.init(name:)),
      cloze: cloze,
      source: try values.decodeIfPresent(String.self, forKey: .source))
  }

  /// Writes the question, leaving out what it does not have and what its cloze says already.
  ///
  /// - Throws: `EncodingError` as the encoder does.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    let sentence = ClozeText.sound(cloze)
    try values.encodeIfPresent(id, forKey: .id)
    if prompt != sentence?.opened { try values.encode(prompt, forKey: .prompt) }
    try values.encodeIfPresent(cloze, forKey: .cloze)
    try values.encodeIfPresent(hint, forKey: .hint)
    if answer != sentence?.filled { try values.encode(answer, forKey: .answer) }
    try values.encodeIfPresent(reading, forKey: .reading)
    try values.encodeIfPresent(furigana, forKey: .furigana)
    if !alternatives.isEmpty { try values.encode(alternatives, forKey: .alternatives) }
    if !blocked.isEmpty { try values.encode(blocked, forKey: .blocked) }
    try values.encodeIfPresent(partOfSpeech, forKey: .partOfSpeech)
    try values.encodeIfPresent(pitch, forKey: .pitch)
    try values.encodeIfPresent(example, forKey: .example)
    try values.encodeIfPresent(note, forKey: .note)
    if !tags.isEmpty { try values.encode(tags, forKey: .tags) }
    try values.encodeIfPresent(directions?.compactMap(\.name), forKey: .directions)
    try values.encodeIfPresent(source, forKey: .source)
  }
}
