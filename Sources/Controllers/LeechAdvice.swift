import RabbleScheduling
import RabbleScreens

/// What to say of a card that is forgotten again and again.
enum LeechAdvice {
  /// What helps against it.
  static let help =
    "What helps: a mnemonic or an example in its note, or splitting it into easier ones (:edit)."
}

extension LeechScreen {
  /// What to tell with an answer; `nil` where it made no leech of its card.
  init?(_ answer: RecordedAnswer) {
    guard let action = answer.leech else { return nil }
    let lapses = answer.schedule.lapses
    let fate =
      switch action {
      case .tag: "it is a leech. It comes as before."
      case .suspend: "it is suspended as a leech, until `rabble unsuspend`."
      }
    self.init(
      lapses: lapses, isSuspended: action == .suspend,
      message: "You have forgotten this card \(Words.times(lapses)): \(fate) \(LeechAdvice.help)")
  }
}
