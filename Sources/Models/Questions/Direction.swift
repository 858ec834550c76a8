/// Which way round a question is asked. Each direction is a card with a schedule of its own.
public enum Direction: Hashable, Sendable {
  /// The prompt is shown, the answer is asked for.
  case recognition
  /// The answer is shown, the prompt is asked for.
  case production
  /// The prompt is shown, its reading is asked for.
  case reading
  /// A sentence is shown with this blank open; its key is ``ClozeText/Blank/key``.
  case cloze(String)

  /// The directions an author can name in a deck.
  public static let named: [Direction] = [.recognition, .production, .reading]

  /// What an author calls it in a deck; `nil` for a blank, which the sentence itself names.
  public var name: String? {
    switch self {
    case .recognition: "recognition"
    case .production: "production"
    case .reading: "reading"
    case .cloze: nil
    }
  }

  /// The direction an author names in a deck, or `nil` for any other text.
  public init?(name: String) {
    guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

extension Direction {
  /// What a card asks for, whichever blank it is.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// The answer to the prompt.
    case recognition
    /// The prompt that goes with the answer.
    case production
    /// How the prompt is read.
    case reading
    /// What belongs in a blank.
    case cloze
  }

  /// What its cards ask for.
  public var kind: Kind {
    switch self {
    case .recognition: .recognition
    case .production: .production
    case .reading: .reading
    case .cloze: .cloze
    }
  }
}

extension Direction: RawRepresentable {
  /// Reads what ``rawValue`` gave; `nil` for any other text.
  public init?(rawValue: String) {
    switch rawValue {
    case "answer": self = .recognition
    case "production": self = .production
    case "reading": self = .reading
    case let text where text.hasPrefix(Self.clozePrefix):
      self = .cloze(String(text.dropFirst(Self.clozePrefix.count)))
    default: return nil
    }
  }

  /// How the study log names it: `answer`, `production`, `reading`, or `cloze` with the blank's key.
  public var rawValue: String {
    switch self {
    case .recognition: "answer"
    case .production: "production"
    case .reading: "reading"
    case .cloze(let key): Self.clozePrefix + key
    }
  }

  private static let clozePrefix = "cloze "
}
