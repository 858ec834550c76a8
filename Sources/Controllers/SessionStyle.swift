/// How a session goes about its cards, besides which cards those are.
package struct SessionStyle: Hashable, Sendable {
  /// How many new cards are shown with their answers before they are asked; 0 for no lessons.
  package var lessonSize = 0
  /// After which verdicts the answer stays until Enter.
  package var pause = PauseRule.off
  /// Whether the right answer is typed once after a miss.
  package var retypes = false
  /// Whether the session asks what to do about a card that has become a leech once more.
  package var treatsLeeches = false
  /// The minutes after which no other cards are started; `nil` for no such limit.
  package var minutes: Int?
  /// The days by which cards are asked before they are due.
  package var daysAhead = 0
  /// Whether cards are asked although they are not due.
  package var asksEarly = false
  /// Whether the answers change no schedule.
  package var crams = false
  /// Whether questions show how far the session has come.
  package var showsProgress = false
  /// Whether the hint stands with the answer of a new card, and of one that was missed.
  package var showsHints = false
  /// When words are said aloud; `nil` where nothing can say them.
  package var speech: SpeechRule?
  /// Whether the end shows how the day has gone.
  package var showsToday = false

  /// The style of a session that asks one card after the other.
  package init() {}
}

/// After which verdicts a session waits, so that the answer can be read.
public enum PauseRule: String, Hashable, Sendable, CaseIterable {
  /// After a miss.
  case miss
  /// After every verdict.
  case always
  /// Never.
  case off
}

/// What a learner who comes back to many overdue cards can choose from.
package struct BacklogOffer: Hashable, Sendable {
  /// A number of reviews a day, and how long it takes to catch up at that pace.
  package struct Pace: Hashable, Sendable {
    /// The reviews a day, 1 or more.
    package let reviews: Int
    /// The days until nothing is overdue; `nil` when that takes more than two years.
    package let days: Int?

    /// Makes a pace.
    package init(reviews: Int, days: Int?) {
      self.reviews = reviews
      self.days = days
    }
  }

  /// How many cards are due.
  package let due: Int
  /// The new cards a day meanwhile, 0 or more.
  package let newPerDay: Int
  /// The paces, the usual one first.
  package let paces: [Pace]

  /// Makes an offer.
  package init(due: Int, newPerDay: Int = 0, paces: [Pace]) {
    self.due = due
    self.newPerDay = newPerDay
    self.paces = paces
  }
}

/// When words are said aloud.
public enum SpeechRule: String, Hashable, Sendable, CaseIterable {
  /// With the answer, and on `:say`.
  case auto
  /// Only on `:say`, and the prompts of cards that are asked by ear.
  case request
  /// Never; no card is asked by ear.
  case off
}
