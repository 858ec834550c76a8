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
    /// The correct answer when it was last answered.
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

/// Counts reviews, one after the other, into a ``ScoreReport``.
///
///     var tally = ScoreTally()
///     try log.forEachReview { tally.add($0.review, group: $0.group, prompt: …, answer: …) }
///     let report = tally.report
public struct ScoreTally: Sendable {
  private struct Wording {
    var group: String
    var prompt: String
    var answer: String
    var score: Score
  }

  private var total = Score()
  private var questions: [CardID: Wording] = [:]
  private var groups: [String: Score] = [:]
  private var days: [StudyDay: Score] = [:]

  /// Makes an empty tally.
  public init() {}

  /// Counts a review.
  ///
  /// - Parameters:
  ///   - review: what happened.
  ///   - group: the title of the question's group.
  ///   - prompt: the question's prompt.
  ///   - answer: the question's answer.
  public mutating func add(_ review: Review, group: String, prompt: String, answer: String) {
    let isCorrect = review.grade.isCorrect
    total.count(correct: isCorrect)
    groups[group, default: Score()].count(correct: isCorrect)
    days[review.moment.day, default: Score()].count(correct: isCorrect)
    var wording =
      questions[review.card]
      ?? Wording(group: group, prompt: prompt, answer: answer, score: Score())
    wording.group = group
    wording.prompt = prompt
    wording.answer = answer
    wording.score.count(correct: isCorrect)
    questions[review.card] = wording
  }

  /// The report of what has been counted so far. Complexity: O(*n* log *n*) in the number of questions.
  public var report: ScoreReport {
    ScoreReport(
      total: total,
      groups: groups.sorted { $0.key < $1.key }
        .map { ScoreReport.GroupScore(group: $0.key, score: $0.value) },
      questions: questions.map { card, wording in
        ScoreReport.QuestionScore(
          card: card, group: wording.group, prompt: wording.prompt, answer: wording.answer,
          score: wording.score)
      }.sorted {
        ($0.group, $0.prompt, $0.answer, $0.card.question.bits, $0.card.direction.rawValue)
          < ($1.group, $1.prompt, $1.answer, $1.card.question.bits, $1.card.direction.rawValue)
      },
      days: days.sorted { $0.key < $1.key }
        .map { ScoreReport.DayScore(day: $0.key, score: $0.value) })
  }
}
