import RabbleMemory
import RabbleScheduling

/// What a filter needs of schedules.
extension FilterEvaluation {
  /// A column of `schedule` that terms need.
  enum Field: String, CaseIterable {
    case phase, stability, difficulty, interval, repetitions, lapses
    case dueDay = "due_day"
    case dueTime = "due_time"
    case lastTime = "last_time"
    case introduced = "introduced_day"
    case again = "again_time"
    case hard = "hard_time"
    case good = "good_time"
    case easy = "easy_time"

    static let grades = [again, hard, good, easy]
  }

  /// A number of each card; NaN for none.
  struct Column {
    let values: [Double]
    /// Where the number of the first card is, and how far that of each card is from the one before.
    var offset = 0
    var stride = 1

    subscript(card: Int) -> Double { values[card * stride + offset] }
  }

  /// The memories of cards, as columns have them.
  struct Memories {
    let stabilities, difficulties: Column

    /// The memory of a card; `nil` for a new one.
    subscript(card: Int) -> MemoryState? {
      guard LogBounds.stability.contains(stabilities[card]),
        LogBounds.difficulty.contains(difficulties[card])
      else { return nil }
      return MemoryState(stability: stabilities[card], difficulty: difficulties[card])
    }
  }

  /// The columns that a condition needs on a day.
  static func fields(of condition: CardFilter.Condition, on today: StudyDay) -> Set<Field> {
    switch condition {
    case .all(let conditions), .any(let conditions):
      return conditions.reduce(into: []) { $0.formUnion(fields(of: $1, on: today)) }
    case .not(let condition): return fields(of: condition, on: today)
    case .term(let term): return fields(of: term, on: today)
    }
  }

  private static func fields(of term: CardFilter.Term, on today: StudyDay) -> Set<Field> {
    switch term {
    case .text, .deck, .tag, .note, .added, .direction, .mistake: []
    case .state(.new), .state(.suspended), .state(.buried), .state(.flagged): []
    case .state(.learning), .state(.review): [.phase]
    case .state(.young), .state(.mature): [.phase, .interval]
    case .state(.due), .state(.overdue), .dueOn, .number(.due, _): [.dueDay, .dueTime]
    case .state(.leech), .number(.lapses, _): [.lapses]
    case .rated(let range, _) where range.days(today: today).upperBound < today: []
    case .rated(_, let grade): Set(grade.map { [Field.grades[$0.rawValue - 1]] } ?? Field.grades)
    case .introduced: [.introduced, .repetitions]
    case .number(.stability, _): [.stability]
    case .number(.difficulty, _): [.difficulty]
    case .number(.interval, _): [.interval]
    case .number(.reviews, _), .state(.known): [.repetitions]
    case .number(.retrievability, _): [.stability, .difficulty, .lastTime]
    }
  }
}
