/// How a learner answers: how often with which grade, and how long it takes.
public struct LearnerHabits: Sendable, Hashable {
  /// One number a grade, from again to easy.
  public typealias PerGrade = [Double]

  /// The probabilities of the first grade of a new card.
  public let first: PerGrade
  /// The probabilities of the grades of a card that is remembered; 0 for again.
  public let remembered: PerGrade
  /// The probabilities of the grades when a new card is repeated on its first day.
  public let learning: PerGrade
  /// The probabilities of the grades when a forgotten card is repeated on the same day.
  public let relearning: PerGrade
  /// The seconds an answer to a new card takes, that day's repetitions included.
  public let learningSeconds: PerGrade
  /// The seconds an answer to a card that has come back after days takes.
  public let reviewSeconds: PerGrade
  /// The seconds an answer takes when a forgotten card is repeated on the same day.
  public let relearningSeconds: PerGrade

  /// The habits of a learner of whom nothing is known: the means over many learners that fsrs-rs
  /// 6.6.2 simulates with.
  public static let usual = LearnerHabits(
    first: [0.24, 0.094, 0.495, 0.171],
    remembered: [0, 0.224, 0.631, 0.145],
    learning: [0.1553, 0.0554, 0.7329, 0.0564],
    relearning: [0.2157, 0.0643, 0.6596, 0.0604],
    learningSeconds: [19.58, 18.79, 13.78, 10.71],
    reviewSeconds: [19.38, 17.59, 12.38, 8.94],
    relearningSeconds: [16.44, 15.25, 12.32, 8.03])

  init(
    first: PerGrade, remembered: PerGrade, learning: PerGrade, relearning: PerGrade,
    learningSeconds: PerGrade, reviewSeconds: PerGrade, relearningSeconds: PerGrade
  ) {
    self.first = first
    self.remembered = remembered
    self.learning = learning
    self.relearning = relearning
    self.learningSeconds = learningSeconds
    self.reviewSeconds = reviewSeconds
    self.relearningSeconds = relearningSeconds
  }
}
