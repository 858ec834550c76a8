import RabbleQuestions

/// A card with everything that decks and log say about it.
package struct CardStanding: Hashable, Sendable {
  /// The card, as its deck has it now.
  package let card: Card
  /// Its schedule; `nil` when it is new.
  package let schedule: Schedule?
  /// How it is scheduled.
  package let preset: Preset
  /// Further answers that the learner has accepted.
  package let accepted: [String]
  /// Whether it is suspended or buried.
  package let suspension: Suspension
  /// Whether it is left for another day because a sibling is due today or was answered today.
  package let isHeldBySibling: Bool
  /// Whether its question might be an edited one with a history: it is not asked before that is decided.
  package let isInDoubt: Bool
  /// What the learner has put on it.
  package var marks: CardMarks
  /// Whether its romaji are shown: it has some, and a kana of its prompt is not known yet.
  package var showsRomaji = false

  package init(
    card: Card, schedule: Schedule?, preset: Preset = Preset(), accepted: [String] = [],
    suspension: Suspension = .active, isHeldBySibling: Bool = false,
    isInDoubt: Bool = false, marks: CardMarks = CardMarks()
  ) {
    self.marks = marks
    self.card = card
    self.schedule = schedule
    self.preset = preset
    self.accepted = accepted
    self.suspension = suspension
    self.isHeldBySibling = isHeldBySibling
    self.isInDoubt = isInDoubt
  }

  /// Whether it is not asked today although it may be due.
  package func isHeld(at moment: Moment) -> Bool {
    isHeldBySibling || isInDoubt || suspension.holds(on: moment.day)
  }
}

/// Whether a card is suspended or buried.
package enum Suspension: Hashable, Sendable {
  /// It is asked when it is due.
  case active
  /// It is not asked until the learner restores it.
  case suspended
  /// It is not asked before this day.
  case buried(until: StudyDay)

  /// Whether the card is not asked on a day.
  package func holds(on day: StudyDay) -> Bool {
    switch self {
    case .active: false
    case .suspended: true
    case .buried(let end): day < end
    }
  }
}
