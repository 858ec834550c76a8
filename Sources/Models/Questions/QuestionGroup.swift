/// Questions studied together under one title.
///
/// Reads a group of an original Rabble Wabble file, `{"title", "questions", "score"?}`, as it is.
public struct QuestionGroup: Hashable, Sendable {
  /// What the group is called, and chosen by.
  public let title: String
  /// What the group is about, in a sentence.
  public let description: String?
  /// The language that is learned, as a BCP 47 tag such as `ja`.
  public let language: String?
  /// Who wrote it.
  public let author: String?
  /// What others may do with it, as an SPDX identifier such as `CC-BY-4.0`, or in words.
  public let licence: String?
  /// Which edition of the group this is, as its author counts.
  public let version: String?
  /// The directions in which its questions are asked unless they say otherwise; `nil` for
  /// recognition alone.
  public let directions: [Direction]?
  /// How its author wants it to be studied.
  public let settings: GroupSettings
  /// The questions in the author's order.
  public let questions: [Question]
  /// The score an original Rabble Wabble file carries. The learner's progress is never read from
  /// it: that lives in the study log.
  public let score: Score?

  /// Makes a group.
  public init(
    title: String, description: String? = nil, language: String? = nil, author: String? = nil,
    licence: String? = nil, version: String? = nil, directions: [Direction]? = nil,
    settings: GroupSettings = GroupSettings(), questions: [Question], score: Score? = nil
  ) {
    self.title = title
    self.description = description
    self.language = language
    self.author = author
    self.licence = licence
    self.version = version
    self.directions = directions
    self.settings = settings
    self.questions = questions
    self.score = score
  }
}
