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

extension Example: Codable {
  private enum CodingKeys: String, CodingKey {
    case text, reading, meaning
  }

  /// Reads `{"text", "reading"?, "meaning"?}`, or a text alone.
  ///
  /// - Throws: `DecodingError` when it is neither.
  public init(from decoder: any Decoder) throws {
    // An object is no error here: it is read below.
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.init(text: text)
      return
    }
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      text: try values.decode(String.self, forKey: .text),
      reading: try values.decodeIfPresent(String.self, forKey: .reading),
      meaning: try values.decodeIfPresent(String.self, forKey: .meaning))
  }

  /// Writes a text alone when there is nothing else.
  ///
  /// - Throws: `EncodingError` as the encoder does.
  public func encode(to encoder: any Encoder) throws {
    if reading == nil, meaning == nil {
      var value = encoder.singleValueContainer()
      return try value.encode(text)
    }
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(text, forKey: .text)
    try values.encodeIfPresent(reading, forKey: .reading)
    try values.encodeIfPresent(meaning, forKey: .meaning)
  }
}

extension QuestionGroup: Codable {
  private enum CodingKeys: String, CodingKey {
    case title, description, language, author, licence, version, directions, settings, questions
    case score
  }

  /// Reads a group; only `title` and `questions` must be there, and unknown keys are no error.
  ///
  /// - Throws: `DecodingError` when one of them is missing or a value has another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      title: try values.decode(String.self, forKey: .title),
      description: try values.decodeIfPresent(String.self, forKey: .description),
      language: try values.decodeIfPresent(String.self, forKey: .language),
      author: try values.decodeIfPresent(String.self, forKey: .author),
      licence: try values.decodeIfPresent(String.self, forKey: .licence),
      version: try values.decodeIfPresent(String.self, forKey: .version),
      directions: try values.decodeIfPresent([String].self, forKey: .directions)?
        .compactMap(Direction.init(name:)),
      settings: try values.decodeIfPresent(GroupSettings.self, forKey: .settings)
        ?? GroupSettings(),
      questions: try values.decode([Question].self, forKey: .questions),
      score: try values.decodeIfPresent(Score.self, forKey: .score))
  }

  /// Writes the group, leaving out what it does not have.
  ///
  /// - Throws: `EncodingError` as the encoder does.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(title, forKey: .title)
    try values.encodeIfPresent(description, forKey: .description)
    try values.encodeIfPresent(language, forKey: .language)
    try values.encodeIfPresent(author, forKey: .author)
    try values.encodeIfPresent(licence, forKey: .licence)
    try values.encodeIfPresent(version, forKey: .version)
    try values.encodeIfPresent(directions?.compactMap(\.name), forKey: .directions)
    if !settings.isEmpty { try values.encode(settings, forKey: .settings) }
    try values.encode(questions, forKey: .questions)
    try values.encodeIfPresent(score, forKey: .score)
  }
}

extension Score: Codable {
  private enum CodingKeys: String, CodingKey {
    case correct, incorrect, correctCount, incorrectCount
  }

  /// Reads `{"correct", "incorrect"}`, or the original's `{"correctCount", "incorrectCount"}`; a
  /// missing count is 0.
  ///
  /// - Throws: `DecodingError` when a count is not a whole number.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func count(_ key: CodingKeys, or original: CodingKeys) throws -> Int {
      try values.decodeIfPresent(Int.self, forKey: key)
        ?? values.decodeIfPresent(Int.self, forKey: original) ?? 0
    }
    self.init(
      correct: try count(.correct, or: .correctCount),
      incorrect: try count(.incorrect, or: .incorrectCount))
  }

  /// Writes `{"correct", "incorrect"}`.
  ///
  /// - Throws: `EncodingError` as the encoder does.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(correct, forKey: .correct)
    try values.encode(incorrect, forKey: .incorrect)
  }
}
