import RabbleQuestions

/// A review that is in the log, with everything known about it.
public struct RecordedReview: Hashable, Sendable {
  /// The event's identity.
  public let id: EventID
  /// The device it was made on.
  public let device: EventID
  /// What happened.
  public let review: Review
  /// The title of the question's group at that time.
  public let group: String
  /// The question's prompt.
  public let prompt: String
  /// What the deck called right.
  public let answer: String
  /// What the card showed: the prompt, or the answer where the prompt was asked for.
  public var asked: String {
    RubyText(review.card.direction == .production ? answer : prompt).base
  }

  /// The question whose answer was given instead, if it was one's.
  public let mistakenFor: QuestionID?
  /// Whether the learner has taken the review back since.
  public let isRetracted: Bool

  /// Makes a recorded review.
  public init(
    id: EventID,
    device: EventID,
    review: Review,
    group: String,
    prompt: String,
    answer: String,
    mistakenFor: QuestionID? = nil, isRetracted: Bool
  ) {
    self.id = id
    self.device = device
    self.review = review
    self.group = group
    self.prompt = prompt
    self.answer = answer
    self.mistakenFor = mistakenFor
    self.isRetracted = isRetracted
  }
}
