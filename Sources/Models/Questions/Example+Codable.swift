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
