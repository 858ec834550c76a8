import RabbleQuestions
import RabbleScheduling

/// Correct and incorrect answers, by question, by group and by day.
public struct ScoreReport: Hashable, Sendable {
  /// All answers.
  public let total: Score
  /// One row a group, by title.
  public let groups: [GroupScore]
  /// One row a card, by group and prompt: each direction of a question by itself.
  public let questions: [QuestionScore]
  /// One row a day on which there was an answer, oldest first.
  public let days: [DayScore]

  /// The score of a group.
  public struct GroupScore: Hashable, Sendable {
    /// The group's title.
    public let group: String
    /// Its answers.
    public let score: Score
  }

  /// The score of a question in one direction.
  public struct QuestionScore: Hashable, Sendable {
    /// The question's identity, and the direction.
    public let card: CardID
    /// The title of the group it was last answered in.
    public let group: String
    /// Its prompt when it was last answered.
    public let prompt: String
    /// What was right when it was last answered.
    public let answer: String
    /// Its answers.
    public let score: Score
  }

  /// The score of a day.
  public struct DayScore: Hashable, Sendable {
    /// The learner's day.
    public let day: StudyDay
    /// Its answers.
    public let score: Score
  }
}
