import RabbleScheduling
import RabbleScreens

// Which row of the table of commands tells of what was done to cards, in a session and elsewhere.

extension Mark.Change {
  /// What is told of cards that are marked like this.
  package var sentences: CardSentences {
    let (command, isOn): (StudyCommand, Bool) =
      switch self {
      case .flag(let isOn, _): (.flag, isOn)
      case .tag(_, let isOn): (.tag, isOn)
      case .note(let text): (.note, text != nil)
      }
    return command.sentences(isOn: isOn)
  }

  /// The tag; `nil` for another mark.
  package var name: String? { if case .tag(let tag, _) = self { tag } else { nil } }
}

extension Suspension {
  /// What is told of cards that are suspended, buried or neither from now on.
  package var sentences: CardSentences {
    switch self {
    case .active: StudyCommand.unsuspend.sentences()
    case .suspended: StudyCommand.suspend.sentences()
    case .buried: StudyCommand.bury.sentences()
    }
  }

  /// The day until which a card is buried.
  package var lastDay: StudyDay? { if case .buried(let day) = self { day } else { nil } }
}

extension CardAdjustment {
  /// What is told of cards whose schedule is changed like this.
  package var sentences: CardSentences {
    switch self {
    case .known: StudyCommand.known.sentences()
    case .forget: StudyCommand.forget.sentences()
    case .due: StudyCommand.due.sentences()
    }
  }
}

extension StudyCommand {
  /// What is told of cards to which it is done, or with which it is the other way round: a flag is taken off, a card
  /// was buried and not suspended.
  package func sentences(isOn: Bool = true) -> CardSentences {
    guard let sentences = isOn ? row.done : row.undone else {
      // The callers name commands that have them.
      preconditionFailure("\(self) says nothing of cards.")
    }
    return sentences
  }
}
