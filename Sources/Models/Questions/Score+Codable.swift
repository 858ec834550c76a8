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
