/// Groups with what there is to study in each: those of a course, or those of no course.
public struct GroupListScreen: Hashable, Sendable {
  /// The title of the course; empty for groups of none.
  public let title: String
  /// What is said of the groups before the first row.
  public let before: [String]
  /// The groups, a row each; `nil` where nothing needs a row.
  public let groups: ReportTable?
  /// What is said of the groups after the last row.
  public let after: [String]
  /// Whether there are groups without a row.
  public let isFolded: Bool

  /// Makes a list.
  public init(
    title: String = "", before: [String] = [], groups: ReportTable?, after: [String] = [],
    isFolded: Bool = false
  ) {
    self.title = title
    self.before = before
    self.groups = groups
    self.after = after
    self.isFolded = isFolded
  }
}
