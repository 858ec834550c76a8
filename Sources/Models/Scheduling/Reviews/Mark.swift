import RabbleQuestions

/// What a learner puts on a card or its question: a flag, a tag of their own, a note of their own. None
/// of it changes a deck or a schedule.
public struct Mark: Hashable, Sendable {
  /// What is put on or taken off.
  public enum Change: Hashable, Sendable {
    /// The card is flagged, or not any more.
    case flag(Bool)
    /// The question has a tag, or does not any more.
    case tag(String, Bool)
    /// The question has this note, which is shown with its answer; `nil` for none any more.
    case note(String?)
  }

  /// The question.
  public let question: QuestionID
  /// The direction of the card that is flagged; `nil` for a tag or note, which belong to the question.
  public let direction: Direction?
  /// What is put on or taken off.
  public let change: Change
  /// When.
  public let moment: Moment

  /// Makes a mark.
  public init(_ change: Change, on card: CardID, at moment: Moment) {
    question = card.question
    self.change = change
    self.moment = moment
    if case .flag = change { direction = card.direction } else { direction = nil }
  }

  /// The most characters of a tag.
  public static let longestTag = 100
  /// The most characters of a note.
  public static let longestNote = 10_000
}

/// What a learner has put on a card and its question.
public struct CardMarks: Hashable, Sendable {
  /// Whether the card is flagged.
  public var isFlagged = false
  /// The question's own tags, in the order of their names.
  public var tags: [String] = []
  /// The question's own note.
  public var note: String?

  /// Makes the marks of a card that has none.
  public init() {}

  /// The same marks after one more.
  public func after(_ change: Mark.Change) -> CardMarks {
    var marks = self
    switch change {
    case .flag(let isFlagged): marks.isFlagged = isFlagged
    case .tag(let tag, let isOn):
      marks.tags = (tags.filter { $0 != tag } + (isOn ? [tag] : [])).sorted()
    case .note(let note): marks.note = note
    }
    return marks
  }
}
