import RabbleQuestions
import RabbleScheduling
import RabbleScreens

extension QuestionController {
  /// Goes on with the next card, the one that was asked being left out or put off.
  mutating func suspended(
    _ id: EventID, _ card: CardID, _ state: Suspension, at moment: Moment
  ) -> StudyStep {
    tally.addSuspension(id)
    queue.remove(card)
    let line =
      switch state {
      case .suspended:
        "Suspended: this card is asked no more, until `rabble unsuspend`; :undo takes that back."
      case .buried: "Buried: this card comes tomorrow at the earliest; :undo takes that back."
      case .active: "This card is asked again."
      }
    return advance(at: moment, after: [notice(.information, [line])])
  }

  /// Says that nothing is left to take back, or not what was to be.
  mutating func nothingToRetract() -> StudyStep {
    if let id = tally.lastSuspension { tally.removeSuspension(id) }
    return resume(with: .information, ["There is nothing to take back."])
  }

  /// Asks a card again that was left out or put off.
  mutating func suspensionRetracted(_ id: EventID, _ card: CardID, at moment: Moment) -> StudyStep {
    let interrupted = asked
    tally.removeSuspension(id)
    if let interrupted, interrupted.card.id != card { queue.putFirst(interrupted.card.id) }
    queue.putFirst(card)
    let notice = notice(.information, ["Taken back: this card is asked again."])
    return advance(at: moment, wanted: card, after: [notice])
  }
}
