import RabbleQuestions

/// What a deck file held: the groups that can be studied, and what is wrong with the rest.
public struct DeckFile: Hashable, Sendable {
  /// The file, as it was named to the learner.
  public let path: String
  /// The groups that have a title and at least one sound question, in the order of the file.
  public let groups: [QuestionGroup]
  /// Everything that is wrong with the file, by place; empty for a sound one.
  public let faults: [DeckFault]

  /// Makes the content of a file.
  public init(path: String, groups: [QuestionGroup], faults: [DeckFault]) {
    self.path = path
    self.groups = groups
    self.faults = faults
  }

  /// Whether the file could be used at all: no fault is fatal.
  public var isUsable: Bool { !faults.contains { $0.isFatal } }
}
