/// What a course file held: the course with the steps that can be used, and what is wrong with the
/// rest.
public struct CourseFile: Hashable, Sendable {
  /// The file, as it was named to the learner.
  public let path: String
  /// The course, if there is one with a title and a step.
  public let course: Course?
  /// Everything that is wrong with the file, by place; empty for a sound one.
  public let faults: [DeckFault]
}
