/// What can be asked for in a session: typed after a colon, or by a program as data. What is known of a command stands in its
/// ``row``, which lists of commands, completion, requests of programs, and what is told of cards read.
public enum StudyCommand: String, Hashable, Sendable, CaseIterable {
  /// Show the hint.
  case hint
  /// Show the answer.
  case show
  /// Undo the last thing done.
  case undo
  /// Redo what was undone last.
  case redo
  /// Mark the last answer correct.
  case override
  /// Mark the last answer correct and accept it from now on.
  case accept
  /// Mark the last answer incorrect.
  case wrong
  /// Regrade the last answer as hard.
  case hard
  /// Regrade the last answer as easy.
  case easy
  /// Ask this card later in the session.
  case skip
  /// Ask the new cards of this lesson without showing the rest of them.
  case skipLesson = "skip-lesson"
  /// Ask no other cards, and end when those of this session are learned.
  case wrap
  /// Ask more cards than the limits of the session allow.
  case more
  /// Say the card aloud.
  case say
  /// Suspend this card.
  case suspend
  /// Ask a card again that is suspended or buried.
  case unsuspend
  /// Bury this card until tomorrow.
  case bury
  /// Show furigana on questions, or stop showing them.
  case furigana
  /// Explain why this card is asked now.
  case why
  /// Flag this card, or remove its flag.
  case flag
  /// Give this question a tag of the learner's.
  case tag
  /// Show or write the learner's note on this question.
  case note
  /// Show all that is known of this card.
  case info
  /// Make this card new again.
  case forget
  /// Take this card as known.
  case known
  /// Have this card due on another day.
  case due
  /// Edit the card's question in its deck.
  case edit
  /// Add questions to the card's group.
  case add
  /// List the commands.
  case help
  /// End the session.
  case quit

  /// The commands that are typed, in the order of lists.
  public static let typed = allCases.filter { $0.row.isTyped }

  /// What a program can ask for as data, of any card.
  public static let requests = allCases.filter { $0.row.isRequest }

  /// What the command does to the card that is asked, for a list of commands.
  public var explanation: String { row.explanation }

  /// The commands whose names begin with what was typed, without its colon, in upper or lower case;
  /// `h` is the command that costs nothing, and not a hint, and `sk` skips the card, not a lesson.
  public static func matching(_ prefix: String) -> [StudyCommand] {
    let lowercase = prefix.lowercased()
    if lowercase == "h" { return [.help] }
    if let exact = typed.first(where: { $0.rawValue == lowercase }) { return [exact] }
    let matches = typed.filter { $0.rawValue.hasPrefix(lowercase) }
    let first = matches.filter { !$0.row.yields }
    return first.isEmpty || prefix.isEmpty ? matches : first
  }
}

// MARK: - The table

extension StudyCommand {
  /// What is known of a command.
  public struct Row: Hashable, Sendable {
    /// What may stand behind the command.
    public enum Argument: Hashable, Sendable {
      /// Nothing.
      case none
      /// A number of things; without it one, or ten cards.
      case number
      /// `last`, for the card that was answered last instead of the one that is asked.
      case last
      /// A text as it is typed; without it, what there is is shown.
      case text
      /// A day: a number of days from today, or a date.
      case day
    }

    /// What may stand behind the command.
    public let argument: Argument
    /// What it does; `%` stands for the cards.
    private let action: String
    /// What a list of the commands of a session adds.
    private let advice: String
    /// What the other way round does: a flag is taken off.
    private var reverse: String?
    /// Whether another command is meant where both begin with what was typed.
    fileprivate var yields = false
    /// Whether it can be typed after a colon.
    fileprivate var isTyped = true
    /// Whether a program can ask for it as data, of any card.
    fileprivate var isRequest = false
    /// What is told of cards to which it is done.
    public fileprivate(set) var done: CardSentences?
    /// What is told of cards where it is the other way round: a flag is taken off.
    public fileprivate(set) var undone: CardSentences?

    fileprivate init(_ explanation: String, yields: Bool = false) {
      self.init(.none, explanation, yields: yields)
    }

    fileprivate init(
      _ argument: Argument, _ action: String, _ advice: String = "", yields: Bool = false
    ) {
      self.argument = argument
      self.action = action
      self.advice = advice
      self.yields = yields
    }

    /// What it does to the card that is asked: `suspend this card`.
    public var explanation: String {
      action.replacing("%", with: "this card") + advice
    }

    /// What it does to any cards, in a sentence: `Suspend cards.`
    public var summary: String { Self.sentence(action) }

    /// What the other way round does to any cards; `nil` where there is none.
    public var reverseSummary: String? { reverse.map(Self.sentence) }

    private static func sentence(_ action: String) -> String {
      let text = action.replacing("%", with: "cards")
      return text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    /// The row of something that is done to a card, which a program can ask for as well.
    fileprivate static func card(
      _ argument: Argument, _ action: String, _ advice: String = "", yields: Bool = false,
      isTyped: Bool = true, done: CardSentences? = nil, reverse: String? = nil,
      undone: CardSentences? = nil
    ) -> Row {
      var row = Row(argument, action, advice, yields: yields)
      row.isTyped = isTyped
      row.isRequest = true
      (row.done, row.reverse, row.undone) = (done, reverse, undone)
      return row
    }
  }

