/// A question as the learner meets it: with the identity its history hangs on and the group it
/// stands in.
public struct Card: Hashable, Sendable {
  /// What the card is known by in the study log.
  public let id: CardID
  /// The question, as the deck has it now.
  public let question: Question
  /// The group it stands in.
  public let group: GroupName
  /// What its group is called to the learner.
  public let groupLabel: String
  /// Its place in the group, from 0.
  public let position: Int
  /// How the group's author wants it to be studied.
  public let settings: GroupSettings
  /// The languages of the group.
  public let languages: GroupLanguages

  /// Makes a card; its group is called by its title unless a label says otherwise.
  public init(
    id: CardID, question: Question, group: GroupName, groupLabel: String? = nil, position: Int,
    settings: GroupSettings = GroupSettings(), languages: GroupLanguages = GroupLanguages()
  ) {
    self.id = id
    self.question = question
    self.group = group
    self.groupLabel = groupLabel ?? group.title
    self.position = position
    self.settings = settings
    self.languages = languages
  }

  /// Whether a typo is forgiven, as the question or else its group says; `nil` where neither does.
  public var typos: TypoRule? { question.typos ?? settings.typos }
}

/// What a card is known by: its question, and the direction in which it is asked.
public struct CardID: Hashable, Sendable {
  /// The question.
  public let question: QuestionID
  /// Which way round it is asked.
  public let direction: Direction

  /// Makes the identity of a question's card.
  public init(question: QuestionID, direction: Direction = .recognition) {
    self.question = question
    self.direction = direction
  }
}

extension CardID: CustomStringConvertible {
  /// The question's 32 digits, and the direction unless it is recognition.
  public var description: String {
    direction == .recognition ? "\(question)" : "\(question) (\(direction.fullName))"
  }
}
