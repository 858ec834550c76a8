/// Why a card is due when it is, as values.
public struct WhyScreen: Hashable, Sendable {
  /// What a grade would do now.
  public struct Choice: Hashable, Sendable, Encodable {
    /// The grade's name.
    public let grade: String
    /// When the card would be due, in ISO 8601.
    public let due: String

    /// Makes a choice.
    public init(grade: String, due: String) {
      self.grade = grade
      self.due = due
    }
  }

  /// An answer.
  public struct Answer: Hashable, Sendable, Encodable {
    private enum CodingKeys: String, CodingKey {
      case at, grade
      case hintUsed = "hint_used"
      case scheduled
    }

    /// When it was given, in ISO 8601.
    public let at: String
    /// The grade's name.
    public let grade: String
    /// Whether the hint was shown before.
    public let hintUsed: Bool
    /// Whether it counts for the schedule.
    public let scheduled: Bool

    /// Makes an answer.
    public init(at: String, grade: String, hintUsed: Bool, scheduled: Bool) {
      self.at = at
      self.grade = grade
      self.hintUsed = hintUsed
      self.scheduled = scheduled
    }
  }

  /// The question's identity, 32 hexadecimal digits.
  public let card: String
  /// What the card asks for.
  public let direction: String
  /// Where it stands: `new`, `learning`, `review` or `relearning`.
  public let state: String
  /// When it is due, in ISO 8601; `nil` for a new card.
  public let due: String?
  /// The days from the last review to the next; `nil` for a new card.
  public let interval: Int?
  /// The days after which the probability of recall is 90%.
  public let stability: Double?
  /// The difficulty, 1…10.
  public let difficulty: Double?
  /// The probability of recall now, 0…1.
  public let retrievability: Double?
  /// How often it was forgotten after it had left its steps.
  public let lapses: Int
  /// The preset's name.
  public let preset: String
  /// The desired retention of its preset or group, 0…1.
  public let desiredRetention: Double
  /// The probability of recall that this card is scheduled for, 0…1: the desired retention, moved by the preset's
  /// slope.
  public let target: Double
  /// `active`, `suspended` or `buried`.
  public let suspension: String
  /// All answers that count, the oldest first.
  public let answers: [Answer]
  /// What each grade would do now.
  public let choices: [Choice]

  /// Makes an explanation.
  public init(
    card: String, direction: String, state: String, due: String?, interval: Int?,
    stability: Double?, difficulty: Double?, retrievability: Double?, lapses: Int,
    preset: String, desiredRetention: Double, target: Double, suspension: String, answers: [Answer],
    choices: [Choice]
  ) {
    self.card = card
    self.direction = direction
    self.state = state
    self.due = due
    self.interval = interval
    self.stability = stability
    self.difficulty = difficulty
    self.retrievability = retrievability
    self.lapses = lapses
    self.preset = preset
    self.desiredRetention = desiredRetention
    self.target = target
    self.suspension = suspension
    self.answers = answers
    self.choices = choices
  }
}

extension WhyScreen: Encodable {
  private enum Key: String, CodingKey {
    case card, direction, state, due, interval, stability, difficulty, retrievability, lapses,
      preset
    case desiredRetention = "desired_retention"
    case target, suspension, answers, choices
  }

  /// Encodes the explanation; what a new card does not have is null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(card, forKey: .card)
    try container.encode(direction, forKey: .direction)
    try container.encode(state, forKey: .state)
    try container.encode(due, forKey: .due)
    try container.encode(interval, forKey: .interval)
    try container.encode(stability, forKey: .stability)
    try container.encode(difficulty, forKey: .difficulty)
    try container.encode(retrievability, forKey: .retrievability)
    try container.encode(lapses, forKey: .lapses)
    try container.encode(preset, forKey: .preset)
    try container.encode(desiredRetention, forKey: .desiredRetention)
    try container.encode(target, forKey: .target)
    try container.encode(suspension, forKey: .suspension)
    try container.encode(answers, forKey: .answers)
    try container.encode(choices, forKey: .choices)
  }
}
