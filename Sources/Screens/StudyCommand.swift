/// What a learner can ask for in a session, typed after a colon.
public enum StudyCommand: String, Hashable, Sendable, CaseIterable {
  /// Show the hint.
  case hint
  /// Show the answer.
  case show
  /// Take back the last answer.
  case undo
  /// The last answer was right.
  case override
  /// The last answer was right, and is from now on.
  case accept
  /// The last answer was wrong.
  case wrong
  /// The last answer was hard.
  case hard
  /// The last answer was easy.
  case easy
  /// Ask this card later in the session.
  case skip
  /// Do not ask this card any more.
  case suspend
  /// Do not ask this card before tomorrow.
  case bury
  /// Draw furigana, or draw them no more.
  case furigana
  /// Say why this card is asked now.
  case why
  /// Edit the card's question in its deck.
  case edit
  /// Add questions to the card's group.
  case add
  /// List the commands.
  case help
  /// End the session.
  case quit

  /// What the command does, for a list of commands.
  public var explanation: String {
    switch self {
    case .hint: "show the hint (the answer then counts as hard at most)"
    case .show: "show the answer, then grade yourself; an empty line does the same"
    case .undo: "take back the last answer, as often as you like"
    case .override: "the last answer was right after all"
    case .accept: "the last answer was right, and is from now on"
    case .wrong: "the last answer was wrong after all"
    case .hard: "the last answer was right, but hard"
    case .easy: "the last answer was right, and easy"
    case .skip: "ask this card at the end of the session"
    case .suspend: "do not ask this card any more; `rabble suspended` has it"
    case .bury: "do not ask this card before tomorrow"
    case .furigana: "draw furigana before the answer too, or after it only"
    case .why: "say why this card is asked now and when it returns"
    case .edit: "open this card's question in your editor"
    case .add: "add questions to this card's group"
    case .help: "list the commands"
    case .quit: "end the session; every answer is already saved"
    }
  }

  /// The commands whose names begin with what was typed, without its colon, in upper or lower case.
  public static func matching(_ prefix: String) -> [StudyCommand] {
    let lowercase = prefix.lowercased()
    if let exact = StudyCommand(rawValue: lowercase) { return [exact] }
    return allCases.filter { $0.rawValue.hasPrefix(lowercase) }
  }
}
