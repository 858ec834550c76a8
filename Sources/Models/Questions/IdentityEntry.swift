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
