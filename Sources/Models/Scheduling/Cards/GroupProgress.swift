import RabbleQuestions

/// What there is to study in a group, and the score so far.
package struct GroupCounts: Hashable, Sendable {
  package let title: String
  package let questions: Int
  /// The number of its cards: one or more a question.
  package let cards: Int
  /// Cards never answered yet.
  package let new: Int
  /// Cards in their learning or relearning steps.
  package let learning: Int
  /// Cards past their steps that are due today or overdue.
  package let due: Int
  /// All answers that have not been undone.
  package let score: Score

  package init(
    title: String, questions: Int, cards: Int, new: Int, learning: Int, due: Int, score: Score
  ) {
    self.title = title
    self.questions = questions
    self.cards = cards
    self.new = new
    self.learning = learning
    self.due = due
    self.score = score
  }
}

/// How much of a group a learner knows at a moment: the share of its questions that would be
/// remembered now, those not learned yet counting as forgotten.
package struct GroupKnowledge: Hashable, Sendable {
  /// The share from which a group counts as known, so that groups that build on it are unlocked:
  /// learning nine of ten questions and recalling nine of ten of those is enough.
  package static let known = 0.8

  package let questions: Int
  /// The probability of recall of each question that has been learned, 0…1: the mean of those of its
  /// cards that have left their first steps.
  package let retrievabilities: [Double]

  package init(questions: Int, retrievabilities: [Double]) {
    self.questions = questions
    self.retrievabilities = retrievabilities
  }

  /// The share of the questions that would be remembered, 0…1.
  package var share: Double {
    guard questions > 0 else { return 1 }
    return min(1, retrievabilities.reduce(0, +) / Double(questions))
  }

  /// Whether groups that build on this one are unlocked.
  package var isKnown: Bool { share >= Self.known }
}

/// Where a learner stands with one step of a course.
package struct StepStanding: Hashable, Sendable {
  /// What there is to study in the step's group.
  package let counts: GroupCounts
  /// How much of it is known.
  package let knowledge: GroupKnowledge
  /// The titles of the groups it builds on that are not known yet; it is locked until they are.
  package let waitsFor: [String]
  /// Whether the group is no step, but lies beside the course for those who study it by its name.
  package let isOptional: Bool

  package init(
    counts: GroupCounts, knowledge: GroupKnowledge, waitsFor: [String], isOptional: Bool = false
  ) {
    self.counts = counts
    self.knowledge = knowledge
    self.waitsFor = waitsFor
    self.isOptional = isOptional
  }
}
