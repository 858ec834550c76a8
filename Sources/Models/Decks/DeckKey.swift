/// The keys that a deck file may use; all others are passed over.
public enum DeckKey {
  /// The keys of a group.
  public enum Group: Int, DeckKeyword {
    case title, questions, description, language, author, licence, version, directions, settings
    case score, silence

    /// The key as it stands in a file.
    public var name: String { Self.names[rawValue] }
    private static let names = allCases.map { "\($0)" }
  }

  /// The keys of a question.
  public enum Question: Int, DeckKeyword {
    case prompt, answer, hint, id, reading, furigana, alternatives, blocked
    case partOfSpeech, pitch, example, note, tags, directions, cloze, source, silence

    /// The key as it stands in a file.
    public var name: String { Self.names[rawValue] }
    private static let names = allCases.map { $0 == .partOfSpeech ? "part_of_speech" : "\($0)" }
  }

  /// The keys of an example.
  public enum Example: Int, DeckKeyword {
    case text, reading, meaning

    /// The key as it stands in a file.
    public var name: String { Self.names[rawValue] }
    private static let names = allCases.map { "\($0)" }
  }

  /// The keys of a group's settings.
  public enum Settings: Int, DeckKeyword {
    case accents, furigana

    /// The key as it stands in a file.
    public var name: String { Self.names[rawValue] }
    private static let names = allCases.map { "\($0)" }
  }

  /// The keys of a score, ours before the original's.
  public enum Score: Int, DeckKeyword {
    case correct, incorrect, correctCount, incorrectCount

    /// The key as it stands in a file.
    public var name: String { Self.names[rawValue] }
    private static let names = allCases.map { "\($0)" }
  }
}
