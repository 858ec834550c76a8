import RabbleControllers
import RabbleQuestions
import RabbleScheduling
import RabbleStorage

/// What a command of a session did to a card.
struct HandChange {
  /// What the controller is told.
  let outcome: StudyOutcome
  /// What `:undo` takes back; `nil` where nothing changed.
  let event: EventID?
}

extension Library {
  /// Puts a flag, tag or note on a card, or takes it off.
  ///
  /// - Parameters:
  ///   - card: the card.
  ///   - change: what is put on, or taken off.
  ///   - isToggled: whether a flag becomes what the log does not have; of a card that is not asked, only the
  ///     log knows whether it is flagged.
  /// - Returns: what was done.
  /// - Throws: an error of the review log.
  func mark(_ card: CardID, _ change: Mark.Change, toggling isToggled: Bool) throws -> HandChange {
    var change = change
    if case .flag = change, isToggled {
      change = .flag(!(try log.read { try $0.marks.marks(of: card) }.isFlagged))
    }
    let (id, marks) = try log.write { tx in
      (
        try tx.marks.put(change, on: [card], at: surroundings.now()).id,
        try tx.marks.marks(of: card)
      )
    }
    guard let id else {
      return HandChange(outcome: .marked(card, marks, "It is so already."), event: nil)
    }
    let done =
      switch change {
      case .flag(true): "Flagged. `rabble cards --where is:flagged` lists such cards."
      case .flag(false): "Not flagged any more."
      case .tag(let tag, true): "Tagged “\(tag)”."
      case .tag(let tag, false): "Not tagged “\(tag)” any more."
      case .note(_?): "Note saved; it is shown with the answer."
      case .note(nil): "Note removed."
      }
    return HandChange(outcome: .marked(card, marks, done), event: id)
  }

  /// Takes a card as known, makes it new again, or has it due on another day.
  ///
  /// - Returns: what was done.
  /// - Throws: an error of the review log.
  func adjust(_ card: CardID, _ adjustment: CardAdjustment) throws -> HandChange {
    let before = try log.read { try $0.history.last()?.id }
    let count: Int
    let done: String
    let otherwise: String
    switch adjustment {
    case .forget:
      count = try forget([card]).count
      done = "New again; it comes with the new cards."
      otherwise = "This card is new already."
    case .known:
      let known = try takeAsKnown([card], seed: surroundings.random())
      count = known.count
      done = "Taken as known; due first on \(known.days?.lowerBound.iso8601 ?? "another day")."
      otherwise = "Only a new card is taken as known. `:reschedule` has it due later."
    case .due(let day):
      count = try reschedule([card], to: day).count
      done = "Due on \(day.iso8601)."
      otherwise = "A card that is new or in its steps has no due day to change."
    }
    guard count > 0, let last = try log.read({ try $0.history.last()?.id }), last != before else {
      return HandChange(outcome: .told([otherwise]), event: nil)
    }
    return HandChange(outcome: .adjusted(card, done + " :undo takes it back."), event: last)
  }
}
