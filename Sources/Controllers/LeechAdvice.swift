import RabbleScheduling

/// What to say of a card that is forgotten again and again.
enum LeechAdvice {
  /// What helps against it, in a session.
  static let help =
    "What helps: a mnemonic or an example in its note (:edit), or splitting it into easier ones."

  /// What to tell with the lapse that made a leech of a card, or was one more.
  static func message(lapses: Int, _ action: LeechRule.Action) -> String {
    let fate =
      switch action {
      case .tag: "it counts as a leech"
      case .suspend: "it is suspended as a leech, until `rabble unsuspend`"
      }
    return "You have forgotten this card \(Words.times(lapses)): \(fate). \(help)"
  }
}
