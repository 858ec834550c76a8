import RabbleText

/// A question that goes on under the identity it had.
public struct IdentityDecision: Hashable, Sendable {
  /// Why two entries are one question.
  public enum Reason: String, Hashable, Sendable {
    /// The same text, but for what an author may change without meaning anything by it.
    case sameText = "same text"
    /// The same place, and close in text.
    case samePlace = "same place"
    /// The learner said so, or edited the question through the program.
    case told = "told"
    /// It is no question that was there before: the learner said so, or that one goes on under
    /// another text.
    case another = "another question"
  }

  /// The question as it reads now.
  public let entry: IdentityEntry
  /// The question it goes on as.
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
  /// Whether it has a history.
  public let isStudied: Bool

  /// Makes an entry.
  public init(
    id: QuestionID, name: String? = nil, group: String, place: Place?, prompt: String,
    answer: String, isStudied: Bool
  ) {
    self.id = id
    self.name = name
    self.group = group
    self.place = place
    self.prompt = prompt
    self.answer = answer
    self.isStudied = isStudied
  }
}

/// What tells one question from another: its two sides without what an author may change without
/// meaning anything by it.
public struct IdentityText: Hashable, Sendable {
  /// The prompt without furigana, case, width, spaces and punctuation.
  public let prompt: [Character]
  /// The answer, reduced the same way.
  public let answer: [Character]
  /// Each of the right answers, reduced the same way.
  private let answers: Set<[Character]>
  /// The digits of both sides: another number is another question.
  private let digits: [Int]

  /// Reads the two sides of a question.
  public init(prompt: String, answer: String) {
    self.prompt = Self.folded(prompt)
    self.answer = Self.folded(answer)
    answers = Set(
      answer.split { ";；,、\n".contains($0) }.map { Self.folded(String($0)) }.filter { !$0.isEmpty })
    digits = (self.prompt + self.answer).compactMap(\.wholeNumberValue)
  }

  /// Whether a question is no further from another than an author's edit of it: the same numbers, and
  /// at most a third of the letters of each side changed; or one side unchanged, and of the other at
  /// most half the letters, or not all of its right answers.
  public func isEdit(of other: IdentityText) -> Bool {
    guard digits == other.digits else { return false }
    if prompt == other.prompt {
      return !answers.isDisjoint(with: other.answers) || Self.isClose(answer, other.answer, 2)
    }
    if answer == other.answer { return Self.isClose(prompt, other.prompt, 2) }
    return Self.isClose(prompt, other.prompt, 3) && Self.isClose(answer, other.answer, 3)
  }

  /// Whether somebody should be asked if a question is another one: a side is the same, or at most
  /// half the letters of both together differ.
  public func resembles(_ other: IdentityText) -> Bool {
    if prompt == other.prompt || answer == other.answer || isEdit(of: other) { return true }
    let length = max(prompt.count, other.prompt.count) + max(answer.count, other.answer.count)
    let most = length / 2
    let first = EditDistance.between(prompt, other.prompt, atMost: most)
    return first <= most && first + EditDistance.between(answer, other.answer, atMost: most) <= most
  }

  /// Whether at most one letter in `part` differs.
  private static func isClose(_ left: [Character], _ right: [Character], _ part: Int) -> Bool {
    let most = max(left.count, right.count) / part
    return EditDistance.between(left, right, atMost: most) <= most
  }

  /// Lower-case letters, digits, symbols and marks, those of full width as the others.
  private static func folded(_ text: String) -> [Character] {
    var result: [Character] = []
    for character in RubyText(text).base.lowercased() {
      let narrow = character.narrow
      if !narrow.isWhitespace && !narrow.isPunctuation { result.append(narrow) }
    }
    return result.isEmpty ? Array(text) : result
  }
}

extension Character {
  /// The ASCII character of a full-width one.
  fileprivate var narrow: Character {
    guard let scalar = unicodeScalars.first, unicodeScalars.count == 1,
      (0xff01...0xff5e).contains(scalar.value),
      let ascii = Unicode.Scalar(scalar.value - 0xfee0)
    else { return self }
    return Character(ascii)
  }
}
