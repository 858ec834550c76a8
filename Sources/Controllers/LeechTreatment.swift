import RabbleScheduling
import RabbleScreens

/// What a learner can do about a card that has become a leech once more.
private enum LeechTreatment: CaseIterable {
  case goOn, edit, note, suspend

  var words: String {
    switch self {
    case .goOn: "Go on: it is still asked"
    case .edit: "Edit it, or split it into easier cards"
    case .note: "Write a note: a mnemonic or an example"
    case .suspend: "Suspend it"
    }
  }
}

extension ChoiceScreen {
  /// What to do about the card whose verdict has just told that it is a leech.
  fileprivate static let leech = ChoiceScreen(
    lines: ["What do you want to do about it?"], choices: LeechTreatment.allCases.map(\.words))
}

/// A card that is forgotten in spite of being marked as a leech costs more time than it is worth: from the second mark
/// on, the session asks what to do about it.
extension QuestionController {
  /// Whether an answer has marked its card as a leech for the second time or more, and somebody is there to decide.
  func asksForTreatment(after answer: RecordedAnswer, to asked: AskedCard) -> Bool {
    guard style.treatsLeeches, answer.leech == .tag, let lapses = answer.schedule?.lapses else {
      return false
    }
    return asked.standing.preset.leech.marks(lapses: lapses) > 1
  }

  mutating func showTreatments() throws { try show(.choice(.leech)) }

  /// Does what the learner chose for a leech.
  mutating func treat(_ asked: AskedCard, as line: String) throws {
    guard let number = ChoiceScreen.leech.choice(typed: line) else {
      return try resume(with: .problem, [ChoiceScreen.leech.advice])
    }
    state = .pausing(asked)
    switch LeechTreatment.allCases[number - 1] {
    case .goOn: try next()
    case .edit:
      try perform(.edit, with: nil)
      if case .pausing = state { try next() }
    case .note:
      state = .noting(asked)
      try resume(
        with: .information, ["Type the note and press Enter. An empty line writes none."],
        topic: "note")
    case .suspend: try perform(.suspend, with: nil)
    }
  }

  /// Keeps the note that the learner wrote for a leech, and goes on.
  mutating func note(_ asked: AskedCard, _ typed: TypedAnswer) throws {
    state = .pausing(asked)
    if !typed.isEmpty { try perform(.note, with: typed.line) }
    try next()
  }
}
