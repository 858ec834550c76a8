/// A question that goes on under the identity it had, or that is another one.
package struct IdentityDecision: Hashable, Sendable {
  /// Why two entries are one question.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
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
    package var isAutomatic: Bool {
      switch self {
      case .sameText, .samePlace, .sameSide: true
      case .told, .another: false
      }
    }
  }

  /// The question as it reads now.
  package let entry: IdentityEntry
  /// The question it goes on as, or is not.
  package let known: IdentityEntry
  package let reason: Reason

  package init(entry: IdentityEntry, known: IdentityEntry, reason: Reason) {
    self.entry = entry
    self.known = known
    self.reason = reason
  }
}

/// A studied question that is gone, with the new ones that might be it: for the learner to decide.
package struct UnclearIdentity: Hashable, Sendable {
  /// The question that is gone.
  package let known: IdentityEntry
  /// The new questions that resemble it, the closest in place first; at least one.
  package let candidates: [IdentityEntry]

  package init(known: IdentityEntry, candidates: [IdentityEntry]) {
    self.known = known
    self.candidates = candidates
  }
}

/// A question as it reads in a deck, at a place among others.
package struct IdentityEntry: Hashable, Sendable {
  /// Where a question stands in its group: between which of the questions that were there before an
  /// edit and still are. `nil` stands for the group's beginning or end.
  package struct Place: Hashable, Sendable {
    /// The nearest question before it.
    package let before: QuestionID?
    /// The nearest question after it.
    package let after: QuestionID?

    package init(before: QuestionID?, after: QuestionID?) {
      self.before = before
      self.after = after
    }
  }

  /// What it is known by.
  package let id: QuestionID
  /// The author's own name for it.
  package let name: String?
  /// The title of its group.
  package let group: String
  /// Its place; `nil` when nobody remembers.
  package let place: Place?
  /// What is asked.
  package let prompt: String
  /// The expected answer.
  package let answer: String
  /// Whether its blanks are asked, and not the whole of it.
  package let hasBlanks: Bool
  /// Whether it has a history.
  package let isStudied: Bool
  /// Whether it is only ever matched in its own group: a history that waits here for a deck of another device,
  /// and a question of a course that was never started, which takes no history from elsewhere.
  package let staysInGroup: Bool

  package init(
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
