/// An order in which groups are learned: each step is a group, with the earlier groups it builds on.
public struct Course: Hashable, Sendable {
  /// A step of a course.
  public struct Step: Hashable, Sendable {
    /// The title of the group.
    public let group: String
    /// The titles of the groups it builds on, each that of an earlier step.
    public let after: [String]

    /// Makes a step.
    public init(group: String, after: [String] = []) {
      self.group = group
      self.after = after
    }
  }

  /// What the course is called, and chosen by.
  public let title: String
  /// What the course is about, in a sentence.
  public let description: String?
  /// The language that is learned, as a BCP 47 tag such as `ja`.
  public let language: String?
  /// The steps, in the order in which they are learned; each group once.
  public let steps: [Step]

  /// Makes a course.
  public init(
    title: String, description: String? = nil, language: String? = nil, steps: [Step]
  ) {
    self.title = title
    self.description = description
    self.language = language
    self.steps = steps
  }
}
