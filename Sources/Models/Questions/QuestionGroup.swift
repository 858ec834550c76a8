/// Questions studied together under one title.
///
/// Reads a group of an original Rabble Wabble file, `{"title", "questions", "score"?}`, as it is.
public struct QuestionGroup: Hashable, Sendable, Codable {
  /// What the group is called, and chosen by.
  public let title: String
  /// What the group is about, in a sentence.
  public let description: String?
  /// The language that is learned, as a BCP 47 tag such as `ja`.
  public let language: String?
  /// The questions in the author's order.
  public let questions: [Question]
  /// The score an original Rabble Wabble file carries. The learner's progress is never read from
  /// it: that lives in the study log.
  public let score: Score?

  /// Makes a group.
  public init(
    title: String, description: String? = nil, language: String? = nil, questions: [Question],
    score: Score? = nil
  ) {
    self.title = title
    self.description = description
    self.language = language
    self.questions = questions
    self.score = score
  }
}
