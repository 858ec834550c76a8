import RabbleText

extension Question: Codable {
  /// The key of a field in a deck.
  private struct FieldKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ field: Field) { stringValue = field.key }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads a question; only `prompt` and `answer` must be there, or `cloze` in their place, and
  /// unknown keys are no error.
  ///
  /// - Throws: `DecodingError` when one of them is missing or a value has another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: FieldKey.self)
    self.init(prompt: "", answer: "")
    cloze = try values.decodeIfPresent(String.self, forKey: FieldKey(.cloze))
    let sentence = clozeText
    for field in Field.allCases {
      let key = FieldKey(field)
      switch field.kind {
      case .required(let path):
        let derived = field == .prompt ? sentence?.opened : sentence?.filled
        self[keyPath: path] =
          try derived == nil
          ? values.decode(String.self, forKey: key)
          : values.decodeIfPresent(String.self, forKey: key) ?? derived ?? ""
      case .text(let path):
        self[keyPath: path] = try values.decodeIfPresent(String.self, forKey: key)
      case .list(let path):
        self[keyPath: path] = try values.decodeIfPresent([String].self, forKey: key) ?? []
      case .number(let path, _):
        self[keyPath: path] = try values.decodeIfPresent(Int.self, forKey: key)
      case .choice(let path, _):
        self[keyPath: path] = try values.decodeIfPresent(String.self, forKey: key)
      case .directions(let path):
        self[keyPath: path] = try values.decodeIfPresent([String].self, forKey: key)?
          .compactMap(Direction.init(name:))
      case .example(let path):
        self[keyPath: path] = try values.decodeIfPresent(Example.self, forKey: key)
      }
    }
  }

  /// Writes the question, without what it does not have and what its cloze says already.
  ///
  /// - Throws: `EncodingError` as the encoder does.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: FieldKey.self)
    for field in Field.allCases where summary(field) != nil || field == .directions {
      let key = FieldKey(field)
      switch field.kind {
      case .required(let path): try values.encode(self[keyPath: path], forKey: key)
      case .text(let path), .choice(let path, _):
        try values.encodeIfPresent(self[keyPath: path], forKey: key)
      case .list(let path): try values.encode(self[keyPath: path], forKey: key)
      case .number(let path, _): try values.encodeIfPresent(self[keyPath: path], forKey: key)
      case .directions(let path):
        try values.encodeIfPresent(self[keyPath: path]?.compactMap(\.name), forKey: key)
      case .example(let path): try values.encodeIfPresent(self[keyPath: path], forKey: key)
      }
    }
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
  /// The keys of a group: its fields, of which those that are settings stand in an object of their own.
  private enum GroupKey: CodingKey {
    case field(Field)
    case settings, questions, score

    var stringValue: String {
      switch self {
      case .field(let field): field.key
      case .settings: "settings"
      case .questions: "questions"
      case .score: "score"
      }
    }
    var intValue: Int? { nil }

    init?(stringValue: String) {
      switch stringValue {
      case "settings": self = .settings
      case "questions": self = .questions
      case "score": self = .score
      default:
        guard let field = Field.allCases.first(where: { $0.key == stringValue }) else { return nil }
        self = .field(field)
      }
    }
    init?(intValue: Int) { nil }
  }

  /// Reads a group; only `title` and `questions` must be there, and unknown keys are no error.
  ///
  /// - Throws: `DecodingError` when one of them is missing or a value has another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: GroupKey.self)
    self.init(
      title: "", questions: try values.decode([Question].self, forKey: .questions),
      score: try values.decodeIfPresent(Score.self, forKey: .score))
    let settings =
      values.contains(.settings)
      ? try values.nestedContainer(keyedBy: GroupKey.self, forKey: .settings) : nil
    for field in Field.allCases {
      let key = GroupKey.field(field)
      switch field.kind {
      case .required(let path): self[keyPath: path] = try values.decode(String.self, forKey: key)
      case .text(let path):
        self[keyPath: path] = try values.decodeIfPresent(String.self, forKey: key)
      case .directions(let path):
        self[keyPath: path] = try values.decodeIfPresent([String].self, forKey: key)?
          .compactMap(Direction.init(name:))
      case .setting(let path, _):
        self[keyPath: path] = try settings?.decodeIfPresent(String.self, forKey: key)
      }
    }
  }

  /// Writes the group, leaving out what it does not have.
  ///
  /// - Throws: `EncodingError` as the encoder does.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: GroupKey.self)
    for field in Field.allCases {
      let key = GroupKey.field(field)
      switch field.kind {
      case .required(let path): try values.encode(self[keyPath: path], forKey: key)
      case .text(let path): try values.encodeIfPresent(self[keyPath: path], forKey: key)
      case .directions(let path):
        try values.encodeIfPresent(self[keyPath: path]?.compactMap(\.name), forKey: key)
      case .setting: break
      }
    }
    if !settings.isEmpty {
      var container = values.nestedContainer(keyedBy: GroupKey.self, forKey: .settings)
      for field in Field.allCases {
        guard case .setting(let path, _) = field.kind else { continue }
        try container.encodeIfPresent(self[keyPath: path], forKey: .field(field))
      }
    }
    try values.encode(questions, forKey: .questions)
    try values.encodeIfPresent(score, forKey: .score)
  }
}

extension Score: Codable {
  private enum CodingKeys: String, CodingKey {
    case correct = "correct_count"
    case incorrect = "incorrect_count"
    case correctCount, incorrectCount
  }

  /// Reads `{"correct_count", "incorrect_count"}`, or the original's `{"correctCount", "incorrectCount"}`; a
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

  /// Writes `{"correct_count", "incorrect_count"}`.
  ///
  /// - Throws: `EncodingError` as the encoder does.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(correct, forKey: .correct)
    try values.encode(incorrect, forKey: .incorrect)
  }
}
