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
