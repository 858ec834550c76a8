extension Question: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, prompt, hint, answer, reading, alternatives, blocked, note, example, tags
  }

  /// Reads a question; only `prompt` and `answer` must be there, and unknown keys are no error.
  ///
  /// - Throws: `DecodingError` when one of them is missing or a value has another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try values.decodeIfPresent(String.self, forKey: .id),
      prompt: try values.decode(String.self, forKey: .prompt),
      hint: try values.decodeIfPresent(String.self, forKey: .hint),
      answer: try values.decode(String.self, forKey: .answer),
      reading: try values.decodeIfPresent(String.self, forKey: .reading),
      alternatives: try values.decodeIfPresent([String].self, forKey: .alternatives) ?? [],
      blocked: try values.decodeIfPresent([String].self, forKey: .blocked) ?? [],
      note: try values.decodeIfPresent(String.self, forKey: .note),
      example: try values.decodeIfPresent(String.self, forKey: .example),
      tags: try values.decodeIfPresent([String].self, forKey: .tags) ?? [])
  }

  /// Writes the question, leaving out what it does not have.
  ///
  /// - Throws: `EncodingError` as the encoder does.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(id, forKey: .id)
    try values.encode(prompt, forKey: .prompt)
    try values.encodeIfPresent(hint, forKey: .hint)
    try values.encode(answer, forKey: .answer)
    try values.encodeIfPresent(reading, forKey: .reading)
    if !alternatives.isEmpty { try values.encode(alternatives, forKey: .alternatives) }
    if !blocked.isEmpty { try values.encode(blocked, forKey: .blocked) }
    try values.encodeIfPresent(note, forKey: .note)
    try values.encodeIfPresent(example, forKey: .example)
    if !tags.isEmpty { try values.encode(tags, forKey: .tags) }
  }
}
