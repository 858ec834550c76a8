/// A course file as the log keeps it between two readings.
public struct StoredCourse: Hashable, Sendable {
  /// A group of the course, with those it builds on, by their titles.
  public struct Step: Hashable, Sendable {
    /// The group.
    public let group: String
    /// The groups it builds on.
    public let after: [String]

    /// Makes a step.
    public init(group: String, after: [String]) {
      self.group = group
      self.after = after
    }
  }

  /// The file's path.
  public let path: String
  /// What told this reading of the file from any other.
  public let signature: String
  /// What was wrong with it, a line a fault.
  public let faults: [String]
  /// What the course is called; `nil` when nothing in the file can be used.
  public let title: String?
  /// The groups in the order in which they are learned.
  public let steps: [Step]

  /// Makes a course's record.
  public init(path: String, signature: String, faults: [String], title: String?, steps: [Step]) {
    self.path = path
    self.signature = signature
    self.faults = faults
    self.title = title
    self.steps = steps
  }
}
