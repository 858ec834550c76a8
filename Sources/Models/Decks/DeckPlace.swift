/// Where in a deck file a fault lies, in the author's terms.
public struct DeckPlace: Hashable, Sendable {
  /// The title of the group, if it has one.
  public let group: String?
  /// The number of the group in the file, from 1.
  public let groupNumber: Int
  /// The number of the question in its group, from 1; `nil` when the group itself is meant.
  public let question: Int?

  /// Makes a place.
  public init(group: String?, groupNumber: Int, question: Int? = nil) {
    self.group = group
    self.groupNumber = groupNumber
    self.question = question
  }
}

extension DeckPlace: CustomStringConvertible {
  /// `"Numbers", question 12`; a group without a title goes by its number: `group 2, question 12`.
  public var description: String {
    let name = group.map { Excerpt.quoted($0) } ?? "group \(groupNumber)"
    return question.map { "\(name), question \($0)" } ?? name
  }
}