  /// What is known of the command.
  public var row: Row {
    switch self {
    case .hint: Row("show the hint (the answer then counts as hard at most)")
    case .show: Row("reveal the answer and grade yourself, as Enter does")
    case .undo: Row(.number, "undo the last thing done; `:undo 3` for the last three")
    case .redo: Row(.number, "redo what was undone; `:redo 3` for three things")
    case .override: Row("mark the last answer correct")
    case .accept: Row("mark it correct and accept that spelling from now on")
    case .wrong: Row("mark the last answer incorrect")
    case .hard: Row("regrade the last answer as hard")
    case .easy: Row("regrade the last answer as easy")
    case .skip: Row("ask this card again at the end of the session")
    case .skipLesson: Row("skip the rest of this lesson; its cards are asked at once", yields: true)
    case .wrap: Row("start no other cards, and finish those of this session", yields: true)
    case .more:
      Row(.number, "study 10 more cards than the limits allow; `:more 30` for 30", yields: true)
    case .say: Row("say the card aloud, with the program in sound.speech", yields: true)
    case .furigana: Row("toggle furigana on questions (always shown with answers)")
    case .help: Row("list the commands (also :h)")
    case .quit: Row("end the session; all answers are saved")
    case .suspend:
      .card(
        .none, "suspend %", "; `rabble card list --where is:suspended` lists it",
        done: CardSentences("Suspended %", "Already suspended or buried", "suspended %"))
    case .unsuspend:
      .card(
        .none, "unsuspend or unbury %", isTyped: false,
        done: CardSentences("Unsuspended %", "Not suspended or buried", "unsuspended %"),
        undone: CardSentences("Unburied %", "Not suspended or buried", "unburied %"))
    case .bury:
      .card(
        .none, "bury % until tomorrow",
        done: CardSentences("Buried %[ until $]", "Already suspended or buried", "buried %"))
    case .why: .card(.none, "explain the schedule of %")
    case .flag:
      .card(
        .last, "flag %", ", or remove its flag; `rabble card list --where is:flagged` lists them",
        yields: true, done: CardSentences("Flagged %", "Already flagged", "flagged %"),
        reverse: "remove the flag from %",
        undone: CardSentences(
          "Removed the flag from %", "Not flagged", "removed the flag from %"))
    case .tag:
      .card(
        .text, "give % a tag of your own", ": `:tag verb`; `:tag -verb` removes it", yields: true,
        done: CardSentences("Tagged “$”: %", "Already tagged “$”", "tagged % “$”"),
        reverse: "remove a tag of your own from %",
        undone: CardSentences(
          "Removed the tag “$” from %", "Not tagged “$”", "removed the tag “$” from %"))
    case .note:
      .card(
        .text, "write a note of your own on %",
        ": `:note …`; `:note` shows it, `:note -` removes it", yields: true,
        done: CardSentences("Saved the note on %", "Already has this note", "note on %"),
        undone: CardSentences(
          "Removed the note from %", "No note of yours", "removed the note from %"))
    case .info: .card(.last, "show the state, memory and marks of %", yields: true)
    case .forget:
      .card(
        .last, "make % new again", yields: true,
        done: CardSentences("Made % new again", "Already new", "made % new again"))
    case .known:
      .card(
        .none, "mark % as known", yields: true,
        done: CardSentences(
          "Marked % as known[; first review on $]", "Only a new card can be marked as known",
          "marked % as known"))
    case .due:
      .card(
        .day, "have % due on another day", ", e.g. `:due 3` or `:due 2026-12-01`", yields: true,
        done: CardSentences(
          "Rescheduled %[ to $]",
          "New, in its steps, or already due on that day", "rescheduled %"))
    case .edit:
      .card(
        .last, "open this card's question in your editor", "; `:edit last` for the last answer's")
    case .add: .card(.none, "add questions to this card's group")
    }
  }
}

/// What is told of cards to which something is done. In each sentence, `%` stands for the cards and `$` for what stands
/// behind the command; what is in brackets is left out where there is none.
public struct CardSentences: Hashable, Sendable {
  private let doneText, alreadyText, historyText: String

  init(_ done: String, _ already: String, _ history: String) {
    (doneText, alreadyText, historyText) = (done, already, history)
  }

  /// That it is done: `Tagged “verb”: 3 questions.`
  ///
  /// - Parameters:
  ///   - cards: what the cards are called: `this card`, `3 cards`, or their names.
  ///   - argument: what stands behind the command.
  /// - Returns: a sentence.
  public func done(_ cards: String, _ argument: String? = nil) -> String {
    Self.fill(doneText, cards, argument) + "."
  }

  /// That the cards are so already: `Already tagged “verb”: “犬” = dog.`
  ///
  /// - Parameters:
  ///   - cards: what the cards are called; `nil` for the one that is shown.
  ///   - argument: what stands behind the command.
  /// - Returns: a sentence.
  public func already(_ cards: String? = nil, _ argument: String? = nil) -> String {
    Self.fill(alreadyText, "", argument) + (cards.map { ": \($0)" } ?? "") + "."
  }

  /// What the history says of it, without an article: `tagged “犬” and 2 more “verb”`.
  ///
  /// - Parameters:
  ///   - cards: what the cards are called.
  ///   - argument: what stands behind the command.
  /// - Returns: a part of a sentence.
  public func history(_ cards: String, _ argument: String? = nil) -> String {
    Self.fill(historyText, cards, argument)
  }

  private static func fill(_ text: String, _ cards: String, _ argument: String?) -> String {
    var filled = ""
    var isOptional = false
    for character in text {
      switch character {
      case "[": isOptional = true
      case "]": isOptional = false
      case _ where isOptional && argument == nil: break
      case "%": filled += cards
      case "$": filled += argument ?? ""
      default: filled.append(character)
      }
    }
    return filled
  }
}
