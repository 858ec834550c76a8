/// Where a learner stands with one step of a course.
public struct StepStanding: Hashable, Sendable {
  /// What there is to study in the step's group.
  public let counts: GroupCounts
  /// How much of it is known.
  public let knowledge: GroupKnowledge
  /// The titles of the groups it waits for: those it builds on that are not known yet.
  public let waitsFor: [String]

  /// Makes a standing.
  public init(counts: GroupCounts, knowledge: GroupKnowledge, waitsFor: [String]) {
    self.counts = counts
    self.knowledge = knowledge
    self.waitsFor = waitsFor
  }
}
