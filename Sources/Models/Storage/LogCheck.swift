import RabbleQuestions

/// Something that is not as it should be in a study log.
public enum LogFinding: Hashable, Sendable, CustomStringConvertible {
  /// SQLite's own check of the file found damage.
  case damaged(report: String)
  /// A row refers to one that is not there.
  case dangling(table: String)
  /// The kept schedule of a card is not what its reviews come to.
  case scheduleDiffers(card: CardID)
  /// A card without reviews has a schedule, or one with reviews has none.
  case scheduleMisplaced(card: CardID)
  /// Cards are marked as new although they have been answered, or the reverse.
  case newnessDiffers(cards: Int)
  /// Cards are suspended that should not be, or the reverse.
  case suspensionsDiffer(cards: Int)
  /// Answered cards are kept with a place where their decks do not have them.
  case placesDiffer(cards: Int)
  /// Questions have other cards than their decks give them.
  case cardsDiffer(questions: Int)

  /// Whether `rabble check --rebuild` mends it.
  public var isMendable: Bool {
    switch self {
    case .damaged, .dangling: false
    case .scheduleDiffers, .scheduleMisplaced, .newnessDiffers, .placesDiffer, .cardsDiffer,
      .suspensionsDiffer:
      true
    }
  }

  /// What was found.
  public var description: String {
    switch self {
    case .damaged(let report): "the database file is damaged: \(report)"
    case .dangling(let table): "a row of \(table) refers to one that is missing"
    case .scheduleDiffers(let card):
      "the schedule of \(card) is not what its reviews come to"
    case .scheduleMisplaced(let card):
      "the schedule of \(card) is missing, or has no reviews"
    case .newnessDiffers(let cards):
      "\(cards) cards are marked as new, or as seen, and are not"
    case .suspensionsDiffer(let cards):
      "\(cards) cards are suspended, or asked, and should not be"
    case .placesDiffer(let cards):
      "\(cards) cards are kept with places where their decks do not have them"
    case .cardsDiffer(let questions):
      "\(questions) questions have other cards than their decks give them"
    }
  }
}
