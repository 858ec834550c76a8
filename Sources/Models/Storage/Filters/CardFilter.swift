import RabbleMemory
import RabbleScheduling
import RabbleText

/// A condition on cards in the small language that `--where` takes everywhere:
///
///     let filter = try CardFilter("tag:verb (is:leech or lapses>3) -is:suspended 食べ")
///
/// Terms one after the other must all hold; `or` joins what is on both sides of it; `-` negates a term
/// or brackets. A word without a name is a text that the card has. `Documentation/filters.md` has the
/// whole language, ``FilterKey`` its names.
package struct CardFilter: Hashable, Sendable {
  /// The filter as it was typed.
  package let text: String
  /// What it says.
  package let condition: Condition

  /// Reads a filter.
  ///
  /// - Throws: ``FilterError``, with the column.
  package init(_ text: String) throws(FilterError) {
    var parser = FilterParser(text)
    self.text = text
    condition = try parser.filter()
  }

  package init(_ condition: Condition, text: String = "") {
    self.text = text
    self.condition = condition
  }

  /// What holds of a card, or does not.
  package indirect enum Condition: Hashable, Sendable {
    /// All of these hold.
    case all([Condition])
    /// One of these holds.
    case any([Condition])
    /// This does not hold.
    case not(Condition)
    /// This holds.
    case term(Term)
  }

  /// A single thing that holds of a card, or does not. What a card does not have, such as the
  /// stability of a new one, is neither less nor more than anything.
  package enum Term: Hashable, Sendable {
    /// A text of its question fits, of one kind or of any; of any, the learner's own note, too.
    case text(FilterPattern, in: FilterText.Kind?)
    /// Its group, deck file or course is called so.
    case deck(FilterPattern)
    /// The title of its group fits.
    case group(FilterPattern)
    /// A tag, the author's or the learner's own, is called so.
    case tag(FilterPattern)
    /// The learner's own note fits, or the author's.
    case note(FilterPattern)
    /// It is in this state.
    case state(CardState)
    /// It was answered on these days, in the schedule or outside it; with this grade, if there is one.
    /// Answers that were undone don't count.
    case rated(DayRange, Grade?)
    /// It came into the decks on these days.
    case added(DayRange)
    /// It was answered for the first time on these days.
    case introduced(DayRange)
    /// It is due on these days.
    case dueOn(DayRange)
    /// A number of its schedule compares so.
    case number(Quantity, Comparison)
    /// It asks for this.
    case direction(DirectionKind)
    /// An answer to it that counts had this mistake, by its name in the log.
    case mistake(String)
  }

  /// A number of a card's schedule.
  package enum Quantity: String, Hashable, Sendable, CaseIterable {
    /// In how many days it is due; negative once it is overdue.
    case due
    /// Days after which the probability of recall is 90%.
    case stability
    /// From 1 to 10.
    case difficulty
    /// The probability of recall now, 0…1.
    case retrievability
    /// How often it was forgotten.
    case lapses
    /// The days from its last answer to its due day.
    case interval
    /// How often it was answered in the schedule.
    case reviews
  }

  package struct Comparison: Hashable, Sendable {
    /// How to compare.
    package enum Relation: String, Hashable, Sendable, CaseIterable {
      case less = "<"
      case atMost = "<="
      case more = ">"
      case atLeast = ">="
      case equal = "="
      case unequal = "!="
    }

    package let relation: Relation
    package let number: Double
    /// How many decimals decide whether numbers are equal: as many as were typed.
    package let decimals: Int

    package init(_ relation: Relation, _ number: Double, decimals: Int = 0) {
      self.relation = relation
      self.number = number
      self.decimals = decimals
    }
  }

  package enum DayRange: Hashable, Sendable {
    /// So many days, today being the last of them.
    case last(Int)
    /// These days.
    case days(ClosedRange<StudyDay>)

    /// The days, seen from a day.
    package func days(today: StudyDay) -> ClosedRange<StudyDay> {
      switch self {
      case .last(let count): today.advanced(byDays: 1 - max(1, count))...today
      case .days(let days): days
      }
    }
  }
}

/// What a card can be, as `is:` names it.
package enum CardState: String, Hashable, Sendable, CaseIterable {
  /// Never answered in the schedule nor taken as known, or forgotten since.
  case new
  /// In its learning or relearning steps.
  case learning
  /// Past its steps.
  case review
  /// Due today or before, or at a minute that has come; not suspended or buried.
  case due
  /// Due on an earlier day; not suspended or buried.
  case overdue
  /// Forgotten as often as its preset's threshold.
  case leech
  /// Not asked until the learner restores it.
  case suspended
  /// Not asked before another day.
  case buried
  /// Flagged by the learner.
  case flagged
  /// Past its steps, with an interval below ``matureInterval``.
  case young
  /// Past its steps, with an interval of ``matureInterval`` or more.
  case mature
  /// Taken as known without being answered.
  case known

  /// The days of interval from which a card counts as mature, as in Anki.
  package static let matureInterval = 21
}

/// The names that may stand before `:` or a comparison in a filter.
package enum FilterKey: String, Hashable, Sendable, CaseIterable {
  case deck, group, tag, `is`, rated, added, introduced, due, stability, difficulty, retrievability
  case lapses, interval, reviews, direction, mistake
  case prompt, answer, reading, hint, note

  /// What it is followed by and what it selects, for help and documentation.
  package var explanation: (example: String, meaning: String) {
    switch self {
    case .deck: ("deck:\"N5*\"", "group, deck file or course with this name")
    case .group: ("group:Water", "group of this title")
    case .tag: ("tag:verb", "tag of the deck or your own; `tag:*` for any")
    case .is: ("is:leech", "state: " + CardState.allCases.map(\.rawValue).joined(separator: ", "))
    case .rated:
      (
        "rated:7:again",
        "answered in the last 7 days or on dates (with this grade), also with --cram"
      )
    case .added:
      (
        "added:30",
        "came into your decks in the last 30 days, or on dates: 2026, 2026-11, or A..B, both included"
      )
    case .introduced: ("introduced:2026-11", "first answered then, or in the last days")
    case .due: ("due:3", "due in at most 3 days; also due>7, due=0, due:2026-12-01")
    case .stability: ("stability<10", "stability in days")
    case .difficulty: ("difficulty>7", "difficulty, from 1 to 10")
    case .retrievability: ("retrievability<.8", "probability of recall now; also <80%")
    case .lapses: ("lapses>3", "how often it was forgotten")
    case .interval: ("interval>=21", "interval in days")
    case .reviews: ("reviews>10", "how often it was answered, --cram not counted")
    case .direction:
      (
        "direction:reading",
        "what it asks for: " + DirectionKind.allCases.map(\.rawValue).joined(separator: ", ")
      )
    case .mistake: ("mistake:long_vowel", "an answer had this mistake; `mistake:*` for any")
    case .prompt: ("prompt:犬", "text of the prompt alone")
    case .answer: ("answer:\"to eat\"", "text of the answers alone")
    case .reading: ("reading:たべ*", "text of the readings alone")
    case .hint: ("hint:animal", "text of the hint alone")
    case .note: ("note:*", "text of your own note, or the deck's")
    }
  }

  /// The words that may follow its colon; `nil` where it is followed by a text, a number or a day.
  package var values: [String]? {
    switch self {
    case .is: CardState.allCases.map(\.rawValue)
    case .direction: DirectionKind.allCases.map(\.rawValue)
    case .mistake: FilterParser.mistakes
    default: nil
    }
  }

  /// The number it compares, if it does.
  var quantity: CardFilter.Quantity? { CardFilter.Quantity(rawValue: rawValue) }
}
