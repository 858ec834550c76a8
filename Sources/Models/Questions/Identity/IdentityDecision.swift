/// A question that goes on under the identity it had, or that is another one.
public struct IdentityDecision: Hashable, Sendable {
  /// Why two entries are one question.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The same text, but for what an author may change without meaning anything by it.
    case sameText = "same text"
    /// The same place, and close in text.
    case samePlace = "same place"
    /// One side the same, and the other hardly another.
    case sameSide = "same side"
    /// The learner said so, or edited the question through the program.
    case told = "told"
    /// It is no question that was there before: the learner said so, or that one goes on under
    /// another text.
    case another = "another question"

    /// Whether the program made the decision by itself.
    public var isAutomatic: Bool {
      switch self {
      case .sameText, .samePlace, .sameSide: true
      case .told, .another: false
      }
    }
  }

  /// The question as it reads now.
  public let entry: IdentityEntry
  /// The question it goes on as, or is not.
  public let known: IdentityEntry
  /// Why.
  public let reason: Reason

  /// Makes a decision.
  public init(entry: IdentityEntry, known: IdentityEntry, reason: Reason) {
    self.entry = entry
    self.known = known
    self.reason = reason
  }
}

/// A studied question that is gone, with the new ones that might be it: for the learner to decide.
public struct UnclearIdentity: Hashable, Sendable {
  /// The question that is gone.
  public let known: IdentityEntry
  /// The new questions that resemble it, the closest in place first; at least one.
  public let candidates: [IdentityEntry]

  /// Makes a case.
  public init(known: IdentityEntry, candidates: [IdentityEntry]) {
    self.known = known
    self.candidates = candidates
  }
}

/// A question as it reads in a deck, at a place among others.
public struct IdentityEntry: Hashable, Sendable {
  /// Where a question stands in its group: between which of the questions that were there before an
  /// edit and still are. `nil` stands for the group's beginning or end.
  public struct Place: Hashable, Sendable {
    /// The nearest question before it.
    public let before: QuestionID?
    /// The nearest question after it.
    public let after: QuestionID?

    /// Makes a place.
    public init(before: QuestionID?, after: QuestionID?) {
      self.before = before
      self.after = after
    }
  }

  /// What it is known by.
  public let id: QuestionID
  /// The author's own name for it.
  public let name: String?
  /// The title of its group.
  public let group: String
  /// Its place; `nil` when nobody remembers.
  public let place: Place?
  /// What is asked.
  public let prompt: String
  /// The expected answer.
  public let answer: String
  /// Whether its blanks are asked, and not the whole of it.
  public let hasBlanks: Bool
  /// Whether it has a history.
  public let isStudied: Bool
  /// Whether it is only ever matched in its own group: a history that waits here for a deck of another device,
  /// and a question of a course that was never started, which takes no history from elsewhere.
  public let staysInGroup: Bool

  /// Makes an entry.
  public init(
    id: QuestionID, name: String? = nil, group: String, place: Place?, prompt: String,
    answer: String, hasBlanks: Bool = false, isStudied: Bool, staysInGroup: Bool = false
  ) {
    self.id = id
    self.name = name
    self.group = group
    self.place = place
    self.prompt = prompt
    self.answer = answer
    self.hasBlanks = hasBlanks
    self.isStudied = isStudied
    self.staysInGroup = staysInGroup
  }
}
