import RabbleControllers
import RabbleScheduling

/// How a session is run. What is `nil` is as the config file says.
public struct SessionOptions {
  /// The most new cards a day.
  public var newPerDay: Int?
  /// The most new cards a day from one group.
  public var newPerGroup: Int?
  /// The most due cards a day.
  public var reviewsPerDay: Int?
  /// The most cards in this session, each counted once.
  public var cards: Int?
  /// The minutes after which no other cards are started.
  public var minutes: Int?
  /// The order of the cards.
  public var order: SessionOrder?
  /// Where new cards come among those that are due.
  public var newCards: QueueOptions.NewCards?
  /// The days by which cards are brought forward.
  public var daysAhead = 0
  /// Whether any card is asked, due or not, and the answers change no schedule.
  public var crams = false
  /// Whether the pairs that the learner confuses are practiced instead, due or not.
  public var practicesConfusions = false
  /// Whether a person sits before it: then there are lessons, pauses and offers as the config file says,
  /// and the session begins with the card that an interrupted one ended with.
  public var isInteractive = false
  /// Whether new cards are shown before they are asked.
  public var givesLessons: Bool?
  /// What says words aloud, as the config file tells; nothing without it.
  public var speaker: Speaker?
  /// What edits decks in the middle of the session; without it, `:edit` and `:add` say how to do it
  /// elsewhere.
  package var author: DeckAuthor?

  /// Makes the usual options.
  public init() {}

  /// The numbers of cards or minutes that a session or a day can be limited to.
  public static let counts = 0...1_000_000
}

/// The order in which a session asks its cards.
public enum SessionOrder: Hashable, Sendable {
  /// Most overdue first.
  case due
  /// Those first that are most likely still known.
  case retrievability
  /// Those first that were learned first.
  case added
  /// In deck order.
  case sequential
  /// Shuffled; the same seed gives the same order.
  case random(seed: UInt64)

  /// The order with this name; the seed is that of a shuffled one.
  public init?(name: String, seed: UInt64) {
    switch name {
    case "due": self = .due
    case "retrievability": self = .retrievability
    case "added": self = .added
    case "sequential": self = .sequential
    case "random": self = .random(seed: seed)
    default: return nil
    }
  }

  /// The names of all orders.
  public static let names = ["due", "retrievability", "added", "sequential", "random"]
}

extension SessionOptions {
  /// The cards that can be asked here: without a speaker, none that are heard.
  func hearable(_ entries: [QueueEntry]) -> [QueueEntry] {
    speaker == nil ? entries.filter { $0.card.direction != .listening } : entries
  }

  /// The style of the session.
  func style(_ settings: Settings) -> SessionStyle {
    var style = SessionStyle()
    style.asksEarly = practicesConfusions || crams
    style.daysAhead = daysAhead
    style.crams = crams
    style.minutes = minutes ?? settings.minutes
    if givesLessons ?? (isInteractive && settings.givesLessons), !style.asksEarly {
      style.lessonSize = settings.lessonSize
    }
    style.speech = speaker == nil ? nil : settings.speech
    style.showsHints = isInteractive || style.lessonSize > 0
    guard isInteractive else { return style }
    style.pause = settings.pause
    style.retypes = settings.retypes
    style.treatsLeeches = true
    style.showsProgress = true
    style.showsToday = true
    return style
  }
}
